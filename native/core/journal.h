// The journal: what a recording process writes while the compiler runs.
//
// One Journal is one recording. Each thread appends to a stream of its own, so the hot path takes no lock.
// A file journal is a directory whose streams are memory-mapped files: what was committed is on record
// whatever happens to the process. A memory journal has the same streams in anonymous memory.
//
// Hold a journal by shared_ptr for as long as any thread may use a Writer of it: close() only stops the
// recording, the space goes with the last owner. In a forked child every inherited journal refuses all events.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/event.h"
#include "core/snapshot_log.h"
#include "core/thread_state.h"
#include "core/writer.h"

namespace passevents {

class JournalError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct JournalOptions {
  std::uint64_t max_bytes = std::numeric_limits<std::uint64_t>::max();  // of the space reserved for all streams
  Sequence first_sequence = 0;  // for tests, which cannot wait for the last
};

class Cursor;

inline constexpr std::size_t kCacheLine = 64;

class Journal final : public std::enable_shared_from_this<Journal> {
 public:
  // Use create_file() and create_memory().
  Journal(std::string directory, const JournalOptions& options);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  Sequence next_sequence() noexcept {
    const Sequence number = next_sequence_.fetch_add(1, std::memory_order_relaxed);
    if (number >= kLastSequence) run_out();
    return number;
  }
  // This thread's; null when recording has stopped before this thread had one.
  Writer* writer(const ThreadState& thread = thread_state) noexcept {
    return thread.journal == token_ ? thread.writer : find_writer();
  }
  SnapshotLog& snapshots() noexcept { return snapshots_; }
  const SnapshotLog& snapshots() const noexcept { return snapshots_; }
  bool accepting() const noexcept { return state() == JournalState::open; }
  JournalState state() const noexcept { return status_.state.load(std::memory_order_relaxed); }
  // Why nothing more is recorded; empty while accepting.
  std::string stop_reason() const;
  std::uint64_t token() const noexcept { return token_; }  // unique in the process, never used again, never 0
  std::uint64_t origin_ns() const noexcept { return origin_ns_; }
  std::uint64_t dropped() const noexcept { return status_.dropped.load(std::memory_order_relaxed); }
  // An event that was not even begun: dropped, unless recording was stopped on purpose.
  void count_refused() noexcept {
    if (state() == JournalState::full) count_dropped();
  }
  void count_dropped() noexcept { status_.dropped.fetch_add(1, std::memory_order_relaxed); }
  std::uint64_t reserved_bytes() const noexcept { return status_.budget.used(); }
  const std::string& directory() const noexcept { return directory_; }  // empty: in memory

  // No event is accepted any more; idempotent, from any thread. The lock on the directory stays.
  void close() noexcept;
  // Lets go of the directory's lock: from now on the journal belongs to whoever takes it.
  void release() noexcept;
  // Appends one line to `run.jsonl`; throws JournalError.
  void append_info(std::string_view line);

  // The streams so far. They live as long as the journal.
  std::vector<Writer*> streams();
  // While pinned, what cursors have consumed stays: a reader points into it.
  void pin() noexcept;
  void unpin() noexcept;

 private:
  friend class StreamsOfThread;
  friend class JournalRegistry;
  friend class Cursor;

  Writer* find_writer() noexcept;
  Writer* new_stream();
  void give_back(Writer* writer);
  void become_inherited() noexcept;
  void release_consumed() noexcept;
  void run_out() noexcept;  // of numbers

  const std::string directory_;
  const std::uint64_t token_;
  const std::uint64_t origin_ns_;
  JournalStatus status_;
  // The one word that all threads write to. Nothing that every event reads lies in its line of the cache.
  alignas(kCacheLine) std::atomic<Sequence> next_sequence_;
  alignas(kCacheLine) SnapshotLog snapshots_;  // as large again as the streams may get
  int info_file_ = -1;
  std::mutex mutex_;  // guards what follows
  std::vector<std::unique_ptr<Writer>> streams_;
  std::vector<Writer*> free_streams_;  // whose threads have ended
  std::vector<Cursor*> cursors_;
  int pins_ = 0;
};

// Creates the directory, in one that exists, and takes its lock: flock on its `run.jsonl`, held until release() or
// until the last owner is gone. An empty directory of that name is taken too. Throws JournalError.
std::shared_ptr<Journal> create_file(const std::string& directory, const JournalOptions& options = {});
std::shared_ptr<Journal> create_memory(const JournalOptions& options = {});

}  // namespace passevents
