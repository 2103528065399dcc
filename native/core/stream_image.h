// The bytes of one stream as a reader sees them: of a file that may be damaged, or of a living journal.
//
// Nothing in them is trusted. Every step is checked against the extent that it lies in, and the first entry
// that is not committed, or makes no sense, ends its stream.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/layout.h"
#include "core/segment.h"

namespace passevents {

// A file mapped for reading; empty where there is no such file.
class MappedFile {
 public:
  explicit MappedFile(const std::string& path);  // throws JournalError
  ~MappedFile();
  MappedFile(MappedFile&& other) noexcept;
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::vector<Chunk> chunks() const;

 private:
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

// Goes over the entries of a list of chunks. Resumable: what was committed later is found by the next call.
class RecordScan {
 public:
  // From the start of the segment where `position` is 0.
  explicit RecordScan(std::uint64_t position = 0) : position_(position) {}
  // Calls visit(type, const std::byte*) for each committed record that is new; pads are passed over.
  template <typename Visit>
  void run(const std::vector<Chunk>& chunks, Visit&& visit);
  std::uint64_t position() const noexcept { return position_; }

 private:
  std::uint64_t position_;  // in the segment, of the first record not yet seen
};

inline std::uint32_t load_commit(const std::byte* at) {
  return __atomic_load_n(reinterpret_cast<const std::uint32_t*>(at), __ATOMIC_ACQUIRE);
}

// The size of the committed record at `at`, 0 when there is none that fits into `left` bytes.
inline std::size_t record_size(const std::byte* at, std::size_t left, layout::RecordType& type) {
  if (left < layout::kGranularity) return 0;
  const std::uint32_t commit = load_commit(at);
  if ((commit & layout::kSealMask) != layout::kSeal) return 0;
  type = static_cast<layout::RecordType>(commit & 0xff);
  std::size_t size = 0;
  switch (type) {
    case layout::RecordType::begin: size = sizeof(layout::BeginRecord); break;
    case layout::RecordType::end: size = sizeof(layout::EndRecord); break;
    case layout::RecordType::thread: size = sizeof(layout::ThreadRecord); break;
    case layout::RecordType::pad: size = reinterpret_cast<const layout::PadRecord*>(at)->size; break;
    case layout::RecordType::none: break;
  }
  return size % layout::kGranularity == 0 && size <= left ? size : 0;
}

template <typename Visit>
void RecordScan::run(const std::vector<Chunk>& chunks, Visit&& visit) {
  if (position_ == 0) position_ = sizeof(layout::FileHeader);
  for (const Chunk& chunk : chunks) {
    if (position_ < chunk.offset) return;  // a hole: what follows cannot be told apart from damage
    std::uint64_t at = position_ - chunk.offset;
    while (at < chunk.size) {
      layout::RecordType type{};
      const std::size_t size = record_size(chunk.data + at, chunk.size - at, type);
      if (size == 0) return;
      if (type != layout::RecordType::pad) visit(type, chunk.data + at);
      at += size;
      position_ += size;
    }
  }
}

// Throws JournalError where the file is a journal of another version, or none. False: it holds nothing yet.
bool check_header(const std::vector<Chunk>& chunks, const char (&magic)[8], const std::string& path,
                  layout::FileHeader& header);

}  // namespace passevents
