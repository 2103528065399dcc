// Like leaves under one parent become one row, and nothing else does.
#include "check.h"
#include "core/leaf_folding.h"

using namespace passevents;

namespace {

constexpr std::int64_t kAction = 1;

FoldedRow row(std::int64_t pre, std::int64_t descendants, std::int64_t kind, std::int64_t name, std::int64_t line) {
  FoldedRow made;
  made.values[FoldedRow::kPre] = pre;
  made.values[FoldedRow::kDescendants] = descendants;
  made.values[FoldedRow::kKind] = kind;
  made.values[FoldedRow::kName] = name;
  made.values[FoldedRow::kLine] = line;
  made.values[FoldedRow::kDuration] = 10;
  made.nulls = 1u << FoldedRow::kChanged;
  return made;
}

}  // namespace

CASE(like_leaves_under_one_parent_become_one) {
  LeafFolding folding(kAction);
  CHECK(folding.add(row(0, 3, 0, 1, 1)));
  CHECK(folding.add(row(1, 0, kAction, 2, 1)));
  FoldedRow open = row(2, 0, kAction, 2, 5);
  open.nulls = 1u << FoldedRow::kDuration;  // with `changed`
  open.values[FoldedRow::kChanged] = 1;
  CHECK(folding.add(open));
  CHECK(folding.add(row(3, 0, kAction, 3, 1)));
  CHECK(folding.add(row(4, 0, kAction, 2, 1)));  // of no parent
  CHECK_EQUAL(folding.rows().size(), 4u);
  const FoldedRow& first = folding.rows()[1];
  CHECK_EQUAL(first.count, 2);
  CHECK_EQUAL(first.values[FoldedRow::kDuration], 10);
  CHECK_EQUAL(first.values[FoldedRow::kChanged], 1);
  CHECK(!first.is_null(FoldedRow::kChanged));
  CHECK(first.same_operation);
  CHECK(!first.same_place);
}

CASE(other_kinds_and_what_has_others_inside_stay) {
  LeafFolding folding(kAction);
  CHECK(folding.add(row(0, 0, 0, 1, 1)));
  CHECK(folding.add(row(1, 0, 0, 1, 1)));
  CHECK(folding.add(row(2, 1, kAction, 1, 1)));
  CHECK(folding.add(row(3, 0, kAction, 1, 1)));
  CHECK(folding.add(row(4, 1, kAction, 1, 1)));
  CHECK(folding.add(row(5, 0, kAction, 1, 1)));
  CHECK_EQUAL(folding.rows().size(), 6u);
}

CASE(rows_that_are_not_in_tree_order_are_refused) {
  LeafFolding folding(kAction);
  CHECK(folding.add(row(5, 0, 0, 1, 1)));
  CHECK(!folding.add(row(4, 0, 0, 1, 1)));
}

int main() { return testing::run_all(); }
