#include "core/journal.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "core/clock.h"
#include "core/cursor.h"
#include "core/registry.h"

namespace passevents {

namespace {

std::uint64_t next_token() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

std::string explained(const std::string& what, int error) { return what + ": " + std::strerror(error); }

int lock_info(const std::string& directory) {
  const std::string path = directory + "/run.jsonl";
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0644);
  if (file < 0) throw JournalError(explained("cannot create the journal " + path, errno));
  if (::flock(file, LOCK_EX | LOCK_NB) == 0) return file;
  const int error = errno;
  ::close(file);
  throw JournalError(explained("cannot lock the journal " + path, error));
}

// The folder gets its name once it is locked: nobody can meet it unlocked and take it for an orphan.
int make_directory(const std::string& directory) {
  const std::string created = directory + ".new";
  if (::mkdir(created.c_str(), 0755) != 0) throw JournalError(explained("cannot create the journal " + created, errno));
  int file = -1;
  try {
    file = lock_info(created);
  } catch (const JournalError&) {
    ::rmdir(created.c_str());
    throw;
  }
  if (::rename(created.c_str(), directory.c_str()) == 0) return file;
  const int error = errno;
  ::unlink((created + "/run.jsonl").c_str());
  ::rmdir(created.c_str());
  ::close(file);
  throw JournalError(explained("cannot create the journal " + directory, error));
}

}  // namespace

std::shared_ptr<Journal> create_file(const std::string& directory, const JournalOptions& options) {
  if (directory.empty()) throw JournalError("a file journal needs a directory");
  std::error_code error;
  // Streams are created later, from wherever the program has changed to.
  const auto absolute = std::filesystem::absolute(directory, error);
  if (error) throw JournalError("cannot create the journal " + directory + ": " + error.message());
  return std::make_shared<Journal>(absolute.string(), options);
}

std::shared_ptr<Journal> create_memory(const JournalOptions& options) {
  return std::make_shared<Journal>(std::string(), options);
}

Journal::Journal(std::string directory, const JournalOptions& options)
    : directory_(std::move(directory)),
      token_(next_token()),
      origin_ns_(monotonic_ns()),
      status_(options.max_bytes),
      next_sequence_(options.first_sequence),
      snapshots_(directory_, origin_ns_, options.max_bytes) {
  if (!directory_.empty()) info_file_ = make_directory(directory_);
  JournalRegistry::instance().add(*this);
}

Journal::~Journal() {
  JournalRegistry::instance().remove(*this);
  release();
}

std::string Journal::stop_reason() const {
  switch (state()) {
    case JournalState::open: return "";
    case JournalState::closed:
      if (dropped() == 0) return "closed";
      break;  // it was full before
    case JournalState::inherited: return "inherited over a fork";
    case JournalState::full: break;
  }
  const int failure = status_.failure.load();
  if (failure == EOVERFLOW) return "a recording can hold 2^32 events";
  return failure == 0 ? "max_bytes reached" : explained("no space for the journal", failure);
}

void Journal::close() noexcept {
  JournalState now = state();
  while (now != JournalState::inherited && now != JournalState::closed) {
    if (status_.state.compare_exchange_weak(now, JournalState::closed)) return;
  }
}

void Journal::release() noexcept {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (info_file_ >= 0) ::close(info_file_);
  info_file_ = -1;
}

void Journal::append_info(std::string_view line) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (info_file_ < 0) throw JournalError("this process does not hold the journal " + directory_);
  const std::string whole = std::string(line) + '\n';
  const ssize_t written = ::write(info_file_, whole.data(), whole.size());
  if (written != static_cast<ssize_t>(whole.size())) {
    throw JournalError(explained("cannot write " + directory_ + "/run.jsonl", written < 0 ? errno : ENOSPC));
  }
}

std::vector<Writer*> Journal::streams() {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::vector<Writer*> all;
  for (const auto& stream : streams_) all.push_back(stream.get());
  return all;
}

// The slow path of writer(): the thread's first event here, or its first after using another journal.
Writer* Journal::find_writer() noexcept {
  if (!accepting()) {
    count_refused();
    return nullptr;
  }
  try {
    StreamsOfThread& owned = StreamsOfThread::instance();
    Writer* writer = owned.find(token_);
    if (writer == nullptr) {
      writer = new_stream();
      if (writer == nullptr) return nullptr;
      owned.add(token_, writer);
    }
    thread_state.journal = token_;
    thread_state.writer = writer;
    return writer;
  } catch (const std::exception&) {
    return nullptr;
  }
}

Writer* Journal::new_stream() {
  const std::lock_guard<std::mutex> lock(mutex_);
  try {
    if (free_streams_.empty()) {
      streams_.reserve(streams_.size() + 1);
      free_streams_.reserve(streams_.size() + 1);
      const auto number = static_cast<std::uint32_t>(streams_.size());
      streams_.push_back(std::make_unique<Writer>(directory_, number, origin_ns_, status_));
      free_streams_.push_back(streams_.back().get());
    }
    Writer* writer = free_streams_.back();
    if (!writer->take_over()) throw std::system_error(ENOSPC, std::generic_category());
    free_streams_.pop_back();
    return writer;
  } catch (const std::system_error& error) {
    JournalState expected = JournalState::open;
    const int failure = error.code().value();
    if (status_.state.compare_exchange_strong(expected, JournalState::full)) {
      status_.failure.store(failure == ENOBUFS ? 0 : failure);
    }
    count_dropped();
    return nullptr;
  }
}

void Journal::run_out() noexcept {
  next_sequence_.store(kLastSequence, std::memory_order_relaxed);
  JournalState expected = JournalState::open;
  if (status_.state.compare_exchange_strong(expected, JournalState::full)) status_.failure.store(EOVERFLOW);
}

void Journal::give_back(Writer* writer) {
  const std::lock_guard<std::mutex> lock(mutex_);
  free_streams_.push_back(writer);  // has room: as long as streams_
}

void Journal::pin() noexcept {
  const std::lock_guard<std::mutex> lock(mutex_);
  ++pins_;
}

void Journal::unpin() noexcept {
  const std::lock_guard<std::mutex> lock(mutex_);
  --pins_;
}

// Only what every cursor has read goes; a stream that a cursor does not know yet keeps everything.
void Journal::release_consumed() noexcept {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!directory_.empty() || pins_ > 0) return;
  for (std::size_t stream = 0; stream < streams_.size(); ++stream) {
    std::uint64_t consumed = std::numeric_limits<std::uint64_t>::max();
    for (const Cursor* cursor : cursors_) {
      const bool known = stream < cursor->streams_.size();
      consumed = std::min(consumed, known ? cursor->streams_[stream].consumed : 0);
    }
    streams_[stream]->records().release_before(consumed);
  }
}

void Journal::become_inherited() noexcept {
  status_.state.store(JournalState::inherited);
  for (const auto& stream : streams_) {
    stream->records().forget_file();
    stream->texts().forget_file();
  }
  snapshots_.forget_file();
  if (info_file_ >= 0) ::close(info_file_);
  info_file_ = -1;
}

}  // namespace passevents
