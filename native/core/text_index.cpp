#include "core/text_index.h"

#include <cstring>

#include "core/stream_image.h"
#include "core/text_table.h"

namespace passevents {

using layout::EntryHeader;
using layout::EntryType;

namespace {
constexpr std::uint32_t kTypeShift = 29;
constexpr std::uint32_t kRefMask = (1u << kTypeShift) - 1;
}  // namespace

std::size_t TextIndex::PlaceHash::operator()(const PlaceKey& key) const { return hash_bytes(&key, sizeof key, 0); }

void TextIndex::add_stream(const std::vector<Chunk>& chunks) {
  Slots& slots = streams_.emplace_back();
  std::uint64_t position = layout::kBody;
  for (const Chunk& chunk : chunks) {
    if (position != chunk.position) return;
    for (const std::byte* at = chunk.data; const std::size_t size = text_size(at, chunk.data + chunk.size - at);) {
      add_to(slots, position, at);
      at += size;
      position += size;
    }
  }
}

void TextIndex::add_to(Slots& slots, std::uint64_t position, const std::byte* at) {
  const auto type = static_cast<EntryType>(load_commit(at) & 0xff);
  const Ref ref = add_entry(slots, type, at + sizeof(EntryHeader), reinterpret_cast<const EntryHeader*>(at)->length);
  const std::uint64_t id = position / layout::kEntryAlignment;
  if (ref == 0) return;
  if (slots.size() <= id) slots.resize(id + 1);
  slots[id] = static_cast<std::uint32_t>(type) << kTypeShift | ref;
}

Ref TextIndex::add_entry(Slots& slots, EntryType type, const std::byte* data, std::uint32_t length) {
  switch (type) {
    case EntryType::text: return add_text({reinterpret_cast<const char*>(data), length});
    case EntryType::location:
      if (length != sizeof(layout::LocationEntry)) return 0;
      return add_place(slots, *reinterpret_cast<const layout::LocationEntry*>(data));
    case EntryType::units:
      units_.push_back({reinterpret_cast<const layout::UnitEntry*>(data),
                        length / static_cast<std::uint32_t>(sizeof(layout::UnitEntry))});
      return static_cast<Ref>(units_.size());
    default: return 0;
  }
}

Ref TextIndex::add_text(std::string_view text) {
  if (texts_.size() >= kRefMask) return 0;
  const auto [known, is_new] = known_texts_.try_emplace(text, static_cast<Ref>(texts_.size() + 1));
  if (is_new) texts_.push_back(text);
  return known->second;
}

Ref TextIndex::add_place(const Slots& slots, const layout::LocationEntry& entry) {
  if (places_.size() >= kRefMask) return 0;
  Place place{find_in(slots, entry.file, EntryType::text), entry.line, entry.column,
              find_in(slots, entry.text, EntryType::text), 0};
  if (place.text != 0) {
    const PlaceKey key{place.file, place.line, place.column, place.text};
    const auto [known, is_new] = known_complex_.try_emplace(key, static_cast<Ref>(complex_.size() + 1));
    if (is_new) complex_.push_back(static_cast<std::uint32_t>(places_.size()));
    place.complex = known->second;
  }
  places_.push_back(place);
  return static_cast<Ref>(places_.size());
}

Ref TextIndex::find_in(const Slots& slots, std::uint32_t id, EntryType type) {
  if (id >= slots.size() || slots[id] >> kTypeShift != static_cast<std::uint32_t>(type)) return 0;
  return slots[id] & kRefMask;
}

Ref TextIndex::find(std::uint32_t stream, std::uint32_t id, EntryType type) const {
  return stream < streams_.size() ? find_in(streams_[stream], id, type) : 0;
}

const layout::UnitEntry* TextIndex::units(std::uint32_t stream, std::uint32_t id, std::uint32_t& count) const {
  const Ref ref = find(stream, id, EntryType::units);
  count = ref == 0 ? 0 : units_[ref - 1].count;
  return ref == 0 ? nullptr : units_[ref - 1].entries;
}

}  // namespace passevents
