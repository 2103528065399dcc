// What a pass did to its operation, for sessions that ask for more than its time.
//
// The program is looked at before the pass begins and after it has ended, on the thread that runs it: what that takes
// is part only of the time of the passes around it. Only the pass's own operation is looked at, never its parents, on
// which other threads may work.
#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "core/journal.h"
#include "mlir/action_view.h"
#include "mlir/build.h"
#include "mlir/frames.h"
#include "mlir/program_walk.h"

namespace passevents::mlir {

enum class SnapshotMode : std::uint8_t { none, changed, all };

// What a session wants to know of each pass.
struct Wishes {
  bool fingerprints = false;      // did it change the operation?
  bool operation_counts = false;  // by dialect, before and after
  SnapshotMode snapshots = SnapshotMode::none;
  std::int64_t elide_above = -1;  // see PrintOptions

  bool any() const noexcept { return fingerprints || operation_counts || snapshots != SnapshotMode::none; }
  void add(const Wishes& other) noexcept;
};

// What was last seen of each operation in one journal: the text of a program that is still the same is not made again.
class SeenPrograms {
 public:
  // 0 where it is not known, or has changed.
  SnapshotId find(std::uint64_t context, const void* operation, const Fingerprint& fingerprint);
  void keep(std::uint64_t context, const void* operation, const Fingerprint& fingerprint, SnapshotId text);

 private:
  struct Seen {
    std::uint64_t context;
    Fingerprint fingerprint;
    SnapshotId text;
  };
  static constexpr std::size_t kMostKept = 1u << 20u;

  std::mutex mutex_;
  std::unordered_map<const void*, Seen> seen_;
};

// The look at one pass. Nothing here throws: for want of memory less is known.
class PassInspection {
 public:
  // `wishes` are those of all sessions together.
  PassInspection(const Build& build, std::uint64_t context, const ActionView& action, const Wishes& wishes) noexcept
      : build_(build), context_(context), operation_(action.operation), wishes_(wishes) {}

  // Before the pass begins; for each journal that wants snapshots, keep_before() too.
  void look_before() noexcept { look(before_); }
  void keep_before(Journal& journal, SeenPrograms& seen, const Wishes& wishes, std::size_t slot) noexcept {
    texts_before_[slot] = keep(journal, seen, wishes, before_);
  }
  // Once its begin is written.
  void link_before(Journal& journal, std::size_t slot, Sequence sequence) noexcept {
    journal.snapshots().link(sequence, Moment::before, texts_before_[slot]);
  }
  // After it ran. What a failed pass leaves may be invalid.
  void look_after(bool failed) noexcept;
  void keep_after(Journal& journal, SeenPrograms& seen, const Wishes& wishes, Sequence sequence) noexcept {
    journal.snapshots().link(sequence, Moment::after, keep(journal, seen, wishes, after_));
  }

  Changed changed() const noexcept;
  // A JSON object of what the end of the record is to say; empty for nothing.
  std::string_view attributes() const noexcept { return attributes_; }

 private:
  struct State {
    std::optional<Fingerprint> fingerprint;
    std::string counts;
    std::string text;  // made when it is first needed
  };

  void look(State& state) noexcept;
  SnapshotId keep(Journal& journal, SeenPrograms& seen, const Wishes& wishes, State& state) noexcept;
  void print(State& state);

  const Build& build_;
  const std::uint64_t context_;
  const void* const operation_;
  const Wishes wishes_;
  bool failed_ = false;
  State before_, after_;
  std::array<SnapshotId, kMaxJournals> texts_before_{};
  std::string attributes_;
};

}  // namespace passevents::mlir
