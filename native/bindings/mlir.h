// Binds the recording of MLIR's actions to Python.
#pragma once

#include <nanobind/nanobind.h>

#include "mlir/symbols.h"

namespace passevents::bindings {

void bind_mlir(nanobind::module_& m);
void bind_mlir_run(nanobind::module_& m);

// The pointer in one of the capsules by which MLIR's Python bindings hand out their objects; `kind` is the end of
// the capsule's name ("ir.Context._CAPIPtr"), whose beginning differs between builds. Raises TypeError.
void* pointer_of(nanobind::handle capsule, const char* kind);

}  // namespace passevents::bindings
