// Segments in files: what lies in a window, what in the body, and what a reader sees of either.
#include <atomic>
#include <fstream>
#include <thread>

#include "check.h"
#include "core/cursor.h"
#include "core/file_segment.h"
#include "recording.h"

using namespace passevents;
using layout::EntryHeader;
using layout::EntryType;
using testing::Folder;

namespace {

// A segment of texts, each of which is its own number repeated.
struct Texts {
  explicit Texts(const std::string& path) : segment(path, layout::FileHeader{}, budget), table(segment) {}
  void append(std::size_t number, std::size_t length) {
    const std::string text(length, static_cast<char>('a' + number % 26));
    CHECK(table.append(EntryType::text, text.data(), text.size()) != 0);
  }
  Budget budget{1u << 30};
  FileSegment segment;
  TextTable table;
};

std::vector<std::string> texts_of(const std::vector<Chunk>& chunks) {
  std::vector<std::string> texts;
  std::uint64_t position = layout::kBody;
  for (const Chunk& chunk : chunks) {
    CHECK_EQUAL(chunk.position, position);
    for (const std::byte* at = chunk.data; const std::size_t size = text_size(at, chunk.data + chunk.size - at);) {
      const auto* header = reinterpret_cast<const EntryHeader*>(at);
      texts.emplace_back(reinterpret_cast<const char*>(header + 1), header->length);
      at += size;
      position += size;
    }
  }
  return texts;
}

void check_texts(const std::vector<std::string>& texts, std::size_t count, std::size_t (*length_of)(std::size_t)) {
  CHECK_EQUAL(texts.size(), count);
  for (std::size_t at = 0; at < texts.size(); ++at) {
    CHECK(texts[at] == std::string(length_of(at), static_cast<char>('a' + at % 26)));
  }
}

std::size_t small(std::size_t at) { return at * 7 % 300; }
std::size_t now_and_then_large(std::size_t at) { return at % 100 == 7 ? 3 * layout::kWindow + at : at % 50; }

}  // namespace

CASE(everything_is_in_the_file_and_in_the_image_at_every_moment) {
  Folder folder;
  Texts texts(folder / "texts");
  for (std::size_t at = 0; at < 5000; ++at) {
    texts.append(at, small(at));
    if (at % 97 != 0) continue;
    check_texts(texts_of(MappedFile(folder / "texts").chunks()), at + 1, small);
    check_texts(texts_of(texts.segment.image(text_size).chunks), at + 1, small);
  }
}

CASE(entries_larger_than_a_window_lie_between_the_others) {
  Folder folder;
  Texts texts(folder / "texts");
  for (std::size_t at = 0; at < 1000; ++at) {
    texts.append(at, now_and_then_large(at));
    if (at % 50 != 7) continue;
    check_texts(texts_of(MappedFile(folder / "texts").chunks()), at + 1, now_and_then_large);
    check_texts(texts_of(texts.segment.image(text_size).chunks), at + 1, now_and_then_large);
  }
}

CASE(what_the_body_holds_behind_the_window_is_not_read) {
  Folder folder;
  Texts texts(folder / "texts");
  for (std::size_t at = 0; at < 1000; ++at) texts.append(at, small(at));
  // As when the process is killed between the copy of a window and the change to the other one.
  std::fstream file(folder / "texts", std::ios::in | std::ios::out | std::ios::binary);
  const std::vector<Chunk> chunks = MappedFile(folder / "texts").chunks();
  file.seekp(static_cast<std::streamoff>(chunks.back().position));
  file.write(reinterpret_cast<const char*>(chunks.back().data), layout::kWindow);
  file.close();
  check_texts(texts_of(MappedFile(folder / "texts").chunks()), 1000, small);
}

CASE(a_reader_beside_the_writer_sees_a_beginning_of_what_is_written) {
  Folder folder;
  Texts texts(folder / "texts");
  std::atomic<bool> done{false};
  std::thread writing([&] {
    for (std::size_t at = 0; at < 20000; ++at) texts.append(at, small(at));
    done = true;
  });
  std::size_t seen = 0;
  for (bool last = false; !last;) {
    last = done;
    const Image image = texts.segment.image(text_size);
    const std::vector<std::string> read = texts_of(image.chunks);
    CHECK(read.size() >= seen);
    seen = read.size();
    check_texts(read, seen, small);
  }
  writing.join();
  CHECK_EQUAL(seen, 20000u);
}

CASE(a_cursor_follows_a_journal_in_files) {
  Folder folder;
  const auto journal = create_file(folder / "run");
  Cursor cursor(journal, 0, true);
  std::size_t begins = 0, ends = 0;
  for (std::size_t round = 0; round < 50; ++round) {
    const Sequence outer = testing::begin(*journal, "outer " + std::to_string(round));
    for (std::size_t at = 0; at < 200; ++at) testing::end(*journal, testing::begin(*journal, "inner", outer));
    for (const Cursor::Item& item : cursor.read()) {
      (item.is_begin ? begins : ends) += 1;
      if (item.is_begin) CHECK(!cursor.text(item.stream, item.begin.name).empty());
    }
    testing::end(*journal, outer);
  }
  ends += cursor.read().size();
  CHECK_EQUAL(begins, 50u * 201);
  CHECK_EQUAL(ends, begins);
}

int main() { return testing::run_all(); }
