// As much of an MLIR build as the recorder looks at: operations with a parent and a line, passes, actions.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

#include "mlir/build.h"

namespace passevents::testing::fake {

// All locations are of one kind, in a file: the operation itself, as its line is its own.
struct LocationKind {
  const void* type = this;
};
inline const LocationKind kInFile;

// An operation with the region and the block that its children lie in.
struct Operation {
  Operation(Operation* parent, int line) : block(parent == nullptr ? nullptr : &parent->body), line(line) {}
  Operation(const Operation&) = delete;
  Operation& operator=(const Operation&) = delete;

  struct Block {
    char head[24] = {};
    const void* region;
  };
  struct Region {
    char head[16] = {};
    const void* operation;
  };

  const void* kind = &kInFile;
  char head[8] = {};
  const void* block;
  const void* location = this;
  char middle[16] = {};
  const void* name = this;  // of which only the address counts
  Region region{{}, this};
  Block body{{}, &region};
  int line;
};
static_assert(offsetof(Operation, block) == mlir::abi::Operation::kBlock);
static_assert(offsetof(Operation, location) == mlir::abi::Operation::kLocation);
static_assert(offsetof(Operation, name) == mlir::abi::Operation::kName);
static_assert(offsetof(Operation::Block, region) == mlir::abi::Block::kParentRegion);
static_assert(offsetof(Operation::Region, operation) == mlir::abi::Region::kParentOperation);

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
  static mlir::abi::StringRef pass_tag(const void*) { return text("pass-execution"); }
  static mlir::abi::StringRef other_tag(const void*) { return text("fake-action"); }
  static void print(const void*, void* stream) {
    using WriteImpl = void (*)(void*, const char*, std::size_t);
    const auto* table = mlir::abi::read<const void* const*>(stream, 0);
    reinterpret_cast<WriteImpl>(const_cast<void*>(table[9]))(stream, "printed", 7);
  }
  // A table for each class of actions, as in MLIR.
  static inline const void* const kPassTable[] = {nullptr, nullptr, reinterpret_cast<const void*>(&pass_tag),
                                                  reinterpret_cast<const void*>(&print)};
  static inline const void* const kOtherTable[] = {nullptr, nullptr, reinterpret_cast<const void*>(&other_tag),
                                                   reinterpret_cast<const void*>(&print)};

  Action(Operation& operation, Pass* pass)
      : action{pass != nullptr ? kPassTable : kOtherTable, nullptr, &unit, 1, {pass}}, unit{reinterpret_cast<std::uintptr_t>(&operation)} {}

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

// As mlir::PassManager with its one instrumentation, called through the virtual table.
struct PassManager {
  PassManager() = default;
  PassManager(const PassManager&) = delete;
  PassManager& operator=(const PassManager&) = delete;
  ~PassManager() {
    if (hook != nullptr) call<void>(1);
  }

  // runBeforePipeline and runAfterPipeline; the second only where the pipeline succeeds.
  // Neither is inlined: of scopes that lie in one another each begins deeper in the stack, as MLIR's do.
  template <typename Body>
  __attribute__((noinline)) void pipeline(Pass& parent, Body&& body) {
    const Parent information{7, &parent};
    call<void>(2, Name{&parent, true}, &information);
    if (body()) call<void>(3, Name{&parent, true}, &information);
  }
  // runBeforePass, the action, runAfterPass or runAfterPassFailed. Says whether the verifier was content, too.
  template <typename Body>
  __attribute__((noinline)) bool pass(Context& context, Operation& operation, Pass& pass, bool verifies, Body&& body) {
    call<void>(4, &pass, &operation);
    context.execute(operation, &pass, body);
    const bool succeeded = verifies && !mlir::abi::Pass::failed(&pass);
    call<void>(succeeded ? 5 : 6, &pass, &operation);
    return succeeded;
  }
  template <typename Body>
  void analysis(std::string_view name, Operation& operation, Body&& body) {
    call<void>(7, text(name), nullptr, &operation);
    body();
    call<void>(8, text(name), nullptr, &operation);
  }

  void* hook = nullptr;
  static inline void* context = nullptr;  // of every operation

 private:
  struct Parent {
    std::uint64_t thread;
    const void* pass;
  };
  struct Name {
    const void* name;
    bool is_set;
  };
  template <typename Result, typename... Arguments>
  Result call(std::size_t slot, Arguments... arguments) {
    return mlir::abi::call_virtual<Result>(hook, slot, arguments...);
  }
};

inline const mlir::Build& build() {
  static const mlir::Build build = [] {
    mlir::Build made;
    made.library = "fake";
    made.version = "0";
    made.api.register_action_handler = [](void* context, mlir::ActionHandler handler) {
      static_cast<Context*>(context)->handler = std::move(handler);
    };
    made.api.has_action_handler = [](void* context) { return bool(static_cast<Context*>(context)->handler); };
    made.api.is_multithreading_enabled = [](void* context) { return static_cast<Context*>(context)->is_parallel; };
    made.api.add_instrumentation = [](void* manager, void** owner) {
      static_cast<PassManager*>(manager)->hook = std::exchange(*owner, nullptr);
    };
    made.api.context_of = [](mlir::AttributePointer) { return PassManager::context; };
    made.api.string_value = [](mlir::AttributePointer) { return text("fake.op"); };
    made.api.file_type = &kInFile;
    made.api.file_location_file = [](mlir::AttributePointer location) { return *location; };
    made.api.file_location_line = [](mlir::AttributePointer location) {
      return static_cast<unsigned>(static_cast<const Operation*>(*location)->line);
    };
    made.api.file_location_column = [](mlir::AttributePointer) { return 1u; };
    return made;
  }();
  return build;
}

}  // namespace passevents::testing::fake
