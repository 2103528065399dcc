#include "core/reader.h"

#include <algorithm>
#include <cstdio>
#include <sys/stat.h>

namespace passevents {

using layout::BeginRecord;
using layout::EndRecord;
using layout::RecordType;

Reader::Reader(const std::string& directory) {
  load_files(directory);
  build();
}

Reader::Reader(std::shared_ptr<Journal> journal) : living_(std::move(journal)), origin_ns_(living_->origin_ns()) {
  living_->pin();
  load_living();
  build();
}

Reader::~Reader() {
  if (living_ != nullptr) living_->unpin();
}

// Streams are numbered without gaps: the first number without a file is the end.
void Reader::load_files(const std::string& directory) {
  struct stat status{};
  if (::stat(directory.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) {
    throw JournalError(directory + " is not a journal: there is no such folder");
  }
  for (std::uint32_t number = 0;; ++number) {
    char name[32];
    std::snprintf(name, sizeof name, "/%04u.", number);
    const std::string base = directory + name;
    if (::stat((base + "records").c_str(), &status) != 0) return;
    const MappedFile& records = files_.emplace_back(base + "records");
    const MappedFile& texts = files_.emplace_back(base + "texts");
    layout::FileHeader header{};
    const bool has_texts = check_header(texts, layout::kTextsMagic, base + "texts", header);
    texts_.add_stream(has_texts ? texts.chunks() : std::vector<Chunk>());
    if (!check_header(records, layout::kRecordsMagic, base + "records", header)) continue;
    origin_ns_ = header.origin_ns;
    const std::vector<Chunk> chunks = records.chunks();
    count_unreadable(scan(number, chunks), chunks);
  }
}

// Records before texts: what a record refers to was there before it.
void Reader::load_living() {
  std::uint32_t number = 0;
  for (Writer* stream : living_->streams()) {
    const Image& records = images_.emplace_back(stream->records().image(record_size));
    scan(number++, records.chunks);
    const Image& texts = images_.emplace_back(stream->texts().image(text_size));
    texts_.add_stream(texts.chunks);
  }
}

std::uint64_t Reader::scan(std::uint32_t stream, const std::vector<Chunk>& chunks) {
  ++counts_.streams;
  threads_.push_back(0);
  // Consumed chunks of a memory journal are gone: what is left starts with the first one that is there.
  RecordScan records(chunks.empty() ? layout::kBody : chunks.front().position);
  records.run(chunks, [&](RecordType type, const std::byte* at) {
    if (type == RecordType::begin) {
      nodes_.push_back(Node{reinterpret_cast<const BeginRecord*>(at), nullptr, stream, 0,
                            static_cast<std::uint32_t>(threads_.size() - 1)});
    } else if (type == RecordType::end) {
      ends_.push_back(StreamEnd{reinterpret_cast<const EndRecord*>(at), stream});
    } else {
      threads_.push_back(reinterpret_cast<const layout::ThreadRecord*>(at)->thread);
    }
  });
  return records.position();
}

// Behind the last record there are zeros, or one record that was never finished; sealed ones mean damage.
void Reader::count_unreadable(std::uint64_t from, const std::vector<Chunk>& chunks) {
  constexpr std::uint32_t kTypeMask = layout::kSealMask | 0xffu;
  const std::uint32_t begin = layout::commit_word(static_cast<std::uint8_t>(RecordType::begin));
  for (const Chunk& chunk : chunks) {
    const std::uint64_t first = std::max(from, chunk.position) - chunk.position;
    for (std::uint64_t at = first; at + layout::kGranularity <= chunk.size; at += layout::kGranularity) {
      if ((load_commit(chunk.data + at) & kTypeMask) == begin) ++counts_.unreadable;
    }
  }
}

void Reader::build() {
  sort_begins();
  index_sequences();
  pair_ends();
  find_parents();
  order();
  compute_self();
}

void Reader::sort_begins() {
  const auto earlier = [](const Node& left, const Node& right) { return left.begin->sequence < right.begin->sequence; };
  if (!std::is_sorted(nodes_.begin(), nodes_.end(), earlier)) std::stable_sort(nodes_.begin(), nodes_.end(), earlier);
  const auto same = [](const Node& left, const Node& right) { return left.begin->sequence == right.begin->sequence; };
  const auto last = std::unique(nodes_.begin(), nodes_.end(), same);
  counts_.repeated += static_cast<std::uint64_t>(nodes_.end() - last);
  nodes_.erase(last, nodes_.end());
  counts_.events = nodes_.size();
}

// Numbers are dense unless events were dropped or a file is damaged.
void Reader::index_sequences() {
  const std::uint64_t highest = nodes_.empty() ? 0 : nodes_.back().begin->sequence;
  if (highest > nodes_.size() * 4 + 4096) return;
  by_sequence_.assign(highest + 1, kNone);
  for (std::uint32_t at = 0; at < nodes_.size(); ++at) by_sequence_[nodes_[at].begin->sequence] = at;
}

std::uint32_t Reader::find(Sequence sequence) const {
  if (!by_sequence_.empty()) return sequence < by_sequence_.size() ? by_sequence_[sequence] : kNone;
  const auto before = [](const Node& node, Sequence wanted) { return node.begin->sequence < wanted; };
  const auto at = std::lower_bound(nodes_.begin(), nodes_.end(), sequence, before);
  if (at == nodes_.end() || at->begin->sequence != sequence) return kNone;
  return static_cast<std::uint32_t>(at - nodes_.begin());
}

// By number alone: an event may end on another thread than it began on.
void Reader::pair_ends() {
  for (const StreamEnd& end : ends_) {
    const std::uint32_t at = find(end.record->sequence);
    if (at == kNone) {
      ++counts_.ends_without_begin;
    } else if (nodes_[at].end != nullptr) {
      ++counts_.repeated;
    } else {
      nodes_[at].end = end.record;
      nodes_[at].end_stream = end.stream;
    }
  }
  counts_.open = static_cast<std::uint64_t>(
      std::count_if(nodes_.begin(), nodes_.end(), [](const Node& node) { return node.end == nullptr; }));
  ends_ = {};
}

// A parent has a lower number than its children; anything else is damage, and might be a cycle.
void Reader::find_parents() {
  for (std::uint32_t at = 0; at < nodes_.size(); ++at) {
    const Sequence parent = nodes_[at].begin->parent;
    if (parent == kNoSequence) continue;
    const std::uint32_t found = find(parent);
    if (found < at) {
      nodes_[at].parent = found;
    } else {
      ++counts_.lost_parents;
    }
  }
}

namespace {
// A damaged time must not overflow the arithmetic on it.
std::int64_t bounded(std::uint64_t time_ns) {
  return static_cast<std::int64_t>(std::min<std::uint64_t>(time_ns, INT64_MAX / 4));
}
}  // namespace

std::int64_t Reader::start_of(const Node& node) { return bounded(node.begin->start_ns); }

std::int64_t Reader::end_of(const Node& node) {
  const std::int64_t start = start_of(node);
  return node.end == nullptr ? start : std::max(start, bounded(node.end->end_ns));
}

ReadEvent Reader::event(std::size_t index) const {
  const Node& node = nodes_[index];
  const BeginRecord& begin = *node.begin;
  const std::int64_t origin = bounded(origin_ns_);
  ReadEvent event{};
  event.sequence = begin.sequence;
  event.parent = node.parent == kNone ? kNoSequence : nodes_[node.parent].begin->sequence;
  event.pre = node.pre;
  event.pre_end = node.pre + node.size - 1;
  event.depth = begin.depth;
  event.kind = static_cast<Kind>(std::min<std::uint32_t>(begin.commit >> 8 & 0xff, 6));
  event.iteration = begin.iteration;
  event.tag = texts_.text(node.stream, begin.tag);
  event.name = texts_.text(node.stream, begin.name);
  event.phase = texts_.text(node.stream, begin.phase);
  event.operation = texts_.text(node.stream, begin.operation);
  event.place = texts_.place(node.stream, begin.location);
  event.detail = texts_.text(node.stream, begin.detail);
  event.begin_attributes = texts_.text(node.stream, begin.attributes);
  event.thread = threads_[node.thread];
  event.start_ns = start_of(node) - origin;
  if (node.end == nullptr) return event;
  const EndRecord& end = *node.end;
  event.ended = true;
  event.status = static_cast<Status>(std::min<std::uint32_t>(end.commit >> 8 & 0xf, 4));
  event.changed = static_cast<Changed>(std::min<std::uint32_t>(end.commit >> 12 & 0xf, 2));
  event.end_ns = end_of(node) - origin;
  event.self_ns = node.self_ns;
  event.error = texts_.text(node.end_stream, end.error);
  event.end_attributes = texts_.text(node.end_stream, end.attributes);
  return event;
}

const layout::UnitEntry* Reader::more_units(std::size_t index, std::uint32_t& count, std::uint32_t& stream) const {
  stream = nodes_[index].stream;
  return texts_.units(stream, nodes_[index].begin->more_units, count);
}

}  // namespace passevents
