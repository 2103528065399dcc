// What the recorder has to know of the interpreter lock, without knowing Python. Installed by the bindings.
#pragma once

namespace passevents::mlir {

struct InterpreterLock {
  bool (*is_held)() noexcept;  // by this thread
  int (*acquire)() noexcept;
  void (*release)(int state) noexcept;
};

InterpreterLock& interpreter_lock() noexcept;

// Holds the lock for its lifetime, if asked to.
class HeldInterpreter {
 public:
  explicit HeldInterpreter(bool wanted) noexcept : held_(wanted), state_(wanted ? interpreter_lock().acquire() : 0) {}
  ~HeldInterpreter() {
    if (held_) interpreter_lock().release(state_);
  }
  HeldInterpreter(const HeldInterpreter&) = delete;
  HeldInterpreter& operator=(const HeldInterpreter&) = delete;

 private:
  const bool held_;
  const int state_;
};

}  // namespace passevents::mlir
