// Pairing, tree order, self time; and damage of every byte.
#include <fstream>
#include <random>

#include "check.h"
#include "recording.h"

using namespace passevents;
using testing::Folder;

namespace {

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void replace(const std::string& path, const std::string& bytes) {
  std::filesystem::remove(path);  // truncating a file in place makes some file systems write it out at once
  std::ofstream(path, std::ios::binary) << bytes;
}

// Looks at everything that a reader can be asked for.
void read_all(const std::string& directory) {
  try {
    const Reader reader(directory);
    for (std::size_t at = 0; at < reader.size(); ++at) {
      const ReadEvent event = reader.event(at);
      std::uint32_t count = 0, stream = 0;
      const layout::UnitEntry* units = reader.more_units(at, count, stream);
      for (std::uint32_t unit = 0; unit < count; ++unit) reader.texts().text(stream, units[unit].operation);
      CHECK(event.pre <= event.pre_end && event.pre_end < reader.size());
      if (event.name != 0) CHECK(event.name <= reader.texts().texts().size());
      if (event.place != 0) CHECK(event.place <= reader.texts().places().size());
    }
    reader.totals();
  } catch (const JournalError&) {
  }
}

void write_sample(const std::string& directory) {
  const auto journal = create_file(directory);
  Writer* writer = journal->writer();
  const LocationId place = writer->location(writer->text("file.mlir"), 3, 4, writer->text("fused[...]"));
  for (std::uint32_t at = 0; at < 12; ++at) {
    Begin event{journal->next_sequence()};
    if (at % 4 != 0) event.parent = event.sequence - 1;
    event.name = writer->text("pass " + std::to_string(at % 3));
    event.location = place;
    const Unit units[] = {{UnitKind::block, writer->text("func.func"), place}, {UnitKind::value, 0, 0}};
    event.more_units = writer->units(units, 2);
    event.start_ns = at;
    writer->begin(event);
    writer->end(End{event.sequence, Status::failed, Changed::yes, writer->text("broken"), 0, at + 1u});
  }
}

}  // namespace

CASE(the_order_of_the_tree_follows_parents_and_numbers) {
  const auto journal = create_memory();
  const Sequence a = testing::begin(*journal, "a");
  const Sequence b = testing::begin(*journal, "b");
  testing::begin(*journal, "a.0", a);
  const Sequence b0 = testing::begin(*journal, "b.0", b);
  testing::begin(*journal, "a.1", a);
  testing::begin(*journal, "b.0.0", b0);
  const Reader reader(journal);
  const std::uint32_t pre[] = {0, 3, 1, 4, 2, 5};
  const std::uint32_t pre_end[] = {2, 5, 1, 5, 2, 5};
  for (std::size_t at = 0; at < 6; ++at) {
    CHECK_EQUAL(reader.event(at).pre, pre[at]);
    CHECK_EQUAL(reader.event(at).pre_end, pre_end[at]);
  }
}

CASE(self_time_is_the_duration_less_the_union_of_the_children) {
  const auto journal = create_memory();
  const Sequence root = testing::begin(*journal, "root", {}, 100);
  const Sequence late = testing::begin(*journal, "late", root, 150);   // 150..180
  const Sequence early = testing::begin(*journal, "early", root, 120);  // 120..160, overlaps
  const Sequence over = testing::begin(*journal, "over", root, 190);   // 190..250, ends after its parent
  testing::end(*journal, late, 180);
  testing::end(*journal, early, 160);
  testing::end(*journal, root, 200);
  testing::end(*journal, over, 250);
  const Reader reader(journal);
  CHECK_EQUAL(reader.event(0).self_ns, 100 - 60 - 10);
  CHECK_EQUAL(reader.event(1).self_ns, 30);
}

CASE(a_child_that_never_ended_covers_its_parent_to_the_end) {
  const auto journal = create_memory();
  const Sequence root = testing::begin(*journal, "root", {}, 0);
  testing::begin(*journal, "open", root, 40);
  testing::end(*journal, root, 100);
  const Reader reader(journal);
  CHECK_EQUAL(reader.event(0).self_ns, 40);
  CHECK(!reader.event(1).ended);
  CHECK_EQUAL(reader.counts().open, 1u);
}

CASE(an_end_before_its_begin_is_no_time_at_all) {
  const auto journal = create_memory();
  testing::end(*journal, testing::begin(*journal, "root", {}, 50), 20);
  const Reader reader(journal);
  CHECK_EQUAL(reader.event(0).end_ns, 50);
  CHECK_EQUAL(reader.event(0).self_ns, 0);
}

CASE(what_does_not_pair_is_counted) {
  const auto journal = create_memory();
  testing::end(*journal, 77);
  const Sequence twice = testing::begin(*journal, "twice");
  testing::end(*journal, twice);
  testing::end(*journal, twice);
  testing::begin(*journal, "orphan", Sequence{5000});
  const Reader reader(journal);
  CHECK_EQUAL(reader.counts().ends_without_begin, 1u);
  CHECK_EQUAL(reader.counts().repeated, 1u);
  CHECK_EQUAL(reader.counts().lost_parents, 1u);
  CHECK_EQUAL(reader.event(1).parent, kNoSequence);
}

CASE(a_hundred_thousand_levels_are_no_matter) {
  const auto journal = create_memory();
  std::vector<Sequence> open;
  for (std::uint64_t at = 0; at < 100000; ++at) {
    open.push_back(testing::begin(*journal, "deep", open.empty() ? std::optional<Sequence>() : open.back(), at));
  }
  for (std::uint64_t at = 0; !open.empty(); ++at) {
    testing::end(*journal, open.back(), 100000 + at);
    open.pop_back();
  }
  const Reader reader(journal);
  CHECK_EQUAL(reader.event(0).pre_end, 99999u);
  CHECK_EQUAL(reader.totals().front().total_ns, 199999);
  CHECK_EQUAL(reader.totals().front().self_ns, 199999);
}

CASE(a_total_counts_the_outermost_of_a_name) {
  const auto journal = create_memory();
  const Sequence outer = testing::begin(*journal, "x", {}, 0);
  const Sequence middle = testing::begin(*journal, "y", outer, 10);
  const Sequence inner = testing::begin(*journal, "x", middle, 20);
  testing::end(*journal, inner, 30);
  testing::end(*journal, middle, 40);
  testing::end(*journal, outer, 100);
  testing::end(*journal, testing::begin(*journal, "x", {}, 200), 210);
  const Reader reader(journal);
  const std::vector<Total> totals = reader.totals();
  CHECK_EQUAL(totals.size(), 2u);
  CHECK_EQUAL(totals[0].count, 3u);
  CHECK_EQUAL(totals[0].total_ns, 110);
  CHECK_EQUAL(totals[0].self_ns, 70 + 10 + 10);
}

CASE(numbers_with_wide_gaps_are_found_too) {
  const auto journal = create_memory();
  Writer* writer = journal->writer();
  writer->begin(Begin{10});
  Begin far{3000000000u};
  far.parent = 10;
  writer->begin(far);
  writer->end(End{3000000000u});
  const Reader reader(journal);
  CHECK_EQUAL(reader.event(1).parent, 10u);
  CHECK(reader.event(1).ended);
}

CASE(another_version_is_named) {
  Folder folder;
  write_sample(folder / "run");
  std::string bytes = contents(folder / "run/0000.records");
  bytes[8] = 9;
  replace(folder / "run/0000.records", bytes);
  std::string message;
  try {
    Reader reader(folder / "run");
  } catch (const JournalError& error) {
    message = error.what();
  }
  CHECK(message.find("version 9") != std::string::npos);
}

// The header, and what was written into the first window.
std::size_t written_byte(std::size_t number) {
  return number < sizeof(layout::FileHeader) ? number : layout::kWindows + number - sizeof(layout::FileHeader);
}

CASE(truncation_anywhere_is_a_shorter_read) {
  Folder folder;
  write_sample(folder / "run");
  for (const char* name : {"run/0000.records", "run/0000.texts"}) {
    const std::string bytes = contents(folder / name);
    for (std::size_t number = 0; number < 1400; number += 7) {
      replace(folder / name, bytes.substr(0, written_byte(number)));
      read_all(folder / "run");
    }
    for (std::size_t size = layout::kBody - 64; size < layout::kBody + 64; ++size) {
      replace(folder / name, bytes.substr(0, size));
      read_all(folder / "run");
    }
    replace(folder / name, bytes);
  }
}

CASE(flipped_bits_are_never_trusted) {
  Folder folder;
  write_sample(folder / "run");
  std::mt19937 random(20260101);
  for (const char* name : {"run/0000.records", "run/0000.texts"}) {
    const std::string bytes = contents(folder / name).substr(0, layout::kBody + 4096);
    for (int round = 0; round < 1000; ++round) {
      std::string damaged = bytes;
      for (unsigned flips = random() % 4 + 1; flips > 0; --flips) {
        damaged[written_byte(random() % 1400)] ^= static_cast<char>(1u << random() % 8);
      }
      replace(folder / name, damaged);
      read_all(folder / "run");
    }
    replace(folder / name, bytes);
  }
}

int main() { return testing::run_all(); }
