// Binds the recording of MLIR's actions to Python.
#pragma once

#include <cxxabi.h>
#include <nanobind/nanobind.h>
#include <unistd.h>

#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "mlir/filter.h"
#include "mlir/listener.h"

namespace passevents::bindings {

void bind_mlir(nanobind::module_& m);

// Hands each action to `callable(name, sequence, depth, parent, phase, operation, status)` while it runs: at its
// start with the status None, at its end. The operation is a capsule for the bindings that `context` is from, None
// where there is none or it may be gone.
std::unique_ptr<passevents::mlir::Listener> listener_of(nanobind::handle callable, nanobind::handle context);
void bind_mlir_run(nanobind::module_& m);
void bind_mlir_instrument(nanobind::module_& m);

// (file, line, column), 0 and "" for any.
using PlaceTuple = std::tuple<std::string, std::uint32_t, std::uint32_t>;
std::vector<passevents::mlir::PlacePattern> places_of(std::vector<PlaceTuple>&& tuples);

// The pointer in one of the capsules by which MLIR's Python bindings hand out their objects; `kind` is the end of
// the capsule's name ("ir.Context._CAPIPtr"), whose beginning differs between builds. Raises TypeError.
void* pointer_of(nanobind::handle capsule, const char* kind);

// What takes the interpreter lock. Where the interpreter goes down meanwhile, that ends the thread by an unwinding that
// no frame of a compiler survives: the thread stays here instead, as later versions of Python have it, until the
// process is gone.
template <typename Take>
auto or_stay(Take&& take) noexcept {
  try {
    return take();
  } catch (const abi::__forced_unwind&) {
    for (;;) ::pause();
  }
}

}  // namespace passevents::bindings
