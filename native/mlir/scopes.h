// What runs on a thread, as passes say it: the pass, the pipelines around it, the analyses in it.
//
// Actions nest like calls and live on the stack. PassInstrumentation only tells of both ends, so these live on the
// heap, in a chain for each thread. An end may never be told: MLIR leaves a pipeline that failed without a word, and
// an exception of a pass written in Python passes through everything. Such a scope is told by its place on the
// stack: a scope of its kind that begins there, or further out, is not inside it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "core/journal.h"
#include "mlir/frames.h"
#include "mlir/observer.h"
#include "mlir/session.h"

namespace passevents::mlir {

struct ThreadContext;
class Tap;

// The end of a record that is written once it is known how the pass ended: its verifier runs after the action.
struct OwedEnd {
  std::shared_ptr<Journal> journal;
  Writer* writer;
  End end;
  std::string attributes;  // a JSON object, or empty
};

// How one journal sees a scope.
struct ScopeEntry {
  std::uint64_t journal;   // its token
  std::uint32_t sessions;  // the bits of those that instrument the pass manager and want it
  bool is_recorded;        // by PassInstrumentation itself: the action is the same event
};

struct Scope {
  enum class Kind : std::uint8_t { pass, pipeline, analysis };

  const ScopeEntry* entry(std::uint64_t journal) const noexcept;
  const Link* recorded(std::uint64_t journal) const noexcept;
  std::uint32_t sessions(std::uint64_t journal) const noexcept;
  // Takes over the end of a record that has ended: it is written when the scope is closed.
  void owe(const std::shared_ptr<Journal>& journal, Recording& recording, std::string_view attributes) noexcept;
  // Whether this was said inside it before, on another thread: then MLIR only says it again.
  bool hears_again(std::uint64_t fingerprint);
  // The first error said in a pass is what it fails with.
  void note_error(const std::string& text);
  // Writes what is owed, each with the status it has, or with this one.
  void settle(std::uint64_t end_ns) noexcept;
  void settle_as(Status status, std::string_view attributes, std::uint64_t end_ns) noexcept;

  Kind kind = Kind::pass;
  bool is_claimed = false;  // an action has taken it for its own
  bool is_begun = false;    // of a pipeline: its operation is known, which its first pass tells
  bool is_any = false;      // of a pipeline: for operations of every name
  const void* hook = nullptr;       // who is told of its end; null where an action made it for itself
  const void* pass = nullptr;       // itself; of a pipeline the one that runs it
  const void* stack = nullptr;      // where its begin was told
  std::uint64_t start_ns = 0;
  std::string first_error;
  Links links;
  std::vector<ScopeEntry> entries;
  std::vector<OwedEnd> owed;
  std::shared_ptr<const std::vector<Recipients>> members;  // those who hear of it through the hook
  Scope* outer = nullptr;                                  // on this thread
  Scope* above = nullptr;                                  // what it lies in, on whatever thread

  void* context = nullptr;
  std::uint64_t context_number = 0;
  std::shared_ptr<Tap> tap;
  std::shared_ptr<Tap> workers_tap;
  std::atomic<bool> has_workers{false};  // and its tap for them
  std::unordered_set<std::uint64_t> said;  // of a run's outermost, by others for it; under the lock of diagnostics
};

// The innermost scope of this thread, if it is of that context.
Scope* scope_in(const ThreadContext& thread, const void* context) noexcept;
// The scopes of this thread. Every call is from the thread itself.
void push_scope(ThreadContext& thread, std::unique_ptr<Scope> scope) noexcept;
std::unique_ptr<Scope> pop_scope(ThreadContext& thread) noexcept;
// For a scope that begins at this place of the stack: closes those that it cannot be inside of. They failed.
void drop_left_scopes(ThreadContext& thread, Scope::Kind kind, const void* stack) noexcept;
// The thread has jumped out to there, past all scopes that are deeper in the stack.
void drop_abandoned_scopes(ThreadContext& thread, const void* stack) noexcept;
// An exception has passed through that pass: it, what lies in it and the pipeline around it have failed.
void abandon_scope(ThreadContext& thread, const Scope* scope) noexcept;
// The scope that an action made for itself, once what lies in it is closed.
std::unique_ptr<Scope> leave_own_scope(ThreadContext& thread, const Scope* scope) noexcept;
// The innermost scope of that kind, hook and pass once what lies in it is closed; null, and nothing closed, if none.
std::unique_ptr<Scope> leave_scope(ThreadContext& thread, Scope::Kind kind, const void* hook, const void* pass) noexcept;

}  // namespace passevents::mlir
