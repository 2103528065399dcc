#include "bindings/journal.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include <cstdint>
#include <optional>

#include "bindings/convert.h"
#include "core/current.h"
#include "core/journal.h"

namespace passevents::bindings {

using namespace nb::literals;

namespace {

JournalOptions options_of(std::optional<std::uint64_t> max_bytes) {
  JournalOptions options;
  if (max_bytes) options.max_bytes = *max_bytes;
  return options;
}

std::shared_ptr<Journal> in_file(const std::string& directory, std::optional<std::uint64_t> max_bytes) {
  return create_file(directory, options_of(max_bytes));
}

std::shared_ptr<Journal> in_memory(std::optional<std::uint64_t> max_bytes) {
  return create_memory(options_of(max_bytes));
}

nb::object innermost_action_of(const Journal& journal) {
  const OpenAction* action = innermost_action(&journal);
  if (action == nullptr) return nb::none();
  TupleBuilder place(2);
  place.integer(action->sequence);
  place.integer(action->depth);
  return place.take();
}

// The class is the Python layer's, so that users can catch it with the others of its tree.
void translate_errors() {
  nb::register_exception_translator([](const std::exception_ptr& pointer, void*) {
    try {
      std::rethrow_exception(pointer);
    } catch (const JournalError& error) {
      const nb::object type = nb::module_::import_("passevents.errors").attr("JournalError");
      PyErr_SetString(type.ptr(), error.what());
    }
  });
}

}  // namespace

void bind_journal(nb::module_& m) {
  translate_errors();
  nb::class_<Journal>(m, "Journal", "Where events are appended to; any thread may use it.")
      .def_static("create_file", &in_file, "directory"_a, "max_bytes"_a = nb::none(),
                  "In a new folder, whose lock it takes. Raises JournalError.")
      .def_static("create_memory", &in_memory, "max_bytes"_a = nb::none())
      .def("next_sequence", &Journal::next_sequence, "The next number in start order, unique in the recording.")
      .def("current_action", &innermost_action_of, nb::sig("def current_action(self) -> tuple[int, int] | None"),
           "(sequence, depth) of this thread's innermost open native action.")
      .def("append_info", [](Journal& journal, const std::string& line) { journal.append_info(line); }, "line"_a,
           "Append one line to run.jsonl. Raises JournalError.")
      .def("close", &Journal::close, "Accept nothing more. Idempotent; the folder's lock is kept.")
      .def("release", &Journal::release, "Give up the folder's lock: the journal is whoever's takes it.")
      .def_prop_ro("token", &Journal::token)
      .def_prop_ro("directory", &Journal::directory, "Empty for a journal in memory.")
      .def_prop_ro("origin_ns", &Journal::origin_ns, "The raw monotonic time of the recording's zero.")
      .def_prop_ro("accepting", &Journal::accepting)
      .def_prop_ro("stop_reason", &Journal::stop_reason, "Why nothing more is accepted; empty while it is.")
      .def_prop_ro("dropped", &Journal::dropped, "Events that found no room.")
      .def_prop_ro("reserved_bytes", &Journal::reserved_bytes)
      .def("snapshots", [](const Journal& journal) {
        const std::string contents = journal.snapshots().contents();
        return nb::bytes(contents.data(), contents.size());
      }, "The native snapshots as they are now, laid out as in native.snapshots.")
      .def_prop_ro("snapshots_dropped", [](const Journal& journal) { return journal.snapshots().dropped(); },
                   "Native snapshots that found no room.")
      .def_prop_ro("snapshots_drop_reason", [](const Journal& journal) { return journal.snapshots().drop_reason(); });
}

}  // namespace passevents::bindings
