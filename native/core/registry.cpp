#include "core/registry.h"

#include <algorithm>
#include <pthread.h>

#include "core/journal.h"
#include "core/thread_state.h"

namespace passevents {

thread_local ThreadState thread_state;

JournalRegistry& JournalRegistry::instance() {
  static auto* registry = new JournalRegistry;
  return *registry;
}

JournalRegistry::JournalRegistry() { ::pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child); }

void JournalRegistry::add(Journal& journal) {
  const std::lock_guard<std::mutex> lock(mutex_);
  journals_.emplace(journal.token(), &journal);
}

void JournalRegistry::remove(Journal& journal) {
  const std::lock_guard<std::mutex> lock(mutex_);
  journals_.erase(journal.token());
}

bool JournalRegistry::is_alive(std::uint64_t token) {
  const std::lock_guard<std::mutex> lock(mutex_);
  return journals_.count(token) != 0;
}

void JournalRegistry::give_back(std::uint64_t token, Writer* writer) noexcept {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = journals_.find(token);
  if (found != journals_.end()) found->second->give_back(writer);
}

// All locks are taken over the fork: the child must find the lists whole.
void JournalRegistry::before_fork() {
  instance().mutex_.lock();
  for (const auto& entry : instance().journals_) entry.second->mutex_.lock();
}

void JournalRegistry::after_fork_in_parent() {
  for (const auto& entry : instance().journals_) entry.second->mutex_.unlock();
  instance().mutex_.unlock();
}

void JournalRegistry::after_fork_in_child() {
  for (const auto& entry : instance().journals_) {
    entry.second->become_inherited();
    entry.second->mutex_.unlock();
  }
  instance().mutex_.unlock();
}

StreamsOfThread& StreamsOfThread::instance() {
  static thread_local StreamsOfThread streams;
  return streams;
}

StreamsOfThread::~StreamsOfThread() {
  thread_state = ThreadState{};
  for (const auto& [token, writer] : streams_) JournalRegistry::instance().give_back(token, writer);
}

Writer* StreamsOfThread::find(std::uint64_t token) const noexcept {
  for (const auto& [journal, writer] : streams_) {
    if (journal == token) return writer;
  }
  return nullptr;
}

void StreamsOfThread::add(std::uint64_t token, Writer* writer) {
  const auto is_gone = [](const auto& entry) { return !JournalRegistry::instance().is_alive(entry.first); };
  streams_.erase(std::remove_if(streams_.begin(), streams_.end(), is_gone), streams_.end());
  streams_.emplace_back(token, writer);
}

}  // namespace passevents
