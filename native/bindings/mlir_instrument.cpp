#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bindings/mlir.h"
#include "core/journal.h"
#include "mlir/handler.h"
#include "mlir/instrumentation.h"
#include "mlir/session.h"

namespace passevents::bindings {

namespace nb = nanobind;
using namespace nb::literals;
using namespace passevents::mlir;

namespace {

constexpr const char* kPassManager = "passmanager.PassManager._CAPIPtr";

// A session that hangs on a pass manager alone. Every method needs the interpreter lock.
class Instrumentation {
 public:
  Instrumentation(nb::handle pass_manager, const std::string& extension, std::shared_ptr<Journal> journal,
                  std::vector<PlaceTuple> places)
      : build_(find_build(extension)),
        session_(std::make_shared<Session>(std::move(journal), Filter({}, places_of(std::move(places))),
                                           std::vector<Rule>(), nullptr)) {
    instrument(pass_manager);
  }
  ~Instrumentation() { session_->bit().release(); }
  Instrumentation(const Instrumentation&) = delete;
  Instrumentation& operator=(const Instrumentation&) = delete;

  void instrument(nb::handle pass_manager) {
    passevents::mlir::instrument(build_, pointer_of(pass_manager, kPassManager), session_);
  }
  void detach() { session_->stop(); }
  void release_bit() { session_->bit().release(); }
  bool is_attached() const { return session_->is_attached(); }
  std::uint32_t bit() const { return session_->bit().mask(); }
  const std::string& version() const { return build_.version; }
  const std::string& library() const { return build_.library; }

 private:
  const Build& build_;
  const std::shared_ptr<Session> session_;
};

// The sessions that are attached to the context see this pass manager's runs whole.
void instrument_for_sessions(nb::handle pass_manager, nb::handle context, const std::string& extension) {
  const Build& build = find_build(extension);
  void* manager = pointer_of(pass_manager, kPassManager);
  const auto handler = Handler::find(pointer_of(context, "ir.Context._CAPIPtr"));
  if (handler == nullptr || build.api.add_instrumentation == nullptr) return;
  for (const auto& session : handler->sessions()) instrument(build, manager, session);
}

}  // namespace

void bind_mlir_instrument(nb::module_& m) {
  nb::class_<Instrumentation>(m, "MlirInstrumentation",
                              "Records what the runs of a pass manager tell besides actions into a journal.")
      .def(nb::init<nb::handle, const std::string&, std::shared_ptr<Journal>, std::vector<PlaceTuple>>(),
           "pass_manager"_a, "extension"_a, "journal"_a, "places"_a,
           nb::sig("def __init__(self, pass_manager: object, extension: str, journal: Journal, "
                   "places: Sequence[tuple[str, int, int]]) -> None"))
      .def("instrument", &Instrumentation::instrument, "pass_manager"_a,
           nb::sig("def instrument(self, pass_manager: object) -> None"), "Another pass manager, too.")
      .def("detach", &Instrumentation::detach, "Record nothing more. Idempotent, from any thread, also during a run.")
      .def("release_bit", &Instrumentation::release_bit, "Go on recording without saying whose the events are.")
      .def_prop_ro("attached", &Instrumentation::is_attached, "False once detached.")
      .def_prop_ro("suspended", [](const Instrumentation&) { return false; }, "Never: it has no control.")
      .def_prop_ro("bit", &Instrumentation::bit, "The bit of this session in the journal's records.")
      .def_prop_ro("version", &Instrumentation::version, "Of MLIR.")
      .def_prop_ro("library", &Instrumentation::library, "The file that holds MLIR.");
  m.def("mlir_instrument_for_sessions", &instrument_for_sessions, "pass_manager"_a, "context"_a, "extension"_a,
        nb::sig("def mlir_instrument_for_sessions(pass_manager: object, context: object, extension: str) -> None"),
        "Instrument a pass manager for every session that is attached to the context.");
  m.def("mlir_instrumented", &instrumented_count, "How many pass managers have a hook of ours; for tests.");
}

}  // namespace passevents::bindings
