#include "mlir/specimen.h"

#include <sys/uio.h>
#include <unistd.h>

namespace passevents::mlir {

namespace {

constexpr int kNoThreads = 0;  // MLIRContext::Threading::DISABLED
constexpr int kExplicit = 1;   // OpPassManager::Nesting::Explicit

const char* at(const void* object, std::size_t offset) noexcept { return static_cast<const char*>(object) + offset; }

// A module's only region lies behind the operation itself, after properties whose size differs between versions: it
// is found by the pointer back to its operation.
const void* region_of(const void* operation) noexcept {
  constexpr std::size_t kFrom = abi::Operation::kName + 2 * sizeof(void*);
  constexpr std::size_t kMost = 128;
  for (std::size_t offset = kFrom; offset < kFrom + kMost; offset += sizeof(void*)) {
    const void* word = nullptr;
    if (!read_safely(at(operation, offset), word)) return nullptr;
    if (word == operation) return at(operation, offset - abi::Region::kParentOperation);
  }
  return nullptr;
}

const void* first_block_of(const void* region) noexcept {
  const void* node = nullptr;
  const bool found = read_safely(at(region, abi::Region::kBlocks + sizeof(void*)), node) && node != region;
  return found && node != nullptr ? at(node, 0) - abi::Block::kListNode : nullptr;
}

// The end of an empty block's operations: a list whose only member is itself. Where it lies differs between versions.
const void* end_of(const void* block) noexcept {
  constexpr std::size_t kMost = 64;
  for (std::size_t offset = abi::Block::kParentRegion + sizeof(void*); offset < kMost; offset += sizeof(void*)) {
    const void* next = nullptr;
    const char* sentinel = at(block, offset);
    if (read_safely(sentinel + sizeof(void*), next) && next == sentinel) return sentinel;
  }
  return nullptr;
}

}  // namespace

std::vector<SymbolGroup> specimen_groups(SpecimenApi& api) {
  return {{"",
           SymbolGroup::Need::required,
           {{"_ZN4mlir11MLIRContextC1ENS0_9ThreadingE", api.context_construct},
            {"_ZN4mlir11MLIRContextD1Ev", api.context_destroy},
            {"_ZN4mlir10UnknownLoc3getEPNS_11MLIRContextE", api.unknown_location},
            {"_ZN4mlir14FileLineColLoc3getEPNS_11MLIRContextEN4llvm9StringRefEjj", api.file_location},
            {"_ZN4mlir7NameLoc3getENS_10StringAttrENS_8LocationE", api.name_location},
            {"_ZN4mlir11CallSiteLoc3getENS_8LocationES1_", api.call_site_location},
            {"_ZN4mlir8FusedLoc3getEN4llvm8ArrayRefINS_8LocationEEENS_9AttributeEPNS_11MLIRContextE",
             api.fused_location},
            {"_ZN4mlir8ModuleOp6createENS_8LocationESt8optionalIN4llvm9StringRefEE", api.module_create},
            {"_ZN4mlir9Operation5eraseEv", api.operation_erase},
            {"_ZN4mlir9OpBuilder6insertEPNS_9OperationE", api.builder_insert},
            {"_ZN4mlir23createCanonicalizerPassEv", api.create_canonicalizer},
            {"_ZN4mlir11PassManagerC1EPNS_11MLIRContextEN4llvm9StringRefENS_13OpPassManager7NestingE",
             api.manager_construct},
            {"_ZN4mlir11PassManagerD1Ev", api.manager_destroy},
            {"_ZN4mlir13OpPassManager7addPassESt10unique_ptrINS_4PassESt14default_deleteIS2_EE", api.manager_add},
            {"_ZN4mlir11PassManager3runEPNS_9OperationE", api.manager_run}}},
          {"", SymbolGroup::Need::extra, {{"mlirOperationWriteBytecode", api.write_bytecode}}}};
}

Specimen::Specimen(const SpecimenApi& api) : api_(api) {
  api_.context_construct(context_, kNoThreads);
  outer_file_ = api_.file_location(context_, {"outer.mlir", 10}, 1, 2);
  file_ = api_.file_location(context_, {kFile.data(), kFile.size()}, kLine, kColumn);
  outer_ = api_.module_create(outer_file_, {{nullptr, 0}, false});
  inner_ = api_.module_create(file_, {{nullptr, 0}, false});
  api_.manager_construct(manager_, context_, {"builtin.module", 14}, kExplicit);
  api_.create_canonicalizer(&pass_);
  void* given = pass_;
  api_.manager_add(manager_, &given);
}

Specimen::~Specimen() {
  api_.manager_destroy(manager_);
  if (!is_nested_) api_.operation_erase(inner_);
  api_.operation_erase(outer_);
  api_.context_destroy(context_);
}

const void* Specimen::fused_location() const {
  const void* const parts[] = {file_, outer_file_};
  return api_.fused_location({parts, 2}, nullptr, const_cast<char*>(context_));
}

bool Specimen::nest() {
  const void* region = region_of(outer_);
  const void* block = region == nullptr ? nullptr : first_block_of(region);
  const void* parent = nullptr;
  if (block == nullptr || !read_safely(at(block, abi::Block::kParentRegion), parent)) return false;
  if ((reinterpret_cast<std::uintptr_t>(parent) & ~std::uintptr_t{7}) != reinterpret_cast<std::uintptr_t>(region)) {
    return false;
  }
  const void* end = end_of(block);
  if (end == nullptr) return false;
  // An OpBuilder: context, listener, block, insertion point.
  const void* builder[] = {context_, nullptr, block, end};
  api_.builder_insert(builder, inner_);
  is_nested_ = true;
  return true;
}

std::string Specimen::bytecode() const {
  std::string written;
  const auto append = [](abi::StringRef piece, void* user) { static_cast<std::string*>(user)->append(piece.view()); };
  if (api_.write_bytecode != nullptr) api_.write_bytecode(outer_, append, &written);
  return written;
}

bool read_safely(const void* address, const void*& word) noexcept {
  ::iovec here{&word, sizeof word};
  ::iovec there{const_cast<void*>(address), sizeof word};
  return ::process_vm_readv(::getpid(), &here, 1, &there, 1, 0) == static_cast<ssize_t>(sizeof word);
}

}  // namespace passevents::mlir
