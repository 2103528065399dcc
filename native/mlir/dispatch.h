// One action on its way through the handler: it gets a frame, is offered to every journal, and runs.
#pragma once

#include "mlir/handler.h"

namespace passevents::mlir {

// What a thread keeps between actions. Finding it costs a call in a loaded library: once an action is enough.
struct ThreadContext {
  Frame* innermost = nullptr;        // of whatever context
  Vocabulary* vocabulary = nullptr;  // the one used last
  ThreadStack stack;
};
ThreadContext& thread_context() noexcept;

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

  void run() { record_from(0); }

 private:
  bool is_root() const noexcept;
  bool is_allowed() noexcept;
  void find_parent() noexcept;
  Link link_for(Journal& journal) const noexcept;
  void record_from(std::size_t slot);
  void record(std::size_t slot, Interest interest);
  void execute();

  Handler& handler_;
  ThreadContext& thread_;
  const Roster& roster_;
  const abi::FunctionRef body_;
  const ActionView action_;
  Frame frame_;
  Links found_;                    // copied from another thread's frame
  const Links* parent_ = nullptr;  // of the frame around this one; null at the root
  bool allowed_ = true;
  std::uint64_t end_ns_ = 0;
  Status status_ = Status::completed;
  Changed changed_ = Changed::unknown;
};

}  // namespace passevents::mlir
