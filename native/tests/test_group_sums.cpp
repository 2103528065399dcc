// Sums of groups: an event inside another of its group counts its time once, in whatever order threads came.
#include "check.h"
#include "core/group_sums.h"

using namespace passevents;

namespace {
constexpr GroupKey kOne{1, -1, -1, -1};
constexpr GroupKey kTwo{2, -1, -1, -1};
}  // namespace

CASE(an_event_inside_another_of_its_group_counts_its_time_once) {
  GroupSums sums;
  sums.add(kOne, {0, 3, 100, 10, 1});
  sums.add(kTwo, {1, 2, 90, 20, -1});
  sums.add(kOne, {2, 0, 40, 40, 0});
  sums.add(kTwo, {3, 0, 30, 30, -1});
  sums.add(kOne, {4, 0, 7, 7, 1});
  CHECK_EQUAL(sums.sums().size(), 2u);
  const GroupSum& one = sums.sums()[0];
  CHECK_EQUAL(one.count, 3);
  CHECK_EQUAL(one.total_ns, 107);
  CHECK_EQUAL(one.self_ns, 57);
  CHECK_EQUAL(one.changed, 2);
  CHECK_EQUAL(one.unchanged, 1);
  CHECK_EQUAL(one.unchanged_self_ns, 40);
  CHECK_EQUAL(sums.sums()[1].total_ns, 90);
}

CASE(events_of_threads_come_in_another_order_than_the_tree) {
  GroupSums sums;
  sums.add(kOne, {5, 2, 100, 0, -1});  // pre 5..7, begun before what lies before it in the tree
  sums.add(kOne, {0, 3, 50, 0, -1});
  sums.add(kOne, {6, 0, 10, 0, -1});
  sums.add(kOne, {2, 0, 10, 0, -1});
  sums.add(kOne, {4, 0, 1, 0, -1});
  CHECK_EQUAL(sums.sums()[0].total_ns, 151);
  CHECK_EQUAL(sums.sums()[0].count, 5);
}

int main() { return testing::run_all(); }
