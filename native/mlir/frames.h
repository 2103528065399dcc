// Open actions, and how one finds the action it lies in.
//
// On one thread actions nest like calls, so an action's parent is the frame below it. Between threads that is
// not so: a worker that waits in one pass takes up tasks of another, and what lies below on its stack may have
// nothing to do with them. There the operation decides: from the action's own operation upwards, the first one
// that has an open pass gives the parent, and of several open on it the one opened last.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "core/event.h"

namespace passevents::mlir {

// The sessions of one context may record into several journals, and in each an action has its own place.
inline constexpr std::size_t kMaxJournals = 8;

// A frame as one journal sees it.
struct Link {
  std::uint64_t journal;     // its token
  Sequence nearest;          // the innermost recorded event: this frame's own, or that of one around it
  std::uint32_t depth;       // frames around this one, recorded or not
  const std::string* phase;  // null for none; lives for ever
};

class Links {
 public:
  Links() noexcept {}  // leaves the room behind the count as it is: frames are made for every action
  Links(const Links& other) noexcept { *this = other; }
  Links& operator=(const Links& other) noexcept;

  const Link* find(std::uint64_t journal) const noexcept {
    for (std::size_t at = 0; at < count_; ++at) {
      if (links_[at].journal == journal) return &links_[at];
    }
    return nullptr;
  }
  void set(const Link& link) noexcept;  // in place of the journal's, or as a new one
  void merge(const Links& others) noexcept;
  Link& at(std::size_t index) noexcept { return links_[index]; }
  void add(const Link& link) noexcept {
    if (count_ < kMaxJournals) links_[count_++] = link;
  }

  const void* pass = nullptr;  // of the frame, if it is one of a pass

 private:
  std::size_t count_ = 0;
  Link links_[kMaxJournals];
};

struct Scope;

// An action while it runs: lives on the stack of its thread.
struct Frame {
  std::uint64_t head = 0;           // unique, once it is open
  std::uint64_t owner = 0;          // the number of its context
  const void* operation = nullptr;  // what it works on; only compared, never looked into
  const void* pass = nullptr;       // of a pass-execution
  Scope* scope = nullptr;           // of a pass
  bool is_parallel = false;     // the context's threading is on
  bool may_run_python = false;  // frames of the core may have opened inside it
  Links links;
  Frame* outer = nullptr;
  std::uint64_t tail = 0;  // as `head`: what overwrites a frame that is gone does not spare both
};

// The passes open in one context, on whatever thread, by operation.
class OpenPasses {
 public:
  bool open(const Frame& frame) noexcept;  // false: no memory
  void close(const Frame& frame) noexcept;
  // Copies the links of the innermost pass that is open on this operation, and gives its scope.
  bool innermost(const void* operation, Links& links, Scope*& scope) noexcept;

 private:
  static constexpr std::size_t kShards = 64;
  struct alignas(64) Shard {
    std::atomic<std::size_t> count{0};  // lets a look-up pass by without the lock
    std::mutex mutex;
    std::vector<const Frame*> frames;  // in the order of opening
  };
  Shard& shard(const void* operation) noexcept;

  std::array<Shard, kShards> shards_;
};

// The links and the scope of the pass that encloses an operation, by the rule above.
bool find_enclosing_pass(OpenPasses& passes, const void* operation, Links& links, Scope*& scope) noexcept;

}  // namespace passevents::mlir
