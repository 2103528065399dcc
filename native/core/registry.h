// All journals of the process, for the two events that concern every one of them: a thread ends, the process
// forks.
#pragma once

#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

namespace passevents {

class Journal;
class Writer;

class JournalRegistry {
 public:
  static JournalRegistry& instance();  // never destroyed: threads may outlive static storage

  void add(Journal& journal);
  void remove(Journal& journal);
  bool is_alive(std::uint64_t token);
  // The writer's thread has ended.
  void give_back(std::uint64_t token, Writer* writer) noexcept;

 private:
  JournalRegistry();
  static void before_fork();
  static void after_fork_in_parent();
  static void after_fork_in_child();

  std::mutex mutex_;
  std::unordered_map<std::uint64_t, Journal*> journals_;
};

// The streams that one thread owns. Given back when the thread ends, so that a program with many short
// threads does not leave a file for each.
class StreamsOfThread {
 public:
  static StreamsOfThread& instance();
  ~StreamsOfThread();

  Writer* find(std::uint64_t token) const noexcept;
  void add(std::uint64_t token, Writer* writer);
  void forget_all() noexcept { streams_.clear(); }

 private:
  std::vector<std::pair<std::uint64_t, Writer*>> streams_;
};

}  // namespace passevents
