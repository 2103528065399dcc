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

// The sorts of actions that are looked into.
enum class ActionSort : std::uint8_t { other, pass, pattern, iteration };

// The tags of the actions that a thread has met, by the virtual table of their class: the class's, so a look at the
// table says which of the sorts it is, without a call and without a comparison of texts. Others are asked each time.
class KnownTags {
 public:
  std::string_view of(const abi::Action& action, ActionSort& sort) noexcept {
    const Known& known = known_[place(action.table)];
    if (known.table != action.table) return look_up(action, sort);
    sort = known.sort;
    return known.tag;
  }

 private:
  struct Known {
    const void* table = nullptr;
    std::string_view tag;
    ActionSort sort = ActionSort::other;
  };
  static constexpr std::size_t kSlots = 8;

  static std::size_t place(const void* table) noexcept { return reinterpret_cast<std::uintptr_t>(table) / 8 % kSlots; }
  std::string_view look_up(const abi::Action& action, ActionSort& sort) noexcept;

  Known known_[kSlots];
};

// Views into the compiler's own memory: valid until the action runs.
struct ActionView {
  ActionView(const abi::Action& action, KnownTags& tags) noexcept;
  // Pass argument, else pass class; pattern's debug name; else the tag. Read when it is asked for.
  std::string_view name() const noexcept;

  const abi::Action& action;
  ActionSort sort = ActionSort::other;
  std::string_view tag;
  const void* pass = nullptr;     // of a pass-execution
  const void* operation = nullptr;  // of the first IR unit: itself, or the one around it
  std::int32_t iteration = -1;    // of a greedy rewrite
  Kind kind = Kind::action;
};

// The operation that an IR unit is or belongs to; null where that cannot be told.
const void* operation_of(abi::IRUnit unit) noexcept;

}  // namespace passevents::mlir
