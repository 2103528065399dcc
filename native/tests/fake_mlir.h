// As much of an MLIR build as the recorder looks at: operations with a parent and a line, passes, actions.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

#include "mlir/symbols.h"

namespace passevents::testing::fake {

struct Operation {
  Operation(Operation* parent, int line) : location(this), name(this), parent(parent), line(line) {}

  char head[24] = {};
  const void* location;  // itself: its line is its own
  char middle[16] = {};
  const void* name;
  Operation* parent;
  int line;
};
static_assert(offsetof(Operation, location) == mlir::abi::Operation::kLocation);
static_assert(offsetof(Operation, name) == mlir::abi::Operation::kName);

inline mlir::abi::StringRef text(std::string_view value) { return {value.data(), value.size()}; }

struct Pass {
  static mlir::abi::StringRef class_name(const void*) { return text("ClassName"); }
  static mlir::abi::StringRef argument(const void* self) { return text(static_cast<const Pass*>(self)->name); }
  static inline const void* const kTable[] = {nullptr, nullptr, reinterpret_cast<const void*>(&class_name), nullptr,
                                              reinterpret_cast<const void*>(&argument)};

  explicit Pass(std::string_view name) : name(name) {}
  void fail() { state |= mlir::abi::Pass::kFailed; }

  const void* const* table = kTable;
  std::string_view name;
  char middle[16] = {};
  std::uintptr_t state = 0;
};
static_assert(offsetof(Pass, state) == mlir::abi::Pass::kState);

// A pass-execution where it has a pass, else an action of another tag.
struct Action {
  static mlir::abi::StringRef tag(const void* self) {
    return text(static_cast<const Action*>(self)->action.payload.object != nullptr ? "pass-execution" : "fake-action");
  }
  static void print(const void*, void* stream) {
    using WriteImpl = void (*)(void*, const char*, std::size_t);
    const auto* table = mlir::abi::read<const void* const*>(stream, 0);
    reinterpret_cast<WriteImpl>(const_cast<void*>(table[9]))(stream, "printed", 7);
  }
  static inline const void* const kTable[] = {nullptr, nullptr, reinterpret_cast<const void*>(&tag),
                                              reinterpret_cast<const void*>(&print)};

  Action(Operation& operation, Pass* pass)
      : action{kTable, nullptr, &unit, 1, {pass}}, unit{reinterpret_cast<std::uintptr_t>(&operation)} {}

  mlir::abi::Action action;  // first: its address is this one's
  mlir::abi::IRUnit unit;
};

struct Context {
  mlir::ActionHandler handler;
  bool is_parallel = false;

  // As MLIRContext::executeAction does.
  template <typename Body>
  void execute(Operation& operation, Pass* pass, Body&& body) {
    if (!handler) return body();
    const Action action(operation, pass);
    const auto call = [](std::intptr_t closure) { (*reinterpret_cast<std::remove_reference_t<Body>*>(closure))(); };
    handler({call, reinterpret_cast<std::intptr_t>(&body)}, action.action);
  }
};

inline const mlir::Build& build() {
  static const mlir::Build build = [] {
    mlir::Build made{"fake", "0", {}, nullptr};
    made.api.register_action_handler = [](void* context, mlir::ActionHandler handler) {
      static_cast<Context*>(context)->handler = std::move(handler);
    };
    made.api.has_action_handler = [](void* context) { return bool(static_cast<Context*>(context)->handler); };
    made.api.is_multithreading_enabled = [](void* context) { return static_cast<Context*>(context)->is_parallel; };
    made.api.operation_parent = [](const void* operation) -> const void* {
      return static_cast<const Operation*>(operation)->parent;
    };
    made.api.operation_name = [](const void* operation) { return operation; };
    made.api.identifier_text = [](const void*) { return text("fake.op"); };
    made.api.is_file_location = [](const void*) { return true; };
    made.api.file_location_file = [](const void* location) { return location; };
    made.api.file_location_line = [](const void* location) { return static_cast<const Operation*>(location)->line; };
    made.api.file_location_column = [](const void*) { return 1; };
    made.api.file_location_end_line = made.api.file_location_line;
    made.api.file_location_end_column = made.api.file_location_column;
    return made;
  }();
  return build;
}

}  // namespace passevents::testing::fake
