// A segment in anonymous memory, in chunks that double in size.
#pragma once

#include "core/segment.h"

namespace passevents {

class MemorySegment final : public Segment {
 public:
  explicit MemorySegment(Budget& budget) noexcept : budget_(budget) {}
  ~MemorySegment() override;

  Chunk grow(const std::byte* end, std::size_t needed) noexcept override;
  Image image(EntrySize size_of) const override;
  void release_before(std::uint64_t position) noexcept override;

  static constexpr std::size_t kFirstChunk = 256 * 1024;
  static constexpr std::size_t kMaxChunk = 16 * 1024 * 1024;

 private:
  struct Piece {
    Chunk chunk;
    std::size_t mapped;  // bytes, of which the chunk is what is used
  };
  std::byte* map(std::size_t size) noexcept;
  static void unmap(const Piece& piece, Budget& budget) noexcept;

  Budget& budget_;
  std::size_t next_chunk_ = kFirstChunk;
  mutable std::mutex mutex_;  // guards what follows
  std::vector<Piece> pieces_;
};

}  // namespace passevents
