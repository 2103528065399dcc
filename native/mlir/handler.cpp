#include "mlir/handler.h"

#include <algorithm>
#include <map>
#include <pthread.h>
#include <utility>

#include "mlir/dispatch.h"
#include "mlir/interpreter.h"

namespace passevents::mlir {

std::uint64_t next_context_number() noexcept {
  static std::atomic<std::uint64_t> next{1};
  return next.fetch_add(1);
}

namespace {

// How many forks lie between this process and the one that loaded the extension.
std::atomic<std::uint32_t>& process_generation() noexcept {
  static std::atomic<std::uint32_t> generation{0};
  static const int installed = ::pthread_atfork(nullptr, nullptr, [] { process_generation().fetch_add(1); });
  static_cast<void>(installed);
  return generation;
}

// The handlers by context. Never destroyed: contexts may outlive static storage.
struct HandlersByContext {
  std::mutex mutex;
  std::map<void*, std::weak_ptr<Handler>> handlers;
};

HandlersByContext& handlers_by_context() {
  static auto* handlers = new HandlersByContext;
  return *handlers;
}

template <typename Predicate>
bool any_session(const Roster& roster, Predicate&& predicate) noexcept {
  for (const Recipients& recipients : roster.recipients) {
    for (const auto& session : recipients.sessions) {
      if (predicate(*session)) return true;
    }
  }
  return false;
}

}  // namespace

// Lives inside the std::function that the context holds.
class Registration {
 public:
  explicit Registration(std::shared_ptr<Handler> handler) noexcept : handler_(std::move(handler)) {
    handler_->registered_.store(true);
  }
  ~Registration() { handler_->unregistered(); }
  Registration(const Registration&) = delete;
  Registration& operator=(const Registration&) = delete;

  void dispatch(abi::FunctionRef body, const abi::Action& action) { handler_->dispatch(body, action); }

 private:
  const std::shared_ptr<Handler> handler_;
};

std::shared_ptr<Handler> Handler::of(const Build& build, void* context) {
  HandlersByContext& all = handlers_by_context();
  const std::lock_guard<std::mutex> lock(all.mutex);
  if (const auto found = all.handlers.find(context); found != all.handlers.end()) {
    if (auto known = found->second.lock(); known && known->is_registered()) return known;
  }
  if (build.api.has_action_handler(context)) {
    throw AttachRefused("the context has an action handler of somebody else already: remove it first");
  }
  auto handler = std::make_shared<Handler>(build, context);
  auto registration = std::make_shared<Registration>(handler);
  build.api.register_action_handler(context, [registration](abi::FunctionRef body, const abi::Action& action) {
    registration->dispatch(body, action);
  });
  all.handlers[context] = handler;
  return handler;
}

std::shared_ptr<Handler> Handler::find(void* context) noexcept {
  HandlersByContext& all = handlers_by_context();
  const std::lock_guard<std::mutex> lock(all.mutex);
  const auto found = all.handlers.find(context);
  return found == all.handlers.end() ? nullptr : found->second.lock();
}

std::size_t Handler::registered_count() {
  HandlersByContext& all = handlers_by_context();
  const std::lock_guard<std::mutex> lock(all.mutex);
  return all.handlers.size();
}

Handler::Handler(const Build& build, void* context)
    : view_{build, context, next_context_number()}, process_(process_generation().load()) {}

void Handler::attach(std::shared_ptr<Session> session) {
  const std::lock_guard<std::mutex> lock(mutex_);
  Roster roster = current_ ? *current_ : Roster();
  const auto same_journal = [&](const Recipients& some) { return some.journal.get() == &session->journal(); };
  auto& all = roster.recipients;
  auto place = std::find_if(all.begin(), all.end(), same_journal);
  if (place == all.end()) {
    if (all.size() == kMaxJournals) {
      throw AttachRefused("the context is recorded into 8 runs at once already: detach a session first");
    }
    place = all.insert(place, Recipients{session->journal_owner(), {}, std::make_shared<SeenPrograms>()});
  }
  place->sessions.push_back(std::move(session));
  publish(std::move(roster));
}

void Handler::detach(const Session& session) {
  remove(session);
  release_if_idle();
}

void Handler::remove(const Session& session) {
  const std::lock_guard<std::mutex> lock(mutex_);
  Roster roster = current_ ? *current_ : Roster();
  for (Recipients& recipients : roster.recipients) {
    auto& sessions = recipients.sessions;
    const auto is_it = [&](const std::shared_ptr<Session>& some) { return some.get() == &session; };
    sessions.erase(std::remove_if(sessions.begin(), sessions.end(), is_it), sessions.end());
  }
  const auto is_empty = [](const Recipients& recipients) { return recipients.sessions.empty(); };
  auto& all = roster.recipients;
  all.erase(std::remove_if(all.begin(), all.end(), is_empty), all.end());
  publish(std::move(roster));
}

// What encloses the run is asked now: while it runs, Python cannot be.
void Handler::run_begins() {
  if (runs_.fetch_add(1) == 0) cancelled_.store(false);
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!current_) return;
  for (const Recipients& recipients : current_->recipients) publish_current(recipients.journal.get());
}

void Handler::run_ends() {
  withdraw_current();
  if (runs_.fetch_sub(1) == 1) cancelled_.store(false);
  release_if_idle();
}

bool Handler::records_pass(std::uint64_t journal, const void* operation) noexcept {
  if (process_ != process_generation().load()) return false;
  const Visit visit(*this, thread_context());
  const Roster* roster = roster_.load();
  if (roster == nullptr) return false;
  for (const Recipients& recipients : roster->recipients) {
    if (recipients.journal->token() == journal) return interest_of(view_, recipients, Kind::pass, operation).recorded;
  }
  return false;
}

std::vector<std::shared_ptr<Session>> Handler::sessions() {
  std::vector<std::shared_ptr<Session>> all;
  for (const Recipients& recipients : recipients()) {
    all.insert(all.end(), recipients.sessions.begin(), recipients.sessions.end());
  }
  return all;
}

std::vector<Recipients> Handler::recipients() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return current_ ? current_->recipients : std::vector<Recipients>();
}

bool Handler::cancel() noexcept {
  if (!has_runs() && inside_.load() == 0) return false;
  cancelled_.store(true);
  return true;
}

void Handler::notice_root() noexcept {
  if (!has_runs() && !interpreter_lock().is_held()) ran_unlocked_.store(true, std::memory_order_relaxed);
}

// A reader announces itself before it reads the roster, so nobody inside now means that nobody holds an old one.
void Handler::publish(Roster roster) {
  if (current_) retired_.push_back(std::move(current_));
  roster.needs_one_thread = any_session(roster, [](const Session& session) { return session.needs_one_thread(); });
  roster.inspects_passes = any_session(roster, [](const Session& session) { return session.wishes().any(); });
  if (!roster.recipients.empty()) current_ = std::make_unique<const Roster>(std::move(roster));
  roster_.store(current_.get());
  if (inside_.load() == 0) retired_.clear();
}

void Handler::release_if_idle() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (inside_.load() != 0) return;
    retired_.clear();
    if (current_ || runs_.load() != 0 || ran_unlocked_.load() || !is_registered()) return;
  }
  // Destroys the closure, which ends in unregistered().
  view_.build.api.register_action_handler(view_.context, {});
}

void Handler::unregistered() noexcept {
  registered_.store(false);
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    roster_.store(nullptr);
    if (current_) {
      for (const Recipients& recipients : current_->recipients) {
        for (const auto& session : recipients.sessions) session->stop();
      }
      retired_.push_back(std::move(current_));
    }
  }
  HandlersByContext& all = handlers_by_context();
  const std::lock_guard<std::mutex> lock(all.mutex);
  const auto found = all.handlers.find(view_.context);
  if (found != all.handlers.end() && found->second.lock().get() == this) all.handlers.erase(found);
}

void Handler::dispatch(abi::FunctionRef body, const abi::Action& action) {
  if (roster_.load(std::memory_order_relaxed) == nullptr || process_ != process_generation().load()) return body();
  ThreadContext& thread = thread_context();
  thread.drop_abandoned();
  const Visit visit(*this, thread);
  const Roster* roster = roster_.load();
  if (roster == nullptr) return body();
  Dispatch(*this, thread, *roster, body, action).run();
}

}  // namespace passevents::mlir
