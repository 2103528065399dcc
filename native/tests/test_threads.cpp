// Many threads, and readers beside them.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>

#include "check.h"
#include "core/cursor.h"
#include "recording.h"

using namespace passevents;
using testing::Folder;

namespace {

constexpr int kThreads = 8;

// Starts them all at once.
class Barrier {
 public:
  explicit Barrier(int count) : missing_(count) {}
  void wait() {
    std::unique_lock<std::mutex> lock(mutex_);
    if (--missing_ == 0) everybody_.notify_all();
    everybody_.wait(lock, [this] { return missing_ <= 0; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable everybody_;
  int missing_;
};

void nested_events(Journal& journal, int count) {
  for (int at = 0; at < count; ++at) {
    const Sequence outer = testing::begin(journal, "outer " + std::to_string(at % 100));
    const Sequence inner = testing::begin(journal, "inner", outer);
    testing::end(journal, inner);
    testing::end(journal, outer);
  }
}

void run_threads(Journal& journal, int count) {
  Barrier start(kThreads);
  std::vector<std::thread> threads;
  for (int at = 0; at < kThreads; ++at) {
    threads.emplace_back([&] {
      start.wait();
      nested_events(journal, count);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace

CASE(every_event_of_every_thread_is_there_once) {
  Folder folder;
  const auto journal = create_file(folder / "run");
  run_threads(*journal, 5000);
  const Reader reader(folder / "run");
  CHECK_EQUAL(reader.size(), std::size_t{kThreads} * 5000 * 2);
  CHECK_EQUAL(reader.counts().open + reader.counts().repeated + reader.counts().lost_parents, 0u);
  std::set<std::uint64_t> threads;
  for (std::size_t at = 0; at < reader.size(); ++at) {
    const ReadEvent event = reader.event(at);
    CHECK_EQUAL(event.sequence, at);
    threads.insert(event.thread);
    if (testing::name_of(reader, at) != "inner") continue;
    CHECK(testing::name_of(reader, event.parent).substr(0, 5) == "outer");
    CHECK_EQUAL(reader.event(event.parent).thread, event.thread);
  }
  CHECK_EQUAL(threads.size(), std::size_t{kThreads});
}

CASE(a_cursor_beside_writing_threads_sees_everything_in_pairs) {
  const auto journal = create_memory();
  Cursor cursor(journal, 0, true);
  std::atomic<bool> done{false};
  std::thread writing([&] {
    run_threads(*journal, 3000);
    done = true;
  });
  std::set<Sequence> open;
  std::size_t begins = 0, ends = 0;
  for (bool last = false;;) {
    for (const Cursor::Item& item : cursor.read()) {
      if (item.is_begin) {
        ++begins;
        open.insert(item.begin.sequence);
        CHECK(!cursor.text(item.stream, item.begin.name).empty());
      } else {
        ++ends;
        CHECK(open.erase(item.end.sequence) == 1);
      }
    }
    if (last) break;
    last = done;
  }
  writing.join();
  CHECK_EQUAL(begins, std::size_t{kThreads} * 3000 * 2);
  CHECK_EQUAL(ends, begins);
}

CASE(closing_under_load_leaves_a_readable_journal) {
  Folder folder;
  const auto journal = create_file(folder / "run");
  std::thread writing([&] { run_threads(*journal, 2000); });
  journal->close();
  writing.join();
  CHECK_EQUAL(Reader(folder / "run").counts().repeated, 0u);
}

CASE(streams_of_ended_threads_are_used_again) {
  const auto journal = create_memory();
  for (int at = 0; at < 200; ++at) std::thread([&] { nested_events(*journal, 1); }).join();
  CHECK_EQUAL(journal->streams().size(), 1u);
  CHECK_EQUAL(Reader(journal).size(), 400u);
}

CASE(a_thread_may_outlive_a_journal) {
  auto journal = create_memory();
  Barrier used(2), gone(2);
  std::thread thread([&] {
    nested_events(*journal, 1);
    used.wait();
    gone.wait();
    const auto other = create_memory();
    nested_events(*other, 1);
    CHECK_EQUAL(Reader(other).size(), 2u);
  });
  used.wait();
  journal.reset();
  gone.wait();
  thread.join();
}

CASE(a_thread_goes_back_and_forth_between_journals) {
  const auto first = create_memory();
  const auto second = create_memory();
  for (int at = 0; at < 100; ++at) {
    nested_events(*first, 1);
    nested_events(*second, 2);
  }
  CHECK_EQUAL(Reader(first).size(), 200u);
  CHECK_EQUAL(Reader(second).size(), 400u);
  CHECK_EQUAL(first->streams().size(), 1u);
}

int main() { return testing::run_all(); }
