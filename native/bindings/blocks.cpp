// What stands in each block of a run: lets a question pass over the blocks that cannot hold an answer.
#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/convert.h"
#include "bindings/journal.h"
#include "bindings/journal_reader.h"
#include "bindings/sqlite.h"

namespace passevents::bindings {

using namespace nb::literals;

namespace {

// The numbers are the store's (passevents/store/blocks.py).
enum Facet : int { kKind = 1, kStatus, kTag, kName, kPhase, kOperation, kFile, kLine, kWholeLocation, kFacets };

struct Block {
  std::uint32_t number;
  std::uint32_t first_pre, last_pre;
  std::uint32_t shallowest;
  std::int64_t slowest_ns;
};

struct BlockValue {
  int facet;
  std::int64_t value;
  std::uint32_t block;
  std::int64_t slowest_ns;
};

// Goes over the events in their order, and keeps the distinct values of one block at a time.
class Blocks {
 public:
  Blocks(const JournalReader& source, const std::vector<std::int64_t>& ids, int shift, int open_status)
      : source_(source), ids_(ids), shift_(shift), open_status_(open_status) {
    for (std::size_t at = 0; at < source.reader->size(); ++at) add(source.reader->event(at));
    flush();
    std::sort(values.begin(), values.end(), [](const BlockValue& left, const BlockValue& right) {
      return std::tie(left.facet, left.value, left.block) < std::tie(right.facet, right.value, right.block);
    });
  }

  std::vector<Block> blocks;
  std::vector<BlockValue> values;  // sorted by facet, value and block

 private:
  using Slowest = std::pair<std::int64_t, std::int64_t>;  // of a value

  void add(const ReadEvent& event) {
    const std::uint32_t number = event.sequence >> shift_;
    // An event that is open is one that no duration was too short for.
    const std::int64_t duration = event.ended ? event.end_ns - event.start_ns : 0;
    if (blocks.empty() || blocks.back().number != number) {
      flush();
      blocks.push_back({number, event.pre, event.pre, event.depth, duration});
    }
    Block& block = blocks.back();
    block.first_pre = std::min(block.first_pre, event.pre);
    block.last_pre = std::max(block.last_pre, event.pre);
    block.shallowest = std::min(block.shallowest, event.depth);
    block.slowest_ns = std::max(block.slowest_ns, duration);
    note(kKind, static_cast<int>(event.kind), duration);
    note(kStatus, event.ended ? static_cast<int>(event.status) : open_status_, duration);
    note(kTag, text(event.tag), duration);
    note(kName, text(event.name), duration);
    note(kPhase, text(event.phase), duration);
    note(kOperation, text(event.operation), duration);
    const Place place = event.place == 0 ? Place{} : source_.reader->texts().places()[event.place - 1];
    note(kFile, text(place.file), duration);
    note(kLine, place.line, duration);
    note(kWholeLocation, place.complex != 0, duration);
  }

  std::int64_t text(Ref ref) const { return ref == 0 ? 0 : ids_[ref - 1]; }

  void note(Facet facet, std::int64_t value, std::int64_t duration) {
    auto& seen = seen_[facet];
    // From the back: neighbours are mostly alike.
    for (auto each = seen.rbegin(); each != seen.rend(); ++each) {
      if (each->first == value) {
        each->second = std::max(each->second, duration);
        return;
      }
    }
    seen.emplace_back(value, duration);
  }

  void flush() {
    for (int facet = 0; facet < kFacets; ++facet) {
      for (const auto& [value, slowest] : seen_[facet]) values.push_back({facet, value, blocks.back().number, slowest});
      seen_[facet].clear();
    }
  }

  const JournalReader& source_;
  const std::vector<std::int64_t>& ids_;
  const int shift_, open_status_;
  std::array<std::vector<Slowest>, kFacets> seen_;
};

std::array<std::int64_t, 6> row_of(const Block& block, std::int64_t run) {
  return {run, block.number, block.first_pre, block.last_pre, block.shallowest, block.slowest_ns};
}

std::array<std::int64_t, 5> row_of(const BlockValue& value, std::int64_t run) {
  return {run, value.facet, value.value, value.block, value.slowest_ns};
}

Blocks found_blocks(const JournalReader& source, const std::vector<std::int64_t>& ids, int shift, int open_status) {
  if (ids.size() != source.value_count()) throw nb::value_error("a value for each text is needed");
  const nb::gil_scoped_release release;
  return Blocks(source, ids, shift, open_status);
}

template <typename Each>
nb::list tuples_of(const std::vector<Each>& rows, std::int64_t run) {
  nb::list tuples;
  for (const Each& each : rows) {
    const auto columns = row_of(each, run);
    TupleBuilder row(static_cast<Py_ssize_t>(columns.size()));
    for (const std::int64_t column : columns) row.integer(column);
    tuples.append(row.take());
  }
  return tuples;
}

nb::tuple blocks_of(const SharedReader& source, std::int64_t run, const std::vector<std::int64_t>& ids, int shift,
                    int open_status) {
  const Blocks found = found_blocks(*source, ids, shift, open_status);
  return nb::make_tuple(tuples_of(found.blocks, run), tuples_of(found.values, run));
}

template <typename Each>
void insert_each(const SqliteHandle& handle, const std::string& text, const std::vector<Each>& rows, std::int64_t run) {
  SqliteStatement statement(*handle.api, handle.connection, text);
  for (const Each& each : rows) {
    int place = 0;
    for (const std::int64_t column : row_of(each, run)) statement.bind(++place, column);
    statement.run();
  }
}

void insert_blocks(const SqliteHandle& handle, const SharedReader& source, const std::string& block,
                   const std::string& value, std::int64_t run, const std::vector<std::int64_t>& ids, int shift,
                   int open_status) {
  const Blocks found = found_blocks(*source, ids, shift, open_status);
  try {
    const nb::gil_scoped_release release;
    insert_each(handle, block, found.blocks, run);
    insert_each(handle, value, found.values, run);
  } catch (const SqliteError& error) {
    raise_sqlite_error(error);
  }
}

}  // namespace

void bind_blocks(nb::module_& m) {
  m.def("blocks_of", &blocks_of, "reader"_a, "run"_a, "string_ids"_a, "shift"_a, "open_status"_a,
        nb::sig("def blocks_of(reader: JournalReader, run: int, string_ids: list[int], shift: int, open_status: int)"
                " -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]"),
        "Rows of the store's tables `blocks` and `block_values`, in the order of their keys.");
  m.def("insert_blocks", &insert_blocks, "handle"_a, "reader"_a, "block"_a, "value"_a, "run"_a, "string_ids"_a,
        "shift"_a, "open_status"_a,
        "Insert what `blocks_of` gives, by the statements `block` and `value`.\n\n"
        "Runs in the connection's transaction. Raises sqlite3.OperationalError.");
}

}  // namespace passevents::bindings
