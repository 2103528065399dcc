#include "mlir/closure_learner.h"

#include "core/clock.h"

namespace passevents::mlir {

void ClosureLearner::add(abi::FunctionRef body, const ClosureBytes& before, const ClosureBytes& after, bool changed,
                         std::uint64_t spent_ns) noexcept {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!is_learning()) return;
  if (callback_ == nullptr) callback_ = body.callback;
  if (callback_ != body.callback) {
    is_learning_.store(false, std::memory_order_relaxed);  // there are several sorts: none is believed
    return;
  }
  for (std::size_t word = 0; word < kClosureWords; ++word) {
    const bool agrees = before[word] == 0 && after[word] == int{changed};
    if (!agrees) disagreed_.fetch_or(1u << word, std::memory_order_relaxed);
  }
  if (changed) ++changed_;
  if (!changed) unchanged_.fetch_add(1, std::memory_order_relaxed);
  spent_ns_ += spent_ns;
  if (changed_ >= kLeastOfEach && unchanged_ >= kLeastOfEach && changed_ + unchanged_ >= kLeast) return decide();
  if (spent_ns_ > kMostSpent_ns) is_learning_.store(false, std::memory_order_relaxed);
}

void ClosureLearner::glance(const void* pattern, const ClosureBytes& before, const ClosureBytes& after) noexcept {
  const std::uint32_t disagreed = disagreed_.load(std::memory_order_relaxed);
  unsigned told = 0;
  for (std::size_t word = 0; word < kClosureWords; ++word) {
    if ((disagreed & 1u << word) == 0 && before[word] == 0 && after[word] == 1) ++told;
  }
  if (told >= 2) suspect_.store(pattern, std::memory_order_relaxed);
}

// Two words must agree: one alone may do so by chance.
void ClosureLearner::decide() noexcept {
  is_learning_.store(false, std::memory_order_relaxed);
  const std::uint32_t disagreed = disagreed_.load(std::memory_order_relaxed);
  std::array<std::uint8_t, kClosureWords> found{};
  std::size_t count = 0;
  for (std::uint8_t word = 0; word < kClosureWords; ++word) {
    if ((disagreed & 1u << word) == 0) found[count++] = word;
  }
  if (count < 2) return;
  closures_.pattern = {callback_, found[0], found[1]};
  learned_.store(&closures_, std::memory_order_release);
}

Lesson::Lesson(ClosureLearner& learner, const InspectionApi& api, const void* program, abi::FunctionRef body,
               ThreadStack& stack) noexcept
    : learner_(learner),
      api_(api),
      stack_(stack),
      program_(program),
      body_(body),
      words_(body.closure, stack),
      before_(fingerprint()),
      bytes_before_(words_.bytes(stack)) {}

void Lesson::finish() noexcept {
  const ClosureBytes after = words_.bytes(stack_);
  const bool changed = fingerprint() != before_;
  learner_.add(body_, bytes_before_, after, changed, spent_ns_);
}

Lesson::Print Lesson::fingerprint() noexcept {
  Print print{};
  const std::uint64_t start = monotonic_ns();
  api_.fingerprint(print.data(), program_, true);
  spent_ns_ += monotonic_ns() - start;
  return print;
}

}  // namespace passevents::mlir
