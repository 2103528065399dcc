#include <nanobind/stl/string.h>

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "bindings/convert.h"
#include "bindings/mlir.h"
#include "mlir/handler.h"
#include "mlir/instrumentation.h"
#include "mlir/places.h"
#include "mlir/cancel.h"
#include "mlir/diagnostics.h"

namespace passevents::bindings {

namespace nb = nanobind;
using namespace nb::literals;
using namespace passevents::mlir;

namespace {

void add_text(TupleBuilder& tuple, std::string_view text) {
  if (text.empty()) return tuple.none();
  tuple.own(decoded(text).release().ptr());
}

void add_place(TupleBuilder& tuple, std::string_view file, std::uint32_t line, std::uint32_t column,
               std::string_view text) {
  add_text(tuple, file);
  tuple.integer_or_none(line != 0, line);
  tuple.integer_or_none(column != 0, column);
  add_text(tuple, text);
}

const Build& with(const Build& build, const char* capability) {
  for (const Capability& some : build.capabilities) {
    if (some.name != capability || some.missing.empty()) continue;
    throw UnsupportedBuild(build.library + " cannot give " + some.name + ": " + some.missing);
  }
  return build;
}

// (severity, message, file, line, column, location, notes)
nb::object tuple_of(const Diagnostic& diagnostic) {
  TupleBuilder notes(static_cast<Py_ssize_t>(diagnostic.notes.size()));
  for (const Diagnostic& note : diagnostic.notes) notes.own(tuple_of(note).release().ptr());
  TupleBuilder tuple(7);
  tuple.integer(diagnostic.severity);
  tuple.own(decoded(diagnostic.message).release().ptr());
  add_place(tuple, diagnostic.file, diagnostic.line, diagnostic.column, diagnostic.location);
  tuple.own(notes.take().release().ptr());
  return tuple.take();
}

// The context must outlive it, or close() come first.
class CollectedDiagnostics {
 public:
  CollectedDiagnostics(nb::handle context, const std::string& extension)
      : diagnostics_(std::in_place, with(find_build(extension), "diagnostics").api,
                     pointer_of(context, "ir.Context._CAPIPtr")) {}

  nb::list close() {
    nb::list collected;
    if (!diagnostics_) return collected;
    for (const Diagnostic& diagnostic : diagnostics_->collected()) collected.append(tuple_of(diagnostic));
    diagnostics_.reset();
    return collected;
  }

 private:
  std::optional<Diagnostics> diagnostics_;
};

nb::object place_of(nb::handle location, const std::string& extension) {
  Place place;
  find_place(find_build(extension).api, pointer_of(location, "ir.Location._CAPIPtr"), place);
  TupleBuilder tuple(4);
  add_place(tuple, place.file, place.line, place.column, place.has_text ? place.text.view() : "");
  return tuple.take();
}

// Sessions must know of the run: none of them may take the handler out meanwhile.
class CountedRun {
 public:
  CountedRun(const Build& build, void* context) : handler_(Handler::of(build, context)) { handler_->run_begins(); }
  ~CountedRun() { handler_->run_ends(); }
  CountedRun(const CountedRun&) = delete;
  CountedRun& operator=(const CountedRun&) = delete;

 private:
  const std::shared_ptr<Handler> handler_;
};

// A run that may be cancelled, by an interrupt too; its methods are for the thread that runs.
class CancellableRun {
 public:
  CancellableRun(std::shared_ptr<Handler> handler, bool by_interrupt)
      : handler_(std::move(handler)), by_interrupt_(by_interrupt) {}
  ~CancellableRun() { leave(); }
  CancellableRun(const CancellableRun&) = delete;
  CancellableRun& operator=(const CancellableRun&) = delete;

  void enter() {
    if (is_entered_) throw std::runtime_error("this run has been entered already");
    is_entered_ = true;
    handler_->run_begins();
    if (by_interrupt_) interrupt_.emplace(handler_->cancelled());
  }
  void exit(nb::handle error) {
    const bool was_interrupted = interrupt_ && interrupt_->was_interrupted();
    leave();
    // What an interrupt has to raise is raised here, and not somewhere later.
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    // MLIR's bindings make their error in Python: an interrupt that is raised there comes out as a RuntimeError.
    if (!was_interrupted || PyObject_IsInstance(error.ptr(), PyExc_RuntimeError) != 1) return;
    PyErr_SetNone(PyExc_KeyboardInterrupt);
    throw nb::python_error();
  }

 private:
  void leave() {
    if (!is_entered_) return;
    is_entered_ = false;
    interrupt_.reset();
    handler_->run_ends();
  }

  const std::shared_ptr<Handler> handler_;
  const bool by_interrupt_;
  bool is_entered_ = false;
  std::optional<InterruptFlag> interrupt_;
};

// Without the interpreter lock for its lifetime.
class Unlocked {
 public:
  Unlocked() noexcept : state_(PyEval_SaveThread()) {}
  ~Unlocked() {
    or_stay([this] { PyEval_RestoreThread(state_); });
  }
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

 private:
  PyThreadState* const state_;
};

bool run_unlocked(const Api& api, void* pass_manager, void* operation) {
  try {
    const Unlocked unlocked;
    return api.run_pass_manager(pass_manager, operation);
  } catch (...) {
    // The exception belongs to another binding library: what it holds is not ours to read.
  }
  throw std::runtime_error("a pass written in Python raised an exception");
}

bool run_pipeline(nb::handle pass_manager, nb::handle operation, nb::handle context, const std::string& extension) {
  const Build& build = with(find_build(extension), "pipelines");
  void* manager = pointer_of(pass_manager, "passmanager.PassManager._CAPIPtr");
  void* op = pointer_of(operation, "ir.Operation._CAPIPtr");
  const CountedRun run(build, pointer_of(context, "ir.Context._CAPIPtr"));
  publish_current_of(manager);
  return run_unlocked(build.api, manager, op);
}

}  // namespace

void bind_mlir_run(nb::module_& m) {
  nb::class_<CancellableRun>(m, "MlirRun", "A run of a pipeline that may be cancelled, as a context manager.")
      .def("__init__", [](CancellableRun* self, nb::handle context, const std::string& extension, bool by_interrupt) {
        new (self) CancellableRun(Handler::of(find_build(extension), pointer_of(context, "ir.Context._CAPIPtr")),
                                  by_interrupt);
      }, "context"_a, "extension"_a, "by_interrupt"_a,
           nb::sig("def __init__(self, context: object, extension: str, by_interrupt: bool) -> None"))
      .def("__enter__", [](CancellableRun& self) { self.enter(); })
      .def("__exit__", [](CancellableRun& self, const nb::args& args) {
        self.exit(args.size() > 1 ? nb::handle(args[1]) : nb::handle(Py_None));
      },
           nb::sig("def __exit__(self, *args: object) -> None"));
  nb::class_<CollectedDiagnostics>(m, "MlirDiagnostics", "Takes a context's diagnostics until it is closed.")
      .def(nb::init<nb::handle, const std::string&>(), "context"_a, "extension"_a,
           nb::sig("def __init__(self, context: object, extension: str) -> None"))
      .def("close", &CollectedDiagnostics::close, nb::sig("def close(self) -> list[tuple[Any, ...]]"),
           "What was said: (severity, message, file, line, column, location, notes) each. Empty the second time.\n\n"
           "Severities are MLIR's: 0 error, 1 warning, 2 note, 3 remark.");
  m.def("mlir_run", &run_pipeline, "pass_manager"_a, "operation"_a, "context"_a, "extension"_a,
        nb::sig("def mlir_run(pass_manager: object, operation: object, context: object, extension: str) -> bool"),
        "Run a pipeline without the interpreter lock; False if it failed. Its passes must not be Python's.\n\n"
        "Raises AttachError where the context has somebody else's action handler.");
  m.def("mlir_place", &place_of, "location"_a, "extension"_a,
        nb::sig("def mlir_place(location: object, extension: str) -> tuple[str | None, int | None, int | None, "
                "str | None]"),
        "(file, line, column, text) of a location; the text only where it is more than the three.");
}

}  // namespace passevents::bindings
