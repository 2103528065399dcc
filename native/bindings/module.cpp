// The Python module `passevents._native`: each file of this folder binds one concept.
#include <nanobind/nanobind.h>

#include "bindings/journal.h"
#include "bindings/mlir.h"
#include "core/clock.h"

namespace nb = nanobind;

NB_MODULE(_native, m) {
  // An interpreter may end with sessions and runs alive; that is no leak worth a message to the user.
  nb::set_leak_warnings(false);
  m.doc() = "The native half of passevents: the journal, and MLIR's actions.";
  m.def("monotonic_ns", &passevents::monotonic_ns, "Monotonic nanoseconds, the clock of every event.");
  passevents::bindings::bind_journal(m);
  passevents::bindings::bind_recorder(m);
  passevents::bindings::bind_current(m);
  passevents::bindings::bind_reader(m);
  passevents::bindings::bind_cursor(m);
  passevents::bindings::bind_ingest(m);
  passevents::bindings::bind_blocks(m);
  passevents::bindings::bind_groups(m);
  passevents::bindings::bind_mlir(m);
  passevents::bindings::bind_mlir_run(m);
  passevents::bindings::bind_mlir_instrument(m);
}
