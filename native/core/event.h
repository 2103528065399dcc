// The vocabulary of a journal: what is said when an event begins and when it ends.
#pragma once

#include <cstdint>

namespace passevents {

// Start order in the run, unique in it, shared by native and Python events.
using Sequence = std::uint32_t;
inline constexpr Sequence kNoSequence = 0xffffffffu;
// A journal that has come so far is full: the rest is for threads that are just asking, so that none starts again at 0.
inline constexpr Sequence kLastSequence = kNoSequence - (1u << 20);

// Ids of interned texts, locations and unit lists are valid only for the Writer that gave them. 0 is "none".
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
  std::uint32_t depth = 0;
  Kind kind = Kind::pass;
  std::uint32_t sessions = 0;  // one bit for each session whose filters matched; 0 for Python's own events
  TextId tag = 0;
  TextId name = 0;
  TextId phase = 0;
  TextId detail = 0;
  TextId operation = 0;         // the first IR unit, inline
  LocationId location = 0;
  UnitsId more_units = 0;       // the further ones
  std::int32_t iteration = -1;  // a greedy driver's, else -1
  TextId attributes = 0;        // a JSON object
  std::uint64_t start_ns = 0;   // monotonic_ns()
};

struct End {
  Sequence sequence;
  Status status = Status::completed;
  Changed changed = Changed::unknown;
  TextId error = 0;
  TextId attributes = 0;  // a JSON object, merged over the begin's
  std::uint64_t end_ns = 0;
};

}  // namespace passevents
