#include "bindings/journal.h"

#include <nanobind/stl/shared_ptr.h>

#include <nanobind/stl/optional.h>

#include <cstdint>
#include <memory>

#include "bindings/convert.h"
#include "core/clock.h"
#include "core/journal.h"

namespace passevents::bindings {

using namespace nb::literals;

namespace {

// Writes Python's events. `event` is a passevents.PassEvent, read as the tuple that it is.
class Recorder {
 public:
  Recorder(std::shared_ptr<Journal> journal, unsigned kind, nb::object attributes)
      : journal_(std::move(journal)), kind_(static_cast<Kind>(kind)), attributes_(std::move(attributes)) {
    if (kind > static_cast<unsigned>(Kind::diagnostic)) throw nb::value_error("no such kind of event");
  }

  bool start(nb::handle event) {
    Writer* writer = journal_->writer();
    if (writer == nullptr) return false;
    Begin begin = begin_of(event, *writer);
    begin.attributes = text(*writer, attributes_);
    begin.start_ns = monotonic_ns();
    return writer->begin(begin);
  }

  bool start_with(nb::handle event, nb::handle attributes, nb::handle tag, nb::handle detail, nb::handle operation,
                  nb::handle file, std::uint32_t line, std::uint32_t column, nb::handle location,
                  std::int32_t iteration) {
    Writer* writer = journal_->writer();
    if (writer == nullptr) return false;
    Begin begin = begin_of(event, *writer);
    begin.attributes = text(*writer, attributes.is_none() ? nb::handle(attributes_) : attributes);
    begin.tag = text(*writer, tag);
    begin.detail = text(*writer, detail);
    begin.operation = text(*writer, operation);
    begin.iteration = iteration;
    if (!file.is_none() || !location.is_none()) {
      begin.location = writer->location(text(*writer, file), line, column, text(*writer, location));
    }
    begin.start_ns = monotonic_ns();
    return writer->begin(begin);
  }

  void finish(nb::handle event, unsigned status, std::optional<bool> changed, nb::handle error,
              nb::handle attributes) {
    End end{static_cast<Sequence>(integer(item(event, 1)))};
    end.end_ns = monotonic_ns();
    Writer* writer = journal_->writer();
    if (writer == nullptr) return;
    end.status = static_cast<Status>(status);
    if (changed) end.changed = *changed ? Changed::yes : Changed::no;
    end.error = text(*writer, error);
    end.attributes = text(*writer, attributes);
    writer->end(end);
  }

  void complete(nb::handle event) {
    End end{static_cast<Sequence>(integer(item(event, 1)))};
    end.end_ns = monotonic_ns();
    Writer* writer = journal_->writer();
    if (writer != nullptr) writer->end(end);
  }

 private:
  static PyObject* item(nb::handle event, Py_ssize_t index) {
    PyObject* value = PyTuple_GetItem(event.ptr(), index);
    if (value == nullptr) throw nb::python_error();
    return value;
  }

  static std::uint32_t integer(PyObject* value) {
    const unsigned long number = PyLong_AsUnsignedLong(value);
    if (number == static_cast<unsigned long>(-1) && PyErr_Occurred() != nullptr) throw nb::python_error();
    if (number >= kNoSequence) throw nb::value_error("a sequence or depth is too large for the journal");
    return static_cast<std::uint32_t>(number);
  }

  static TextId text(Writer& writer, nb::handle value) {
    if (value.is_none()) return 0;
    nb::object owner;
    return writer.text(utf8_of(value, owner));
  }

  Begin begin_of(nb::handle event, Writer& writer) const {
    Begin begin{integer(item(event, 1))};
    PyObject* parent = item(event, 3);
    if (parent != Py_None) begin.parent = integer(parent);
    begin.depth = integer(item(event, 2));
    begin.kind = kind_;
    begin.name = text(writer, item(event, 0));
    begin.phase = text(writer, item(event, 4));
    return begin;
  }

  std::shared_ptr<Journal> journal_;
  Kind kind_;
  nb::object attributes_;
};

}  // namespace

void bind_recorder(nb::module_& m) {
  nb::class_<Recorder>(m, "Recorder",
                       "Writes Python's events of one kind; any thread may use it. Texts of attributes are JSON objects.")
      .def(nb::init<std::shared_ptr<Journal>, unsigned, nb::object>(), "journal"_a, "kind"_a,
           nb::arg("attributes").none() = nb::none(), nb::sig("def __init__(self, journal: Journal, kind: int, attributes: str | None = None) -> None"))
      .def("start", &Recorder::start, "event"_a, nb::sig("def start(self, event: tuple[str, int, int, int | None, str | None]) -> bool"),
           "False: dropped; its end must not be written.")
      .def("start_with", &Recorder::start_with, "event"_a, nb::kw_only(), "attributes"_a.none() = nb::none(),
           "tag"_a.none() = nb::none(), "detail"_a.none() = nb::none(), "operation"_a.none() = nb::none(),
           "file"_a.none() = nb::none(), "line"_a = 0, "column"_a = 0, "location"_a.none() = nb::none(),
           "iteration"_a = -1,
           nb::sig("def start_with(self, event: tuple[str, int, int, int | None, str | None], *, "
                   "attributes: str | None = None, tag: str | None = None, detail: str | None = None, "
                   "operation: str | None = None, file: str | None = None, line: int = 0, column: int = 0, "
                   "location: str | None = None, iteration: int = -1) -> bool"),
           "As start(), with what else is known; attributes take the place of the recorder's.")
      .def("complete", &Recorder::complete, "event"_a, nb::sig("def complete(self, event: tuple[str, int, int, int | None, str | None]) -> None"))
      .def("finish", &Recorder::finish, "event"_a, "status"_a, "changed"_a.none() = nb::none(),
           "error"_a.none() = nb::none(), "attributes"_a.none() = nb::none(),
           nb::sig("def finish(self, event: tuple[str, int, int, int | None, str | None], status: int, "
                   "changed: bool | None = None, error: str | None = None, attributes: str | None = None) -> None"));
}

}  // namespace passevents::bindings
