// Turns one action into records: one for each journal whose sessions want it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "core/current.h"
#include "core/journal.h"
#include "mlir/action_view.h"
#include "mlir/build.h"
#include "mlir/frames.h"
#include "mlir/session.h"
#include "mlir/vocabulary.h"

namespace passevents::mlir {

// The sessions of a context that record into one journal.
struct Recipients {
  std::shared_ptr<Journal> journal;
  std::vector<std::shared_ptr<Session>> sessions;
  std::shared_ptr<SeenPrograms> seen;
};

// The sessions of a context at one moment; never changed once it can be seen.
struct Roster {
  std::vector<Recipients> recipients;
  bool needs_one_thread = false;  // some session does
  bool inspects_passes = false;   // some session wants to know more of passes than their time
};

// What stays the same for all actions of a context.
struct ContextView {
  const Build& build;
  void* context;
  std::uint64_t number;  // unique in the process
};

// A number for a context, unique in the process.
std::uint64_t next_context_number() noexcept;

// Which of these sessions want an action.
struct Interest {
  bool recorded = false;
  std::uint32_t sessions = 0;
  Wishes wishes;  // of all of them; looked for in passes only
};
Interest interest_of(const ContextView& context, const Recipients& recipients, const ActionView& action) noexcept;
// The same of what PassInstrumentation tells of an operation: a pass, whose action there may be none of, or what is
// never an action.
Interest interest_of(const ContextView& context, const Recipients& recipients, Kind kind,
                     const void* operation) noexcept;

// The record of one action in one journal, from construction to destruction.
class Recording {
 public:
  // `words` is this thread's vocabulary of that journal, or null; `generation` is of passes, see Handler.
  Recording(const ContextView& context, Journal& journal, Vocabulary* words, const ActionView& action,
            Interest interest, Link& link, std::uint64_t generation) noexcept;
  ~Recording();
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  bool is_open() const noexcept { return writer_ != nullptr; }
  Sequence sequence() const noexcept { return end_.sequence; }
  void ended(Status status, Changed changed, std::uint64_t end_ns) noexcept;
  // A JSON object, put over the attributes that the begin has.
  void add_attributes(std::string_view json) noexcept { end_.attributes = writer_->text(json); }
  void failed_with(std::string_view error) noexcept;
  // The writer and the end, for somebody who writes it later; no end is written here.
  Writer& hand_over(End& end) noexcept;
  // Writes no end: the sessions were detached meanwhile.
  void leave_open() noexcept { writer_ = nullptr; }

 private:
  Writer* writer_ = nullptr;
  End end_{};
};

}  // namespace passevents::mlir
