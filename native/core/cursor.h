// Follows a living journal: each read() gives what was committed since the one before.
//
// For one thread at a time. The memory that all cursors of a memory journal have passed is given back, so that a
// long recording which is only drained does not grow; texts stay, as there are no more of them than the compiler
// itself keeps alive.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "core/journal.h"
#include "core/stream_image.h"

namespace passevents {

class Cursor {
 public:
  // One committed begin or end.
  struct Item {
    std::uint64_t time_ns;  // raw
    std::uint64_t thread;
    std::uint32_t stream;   // of its ids
    bool is_begin;
    bool retried;           // an end that the last read() found before its begin
    union {
      layout::BeginRecord begin;
      layout::EndRecord end;
    };
  };

  // The events that have one of these session bits, or all where it is 0. Without `from_start` what is already
  // there is passed over.
  Cursor(std::shared_ptr<Journal> journal, std::uint32_t sessions, bool from_start);
  ~Cursor();
  Cursor(const Cursor&) = delete;
  Cursor& operator=(const Cursor&) = delete;

  // In the order of time. An end is given only after its begin was. Valid until the next call, as are the texts.
  const std::vector<Item>& read();

  std::string_view text(std::uint32_t stream, TextId id);
  layout::LocationEntry location(std::uint32_t stream, LocationId id);
  const layout::UnitEntry* units(std::uint32_t stream, UnitsId id, std::uint32_t& count);
  const Journal& journal() const noexcept { return *journal_; }

 private:
  friend class Journal;

  struct Stream {
    Writer* writer;
    RecordScan scan;
    std::uint64_t thread = 0;
    std::uint64_t consumed = 0;  // guarded by the journal's mutex
    Image texts;
  };

  void find_streams();
  void scan(std::uint32_t stream);
  bool is_wanted(const Item& item);
  const layout::EntryHeader* entry(std::uint32_t stream, std::uint32_t id, layout::EntryType type);

  std::shared_ptr<Journal> journal_;
  const std::uint32_t sessions_;
  std::vector<Stream> streams_;
  std::vector<Item> items_;
  std::unordered_set<Sequence> open_;
  std::vector<Item> early_ends_;  // seen before their begins, which are on another stream
};

}  // namespace passevents
