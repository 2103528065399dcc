// A segment in a file: what was written last lies in a window of it that is mapped, the rest in its body.
//
// A page of a mapped file costs microseconds when it is first written to, a copy into the page cache a fraction. The
// space for a window's copy is reserved before the window may be left, so that a full disk is known while there is
// still room for the ends of open events; a store into a page that the disk has no room for would kill the process.
#pragma once

#include "core/segment.h"

namespace passevents {

class FileSegment final : public Segment {
 public:
  // Creates the file. Throws std::system_error.
  FileSegment(const std::string& path, const layout::FileHeader& header, Budget& budget);
  ~FileSegment() override;

  Chunk grow(const std::byte* end, std::size_t needed) noexcept override;
  Image image(EntrySize size_of) const override;
  void forget_file() noexcept override;

  static constexpr std::size_t kFirstReserve = 256 * 1024;
  static constexpr std::size_t kMaxReserve = 16 * 1024 * 1024;

 private:
  void open(const std::string& path);
  bool reserve(std::uint64_t end) noexcept;
  bool write_body(const std::byte* from, std::size_t size, std::uint64_t position) noexcept;
  bool leave(const std::byte* end) noexcept;
  bool take_window() noexcept;
  bool take_mapping(std::size_t size) noexcept;
  std::byte* window(std::size_t which) const noexcept { return head_ + layout::kWindows + which * layout::kWindow; }
  void set_window(std::uint64_t word) noexcept;
  bool is_in_window() const noexcept;
  void map_body() const;

  struct Mapping {
    void* data;
    std::size_t size;
  };

  Budget& budget_;
  std::byte* head_ = nullptr;  // the header and the windows
  std::uint64_t reserved_ = 0;  // of the file
  std::size_t next_reserve_ = kFirstReserve;
  std::size_t which_ = 1;       // of the windows was used last
  std::size_t taken_ = 0;       // how many windows were
  mutable std::mutex mutex_;    // guards what follows: the owner holds it to change a chunk, readers to copy it
  int file_ = -1;
  Chunk chunk_;
  std::vector<Mapping> mappings_;  // of entries that are larger than a window
  // The body as readers see it, and how far the last of its chunks could still grow.
  mutable std::vector<Mapping> views_;
  mutable std::vector<Chunk> body_;
  mutable std::size_t body_room_ = 0;
};

}  // namespace passevents
