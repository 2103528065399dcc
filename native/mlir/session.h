// One attachment to a context: what it wants, what it lets run, and where its events go.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <stdexcept>

#include "core/journal.h"
#include "mlir/control.h"
#include "mlir/filter.h"
#include "mlir/inspection.h"
#include "mlir/listener.h"

namespace passevents::mlir {

// A session cannot be attached; the message says why and what to do.
class AttachRefused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// One of the 32 bits by which the events of a journal say whose they are. Given back on destruction.
class SessionBit {
 public:
  explicit SessionBit(std::uint64_t journal);  // throws AttachRefused
  ~SessionBit() { release(); }
  SessionBit(const SessionBit&) = delete;
  SessionBit& operator=(const SessionBit&) = delete;

  // 0 once released: then the events are recorded without saying whose they are.
  std::uint32_t mask() const noexcept { return mask_.load(std::memory_order_relaxed); }
  void release() noexcept;

 private:
  const std::uint64_t journal_;
  std::atomic<std::uint32_t> mask_;
};

class Session {
 public:
  // `listener` may be null.
  Session(std::shared_ptr<Journal> journal, Filter filter, std::vector<Rule> rules,
          std::unique_ptr<Listener> listener, const Wishes& wishes = {});

  Journal& journal() const noexcept { return *journal_; }
  const std::shared_ptr<Journal>& journal_owner() const noexcept { return journal_; }
  const Filter& filter() const noexcept { return filter_; }
  Control& control() noexcept { return control_; }
  const Wishes& wishes() const noexcept { return wishes_; }
  Listener* listener() const noexcept { return listener_.get(); }
  // What it asked for needs the order of actions to be fixed: the context's threading must be off.
  bool needs_one_thread() const noexcept { return !control_.is_empty() || listener_ != nullptr; }
  SessionBit& bit() noexcept { return bit_; }
  bool is_attached() const noexcept { return attached_.load(std::memory_order_acquire); }
  // From any thread, at any time: from here on nothing more is recorded.
  void stop() noexcept { attached_.store(false, std::memory_order_release); }

  // Threading was turned on after such a session was attached: it has no control and no listener any more.
  void suspend() noexcept { suspended_.store(true, std::memory_order_relaxed); }
  bool is_suspended() const noexcept { return suspended_.load(std::memory_order_relaxed); }

 private:
  const std::shared_ptr<Journal> journal_;
  const Filter filter_;
  Control control_;
  const std::unique_ptr<Listener> listener_;
  const Wishes wishes_;
  SessionBit bit_;
  std::atomic<bool> attached_{true};
  std::atomic<bool> suspended_{false};
};

}  // namespace passevents::mlir
