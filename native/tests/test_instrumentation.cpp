// The hook of a pass manager on a fake MLIR, called as MLIR calls it: through its virtual table.
#include <csetjmp>
#include <cstring>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "check.h"
#include "core/cursor.h"
#include "fake_mlir.h"
#include "mlir/handler.h"
#include "mlir/instrumentation.h"

using namespace passevents;
using namespace passevents::mlir;
namespace fake = passevents::testing::fake;

namespace {

struct Seen {
  Sequence sequence;
  Sequence parent;
  std::uint32_t depth;
  Kind kind;
  std::string name;
  int status = -1;
  std::string attributes;
};

// A pass manager whose runs are recorded, with actions or without.
struct Recorded {
  explicit Recorded(bool with_actions, bool is_parallel = false)
      : journal(create_memory()),
        session(std::make_shared<Session>(journal, Filter({}, {}), std::vector<Rule>(), nullptr)),
        cursor(journal, 0, true) {
    context.is_parallel = is_parallel;
    fake::PassManager::context = &context;
    if (with_actions) Handler::of(fake::build(), &context)->attach(session);
    instrument(fake::build(), &manager, session);
  }
  ~Recorded() { session->stop(); }

  std::vector<Seen> events() {
    std::map<Sequence, Seen> events;
    for (const Cursor::Item& item : cursor.read()) {
      if (item.is_begin) {
        events[item.begin.sequence] = {item.begin.sequence,
                                       item.begin.parent,
                                       item.begin.depth,
                                       static_cast<Kind>(item.begin.commit >> 8 & 0xf),
                                       std::string(cursor.text(item.stream, item.begin.name)),
                                       -1,
                                       ""};
        continue;
      }
      events.at(item.end.sequence).status = static_cast<int>(item.end.commit >> 8 & 0xf);
      events.at(item.end.sequence).attributes = std::string(cursor.text(item.stream, item.end.attributes));
    }
    std::vector<Seen> all;
    for (auto& [sequence, seen] : events) all.push_back(seen);
    return all;
  }

  fake::Context context;
  fake::PassManager manager;
  std::shared_ptr<Journal> journal;
  std::shared_ptr<Session> session;
  Cursor cursor;
  fake::Operation module{nullptr, 1}, function{&module, 2};
  fake::Pass adaptor{"adaptor"}, pass{"cse"};
};

void nothing() {}
constexpr int kCompleted = static_cast<int>(Status::completed);
constexpr int kFailed = static_cast<int>(Status::failed);

void check_nested(bool with_actions, bool on_other_thread) {
  Recorded recorded(with_actions, on_other_thread);
  const auto pipeline = [&] {
    recorded.manager.pipeline(recorded.adaptor, [&] {
      return recorded.manager.pass(recorded.context, recorded.function, recorded.pass, true, [&] {
        recorded.manager.analysis("Dominance", recorded.function, nothing);
      });
    });
  };
  recorded.manager.pass(recorded.context, recorded.module, recorded.adaptor, true, [&] {
    if (!on_other_thread) return pipeline();
    std::thread(pipeline).join();
  });
  const auto events = recorded.events();
  CHECK_EQUAL(events.size(), 4u);
  const Kind kinds[] = {Kind::pass, Kind::pipeline, Kind::pass, Kind::analysis};
  for (std::size_t at = 0; at < 4; ++at) {
    CHECK(events[at].kind == kinds[at]);
    CHECK_EQUAL(events[at].depth, at);
    CHECK_EQUAL(events[at].status, kCompleted);
    CHECK_EQUAL(events[at].parent, at == 0 ? kNoSequence : events[at - 1].sequence);
  }
}

}  // namespace

CASE(passes_pipelines_and_analyses_nest_with_actions_and_without) {
  for (const bool with_actions : {false, true}) {
    for (const bool on_other_thread : {false, true}) check_nested(with_actions, on_other_thread);
  }
}

CASE(a_pipeline_that_fails_ends_with_its_pass) {
  for (const bool with_actions : {false, true}) {
    Recorded recorded(with_actions);
    recorded.manager.pass(recorded.context, recorded.module, recorded.adaptor, true, [&] {
      recorded.manager.pipeline(recorded.adaptor, [&] {
        return recorded.manager.pass(recorded.context, recorded.function, recorded.pass, true,
                                     [&] { recorded.pass.fail(); });
      });
      recorded.adaptor.fail();
    });
    for (const Seen& seen : recorded.events()) {
      CHECK_EQUAL(seen.status, kFailed);
      CHECK(seen.attributes.empty());
    }
  }
}

CASE(what_the_verifier_fails_is_failed_though_its_action_was_not) {
  for (const bool with_actions : {false, true}) {
    Recorded recorded(with_actions);
    recorded.manager.pass(recorded.context, recorded.module, recorded.pass, false, nothing);
    const auto events = recorded.events();
    CHECK_EQUAL(events.size(), 1u);
    CHECK_EQUAL(events[0].status, kFailed);
    CHECK(events[0].attributes == R"({"failure": "verifier"})");
  }
}

CASE(an_exception_leaves_no_scope_for_the_next_run) {
  for (const bool with_actions : {false, true}) {
    Recorded recorded(with_actions);
    for (int turn = 0; turn < 2; ++turn) {
      try {
        recorded.manager.pass(recorded.context, recorded.module, recorded.adaptor, true, [&] {
          recorded.manager.pipeline(recorded.adaptor, [&] {
            return recorded.manager.pass(recorded.context, recorded.function, recorded.pass, true,
                                         [] { throw std::runtime_error("mine"); });
          });
        });
        CHECK(!"it must not get here");
      } catch (const std::runtime_error&) {
      }
    }
    const auto events = recorded.events();
    CHECK_EQUAL(events.size(), 6u);
    CHECK_EQUAL(events[3].depth, 0u);
    CHECK_EQUAL(events[3].parent, kNoSequence);
    CHECK_EQUAL(events[0].status, kFailed);
    CHECK_EQUAL(events[2].status, kFailed);
  }
}

namespace {

std::jmp_buf caught;

// Runs it this much deeper in the stack, over what lay there.
template <typename Body>
__attribute__((noinline)) void deeper(std::size_t bytes, Body&& body) {
  auto* filled = static_cast<volatile char*>(__builtin_alloca(bytes));
  for (std::size_t at = 0; at < bytes; ++at) filled[at] = 1;
  body();
  filled[0] = 2;  // so that this is no tail call
}

}  // namespace

CASE(a_run_left_by_longjmp_is_no_parent_of_the_next) {
  for (const bool with_actions : {false, true}) {
    for (const std::size_t depth_before : {std::size_t{1} << 15, std::size_t{1} << 16}) {
      for (const std::size_t depth_after : {std::size_t{1}, std::size_t{1} << 10}) {
        Recorded recorded(with_actions);
        if (setjmp(caught) == 0) {
          deeper(depth_before, [&] {
            recorded.manager.pass(recorded.context, recorded.module, recorded.adaptor, true, [&] {
              recorded.manager.pipeline(recorded.adaptor, [&] {
                return recorded.manager.pass(recorded.context, recorded.function, recorded.pass, true,
                                             [] { std::longjmp(caught, 1); });
              });
            });
          });
        }
        fake::Pass next{"next"};
        deeper(depth_after, [&] {
          recorded.manager.pass(recorded.context, recorded.module, next, true, [&] {
            recorded.manager.analysis("Dominance", recorded.module, nothing);
          });
        });
        const auto events = recorded.events();
        CHECK_EQUAL(events.size(), 5u);
        CHECK_EQUAL(events[3].depth, 0u);
        CHECK_EQUAL(events[3].parent, kNoSequence);
        CHECK_EQUAL(events[3].status, kCompleted);
        CHECK_EQUAL(events[4].parent, events[3].sequence);
        for (std::size_t at = 0; at < 3; ++at) CHECK(events[at].status != kCompleted);
      }
    }
  }
}

CASE(a_detached_session_is_passed_over_and_the_hook_goes_with_its_manager) {
  const auto journal = create_memory();
  {
    Recorded recorded(false);
    CHECK_EQUAL(instrumented_count(), 1u);
    recorded.session->stop();
    recorded.manager.pass(recorded.context, recorded.module, recorded.pass, true, nothing);
    CHECK(recorded.events().empty());
  }
  CHECK_EQUAL(instrumented_count(), 0u);
}

CASE(a_session_that_leaves_in_mid_pass_leaves_its_ends) {
  Recorded recorded(false);
  recorded.manager.pass(recorded.context, recorded.module, recorded.pass, true, [&] { recorded.session->stop(); });
  CHECK_EQUAL(recorded.events().size(), 1u);
}

int main() { return passevents::testing::run_all(); }
