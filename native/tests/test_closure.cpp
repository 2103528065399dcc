// Reading an action's result from its closure: what is believed, and what is not.
#include <memory>
#include <thread>

#include "check.h"
#include "mlir/closure_learner.h"

using namespace passevents;
using namespace passevents::mlir;

namespace {

void body(std::intptr_t) {}
void other_body(std::intptr_t) {}

// A closure as the compiler makes it: words that point to its results, on the stack.
struct Closure {
  explicit Closure(std::uint8_t value) : first(value), second(value) {
    words[3] = &first;
    words[8] = &second;
  }
  abi::FunctionRef reference() { return {&body, reinterpret_cast<std::intptr_t>(words)}; }

  const void* words[kClosureWords] = {};
  std::uint8_t first, second;
};

Closures known_pattern() {
  Closures known;
  known.pattern = {&body, 3, 8};
  return known;
}

// Called, as a handler is: only what lies in the frames around a call is looked at.
[[gnu::noinline]] ClosureResult look(const Closures& known, abi::FunctionRef reference) {
  ThreadStack stack;
  return ClosureResult(known, reference, stack);
}

Changed after(Closure& closure, const Closures& known, std::uint8_t first, std::uint8_t second) {
  const ClosureResult result = look(known, closure.reference());
  closure.first = first;
  closure.second = second;
  return result.changed();
}

Changed after(std::uint8_t first, std::uint8_t second) {
  Closure closure(0);
  return after(closure, known_pattern(), first, second);
}

}  // namespace

CASE(both_bytes_say_whether_it_matched) {
  CHECK(after(1, 1) == Changed::yes);
  CHECK(after(0, 0) == Changed::no);
}

CASE(bytes_that_disagree_or_are_no_truth_value_say_nothing) {
  CHECK(after(1, 0) == Changed::unknown);
  CHECK(after(0, 1) == Changed::unknown);
  CHECK(after(2, 2) == Changed::unknown);
}

CASE(bytes_that_are_set_before_say_nothing) {
  Closure closure(1);
  CHECK(after(closure, known_pattern(), 1, 1) == Changed::unknown);
}

CASE(other_code_says_nothing) {
  Closures known;
  known.pattern = {&other_body, 3, 8};
  Closure closure(0);
  CHECK(after(closure, known, 1, 1) == Changed::unknown);
  CHECK(after(closure, Closures(), 1, 1) == Changed::unknown);
}

CASE(a_word_that_leads_off_the_stack_is_not_followed) {
  static std::uint8_t elsewhere = 0;
  for (const void* word : {static_cast<const void*>(&elsewhere), static_cast<const void*>(nullptr),
                           reinterpret_cast<const void*>(~std::uintptr_t{0})}) {
    Closure closure(0);
    closure.words[8] = word;
    CHECK(after(closure, known_pattern(), 1, 1) == Changed::unknown);
  }
}

CASE(a_closure_that_is_not_on_this_stack_is_not_looked_at) {
  const auto elsewhere = std::make_unique<Closure>(0);
  CHECK(after(*elsewhere, known_pattern(), 1, 1) == Changed::unknown);
  Closure here(0);
  Changed seen = Changed::yes;
  std::thread([&] { seen = after(here, known_pattern(), 1, 1); }).join();
  CHECK(seen == Changed::unknown);
}

CASE(on_a_thread_it_is_read_like_anywhere) {
  Changed seen = Changed::unknown;
  std::thread([&] { seen = after(1, 1); }).join();
  CHECK(seen == Changed::yes);
}

CASE(of_an_iteration_only_the_byte_after_it_counts) {
  Closures known;
  known.iteration = {&body, 3, 3};
  for (const std::uint8_t before : {0, 1, 77}) {
    Closure closure(before);
    CHECK(after(closure, known, 1, 0) == Changed::yes);
    Closure again(before);
    CHECK(after(again, known, 0, 1) == Changed::no);
  }
}

CASE(a_conversion_fails_where_its_byte_falls) {
  Closures known;
  known.conversion = {&body, 3, 3};
  for (const std::uint8_t before : {0, 1}) {
    for (const std::uint8_t value : {0, 1}) {
      Closure closure(before);
      const ClosureResult result = look(known, closure.reference());
      closure.first = value;
      CHECK_EQUAL(result.failed(), before == 1 && value == 0);
      CHECK(result.changed() == Changed::unknown);
    }
  }
}

namespace {

// One attempt as the learner hears of it: words 3 and 8 say what happened, word 5 is always set.
void teach(ClosureLearner& learner, bool changed, void (*callback)(std::intptr_t) = &body) {
  ClosureBytes before, after;
  before.fill(kNoByte);
  after.fill(kNoByte);
  before[3] = before[8] = 0;
  after[3] = after[8] = changed ? 1 : 0;
  before[5] = after[5] = 1;
  learner.add({callback, 0}, before, after, changed, 0);
}

}  // namespace

CASE(words_that_always_agreed_are_learned) {
  ClosureLearner learner;
  for (unsigned number = 0; number + 1 < ClosureLearner::kLeast; ++number) teach(learner, number % 3 == 0);
  CHECK(learner.learned() == nullptr && learner.is_learning());
  teach(learner, true);
  CHECK(learner.learned() != nullptr && !learner.is_learning());
  const ClosureSite& site = learner.learned()->pattern;
  CHECK_EQUAL(site.first, 3);
  CHECK_EQUAL(site.second, 8);
  CHECK(site.callback == &body);
}

CASE(a_pattern_that_words_have_told_of_is_worth_a_lesson_again) {
  ClosureLearner learner;
  const int pattern = 0, other = 0;
  for (unsigned number = 0; number < ClosureLearner::kLeast; ++number) teach(learner, false);
  CHECK(!learner.wants_lesson(&pattern));
  ClosureBytes before, after;
  before.fill(0);
  after = before;
  after[3] = 1;
  learner.glance(&pattern, before, after);
  CHECK(!learner.wants_lesson(&pattern));
  after[8] = 1;
  learner.glance(&pattern, before, after);
  CHECK(learner.wants_lesson(&pattern) && !learner.wants_lesson(&other));
}

CASE(attempts_of_one_outcome_teach_nothing) {
  ClosureLearner learner;
  for (unsigned number = 0; number < 1000; ++number) teach(learner, false);
  CHECK(learner.learned() == nullptr && learner.is_learning());
}

CASE(one_disagreement_or_other_code_ends_it) {
  ClosureLearner disagreeing, mixed;
  for (unsigned number = 0; number < 100; ++number) {
    ClosureBytes bytes;
    bytes.fill(0);
    if (number == 7) disagreeing.add({&body, 0}, bytes, bytes, true, 0);
    teach(disagreeing, number % 2 == 0);
    teach(mixed, number % 2 == 0, number == 7 ? &other_body : &body);
  }
  CHECK(disagreeing.learned() == nullptr && !disagreeing.is_learning());
  CHECK(mixed.learned() == nullptr && !mixed.is_learning());
}

CASE(what_learning_costs_is_bounded) {
  ClosureLearner learner;
  ClosureBytes bytes;
  bytes.fill(0);
  learner.add({&body, 0}, bytes, bytes, false, ClosureLearner::kMostSpent_ns + 1);
  CHECK(!learner.is_learning() && learner.learned() == nullptr);
}

int main() { return passevents::testing::run_all(); }
