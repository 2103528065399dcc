#include "mlir/control.h"

#include <utility>

namespace passevents::mlir {

bool Rule::covers(const ActionView& action) const noexcept {
  if (action.tag != tag || (!name.empty() && action.name() != name)) return false;
  return action.tag != kGreedyIteration || action.iteration <= 1;
}

Control::Control(std::vector<Rule> rules) : count_(rules.size()), rules_(std::make_unique<Counted[]>(rules.size())) {
  for (std::size_t at = 0; at < count_; ++at) rules_[at].rule = std::move(rules[at]);
}

bool Control::allows(const ActionView& action) noexcept {
  bool allowed = true;
  for (std::size_t at = 0; at < count_; ++at) {
    Counted& counted = rules_[at];
    if (!counted.rule.covers(action)) continue;
    const std::uint64_t number = counted.seen.fetch_add(1, std::memory_order_relaxed);
    allowed = allowed && counted.rule.allows(number);
  }
  return allowed;
}

std::vector<std::pair<Rule, std::uint64_t>> Control::counted() const {
  std::vector<std::pair<Rule, std::uint64_t>> all;
  for (std::size_t at = 0; at < count_; ++at) all.emplace_back(rules_[at].rule, rules_[at].seen.load());
  return all;
}

}  // namespace passevents::mlir
