// What the recorder reads of a build, compared with what is known to be true, before any of it is trusted.
//
// A module in a module, each with a location of its own, is made in a context of our own, and a pass runs on the inner
// one: all through MLIR's own functions. Pointers are not followed before they are known to be readable.
#pragma once

#include "mlir/build.h"
#include "mlir/specimen.h"

namespace passevents::mlir {

// Fills in the build's version and what differs between versions. Throws UnsupportedBuild, saying what was expected
// and what was found.
void test_build(const SpecimenApi& api, Build& build);

}  // namespace passevents::mlir
