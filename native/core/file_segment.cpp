#include "core/file_segment.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <system_error>
#include <unistd.h>

#include "core/pages.h"

namespace passevents {

using layout::kBody;
using layout::kWindow;

namespace {

// How far a position lies behind the start of its page: a mapping starts with a page.
std::size_t into_page(std::uint64_t position) { return static_cast<std::size_t>(position % kLargestPage); }

[[noreturn]] void fail(int failure, const std::string& path) {
  throw std::system_error(failure == 0 ? ENOBUFS : failure, std::generic_category(), path);
}

std::size_t committed_size(const Chunk& chunk, EntrySize size_of) noexcept {
  std::size_t at = 0;
  while (const std::size_t size = size_of(chunk.data + at, chunk.size - at)) at += size;
  return at;
}

}  // namespace

FileSegment::FileSegment(const std::string& path, const layout::FileHeader& header, Budget& budget) : budget_(budget) {
  file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (file_ < 0) fail(errno, path);
  if (!reserve(kBody)) {
    forget_file();
    fail(failure_, path);
  }
  void* head = ::mmap(nullptr, kBody, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
  if (head == MAP_FAILED) {
    const int failure = errno;
    forget_file();
    fail(failure, path);
  }
  head_ = static_cast<std::byte*>(head);
  std::memcpy(head_, &header, sizeof header);
}

FileSegment::~FileSegment() {
  ::munmap(head_, kBody);
  for (const Mapping& mapping : mappings_) ::munmap(mapping.data, mapping.size);
  for (const Mapping& view : views_) ::munmap(view.data, view.size);
  forget_file();
}

void FileSegment::forget_file() noexcept {
  if (file_ >= 0) ::close(file_);
  file_ = -1;
}

// Ahead, in steps that double: each is a system call and a piece of the disk.
bool FileSegment::reserve(std::uint64_t end) noexcept {
  if (end <= reserved_) return true;
  const std::uint64_t needed = end - reserved_;
  const std::uint64_t size = budget_.take(needed, next_reserve_);
  failure_ = size == 0 ? 0 : ::posix_fallocate(file_, static_cast<off_t>(reserved_), static_cast<off_t>(size));
  if (size == 0) return false;
  if (failure_ != 0) {
    budget_.give_back(size);
    return false;
  }
  reserved_ += size;
  next_reserve_ = std::min(next_reserve_ * 2, kMaxReserve);
  return true;
}

Chunk FileSegment::grow(const std::byte* end, std::size_t needed) noexcept {
  const std::lock_guard<std::mutex> lock(mutex_);
  const Chunk before = chunk_;
  if (!leave(end)) return {};
  if (needed <= kWindow ? take_window() : take_mapping(needed)) return chunk_;
  chunk_ = before;
  return {};
}

// The chunk is done with: what was written into it is in the body, and `chunk_` is the empty one behind it.
bool FileSegment::leave(const std::byte* end) noexcept {
  if (chunk_.data == nullptr) {
    chunk_.position = kBody;
    return true;
  }
  const auto size = static_cast<std::size_t>(end - chunk_.data);
  if (is_in_window() && !write_body(chunk_.data, size, chunk_.position)) return false;
  chunk_ = Chunk{chunk_.position + size, nullptr, 0};
  return true;
}

bool FileSegment::is_in_window() const noexcept { return chunk_.data >= head_ && chunk_.data < head_ + kBody; }

bool FileSegment::write_body(const std::byte* from, std::size_t size, std::uint64_t position) noexcept {
  if (!reserve(position + size)) return false;
  while (size > 0) {
    const ssize_t written = ::pwrite(file_, from, size, static_cast<off_t>(position));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      failure_ = written < 0 ? errno : ENOSPC;
      return false;
    }
    from += written;
    position += static_cast<std::uint64_t>(written);
    size -= static_cast<std::size_t>(written);
  }
  return true;
}

// The other window than the last: that one says what is on record until the header names the new one.
bool FileSegment::take_window() noexcept {
  which_ = 1 - which_;
  std::byte* data = window(which_);
  if (taken_++ < 2) {
    populate(data, kWindow);
  } else {
    std::memset(data, 0, kWindow);
  }
  chunk_ = Chunk{chunk_.position, data, kWindow};
  set_window(chunk_.position | which_);
  return true;
}

bool FileSegment::take_mapping(std::size_t size) noexcept {
  const std::uint64_t position = chunk_.position;
  if (!reserve(position + size)) return false;
  const std::size_t before = into_page(position);
  void* data = ::mmap(nullptr, before + size, PROT_READ | PROT_WRITE, MAP_SHARED, file_,
                      static_cast<off_t>(position - before));
  if (data == MAP_FAILED) {
    failure_ = errno;
    return false;
  }
  try {
    mappings_.push_back(Mapping{data, before + size});
  } catch (const std::bad_alloc&) {
    ::munmap(data, before + size);
    failure_ = ENOMEM;
    return false;
  }
  chunk_ = Chunk{position, static_cast<std::byte*>(data) + before, size};
  set_window(0);
  return true;
}

void FileSegment::set_window(std::uint64_t word) noexcept {
  auto* header = reinterpret_cast<layout::FileHeader*>(head_);
  __atomic_store_n(&header->window, word, __ATOMIC_RELEASE);
}

Image FileSegment::image(EntrySize size_of) const {
  if (file_ < 0) return {};  // a forked child: nobody here keeps the parent from going on
  const std::lock_guard<std::mutex> lock(mutex_);
  if (chunk_.data == nullptr) return {};
  map_body();
  Image image{body_, nullptr};
  if (!is_in_window()) {
    image.chunks.push_back(chunk_);
    return image;
  }
  const std::size_t size = committed_size(chunk_, size_of);
  std::shared_ptr<std::byte[]> copied(new std::byte[size]);
  std::memcpy(copied.get(), chunk_.data, size);
  image.chunks.push_back(Chunk{chunk_.position, copied.get(), size});
  image.copied = std::move(copied);
  return image;
}

// The file is mapped further than it is long, so that a reader who comes often does not need a mapping each time. A
// chunk ends where an entry does: a new mapping starts where the last reader stopped.
void FileSegment::map_body() const {
  constexpr std::size_t kLeastRoom = 64 * 1024 * 1024;
  const std::uint64_t end = chunk_.position;
  if (!body_.empty() && end - body_.back().position <= body_room_) {
    body_.back().size = static_cast<std::size_t>(end - body_.back().position);
    return;
  }
  const std::uint64_t position = body_.empty() ? kBody : body_.back().end();
  if (position == end) return;
  const std::size_t before = into_page(position);
  const std::size_t room = std::max(kLeastRoom, 2 * static_cast<std::size_t>(end - position));
  void* data = ::mmap(nullptr, before + room, PROT_READ, MAP_SHARED, file_, static_cast<off_t>(position - before));
  if (data == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "cannot map a journal's stream");
  views_.push_back(Mapping{data, before + room});
  body_.push_back(Chunk{position, static_cast<std::byte*>(data) + before, static_cast<std::size_t>(end - position)});
  body_room_ = room;
}

}  // namespace passevents
