// What a journal accepts, and how it stops.
#include <sys/resource.h>
#include <sys/wait.h>

#include <csignal>
#include <thread>

#include "check.h"
#include "recording.h"

using namespace passevents;
using testing::Folder;

CASE(a_directory_is_taken_once) {
  Folder folder;
  const auto journal = create_file(folder / "run");
  bool refused = false;
  try {
    create_file(folder / "run");
  } catch (const JournalError&) {
    refused = true;
  }
  CHECK(refused);
  CHECK(!std::filesystem::exists(folder / "run.new"));
}

CASE(a_missing_parent_is_an_error) {
  bool refused = false;
  try {
    create_file("/nonexistent-folder/run");
  } catch (const JournalError&) {
    refused = true;
  }
  CHECK(refused);
}

CASE(nothing_is_accepted_after_close) {
  const auto journal = create_memory();
  Writer* writer = journal->writer();
  journal->close();
  CHECK(!writer->begin(Begin{journal->next_sequence()}));
  CHECK_EQUAL(writer->text("late"), 0u);
  CHECK_EQUAL(journal->dropped(), 0u);
  CHECK_EQUAL(Reader(journal).size(), 0u);
}

CASE(where_the_numbers_end_begins_are_dropped_and_counted) {
  JournalOptions options;
  options.first_sequence = kLastSequence - 2;
  const auto journal = create_memory(options);
  const Sequence root = testing::begin(*journal, "root");
  testing::begin(*journal, "child", root);
  CHECK(journal->accepting());
  for (int count = 0; count < 3; ++count) testing::begin(*journal, "too many", root);
  CHECK(!journal->accepting());
  CHECK_EQUAL(journal->stop_reason(), std::string("a recording can hold 2^32 events"));
  CHECK_EQUAL(journal->dropped(), 3u);
  testing::end(*journal, root, 5);
  const Reader reader(journal);
  CHECK_EQUAL(reader.size(), 2u);
  CHECK(reader.event(0).ended);
}

CASE(at_max_bytes_begins_are_dropped_and_open_events_still_end) {
  const auto journal = create_memory(JournalOptions{1024 * 1024});
  std::vector<Sequence> open;
  const Sequence root = testing::begin(*journal, "root");
  while (journal->accepting()) testing::begin(*journal, "child", root);
  CHECK_EQUAL(journal->stop_reason(), std::string("max_bytes reached"));
  CHECK(journal->dropped() >= 1);
  testing::end(*journal, root, 5);
  const Reader reader(journal);
  CHECK(reader.size() > 1000);
  CHECK(reader.event(0).ended);
  CHECK(journal->reserved_bytes() <= 1024 * 1024);
}

CASE(a_thousand_open_events_keep_the_room_for_their_ends) {
  const auto journal = create_memory(JournalOptions{768 * 1024});
  std::vector<Sequence> open;
  for (int at = 0; at < 1000; ++at) open.push_back(testing::begin(*journal, "deep"));
  while (journal->accepting()) testing::end(*journal, testing::begin(*journal, "leaf"));
  for (const Sequence sequence : open) testing::end(*journal, sequence);
  CHECK_EQUAL(Reader(journal).counts().open, 0u);
}

CASE(a_disk_that_refuses_space_stops_the_recording_only) {
  Folder folder;
  const pid_t child = ::fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{600 * 1024, 600 * 1024};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    const auto journal = create_file(folder / "run");
    while (journal->accepting()) testing::end(*journal, testing::begin(*journal, "event"));
    const bool as_expected = journal->dropped() == 1 && journal->stop_reason().find("no space") == 0;
    ::_exit(as_expected ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  CHECK_EQUAL(status, 0);
  const Reader reader(folder / "run");
  CHECK(reader.size() > 1000);
  CHECK_EQUAL(reader.counts().open, 0u);
}

CASE(a_forked_child_writes_nothing_into_its_parents_journal) {
  Folder folder;
  const auto journal = create_file(folder / "run");
  const Sequence before = testing::begin(*journal, "before");
  const pid_t child = ::fork();
  if (child == 0) {
    const Sequence sequence = testing::begin(*journal, "child's");
    testing::end(*journal, sequence);
    journal->close();
    const bool as_expected = journal->state() == JournalState::inherited;
    std::thread([&] { testing::begin(*journal, "thread of the child"); }).join();
    const auto own = create_memory();
    testing::begin(*own, "own");
    ::_exit(as_expected && Reader(own).size() == 1 ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  CHECK_EQUAL(status, 0);
  testing::end(*journal, before);
  const Reader reader(folder / "run");
  CHECK_EQUAL(reader.size(), 1u);
  CHECK(reader.event(0).ended);
}

int main() { return testing::run_all(); }
