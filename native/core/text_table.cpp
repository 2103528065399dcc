#include "core/text_table.h"

#include <new>

namespace passevents {

using layout::EntryHeader;
using layout::EntryType;

namespace {

__extension__ using Wide = unsigned __int128;

constexpr std::uint64_t kFirstPrime = 0x9e3779b97f4a7c15u;
constexpr std::uint64_t kSecondPrime = 0xc2b2ae3d27d4eb4fu;
constexpr std::uint32_t kFirstSlots = 1024;

// A full 64 x 64 multiplication folded: every bit of both factors reaches the result.
std::uint64_t fold(std::uint64_t left, std::uint64_t right) {
  const Wide product = static_cast<Wide>(left) * right;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

std::uint64_t load(const unsigned char* from) {
  std::uint64_t word;
  std::memcpy(&word, from, sizeof word);
  return word;
}

// The last 1 to 8 bytes; where there are 8 in all, with some that were read before: cheaper than a loop.
std::uint64_t load_tail(const unsigned char* end, std::size_t left, std::size_t length) {
  if (length >= 8) return load(end - 8);
  std::uint64_t word = 0;
  for (const unsigned char* at = end - left; at < end; ++at) word = word << 8 | *at;
  return word;
}

}  // namespace

std::uint32_t hash_bytes(const void* data, std::size_t length, std::uint64_t seed) noexcept {
  const auto* from = static_cast<const unsigned char*>(data);
  std::uint64_t hash = seed ^ fold(length ^ kFirstPrime, kSecondPrime);
  std::size_t left = length;
  for (; left > 16; left -= 16, from += 16) hash = fold(load(from) ^ kFirstPrime, load(from + 8) ^ hash);
  if (left > 8) {
    hash = fold(load(from) ^ kFirstPrime, hash ^ kSecondPrime);
    left -= 8, from += 8;
  }
  if (left > 0) hash = fold(load_tail(from + left, left, length) ^ kFirstPrime, hash ^ kSecondPrime);
  return static_cast<std::uint32_t>(hash ^ hash >> 32);
}

std::uint32_t TextTable::intern(EntryType type, const void* data, std::size_t length) noexcept {
  const std::uint32_t hash = hash_bytes(data, length, static_cast<std::uint64_t>(type));
  for (std::uint32_t at = hash & mask_; slots_ != nullptr; at = (at + 1) & mask_) {
    const Slot& slot = slots_[at];
    if (slot.id == 0) break;
    if (slot.hash != hash || slot.type != type || slot.bytes->size() != length) continue;
    if (std::memcmp(slot.bytes->data(), data, length) == 0) return slot.id;
  }
  if (used_ * 2 >= mask_ && !enlarge()) return 0;
  const std::string* kept = keep(data, length);
  const std::uint32_t id = kept == nullptr ? 0 : append(type, data, length);
  if (id == 0) return 0;
  find_free(hash) = Slot{hash, id, kept, type};
  ++used_;
  return id;
}

const std::string* TextTable::keep(const void* data, std::size_t length) noexcept {
  try {
    return &kept_.emplace_back(static_cast<const char*>(data), length);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

std::uint32_t TextTable::append(EntryType type, const void* data, std::size_t length) noexcept {
  const std::size_t size = layout::entry_size(length);
  if (static_cast<std::size_t>(limit_ - cursor_) < size && !advance(size)) return 0;
  const std::uint64_t id = position_ / layout::kEntryAlignment;
  if (id > 0xffffffffu) return 0;
  auto* header = reinterpret_cast<EntryHeader*>(cursor_);
  header->length = static_cast<std::uint32_t>(length);
  if (length > 0) std::memcpy(cursor_ + sizeof *header, data, length);
  __atomic_store_n(&header->commit, layout::commit_word(static_cast<std::uint8_t>(type)), __ATOMIC_RELEASE);
  cursor_ += size;
  position_ += size;
  return static_cast<std::uint32_t>(id);
}

bool TextTable::advance(std::size_t needed) noexcept {
  const Chunk chunk = segment_.grow(cursor_, needed);
  if (chunk.data == nullptr) return false;
  cursor_ = chunk.data;
  limit_ = chunk.data + chunk.size;
  position_ = chunk.position;
  return true;
}

bool TextTable::enlarge() noexcept {
  const std::uint32_t count = slots_ == nullptr ? kFirstSlots : (mask_ + 1) * 2;
  std::unique_ptr<Slot[]> larger(new (std::nothrow) Slot[count]());
  if (larger == nullptr) return false;
  std::swap(slots_, larger);
  const std::uint32_t old_count = larger == nullptr ? 0 : mask_ + 1;
  mask_ = count - 1;
  for (std::uint32_t at = 0; at < old_count; ++at) {
    if (larger[at].id != 0) find_free(larger[at].hash) = larger[at];
  }
  return true;
}

TextTable::Slot& TextTable::find_free(std::uint32_t hash) noexcept {
  std::uint32_t at = hash & mask_;
  while (slots_[at].id != 0) at = (at + 1) & mask_;
  return slots_[at];
}

}  // namespace passevents
