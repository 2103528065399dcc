#include "core/segment.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <system_error>
#include <unistd.h>

#ifndef MADV_POPULATE_WRITE  // headers older than the kernel
#define MADV_POPULATE_WRITE 23
#endif

namespace passevents {

namespace {
constexpr std::size_t kPage = 64 * 1024;  // the largest page size of the platforms

constexpr std::size_t round_up(std::size_t size) { return (size + kPage - 1) / kPage * kPage; }
}  // namespace

std::uint64_t Budget::take(std::uint64_t needed, std::uint64_t wanted) noexcept {
  std::uint64_t used = used_.load(std::memory_order_relaxed);
  for (;;) {
    const std::uint64_t left = limit_ > used ? limit_ - used : 0;
    const std::uint64_t taken = std::min(wanted, left / kPage * kPage);
    if (taken < needed) return 0;
    if (used_.compare_exchange_weak(used, used + taken, std::memory_order_relaxed)) return taken;
  }
}

Segment::Segment(const std::string& path, Budget& budget) : budget_(budget), in_file_(!path.empty()) {
  if (!in_file_) return;
  file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (file_ < 0) throw std::system_error(errno, std::generic_category(), path);
}

Segment::~Segment() {
  for (const Chunk& chunk : chunks_) ::munmap(chunk.data, chunk.size);
  forget_file();
}

void Segment::forget_file() noexcept {
  if (file_ >= 0) ::close(file_);
  file_ = -1;
}

const Chunk* Segment::grow(std::size_t needed) noexcept {
  const std::uint64_t least = round_up(needed);
  const std::uint64_t size = budget_.take(least, std::max<std::uint64_t>(least, next_chunk_));
  if (size == 0) {
    failure_ = 0;
    return nullptr;
  }
  std::byte* data = map(size);
  if (data == nullptr) {
    budget_.give_back(size);
    return nullptr;
  }
  last_ = Chunk{size_, data, static_cast<std::size_t>(size)};
  try {
    const std::lock_guard<std::mutex> lock(mutex_);
    chunks_.push_back(last_);
  } catch (const std::bad_alloc&) {
    failure_ = ENOMEM;
    return nullptr;
  }
  size_ += size;
  next_chunk_ = std::min(next_chunk_ * 2, kMaxChunk);
  return &last_;
}

std::byte* Segment::map(std::size_t size) noexcept {
  if (in_file_) {
    failure_ = ::posix_fallocate(file_, static_cast<off_t>(size_), static_cast<off_t>(size));
    if (failure_ != 0) return nullptr;
  }
  const int flags = in_file_ ? MAP_SHARED : MAP_PRIVATE | MAP_ANONYMOUS;
  void* data = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, flags, file_, in_file_ ? static_cast<off_t>(size_) : 0);
  if (data == MAP_FAILED) {
    failure_ = errno;
    return nullptr;
  }
  // All pages at once, ready to be written, cost a fraction of what they cost one fault at a time in the middle
  // of a compile. Only a hint: a kernel before 5.14 does not know it. (MAP_POPULATE leaves a shared page
  // read-only, so that its first write is a fault all the same.)
  ::madvise(data, size, MADV_POPULATE_WRITE);
  return static_cast<std::byte*>(data);
}

std::vector<Chunk> Segment::chunks() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return chunks_;
}

void Segment::release_before(std::uint64_t offset) noexcept {
  if (in_file_) return;
  const std::lock_guard<std::mutex> lock(mutex_);
  while (chunks_.size() > 1 && chunks_.front().offset + chunks_.front().size <= offset) {
    ::munmap(chunks_.front().data, chunks_.front().size);
    budget_.give_back(chunks_.front().size);
    chunks_.erase(chunks_.begin());
  }
}

}  // namespace passevents
