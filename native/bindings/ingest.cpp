// Fills the store's table of records without a Python object for every value.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <optional>

#include "bindings/journal.h"
#include "bindings/journal_reader.h"
#include "bindings/sqlite.h"

namespace passevents::bindings {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

// SQLite calls this for each connection that any thread opens while a capture is on; only the capturing
// thread's are of interest.
thread_local bool capturing = false;
thread_local sqlite3* captured = nullptr;

int note_connection(sqlite3* connection, const char**, const void*) {
  if (capturing) captured = connection;
  return 0;
}

// The result of `connect`, and a handle of the SQLite connection that it opened; None where the library behind
// `library`, the path of the module _sqlite3, cannot be reached.
nb::object capture_sqlite(const std::string& library, const nb::callable& connect) {
  const SqliteApi* api = SqliteApi::find(library);
  if (api == nullptr) return nb::make_tuple(connect(), nb::none());
  const auto hook = reinterpret_cast<void (*)()>(&note_connection);
  struct Capture {
    const SqliteApi& api;
    void (*hook)();
    Capture(const SqliteApi& api, void (*hook)()) : api(api), hook(hook) {
      captured = nullptr;
      capturing = true;
      api.auto_extension(hook);
    }
    ~Capture() {
      api.cancel_auto_extension(hook);
      capturing = false;
    }
  } capture(*api, hook);
  const nb::object connection = connect();
  if (captured == nullptr) return nb::make_tuple(connection, nb::none());
  return nb::make_tuple(connection, SqliteHandle{api, captured});
}

constexpr int kColumns = 24;

// Binds the columns of JournalReader.rows() at consecutive places.
class Binder {
 public:
  Binder(SqliteStatement& statement, int before) : statement_(statement), place_(before) {}
  void value(std::int64_t value) { statement_.bind(++place_, value); }
  void value_or_null(bool has_value, std::int64_t value) {
    ++place_;
    has_value ? statement_.bind(place_, value) : statement_.bind_null(place_);
  }

 private:
  SqliteStatement& statement_;
  int place_;
};

struct Ids {
  const std::vector<std::int64_t>& strings;
  std::int64_t run;
  int open_status;
};

void bind_event(const JournalReader& source, const ReadEvent& event, const Ids& ids, Binder row) {
  const auto text = [&](Ref ref) { row.value_or_null(ref != 0, ref == 0 ? 0 : ids.strings[ref - 1]); };
  row.value(ids.run << 32 | event.sequence);
  row.value_or_null(event.parent != kNoSequence, event.parent);
  row.value(event.pre);
  row.value(event.pre_end);
  row.value(event.depth);
  row.value(static_cast<int>(event.kind));
  row.value(event.ended ? static_cast<int>(event.status) : ids.open_status);
  row.value_or_null(event.changed != Changed::unknown, event.changed == Changed::yes);
  row.value_or_null(event.iteration >= 0, event.iteration);
  text(event.tag);
  text(event.name);
  text(event.phase);
  row.value(static_cast<std::int64_t>(event.thread));
  row.value(event.start_ns);
  row.value_or_null(event.ended, event.end_ns);
  row.value_or_null(event.ended, event.self_ns);
  text(event.operation);
  const Place place = event.place == 0 ? Place{} : source.reader->texts().places()[event.place - 1];
  text(place.file);
  row.value_or_null(place.line != 0, place.line);
  row.value_or_null(place.column != 0, place.column);
  row.value_or_null(place.complex != 0, static_cast<std::int64_t>(place.complex) - 1);
  text(event.detail);
  text(source.attributes(event));
  text(event.error);
}

std::size_t insert_all(const SqliteHandle& handle, const JournalReader& source, const std::string& grouped,
                       std::size_t group, const std::string& single, const Ids& ids) {
  SqliteStatement many(*handle.api, handle.connection, grouped);
  SqliteStatement one(*handle.api, handle.connection, single);
  const std::size_t size = source.reader->size();
  std::size_t at = 0;
  for (; size - at >= group; at += group) {
    for (std::size_t row = 0; row < group; ++row) {
      bind_event(source, source.reader->event(at + row), ids, Binder(many, static_cast<int>(row) * kColumns));
    }
    many.run();
  }
  for (; at < size; ++at) {
    bind_event(source, source.reader->event(at), ids, Binder(one, 0));
    one.run();
  }
  return size;
}

std::size_t insert_rows(const SqliteHandle& handle, const JournalReader& source, const std::string& grouped,
                        std::size_t group, const std::string& single, std::int64_t run,
                        const std::vector<std::int64_t>& string_ids, int open_status) {
  if (group == 0 || string_ids.size() != source.value_count()) throw nb::value_error("a value for each text is needed");
  try {
    const nb::gil_scoped_release release;
    return insert_all(handle, source, grouped, group, single, Ids{string_ids, run, open_status});
  } catch (const SqliteError& error) {
    raise_sqlite_error(error);
  }
}

}  // namespace

void bind_ingest(nb::module_& m) {
  nb::class_<SqliteHandle>(m, "SqliteHandle",
                           "A connection of Python's sqlite3, reached natively; not to be used once that is closed.");
  m.def("capture_sqlite", &capture_sqlite, "library"_a, "connect"_a,
        nb::sig("def capture_sqlite(library: str, connect: collections.abc.Callable[[], typing.Any]) -> "
                "tuple[typing.Any, SqliteHandle | None]"),
        "What `connect` returns, and a handle of the connection that it opened.\n\n"
        "`library` is the file of the module _sqlite3. None where its SQLite cannot be reached.");
  m.def("insert_rows", &insert_rows, "handle"_a, "reader"_a, "grouped"_a, "group"_a, "single"_a, "run"_a,
        "string_ids"_a, "open_status"_a,
        "Insert every row of `reader`, `group` at a time by the statement `grouped`, the rest by `single`.\n\n"
        "Runs in the connection's transaction. Raises sqlite3.OperationalError.");
}

}  // namespace passevents::bindings
