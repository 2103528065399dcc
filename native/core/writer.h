// One thread's stream of a journal.
//
// Every method is for that thread only, and none throws. Where no space can be reserved the event is dropped
// and counted, and the journal accepts no further begins; the ends of open events keep their room, so a full
// disk leaves complete events and not a forest of open ones.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/event.h"
#include "core/layout.h"
#include "core/segment.h"
#include "core/text_table.h"

namespace passevents {

// open: everything is accepted; full: only the ends of open events; closed: nothing; inherited: a forked
// child's copy, whose mappings belong to the parent and must not be written to.
enum class JournalState : std::uint8_t { open, full, closed, inherited };

// What the streams of one journal share.
struct JournalStatus {
  explicit JournalStatus(std::uint64_t max_bytes) : budget(max_bytes) {}
  std::atomic<JournalState> state{JournalState::open};
  std::atomic<int> failure{0};  // why it is full: an errno, or 0 for max_bytes
  std::atomic<std::uint64_t> dropped{0};
  Budget budget;
};

class Writer final {
 public:
  // Throws std::system_error or std::bad_alloc. `directory` is empty for a memory journal.
  Writer(const std::string& directory, std::uint32_t stream, std::uint64_t origin_ns, JournalStatus& status);
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  // Interned: the same text gives the same id. 0 for an empty text, and when there is no room.
  TextId text(std::string_view value) noexcept {
    return value.empty() ? 0 : intern(layout::EntryType::text, value.data(), std::min(value.size(), kMaxText));
  }
  // Interned. A line or column of 0 is "none"; `text` is for what is more than file, line and column.
  LocationId location(TextId file, std::uint32_t line, std::uint32_t column, TextId text) noexcept {
    const layout::LocationEntry entry{file, line, column, text};
    return intern(layout::EntryType::location, &entry, sizeof entry);
  }
  // Not interned: for a caller who remembers places by other means, and gives few of them twice.
  LocationId new_location(TextId file, std::uint32_t line, std::uint32_t column) noexcept;
  UnitsId units(const Unit* units, std::uint32_t count) noexcept;

  // False: dropped, its end must not be written. Kind and texts must come from this writer.
  bool begin(const Begin& event) noexcept;
  void end(const End& event) noexcept;

  // The calling thread owns the stream from here on.
  bool take_over() noexcept;
  Segment& records() noexcept { return *records_; }
  Segment& texts() noexcept { return *texts_; }

  static constexpr std::size_t kMaxText = 64u * 1024 * 1024;  // longer texts are cut

 private:
  static constexpr std::uint32_t kReservedEnds = 1024;

  bool has(JournalState state) const noexcept { return status_.state.load(std::memory_order_relaxed) == state; }
  std::size_t left() const noexcept { return static_cast<std::size_t>(limit_ - cursor_); }
  std::size_t reserved() const noexcept { return sizeof(layout::EndRecord) * std::min(open_, kReservedEnds); }
  TextId intern(layout::EntryType type, const void* data, std::size_t length) noexcept;
  bool advance(std::size_t needed) noexcept;
  void stop(int failure) noexcept;
  void drop() noexcept;

  JournalStatus& status_;
  std::byte* cursor_ = nullptr;
  std::byte* limit_ = nullptr;
  std::uint32_t open_ = 0;  // begun here and not ended here
  std::unique_ptr<Segment> records_;
  std::unique_ptr<Segment> texts_;
  TextTable table_;
};

inline TextId Writer::intern(layout::EntryType type, const void* data, std::size_t length) noexcept {
  if (!has(JournalState::open)) return 0;
  const std::uint32_t id = table_.intern(type, data, length);
  if (id == 0) stop(texts_->failure());
  return id;
}

inline bool Writer::begin(const Begin& event) noexcept {
  if (!has(JournalState::open)) {
    drop();
    return false;
  }
  const std::size_t needed = sizeof(layout::BeginRecord) + sizeof(layout::EndRecord) + reserved();
  if (left() < needed && !advance(needed)) {
    drop();
    return false;
  }
  auto* record = reinterpret_cast<layout::BeginRecord*>(cursor_);
  record->sequence = event.sequence;
  record->parent = event.parent;
  record->depth = event.depth;
  record->start_ns = event.start_ns;
  record->sessions = event.sessions;
  record->name = event.name;
  record->tag = event.tag;
  record->phase = event.phase;
  record->detail = event.detail;
  record->operation = event.operation;
  record->location = event.location;
  record->more_units = event.more_units;
  record->iteration = event.iteration;
  record->attributes = event.attributes;
  constexpr auto type = static_cast<std::uint8_t>(layout::RecordType::begin);
  __atomic_store_n(&record->commit, layout::commit_word(type, static_cast<std::uint8_t>(event.kind)), __ATOMIC_RELEASE);
  cursor_ += sizeof *record;
  ++open_;
  return true;
}

inline void Writer::end(const End& event) noexcept {
  if (!has(JournalState::open) && !has(JournalState::full)) return;
  if (left() < sizeof(layout::EndRecord) && !advance(sizeof(layout::EndRecord))) return;
  auto* record = reinterpret_cast<layout::EndRecord*>(cursor_);
  record->sequence = event.sequence;
  record->end_ns = event.end_ns;
  record->error = event.error;
  record->attributes = event.attributes;
  constexpr auto type = static_cast<std::uint8_t>(layout::RecordType::end);
  const auto outcome =
      static_cast<std::uint8_t>(static_cast<unsigned>(event.status) | static_cast<unsigned>(event.changed) << 4);
  __atomic_store_n(&record->commit, layout::commit_word(type, outcome), __ATOMIC_RELEASE);
  cursor_ += sizeof *record;
  if (open_ > 0) --open_;
}

}  // namespace passevents
