// Compares the recorder's hand-written declarations with MLIR's own headers: offsets when it is compiled, slots of
// virtual tables and bits of pointers when it runs. Links to nothing of MLIR.
#include <algorithm>
#include <any>
#include <array>
#include <atomic>
#include <bitset>
#include <chrono>
#include <cstring>
#include <deque>
#include <functional>
#include <future>
#include <iostream>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <queue>
#include <random>
#include <set>
#include <shared_mutex>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>

// The standard library is read by now: what follows opens only MLIR's classes, and ours.
#define private public
#define protected public
#include <llvm/Support/raw_ostream.h>
#include <mlir/IR/Action.h>
#include <mlir/IR/Block.h>
#include <mlir/IR/Operation.h>
#include <mlir/IR/PatternMatch.h>
#include <mlir/IR/Region.h>
#include <mlir/IR/Unit.h>
#include <mlir/Pass/Pass.h>

#include "mlir/abi.h"
#include "mlir/stream.h"
#undef private
#undef protected

namespace ours = passevents::mlir::abi;
using passevents::mlir::TextStream;

#define SAME(type, member, ours) static_assert(offsetof(type, member) == (ours), #type "::" #member)

SAME(mlir::Operation, block, ours::Operation::kBlock);
SAME(mlir::Operation, location, ours::Operation::kLocation);
SAME(mlir::Operation, name, ours::Operation::kName);
SAME(mlir::OperationName::Impl, name, ours::OperationName::kText);
SAME(mlir::Block, parentValidOpOrderPair, ours::Block::kParentRegion);
SAME(mlir::Region, blocks, ours::Region::kBlocks);
SAME(mlir::Region, container, ours::Region::kParentOperation);
SAME(mlir::AttributeStorage, abstractAttribute, ours::Attribute::kAbstract);
SAME(mlir::Pass, passState, ours::Pass::kState);
SAME(mlir::Pattern, debugName, ours::Pattern::kDebugName);
SAME(mlir::tracing::Action, actionID, offsetof(ours::Action, type_id));
SAME(mlir::tracing::Action, irUnits, offsetof(ours::Action, units));
SAME(llvm::raw_ostream, OutBufStart, offsetof(TextStream, begin_));
SAME(llvm::raw_ostream, OutBufEnd, offsetof(TextStream, end_));
SAME(llvm::raw_ostream, OutBufCur, offsetof(TextStream, current_));
SAME(llvm::raw_ostream, BufferMode, offsetof(TextStream, buffer_mode_));
static_assert(sizeof(mlir::tracing::Action) == offsetof(ours::Action, payload), "what follows an Action");
static_assert(offsetof(mlir::AbstractAttribute, typeID) >= ours::Attribute::kFirstTypeId &&
                  offsetof(mlir::AbstractAttribute, typeID) <= ours::Attribute::kLastTypeId,
              "mlir::AbstractAttribute::typeID");
static_assert(sizeof(llvm::StringRef) == sizeof(ours::StringRef), "llvm::StringRef");
static_assert(sizeof(llvm::ArrayRef<mlir::Location>) == sizeof(ours::ArrayRef), "llvm::ArrayRef");
static_assert(sizeof(std::optional<llvm::StringRef>) == sizeof(ours::OptionalStringRef), "std::optional");
static_assert(sizeof(llvm::function_ref<void()>) == sizeof(ours::FunctionRef), "llvm::function_ref");
static_assert(sizeof(mlir::IRUnit) == sizeof(ours::IRUnit), "mlir::IRUnit");

namespace {

int differences = 0;

void same(const char* what, std::size_t theirs, std::size_t ours) {
  if (theirs == ours) return;
  std::cout << what << ": " << theirs << " in the headers, " << ours << " declared\n";
  ++differences;
}

// Where the Itanium ABI puts a virtual function, from the pointer to it: on x86-64 its offset and one, on aarch64 the
// offset alone.
template <typename Member>
std::size_t slot(Member member) {
  std::size_t words[2];
  static_assert(sizeof words == sizeof member);
  std::memcpy(words, &member, sizeof words);
  return words[0] / sizeof(void*);
}

template <typename T>
ours::IRUnitKind kind_of(T* pointer) {
  const mlir::IRUnit unit(pointer);
  ours::IRUnit word;
  std::memcpy(&word, &unit, sizeof word);
  return word.kind();
}

void check_slots() {
  same("mlir::tracing::Action::getTag", slot(&mlir::tracing::Action::getTag), ours::Action::kGetTag);
  same("mlir::tracing::Action::print", slot(&mlir::tracing::Action::print), ours::Action::kPrint);
  same("mlir::Pass::getName", slot(&mlir::Pass::getName), ours::Pass::kGetName);
  same("mlir::Pass::getArgument", slot(&mlir::Pass::getArgument), ours::Pass::kGetArgument);
  same("llvm::raw_ostream::write_impl", slot(&llvm::raw_ostream::write_impl), 9);  // in TextStream::kTable
}

void check_bits() {
  alignas(64) static char memory[64];
  same("mlir::IRUnit of an operation", static_cast<std::size_t>(kind_of(reinterpret_cast<mlir::Operation*>(memory))),
       static_cast<std::size_t>(ours::IRUnitKind::operation));
  same("mlir::IRUnit of a region", static_cast<std::size_t>(kind_of(reinterpret_cast<mlir::Region*>(memory))),
       static_cast<std::size_t>(ours::IRUnitKind::region));
  same("mlir::IRUnit of a block", static_cast<std::size_t>(kind_of(reinterpret_cast<mlir::Block*>(memory))),
       static_cast<std::size_t>(ours::IRUnitKind::block));
  decltype(mlir::detail::PassExecutionState::irAndPassFailed) failed(nullptr, true);
  std::uintptr_t word;
  std::memcpy(&word, &failed, sizeof word);
  same("the mark of a pass that failed", word, ours::Pass::kFailed);
  same("the place of that mark", offsetof(mlir::detail::PassExecutionState, irAndPassFailed), 0);
}

}  // namespace

int main() {
  check_slots();
  check_bits();
  return differences == 0 ? 0 : 1;
}
