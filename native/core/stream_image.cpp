#include "core/stream_image.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "core/journal.h"

namespace passevents {

MappedFile::MappedFile(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0 && errno == ENOENT) return;
  if (file < 0) throw JournalError("cannot open " + path + ": " + std::strerror(errno));
  struct stat status{};
  void* data = nullptr;
  if (::fstat(file, &status) == 0 && status.st_size > 0) {
    data = ::mmap(nullptr, static_cast<std::size_t>(status.st_size), PROT_READ, MAP_SHARED, file, 0);
  }
  const int error = errno;
  ::close(file);
  if (data == MAP_FAILED) throw JournalError("cannot read " + path + ": " + std::strerror(error));
  data_ = static_cast<std::byte*>(data);
  size_ = data == nullptr ? 0 : static_cast<std::size_t>(status.st_size);
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) ::munmap(data_, size_);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

std::vector<Chunk> MappedFile::chunks() const {
  if (data_ == nullptr) return {};
  return {Chunk{0, data_, size_}};
}

bool check_header(const std::vector<Chunk>& chunks, const char (&magic)[8], const std::string& path,
                  layout::FileHeader& header) {
  static constexpr char kUnwritten[8] = {};
  if (chunks.empty() || chunks.front().size < sizeof header) return false;
  std::memcpy(&header, chunks.front().data, sizeof header);
  if (std::memcmp(header.magic, kUnwritten, sizeof kUnwritten) == 0) return false;
  if (std::memcmp(header.magic, magic, sizeof magic) != 0) {
    throw JournalError(path + " is not a stream of a passevents journal, or is damaged");
  }
  if (header.version != layout::kFormatVersion) {
    throw JournalError(path + " has journal format version " + std::to_string(header.version) +
                       "; this passevents reads version " + std::to_string(layout::kFormatVersion));
  }
  if (header.byte_order != layout::kByteOrder) {
    throw JournalError(path + " was written on a machine of another byte order, or is damaged");
  }
  return true;
}

}  // namespace passevents
