#include "mlir/tap.h"

#include <algorithm>
#include <mutex>
#include <new>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/clock.h"
#include "mlir/diagnostics.h"
#include "mlir/dispatch.h"
#include "mlir/handler.h"
#include "mlir/json.h"

namespace passevents::mlir {

namespace {

constexpr std::size_t kMaxMessage = 64 * 1024;
constexpr std::size_t kMaxNotes = 16;
constexpr std::size_t kMaxNoteMessage = 4096;
constexpr std::string_view kSeverities[] = {"error", "warning", "note", "remark"};

std::string_view severity_of(const Diagnostic& diagnostic) noexcept {
  const bool is_known = diagnostic.severity >= 0 && diagnostic.severity < 4;
  return is_known ? kSeverities[diagnostic.severity] : std::string_view("error");
}

std::uint64_t fingerprint(const Diagnostic& diagnostic, const void* location) noexcept {
  const std::uint64_t seed = std::hash<std::string>()(diagnostic.message);
  return seed ^ (reinterpret_cast<std::uintptr_t>(location) * 0x9e3779b97f4a7c15u) ^
         static_cast<std::uint64_t>(diagnostic.severity);
}

std::string notes_of(const Diagnostic& diagnostic) {
  if (diagnostic.notes.empty()) return {};
  std::string json = "{\"notes\": [";
  const std::size_t count = std::min(diagnostic.notes.size(), kMaxNotes);
  for (std::size_t at = 0; at < count; ++at) {
    const Diagnostic& note = diagnostic.notes[at];
    json += at == 0 ? "{\"message\": " : ", {\"message\": ";
    append_json(json, cut_text(note.message, kMaxNoteMessage));
    if (!note.file.empty()) {
      json += ", \"file\": ";
      append_json(json, note.file);
      json += ", \"line\": " + std::to_string(note.line) + ", \"column\": " + std::to_string(note.column);
    }
    if (!note.location.empty()) {
      json += ", \"location\": ";
      append_json(json, note.location);
    }
    json += "}";
  }
  return json + "]}";
}

// Those that are open in a context, the newest last: only that one records. Never destroyed.
struct OpenTaps {
  std::mutex mutex;
  std::unordered_map<void*, std::vector<const Tap*>> of_context;
};

OpenTaps& open_taps() {
  static auto* taps = new OpenTaps;
  return *taps;
}

}  // namespace

// One registration with a context.
class Tap {
 public:
  Tap(const Build& build, void* context) noexcept : build_(build), context_(context) {}
  ~Tap();
  Tap(const Tap&) = delete;
  Tap& operator=(const Tap&) = delete;

  static std::shared_ptr<Tap> open(const Build& build, void* context);
  void close() noexcept;

 private:
  static bool take(void* diagnostic, void* self) noexcept;
  bool is_newest() const noexcept;
  void hear(Scope& scope, void* diagnostic) const;
  void record(const Scope& scope, const Diagnostic& said, const void* location) const;
  void record_into(Journal& journal, std::uint32_t sessions, const Scope& scope, const Diagnostic& said,
                   const void* location, std::uint64_t number) const noexcept;

  const Build& build_;
  void* const context_;
  std::uint64_t id_ = 0;
  bool is_registered_ = true;  // false once MLIR has dropped it
};

std::shared_ptr<Tap> Tap::open(const Build& build, void* context) {
  auto tap = std::make_shared<Tap>(build, context);
  auto owner = std::make_unique<std::shared_ptr<Tap>>(tap);
  const auto drop = [](void* user) {
    const std::unique_ptr<std::shared_ptr<Tap>> owned(static_cast<std::shared_ptr<Tap>*>(user));
    (*owned)->is_registered_ = false;
  };
  tap->id_ = build.api.attach_diagnostics(context, &Tap::take, owner.release(), drop);
  const std::lock_guard<std::mutex> lock(open_taps().mutex);
  open_taps().of_context[context].push_back(tap.get());
  return tap;
}

Tap::~Tap() = default;

void Tap::close() noexcept {
  {
    const std::lock_guard<std::mutex> lock(open_taps().mutex);
    const auto found = open_taps().of_context.find(context_);
    auto& taps = found->second;
    taps.erase(std::remove(taps.begin(), taps.end(), this), taps.end());
    if (taps.empty()) open_taps().of_context.erase(found);
  }
  if (is_registered_) build_.api.detach_diagnostics(context_, id_);
}

bool Tap::is_newest() const noexcept {
  const std::lock_guard<std::mutex> lock(open_taps().mutex);
  const auto found = open_taps().of_context.find(context_);
  return found != open_taps().of_context.end() && found->second.back() == this;
}

// Under the lock of the context's diagnostics. Never takes one: the answer is always failure.
bool Tap::take(void* diagnostic, void* user) noexcept {
  const Tap& self = **static_cast<std::shared_ptr<Tap>*>(user);
  Scope* scope = thread_context().scope;
  if (scope == nullptr || scope->context != self.context_ || !self.is_newest()) return false;
  try {
    self.hear(*scope, diagnostic);
  } catch (const std::bad_alloc&) {
    return false;
  }
  return false;
}

void Tap::hear(Scope& scope, void* diagnostic) const {
  const Diagnostic said = read_diagnostic(build_.api, diagnostic);
  const void* location = build_.api.diagnostic_location(diagnostic);
  if (scope.hears_again(fingerprint(said, location))) return;
  if (said.severity == 0) scope.note_error(cut_text(said.message, kMaxMessage));
  record(scope, said, location);
}

void Tap::record(const Scope& scope, const Diagnostic& said, const void* location) const {
  const auto handler = Handler::find(context_);
  std::vector<Recipients> all = handler != nullptr ? handler->recipients() : std::vector<Recipients>();
  if (scope.members != nullptr) all.insert(all.end(), scope.members->begin(), scope.members->end());
  const std::uint64_t number = handler != nullptr ? handler->view().number : scope.context_number;
  std::vector<std::pair<Journal*, std::uint32_t>> journals;
  for (const Recipients& recipients : all) {
    for (const auto& session : recipients.sessions) {
      if (!session->is_attached()) continue;
      const auto is_it = [&](const auto& one) { return one.first == recipients.journal.get(); };
      auto place = std::find_if(journals.begin(), journals.end(), is_it);
      if (place == journals.end()) place = journals.insert(place, {recipients.journal.get(), 0});
      place->second |= session->bit().mask();
    }
  }
  for (const auto& [journal, sessions] : journals) record_into(*journal, sessions, scope, said, location, number);
}

void Tap::record_into(Journal& journal, std::uint32_t sessions, const Scope& scope, const Diagnostic& said,
                      const void* location, std::uint64_t number) const noexcept {
  Vocabulary* words = Vocabulary::of(journal, thread_context().vocabulary);
  if (words == nullptr) {
    if (!journal.accepting()) journal.count_refused();
    return;
  }
  const Link link = link_inside(&scope.links, journal);
  Writer& writer = words->writer();
  Begin begin{};
  begin.sequence = journal.next_sequence();
  begin.parent = link.nearest;
  begin.depth = link.depth;
  begin.kind = Kind::diagnostic;
  begin.sessions = sessions;
  begin.name = writer.text(severity_of(said));
  begin.detail = writer.text(cut_text(said.message, kMaxMessage));
  begin.location = words->location(build_.api, number, location);
  begin.attributes = writer.text(notes_of(said));
  begin.phase = words->phase(link.phase);
  begin.start_ns = monotonic_ns();
  if (!writer.begin(begin)) return;
  End end{};
  end.sequence = begin.sequence;
  end.end_ns = begin.start_ns;
  writer.end(end);
}

namespace {

std::shared_ptr<Tap> opened(const Build& build, void* context) noexcept {
  if (build.api.attach_diagnostics == nullptr || context == nullptr) return nullptr;
  try {
    return Tap::open(build, context);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

void close(std::shared_ptr<Tap>& tap) noexcept {
  if (tap != nullptr) tap->close();
  tap.reset();
}

}  // namespace

void open_tap(Scope& scope, const Build& build, void* context) noexcept { scope.tap = opened(build, context); }

void open_tap_for_workers(Scope& scope, const Build& build, void* context, bool again) noexcept {
  if (!again && scope.has_workers.load(std::memory_order_acquire)) return;
  static std::mutex mutex;  // they come at once, and none may go on before the tap is open
  const std::lock_guard<std::mutex> lock(mutex);
  if (!again && scope.has_workers.load(std::memory_order_relaxed)) return;
  close(scope.workers_tap);
  scope.workers_tap = opened(build, context);
  scope.has_workers.store(true, std::memory_order_release);
}

void close_taps(Scope& scope) noexcept {
  close(scope.workers_tap);
  close(scope.tap);
}

}  // namespace passevents::mlir
