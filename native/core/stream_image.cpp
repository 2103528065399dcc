#include "core/stream_image.h"

#include <algorithm>
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
  if (size_ < sizeof(layout::FileHeader)) return {};
  // A file that was cut may end in front of its body, or inside its window.
  const auto part = [this](std::uint64_t position, std::size_t from, std::size_t most) {
    return Chunk{position, data_ + std::min(from, size_), size_ > from ? std::min(size_ - from, most) : 0};
  };
  const Chunk body = part(layout::kBody, layout::kBody, size_);
  const std::uint64_t word = reinterpret_cast<const layout::FileHeader*>(data_)->window;
  const std::uint64_t position = word & ~std::uint64_t{1};
  // A position that makes no sense is damage: the body is all that can be trusted.
  if (word == 0 || position < layout::kBody || position - layout::kBody > body.size ||
      position % layout::kEntryAlignment != 0) {
    return {body};
  }
  return {part(layout::kBody, layout::kBody, static_cast<std::size_t>(position - layout::kBody)),
          part(position, layout::kWindows + (word & 1) * layout::kWindow, layout::kWindow)};
}

std::size_t record_size(const std::byte* at, std::size_t left) noexcept {
  if (left < layout::kGranularity) return 0;
  const std::uint32_t commit = load_commit(at);
  if ((commit & layout::kSealMask) != layout::kSeal) return 0;
  std::size_t size = 0;
  switch (static_cast<layout::RecordType>(commit & 0xff)) {
    case layout::RecordType::begin: size = sizeof(layout::BeginRecord); break;
    case layout::RecordType::end: size = sizeof(layout::EndRecord); break;
    case layout::RecordType::thread: size = sizeof(layout::ThreadRecord); break;
    case layout::RecordType::none: break;
  }
  return size <= left ? size : 0;
}

std::size_t text_size(const std::byte* at, std::size_t left) noexcept {
  if (left < sizeof(layout::EntryHeader) || (load_commit(at) & layout::kSealMask) != layout::kSeal) return 0;
  const std::size_t size = layout::entry_size(reinterpret_cast<const layout::EntryHeader*>(at)->length);
  return size <= left ? size : 0;
}

bool check_header(const MappedFile& file, const char (&magic)[8], const std::string& path,
                  layout::FileHeader& header) {
  static constexpr char kUnwritten[8] = {};
  if (file.size() < sizeof header) return false;
  std::memcpy(&header, file.data(), sizeof header);
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
