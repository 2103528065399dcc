// Learns what the closures of a build capture, on a small program of its own whose outcomes it decides itself.
#pragma once

#include <functional>

#include "mlir/closure.h"
#include "mlir/symbols.h"

namespace passevents::mlir {

// The address of a function of the build, null where it has none of that name.
using FindFunction = std::function<void*(const char* symbol)>;

// What cannot be learned, for want of functions or because nothing fits what was seen, stays unknown. Takes a few
// milliseconds.
Closures learn_closures(const Api& api, const FindFunction& find);

}  // namespace passevents::mlir
