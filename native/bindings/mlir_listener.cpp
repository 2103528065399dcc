#include <string>
#include <string_view>

#include "bindings/convert.h"
#include "bindings/mlir.h"
#include "mlir/interpreter.h"

namespace passevents::bindings {

namespace nb = nanobind;
using namespace passevents::mlir;

namespace {

// "mlir.ir.Context._CAPIPtr" to "mlir.ir.Operation._CAPIPtr".
std::string operation_capsule_name(nb::handle context) {
  std::string name = PyCapsule_GetName(context.ptr());
  constexpr std::string_view kContext = "Context";
  return name.replace(name.rfind(kContext), kContext.size(), "Operation");
}

class PythonListener final : public Listener {
 public:
  PythonListener(nb::handle callable, nb::handle context)
      : callable_(nb::borrow(callable)), capsule_name_(operation_capsule_name(context)) {}
  ~PythonListener() override {
    if (Py_IsInitialized() == 0) {
      callable_.release();  // the interpreter is gone, and the object with it
      return;
    }
    const HeldInterpreter held(true);
    callable_.reset();
    if (interrupted_) PyErr_SetInterrupt();
  }

  void started(const LiveEvent& event) noexcept override {
    ++open_;
    if (!interrupted_) tell(event, event.action.operation, nullptr);
  }
  void ended(const LiveEvent& event, Status status) noexcept override {
    if (!interrupted_) tell(event, event.action.pass != nullptr ? event.action.operation : nullptr, &status);
    if (status != Status::skipped) --open_;
    if (interrupted_ && open_ == 0) hand_on_interrupt();
  }

 private:
  // An interrupt (Ctrl-C) that arrives in the callable cannot leave through the compiler. Nothing more is told of
  // what is open; at its end the interpreter gets the interrupt, and raises it where the pipeline was run.
  void hand_on_interrupt() noexcept {
    interrupted_ = false;
    const HeldInterpreter held(true);
    PyErr_SetInterrupt();
  }

  void tell(const LiveEvent& event, const void* operation, const Status* status) noexcept {
    const HeldInterpreter held(true);
    try {
      TupleBuilder arguments(7);
      arguments.own(decoded(event.action.name()).release().ptr());
      arguments.integer(event.sequence);
      arguments.integer(event.depth);
      arguments.integer_or_none(event.parent != kNoSequence, event.parent);
      if (event.phase == nullptr) {
        arguments.none();
      } else {
        arguments.own(decoded(*event.phase).release().ptr());
      }
      if (operation == nullptr) {
        arguments.none();
      } else {
        arguments.own(PyCapsule_New(const_cast<void*>(operation), capsule_name_.c_str(), nullptr));
      }
      arguments.integer_or_none(status != nullptr, status == nullptr ? 0 : static_cast<long long>(*status));
      const nb::object tuple = arguments.take();
      nb::steal(or_stay([&] { return PyObject_CallObject(callable_.ptr(), tuple.ptr()); }));
    } catch (const std::exception&) {
      PyErr_Clear();
    }
    if (PyErr_Occurred() != nullptr && PyErr_ExceptionMatches(PyExc_KeyboardInterrupt) != 0) interrupted_ = true;
    PyErr_Clear();  // the callable keeps its own errors; none may reach the compiler
  }

  nb::object callable_;
  std::size_t open_ = 0;  // actions it was told of, on the one thread there is
  bool interrupted_ = false;
  const std::string capsule_name_;
};

}  // namespace

std::unique_ptr<Listener> listener_of(nb::handle callable, nb::handle context) {
  if (callable.is_none()) return nullptr;
  return std::make_unique<PythonListener>(callable, context);
}

}  // namespace passevents::bindings
