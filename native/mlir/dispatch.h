// One action on its way through the handler: it gets a frame, is offered to every journal, and runs.
#pragma once

#include <cstdint>

#include "mlir/handler.h"
#include "mlir/scopes.h"

namespace passevents::mlir {

// What a thread keeps between actions. Finding it costs a call in a loaded library: once an action is enough.
struct ThreadContext {
  Frame* innermost = nullptr;        // of whatever context
  std::uint64_t token = 0;           // of that frame
  std::uint64_t last_token = 0;
  Vocabulary* vocabulary = nullptr;  // the one used last
  ThreadStack stack;
  Scope* scope = nullptr;            // the innermost, of whatever context
  KnownTags tags;
  ThreadState* core = nullptr;       // of this thread

  // Some compilers catch their own crashes by longjmp, past the frames here. Such a frame lies deeper in the stack
  // than the caller, or something else lies there by now; what it knew of those further out is gone with it.
  void drop_abandoned() noexcept {
    const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    if (innermost == nullptr) return;
    const bool is_there = reinterpret_cast<std::uintptr_t>(innermost) >= here;
    if (is_there && innermost->head == token && innermost->tail == token) return;
    innermost = nullptr;
    forget_open_actions();
    drop_abandoned_scopes(*this, reinterpret_cast<const void*>(here));
  }
};
ThreadContext& thread_context() noexcept;

// What begins at the root of its thread lies in whatever the core has open there.
Link root_link(Journal& journal) noexcept;
// What begins inside a frame or scope with these links; null for none.
Link link_inside(const Links* outer, Journal& journal) noexcept;

// The scope of a pass, which its action takes for its own and leaves when it ends, however it ends.
class ClaimedScope {
 public:
  ClaimedScope(ThreadContext& thread, const void* pass) noexcept;
  ~ClaimedScope();
  ClaimedScope(const ClaimedScope&) = delete;
  ClaimedScope& operator=(const ClaimedScope&) = delete;

  Scope* get() const noexcept { return scope_; }
  Scope* operator->() const noexcept { return scope_; }
  explicit operator bool() const noexcept { return scope_ != nullptr; }
  // The action came to its end: the scope goes on until the pass's end is told.
  void keep() noexcept { scope_ = nullptr; }

 private:
  ThreadContext& thread_;
  Scope* scope_;
};

// The handler is in use on this thread: rosters that could be seen from here are kept.
class Visit {
 public:
  Visit(Handler& handler, const ThreadContext& thread) noexcept;
  ~Visit();
  Visit(const Visit&) = delete;
  Visit& operator=(const Visit&) = delete;

 private:
  Handler* const counted_;  // null where a frame further out is counted already
};

// The scope of a pass whose pass manager is not instrumented, while its action runs: what is said in it lies in it.
class OwnScope {
 public:
  // `kept` gets it at the end.
  OwnScope(ThreadContext& thread, const ContextView& view, const Frame& frame, Scope* above,
           std::unique_ptr<Scope>& kept) noexcept;
  ~OwnScope();
  OwnScope(const OwnScope&) = delete;
  OwnScope& operator=(const OwnScope&) = delete;

 private:
  ThreadContext& thread_;
  Scope* scope_ = nullptr;
  std::unique_ptr<Scope>& kept_;
};

// The frame is open: on its thread and, if it is a pass that other threads may work for, in its context.
class OpenFrame {
 public:
  OpenFrame(OpenPasses& passes, Frame& frame, ThreadContext& thread) noexcept;
  ~OpenFrame();
  OpenFrame(const OpenFrame&) = delete;
  OpenFrame& operator=(const OpenFrame&) = delete;

 private:
  OpenPasses& passes_;
  ThreadContext& thread_;
  const Frame& frame_;
  const bool shared_;
};

class Dispatch {
 public:
  Dispatch(Handler& handler, ThreadContext& thread, const Roster& roster, abi::FunctionRef body,
           const abi::Action& action) noexcept;
  Dispatch(const Dispatch&) = delete;
  Dispatch& operator=(const Dispatch&) = delete;

  void run() {
    if (roster_.inspects_passes && frame_.pass != nullptr && allowed_) inspect_before();
    record_from(0);
    scope_.keep();
    if (handler_.is_cancelled()) notice_cancelled();
  }

 private:
  bool is_root() const noexcept;
  bool is_in_adaptor() const noexcept;
  bool is_allowed() noexcept;
  bool runs_cancelled() noexcept;
  void notice_cancelled() noexcept;
  void find_parent() noexcept;
  Link link_for(Journal& journal) const noexcept;
  bool is_recorded(std::size_t slot) const noexcept;
  void record_from(std::size_t slot);
  void record(std::size_t slot, Interest interest);
  void finish(Recording& recording, const Recipients& recipients) noexcept;
  void execute();
  void learn_from_body(ClosureLearner& learner);
  const void* driver_operation() const noexcept;
  void inspect_before() noexcept;
  void report(std::size_t slot, const Wishes& wishes, Recording& recording) noexcept;
  void run_body();

  Handler& handler_;
  ThreadContext& thread_;
  const Roster& roster_;
  const abi::FunctionRef body_;
  const ActionView action_;
  ClaimedScope scope_;  // of a pass whose pass manager is instrumented
  Frame frame_;
  Links found_;                    // copied from another thread's frame
  Scope* above_ = nullptr;         // of the pass that was found
  std::unique_ptr<Scope> own_scope_;
  const Links* parent_ = nullptr;  // of the frame around this one; null at the root
  bool allowed_ = true;
  bool recorded_ = false;  // in some journal
  std::uint64_t end_ns_ = 0;
  Status status_ = Status::completed;
  Changed changed_ = Changed::unknown;
  std::unique_ptr<PassInspection> inspection_;
};

}  // namespace passevents::mlir
