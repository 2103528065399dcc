#include "mlir/observer.h"

#include <algorithm>
#include <array>

#include "core/clock.h"

namespace passevents::mlir {

namespace {

constexpr std::size_t kMaxUnits = 64;

UnitKind kind_of(abi::IRUnit unit) noexcept {
  switch (unit.kind()) {
    case abi::IRUnitKind::operation: return UnitKind::operation;
    case abi::IRUnitKind::region: return UnitKind::region;
    case abi::IRUnitKind::block: return UnitKind::block;
    case abi::IRUnitKind::value: return UnitKind::value;
  }
  return UnitKind::value;
}

Unit describe_unit(const ContextView& context, Vocabulary& words, abi::IRUnit unit) noexcept {
  const Api& api = context.build.api;
  const void* operation = operation_of(unit);
  if (operation == nullptr) return {kind_of(unit), 0, 0};
  return {kind_of(unit), words.operation_name(api, context.number, operation),
          words.location(api, context.number, abi::Operation::location(operation))};
}

// The units behind the first, which a record holds itself.
UnitsId further_units(const ContextView& context, Vocabulary& words, const abi::Action& action) noexcept {
  if (action.unit_count < 2) return 0;
  std::array<Unit, kMaxUnits> units;
  const std::size_t count = std::min(action.unit_count - 1, kMaxUnits);
  for (std::size_t at = 0; at < count; ++at) units[at] = describe_unit(context, words, action.units[at + 1]);
  return words.writer().units(units.data(), static_cast<std::uint32_t>(count));
}

void describe(const ContextView& context, Vocabulary& words, const ActionView& action, Begin& begin) noexcept {
  const Spelling spelling = words.spelling(context.number, action);
  begin.kind = action.kind;
  begin.iteration = action.iteration;
  begin.tag = spelling.tag;
  begin.name = spelling.name;
  begin.detail = spelling.detail;
  begin.more_units = further_units(context, words, action.action);
  if (action.operation == nullptr) return;
  const Api& api = context.build.api;
  begin.operation = words.operation_name(api, context.number, action.operation);
  begin.location = words.location(api, context.number, abi::Operation::location(action.operation));
}

}  // namespace

Interest interest_of(const ContextView& context, const Recipients& recipients, const ActionView& action) noexcept {
  Interest interest;
  for (const auto& session : recipients.sessions) {
    if (!session->is_attached() || !session->filter().admits_tag(action.tag)) continue;
    if (!session->filter().admits_place(context.build.api, context.number, action.action)) continue;
    interest.recorded = true;
    if (action.pass != nullptr && session->wishes().any()) interest.wishes.add(session->wishes());
    interest.sessions |= session->bit().mask();
  }
  return interest;
}

Interest interest_of(const ContextView& context, const Recipients& recipients, Kind kind,
                     const void* operation) noexcept {
  Interest interest;
  for (const auto& session : recipients.sessions) {
    const Filter& filter = session->filter();
    const bool admitted = kind == Kind::pass ? filter.admits_tag(kPassExecution) : filter.admits_untagged();
    if (!admitted || !session->is_attached()) continue;
    if (!filter.admits_operation(context.build.api, context.number, operation)) continue;
    interest.recorded = true;
    interest.sessions |= session->bit().mask();
  }
  return interest;
}

Recording::Recording(const ContextView& context, Journal& journal, Vocabulary* words, const ActionView& action,
                     Interest interest, Link& link, std::uint64_t generation) noexcept {
  if (words == nullptr) {
    if (!journal.accepting()) journal.count_refused();
    return;
  }
  Begin begin{};
  begin.sequence = journal.next_sequence();
  begin.parent = link.nearest;
  begin.depth = link.depth;
  begin.sessions = interest.sessions;
  begin.phase = words->phase(link.phase);
  describe(context, *words, action, begin);
  if (action.pass != nullptr) {
    begin.attributes = words->pass_options(context.build.inspection, context.number, action, generation);
  }
  begin.start_ns = monotonic_ns();
  if (!words->writer().begin(begin)) return;
  writer_ = &words->writer();
  end_.sequence = begin.sequence;
  end_.status = Status::failed;  // unless ended() says otherwise: an exception is passing
  link.nearest = begin.sequence;
}

void Recording::ended(Status status, Changed changed, std::uint64_t end_ns) noexcept {
  end_.status = status;
  end_.changed = changed;
  end_.end_ns = end_ns;
}

void Recording::failed_with(std::string_view error) noexcept { end_.error = writer_->text(error); }

Writer& Recording::hand_over(End& end) noexcept {
  Writer& writer = *writer_;
  writer_ = nullptr;
  end = end_;
  return writer;
}

Recording::~Recording() {
  if (writer_ == nullptr) return;
  if (end_.end_ns == 0) end_.end_ns = monotonic_ns();
  writer_->end(end_);
}

}  // namespace passevents::mlir
