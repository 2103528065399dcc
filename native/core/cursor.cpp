#include "core/cursor.h"

#include <algorithm>
#include <cstring>

namespace passevents {

using layout::EntryType;
using layout::RecordType;

Cursor::Cursor(std::shared_ptr<Journal> journal, std::uint32_t sessions, bool from_start)
    : journal_(std::move(journal)), sessions_(sessions) {
  {
    const std::lock_guard<std::mutex> lock(journal_->mutex_);
    journal_->cursors_.push_back(this);
  }
  if (!from_start) {
    read();
    items_.clear();
    open_.clear();
    early_ends_.clear();
  }
}

Cursor::~Cursor() {
  const std::lock_guard<std::mutex> lock(journal_->mutex_);
  auto& all = journal_->cursors_;
  all.erase(std::remove(all.begin(), all.end(), this), all.end());
}

const std::vector<Cursor::Item>& Cursor::read() {
  find_streams();
  items_ = std::move(early_ends_);
  early_ends_.clear();
  for (std::uint32_t stream = 0; stream < streams_.size(); ++stream) scan(stream);
  std::stable_sort(items_.begin(), items_.end(),
                   [](const Item& left, const Item& right) { return left.time_ns < right.time_ns; });
  const auto unwanted = [this](const Item& item) { return !is_wanted(item); };
  items_.erase(std::remove_if(items_.begin(), items_.end(), unwanted), items_.end());
  journal_->release_consumed();
  return items_;
}

void Cursor::find_streams() {
  const std::vector<Writer*> writers = journal_->streams();
  const std::lock_guard<std::mutex> lock(journal_->mutex_);
  for (std::size_t at = streams_.size(); at < writers.size(); ++at) {
    streams_.push_back(Stream{writers[at], RecordScan(), 0, 0, {}});
  }
}

void Cursor::scan(std::uint32_t stream) {
  Stream& source = streams_[stream];
  const Image records = source.writer->records().image(record_size);
  // A cursor that comes late starts where the memory that is left starts.
  if (!records.chunks.empty() && source.scan.position() < records.chunks.front().position) {
    source.scan = RecordScan(records.chunks.front().position);
  }
  const std::uint64_t before = source.scan.position();
  source.scan.run(records.chunks, [&](RecordType type, const std::byte* at) {
    if (type == RecordType::thread) {
      source.thread = reinterpret_cast<const layout::ThreadRecord*>(at)->thread;
      return;
    }
    Item item{};
    item.thread = source.thread;
    item.stream = stream;
    item.is_begin = type == RecordType::begin;
    if (item.is_begin) {
      std::memcpy(&item.begin, at, sizeof item.begin);
      item.time_ns = item.begin.start_ns;
    } else {
      std::memcpy(&item.end, at, sizeof item.end);
      item.time_ns = item.end.end_ns;
    }
    items_.push_back(item);
  });
  // Behind the records: what they refer to was there before them.
  if (source.scan.position() != before) source.texts = source.writer->texts().image(text_size);
  const std::lock_guard<std::mutex> lock(journal_->mutex_);
  source.consumed = source.scan.position();
}

// An end without a begin is kept for one more read(): by then its begin is seen, or it is another session's.
bool Cursor::is_wanted(const Item& item) {
  if (item.is_begin) {
    const bool wanted = sessions_ == 0 || (item.begin.sessions & sessions_) != 0;
    if (wanted) open_.insert(item.begin.sequence);
    return wanted;
  }
  if (open_.erase(item.end.sequence) != 0) return true;
  if (!item.retried) {
    early_ends_.push_back(item);
    early_ends_.back().retried = true;
  }
  return false;
}

const layout::EntryHeader* Cursor::entry(std::uint32_t stream, std::uint32_t id, EntryType type) {
  if (id == 0 || stream >= streams_.size()) return nullptr;
  const std::vector<Chunk>& chunks = streams_[stream].texts.chunks;
  const std::uint64_t position = std::uint64_t{id} * layout::kEntryAlignment;
  const auto is_before = [](const Chunk& some, std::uint64_t wanted) { return some.end() <= wanted; };
  const auto chunk = std::lower_bound(chunks.begin(), chunks.end(), position, is_before);
  if (chunk == chunks.end()) return nullptr;
  const std::byte* at = chunk->data + (position - chunk->position);
  const std::uint32_t expected = layout::commit_word(static_cast<std::uint8_t>(type));
  return load_commit(at) == expected ? reinterpret_cast<const layout::EntryHeader*>(at) : nullptr;
}

std::string_view Cursor::text(std::uint32_t stream, TextId id) {
  const layout::EntryHeader* header = entry(stream, id, EntryType::text);
  if (header == nullptr) return {};
  return {reinterpret_cast<const char*>(header + 1), header->length};
}

layout::LocationEntry Cursor::location(std::uint32_t stream, LocationId id) {
  const layout::EntryHeader* header = entry(stream, id, EntryType::location);
  return header == nullptr ? layout::LocationEntry{} : *reinterpret_cast<const layout::LocationEntry*>(header + 1);
}

const layout::UnitEntry* Cursor::units(std::uint32_t stream, UnitsId id, std::uint32_t& count) {
  const layout::EntryHeader* header = entry(stream, id, EntryType::units);
  count = header == nullptr ? 0 : header->length / static_cast<std::uint32_t>(sizeof(layout::UnitEntry));
  return header == nullptr ? nullptr : reinterpret_cast<const layout::UnitEntry*>(header + 1);
}

}  // namespace passevents
