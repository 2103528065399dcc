// Texts of the program beside the events: which one each event began and ended with.
//
// One segment a journal, made when the first text comes, with entries as in the texts of a stream, so that what is
// committed survives the process. Each distinct text is in it once, told by a hash of 128 bits. Making a text takes
// far longer than writing it: all threads share the log, and a lock. It has a budget of its own: events never have to
// make room.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/event.h"
#include "core/segment.h"
#include "core/text_table.h"

namespace passevents {

enum class Moment : std::uint32_t { before, after };

// A text of a log; 0 is none.
using SnapshotId = std::uint32_t;

class SnapshotLog {
 public:
  // `directory` is empty for one in memory.
  SnapshotLog(std::string directory, std::uint64_t origin_ns, std::uint64_t max_bytes)
      : directory_(std::move(directory)), origin_ns_(origin_ns), budget_(max_bytes) {}
  SnapshotLog(const SnapshotLog&) = delete;
  SnapshotLog& operator=(const SnapshotLog&) = delete;

  // Any thread. 0 where there is no room: dropped, and counted.
  SnapshotId add(std::string_view text) noexcept;
  // Nothing for a text that was dropped.
  void link(Sequence event, Moment moment, SnapshotId text) noexcept;

  // A text that was not even made, for want of memory.
  void count_dropped() noexcept { dropped_.fetch_add(1, std::memory_order_relaxed); }
  std::uint64_t dropped() const noexcept { return dropped_.load(std::memory_order_relaxed); }
  std::string drop_reason() const;
  // The bytes of the log as they are now, as a file has them; empty while there are none.
  std::string contents() const;
  // In a forked child: nothing more is written, and the file is the parent's.
  void forget_file() noexcept;

 private:
  struct Digest {
    std::uint64_t high, low;
    bool operator==(const Digest& other) const noexcept { return high == other.high && low == other.low; }
  };
  struct DigestHash {
    std::size_t operator()(const Digest& digest) const noexcept { return digest.low; }
  };
  static Digest digest_of(std::string_view text) noexcept;

  bool open() noexcept;
  void drop(int failure) noexcept;

  const std::string directory_;
  const std::uint64_t origin_ns_;
  Budget budget_;
  std::atomic<std::uint64_t> dropped_{0};
  std::atomic<int> failure_{0};  // an errno; 0: the budget is used up
  mutable std::mutex mutex_;     // guards what follows
  bool is_closed_ = false;
  std::unique_ptr<Segment> segment_;
  std::unique_ptr<TextTable> table_;
  std::unordered_map<Digest, SnapshotId, DigestHash> known_;
};

}  // namespace passevents
