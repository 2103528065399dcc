#include "core/memory_segment.h"

#include <algorithm>
#include <cerrno>
#include <sys/mman.h>

#include "core/pages.h"

namespace passevents {

MemorySegment::~MemorySegment() {
  for (const Piece& piece : pieces_) unmap(piece, budget_);
}

void MemorySegment::unmap(const Piece& piece, Budget& budget) noexcept {
  ::munmap(piece.chunk.data, piece.mapped);
  budget.give_back(piece.mapped);
}

Chunk MemorySegment::grow(const std::byte* end, std::size_t needed) noexcept {
  const std::uint64_t size = budget_.take(whole_pages(needed), std::max(whole_pages(needed), next_chunk_));
  std::byte* data = size == 0 ? nullptr : map(size);
  if (data == nullptr) {
    if (size == 0) failure_ = 0;
    budget_.give_back(size);
    return {};
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  std::uint64_t position = layout::kBody;
  if (!pieces_.empty()) {
    Chunk& last = pieces_.back().chunk;
    last.size = static_cast<std::size_t>(end - last.data);
    position = last.end();
  }
  try {
    pieces_.push_back(Piece{Chunk{position, data, static_cast<std::size_t>(size)}, static_cast<std::size_t>(size)});
  } catch (const std::bad_alloc&) {
    unmap(Piece{{0, data, 0}, static_cast<std::size_t>(size)}, budget_);
    failure_ = ENOMEM;
    return {};
  }
  next_chunk_ = std::min(next_chunk_ * 2, kMaxChunk);
  return pieces_.back().chunk;
}

std::byte* MemorySegment::map(std::size_t size) noexcept {
  void* data = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (data == MAP_FAILED) {
    failure_ = errno;
    return nullptr;
  }
  populate(data, size);
  return static_cast<std::byte*>(data);
}

Image MemorySegment::image(EntrySize) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  Image image;
  for (const Piece& piece : pieces_) image.chunks.push_back(piece.chunk);
  return image;
}

void MemorySegment::release_before(std::uint64_t position) noexcept {
  const std::lock_guard<std::mutex> lock(mutex_);
  while (pieces_.size() > 1 && pieces_.front().chunk.end() <= position) {
    unmap(pieces_.front(), budget_);
    pieces_.erase(pieces_.begin());
  }
}

}  // namespace passevents
