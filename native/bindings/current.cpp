#include "core/current.h"

#include <dlfcn.h>

#include <atomic>
#include <string>
#include <utility>

#include "bindings/convert.h"
#include "bindings/journal.h"
#include "core/journal.h"

namespace passevents::bindings {

using namespace nb::literals;

namespace {

// Never freed: native threads may ask while the interpreter goes down.
PyObject* python_provider = nullptr;
std::atomic<std::uint64_t> provider_errors{0};

// Outside the limited API, but in every CPython: looked up, so that the extension needs no symbol it may not use.
bool holds_interpreter_lock() {
  using Check = int (*)();
  static const auto check = reinterpret_cast<Check>(::dlsym(RTLD_DEFAULT, "PyGILState_Check"));
  return check != nullptr && Py_IsInitialized() != 0 && check() != 0;
}

std::string& phase_of_thread() {
  static thread_local std::string phase;
  return phase;
}

// The provider's (sequence or -1, depth, phase or None), or None.
bool read_answer(nb::handle answer, Current& out) {
  if (answer.is_none()) return true;
  PyObject* tuple = answer.ptr();
  if (!PyTuple_Check(tuple) || PyTuple_Size(tuple) != 3) return false;
  const auto sequence = nb::cast<std::int64_t>(nb::handle(PyTuple_GetItem(tuple, 0)));
  if (sequence >= 0) out.sequence = static_cast<Sequence>(sequence);
  out.depth = nb::cast<std::uint32_t>(nb::handle(PyTuple_GetItem(tuple, 1)));
  const nb::handle phase = PyTuple_GetItem(tuple, 2);
  out.has_phase = !phase.is_none();
  if (out.has_phase) {
    nb::object owner;
    phase_of_thread().assign(utf8_of(phase, owner));
    out.phase = phase_of_thread();
  }
  return true;
}

// An error that is on its way through the thread stays as it was.
class ErrorKept {
 public:
  ErrorKept() { PyErr_Fetch(&type_, &value_, &trace_); }
  ~ErrorKept() { PyErr_Restore(type_, value_, trace_); }
  ErrorKept(const ErrorKept&) = delete;
  ErrorKept& operator=(const ErrorKept&) = delete;

 private:
  PyObject* type_ = nullptr;
  PyObject* value_ = nullptr;
  PyObject* trace_ = nullptr;
};

// A provider that fails is counted, and says nothing.
void ask_python(std::uint64_t journal_token, Current& out) {
  if (python_provider == nullptr) return;
  const ErrorKept kept;
  try {
    const nb::object token = nb::steal(PyLong_FromUnsignedLongLong(journal_token));
    const nb::object answer = nb::steal(PyObject_CallFunctionObjArgs(python_provider, token.ptr(), nullptr));
    if (answer.is_valid() && read_answer(answer, out)) return;
  } catch (const std::exception&) {
  }
  PyErr_Clear();
  out = Current{};
  ++provider_errors;
}

bool provide(std::uint64_t journal_token, Current& out) {
  if (!holds_interpreter_lock()) return false;
  ask_python(journal_token, out);
  return true;
}

void install_provider(nb::handle provider) {
  PyObject* old = python_provider;
  python_provider = provider.is_none() ? nullptr : provider.inc_ref().ptr();
  Py_XDECREF(old);
  set_current_provider(&provide);
}

// What a native action starting here would see; for tests and for adapters written in Python.
nb::object current_of(const Journal& journal) {
  Current value;
  if (!current(&journal, value)) return nb::none();
  TupleBuilder tuple(3);
  tuple.integer_or_none(value.sequence != kNoSequence, value.sequence);
  tuple.integer(value.depth);
  if (value.has_phase) {
    tuple.own(decoded(value.phase).release().ptr());
  } else {
    tuple.none();
  }
  return tuple.take();
}

}  // namespace

void bind_current(nb::module_& m) {
  m.def("set_current_provider", &install_provider, "provider"_a.none(),
        nb::sig("def set_current_provider(provider: collections.abc.Callable[[int], tuple[int, int, str | None] | None] | None) -> None"),
        "Who is asked for what encloses a native action.\n\n"
        "Called with a journal's token on a thread that holds the interpreter lock; answers with\n"
        "(sequence or -1, depth, phase), or None.");
  m.def("publish_current", [](const Journal& journal) { publish_current(&journal); }, "journal"_a,
        "Keep what the provider answers now for this thread's actions while it is without the interpreter lock.");
  m.def("withdraw_current", &withdraw_current, "Forget what publish_current() kept for this thread.");
  m.def("current_errors", [] { return provider_errors.load(); }, "How often the provider failed.");
  m.def("current", &current_of, "journal"_a,
        nb::sig("def current(journal: Journal) -> tuple[int | None, int, str | None] | None"),
        "(sequence, depth, phase) of what encloses an action that starts now, from Python or native.");
}

}  // namespace passevents::bindings
