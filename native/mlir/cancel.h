// Ending a pipeline that runs, from outside: cleanly, at the next action.
//
// What is to run is skipped, and the passes that are open fail, as if they had said so themselves: MLIR unwinds by its
// own rules, and its context stays usable. What has no action in it (cse on one large function) ends first.
#pragma once

#include <atomic>
#include <string_view>

#include "mlir/abi.h"
#include "mlir/closure.h"

namespace passevents::mlir {

// The attributes of what was cut short.
inline constexpr std::string_view kCancelled = R"({"failure": "cancelled"})";

// Lets a pass fail without running: its action's body keeps the result in a variable, which is found by what else the
// body holds. False where it is not found; then nothing is changed.
bool fail_unrun(abi::FunctionRef body, const void* pass, ThreadStack& stack) noexcept;

// For its lifetime an interrupt (SIGINT) sets a flag, before whoever handled it does. One for the process, on its main
// thread; one inside another takes its place.
class InterruptFlag {
 public:
  explicit InterruptFlag(std::atomic<bool>& flag) noexcept;
  ~InterruptFlag();
  InterruptFlag(const InterruptFlag&) = delete;
  InterruptFlag& operator=(const InterruptFlag&) = delete;

  // Whether there was an interrupt since.
  bool was_interrupted() const noexcept;

 private:
  const unsigned before_;
  std::atomic<bool>* const outer_;
  bool is_installed_ = false;
};

}  // namespace passevents::mlir
