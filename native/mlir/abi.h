// The few MLIR structures the recorder reads, declared by hand.
//
// No LLVM header and no LLVM library is used, so that one binary serves every MLIR build a process may have
// loaded. What is declared here was the same in MLIR 18 to 24; symbols.cpp checks what can be checked against
// the C API of the build before anything here is trusted. Itanium ABI, 64 bits.
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

// mlir::Operation.
struct Operation {
  static constexpr std::size_t kLocation = 24;
  static constexpr std::size_t kName = 48;

  static const void* location(const void* self) noexcept { return read<const void*>(self, kLocation); }
  // The uniqued OperationName: one pointer for each name in a context.
  static const void* name(const void* self) noexcept { return read<const void*>(self, kName); }
};

struct Region {
  static constexpr std::size_t kParentOperation = 16;
  static const void* operation(const void* self) noexcept { return read<const void*>(self, kParentOperation); }
};

// mlir::IRUnit: a pointer whose low bits say to what.
enum class IRUnitKind : std::uint8_t { operation = 0, region = 2, block = 4, value = 6 };
struct IRUnit {
  std::uintptr_t word;
  IRUnitKind kind() const noexcept { return static_cast<IRUnitKind>(word & 7u); }
  const void* pointer() const noexcept { return reinterpret_cast<const void*>(word & ~std::uintptr_t{7}); }
};

// mlir::Pass.
struct Pass {
  // PointerIntPair<Operation*, 1, bool> inside the optional execution state: the flag is "the pass failed".
  static constexpr std::size_t kState = 40;
  static constexpr std::uintptr_t kFailed = 4;

  static std::string_view class_name(const void* self) { return call_virtual<StringRef>(self, 2).view(); }
  static std::string_view argument(const void* self) { return call_virtual<StringRef>(self, 4).view(); }
  static bool failed(const void* self) noexcept { return (read<std::uintptr_t>(self, kState) & kFailed) != 0; }
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

  std::string_view tag() const { return call_virtual<StringRef>(this, 2).view(); }
  void print(void* stream) const { call_virtual<void, void*>(this, 3, stream); }
};

}  // namespace passevents::mlir::abi
