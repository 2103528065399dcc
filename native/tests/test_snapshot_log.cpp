// Texts of the program in a log of their own; and texts as JSON.
#include <cstring>
#include <thread>
#include <vector>

#include "check.h"
#include "core/journal.h"
#include "core/json.h"

using namespace passevents;

namespace {

constexpr std::uint64_t kPlenty = std::uint64_t{1} << 40;

struct Entry {
  std::uint8_t type;
  std::string bytes;
};

std::vector<Entry> entries_of(const std::string& contents) {
  std::vector<Entry> entries;
  std::size_t at = layout::kBody;
  while (at + sizeof(layout::EntryHeader) <= contents.size()) {
    layout::EntryHeader header;
    std::memcpy(&header, contents.data() + at, sizeof header);
    if ((header.commit & layout::kSealMask) != layout::kSeal) break;
    entries.push_back({static_cast<std::uint8_t>(header.commit & 0xff),
                       contents.substr(at + sizeof header, header.length)});
    at = (at + sizeof header + header.length + 7) & ~std::size_t{7};
  }
  return entries;
}

std::string json_of(std::string_view text) {
  std::string json;
  append_json(json, text);
  return json;
}

}  // namespace

CASE(each_distinct_text_is_there_once) {
  SnapshotLog log("", 0, kPlenty);
  const SnapshotId first = log.add("one"), second = log.add("two");
  CHECK(first != 0 && second != 0 && first != second);
  CHECK_EQUAL(log.add("one"), first);
  log.link(7, Moment::after, second);
  const auto entries = entries_of(log.contents());
  CHECK_EQUAL(entries.size(), 3u);
  CHECK(entries[0].bytes == "one" && entries[1].bytes == "two");
  layout::SnapshotEntry link;
  std::memcpy(&link, entries[2].bytes.data(), sizeof link);
  CHECK_EQUAL(link.sequence, 7u);
  CHECK_EQUAL(link.moment, 1u);
  CHECK_EQUAL(link.text, second);
}

CASE(a_log_that_was_not_used_makes_no_file) {
  testing::Folder folder;
  const std::string path = folder / "run";
  const auto journal = create_file(path);
  CHECK(journal->snapshots().contents().empty());
  CHECK(!std::filesystem::exists(path + "/native.snapshots"));
  journal->snapshots().add("text");
  CHECK(std::filesystem::exists(path + "/native.snapshots"));
  CHECK(entries_of(journal->snapshots().contents()).front().bytes == "text");
}

CASE(what_finds_no_room_is_counted_and_later_texts_may_fit) {
  SnapshotLog log("", 0, 512 * 1024);
  CHECK_EQUAL(log.add(std::string(1024 * 1024, 'x')), 0u);
  CHECK_EQUAL(log.dropped(), 1u);
  CHECK(log.drop_reason() == "max_bytes was reached");
  CHECK(log.add("small") != 0);
  log.link(1, Moment::before, 0);
  CHECK_EQUAL(log.dropped(), 1u);
}

CASE(a_folder_that_is_gone_drops_and_does_not_throw) {
  SnapshotLog log("/there/is/no/such/folder", 0, kPlenty);
  CHECK_EQUAL(log.add("text"), 0u);
  CHECK_EQUAL(log.add("text"), 0u);
  log.link(1, Moment::before, 1);
  CHECK_EQUAL(log.dropped(), 3u);
  CHECK(!log.drop_reason().empty());
}

CASE(threads_share_it) {
  SnapshotLog log("", 0, kPlenty);
  std::vector<std::thread> threads;
  for (unsigned thread = 0; thread < 8; ++thread) {
    threads.emplace_back([&, thread] {
      for (unsigned number = 0; number < 500; ++number) {
        log.link(thread * 1000 + number, Moment::before, log.add("text " + std::to_string(number)));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::size_t texts = 0, links = 0;
  for (const Entry& entry : entries_of(log.contents())) {
    texts += entry.type == static_cast<std::uint8_t>(layout::EntryType::text);
    links += entry.type == static_cast<std::uint8_t>(layout::EntryType::snapshot);
  }
  CHECK_EQUAL(texts, 500u);
  CHECK_EQUAL(links, 4000u);
}

CASE(json_escapes_what_it_must) {
  CHECK(json_of("plain") == "\"plain\"");
  CHECK(json_of("a\"b\\c\n") == "\"a\\\"b\\\\c\\u000a\"");
  CHECK(json_of("café 😀") == "\"café 😀\"");
  CHECK(json_of("\xff\xc3") == "\"\\\\xff\\\\xc3\"");
  CHECK(json_of("\xed\xa0\x80\xc0\xaf") == "\"\\\\xed\\\\xa0\\\\x80\\\\xc0\\\\xaf\"");
}

int main() { return passevents::testing::run_all(); }
