#include "mlir/instrumentation.h"

#include <algorithm>
#include <new>
#include <unordered_map>
#include <utility>

#include "core/clock.h"
#include "core/current.h"
#include "mlir/cancel.h"
#include "mlir/dispatch.h"
#include "mlir/handler.h"
#include "mlir/tap.h"

namespace passevents::mlir {

namespace {

constexpr std::string_view kVerifierFailed = R"({"failure": "verifier"})";

// Never destroyed: pass managers may outlive static storage.
struct Hooks {
  std::mutex mutex;
  std::unordered_map<void*, Hook*> by_pass_manager;
};

Hooks& hooks() {
  static auto* all = new Hooks;
  return *all;
}

// The passes that instrumented pass managers have open, on whatever thread.
struct OpenScopes {
  std::mutex mutex;
  std::unordered_map<const void*, Scope*> by_pass;
};

OpenScopes& open_scopes() {
  static auto* scopes = new OpenScopes;
  return *scopes;
}

void note_open_pass(Scope& scope) {
  const std::lock_guard<std::mutex> lock(open_scopes().mutex);
  open_scopes().by_pass[scope.pass] = &scope;
}

// The scope of the pass that runs a pipeline, on this thread or another: it waits for the pipeline. Once its body runs
// its links change no more.
Scope* scope_of(const void* pass, const ThreadContext& thread) noexcept {
  for (Scope* scope = thread.scope; scope != nullptr; scope = scope->outer) {
    if (scope->kind == Scope::Kind::pass && scope->pass == pass) return scope;
  }
  const std::lock_guard<std::mutex> lock(open_scopes().mutex);
  const auto found = open_scopes().by_pass.find(pass);
  return found == open_scopes().by_pass.end() ? nullptr : found->second;
}

// The record of a scope in one journal, with its end owed; it takes the journal's link for its own.
void record(Scope& scope, const Recipients& recipients, const ContextView& view, Kind kind, std::string_view name,
            const void* operation, std::uint32_t sessions) noexcept {
  Journal& journal = *recipients.journal;
  Vocabulary* words = Vocabulary::of(journal, thread_context().vocabulary);
  if (words == nullptr) {
    if (!journal.accepting()) journal.count_refused();
    return;
  }
  Link link = *scope.links.find(journal.token());
  Begin begin{};
  begin.sequence = journal.next_sequence();
  begin.parent = link.nearest;
  begin.depth = link.depth;
  begin.kind = kind;
  begin.sessions = sessions;
  begin.name = words->writer().text(name);
  begin.phase = words->phase(link.phase);
  if (operation != nullptr) {
    begin.operation = words->operation_name(view.build.api, view.number, operation);
    begin.location = words->location(view.build.api, view.number, abi::Operation::location(operation));
  }
  begin.start_ns = scope.start_ns;
  if (!words->writer().begin(begin)) return;
  link.nearest = begin.sequence;
  scope.links.set(link);
  End end{};
  end.sequence = begin.sequence;
  scope.owed.push_back({recipients.journal, &words->writer(), end, {}});
}

std::unique_ptr<Scope> make_scope(Scope::Kind kind, const void* hook, const void* pass, const void* stack) {
  auto scope = std::make_unique<Scope>();
  scope->kind = kind;
  scope->hook = hook;
  scope->pass = pass;
  scope->stack = stack;
  scope->start_ns = monotonic_ns();
  return scope;
}

bool is_pipeline_of(const Scope* scope, const void* hook) noexcept {
  return scope != nullptr && scope->kind == Scope::Kind::pipeline && scope->hook == hook;
}

void lie_in(Scope& scope, Scope& around) noexcept {
  scope.above = &around;
  scope.links = around.links;
  scope.context = around.context;
  scope.context_number = around.context_number;
}

// Nothing may be thrown into the compiler: without memory, what is not recorded is not recorded.
template <typename Action>
void guarded(Action&& action) noexcept {
  try {
    action();
  } catch (const std::bad_alloc&) {
  }
}

// In the order of mlir::PassInstrumentation: two destructors, runBeforePipeline, runAfterPipeline, runBeforePass,
// runAfterPass, runAfterPassFailed, runBeforeAnalysis, runAfterAnalysis. What a later MLIR may add finds nothing to do.
void nothing(Hook*) noexcept {}
void deleted(Hook* self) noexcept { delete self; }
void before_pipeline(Hook* self, Hook::MaybeName name, const Hook::PipelineParent& parent) noexcept {
  guarded([&] { self->before_pipeline(name, parent, __builtin_frame_address(0)); });
}
void after_pipeline(Hook* self, Hook::MaybeName, const Hook::PipelineParent& parent) noexcept {
  guarded([&] { self->after_pipeline(parent); });
}
void before_pass(Hook* self, const void* pass, const void* operation) noexcept {
  const void* stack = __builtin_frame_address(0);
  guarded([&] { self->before_pass(pass, operation, stack); });
}
void after_pass(Hook* self, const void* pass, const void*) noexcept {
  guarded([&] { self->after_pass(pass); });
}
void after_pass_failed(Hook* self, const void* pass, const void*) noexcept {
  guarded([&] { self->after_pass_failed(pass); });
}
void before_analysis(Hook* self, abi::StringRef name, const void*, const void* operation) noexcept {
  const void* stack = __builtin_frame_address(0);
  guarded([&] { self->before_analysis(name.view(), operation, stack); });
}
void after_analysis(Hook* self, abi::StringRef, const void*, const void*) noexcept {
  guarded([&] { self->after_analysis(); });
}

template <typename Function>
const void* slot(Function* function) noexcept {
  return reinterpret_cast<const void*>(function);
}

const void* const kTable[] = {
    slot(nothing),           slot(deleted),         slot(before_pipeline), slot(after_pipeline), slot(before_pass),
    slot(after_pass),        slot(after_pass_failed), slot(before_analysis), slot(after_analysis), slot(nothing),
    slot(nothing),           slot(nothing),         slot(nothing)};

}  // namespace

void forget_open_pass(const Scope& scope) noexcept {
  if (scope.kind != Scope::Kind::pass || scope.hook == nullptr) return;
  const std::lock_guard<std::mutex> lock(open_scopes().mutex);
  const auto found = open_scopes().by_pass.find(scope.pass);
  if (found != open_scopes().by_pass.end() && found->second == &scope) open_scopes().by_pass.erase(found);
}

void instrument(const Build& build, void* pass_manager, const std::shared_ptr<Session>& session) {
  if (build.api.add_instrumentation == nullptr) {
    throw AttachRefused("this MLIR build cannot be instrumented: it has no mlir::PassManager::addInstrumentation");
  }
  Hooks& all = hooks();
  const std::lock_guard<std::mutex> lock(all.mutex);
  Hook*& hook = all.by_pass_manager[pass_manager];
  if (hook == nullptr) {
    void* owner = hook = new Hook(build, pass_manager);
    build.api.add_instrumentation(pass_manager, &owner);
  }
  hook->join(session);
}

void publish_current_of(void* pass_manager) {
  Hooks& all = hooks();
  const std::lock_guard<std::mutex> lock(all.mutex);
  const auto found = all.by_pass_manager.find(pass_manager);
  if (found == all.by_pass_manager.end()) return;
  const auto members = found->second->members();
  for (const Recipients& recipients : *members) publish_current(recipients.journal.get());
}

std::size_t instrumented_count() {
  const std::lock_guard<std::mutex> lock(hooks().mutex);
  return hooks().by_pass_manager.size();
}

Hook::Hook(const Build& build, void* pass_manager)
    : table_(kTable),
      build_(build),
      pass_manager_(pass_manager),
      number_(next_context_number()),
      members_(std::make_shared<std::vector<Recipients>>()) {}

Hook::~Hook() {
  const std::lock_guard<std::mutex> lock(hooks().mutex);
  hooks().by_pass_manager.erase(pass_manager_);
}

// Those that were detached meanwhile go.
void Hook::join(const std::shared_ptr<Session>& session) {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::vector<Recipients> kept;
  const auto keep = [&](const std::shared_ptr<Journal>& journal, const std::shared_ptr<Session>& one) {
    auto place = std::find_if(kept.begin(), kept.end(), [&](const Recipients& some) { return some.journal == journal; });
    if (place == kept.end()) {
      if (kept.size() == kMaxJournals) throw AttachRefused("a pass manager is recorded into 8 runs at once already");
      place = kept.insert(place, Recipients{journal, {}, nullptr});
    }
    if (std::find(place->sessions.begin(), place->sessions.end(), one) == place->sessions.end()) {
      place->sessions.push_back(one);
    }
  };
  for (const Recipients& recipients : *members_) {
    for (const auto& one : recipients.sessions) {
      if (one->is_attached()) keep(recipients.journal, one);
    }
  }
  keep(session->journal_owner(), session);
  members_ = std::make_shared<std::vector<Recipients>>(std::move(kept));
}

Hook::Members Hook::members() noexcept {
  const std::lock_guard<std::mutex> lock(mutex_);
  return members_;
}

ContextView Hook::view_of(const void* operation, std::shared_ptr<Handler>& handler) const noexcept {
  const void* location = abi::Operation::location(operation);
  void* context = build_.api.context_of(&location);
  handler = Handler::find(context);
  return {build_, context, handler != nullptr ? handler->view().number : number_};
}

void Hook::before_pipeline(MaybeName name, const PipelineParent& parent, const void* stack) {
  ThreadContext& thread = thread_context();
  thread.drop_abandoned();
  drop_left_scopes(thread, Scope::Kind::pipeline, stack);
  auto scope = make_scope(Scope::Kind::pipeline, this, parent.pass, stack);
  scope->is_any = !name.is_set;
  scope->members = members();
  Scope* around = scope_of(parent.pass, thread);
  if (around != nullptr) lie_in(*scope, *around);
  for (const Recipients& recipients : *scope->members) {
    scope->links.set(link_inside(around != nullptr ? &around->links : nullptr, *recipients.journal));
  }
  if (around != nullptr && build_.api.is_multithreading_enabled(around->context)) {
    open_tap_for_workers(*around, build_, around->context, !abi::Pass::is_adaptor(parent.pass));
  }
  push_scope(thread, std::move(scope));
}

// Its operation is told by its first pass.
void Hook::begin_pipeline(Scope& scope, const ContextView& view, const void* operation) {
  if (scope.is_begun) return;
  scope.is_begun = true;
  const auto operation_name = view.build.api.operation_name(operation).view();
  const std::string anchor(scope.is_any ? std::string_view("any") : operation_name);
  const std::string name = "'" + anchor + "' Pipeline";  // as MLIR's own timing has it
  for (const Recipients& recipients : *scope.members) {
    const Interest interest = interest_of(view, recipients, Kind::pipeline, operation);
    if (interest.recorded) record(scope, recipients, view, Kind::pipeline, name, operation, interest.sessions);
  }
}

void Hook::after_pipeline(const PipelineParent& parent) {
  const auto scope = leave_scope(thread_context(), Scope::Kind::pipeline, this, parent.pass);
  if (scope != nullptr) scope->settle(monotonic_ns());
}

void Hook::before_pass(const void* pass, const void* operation, const void* stack) {
  ThreadContext& thread = thread_context();
  thread.drop_abandoned();
  drop_left_scopes(thread, Scope::Kind::pass, stack);
  std::shared_ptr<Handler> handler;
  const ContextView view = view_of(operation, handler);
  const bool is_inside = is_pipeline_of(thread.scope, this);
  if (is_inside) begin_pipeline(*thread.scope, view, operation);
  auto scope = make_scope(Scope::Kind::pass, this, pass, stack);
  scope->context = view.context;
  scope->context_number = view.number;
  scope->above = scope_in(thread, view.context);
  const auto group = scope->members = members();
  for (const Recipients& recipients : *group) {
    const std::uint64_t journal = recipients.journal->token();
    scope->links.set(link_inside(is_inside ? &thread.scope->links : nullptr, *recipients.journal));
    const Interest interest = interest_of(view, recipients, Kind::pass, operation);
    const bool own = interest.recorded && !(handler != nullptr && handler->records_pass(journal, operation));
    scope->entries.push_back({journal, interest.sessions, own});
    if (own) record(*scope, recipients, view, Kind::pass, abi::Pass::display_name(pass), operation, interest.sessions);
  }
  note_open_pass(*scope);
  if (!is_inside) open_tap(*scope, build_, view.context);
  push_scope(thread, std::move(scope));
}

void Hook::after_pass(const void* pass) {
  const auto scope = leave_scope(thread_context(), Scope::Kind::pass, this, pass);
  if (scope == nullptr) return;
  forget_open_pass(*scope);
  scope->settle(monotonic_ns());
}

// MLIR says nothing of the end of the pipeline that the pass was in: it ends with it.
void Hook::after_pass_failed(const void* pass) {
  ThreadContext& thread = thread_context();
  const auto scope = leave_scope(thread, Scope::Kind::pass, this, pass);
  if (scope == nullptr) return;
  forget_open_pass(*scope);
  const std::uint64_t now = monotonic_ns();
  const auto handler = Handler::find(scope->context);
  const bool is_cancelled = handler != nullptr && handler->is_cancelled();
  const std::string_view why = is_cancelled                ? kCancelled
                               : abi::Pass::failed(pass) ? std::string_view()
                                                           : kVerifierFailed;
  const Status status = is_cancelled ? Status::incomplete : Status::failed;
  scope->settle_as(status, why, now);
  if (!is_pipeline_of(thread.scope, this)) return;
  pop_scope(thread)->settle_as(status, is_cancelled ? kCancelled : std::string_view(), now);
}

void Hook::before_analysis(std::string_view name, const void* operation, const void* stack) {
  ThreadContext& thread = thread_context();
  thread.drop_abandoned();
  drop_left_scopes(thread, Scope::Kind::analysis, stack);
  auto scope = make_scope(Scope::Kind::analysis, this, nullptr, stack);
  const Links* outer = thread.scope != nullptr ? &thread.scope->links : nullptr;
  std::shared_ptr<Handler> handler;
  const ContextView view = view_of(operation, handler);
  const auto group = scope->members = members();
  if (outer != nullptr) lie_in(*scope, *thread.scope);
  for (const Recipients& recipients : *group) {
    scope->links.set(link_inside(outer, *recipients.journal));
    const Interest interest = interest_of(view, recipients, Kind::analysis, operation);
    if (interest.recorded) record(*scope, recipients, view, Kind::analysis, name, operation, interest.sessions);
  }
  push_scope(thread, std::move(scope));
}

void Hook::after_analysis() {
  const auto scope = leave_scope(thread_context(), Scope::Kind::analysis, this, nullptr);
  if (scope != nullptr) scope->settle(monotonic_ns());
}

}  // namespace passevents::mlir
