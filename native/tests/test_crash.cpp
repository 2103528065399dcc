// A process that dies while its threads write: everything committed is on record, nothing is torn.
#include <sys/mman.h>
#include <sys/wait.h>

#include <atomic>
#include <csignal>
#include <ctime>
#include <map>
#include <thread>

#include "check.h"
#include "recording.h"

using namespace passevents;
using testing::Folder;

namespace {

constexpr int kThreads = 6;

struct Progress {
  std::atomic<std::uint64_t> begun[kThreads];
  std::atomic<std::uint64_t> ended[kThreads];
};

// In memory shared with the process that watches.
Progress& shared_progress() {
  void* memory = ::mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return *new (memory) Progress{};
}

void write_until_killed(Journal& journal, Progress& progress, int thread) {
  const std::string name = "thread " + std::to_string(thread);
  for (;;) {
    const Sequence outer = testing::begin(journal, name);
    ++progress.begun[thread];
    const Sequence inner = testing::begin(journal, "inner of " + name, outer);
    testing::end(journal, inner, 1);
    testing::end(journal, outer, 2);
    ++progress.ended[thread];
  }
}

void wait_for_all(const Progress& progress) {
  const timespec pause{0, 2'000'000};
  for (int thread = 0; thread < kThreads; ++thread) {
    while (progress.ended[thread] < 2000) ::nanosleep(&pause, nullptr);
  }
}

void check_journal(const std::string& directory, const Progress& progress) {
  const Reader reader(directory);
  CHECK_EQUAL(reader.counts().repeated + reader.counts().ends_without_begin + reader.counts().lost_parents, 0u);
  std::map<std::string, std::uint64_t> begun, ended;
  for (std::size_t at = 0; at < reader.size(); ++at) {
    const ReadEvent event = reader.event(at);
    const std::string name(testing::name_of(reader, at));
    begun[name] += 1;
    ended[name] += event.ended;
    if (event.parent != kNoSequence) CHECK_EQUAL(name.substr(0, 16), std::string("inner of thread "));
  }
  for (int thread = 0; thread < kThreads; ++thread) {
    const std::string name = "thread " + std::to_string(thread);
    CHECK(begun[name] - progress.begun[thread] <= 1);  // the last one may be begun and not counted yet
    CHECK(ended[name] - progress.ended[thread] <= 1);
  }
}

void die_by(int signal) {
  Folder folder;
  Progress& progress = shared_progress();
  const pid_t child = ::fork();
  if (child == 0) {
    const auto journal = create_file(folder / "run");
    for (int thread = 0; thread < kThreads; ++thread) {
      std::thread([&, thread] { write_until_killed(*journal, progress, thread); }).detach();
    }
    if (signal != SIGKILL) {
      wait_for_all(progress);
      std::signal(signal, SIG_DFL);  // the sanitizers have handlers of their own
      ::raise(signal);
    }
    for (;;) ::pause();
  }
  wait_for_all(progress);
  if (signal == SIGKILL) ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  CHECK(WIFSIGNALED(status));
  CHECK_EQUAL(WTERMSIG(status), signal);
  check_journal(folder / "run", progress);
}

}  // namespace

CASE(killed) { die_by(SIGKILL); }
CASE(segmentation_fault) { die_by(SIGSEGV); }
CASE(aborted) { die_by(SIGABRT); }

int main() { return testing::run_all(); }
