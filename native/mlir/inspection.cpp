#include "mlir/inspection.h"

#include <algorithm>
#include <new>

namespace passevents::mlir {

void Wishes::add(const Wishes& other) noexcept {
  const bool had_snapshots = snapshots != SnapshotMode::none;
  fingerprints = fingerprints || other.fingerprints;
  operation_counts = operation_counts || other.operation_counts;
  if (other.snapshots == SnapshotMode::none) return;
  const bool elides_all = had_snapshots && (elide_above < 0 || other.elide_above < 0);
  elide_above = elides_all ? -1 : std::max(elide_above, other.elide_above);
  if (!had_snapshots) elide_above = other.elide_above;
  snapshots = std::max(snapshots, other.snapshots);
}

SnapshotId SeenPrograms::find(std::uint64_t context, const void* operation, const Fingerprint& fingerprint) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = seen_.find(operation);
  if (found == seen_.end()) return 0;
  const Seen& seen = found->second;
  return seen.context == context && seen.fingerprint == fingerprint ? seen.text : 0;
}

void SeenPrograms::keep(std::uint64_t context, const void* operation, const Fingerprint& fingerprint,
                        SnapshotId text) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (seen_.size() >= kMostKept) seen_.clear();  // forgetting costs printing again
  seen_[operation] = Seen{context, fingerprint, text};
}

void PassInspection::look(State& state) noexcept {
  const InspectionApi& api = build_.inspection;
  try {
    if (wishes_.fingerprints || wishes_.snapshots != SnapshotMode::none) {
      state.fingerprint = fingerprint_of(api, operation_);
    }
    if (!wishes_.operation_counts) return;
    const auto name_of = [this](const void* operation) {
      return build_.api.operation_name(operation);
    };
    state.counts = count_by_dialect(api, name_of, operation_);
  } catch (const std::bad_alloc&) {
  }
}

void PassInspection::look_after(bool failed) noexcept {
  failed_ = failed;
  look(after_);
  if (before_.counts.empty() || after_.counts.empty()) return;
  try {
    attributes_ = "{\"operations_before\":" + before_.counts + ",\"operations_after\":" + after_.counts + '}';
  } catch (const std::bad_alloc&) {
    attributes_.clear();
  }
}

Changed PassInspection::changed() const noexcept {
  if (!before_.fingerprint || !after_.fingerprint) return Changed::unknown;
  return *before_.fingerprint == *after_.fingerprint ? Changed::no : Changed::yes;
}

SnapshotId PassInspection::keep(Journal& journal, SeenPrograms& seen, const Wishes& wishes, State& state) noexcept {
  if (wishes.snapshots == SnapshotMode::none || !state.fingerprint) return 0;
  try {
    const SnapshotId known = seen.find(context_, operation_, *state.fingerprint);
    if (known != 0 && wishes.snapshots == SnapshotMode::changed) return known;
    if (state.text.empty()) print(state);
    const SnapshotId text = journal.snapshots().add(state.text);
    if (text != 0) seen.keep(context_, operation_, *state.fingerprint, text);
    return text;
  } catch (const std::bad_alloc&) {
    journal.snapshots().count_dropped();
    return 0;
  }
}

void PassInspection::print(State& state) {
  PrintOptions options;
  options.elide_above = wishes_.elide_above;
  options.is_generic = failed_ && &state == &after_;
  options.is_whole = abi::Operation::parent(operation_) == nullptr;
  state.text = print_program(build_.inspection, operation_, options);
}

}  // namespace passevents::mlir
