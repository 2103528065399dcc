// Learns from attempts as they come which words of a pattern's closure tell its result.
//
// For builds whose patterns cannot be tried out beforehand. Whether an attempt changed anything is told by MLIR's own
// fingerprint of the operation that the driver works on; the words are those that agreed every time, in enough attempts
// of both outcomes. Until then nothing is known of them. Attempts that change nothing are plenty: after the first ones
// only those of a pattern are compared at which two of the words that are left have told of a change. What is spent in
// a process is bounded: where it is not enough, nothing is ever known.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>

#include "mlir/closure.h"
#include "mlir/inspection_api.h"

namespace passevents::mlir {

class ClosureLearner {
 public:
  // What was learned, null until then.
  const Closures* learned() const noexcept { return learned_.load(std::memory_order_acquire); }
  bool is_learning() const noexcept { return is_learning_.load(std::memory_order_relaxed); }
  // Whether an attempt of that pattern is worth a lesson; of one that is not, glance() at what its words pointed to.
  bool wants_lesson(const void* pattern) const noexcept {
    return unchanged_.load(std::memory_order_relaxed) < kLeast || suspect_.load(std::memory_order_relaxed) == pattern;
  }
  void glance(const void* pattern, const ClosureBytes& before, const ClosureBytes& after) noexcept;
  // What an attempt's words pointed to, before and after, and whether it changed the program.
  void add(abi::FunctionRef body, const ClosureBytes& before, const ClosureBytes& after, bool changed,
           std::uint64_t spent_ns) noexcept;

  static constexpr unsigned kLeastOfEach = 4;
  static constexpr unsigned kLeast = 24;
  static constexpr std::uint64_t kMostSpent_ns = 100'000'000;

 private:
  void decide() noexcept;

  std::atomic<bool> is_learning_{true};
  std::atomic<const Closures*> learned_{nullptr};
  std::atomic<std::uint32_t> disagreed_{0};  // a bit for each word that did
  std::atomic<unsigned> unchanged_{0};
  std::atomic<const void*> suspect_{nullptr};  // the pattern at which two words have told of a change
  std::mutex mutex_;  // guards what follows, and changes of what is above
  void (*callback_)(std::intptr_t) = nullptr;
  unsigned changed_ = 0;
  std::uint64_t spent_ns_ = 0;
  Closures closures_;
};

// One attempt that is learned from: make it before the body runs, finish() it after.
class Lesson {
 public:
  Lesson(ClosureLearner& learner, const InspectionApi& api, const void* program, abi::FunctionRef body,
         ThreadStack& stack) noexcept;
  void finish() noexcept;

 private:
  using Print = std::array<std::uint8_t, 24>;
  Print fingerprint() noexcept;

  ClosureLearner& learner_;
  const InspectionApi& api_;
  const ThreadStack& stack_;
  const void* const program_;
  const abi::FunctionRef body_;
  const ClosureWords words_;
  std::uint64_t spent_ns_ = 0;
  const Print before_;
  const ClosureBytes bytes_before_;
};

}  // namespace passevents::mlir
