#include "mlir/interpreter.h"

namespace passevents::mlir {

InterpreterLock& interpreter_lock() noexcept {
  static InterpreterLock lock{[]() noexcept { return false; }, []() noexcept { return 0; }, [](int) noexcept {}};
  return lock;
}

}  // namespace passevents::mlir
