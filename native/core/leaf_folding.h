// Folds rows of events that are alike and have nothing inside them into the first of them, under each parent.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace passevents {

// The columns of a row, as query/folding.py asks for them.
struct FoldedRow {
  enum Column : std::size_t {
    kId, kPre, kDescendants, kKind, kStatus, kTag, kName, kPhase, kChanged, kDuration, kSelf,
    kOperation, kFile, kLine, kColumn, kLocation, kColumns
  };
  std::array<std::int64_t, kColumns> values{};
  std::uint32_t nulls = 0;  // a bit for each column that has no value
  std::int64_t count = 1;   // rows that it stands for; changed, duration and self are their sums
  bool same_operation = true;
  bool same_place = true;

  bool is_null(std::size_t column) const { return (nulls >> column & 1u) != 0; }
};

class LeafFolding {
 public:
  // Only leaves of this kind are folded: those of which one stays of its kind.
  explicit LeafFolding(std::int64_t kind) : kind_(kind) {}

  // False where the row does not come behind the last in tree order.
  bool add(const FoldedRow& row);
  const std::vector<FoldedRow>& rows() const { return rows_; }  // in tree order

 private:
  // The parent's place in `rows_`, kind, status, tag, name and phase; -1 for none.
  using Key = std::array<std::int64_t, 6>;
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };
  struct Open {
    std::int64_t end;  // the last `pre` inside
    std::size_t row;
  };

  static void take(FoldedRow& first, const FoldedRow& other);

  const std::int64_t kind_;
  std::int64_t last_pre_ = -1;
  std::vector<FoldedRow> rows_;
  std::vector<Open> open_;  // outermost first
  std::unordered_map<Key, std::size_t, Hash> leaves_;
};

}  // namespace passevents
