// The one action handler of a context, which all sessions on it share.
//
// Attaching, detaching and running are serialised by the caller (the bindings hold the interpreter lock); the
// dispatch runs on any thread at any time. Setting or clearing a context's handler while a pipeline runs is a
// race inside MLIR, so detaching only changes a pointer, and the handler is really taken out when the context is
// idle. The closure dies with its context: that is how the end of the context is noticed.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "mlir/build.h"
#include "mlir/frames.h"
#include "mlir/observer.h"
#include "mlir/session.h"

namespace passevents::mlir {

class Handler final : public std::enable_shared_from_this<Handler> {
 public:
  // The handler of that context, registered now if there is none. Throws AttachRefused if somebody else's is.
  static std::shared_ptr<Handler> of(const Build& build, void* context);

  // The one that context has, if any.
  static std::shared_ptr<Handler> find(void* context) noexcept;

  Handler(const Build& build, void* context);
  ~Handler() = default;
  Handler(const Handler&) = delete;
  Handler& operator=(const Handler&) = delete;

  // How many contexts have a handler of ours.
  static std::size_t registered_count();

  void attach(std::shared_ptr<Session> session);  // throws AttachRefused
  void detach(const Session& session);  // idempotent
  // Around a run of a pipeline with the interpreter lock released; both are called while it is held.
  void run_begins();
  void run_ends();
  bool has_runs() const noexcept { return runs_.load(std::memory_order_relaxed) > 0; }
  // Ends what runs at its next action; false, and nothing done, where nothing runs. From any thread.
  bool cancel() noexcept;
  bool is_cancelled() const noexcept { return cancelled_.load(std::memory_order_relaxed); }
  std::atomic<bool>& cancelled() noexcept { return cancelled_; }
  bool is_registered() const noexcept { return registered_.load(std::memory_order_acquire); }
  bool is_parallel() const { return view_.build.api.is_multithreading_enabled(view_.context); }
  const ContextView& view() const noexcept { return view_; }

  // Whether an action of a pass on that operation would be recorded into that journal.
  bool records_pass(std::uint64_t journal, const void* operation) noexcept;
  // The sessions that are attached.
  std::vector<std::shared_ptr<Session>> sessions();
  std::vector<Recipients> recipients();

  // What MLIR calls. Throws only what the action itself throws.
  void dispatch(abi::FunctionRef body, const abi::Action& action);

 private:
  friend class Registration;
  friend class Visit;
  friend class Dispatch;

  void notice_root() noexcept;
  // What is known of a pass by its address holds for one generation.
  void passes_may_be_new() noexcept { pass_generation_.fetch_add(1, std::memory_order_relaxed); }
  std::uint64_t pass_generation() const noexcept { return pass_generation_.load(std::memory_order_relaxed); }
  void remove(const Session& session);
  void publish(Roster roster);
  void release_if_idle();
  void unregistered() noexcept;

  const ContextView view_;
  const std::uint32_t process_;  // a forked child's handlers do nothing
  OpenPasses passes_;
  std::atomic<const Roster*> roster_{nullptr};
  std::atomic<bool> cancelled_{false};
  std::atomic<std::uint32_t> inside_{0};  // threads that may be reading a roster
  std::atomic<std::uint32_t> runs_{0};
  std::atomic<bool> ran_unlocked_{false};  // somebody runs pipelines without the interpreter lock: never idle
  std::atomic<bool> registered_{false};
  std::atomic<std::uint64_t> pass_generation_{1};
  std::mutex mutex_;  // guards what follows
  std::unique_ptr<const Roster> current_;
  std::vector<std::unique_ptr<const Roster>> retired_;
};

}  // namespace passevents::mlir
