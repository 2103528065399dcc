// Writing events the way recorders do, for tests.
#pragma once

#include <optional>
#include <string_view>

#include "core/clock.h"
#include "core/journal.h"
#include "core/reader.h"

namespace passevents::testing {

inline Sequence begin(Journal& journal, std::string_view name, std::optional<Sequence> parent = {},
                      std::uint64_t start_ns = 0, std::uint32_t sessions = 0) {
  Writer* writer = journal.writer();
  Begin event{journal.next_sequence()};
  if (writer == nullptr) return event.sequence;
  if (parent) event.parent = *parent;
  event.name = writer->text(name);
  event.sessions = sessions;
  event.start_ns = journal.origin_ns() + start_ns;
  writer->begin(event);
  return event.sequence;
}

inline void end(Journal& journal, Sequence sequence, std::uint64_t end_ns = 0, Status status = Status::completed) {
  End event{sequence, status};
  event.end_ns = journal.origin_ns() + end_ns;
  if (Writer* writer = journal.writer()) writer->end(event);
}

inline std::string_view name_of(const Reader& reader, std::size_t index) {
  const Ref name = reader.event(index).name;
  return name == 0 ? std::string_view() : reader.texts().texts()[name - 1];
}

}  // namespace passevents::testing
