// Interning: the same bytes give the same id, whatever their number, length and kind.
#include "check.h"
#include "core/memory_segment.h"
#include "core/text_table.h"
#include "core/writer.h"

using namespace passevents;
using layout::EntryType;

namespace {
struct Table {
  Budget budget{1u << 30};
  MemorySegment segment{budget};
  TextTable table{segment};
  std::uint32_t text(const std::string& value) { return table.intern(EntryType::text, value.data(), value.size()); }
};
}  // namespace

CASE(the_same_text_has_one_id) {
  Table table;
  const std::uint32_t first = table.text("arith.addi");
  CHECK(first != 0);
  CHECK_EQUAL(table.text("arith.addi"), first);
  CHECK(table.text("arith.muli") != first);
}

CASE(texts_of_every_length_are_told_apart) {
  Table table;
  std::vector<std::uint32_t> ids;
  for (std::size_t length = 0; length < 200; ++length) ids.push_back(table.text(std::string(length, 'x')));
  for (std::size_t length = 0; length < 200; ++length) {
    CHECK_EQUAL(table.text(std::string(length, 'x')), ids[length]);
    if (length > 0) CHECK(ids[length] > ids[length - 1]);
  }
}

CASE(a_change_of_any_byte_is_another_text) {
  Table table;
  const std::string text = "a text of thirty-seven characters ...";
  const std::uint32_t id = table.text(text);
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::string changed = text;
    changed[at] ^= 1;
    CHECK(table.text(changed) != id);
  }
}

CASE(ids_stay_valid_over_growth) {
  Table table;
  std::vector<std::uint32_t> ids;
  for (int at = 0; at < 50000; ++at) ids.push_back(table.text("location number " + std::to_string(at)));
  for (int at = 0; at < 50000; ++at) CHECK_EQUAL(table.text("location number " + std::to_string(at)), ids[at]);
}

CASE(the_bytes_of_a_location_are_no_text) {
  Table table;
  const layout::LocationEntry place{1, 2, 3, 4};
  const std::uint32_t location = table.table.intern(EntryType::location, &place, sizeof place);
  CHECK(table.table.intern(EntryType::text, &place, sizeof place) != location);
}

CASE(a_text_larger_than_a_chunk_fits) {
  Table table;
  const std::string large(MemorySegment::kMaxChunk + 12345, 'z');
  const std::uint32_t id = table.text(large);
  CHECK(id != 0);
  CHECK_EQUAL(table.text(large), id);
}

CASE(without_room_there_is_no_id) {
  Budget budget(256 * 1024);
  MemorySegment segment(budget);
  TextTable table(segment);
  const std::string large(300 * 1024, 'z');
  CHECK_EQUAL(table.intern(EntryType::text, large.data(), large.size()), 0u);
  CHECK(table.intern(EntryType::text, "small", 5) != 0);
}

int main() { return testing::run_all(); }
