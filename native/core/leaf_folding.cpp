#include "core/leaf_folding.h"

namespace passevents {

namespace {

bool equal(const FoldedRow& one, const FoldedRow& other, std::size_t first, std::size_t last) {
  for (std::size_t column = first; column <= last; ++column) {
    if (one.is_null(column) != other.is_null(column)) return false;
    if (!one.is_null(column) && one.values[column] != other.values[column]) return false;
  }
  return true;
}

void add_column(FoldedRow& sum, const FoldedRow& other, std::size_t column) {
  if (other.is_null(column)) return;
  sum.values[column] = sum.is_null(column) ? other.values[column] : sum.values[column] + other.values[column];
  sum.nulls &= ~(1u << column);
}

}  // namespace

std::size_t LeafFolding::Hash::operator()(const Key& key) const {
  std::uint64_t hash = 0;
  for (const std::int64_t part : key) {
    hash = (hash ^ static_cast<std::uint64_t>(part)) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 32;
  }
  return static_cast<std::size_t>(hash);
}

void LeafFolding::take(FoldedRow& first, const FoldedRow& other) {
  first.count += other.count;
  for (const auto column : {FoldedRow::kChanged, FoldedRow::kDuration, FoldedRow::kSelf}) {
    add_column(first, other, column);
  }
  first.same_operation = first.same_operation && equal(first, other, FoldedRow::kOperation, FoldedRow::kOperation);
  first.same_place = first.same_place && equal(first, other, FoldedRow::kFile, FoldedRow::kLocation);
}

bool LeafFolding::add(const FoldedRow& row) {
  const std::int64_t pre = row.values[FoldedRow::kPre];
  if (pre <= last_pre_) return false;
  last_pre_ = pre;
  while (!open_.empty() && open_.back().end < pre) open_.pop_back();
  const std::int64_t descendants = row.values[FoldedRow::kDescendants];
  if (descendants == 0 && row.values[FoldedRow::kKind] == kind_) {
    Key key{open_.empty() ? -1 : static_cast<std::int64_t>(open_.back().row)};
    for (std::size_t part = 1; part < key.size(); ++part) {
      const std::size_t column = FoldedRow::kKind + part - 1;
      key[part] = row.is_null(column) ? -1 : row.values[column];
    }
    const auto [entry, is_new] = leaves_.try_emplace(key, rows_.size());
    if (!is_new) {
      take(rows_[entry->second], row);
      return true;
    }
  }
  rows_.push_back(row);
  if (descendants != 0) open_.push_back({pre + descendants, rows_.size() - 1});
  return true;
}

}  // namespace passevents
