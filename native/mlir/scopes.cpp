#include "mlir/scopes.h"

#include <algorithm>
#include <new>
#include <utility>

#include "core/clock.h"
#include "mlir/dispatch.h"
#include "mlir/instrumentation.h"
#include "mlir/json.h"
#include "mlir/tap.h"

namespace passevents::mlir {

const ScopeEntry* Scope::entry(std::uint64_t journal) const noexcept {
  for (const ScopeEntry& entry : entries) {
    if (entry.journal == journal) return &entry;
  }
  return nullptr;
}

const Link* Scope::recorded(std::uint64_t journal) const noexcept {
  const ScopeEntry* found = entry(journal);
  return found != nullptr && found->is_recorded ? links.find(journal) : nullptr;
}

std::uint32_t Scope::sessions(std::uint64_t journal) const noexcept {
  const ScopeEntry* found = entry(journal);
  return found != nullptr ? found->sessions : 0;
}

void Scope::owe(const std::shared_ptr<Journal>& journal, Recording& recording, std::string_view attributes) noexcept {
  std::string kept;
  try {
    owed.reserve(owed.size() + 1);
    kept = attributes;
  } catch (const std::bad_alloc&) {
    return;  // then the end is written now
  }
  End end;
  Writer& writer = recording.hand_over(end);
  owed.push_back({journal, &writer, end, std::move(kept)});
}

// Which of the passes around it say it again is not sure: a thread that took up other work meanwhile is forgotten.
bool Scope::hears_again(std::uint64_t fingerprint) {
  const bool waits = has_workers.load(std::memory_order_relaxed);
  Scope* root = this;
  bool is_inside = false;
  for (; root->above != nullptr; root = root->above) {
    is_inside = is_inside || root->above->has_workers.load(std::memory_order_relaxed);
  }
  if (waits && root->said.count(fingerprint) != 0) return true;
  if (is_inside) root->said.insert(fingerprint);
  return false;
}

void Scope::note_error(const std::string& text) {
  for (Scope* scope = this; scope != nullptr; scope = scope->outer) {
    if (scope->first_error.empty()) scope->first_error = text;
    if (scope->kind == Kind::pass) return;
  }
}

void Scope::settle(std::uint64_t end_ns) noexcept {
  for (OwedEnd& one : owed) {
    if (one.end.end_ns == 0) one.end.end_ns = end_ns;
    if (one.end.status == Status::failed) one.end.error = one.writer->text(first_error);
    one.writer->end(one.end);
  }
  owed.clear();
}

void Scope::settle_as(Status status, std::string_view attributes, std::uint64_t end_ns) noexcept {
  for (OwedEnd& one : owed) {
    if (one.end.status != Status::completed) continue;  // it was said before
    one.end.status = status;
    one.end.end_ns = end_ns;
    one.end.attributes = one.writer->text(merged_json(one.attributes, attributes));
  }
  settle(end_ns);
}

Scope* scope_in(const ThreadContext& thread, const void* context) noexcept {
  return thread.scope != nullptr && thread.scope->context == context ? thread.scope : nullptr;
}

void push_scope(ThreadContext& thread, std::unique_ptr<Scope> scope) noexcept {
  scope->outer = thread.scope;
  thread.scope = scope.release();
}

std::unique_ptr<Scope> pop_scope(ThreadContext& thread) noexcept {
  std::unique_ptr<Scope> scope(thread.scope);
  close_taps(*scope);
  thread.scope = scope->outer;
  return scope;
}

namespace {

void drop_innermost(ThreadContext& thread) noexcept {
  const auto left = pop_scope(thread);
  left->settle_as(Status::failed, {}, monotonic_ns());
  forget_open_pass(*left);
}

}  // namespace

// The stack grows downwards, so of two scopes of a kind the enclosing one begins at the higher address.
void drop_left_scopes(ThreadContext& thread, Scope::Kind kind, const void* stack) noexcept {
  const Scope* outermost_left = nullptr;
  for (const Scope* scope = thread.scope; scope != nullptr; scope = scope->outer) {
    if (scope->kind == kind && scope->hook != nullptr && scope->stack <= stack) outermost_left = scope;
  }
  if (outermost_left == nullptr) return;
  const Scope* kept = outermost_left->outer;
  while (thread.scope != kept) drop_innermost(thread);
}

void drop_abandoned_scopes(ThreadContext& thread, const void* stack) noexcept {
  while (thread.scope != nullptr && thread.scope->stack <= stack) drop_innermost(thread);
}

void abandon_scope(ThreadContext& thread, const Scope* scope) noexcept {
  const Scope* kept = scope->outer;
  if (kept != nullptr && kept->kind == Scope::Kind::pipeline && kept->hook == scope->hook) kept = kept->outer;
  while (thread.scope != nullptr && thread.scope != kept) drop_innermost(thread);
}

std::unique_ptr<Scope> leave_own_scope(ThreadContext& thread, const Scope* scope) noexcept {
  while (thread.scope != scope) drop_innermost(thread);
  return pop_scope(thread);
}

std::unique_ptr<Scope> leave_scope(ThreadContext& thread, Scope::Kind kind, const void* hook,
                                   const void* pass) noexcept {
  const Scope* found = thread.scope;
  while (found != nullptr && (found->kind != kind || found->hook != hook || found->pass != pass)) found = found->outer;
  if (found == nullptr) return nullptr;
  while (thread.scope != found) drop_innermost(thread);
  return pop_scope(thread);
}

}  // namespace passevents::mlir
