// Whether an action did anything: read from what the compiler's own code captured.
//
// An action carries no result. But the body that a handler is given is a closure, and what it captured by reference
// are the variables on the stack below it in which the compiler keeps the result: whether a pattern matched, whether a
// greedy iteration is to be followed by another, whether a conversion succeeded. Which words of the closure those are
// is learned for each build (closure_probe.h), and is believed only for the very code that was seen; every address is
// checked to be of the calling thread's stack before it is looked at. Where anything is not as it was learned, nothing
// is known.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/event.h"
#include "mlir/abi.h"

namespace passevents::mlir {

// How many words from its start a closure is looked at.
inline constexpr std::size_t kClosureWords = 10;

// The calling thread's stack; empty where it cannot be told.
class ThreadStack {
 public:
  ThreadStack() noexcept = default;
  static ThreadStack of_this_thread() noexcept;

  // False for one that was never looked for.
  bool is_known() const noexcept { return high_ != 0; }
  // Whether these bytes lie between the caller's frame and the end of the stack.
  bool holds(std::uintptr_t address, std::size_t size) const noexcept {
    const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    return here >= low_ && address >= here && address <= high_ && high_ - address >= size;
  }

 private:
  std::uintptr_t low_ = 0;
  std::uintptr_t high_ = 0;
};

// The bytes that the words of a closure point to; kNoByte for a word that leads elsewhere than into this stack.
using ClosureBytes = std::array<int, kClosureWords>;
inline constexpr int kNoByte = -1;

// The words of a closure, copied before its body runs.
class ClosureWords {
 public:
  ClosureWords(std::intptr_t closure, ThreadStack& stack) noexcept;
  ClosureBytes bytes(const ThreadStack& stack) const noexcept;

 private:
  std::array<std::uintptr_t, kClosureWords> words_{};
};

// The closures of one piece of code, and the words that point to its result.
struct ClosureSite {
  void (*callback)(std::intptr_t) = nullptr;  // null: not known
  std::uint8_t first = 0;
  std::uint8_t second = 0;  // the same where there is one only

  bool is_of(abi::FunctionRef body) const noexcept { return callback != nullptr && callback == body.callback; }
};

// What is known of a build.
struct Closures {
  ClosureSite pattern;     // both bytes: 0 before, 1 after a match
  ClosureSite iteration;   // after it: 1 if it changed anything
  ClosureSite conversion;  // 1 before, 0 after a failure
};

// Looks at a closure before its body runs, and at the result after. What the body throws says nothing: then it must
// not be asked.
class ClosureResult {
 public:
  ClosureResult(const Closures& known, abi::FunctionRef body, ThreadStack& stack) noexcept;

  Changed changed() const noexcept;
  bool failed() const noexcept { return kind_ == Kind::conversion && *first_ == 0; }

 private:
  enum class Kind : std::uint8_t { unknown, pattern, iteration, conversion };
  // Whatever its type there.
  static std::uintptr_t word(std::uintptr_t closure, std::size_t at) noexcept {
    std::uintptr_t value;
    std::memcpy(&value, reinterpret_cast<const void*>(closure + at * sizeof value), sizeof value);
    return value;
  }
  void look(const ClosureSite& site, abi::FunctionRef body, ThreadStack& stack) noexcept;

  Kind kind_ = Kind::unknown;
  const volatile std::uint8_t* first_ = nullptr;
  const volatile std::uint8_t* second_ = nullptr;
};

inline ClosureResult::ClosureResult(const Closures& known, abi::FunctionRef body, ThreadStack& stack) noexcept {
  if (known.pattern.is_of(body)) {
    look(known.pattern, body, stack);
    if (first_ != nullptr && *first_ == 0 && *second_ == 0) kind_ = Kind::pattern;
  } else if (known.iteration.is_of(body)) {
    look(known.iteration, body, stack);
    if (first_ != nullptr) kind_ = Kind::iteration;
  } else if (known.conversion.is_of(body)) {
    look(known.conversion, body, stack);
    if (first_ != nullptr && *first_ == 1) kind_ = Kind::conversion;
  }
}

// The addresses are copied now: the closure itself may be reused by what runs in it.
inline void ClosureResult::look(const ClosureSite& site, abi::FunctionRef body, ThreadStack& stack) noexcept {
  if (!stack.is_known()) stack = ThreadStack::of_this_thread();
  const auto closure = static_cast<std::uintptr_t>(body.closure);
  if (!stack.holds(closure, kClosureWords * sizeof(std::uintptr_t))) return;
  const std::uintptr_t first = word(closure, site.first), second = word(closure, site.second);
  if (!stack.holds(first, 1) || !stack.holds(second, 1)) return;
  first_ = reinterpret_cast<const volatile std::uint8_t*>(first);
  second_ = reinterpret_cast<const volatile std::uint8_t*>(second);
}

inline Changed ClosureResult::changed() const noexcept {
  if (kind_ != Kind::pattern && kind_ != Kind::iteration) return Changed::unknown;
  const std::uint8_t value = *first_;
  if (value > 1 || value != *second_) return Changed::unknown;
  return value == 1 ? Changed::yes : Changed::no;
}

}  // namespace passevents::mlir
