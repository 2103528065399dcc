// Going over a program as it is: what it is made of, and whether it is still the same.
//
// Looks at one operation and what lies inside it, never at what lies around it, so that a worker thread may do so
// while others work on its neighbours.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "mlir/inspection_api.h"

namespace passevents::mlir {

// Equal for a program that is still the same in memory. Not for keeping: it is made of addresses.
struct Fingerprint {
  std::array<std::uint8_t, 24> operations{};  // MLIR's own, of 20 bytes
  std::uint64_t rest = 0;                     // of what that one leaves out: names, and types of block arguments

  bool operator==(const Fingerprint& other) const noexcept {
    return operations == other.operations && rest == other.rest;
  }
};

// Throws std::bad_alloc, as all here.
Fingerprint fingerprint_of(const InspectionApi& api, const void* operation);

// Operations by dialect, as a JSON object; the operation itself is not counted.
std::string count_by_dialect(const InspectionApi& api, const std::function<abi::StringRef(const void*)>& name_of,
                             const void* operation);

// A program as text. `elide_above` is the number of elements, or of characters of a resource, from which on a constant
// is left out; below 0 for never. The generic form can be printed of what is not valid.
struct PrintOptions {
  std::int64_t elide_above = -1;
  bool is_generic = false;
  bool is_whole = false;  // nothing lies around it
};
std::string print_program(const InspectionApi& api, const void* operation, const PrintOptions& options);

}  // namespace passevents::mlir
