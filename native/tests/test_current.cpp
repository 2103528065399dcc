// What encloses an action that starts now.
#include <thread>

#include "check.h"
#include "core/current.h"
#include "core/journal.h"

using namespace passevents;

namespace {

Current python;
bool python_can_answer = true;

bool answer(std::uint64_t, Current& out) {
  if (python_can_answer) out = python;
  return python_can_answer;
}

Current ask(const std::shared_ptr<Journal>& journal) {
  Current out;
  current(journal.get(), out);
  return out;
}

}  // namespace

CASE(nothing_encloses_the_first_action) {
  const auto journal = create_memory();
  Current out;
  CHECK(!current(journal.get(), out));
}

CASE(open_actions_nest_by_journal) {
  const auto first = create_memory();
  const auto second = create_memory();
  const OpenAction outer(first.get(), 4, 0);
  {
    const OpenAction other(second.get(), 9, 0);
    CHECK_EQUAL(ask(first).sequence, 4u);
    CHECK_EQUAL(ask(second).sequence, 9u);
  }
  CHECK_EQUAL(ask(second).sequence, kNoSequence);
  std::thread([&] { CHECK_EQUAL(ask(first).sequence, kNoSequence); }).join();
}

CASE(of_python_and_native_the_later_start_is_the_inner_one) {
  const auto journal = create_memory();
  set_current_provider(&answer);
  python = Current{5, 2, true, "lowering"};
  CHECK_EQUAL(ask(journal).sequence, 5u);
  CHECK(ask(journal).phase == "lowering");
  const OpenAction inner(journal.get(), 7, 3);
  CHECK_EQUAL(ask(journal).sequence, 7u);
  CHECK(ask(journal).phase == "lowering");
  python.sequence = 8;
  CHECK_EQUAL(ask(journal).sequence, 8u);
  set_current_provider(nullptr);
}

CASE(what_was_published_stands_in_while_python_cannot_be_asked) {
  const auto journal = create_memory();
  const auto other = create_memory();
  set_current_provider(&answer);
  python = Current{5, 2, true, "lowering"};
  publish_current(journal.get());
  python_can_answer = false;
  CHECK_EQUAL(ask(journal).sequence, 5u);
  CHECK(ask(journal).phase == "lowering");
  CHECK_EQUAL(ask(other).sequence, kNoSequence);
  withdraw_current();
  CHECK_EQUAL(ask(journal).sequence, kNoSequence);
  python_can_answer = true;
  set_current_provider(nullptr);
}

int main() { return testing::run_all(); }
