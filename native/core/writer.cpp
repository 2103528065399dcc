#include "core/writer.h"

#include <cstdio>
#include <cstring>
#include <new>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace passevents {

using layout::RecordType;

namespace {

std::string path_of(const std::string& directory, std::uint32_t stream, const char* suffix) {
  if (directory.empty()) return directory;
  char name[32];
  std::snprintf(name, sizeof name, "/%04u.%s", stream, suffix);
  return directory + name;
}

layout::FileHeader header_of(const char (&magic)[8], std::uint32_t stream, std::uint64_t origin_ns) {
  layout::FileHeader header{};
  std::memcpy(header.magic, magic, sizeof magic);
  header.version = layout::kFormatVersion;
  header.byte_order = layout::kByteOrder;
  header.origin_ns = origin_ns;
  header.stream = stream;
  header.process = static_cast<std::uint32_t>(::getpid());
  return header;
}

}  // namespace

Writer::Writer(const std::string& directory, std::uint32_t stream, std::uint64_t origin_ns, JournalStatus& status)
    : status_(status),
      records_(create_segment(path_of(directory, stream, "records"),
                              header_of(layout::kRecordsMagic, stream, origin_ns), status.budget)),
      texts_(create_segment(path_of(directory, stream, "texts"), header_of(layout::kTextsMagic, stream, origin_ns),
                            status.budget)),
      table_(*texts_) {}

bool Writer::take_over() noexcept {
  if (left() < sizeof(layout::ThreadRecord) && !advance(sizeof(layout::ThreadRecord))) return false;
  auto* record = reinterpret_cast<layout::ThreadRecord*>(cursor_);
  record->thread = static_cast<std::uint64_t>(::gettid());
  const auto type = static_cast<std::uint8_t>(RecordType::thread);
  __atomic_store_n(&record->commit, layout::commit_word(type), __ATOMIC_RELEASE);
  cursor_ += sizeof *record;
  open_ = 0;
  return true;
}

LocationId Writer::new_location(TextId file, std::uint32_t line, std::uint32_t column) noexcept {
  if (!has(JournalState::open)) return 0;
  const layout::LocationEntry entry{file, line, column, 0};
  const LocationId id = table_.append(layout::EntryType::location, &entry, sizeof entry);
  if (id == 0) stop(texts_->failure());
  return id;
}

UnitsId Writer::units(const Unit* units, std::uint32_t count) noexcept {
  if (count == 0 || !has(JournalState::open)) return 0;
  try {
    std::vector<layout::UnitEntry> entries(count);
    for (std::uint32_t at = 0; at < count; ++at) {
      entries[at] = {static_cast<std::uint32_t>(units[at].kind), units[at].operation, units[at].location};
    }
    const UnitsId id =
        table_.append(layout::EntryType::units, entries.data(), entries.size() * sizeof(layout::UnitEntry));
    if (id == 0) stop(texts_->failure());
    return id;
  } catch (const std::bad_alloc&) {
    return 0;
  }
}

bool Writer::advance(std::size_t needed) noexcept {
  const Chunk chunk = records_->grow(cursor_, needed);
  if (chunk.data == nullptr) {
    stop(records_->failure());
    return false;
  }
  cursor_ = chunk.data;
  limit_ = chunk.data + chunk.size;
  return true;
}

void Writer::stop(int failure) noexcept {
  JournalState expected = JournalState::open;
  if (status_.state.compare_exchange_strong(expected, JournalState::full)) status_.failure.store(failure);
}

void Writer::drop() noexcept {
  if (has(JournalState::full)) status_.dropped.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace passevents
