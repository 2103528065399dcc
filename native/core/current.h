// Where a thread is: the event that an action starting now lies in.
//
// Two things can enclose it: a native action open on this thread, or a frame that Python has open. The inner
// of the two is the one that started later.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/event.h"
#include "core/thread_state.h"

namespace passevents {

class Journal;

// A native action while it runs: construct it after its begin was written, on the stack, on its thread.
struct OpenAction {
  OpenAction(const Journal* journal, Sequence sequence, std::uint32_t depth,
             ThreadState& thread = thread_state) noexcept
      : journal(journal), sequence(sequence), depth(depth), outer(thread.innermost), thread_(thread) {
    thread_.innermost = this;
  }
  ~OpenAction() { thread_.innermost = outer; }
  OpenAction(const OpenAction&) = delete;
  OpenAction& operator=(const OpenAction&) = delete;

  const Journal* const journal;
  const Sequence sequence;
  const std::uint32_t depth;
  OpenAction* const outer;

 private:
  ThreadState& thread_;  // kept: finding it costs a call in a loaded library
};

// Where a compiler caught its own crash by longjmp, past this thread's open actions: they end without an end.
inline void forget_open_actions() noexcept { thread_state.innermost = nullptr; }

struct Current {
  Sequence sequence = kNoSequence;  // kNoSequence: nothing encloses it, only the phase may be set
  std::uint32_t depth = 0;
  bool has_phase = false;
  std::string_view phase;           // valid until this thread asks again
};

// False when there is neither an enclosing event of this journal nor a phase. Never throws. Asking Python costs
// microseconds: ask for actions at the root of their thread only.
bool current(const Journal* journal, Current& out) noexcept;
// The innermost open native action of this thread for that journal, or null.
const OpenAction* innermost_action(const Journal* journal) noexcept;

// Installed by the bindings: fills `out` with Python's innermost frame of that journal, and the phase. Returns
// false when Python cannot be asked (this thread is without the interpreter lock).
using CurrentProvider = bool (*)(std::uint64_t journal_token, Current& out);
void set_current_provider(CurrentProvider provider) noexcept;

// For the caller who is about to release the interpreter lock on this thread: keeps what Python answers now for
// that journal, and uses it while Python cannot be asked. Published for several journals, each has its own.
void publish_current(const Journal* journal);
void withdraw_current() noexcept;

}  // namespace passevents
