// The functions of a build with which the program itself is looked at, before and after a pass.
//
// None of them is needed to record actions; what a build lacks can only not be asked for.
#pragma once

#include <cstdint>
#include <vector>

#include "mlir/symbols.h"

namespace passevents::mlir {

struct InspectionApi {
  // OperationFingerPrint's constructor: writes 20 bytes. Before MLIR 19 it has no second argument, and ignores it.
  void (*fingerprint)(void* result, const void* operation, bool with_nested) = nullptr;

  // Pass::printAsTextualPipeline, of MLIR 21 on with `pretty`, and before.
  void (*print_pass)(const void* pass, void* stream, bool pretty) = nullptr;

  // Going over the program, of the C API: all or none.
  std::intptr_t (*region_count)(const void* operation) = nullptr;
  const void* (*region)(const void* operation, std::intptr_t at) = nullptr;
  const void* (*first_block)(const void* region) = nullptr;
  const void* (*next_block)(const void* block) = nullptr;
  const void* (*first_operation)(const void* block) = nullptr;
  const void* (*next_operation)(const void* operation) = nullptr;
  std::intptr_t (*argument_count)(const void* block) = nullptr;
  const void* (*argument)(const void* block, std::intptr_t at) = nullptr;
  const void* (*value_type)(const void* value) = nullptr;

  // Printing it, of the C API: all or none.
  void* (*flags_create)() = nullptr;
  void (*flags_destroy)(void* flags) = nullptr;
  void (*flags_elide_elements)(void* flags, std::intptr_t limit) = nullptr;
  void (*flags_elide_resources)(void* flags, std::intptr_t limit) = nullptr;
  void (*flags_generic)(void* flags) = nullptr;
  void (*flags_local_scope)(void* flags) = nullptr;
  void (*print)(const void* operation, void* flags, TextCallback, void* user) = nullptr;

  bool can_fingerprint() const noexcept { return fingerprint != nullptr && can_walk(); }
  bool can_walk() const noexcept { return value_type != nullptr; }
  bool can_print() const noexcept { return print != nullptr; }
};

std::vector<SymbolGroup> inspection_groups(InspectionApi& api);

}  // namespace passevents::mlir
