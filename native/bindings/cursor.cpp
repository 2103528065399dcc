#include "core/cursor.h"

#include <nanobind/stl/shared_ptr.h>

#include <memory>
#include <unordered_map>

#include "bindings/convert.h"
#include "bindings/journal.h"

namespace passevents::bindings {

using namespace nb::literals;

namespace {

class PythonCursor {
 public:
  PythonCursor(std::shared_ptr<Journal> journal, std::uint32_t sessions, bool from_start)
      : cursor_(std::move(journal), sessions, from_start) {}

  nb::list read() {
    nb::list result;
    for (const Cursor::Item& item : cursor_.read()) result.append(item.is_begin ? begin_of(item) : end_of(item));
    return result;
  }

 private:
  nb::object begin_of(const Cursor::Item& item) {
    const layout::BeginRecord& begin = item.begin;
    TupleBuilder row(20);
    row.share(Py_True);
    row.integer(begin.sequence);
    row.integer_or_none(begin.parent != kNoSequence, begin.parent);
    row.integer(begin.depth);
    row.integer(begin.commit >> 8 & 0xff);
    add_text(row, item.stream, begin.name);
    add_text(row, item.stream, begin.tag);
    add_text(row, item.stream, begin.phase);
    add_text(row, item.stream, begin.detail);
    row.integer_or_none(begin.iteration >= 0, begin.iteration);
    add_text(row, item.stream, begin.attributes);
    add_unit(row, item.stream, begin.operation, begin.location);
    row.own(more_units(item.stream, begin.more_units).release().ptr());
    row.integer(static_cast<long long>(item.thread));
    row.integer(since_origin(item.time_ns));
    row.integer(begin.sessions);
    return row.take();
  }

  nb::object end_of(const Cursor::Item& item) {
    const layout::EndRecord& end = item.end;
    const unsigned changed = end.commit >> 12 & 0xf;
    TupleBuilder row(8);
    row.share(Py_False);
    row.integer(end.sequence);
    row.integer(end.commit >> 8 & 0xf);
    row.share(changed == 0 ? Py_None : changed == 2 ? Py_True : Py_False);
    add_text(row, item.stream, end.error);
    add_text(row, item.stream, end.attributes);
    row.integer(static_cast<long long>(item.thread));
    row.integer(since_origin(item.time_ns));
    return row.take();
  }

  // The columns operation, file, line, column, location text.
  void add_unit(TupleBuilder& row, std::uint32_t stream, TextId operation, LocationId location) {
    const layout::LocationEntry place = cursor_.location(stream, location);
    add_text(row, stream, operation);
    add_text(row, stream, place.file);
    row.integer_or_none(place.line != 0, place.line);
    row.integer_or_none(place.column != 0, place.column);
    add_text(row, stream, place.text);
  }

  nb::object more_units(std::uint32_t stream, UnitsId id) {
    std::uint32_t count = 0;
    const layout::UnitEntry* entries = cursor_.units(stream, id, count);
    TupleBuilder units(count);
    for (std::uint32_t at = 0; at < count; ++at) {
      TupleBuilder unit(6);
      unit.integer(entries[at].kind);
      add_unit(unit, stream, entries[at].operation, entries[at].location);
      units.own(unit.take().release().ptr());
    }
    return units.take();
  }

  // Decoded once and shared: the same few texts come again and again.
  void add_text(TupleBuilder& row, std::uint32_t stream, TextId id) {
    if (id == 0) return row.none();
    const auto [entry, is_new] = known_.try_emplace(std::uint64_t{stream} << 32 | id);
    if (is_new) entry->second = decoded(cursor_.text(stream, id));
    row.share(entry->second.ptr());
  }

  long long since_origin(std::uint64_t time_ns) const {
    return static_cast<long long>(time_ns - cursor_.journal().origin_ns());
  }

  Cursor cursor_;
  std::unordered_map<std::uint64_t, nb::object> known_;
};

}  // namespace

void bind_cursor(nb::module_& m) {
  nb::class_<PythonCursor>(m, "Cursor",
                           "Follows a living journal; for one thread at a time.\n\n"
                           "`sessions` is a mask of session bits, 0 for every event.")
      .def(nb::init<std::shared_ptr<Journal>, std::uint32_t, bool>(), "journal"_a, "sessions"_a = 0,
           "from_start"_a = false)
      .def("read", &PythonCursor::read, nb::sig("def read(self) -> list[tuple[typing.Any, ...]]"),
           "What was committed since the last call, in the order of time, times since the journal's origin.\n\n"
           "A begin is (True, sequence, parent, depth, kind, name, tag, phase, detail, iteration, attributes,\n"
           "operation, file, line, column, location, further units, thread, start_ns, sessions), a unit is (kind,\n"
           "operation, file, line, column, location), an end is (False, sequence, status, changed, error,\n"
           "attributes, thread, end_ns). Kind and status are indices into PassKind and PassStatus.");
}

}  // namespace passevents::bindings
