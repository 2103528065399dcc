#include "core/current.h"

#include <atomic>
#include <string>

#include "core/journal.h"

namespace passevents {

namespace {

std::atomic<CurrentProvider> installed_provider{nullptr};

struct Published {
  bool active = false;
  std::uint64_t journal = 0;
  Current value;
  std::string phase;
};

Published& published() {
  static thread_local Published value;
  return value;
}

void answer_from_published(std::uint64_t journal_token, Current& out) {
  const Published& last = published();
  if (!last.active) return;
  out.has_phase = last.value.has_phase;
  out.phase = last.phase;
  if (last.journal != journal_token) return;
  out.sequence = last.value.sequence;
  out.depth = last.value.depth;
}

}  // namespace

const OpenAction* innermost_action(const Journal* journal) noexcept {
  for (const OpenAction* action = thread_state.innermost; action != nullptr; action = action->outer) {
    if (action->journal == journal) return action;
  }
  return nullptr;
}

bool current(const Journal* journal, Current& out) noexcept {
  out = Current{};
  const CurrentProvider provider = installed_provider.load(std::memory_order_acquire);
  if (provider == nullptr || !provider(journal->token(), out)) answer_from_published(journal->token(), out);
  const OpenAction* action = innermost_action(journal);
  if (action != nullptr && (out.sequence == kNoSequence || action->sequence > out.sequence)) {
    out.sequence = action->sequence;
    out.depth = action->depth;
  }
  return out.sequence != kNoSequence || out.has_phase;
}

void set_current_provider(CurrentProvider provider) noexcept {
  installed_provider.store(provider, std::memory_order_release);
}

void publish_current(std::uint64_t journal_token, const Current& value) {
  Published& last = published();
  last.phase.assign(value.phase);
  last.journal = journal_token;
  last.value = value;
  last.active = true;
}

void withdraw_current() noexcept { published().active = false; }

}  // namespace passevents
