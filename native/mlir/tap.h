// What the compiler says while passes run, as records under them.
//
// MLIR asks its diagnostic handlers from the newest to the oldest until one has taken the diagnostic. A tap takes none:
// the others see what they would see without it. It must be the newest to see all, so one is opened with each pass at
// the root of a run (whoever runs pass managers puts a handler of his own before that), and one for each pass that runs
// pipelines on other threads: there MLIR holds back what is said, to say it again in the order of the program once all
// threads are done. The tap hears it first, on the thread and under the pass that says it; when it is said again on the
// thread that waited, it is known already, and is not recorded twice.
#pragma once

#include <memory>

#include "mlir/build.h"
#include "mlir/scopes.h"

namespace passevents::mlir {

// From now until the scope is closed. Both do nothing where the build has no diagnostics.
void open_tap(Scope& scope, const Build& build, void* context) noexcept;
// Of a pass that runs pipelines on other threads, by any of these. `again`: on top of what was registered since.
void open_tap_for_workers(Scope& scope, const Build& build, void* context, bool again) noexcept;
void close_taps(Scope& scope) noexcept;

}  // namespace passevents::mlir
