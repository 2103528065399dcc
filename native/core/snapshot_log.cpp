#include "core/snapshot_log.h"

#include <cerrno>
#include <cstring>
#include <limits>
#include <new>
#include <system_error>
#include <unistd.h>

#include "core/layout.h"
#include "core/stream_image.h"

namespace passevents {

using layout::EntryType;

namespace {

layout::FileHeader make_header(std::uint64_t origin_ns) noexcept {
  layout::FileHeader header{};
  std::memcpy(header.magic, layout::kSnapshotsMagic, sizeof header.magic);
  header.version = layout::kFormatVersion;
  header.byte_order = layout::kByteOrder;
  header.origin_ns = origin_ns;
  header.process = static_cast<std::uint32_t>(::getpid());
  return header;
}

}  // namespace

SnapshotLog::Digest SnapshotLog::digest_of(std::string_view text) noexcept {
  const auto part = [&](std::uint64_t seed) -> std::uint64_t { return hash_bytes(text.data(), text.size(), seed); };
  return {part(1) << 32 | part(2), part(3) << 32 | part(4)};
}

SnapshotId SnapshotLog::add(std::string_view text) noexcept {
  const Digest digest = digest_of(text);
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!open() || text.size() >= std::numeric_limits<std::uint32_t>::max()) {
    drop(table_ == nullptr ? failure_.load() : EFBIG);
    return 0;
  }
  try {
    SnapshotId& id = known_[digest];
    if (id == 0) id = table_->append(EntryType::text, text.data(), text.size());
    if (id == 0) drop(segment_->failure());
    return id;
  } catch (const std::bad_alloc&) {
    drop(ENOMEM);
    return 0;
  }
}

void SnapshotLog::link(Sequence event, Moment moment, SnapshotId text) noexcept {
  if (text == 0) return;
  const layout::SnapshotEntry entry{event, static_cast<std::uint32_t>(moment), text};
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!open()) return drop(failure_);
  if (table_->append(EntryType::snapshot, &entry, sizeof entry) == 0) drop(segment_->failure());
}

bool SnapshotLog::open() noexcept {
  if (table_ != nullptr || is_closed_) return !is_closed_;
  try {
    const layout::FileHeader header = make_header(origin_ns_);
    segment_ = create_segment(directory_.empty() ? "" : directory_ + "/native.snapshots", header, budget_);
    table_ = std::make_unique<TextTable>(*segment_);
  } catch (const std::system_error& error) {
    failure_.store(error.code().value() == ENOBUFS ? 0 : error.code().value());
    is_closed_ = true;
  } catch (const std::bad_alloc&) {
    failure_.store(ENOMEM);
    is_closed_ = true;
  }
  return !is_closed_;
}

void SnapshotLog::drop(int failure) noexcept {
  failure_.store(failure, std::memory_order_relaxed);
  dropped_.fetch_add(1, std::memory_order_relaxed);
}

std::string SnapshotLog::drop_reason() const {
  if (dropped() == 0) return "";
  const int failure = failure_.load(std::memory_order_relaxed);
  return failure == 0 ? "max_bytes was reached" : std::strerror(failure);
}

std::string SnapshotLog::contents() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (segment_ == nullptr) return "";
  // As a file that has no window in use.
  std::string bytes(layout::kBody, '\0');
  const layout::FileHeader header = make_header(origin_ns_);
  std::memcpy(bytes.data(), &header, sizeof header);
  const Image image = segment_->image(&text_size);
  for (const Chunk& chunk : image.chunks) bytes.append(reinterpret_cast<const char*>(chunk.data), chunk.size);
  return bytes;
}

// The lock may be held by a thread that is not there in the child.
void SnapshotLog::forget_file() noexcept {
  is_closed_ = true;
  if (segment_ != nullptr) segment_->forget_file();
}

}  // namespace passevents
