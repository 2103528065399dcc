// Interning: each distinct text and location is written once a stream, and an id stands for it.
//
// One thread's, without a lock. A hit costs a hash, a probe and a comparison of the bytes, of which a copy is kept: the
// segment's own may be written out and gone.
#pragma once

#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>
#include <string>

#include "core/layout.h"
#include "core/segment.h"

namespace passevents {

class TextTable {
 public:
  explicit TextTable(Segment& segment) noexcept : segment_(segment) {}

  // The id of these bytes; 0 when there is no room for a new entry.
  std::uint32_t intern(layout::EntryType type, const void* data, std::size_t length) noexcept;
  // Writes the bytes as an entry of its own, whatever was written before.
  std::uint32_t append(layout::EntryType type, const void* data, std::size_t length) noexcept;

 private:
  struct Slot {
    std::uint32_t hash;
    std::uint32_t id;  // 0: free
    const std::string* bytes;
    layout::EntryType type;
  };

  bool enlarge() noexcept;
  bool advance(std::size_t needed) noexcept;
  Slot& find_free(std::uint32_t hash) noexcept;
  const std::string* keep(const void* data, std::size_t length) noexcept;

  Segment& segment_;
  std::byte* cursor_ = nullptr;
  std::byte* limit_ = nullptr;
  std::uint64_t position_ = 0;  // of the cursor in the segment
  std::deque<std::string> kept_;
  std::unique_ptr<Slot[]> slots_;
  std::uint32_t mask_ = 0;
  std::uint32_t used_ = 0;
};

// Not for keeping: the same bytes may hash differently in the next version.
std::uint32_t hash_bytes(const void* data, std::size_t length, std::uint64_t seed) noexcept;

}  // namespace passevents
