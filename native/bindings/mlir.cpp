#include "bindings/mlir.h"

#include <dlfcn.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/journal.h"
#include "mlir/handler.h"
#include "mlir/instrumentation.h"
#include "mlir/interpreter.h"
#include "mlir/session.h"

namespace passevents::bindings {

namespace nb = nanobind;
using namespace nb::literals;
using namespace passevents::mlir;

namespace {

// (tag, name, skip, limit): "" for any; a limit below 0 for none.
using RuleTuple = std::tuple<std::string, std::string, std::uint64_t, std::int64_t>;
// (fingerprints, operation counts, snapshots as in SnapshotMode, elide above).
using WishesTuple = std::tuple<bool, bool, unsigned, std::int64_t>;

std::vector<Rule> rules_of(std::vector<RuleTuple>&& tuples) {
  std::vector<Rule> rules;
  for (auto& [tag, name, skip, limit] : tuples) {
    rules.push_back({std::move(tag), std::move(name), skip,
                     limit < 0 ? Rule::kNoLimit : static_cast<std::uint64_t>(limit)});
  }
  return rules;
}

Wishes wishes_of(const Build& build, const WishesTuple& tuple) {
  Wishes wishes{std::get<0>(tuple), std::get<1>(tuple), static_cast<SnapshotMode>(std::get<2>(tuple)),
                std::get<3>(tuple)};
  const auto need = [&](bool wanted, const char* capability) {
    if (!wanted || build.can(capability)) return;
    for (const Capability& each : build.capabilities) {
      if (each.name != capability) continue;
      throw UnsupportedBuild(each.name + " cannot be had of this MLIR build (" + build.library + "): " + each.missing);
    }
  };
  const bool has_snapshots = wishes.snapshots != SnapshotMode::none;
  need(has_snapshots, "snapshots");
  need(has_snapshots || wishes.fingerprints, "fingerprints");
  need(wishes.operation_counts, "operation counts");
  return wishes;
}

// A session and the handler it hangs on. Every method needs the interpreter lock.
class Attachment {
 public:
  Attachment(nb::handle context, const std::string& extension, std::shared_ptr<Journal> journal,
             std::vector<std::string> tags, std::vector<PlaceTuple> places, std::vector<RuleTuple> rules,
             nb::handle listener, const WishesTuple& wishes)
      : build_(find_build(extension)),
        session_(std::make_shared<Session>(std::move(journal), Filter(std::move(tags), places_of(std::move(places))),
                                           rules_of(std::move(rules)), listener_of(listener, context),
                                           wishes_of(build_, wishes))),
        handler_(Handler::of(build_, pointer_of(context, "ir.Context._CAPIPtr"))) {
    attach();
  }
  // Recording into a run goes on; the events only say no longer whose they are.
  ~Attachment() { session_->bit().release(); }
  Attachment(const Attachment&) = delete;
  Attachment& operator=(const Attachment&) = delete;

  void detach() {
    session_->stop();
    handler_->detach(*session_);
  }
  void instrument(nb::handle pass_manager) {
    passevents::mlir::instrument(build_, pointer_of(pass_manager, "passmanager.PassManager._CAPIPtr"), session_);
  }
  std::vector<std::tuple<std::string, std::string, std::uint64_t>> counted() const {
    std::vector<std::tuple<std::string, std::string, std::uint64_t>> all;
    for (const auto& [rule, count] : session_->control().counted()) all.emplace_back(rule.tag, rule.name, count);
    return all;
  }
  std::vector<bool> matched_places() const { return session_->filter().matched_places(); }
  bool cancel() { return handler_->cancel(); }
  void release_bit() { session_->bit().release(); }
  bool is_attached() const { return session_->is_attached(); }
  bool is_suspended() const { return session_->is_suspended(); }
  std::uint32_t bit() const { return session_->bit().mask(); }
  const std::string& version() const { return build_.version; }
  const std::string& library() const { return build_.library; }

 private:
  void attach() {
    if (session_->needs_one_thread() && handler_->is_parallel()) {
      handler_->detach(*session_);
      throw AttachRefused(
          "skip, limit and live observers need the actions in a fixed order, on the thread that runs the pipeline: "
          "call context.enable_multithreading(False) before attaching");
    }
    try {
      handler_->attach(session_);
    } catch (...) {
      handler_->detach(*session_);
      throw;
    }
  }

  const Build& build_;
  const std::shared_ptr<Session> session_;
  const std::shared_ptr<Handler> handler_;
};

nb::object text_or_none(const std::string& text) { return text.empty() ? nb::none() : nb::object(nb::str(text.c_str())); }

nb::dict dict_of(const std::vector<Capability>& capabilities) {
  nb::dict dict;
  for (const Capability& some : capabilities) dict[some.name.c_str()] = text_or_none(some.missing);
  return dict;
}

nb::tuple facts_of(const std::string& extension) {
  const Build& build = find_build(extension);
  return nb::make_tuple(build.library, build.version, build.build_id, build.reach, dict_of(build.capabilities));
}

nb::tuple inspected(const std::string& path) {
  const FileReport found = inspect_file(path);
  return nb::make_tuple(text_or_none(found.version), text_or_none(found.reach), text_or_none(found.fault),
                        dict_of(found.capabilities));
}

constexpr const char* kContextCapsule = "passevents.ir.Context._CAPIPtr";

nb::object context_of_region(std::uintptr_t region, const std::string& extension) {
  const Build& build = find_build(extension);
  if (region == 0 || build.api.region_context == nullptr) {
    throw UnsupportedBuild("the context of a region cannot be told in " + build.library);
  }
  return nb::steal(PyCapsule_New(build.api.region_context(reinterpret_cast<void*>(region)), kContextCapsule, nullptr));
}

void raise_as(const char* class_name, const char* message) {
  const nb::object type = nb::module_::import_("passevents.errors").attr(class_name);
  PyErr_SetString(type.ptr(), message);
}

void translate_errors() {
  nb::register_exception_translator([](const std::exception_ptr& pointer, void*) {
    try {
      std::rethrow_exception(pointer);
    } catch (const AttachRefused& error) {
      raise_as("AttachError", error.what());
    } catch (const UnsupportedBuild& error) {
      raise_as("UnsupportedCompilerError", error.what());
    }
  });
}

bool is_lock_held() noexcept {
  using Check = int (*)();
  static const auto check = reinterpret_cast<Check>(::dlsym(RTLD_DEFAULT, "PyGILState_Check"));
  return check != nullptr && Py_IsInitialized() != 0 && check() != 0;
}

int acquire_lock() noexcept {
  return or_stay([] { return static_cast<int>(PyGILState_Ensure()); });
}
void release_lock(int state) noexcept { PyGILState_Release(static_cast<PyGILState_STATE>(state)); }

}  // namespace

std::vector<PlacePattern> places_of(std::vector<PlaceTuple>&& tuples) {
  std::vector<PlacePattern> places;
  for (auto& [file, line, column] : tuples) places.push_back({std::move(file), line, column});
  return places;
}

void* pointer_of(nb::handle capsule, const char* kind) {
  const char* name = PyCapsule_CheckExact(capsule.ptr()) ? PyCapsule_GetName(capsule.ptr()) : nullptr;
  const std::string_view full = name == nullptr ? "" : name;
  const std::string_view end = kind;
  if (full.size() < end.size() || full.substr(full.size() - end.size()) != end) {
    throw nb::type_error(("expected a capsule named ..." + std::string(end)).c_str());
  }
  return PyCapsule_GetPointer(capsule.ptr(), name);
}

void bind_mlir(nb::module_& m) {
  translate_errors();
  interpreter_lock() = {&is_lock_held, &acquire_lock, &release_lock};
  m.def("mlir_build", &facts_of, "extension"_a,
        nb::sig("def mlir_build(extension: str) -> tuple[str, str, str, str, dict[str, str | None]]"),
        "(library, version, build id, reach, capabilities) of the MLIR behind a loaded extension module.\n\n"
        "Of a capability that it does not have, why. Raises UnsupportedCompilerError.");
  m.def("mlir_inspect", &inspected, "library"_a,
        nb::sig("def mlir_inspect(library: str) -> tuple[str | None, str | None, str | None, "
                "dict[str, str | None]]"),
        "(version, reach, fault, capabilities) of a library that holds MLIR, from its file alone.");
  m.def("mlir_context_of_region", &context_of_region, "region"_a, "extension"_a,
        nb::sig("def mlir_context_of_region(region: int, extension: str) -> object"),
        "A capsule of the context in which the region at that address lies; the address is believed.");
  m.def("mlir_handlers", &Handler::registered_count, "How many MLIR contexts are being watched; for tests.");
  nb::class_<Attachment>(m, "MlirAttachment", "Records the actions of one MLIR context into a journal.")
      .def(nb::init<nb::handle, const std::string&, std::shared_ptr<Journal>, std::vector<std::string>,
                    std::vector<PlaceTuple>, std::vector<RuleTuple>, nb::handle, const WishesTuple&>(),
           "context"_a, "extension"_a, "journal"_a, "tags"_a, "places"_a, "rules"_a, "listener"_a = nb::none(),
           "wishes"_a = WishesTuple(false, false, 0, -1),
           nb::sig("def __init__(self, context: object, extension: str, journal: Journal, tags: Sequence[str], "
                   "places: Sequence[tuple[str, int, int]], rules: Sequence[tuple[str, str, int, int]], "
                   "listener: Callable[[str, int, int, int | None, str | None, object, int | None], object] | None "
                   "= None, wishes: tuple[bool, bool, int, int] = (False, False, 0, -1)) -> None"),
           "`wishes` are what else is wanted of passes: (fingerprints, operation counts, snapshots, elision).\n\n"
           "Snapshots are 0 none, 1 changed, 2 all; constants of more elements than the last are left out of them.")
      .def("detach", &Attachment::detach, "Record nothing more. Idempotent, from any thread, also during a run.")
      .def("instrument", &Attachment::instrument, "pass_manager"_a,
           nb::sig("def instrument(self, pass_manager: object) -> None"),
           "Record what this pass manager's runs tell besides actions. Raises AttachError where it cannot be.")
      .def("counted", &Attachment::counted, nb::sig("def counted(self) -> list[tuple[str, str, int]]"),
           "(tag, name, number of actions counted so far) of each rule.")
      .def("matched_places", &Attachment::matched_places, nb::sig("def matched_places(self) -> list[bool]"),
           "Whether something at each of the places was seen so far.")
      .def("cancel", &Attachment::cancel,
           "End what runs in the context at its next action; False where nothing does. From any thread.")
      .def("release_bit", &Attachment::release_bit, "Go on recording without saying whose the events are.")
      .def_prop_ro("attached", &Attachment::is_attached, "False once detached or the context is gone.")
      .def_prop_ro("suspended", &Attachment::is_suspended,
                   "Threading was turned on later: skip, limit and listener are out of force.")
      .def_prop_ro("bit", &Attachment::bit, "The bit of this session in the journal's records.")
      .def_prop_ro("version", &Attachment::version, "Of MLIR.")
      .def_prop_ro("library", &Attachment::library, "The file that holds MLIR.");
}

}  // namespace passevents::bindings
