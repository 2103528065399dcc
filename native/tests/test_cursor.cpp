// Following a living journal: what comes when, and what memory it gives back.
#include <thread>

#include "check.h"
#include "core/cursor.h"
#include "recording.h"

using namespace passevents;

CASE(a_cursor_gives_each_event_once) {
  const auto journal = create_memory();
  Cursor cursor(journal, 0, true);
  const Sequence sequence = testing::begin(*journal, "pass");
  CHECK_EQUAL(cursor.read().size(), 1u);
  CHECK_EQUAL(cursor.read().size(), 0u);
  testing::end(*journal, sequence);
  const auto& items = cursor.read();
  CHECK_EQUAL(items.size(), 1u);
  CHECK(!items[0].is_begin);
}

CASE(a_late_cursor_passes_over_what_was_there) {
  const auto journal = create_memory();
  const Sequence before = testing::begin(*journal, "before");
  Cursor cursor(journal, 0, false);
  testing::end(*journal, before);
  testing::begin(*journal, "after");
  const auto& items = cursor.read();
  CHECK_EQUAL(items.size(), 1u);
  CHECK(cursor.text(items[0].stream, items[0].begin.name) == "after");
}

CASE(each_session_gets_its_own_events) {
  const auto journal = create_memory();
  Cursor first(journal, 1, true), second(journal, 2, true);
  const Sequence one = testing::begin(*journal, "first's", {}, 1, 1);
  const Sequence both = testing::begin(*journal, "both's", {}, 2, 3);
  testing::end(*journal, both, 3);
  testing::end(*journal, one, 4);
  CHECK_EQUAL(first.read().size(), 4u);
  CHECK_EQUAL(second.read().size(), 2u);
  CHECK_EQUAL(second.read().size(), 0u);
}

CASE(an_end_on_another_thread_comes_after_its_begin) {
  const auto journal = create_memory();
  testing::end(*journal, testing::begin(*journal, "make this thread's stream the first"));
  Cursor cursor(journal, 0, false);
  Sequence sequence = 0;
  std::thread([&] { sequence = testing::begin(*journal, "there", {}, 5); }).join();
  testing::end(*journal, sequence, 9);
  const auto& items = cursor.read();
  CHECK_EQUAL(items.size(), 2u);
  CHECK(items[0].is_begin && !items[1].is_begin);
}

CASE(a_drained_memory_journal_does_not_grow) {
  const auto journal = create_memory(JournalOptions{std::uint64_t{48} * 1024 * 1024});
  Cursor cursor(journal, 0, true);
  std::size_t begins = 0;
  for (int round = 0; round < 100; ++round) {
    for (int at = 0; at < 10000; ++at) testing::end(*journal, testing::begin(*journal, "event"));
    for (const Cursor::Item& item : cursor.read()) begins += item.is_begin;
  }
  CHECK_EQUAL(begins, 1000000u);
  CHECK_EQUAL(journal->dropped(), 0u);
}

CASE(the_slowest_cursor_keeps_what_it_has_not_seen) {
  const auto journal = create_memory();
  Cursor slow(journal, 0, true), fast(journal, 0, true);
  for (int at = 0; at < 100000; ++at) testing::end(*journal, testing::begin(*journal, "event"));
  CHECK_EQUAL(fast.read().size(), 200000u);
  CHECK_EQUAL(slow.read().size(), 200000u);
}

CASE(a_reader_holds_what_cursors_have_passed) {
  const auto journal = create_memory();
  for (int at = 0; at < 100000; ++at) testing::end(*journal, testing::begin(*journal, "event"));
  const Reader reader(journal);
  Cursor(journal, 0, true).read();
  CHECK_EQUAL(reader.event(0).sequence, 0u);
  CHECK_EQUAL(reader.event(99999).sequence, 99999u);
}

CASE(locations_and_units_can_be_looked_up) {
  const auto journal = create_memory();
  Writer* writer = journal->writer();
  Begin event{journal->next_sequence()};
  event.location = writer->location(writer->text("f.mlir"), 7, 3, 0);
  const Unit unit{UnitKind::block, writer->text("func.func"), event.location};
  event.more_units = writer->units(&unit, 1);
  Cursor cursor(journal, 0, true);
  writer->begin(event);
  const Cursor::Item item = cursor.read().front();
  const layout::LocationEntry place = cursor.location(item.stream, item.begin.location);
  CHECK_EQUAL(place.line, 7u);
  CHECK(cursor.text(item.stream, place.file) == "f.mlir");
  std::uint32_t count = 0;
  const layout::UnitEntry* units = cursor.units(item.stream, item.begin.more_units, count);
  CHECK_EQUAL(count, 1u);
  CHECK(cursor.text(item.stream, units[0].operation) == "func.func");
}

int main() { return testing::run_all(); }
