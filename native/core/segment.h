// A segment: space that grows by chunks, in one file or in anonymous memory, and never moves.
//
// Disk space is reserved before it is mapped, because a store into a page that the disk has no room for is a
// SIGBUS, which would kill the compiler. Only the owning thread grows a segment; any thread may list its chunks.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

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
  std::uint64_t offset;  // of its first byte in the segment
  std::byte* data;
  std::size_t size;
};

class Segment {
 public:
  // In anonymous memory where `path` is empty. Throws std::system_error when the file cannot be created.
  Segment(const std::string& path, Budget& budget);
  ~Segment();
  Segment(const Segment&) = delete;
  Segment& operator=(const Segment&) = delete;

  // Adds a chunk with room for at least `needed` bytes; nullptr when none can be reserved (errno in failure()).
  // The chunks double in size up to kMaxChunk.
  const Chunk* grow(std::size_t needed) noexcept;
  std::vector<Chunk> chunks() const;
  // Gives back the chunks that lie wholly before `offset` (anonymous memory only), never the last one.
  void release_before(std::uint64_t offset) noexcept;
  // In a forked child: the file belongs to the parent.
  void forget_file() noexcept;
  int failure() const noexcept { return failure_; }  // an errno; 0: the budget is used up

  static constexpr std::size_t kFirstChunk = 256 * 1024;
  static constexpr std::size_t kMaxChunk = 16 * 1024 * 1024;

 private:
  std::byte* map(std::size_t size) noexcept;

  Budget& budget_;
  int file_ = -1;
  bool in_file_ = false;
  int failure_ = 0;
  std::uint64_t size_ = 0;
  std::size_t next_chunk_ = kFirstChunk;
  mutable std::mutex mutex_;  // guards chunks_
  std::vector<Chunk> chunks_;
  Chunk last_{};
};

}  // namespace passevents
