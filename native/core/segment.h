// A segment: bytes that are appended by one thread and read by any, in a file or in anonymous memory.
//
// The owner writes into a chunk and asks for another when that is full. Chunks follow each other without a gap: what
// was left of the old one is given up.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/layout.h"

namespace passevents {

// What a whole journal may still reserve.
class Budget {
 public:
  explicit Budget(std::uint64_t limit) : limit_(limit) {}
  // Takes up to `wanted` bytes, at least `needed`; 0 when there is no room.
  std::uint64_t take(std::uint64_t needed, std::uint64_t wanted) noexcept;
  void give_back(std::uint64_t bytes) noexcept { used_.fetch_sub(bytes, std::memory_order_relaxed); }
  std::uint64_t used() const noexcept { return used_.load(std::memory_order_relaxed); }

 private:
  const std::uint64_t limit_;
  std::atomic<std::uint64_t> used_{0};
};

struct Chunk {
  std::uint64_t position = 0;  // of its first byte in the segment
  std::byte* data = nullptr;
  std::size_t size = 0;
  std::uint64_t end() const noexcept { return position + size; }
};

// What a segment holds at a moment: its chunks, in order and without gaps. Those of a file's body stay where they
// are for as long as the segment lives, those of memory until they are released; `copied` owns the rest.
struct Image {
  std::vector<Chunk> chunks;
  std::shared_ptr<const std::byte[]> copied;
};

// The size of the committed entry at `at`, 0 when there is none within `left` bytes.
using EntrySize = std::size_t (*)(const std::byte* at, std::size_t left) noexcept;

class Segment {
 public:
  virtual ~Segment() = default;
  Segment(const Segment&) = delete;
  Segment& operator=(const Segment&) = delete;

  // The owner's. A chunk for what follows the byte before `end`, which lies in the last one (null: there is none),
  // with zeros for at least `needed` bytes. Without data when none can be had: then the last one is still to be used.
  virtual Chunk grow(const std::byte* end, std::size_t needed) noexcept = 0;
  // Whoever's. Throws std::bad_alloc or std::system_error.
  virtual Image image(EntrySize size_of) const = 0;
  // Gives back the chunks of memory that lie wholly before `position`, never the last one.
  virtual void release_before(std::uint64_t /*position*/) noexcept {}
  // In a forked child: the file belongs to the parent.
  virtual void forget_file() noexcept {}
  int failure() const noexcept { return failure_; }  // why grow() gave none: an errno; 0: the budget is used up

 protected:
  Segment() = default;
  int failure_ = 0;
};

// In a file that is created there, or in memory where the path is empty. Throws std::system_error.
std::unique_ptr<Segment> create_segment(const std::string& path, const layout::FileHeader& header, Budget& budget);

}  // namespace passevents
