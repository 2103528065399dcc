// The bytes of a journal. Everything here is part of the format: a change needs a new kFormatVersion.
//
// A stream is two segments, `NNNN.records` and `NNNN.texts`, each a sequence of entries without gaps. An entry's
// first word is its commit word. It is stored last, with release order, so an entry whose commit word is zero was
// never finished and nothing after it is read. Space comes zeroed.
//
// A segment's file is a FileHeader, two windows, and the body from kBody on. What is written last lies in one of the
// windows, which are mapped; when that is full it is copied into the body, and the other one is taken. So an entry
// costs a store into memory that is in the cache and not a fresh page, and is on record all the same.
#pragma once

#include <cstddef>
#include <cstdint>

namespace passevents::layout {

inline constexpr std::uint32_t kFormatVersion = 2;
inline constexpr std::uint32_t kByteOrder = 0x01020304u;
inline constexpr char kRecordsMagic[8] = {'P', 'S', 'E', 'V', 'R', 'E', 'C', '\n'};
inline constexpr char kTextsMagic[8] = {'P', 'S', 'E', 'V', 'T', 'X', 'T', '\n'};
// `native.snapshots`, one a journal: texts of the program, and entries that say whose they are.
inline constexpr char kSnapshotsMagic[8] = {'P', 'S', 'E', 'V', 'S', 'N', 'P', '\n'};

struct FileHeader {
  char magic[8];
  std::uint32_t version;
  std::uint32_t byte_order;
  std::uint64_t origin_ns;  // the raw monotonic time of the recording's zero
  std::uint32_t stream;     // the NNNN of the file's name
  std::uint32_t process;
  // Where in the segment the window in use belongs, and in the lowest bit which of them it is; 0: none is. What the
  // body holds from there on is not to be read.
  std::uint64_t window;
  std::uint8_t reserved[24];
};
static_assert(sizeof(FileHeader) == 64);

inline constexpr std::size_t kWindow = 64 * 1024;
inline constexpr std::size_t kWindows = 4096;  // where the first one starts, in the file
// The first position in a segment, of whatever kind: nothing has the position 0.
inline constexpr std::size_t kBody = kWindows + 2 * kWindow;

// Commit words: the seal in the high half, then a byte for the record (its kind, or status and changed),
// then the type.
inline constexpr std::uint32_t kSeal = 0x9e5a0000u;
inline constexpr std::uint32_t kSealMask = 0xffff0000u;

enum class RecordType : std::uint8_t { none, begin, end, thread };
enum class EntryType : std::uint8_t { none, text, location, units, snapshot };

constexpr std::uint32_t commit_word(std::uint8_t type, std::uint8_t extra = 0) {
  return kSeal | std::uint32_t{extra} << 8 | type;
}

inline constexpr std::size_t kGranularity = 32;

struct BeginRecord {
  std::uint32_t commit;  // extra: the kind
  std::uint32_t sequence;
  std::uint32_t parent;
  std::uint32_t depth;
  std::uint64_t start_ns;
  std::uint32_t sessions;
  std::uint32_t name;
  std::uint32_t tag;
  std::uint32_t phase;
  std::uint32_t detail;
  std::uint32_t operation;
  std::uint32_t location;
  std::uint32_t more_units;
  std::int32_t iteration;
  std::uint32_t attributes;
};
static_assert(sizeof(BeginRecord) == 64);

struct EndRecord {
  std::uint32_t commit;  // extra: status in the low four bits, changed in the high four
  std::uint32_t sequence;
  std::uint64_t end_ns;
  std::uint32_t error;
  std::uint32_t attributes;
  std::uint64_t reserved;
};
static_assert(sizeof(EndRecord) == 32);

// The records that follow were written by this thread: a stream outlives its thread and is used again.
struct ThreadRecord {
  std::uint32_t commit;
  std::uint32_t reserved;
  std::uint64_t thread;  // gettid()
  std::uint8_t unused[16];
};
static_assert(sizeof(ThreadRecord) == 32);

// An entry of the texts: this header, `length` bytes, zeros up to a multiple of kEntryAlignment. Its id is
// its position in the segment divided by kEntryAlignment, so 0 is free to mean "none".
inline constexpr std::size_t kEntryAlignment = 8;

struct EntryHeader {
  std::uint32_t commit;
  std::uint32_t length;  // of the bytes that follow
};
static_assert(sizeof(EntryHeader) == 8);

constexpr std::size_t entry_size(std::size_t length) {
  return (sizeof(EntryHeader) + length + kEntryAlignment - 1) & ~(kEntryAlignment - 1);
}

struct LocationEntry {
  std::uint32_t file;
  std::uint32_t line;
  std::uint32_t column;
  std::uint32_t text;
};
static_assert(sizeof(LocationEntry) == 16);

struct UnitEntry {
  std::uint32_t kind;
  std::uint32_t operation;
  std::uint32_t location;
};
static_assert(sizeof(UnitEntry) == 12);

// Which text an event began or ended with; only among snapshots.
struct SnapshotEntry {
  std::uint32_t sequence;
  std::uint32_t moment;  // 0 before, 1 after
  std::uint32_t text;    // its id
};
static_assert(sizeof(SnapshotEntry) == 12);

}  // namespace passevents::layout
