// What an action says of itself, read once before it runs. Nothing of the IR is read after.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/event.h"
#include "mlir/abi.h"

namespace passevents::mlir {

inline constexpr std::string_view kPassExecution = "pass-execution";
inline constexpr std::string_view kApplyPattern = "apply-pattern";
inline constexpr std::string_view kApplyConversion = "apply-conversion";
inline constexpr std::string_view kGreedyIteration = "GreedyPatternRewriteIteration";

// Views into the compiler's own memory: valid until the action runs.
struct ActionView {
  explicit ActionView(const abi::Action& action) noexcept;

  const abi::Action& action;
  std::string_view tag;
  std::string_view name;          // pass argument, else pass class; pattern's debug name; else the tag
  const void* pass = nullptr;     // of a pass-execution
  const void* operation = nullptr;  // of the first IR unit: itself, or the one around it
  std::int32_t iteration = -1;    // of a greedy rewrite
  Kind kind = Kind::action;
};

// The operation that an IR unit is or belongs to; null where that cannot be told.
const void* operation_of(abi::IRUnit unit) noexcept;

}  // namespace passevents::mlir
