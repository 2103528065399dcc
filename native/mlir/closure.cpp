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

}  // namespace passevents::mlir
