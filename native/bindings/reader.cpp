#include "core/reader.h"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <memory>
#include <unordered_map>
#include <vector>

#include "bindings/convert.h"
#include "bindings/journal.h"
#include "bindings/journal_reader.h"

namespace passevents::bindings {

using namespace nb::literals;

namespace {

// What stands for each text or location in a row: an id of the store, or the text itself.
class Values {
 public:
  Values(nb::handle sequence, std::size_t expected, const char* what) : list_(nb::steal(PySequence_List(sequence.ptr()))) {
    if (!list_.is_valid()) throw nb::python_error();
    const auto size = static_cast<std::size_t>(PyList_Size(list_.ptr()));
    if (size != expected) {
      throw nb::value_error((std::string(what) + ": expected " + std::to_string(expected) + " values, got " + std::to_string(size)).c_str());
    }
    values_.reserve(size);
    for (std::size_t at = 0; at < size; ++at) values_.push_back(PyList_GetItem(list_.ptr(), static_cast<Py_ssize_t>(at)));
  }
  PyObject* of(Ref ref) const { return ref == 0 ? Py_None : values_[ref - 1]; }

 private:
  nb::object list_;
  std::vector<PyObject*> values_;  // borrowed from the list, which nobody else has
};

SharedReader of_directory(const std::string& directory) {
  const nb::gil_scoped_release release;
  return std::make_shared<JournalReader>(std::make_shared<Reader>(directory));
}

SharedReader of_journal(std::shared_ptr<Journal> journal) {
  const nb::gil_scoped_release release;
  return std::make_shared<JournalReader>(std::make_shared<Reader>(std::move(journal)));
}

nb::object place_values(const JournalReader& source, nb::handle given) {
  if (!given.is_none()) return nb::borrow(given);
  nb::list indices;
  for (std::size_t at = 0; at < source.reader->texts().complex_places().size(); ++at) indices.append(at);
  return indices;
}

// The columns file, line, column, location of a row.
void add_place(TupleBuilder& row, const TextIndex& texts, Ref ref, const Values& strings, const Values& places) {
  const Place place = ref == 0 ? Place{} : texts.places()[ref - 1];
  row.share(strings.of(place.file));
  row.integer_or_none(place.line != 0, place.line);
  row.integer_or_none(place.column != 0, place.column);
  row.share(places.of(place.complex));
}

// Gives one row at a time, so that a journal of any size needs no list of all.
class Rows {
 public:
  Rows(SharedReader source, std::int64_t run, nb::handle strings, nb::handle places, int open_status)
      : source_(std::move(source)), run_(run), open_status_(open_status),
        strings_(strings, source_->value_count(), "strings"),
        places_(place_values(*source_, places), source_->reader->texts().complex_places().size(), "locations") {}

  nb::object next() {
    if (at_ >= source_->reader->size()) throw nb::stop_iteration();
    return row(source_->reader->event(at_++));
  }

 private:
  nb::object row(const ReadEvent& event) const {
    TupleBuilder row(24);
    row.integer(run_ << 32 | event.sequence);
    row.integer_or_none(event.parent != kNoSequence, event.parent);
    row.integer(event.pre);
    row.integer(event.pre_end);
    row.integer(event.depth);
    row.integer(static_cast<int>(event.kind));
    row.integer(event.ended ? static_cast<int>(event.status) : open_status_);
    row.integer_or_none(event.changed != Changed::unknown, event.changed == Changed::yes);
    row.integer_or_none(event.iteration >= 0, event.iteration);
    row.share(strings_.of(event.tag));
    row.share(strings_.of(event.name));
    row.share(strings_.of(event.phase));
    row.integer(static_cast<long long>(event.thread));
    row.integer(event.start_ns);
    row.integer_or_none(event.ended, event.end_ns);
    row.integer_or_none(event.ended, event.self_ns);
    row.share(strings_.of(event.operation));
    add_place(row, source_->reader->texts(), event.place, strings_, places_);
    row.share(strings_.of(event.detail));
    row.share(strings_.of(source_->attributes(event)));
    row.share(strings_.of(event.error));
    return row.take();
  }

  SharedReader source_;
  const std::int64_t run_;
  const int open_status_;
  const Values strings_;
  const Values places_;
  std::size_t at_ = 0;
};

class UnitsRows {
 public:
  UnitsRows(SharedReader source, std::int64_t run, nb::handle strings, nb::handle places)
      : source_(std::move(source)), run_(run), strings_(strings, source_->value_count(), "strings"),
        places_(place_values(*source_, places), source_->reader->texts().complex_places().size(), "locations") {}

  nb::object next() {
    while (position_ >= count_) {
      if (at_ >= source_->reader->size()) throw nb::stop_iteration();
      entries_ = source_->reader->more_units(at_, count_, stream_);
      sequence_ = source_->reader->event(at_++).sequence;
      position_ = 0;
    }
    return row(entries_[position_++]);
  }

 private:
  nb::object row(const layout::UnitEntry& unit) const {
    const TextIndex& texts = source_->reader->texts();
    TupleBuilder row(8);
    row.integer(run_ << 32 | sequence_);
    row.integer(position_);  // the first unit is the record's own, with position 0
    row.integer(unit.kind);
    row.share(strings_.of(texts.text(stream_, unit.operation)));
    add_place(row, texts, texts.place(stream_, unit.location), strings_, places_);
    return row.take();
  }

  SharedReader source_;
  const std::int64_t run_;
  const Values strings_;
  const Values places_;
  std::size_t at_ = 0;
  const layout::UnitEntry* entries_ = nullptr;
  std::uint32_t count_ = 0, position_ = 0, stream_ = 0;
  Sequence sequence_ = 0;
};

nb::list strings_of(const JournalReader& source) {
  nb::list strings;
  for (const std::string_view text : source.reader->texts().texts()) strings.append(decoded(text));
  return strings;
}

nb::list locations_of(const JournalReader& source) {
  nb::list locations;
  const TextIndex& texts = source.reader->texts();
  for (const std::uint32_t at : texts.complex_places()) {
    const Place& place = texts.places()[at];
    TupleBuilder location(4);
    location.integer_or_none(place.file != 0, static_cast<long long>(place.file) - 1);
    location.integer_or_none(place.line != 0, place.line);
    location.integer_or_none(place.column != 0, place.column);
    location.integer(static_cast<long long>(place.text) - 1);
    locations.append(location.take());
  }
  return locations;
}

nb::list attribute_pairs(const JournalReader& source) {
  nb::list pairs;
  for (const std::uint64_t pair : source.pairs) {
    TupleBuilder tuple(2);
    tuple.integer(static_cast<long long>(pair >> 32) - 1);
    tuple.integer(static_cast<long long>(pair & 0xffffffffu) - 1);
    pairs.append(tuple.take());
  }
  return pairs;
}

nb::dict counts_of(const JournalReader& source) {
  const ReaderCounts& counts = source.reader->counts();
  nb::dict result;
  result["events"] = counts.events;
  result["open"] = counts.open;
  result["ends_without_begin"] = counts.ends_without_begin;
  result["lost_parents"] = counts.lost_parents;
  result["repeated"] = counts.repeated;
  result["unreadable"] = counts.unreadable;
  result["streams"] = counts.streams;
  return result;
}

nb::list totals_of(const JournalReader& source, nb::handle values) {
  const Values strings(values, source.value_count(), "strings");
  nb::list rows;
  for (const Total& total : source.reader->totals()) {
    TupleBuilder row(7);
    row.share(strings.of(total.name));
    row.share(strings.of(total.phase));
    row.integer(static_cast<int>(total.kind));
    row.share(strings.of(total.tag));
    row.integer(static_cast<long long>(total.count));
    row.integer(total.total_ns);
    row.integer(total.self_ns);
    rows.append(row.take());
  }
  return rows;
}

}  // namespace

void bind_reader(nb::module_& m) {
  const auto self = [](nb::handle rows) { return nb::borrow(rows); };
  nb::class_<Rows>(m, "Rows", "Rows of events, one at a time.")
      .def("__iter__", self, nb::sig("def __iter__(self) -> Rows"))
      .def("__next__", &Rows::next, nb::sig("def __next__(self) -> tuple[typing.Any, ...]"));
  nb::class_<UnitsRows>(m, "UnitsRows", "Rows of IR units beyond each event's first, one at a time.")
      .def("__iter__", self, nb::sig("def __iter__(self) -> UnitsRows"))
      .def("__next__", &UnitsRows::next, nb::sig("def __next__(self) -> tuple[typing.Any, ...]"));
  nb::class_<JournalReader>(m, "JournalReader", "A journal, paired and in tree order. Raises JournalError.")
      .def_static("of_directory", &of_directory, "directory"_a)
      .def_static("of_journal", &of_journal, "journal"_a, "A living journal as it is now.")
      .def_prop_ro("origin_ns", [](const JournalReader& source) { return source.reader->origin_ns(); })
      .def("counts", &counts_of, nb::sig("def counts(self) -> dict[str, int]"))
      .def("strings", &strings_of, nb::sig("def strings(self) -> list[str]"))
      .def("locations", &locations_of, nb::sig("def locations(self) -> list[tuple[int | None, int | None, int | None, int]]"),
           "(file, line, column, text) of the locations with a text; file and text index strings().")
      .def("attribute_pairs", &attribute_pairs, nb::sig("def attribute_pairs(self) -> list[tuple[int, int]]"),
           "The pairs of JSON texts to merge, the second over the first.\n\n"
           "Values for rows are those of strings(), then one for each pair.")
      .def("rows", [](SharedReader source, std::int64_t run, nb::handle strings, nb::handle locations, int open_status) {
             return std::make_unique<Rows>(std::move(source), run, strings, locations, open_status);
           }, "run"_a, "strings"_a, "locations"_a.none() = nb::none(), "open_status"_a = 4,
           nb::sig("def rows(self, run: int, strings: collections.abc.Sequence[typing.Any], locations: collections.abc.Sequence[typing.Any] | None = None, open_status: int = 4) -> Rows"))
      .def("units_rows", [](SharedReader source, std::int64_t run, nb::handle strings, nb::handle locations) {
             return std::make_unique<UnitsRows>(std::move(source), run, strings, locations);
           }, "run"_a, "strings"_a, "locations"_a.none() = nb::none(),
           nb::sig("def units_rows(self, run: int, strings: collections.abc.Sequence[typing.Any], locations: collections.abc.Sequence[typing.Any] | None = None) -> UnitsRows"))
      .def("totals", &totals_of, "strings"_a,
           nb::sig("def totals(self, strings: collections.abc.Sequence[typing.Any]) -> "
                   "list[tuple[typing.Any, typing.Any, int, typing.Any, int, int, int]]"),
           "(name, phase, kind, tag, count, total_ns, self_ns).");
}

}  // namespace passevents::bindings
