#include "core/current.h"

#include <algorithm>
#include <atomic>
#include <string>
#include <vector>

#include "core/journal.h"

namespace passevents {

namespace {

std::atomic<CurrentProvider> installed_provider{nullptr};

struct Published {
  std::uint64_t journal;
  Current value;
  std::string phase;
};

std::vector<Published>& published() {
  static thread_local std::vector<Published> values;
  return values;
}

void answer_from_published(std::uint64_t journal_token, Current& out) {
  for (const Published& value : published()) {
    if (value.journal != journal_token) continue;
    out = value.value;
    out.phase = value.phase;
  }
}

}  // namespace

const OpenAction* innermost_action(const Journal* journal) noexcept {
  // One that is open lies further out on this thread's stack; a longjmp may have left others behind.
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  if (reinterpret_cast<std::uintptr_t>(thread_state.innermost) < here) forget_open_actions();
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

void publish_current(const Journal* journal) {
  Current value;
  const CurrentProvider provider = installed_provider.load(std::memory_order_acquire);
  if (provider == nullptr || !provider(journal->token(), value)) return;
  auto& values = published();
  const auto same = [journal](const Published& other) { return other.journal == journal->token(); };
  values.erase(std::remove_if(values.begin(), values.end(), same), values.end());
  values.push_back(Published{journal->token(), value, std::string(value.phase)});
}

void withdraw_current() noexcept { published().clear(); }

}  // namespace passevents
