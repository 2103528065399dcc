// Which actions a session lets run: the first N of a sort are skipped, or only the first N run.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "mlir/action_view.h"

namespace passevents::mlir {

// A key is a tag, or a tag and a name ("pass-execution" and "canonicalize"). Of GreedyPatternRewriteIteration
// only first iterations count: a driver that is refused a later one asks again without end.
struct Rule {
  std::string tag;
  std::string name;  // empty: every name
  std::uint64_t skip = 0;
  std::uint64_t limit = kNoLimit;

  static constexpr std::uint64_t kNoLimit = ~std::uint64_t{0};
  bool covers(const ActionView& action) const noexcept;
  bool allows(std::uint64_t number) const noexcept { return number >= skip && number - skip < limit; }
};

class Control {
 public:
  explicit Control(std::vector<Rule> rules);

  bool is_empty() const noexcept { return count_ == 0; }
  // Counts the action with every rule that covers it, and says whether all of them let it run.
  bool allows(const ActionView& action) noexcept;
  // Each rule with the number of actions that it has counted.
  std::vector<std::pair<Rule, std::uint64_t>> counted() const;

 private:
  struct Counted {
    Rule rule;
    std::atomic<std::uint64_t> seen{0};
  };
  std::size_t count_;
  std::unique_ptr<Counted[]> rules_;
};

}  // namespace passevents::mlir
