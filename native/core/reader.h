// Reads a journal: pairs begins with ends, finds parents, and puts the events into tree order.
//
// Of a directory whose owner has closed it or died, or of a living journal as it is now. An event costs some
// 50 bytes beside the journal itself, which stays mapped. Depth is no matter: nothing here recurses.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "core/journal.h"
#include "core/stream_image.h"
#include "core/text_index.h"

namespace passevents {

struct ReaderCounts {
  std::uint64_t events = 0;
  std::uint64_t open = 0;              // begins without an end
  std::uint64_t ends_without_begin = 0;
  std::uint64_t lost_parents = 0;      // events made roots, because their parent is not on record
  std::uint64_t repeated = 0;          // begins or ends of a sequence number that already had one
  std::uint64_t unreadable = 0;        // begins behind damage in their file
  std::uint64_t streams = 0;
};

// One event with everything resolved; Refs are into TextIndex.
struct ReadEvent {
  Sequence sequence;
  Sequence parent;  // kNoSequence: a root
  std::uint32_t pre;
  std::uint32_t pre_end;  // of the last event of its subtree: the subtree is pre..pre_end, both included
  std::uint32_t depth;
  Kind kind;
  bool ended;  // where false, status, changed, end_ns, self_ns and error say nothing
  Status status;
  Changed changed;
  std::int32_t iteration;
  Ref tag, name, phase, operation, place, detail, error;
  Ref begin_attributes, end_attributes;
  std::uint64_t thread;
  std::int64_t start_ns, end_ns, self_ns;  // since the origin; self_ns a duration
};

struct Total {
  Ref name;
  Ref phase;
  Ref tag;
  Kind kind;
  std::uint64_t count;
  std::int64_t total_ns;  // of the outermost events of that name
  std::int64_t self_ns;
};

class Reader {
 public:
  explicit Reader(const std::string& directory);  // throws JournalError
  explicit Reader(std::shared_ptr<Journal> journal);
  ~Reader();
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  const ReaderCounts& counts() const { return counts_; }
  const TextIndex& texts() const { return texts_; }
  std::uint64_t origin_ns() const { return origin_ns_; }
  // In the order of their sequence.
  std::size_t size() const { return nodes_.size(); }
  ReadEvent event(std::size_t index) const;
  const layout::UnitEntry* more_units(std::size_t index, std::uint32_t& count, std::uint32_t& stream) const;
  std::vector<Total> totals() const;

 private:
  static constexpr std::uint32_t kNone = 0xffffffffu;

  struct Node {
    const layout::BeginRecord* begin;
    const layout::EndRecord* end = nullptr;
    std::uint32_t stream;
    std::uint32_t end_stream = 0;
    std::uint32_t thread;          // into threads_
    std::uint32_t parent = kNone;  // into nodes_
    std::uint32_t pre = 0;
    std::uint32_t size = 1;        // of the subtree, itself included
    std::int64_t self_ns = 0;
  };
  struct StreamEnd {
    const layout::EndRecord* record;
    std::uint32_t stream;
  };

  void load_files(const std::string& directory);
  void load_living();
  std::uint64_t scan(std::uint32_t stream, const std::vector<Chunk>& chunks);  // gives where it stopped
  void count_unreadable(std::uint64_t from, const std::vector<Chunk>& chunks);
  void build();
  void sort_begins();
  void index_sequences();
  std::uint32_t find(Sequence sequence) const;
  void pair_ends();
  void find_parents();
  void order();
  void compute_self();
  std::int64_t covered_exactly(const std::vector<std::uint32_t>& children) const;
  static std::int64_t start_of(const Node& node);
  static std::int64_t end_of(const Node& node);  // its start while it is open

  std::shared_ptr<Journal> living_;
  std::deque<MappedFile> files_;
  std::deque<Image> images_;  // of the living journal
  std::uint64_t origin_ns_ = 0;
  ReaderCounts counts_;
  TextIndex texts_;
  std::vector<Node> nodes_;
  std::vector<StreamEnd> ends_;
  std::vector<std::uint64_t> threads_;
  std::vector<std::uint32_t> by_sequence_;  // empty: too sparse, searched instead
};

}  // namespace passevents
