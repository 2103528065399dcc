#include "mlir/cancel.h"

#include <csignal>
#include <cstring>

namespace passevents::mlir {

namespace {

// The closure of a pass's action holds addresses: of the pass's pointer first, of "it failed" third.
constexpr std::size_t kPassWord = 0;
constexpr std::size_t kFailedWord = 2;

std::atomic<std::atomic<bool>*> interrupt_target{nullptr};
std::atomic<unsigned> interrupts{0};
static_assert(std::atomic<unsigned>::is_always_lock_free && std::atomic<std::atomic<bool>*>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);
struct sigaction handled_before;  // written before ours can be called

void on_interrupt(int number, siginfo_t* information, void* context) {
  if (std::atomic<bool>* flag = interrupt_target.load()) flag->store(true);
  interrupts.fetch_add(1);
  if ((handled_before.sa_flags & SA_SIGINFO) != 0) {
    handled_before.sa_sigaction(number, information, context);
  } else if (handled_before.sa_handler != SIG_IGN && handled_before.sa_handler != SIG_DFL) {
    handled_before.sa_handler(number);
  }
}

bool is_ours(const struct sigaction& action) noexcept {
  return (action.sa_flags & SA_SIGINFO) != 0 && action.sa_sigaction == &on_interrupt;
}

// Whoever ignores interrupts, or dies of them, goes on doing so.
bool has_handler(const struct sigaction& action) noexcept {
  return (action.sa_flags & SA_SIGINFO) != 0 || (action.sa_handler != SIG_IGN && action.sa_handler != SIG_DFL);
}

std::uintptr_t word_of(abi::FunctionRef body, std::size_t at) noexcept {
  std::uintptr_t word;
  std::memcpy(&word, reinterpret_cast<const char*>(body.closure) + at * sizeof word, sizeof word);
  return word;
}

}  // namespace

bool fail_unrun(abi::FunctionRef body, const void* pass, ThreadStack& stack) noexcept {
  if (!stack.is_known()) stack = ThreadStack::of_this_thread();
  if (!stack.holds(static_cast<std::uintptr_t>(body.closure), (kFailedWord + 1) * sizeof(std::uintptr_t))) return false;
  const std::uintptr_t held = word_of(body, kPassWord), failed = word_of(body, kFailedWord);
  if (!stack.holds(held, sizeof pass) || !stack.holds(failed, 1)) return false;
  if (*reinterpret_cast<const void* const*>(held) != pass) return false;
  auto* result = reinterpret_cast<volatile std::uint8_t*>(failed);
  if (*result != 0) return false;
  *result = 1;
  return true;
}

InterruptFlag::InterruptFlag(std::atomic<bool>& flag) noexcept
    : before_(interrupts.load()), outer_(interrupt_target.exchange(&flag)) {
  struct sigaction now;
  if (::sigaction(SIGINT, nullptr, &now) != 0 || is_ours(now) || !has_handler(now)) return;
  handled_before = now;
  struct sigaction ours = now;
  ours.sa_flags |= SA_SIGINFO;
  ours.sa_sigaction = &on_interrupt;
  is_installed_ = ::sigaction(SIGINT, &ours, nullptr) == 0;
}

bool InterruptFlag::was_interrupted() const noexcept { return interrupts.load() != before_; }

// Whoever has installed another handler meanwhile keeps it.
InterruptFlag::~InterruptFlag() {
  struct sigaction now;
  if (is_installed_ && ::sigaction(SIGINT, nullptr, &now) == 0 && is_ours(now)) {
    ::sigaction(SIGINT, &handled_before, nullptr);
  }
  interrupt_target.store(outer_);
}

}  // namespace passevents::mlir
