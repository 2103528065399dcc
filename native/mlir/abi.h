// The few MLIR structures the recorder reads, declared by hand.
//
// No LLVM header and no LLVM library is used, so that one binary serves every MLIR build a process may have
// loaded. What is declared here was the same in MLIR 18 to 24; self_test.cpp compares it with what a build really
// does before anything here is trusted. Itanium ABI, 64 bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace passevents::mlir::abi {

// llvm::StringRef and MlirStringRef.
struct StringRef {
  const char* data;
  std::size_t size;
  std::string_view view() const noexcept { return data == nullptr ? std::string_view() : std::string_view(data, size); }
};

// std::optional<llvm::StringRef>.
struct OptionalStringRef {
  StringRef value;
  bool has_value;
};

// llvm::ArrayRef of attributes, which are one pointer each.
struct ArrayRef {
  const void* const* data;
  std::size_t size;
};

// llvm::function_ref<void()>: the body of the action. What it runs may throw: a pass written in Python does.
struct FunctionRef {
  void (*callback)(std::intptr_t);
  std::intptr_t closure;
  void operator()() const { callback(closure); }
};

// Reads a member at an offset: the way every structure of MLIR is looked into.
template <typename T>
T read(const void* object, std::size_t offset) noexcept {
  return *reinterpret_cast<const T*>(static_cast<const char*>(object) + offset);
}

template <typename Result, typename... Arguments>
Result call_virtual(const void* object, std::size_t slot, Arguments... arguments) {
  using Function = Result (*)(const void*, Arguments...);
  const auto* table = read<const void* const*>(object, 0);
  return reinterpret_cast<Function>(const_cast<void*>(table[slot]))(object, arguments...);
}

// mlir::Region.
struct Region {
  static constexpr std::size_t kBlocks = 0;  // the sentinel of a list: previous, next
  static constexpr std::size_t kParentOperation = 16;
  static const void* operation(const void* self) noexcept { return read<const void*>(self, kParentOperation); }
};

// mlir::Block.
struct Block {
  static constexpr std::size_t kListNode = 8;  // previous, next: those of its region's list
  static constexpr std::size_t kParentRegion = 24;  // with a flag in its low bits
  static const void* region(const void* self) noexcept {
    return reinterpret_cast<const void*>(read<std::uintptr_t>(self, kParentRegion) & ~std::uintptr_t{7});
  }
  // Null for a block that lies nowhere yet.
  static const void* operation(const void* self) noexcept {
    const void* around = region(self);
    return around == nullptr ? nullptr : Region::operation(around);
  }
};

// mlir::OperationName: one pointer, to what is known of all operations of that name in a context.
struct OperationName {
  static constexpr std::size_t kText = 8;  // a StringAttr
  static const void* text(const void* self) noexcept { return read<const void*>(self, kText); }
};

// mlir::Operation.
struct Operation {
  static constexpr std::size_t kBlock = 16;
  static constexpr std::size_t kLocation = 24;
  static constexpr std::size_t kName = 48;

  static const void* location(const void* self) noexcept { return read<const void*>(self, kLocation); }
  static const void* name(const void* self) noexcept { return read<const void*>(self, kName); }
  // The operation around it; null for the outermost.
  static const void* parent(const void* self) noexcept {
    const void* block = read<const void*>(self, kBlock);
    return block == nullptr ? nullptr : Block::operation(block);
  }
};

// mlir::IRUnit: a pointer whose low bits say to what.
enum class IRUnitKind : std::uint8_t { operation = 0, region = 2, block = 4, value = 6 };
struct IRUnit {
  std::uintptr_t word;
  IRUnitKind kind() const noexcept { return static_cast<IRUnitKind>(word & 7u); }
  const void* pointer() const noexcept { return reinterpret_cast<const void*>(word & ~std::uintptr_t{7}); }
};

// The implementation of a mlir::Attribute, and so of a location, begins with its kind, mlir::AbstractAttribute.
struct Attribute {
  static constexpr std::size_t kAbstract = 0;
  // Where AbstractAttribute has the TypeID: found out for each build, between these.
  static constexpr std::size_t kFirstTypeId = 64;
  static constexpr std::size_t kLastTypeId = 256;

  static const void* abstract(const void* self) noexcept { return read<const void*>(self, kAbstract); }
};

// mlir::Pass.
struct Pass {
  // PointerIntPair<Operation*, 1, bool> inside the optional execution state: the flag is "the pass failed".
  static constexpr std::size_t kState = 40;
  static constexpr std::uintptr_t kFailed = 4;
  static constexpr std::size_t kGetName = 2;
  static constexpr std::size_t kGetArgument = 4;

  static std::string_view class_name(const void* self) { return call_virtual<StringRef>(self, kGetName).view(); }
  static std::string_view argument(const void* self) { return call_virtual<StringRef>(self, kGetArgument).view(); }
  // What it is called in a pipeline's text, else its class.
  static std::string_view display_name(const void* self) {
    const std::string_view text = argument(self);
    return text.empty() ? class_name(self) : text;
  }
  // The one that runs a pipeline on each operation inside its own.
  static bool is_adaptor(const void* self) { return class_name(self) == "mlir::detail::OpToOpPassAdaptor"; }
  static bool failed(const void* self) noexcept { return (read<std::uintptr_t>(self, kState) & kFailed) != 0; }
  // As signalPassFailure(). Only of a pass that runs.
  static void fail(const void* self) noexcept {
    auto* state = reinterpret_cast<std::uintptr_t*>(static_cast<char*>(const_cast<void*>(self)) + kState);
    *state |= kFailed;
  }
};

// mlir::Pattern.
struct Pattern {
  static constexpr std::size_t kDebugName = 56;
  static std::string_view debug_name(const void* self) noexcept { return read<StringRef>(self, kDebugName).view(); }
};

// mlir::tracing::Action.
struct Action {
  const void* table;
  const void* type_id;
  const IRUnit* units;
  std::size_t unit_count;
  union {
    const void* object;      // the Pass of a pass-execution, the Pattern of an apply-pattern
    std::int64_t iteration;  // of a greedy rewrite
  } payload;

  static constexpr std::size_t kGetTag = 2;
  static constexpr std::size_t kPrint = 3;

  std::string_view tag() const { return call_virtual<StringRef>(this, kGetTag).view(); }
  void print(void* stream) const { call_virtual<void, void*>(this, kPrint, stream); }
};

}  // namespace passevents::mlir::abi
