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

  // The body and the window in use, if this is the file of a segment.
  std::vector<Chunk> chunks() const;
  const std::byte* data() const noexcept { return data_; }
  std::size_t size() const noexcept { return size_; }

 private:
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

// Goes over the entries of a list of chunks. Resumable: what was committed later is found by the next call.
class RecordScan {
 public:
  explicit RecordScan(std::uint64_t position = layout::kBody) : position_(position) {}
  // Calls visit(type, const std::byte*) for each committed record that is new.
  template <typename Visit>
  void run(const std::vector<Chunk>& chunks, Visit&& visit);
  std::uint64_t position() const noexcept { return position_; }

 private:
  std::uint64_t position_;  // in the segment, of the first record not yet seen
};

inline std::uint32_t load_commit(const std::byte* at) {
  return __atomic_load_n(reinterpret_cast<const std::uint32_t*>(at), __ATOMIC_ACQUIRE);
}

// The sizes of the committed record, and of the committed entry of the texts, at `at`; 0 when there is none that fits
// into `left` bytes.
std::size_t record_size(const std::byte* at, std::size_t left) noexcept;
std::size_t text_size(const std::byte* at, std::size_t left) noexcept;

template <typename Visit>
void RecordScan::run(const std::vector<Chunk>& chunks, Visit&& visit) {
  for (const Chunk& chunk : chunks) {
    if (position_ < chunk.position) return;  // a hole: what follows cannot be told apart from damage
    while (position_ < chunk.end()) {
      const std::byte* at = chunk.data + (position_ - chunk.position);
      const std::size_t size = record_size(at, static_cast<std::size_t>(chunk.end() - position_));
      if (size == 0) return;
      visit(static_cast<layout::RecordType>(load_commit(at) & 0xff), at);
      position_ += size;
    }
  }
}

// Throws JournalError where the file is a journal of another version, or none. False: it holds nothing yet.
bool check_header(const MappedFile& file, const char (&magic)[8], const std::string& path,
                  layout::FileHeader& header);

}  // namespace passevents
