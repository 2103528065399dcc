#include "mlir/dispatch.h"

#include <array>
#include <new>
#include <set>

#include "core/clock.h"
#include "mlir/cancel.h"
#include "mlir/interpreter.h"
#include "mlir/tap.h"

namespace passevents::mlir {

namespace {

// Phases are few and live in Python; their texts here must outlive every frame on every thread.
const std::string* keep_phase(std::string_view phase) {
  static std::mutex mutex;
  static auto* phases = new std::set<std::string, std::less<>>;
  const std::lock_guard<std::mutex> lock(mutex);
  auto found = phases->find(phase);
  if (found == phases->end()) found = phases->emplace(phase).first;
  return &*found;
}

// The listeners of those sessions hear of an action, and of its end however it ends.
class Told {
 public:
  Told(const Recipients& recipients, Interest interest, const LiveEvent& event, bool is_parallel, bool is_skipped)
      : recipients_(recipients), interest_(interest), event_(event), is_parallel_(is_parallel) {
    if (!is_skipped) each([&](Listener& listener) { listener.started(event_); });
  }
  ~Told() {
    each([&](Listener& listener) { listener.ended(event_, status_); });
  }
  Told(const Told&) = delete;
  Told& operator=(const Told&) = delete;

  void ended(Status status) noexcept { status_ = status; }

 private:
  template <typename Tell>
  void each(Tell&& tell) noexcept {
    if (is_parallel_) return;
    for (const auto& session : recipients_.sessions) {
      if (session->listener() == nullptr || (session->bit().mask() & interest_.sessions) == 0) continue;
      if (session->is_attached()) tell(*session->listener());
    }
  }

  const Recipients& recipients_;
  const Interest interest_;
  const LiveEvent event_;
  const bool is_parallel_;
  Status status_ = Status::failed;  // unless told otherwise: an exception is passing
};

bool any_attached(const Recipients& recipients) noexcept {
  for (const auto& session : recipients.sessions) {
    if (session->is_attached()) return true;
  }
  return false;
}

}  // namespace

Link root_link(Journal& journal) noexcept {
  Link link{journal.token(), kNoSequence, 0, nullptr};
  Current around;
  if (!current(&journal, around)) return link;
  if (around.has_phase) link.phase = keep_phase(around.phase);
  if (around.sequence == kNoSequence) return link;
  link.nearest = around.sequence;
  link.depth = around.depth + 1;
  return link;
}

Link link_inside(const Links* outer, Journal& journal) noexcept {
  const Link* found = outer != nullptr ? outer->find(journal.token()) : nullptr;
  if (found == nullptr) return root_link(journal);
  Link link = *found;
  ++link.depth;
  return link;
}

ThreadContext& thread_context() noexcept {
  static thread_local ThreadContext context;
  if (context.core == nullptr) context.core = &thread_state;
  return context;
}

Visit::Visit(Handler& handler, const ThreadContext& thread) noexcept
    : counted_(thread.innermost != nullptr && thread.innermost->owner == handler.view().number ? nullptr : &handler) {
  if (counted_ != nullptr) counted_->inside_.fetch_add(1);
}

Visit::~Visit() {
  if (counted_ != nullptr) counted_->inside_.fetch_sub(1);
}

ClaimedScope::ClaimedScope(ThreadContext& thread, const void* pass) noexcept : thread_(thread), scope_(nullptr) {
  Scope* scope = pass == nullptr ? nullptr : thread.scope;
  if (scope == nullptr || scope->kind != Scope::Kind::pass || scope->pass != pass || scope->is_claimed) return;
  scope->is_claimed = true;
  scope_ = scope;
}

ClaimedScope::~ClaimedScope() {
  // An exception is passing: nobody will be told of the pass's end.
  if (scope_ != nullptr) abandon_scope(thread_, scope_);
}

// Of a run's own passes each has a tap: whoever runs them may have put a handler of his own before.
OwnScope::OwnScope(ThreadContext& thread, const ContextView& view, const Frame& frame, Scope* above,
                   std::unique_ptr<Scope>& kept) noexcept
    : thread_(thread), kept_(kept) {
  std::unique_ptr<Scope> scope(new (std::nothrow) Scope);
  if (scope == nullptr) return;
  scope_ = scope.get();
  scope_->is_claimed = true;
  scope_->stack = &frame;
  scope_->pass = frame.pass;
  scope_->links = frame.links;
  scope_->context = view.context;
  scope_->context_number = view.number;
  scope_->above = above != nullptr ? above : scope_in(thread, view.context);
  const bool is_root = above == nullptr && (frame.outer == nullptr || frame.outer->may_run_python);
  if (is_root) open_tap(*scope, view.build, view.context);
  push_scope(thread, std::move(scope));
}

OwnScope::~OwnScope() {
  if (scope_ != nullptr) kept_ = leave_own_scope(thread_, scope_);
}

OpenFrame::OpenFrame(OpenPasses& passes, Frame& frame, ThreadContext& thread) noexcept
    : passes_(passes),
      thread_(thread),
      frame_(frame),
      shared_(frame.pass != nullptr && frame.is_parallel && passes.open(frame)) {
  frame.head = frame.tail = thread.token = ++thread.last_token;
  thread_.innermost = &frame;
}

OpenFrame::~OpenFrame() {
  thread_.innermost = frame_.outer;
  thread_.token = frame_.outer == nullptr ? 0 : frame_.outer->head;
  if (shared_) passes_.close(frame_);
}

Dispatch::Dispatch(Handler& handler, ThreadContext& thread, const Roster& roster, abi::FunctionRef body,
                   const abi::Action& action) noexcept
    : handler_(handler),
      thread_(thread),
      roster_(roster),
      body_(body),
      action_(action, thread.tags),
      scope_(thread, action_.pass) {
  frame_.owner = handler.view().number;
  frame_.operation = action_.operation;
  frame_.pass = action_.pass;
  frame_.may_run_python = action_.pass != nullptr && handler.view().build.is_external(action_.pass);
  frame_.outer = thread.innermost;
  frame_.is_parallel = is_root() ? handler.is_parallel() : frame_.outer->is_parallel;
  allowed_ = is_allowed();
  find_parent();
  if (parent_ == nullptr) handler_.notice_root();
  frame_.links.pass = action_.pass;
  if (action_.pass != nullptr && !is_in_adaptor()) handler_.passes_may_be_new();
  for (const Recipients& recipients : roster_.recipients) frame_.links.add(link_for(*recipients.journal));
}

bool Dispatch::is_root() const noexcept { return frame_.outer == nullptr || frame_.outer->owner != handler_.view().number; }

// An adaptor keeps its passes; whatever else runs passes may have made them just now, where others were before.
bool Dispatch::is_in_adaptor() const noexcept {
  const void* around = parent_ == nullptr ? nullptr : parent_->pass;
  if (scope_ && scope_->outer != nullptr && scope_->outer->kind == Scope::Kind::pipeline) around = scope_->outer->pass;
  return around != nullptr && abi::Pass::is_adaptor(around);
}

// Of what is cancelled: whether it runs nevertheless. A greedy driver that is refused an iteration after the first asks
// again without end, and of actions of other tags nothing is known: their passes fail all the same.
bool Dispatch::runs_cancelled() noexcept {
  if (frame_.pass != nullptr) {
    if (fail_unrun(body_, frame_.pass, thread_.stack)) return false;
    abi::Pass::fail(frame_.pass);
    return true;
  }
  const Frame* around = frame_.outer;
  while (around != nullptr && around->pass == nullptr) around = around->outer;
  if (around != nullptr) abi::Pass::fail(around->pass);
  const bool may_be_skipped = action_.tag == kApplyPattern || action_.tag == kApplyConversion ||
                              (action_.tag == kGreedyIteration && action_.iteration <= 1);
  return !may_be_skipped;
}

// With the pass at its root the run has ended. Those that this library runs end by themselves.
void Dispatch::notice_cancelled() noexcept {
  if (parent_ == nullptr && frame_.pass != nullptr && !handler_.has_runs()) handler_.cancelled().store(false);
}

bool Dispatch::is_allowed() noexcept {
  if (handler_.is_cancelled()) return runs_cancelled();
  bool allowed = true;
  if (!roster_.needs_one_thread) return allowed;
  for (const Recipients& recipients : roster_.recipients) {
    for (const auto& session : recipients.sessions) {
      if (!session->needs_one_thread() || !session->is_attached()) continue;
      if (frame_.is_parallel) {
        session->suspend();
      } else if (session->filter().admits_place(handler_.view().build.api, handler_.view().number, action_.action)) {
        allowed = session->control().allows(action_) && allowed;
      }
    }
  }
  return allowed;
}

// Of an instrumented pass it is known in which pipeline it is.
// Only a pass waits for other threads, and takes up their tasks meanwhile: what lies directly on a pass, and
// every pass, asks the operation. Anything deeper lies where its stack says.
void Dispatch::find_parent() noexcept {
  if (scope_ && scope_->outer != nullptr && scope_->outer->kind == Scope::Kind::pipeline) {
    parent_ = &scope_->outer->links;
    return;
  }
  const bool has_pass = frame_.pass != nullptr || (!is_root() && frame_.outer->pass != nullptr);
  const bool by_stack = !is_root() && (!frame_.is_parallel || !has_pass);
  if (!by_stack && frame_.is_parallel && find_enclosing_pass(handler_.passes_, action_.operation, found_, above_)) {
    parent_ = &found_;
  } else if (!is_root()) {
    parent_ = &frame_.outer->links;
  }
}

Link Dispatch::link_for(Journal& journal) const noexcept {
  if (scope_) {
    const Link* recorded = scope_->recorded(journal.token());
    if (recorded != nullptr) return *recorded;
  }
  const Link* parent = parent_ != nullptr ? parent_->find(journal.token()) : nullptr;
  if (parent == nullptr) return root_link(journal);
  Link link = *parent;
  ++link.depth;
  if (is_root() || !frame_.outer->may_run_python) return link;
  // Python code runs around this action: the core may know of a frame further in.
  const Link inner = root_link(journal);
  if (inner.nearest == kNoSequence || (link.nearest != kNoSequence && inner.nearest <= link.nearest)) return link;
  return inner;
}

void Dispatch::inspect_before() noexcept {
  if (action_.operation == nullptr) return;
  std::array<Wishes, kMaxJournals> wishes;
  Wishes all;
  for (std::size_t slot = 0; slot < roster_.recipients.size(); ++slot) {
    wishes[slot] = interest_of(handler_.view(), roster_.recipients[slot], action_).wishes;
    all.add(wishes[slot]);
  }
  if (!all.any()) return;
  const ContextView& view = handler_.view();
  inspection_.reset(new (std::nothrow) PassInspection(view.build, view.number, action_, all));
  if (inspection_ == nullptr) return;
  inspection_->look_before();
  for (std::size_t slot = 0; slot < roster_.recipients.size(); ++slot) {
    const Recipients& recipients = roster_.recipients[slot];
    inspection_->keep_before(*recipients.journal, *recipients.seen, wishes[slot], slot);
  }
}

void Dispatch::report(std::size_t slot, const Wishes& wishes, Recording& recording) noexcept {
  const Recipients& recipients = roster_.recipients[slot];
  if (inspection_ == nullptr || !any_attached(recipients)) return;
  inspection_->keep_after(*recipients.journal, *recipients.seen, wishes, recording.sequence());
  if (wishes.operation_counts) recording.add_attributes(inspection_->attributes());
}

bool Dispatch::is_recorded(std::size_t slot) const noexcept {
  return scope_ && scope_->recorded(roster_.recipients[slot].journal->token()) != nullptr;
}

void Dispatch::record_from(std::size_t slot) {
  for (; slot < roster_.recipients.size(); ++slot) {
    const Interest interest = interest_of(handler_.view(), roster_.recipients[slot], action_);
    if (interest.recorded && !is_recorded(slot)) return record(slot, interest);
  }
  execute();
}

void Dispatch::record(std::size_t slot, Interest interest) {
  Journal& journal = *roster_.recipients[slot].journal;
  Link& link = frame_.links.at(slot);
  const Sequence parent = link.nearest;
  if (scope_) interest.sessions |= scope_->sessions(journal.token());
  Vocabulary* words = Vocabulary::of(journal, thread_.vocabulary, *thread_.core);
  Recording recording(handler_.view(), journal, words, action_, interest, link, handler_.pass_generation());
  if (!recording.is_open()) return record_from(slot + 1);
  recorded_ = true;
  const OpenAction open(&journal, recording.sequence(), link.depth, *thread_.core);
  if (inspection_ != nullptr) inspection_->link_before(journal, slot, recording.sequence());
  if (roster_.needs_one_thread) {
    const LiveEvent event{action_, recording.sequence(), parent, link.depth, link.phase};
    Told told(roster_.recipients[slot], interest, event, frame_.is_parallel, !allowed_);
    record_from(slot + 1);
    told.ended(status_);
  } else {
    record_from(slot + 1);
  }
  report(slot, interest.wishes, recording);
  finish(recording, roster_.recipients[slot]);
}

// How an instrumented pass ended is known only when its verifier has run.
void Dispatch::finish(Recording& recording, const Recipients& recipients) noexcept {
  if (!any_attached(recipients)) return recording.leave_open();
  recording.ended(status_, changed_, end_ns_);
  std::string_view attributes = inspection_ != nullptr ? inspection_->attributes() : std::string_view();
  if (status_ == Status::incomplete) recording.add_attributes(attributes = kCancelled);
  if (own_scope_ != nullptr && status_ == Status::failed) recording.failed_with(own_scope_->first_error);
  if (scope_) scope_->owe(recipients.journal, recording, attributes);
}

void Dispatch::learn_from_body(ClosureLearner& learner) {
  const void* program = driver_operation();
  const void* pattern = action_.action.payload.object;
  if (program == nullptr || !learner.wants_lesson(pattern)) {
    const ClosureWords words(body_.closure, thread_.stack);
    const ClosureBytes before = words.bytes(thread_.stack);
    body_();
    end_ns_ = monotonic_ns();
    return learner.glance(pattern, before, words.bytes(thread_.stack));
  }
  Lesson lesson(learner, handler_.view().build.inspection, program, body_, thread_.stack);
  body_();
  end_ns_ = monotonic_ns();
  lesson.finish();
}

// What the rewrite driver around an attempt works on, where it is an action: on one thread, whatever its pass does.
const void* Dispatch::driver_operation() const noexcept {
  const void* found = nullptr;
  for (const Frame* frame = frame_.outer; frame != nullptr && frame->owner == frame_.owner; frame = frame->outer) {
    if (frame->pass != nullptr) break;
    found = frame->operation;
  }
  return found;
}

void Dispatch::execute() {
  if (!allowed_) {
    status_ = Status::skipped;
    end_ns_ = monotonic_ns();
  } else if (frame_.pass == nullptr || scope_) {
    if (scope_) {
      scope_->links.merge(frame_.links);
      frame_.scope = scope_.get();
    }
    run_body();
  } else {
    if (frame_.is_parallel && above_ != nullptr) {
      open_tap_for_workers(*above_, handler_.view().build, handler_.view().context, false);
    }
    const OwnScope scope(thread_, handler_.view(), frame_, above_, own_scope_);
    frame_.scope = thread_.scope;
    run_body();
  }
  if (allowed_ && frame_.pass != nullptr && abi::Pass::failed(action_.pass)) {
    status_ = handler_.is_cancelled() ? Status::incomplete : Status::failed;
  }
  if (inspection_ != nullptr) {
    inspection_->look_after(status_ != Status::completed);
    changed_ = inspection_->changed();
  }
}

void Dispatch::run_body() {
  const OpenFrame open(handler_.passes_, frame_, thread_);
  const HeldInterpreter held(frame_.may_run_python && handler_.has_runs());
  if (!recorded_) return body_();
  const Build& build = handler_.view().build;
  const Closures* known = &build.closures;
  if (build.learner != nullptr && action_.sort == ActionSort::pattern) {
    const Closures* learned = build.learner->learned();
    if (learned == nullptr && build.learner->is_learning()) return learn_from_body(*build.learner);
    if (learned != nullptr) known = learned;
  }
  const ClosureResult result(*known, body_, thread_.stack);
  body_();
  end_ns_ = monotonic_ns();
  changed_ = result.changed();
  if (result.failed()) status_ = Status::failed;
}

}  // namespace passevents::mlir
