// MLIR's PassInstrumentation: pipelines, analyses, and how passes end, the verifier's verdict among it.
//
// A pass manager owns one hook of ours, whose virtual table is made by hand. Sessions join it; one that is detached is
// only passed over, so the hook may outlive all of them. Callbacks come on whatever thread runs the pass, one at a
// time, under a lock of the pass manager's own.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "mlir/abi.h"
#include "mlir/observer.h"
#include "mlir/scopes.h"
#include "mlir/session.h"
#include "mlir/symbols.h"

namespace passevents::mlir {

class Handler;

// Records the runs of a pass manager for that session, from now on. Throws AttachRefused where the build has no
// PassInstrumentation. The caller holds the interpreter lock; joining twice is joining once.
void instrument(const Build& build, void* pass_manager, const std::shared_ptr<Session>& session);
// Before that pass manager runs without the interpreter lock: what encloses the run is asked now.
void publish_current_of(void* pass_manager);
// How many pass managers have a hook of ours; for tests.
std::size_t instrumented_count();
// A pass that is not open any more is nobody's parent.
void forget_open_pass(const Scope& scope) noexcept;

// What a pass manager calls. Public for the virtual table and for tests.
class Hook final {
 public:
  // std::optional<mlir::OperationName>
  struct MaybeName {
    const void* name;
    bool is_set;
  };
  // mlir::PassInstrumentation::PipelineParentInfo
  struct PipelineParent {
    std::uint64_t thread;
    const void* pass;
  };
  using Members = std::shared_ptr<const std::vector<Recipients>>;

  Hook(const Build& build, void* pass_manager);
  ~Hook();
  Hook(const Hook&) = delete;
  Hook& operator=(const Hook&) = delete;

  void join(const std::shared_ptr<Session>& session);
  Members members() noexcept;

  void before_pipeline(MaybeName name, const PipelineParent& parent, const void* stack);
  void after_pipeline(const PipelineParent& parent);
  void before_pass(const void* pass, const void* operation, const void* stack);
  void after_pass(const void* pass);
  void after_pass_failed(const void* pass);
  void before_analysis(std::string_view name, const void* operation, const void* stack);
  void after_analysis();

 private:
  ContextView view_of(const void* operation, std::shared_ptr<Handler>& handler) const noexcept;
  void begin_pipeline(Scope& scope, const ContextView& view, const void* operation);

  const void* const* const table_;  // first: the virtual table
  const Build& build_;
  void* const pass_manager_;
  const std::uint64_t number_;
  std::mutex mutex_;  // guards what follows
  Members members_;
};

}  // namespace passevents::mlir
