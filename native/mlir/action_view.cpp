#include "mlir/action_view.h"

#include <algorithm>
#include <limits>

namespace passevents::mlir {

namespace {

constexpr std::string_view kUnnamedPattern = "(unnamed pattern)";

std::string_view name_of_pattern(const void* pattern) noexcept {
  const std::string_view name = abi::Pattern::debug_name(pattern);
  return name.empty() ? kUnnamedPattern : name;
}

}  // namespace

std::string_view KnownTags::look_up(const abi::Action& action, ActionSort& sort) noexcept {
  const std::string_view tag = action.tag();
  sort = tag == kApplyPattern      ? ActionSort::pattern
         : tag == kPassExecution   ? ActionSort::pass
         : tag == kGreedyIteration ? ActionSort::iteration
                                   : ActionSort::other;
  if (sort != ActionSort::other) known_[place(action.table)] = {action.table, tag, sort};
  return tag;
}

ActionView::ActionView(const abi::Action& of, KnownTags& tags) noexcept : action(of), tag(tags.of(of, sort)) {
  if (action.unit_count > 0) operation = operation_of(action.units[0]);
  if (sort == ActionSort::pass) {
    kind = Kind::pass;
    pass = action.payload.object;
  } else if (sort == ActionSort::iteration) {
    constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
    iteration = static_cast<std::int32_t>(std::min(action.payload.iteration, kMost));
  }
}

std::string_view ActionView::name() const noexcept {
  switch (sort) {
    case ActionSort::pass: return abi::Pass::display_name(pass);
    case ActionSort::pattern: return name_of_pattern(action.payload.object);
    default: return tag;
  }
}

const void* operation_of(abi::IRUnit unit) noexcept {
  if (unit.pointer() == nullptr) return nullptr;
  switch (unit.kind()) {
    case abi::IRUnitKind::operation: return unit.pointer();
    case abi::IRUnitKind::region: return abi::Region::operation(unit.pointer());
    case abi::IRUnitKind::block: return abi::Block::operation(unit.pointer());
    case abi::IRUnitKind::value: return nullptr;
  }
  return nullptr;
}

}  // namespace passevents::mlir
