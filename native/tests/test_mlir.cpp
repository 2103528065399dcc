// The dispatch of MLIR's actions, on a fake MLIR: whose parent is who, under threads that attach and detach.
#include <array>
#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <stdexcept>
#include <thread>

#include "check.h"
#include "core/cursor.h"
#include "fake_mlir.h"
#include "mlir/handler.h"
#include "mlir/stream.h"

using namespace passevents;
using namespace passevents::mlir;
namespace fake = passevents::testing::fake;

namespace {

struct Seen {
  Sequence parent;
  std::uint32_t depth;
  std::uint32_t line;
  std::string name;
  int status = -1;
};
using Events = std::map<Sequence, Seen>;

void read_into(Cursor& cursor, Events& events) {
  for (const Cursor::Item& item : cursor.read()) {
    if (!item.is_begin) {
      events.at(item.end.sequence).status = static_cast<int>(item.end.commit >> 8 & 0xf);
      continue;
    }
    const auto line = cursor.location(item.stream, item.begin.location).line;
    events[item.begin.sequence] = {item.begin.parent, item.begin.depth, line,
                                   std::string(cursor.text(item.stream, item.begin.name))};
  }
}

// A context with a session that records everything.
struct Recorded {
  explicit Recorded(bool is_parallel = false, std::vector<Rule> rules = {})
      : journal(create_memory()), cursor(journal, 0, true) {
    context.is_parallel = is_parallel;
    session = std::make_shared<Session>(journal, Filter({}, {}), std::move(rules), nullptr);
    handler = Handler::of(fake::build(), &context);
    handler->attach(session);
  }
  Events events() {
    Events events;
    read_into(cursor, events);
    return events;
  }
  fake::Context context;
  std::shared_ptr<Journal> journal;
  Cursor cursor;
  std::shared_ptr<Session> session;
  std::shared_ptr<Handler> handler;
};

void nothing() {}

}  // namespace

CASE(actions_nest_on_one_thread) {
  Recorded recorded;
  fake::Operation module(nullptr, 1), function(&module, 2);
  fake::Pass outer("outer"), inner("inner");
  recorded.context.execute(module, &outer, [&] {
    recorded.context.execute(function, &inner, [&] { recorded.context.execute(function, nullptr, nothing); });
  });
  const Events events = recorded.events();
  CHECK_EQUAL(events.size(), 3u);
  CHECK_EQUAL(events.at(0).parent, kNoSequence);
  CHECK_EQUAL(events.at(1).parent, 0u);
  CHECK_EQUAL(events.at(2).parent, 1u);
  CHECK_EQUAL(events.at(2).depth, 2u);
  CHECK(events.at(0).name == "outer" && events.at(2).name == "fake-action");
}

CASE(stolen_work_lies_where_its_operation_says) {
  Recorded recorded(true);
  fake::Operation module(nullptr, 1), left(&module, 2), right(&module, 3), function(&right, 4);
  fake::Pass on_module("adaptor"), on_left("adaptor"), on_right("adaptor"), on_function("cse");
  recorded.context.execute(module, &on_module, [&] {
    recorded.context.execute(right, &on_right, [&] {
      // A thread that waits in the left module takes up a task of the right one.
      std::thread([&] {
        recorded.context.execute(left, &on_left, [&] {
          recorded.context.execute(function, &on_function, nothing);
        });
      }).join();
    });
  });
  const Events events = recorded.events();
  CHECK_EQUAL(events.at(1).line, 3u);
  CHECK_EQUAL(events.at(2).parent, 0u);
  CHECK_EQUAL(events.at(3).parent, 1u);
  CHECK_EQUAL(events.at(3).depth, 2u);
}

CASE(an_exception_passes_and_leaves_no_frame) {
  Recorded recorded;
  fake::Operation module(nullptr, 1);
  fake::Pass pass("raises");
  for (int turn = 0; turn < 2; ++turn) {
    try {
      recorded.context.execute(module, &pass, [] { throw std::runtime_error("mine"); });
      CHECK(!"it must not get here");
    } catch (const std::runtime_error&) {
    }
  }
  const Events events = recorded.events();
  CHECK_EQUAL(events.at(1).parent, kNoSequence);
  CHECK_EQUAL(events.at(1).status, static_cast<int>(Status::failed));
}

CASE(a_failed_pass_is_told_by_its_state) {
  Recorded recorded;
  fake::Operation module(nullptr, 1);
  fake::Pass pass("fails");
  recorded.context.execute(module, &pass, [&] { pass.fail(); });
  CHECK_EQUAL(recorded.events().at(0).status, static_cast<int>(Status::failed));
}

CASE(rules_count_and_skip) {
  Recorded recorded(false, {Rule{"pass-execution", "p", 1, 2}});
  fake::Operation module(nullptr, 1);
  fake::Pass pass("p"), other("q");
  int ran = 0, others = 0;
  for (int turn = 0; turn < 5; ++turn) {
    recorded.context.execute(module, &pass, [&] { ++ran; });
    recorded.context.execute(module, &other, [&] { ++others; });
  }
  CHECK_EQUAL(ran, 2);
  CHECK_EQUAL(others, 5);
}

CASE(the_handler_goes_with_its_context_and_sessions_know) {
  auto recorded = std::make_unique<Recorded>();
  const auto session = recorded->session;
  const auto handler = recorded->handler;
  CHECK_EQUAL(Handler::registered_count(), 1u);
  recorded.reset();
  CHECK(!session->is_attached() && !handler->is_registered());
  handler->detach(*session);
  CHECK_EQUAL(Handler::registered_count(), 0u);
}

CASE(detaching_inside_an_action_keeps_what_the_thread_still_needs) {
  Recorded recorded;
  fake::Operation module(nullptr, 1);
  fake::Pass pass("p");
  recorded.context.execute(module, &pass, [&] {
    recorded.session->stop();
    recorded.handler->detach(*recorded.session);
    recorded.session.reset();
    recorded.context.execute(module, &pass, nothing);
  });
  const Events events = recorded.events();
  CHECK_EQUAL(events.size(), 1u);
  CHECK_EQUAL(events.at(0).status, -1);
}

CASE(eight_threads_under_others_that_attach_and_detach) {
  constexpr int kThreads = 8, kModules = 20, kFunctions = 10;
  Recorded recorded(true);
  fake::Operation root(nullptr, 1);
  fake::Pass on_root("root"), on_module("adaptor"), on_function("pass");
  std::deque<fake::Operation> operations;  // keeps their addresses
  std::array<std::vector<fake::Operation*>, kThreads> modules;
  std::map<std::uint32_t, std::uint32_t> parent_lines{{1, 0}};
  int line = 1;
  for (auto& own : modules) {
    for (int number = 0; number < kModules; ++number) {
      own.push_back(&operations.emplace_back(&root, ++line));
      parent_lines[static_cast<std::uint32_t>(line)] = 1;
      const auto module_line = static_cast<std::uint32_t>(line);
      for (int function = 0; function < kFunctions; ++function) {
        operations.emplace_back(own.back(), ++line);
        parent_lines[static_cast<std::uint32_t>(line)] = module_line;
      }
    }
  }
  const auto compile = [&](const std::vector<fake::Operation*>& own) {
    for (fake::Operation* module : own) {
      recorded.context.execute(*module, &on_module, [&] {
        const auto first = static_cast<std::size_t>(module->line - 1);
        for (std::size_t at = first; at < first + kFunctions; ++at) {
          recorded.context.execute(operations[at], &on_function, nothing);
        }
      });
    }
  };
  std::atomic<bool> done{false};
  std::thread other([&] {
    while (!done) {
      const auto session = std::make_shared<Session>(create_memory(), Filter({}, {}), std::vector<Rule>(), nullptr);
      recorded.handler->attach(session);
      recorded.handler->detach(*session);
    }
  });
  recorded.context.execute(root, &on_root, [&] {
    std::vector<std::thread> threads;
    for (const auto& own : modules) threads.emplace_back(compile, std::cref(own));
    for (std::thread& thread : threads) thread.join();
  });
  done = true;
  other.join();
  const Events events = recorded.events();
  CHECK_EQUAL(events.size(), 1u + kThreads * kModules * (1u + kFunctions));
  for (const auto& [sequence, event] : events) {
    CHECK_EQUAL(event.status, static_cast<int>(Status::completed));
    const std::uint32_t parent_line = event.parent == kNoSequence ? 0 : events.at(event.parent).line;
    CHECK_EQUAL(parent_line, parent_lines.at(event.line));
  }
}

CASE(a_stream_keeps_what_fits_and_marks_the_cut) {
  TextStream stream;
  using WriteImpl = void (*)(void*, const char*, std::size_t);
  const auto* table = abi::read<const void* const*>(stream.stream(), 0);
  const auto write = reinterpret_cast<WriteImpl>(const_cast<void*>(table[9]));
  write(stream.stream(), "short", 5);
  CHECK(stream.text() == "short");
  const std::string long_text(5000, 'x');
  write(stream.stream(), long_text.data(), long_text.size());
  const std::string_view text = stream.text();
  CHECK_EQUAL(text.size(), BoundedText::kCapacity);
  CHECK(text.substr(0, 6) == "shortx" && text.substr(text.size() - kCutMark.size()) == kCutMark);
}

CASE(a_text_is_cut_between_characters) {
  BoundedText text;
  for (int at = 0; at < 1000; ++at) text.append("é");
  const std::string_view kept = text.view().substr(0, text.view().size() - kCutMark.size());
  CHECK(text.is_full() && kept.size() % 2 == 0 && kept.substr(kept.size() - 2) == "é");
}

CASE(places_match_by_their_last_parts_or_a_pattern) {
  CHECK((PlacePattern{"a.mlir", 0, 0}.matches("/src/a.mlir", 3, 4)));
  CHECK((!PlacePattern{"a.mlir", 0, 0}.matches("/src/ba.mlir", 3, 4)));
  CHECK((!PlacePattern{"a.mlir", 2, 0}.matches("a.mlir", 3, 4)));
  CHECK((PlacePattern{"a.mlir", 3, 4}.matches("a.mlir", 3, 4)));
  CHECK((PlacePattern{"/src/*", 0, 0}.matches("/src/a.mlir", 3, 4)));
}

int main() { return passevents::testing::run_all(); }
