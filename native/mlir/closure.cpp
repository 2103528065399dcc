#include "mlir/closure.h"

#include <pthread.h>

namespace passevents::mlir {

ThreadStack ThreadStack::of_this_thread() noexcept {
  ThreadStack stack;
  stack.low_ = stack.high_ = 1;  // looked for, and holds nothing
  pthread_attr_t attributes;
  if (::pthread_getattr_np(::pthread_self(), &attributes) != 0) return stack;
  void* lowest = nullptr;
  std::size_t size = 0;
  if (::pthread_attr_getstack(&attributes, &lowest, &size) == 0) {
    stack.low_ = reinterpret_cast<std::uintptr_t>(lowest);
    stack.high_ = stack.low_ + size;
  }
  ::pthread_attr_destroy(&attributes);
  return stack;
}

ClosureWords::ClosureWords(std::intptr_t closure, ThreadStack& stack) noexcept {
  if (!stack.is_known()) stack = ThreadStack::of_this_thread();
  const auto address = static_cast<std::uintptr_t>(closure);
  if (stack.holds(address, sizeof words_)) std::memcpy(words_.data(), reinterpret_cast<const void*>(address), sizeof words_);
}

ClosureBytes ClosureWords::bytes(const ThreadStack& stack) const noexcept {
  ClosureBytes bytes;
  for (std::size_t at = 0; at < kClosureWords; ++at) {
    const bool is_here = stack.holds(words_[at], 1);
    bytes[at] = is_here ? *reinterpret_cast<const volatile std::uint8_t*>(words_[at]) : kNoByte;
  }
  return bytes;
}

}  // namespace passevents::mlir
