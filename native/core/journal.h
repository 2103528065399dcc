// The journal: what a recording process writes while the compiler runs.
//
// One Journal is one recording. Each thread appends to a stream of its own, so the hot path takes no lock.
// A file journal is a directory whose streams are memory-mapped files: what was committed is on record
// whatever happens to the process. A memory journal has the same streams in anonymous memory.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace passevents {

// Start order in the run, unique in it, shared by native and Python events.
using Sequence = std::uint32_t;
inline constexpr Sequence kNoSequence = 0xffffffffu;

// Ids of interned texts and locations are valid only for the Writer that gave them. 0 is "none".
using TextId = std::uint32_t;
using LocationId = std::uint32_t;
using UnitsId = std::uint32_t;

// The order is part of the journal's format; `passevents.events.model` has the same names in the same order.
enum class Kind : std::uint8_t { pass, action, pipeline, analysis, stage, codegen, diagnostic };
enum class Status : std::uint8_t { completed, failed, skipped, incomplete, lost };
enum class Changed : std::uint8_t { unknown, no, yes };
enum class UnitKind : std::uint8_t { operation, region, block, value };

struct Unit {
  UnitKind kind;
  TextId operation;
  LocationId location;
};

struct Begin {
  Sequence sequence;
  Sequence parent = kNoSequence;
  std::uint16_t depth = 0;
  Kind kind = Kind::pass;
  std::uint32_t sessions = 0;  // one bit for each session whose filters matched; 0 for Python's own events
  TextId tag = 0;
  TextId name = 0;
  TextId phase = 0;
  TextId detail = 0;
  TextId operation = 0;        // the first IR unit, inline
  LocationId location = 0;
  UnitsId more_units = 0;      // the further ones
  std::int64_t iteration = -1; // a greedy driver's, else -1
  TextId attributes = 0;       // a JSON object
  std::uint64_t start_ns = 0;
};

struct End {
  Sequence sequence;
  Status status = Status::completed;
  Changed changed = Changed::unknown;
  TextId error = 0;
  TextId attributes = 0;       // a JSON object, merged over the begin's
  std::uint64_t end_ns = 0;
};

// One thread's stream. Every method is for that thread only, and none throws: where space cannot be
// reserved the event is dropped and counted.
class Writer {
 public:
  virtual ~Writer() = default;
  virtual TextId text(std::string_view value) noexcept = 0;  // interned: the same text gives the same id
  virtual LocationId location(TextId file, std::uint32_t line, std::uint32_t column, TextId text) noexcept = 0;
  virtual UnitsId units(const Unit* units, std::uint32_t count) noexcept = 0;
  virtual bool begin(const Begin& event) noexcept = 0;       // false: dropped, its end must not be written
  virtual void end(const End& event) noexcept = 0;
};

class Journal {
 public:
  virtual ~Journal() = default;
  virtual Sequence next_sequence() noexcept = 0;
  virtual Writer* writer() noexcept = 0;      // this thread's; null when recording has stopped
  virtual bool accepting() const noexcept = 0;
  virtual std::uint64_t origin_ns() const noexcept = 0;
  virtual std::uint64_t dropped() const noexcept = 0;
  virtual void close() noexcept = 0;          // no event is accepted any more; idempotent, from any thread
};

}  // namespace passevents
