#include "mlir/build.h"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>

#include "mlir/closure_probe.h"
#include "mlir/elf_file.h"
#include "mlir/self_test.h"
#include "mlir/specimen.h"

namespace passevents::mlir {

namespace {

constexpr std::size_t kDelete = 1;  // in every virtual table: the destructor that also gives the memory back

// A pass through the C API, made only to see its virtual table.
const void* external_pass_table(const Api& api) {
  if (api.create_external_pass == nullptr) return nullptr;
  void* allocator = api.type_id_allocator_create();
  const auto ignore = [](void*) {};
  const ExternalPassCallbacks callbacks{ignore, ignore, nullptr, [](void* user) { return user; },
                                        [](void*, void*, void*) {}};
  const abi::StringRef name{"passevents", 10};
  const abi::StringRef none{"", 0};
  void* pass = api.create_external_pass(api.type_id_create(allocator), name, name, none, none, 0, nullptr, callbacks,
                                        nullptr);
  const void* table = abi::read<const void*>(pass, 0);
  abi::call_virtual<void>(pass, kDelete);
  api.type_id_allocator_destroy(allocator);
  return table;
}

Capability matches(const Closures& closures) {
  const bool known = closures.pattern.callback != nullptr;
  return {"matched", known ? "" : "it has no functions with which its patterns could be tried out"};
}

void append(std::vector<SymbolGroup>& groups, std::vector<SymbolGroup>&& more) {
  groups.insert(groups.end(), more.begin(), more.end());
}

// All symbols are looked up at once: a symbol table is long.
const Build* load(const std::string& extension_module) {
  const Library library(extension_module);
  auto build = std::make_unique<Build>();
  SpecimenApi specimen{};
  ClosureProbeApi probe{};
  std::vector<SymbolGroup> groups = symbol_groups(build->api);
  append(groups, specimen_groups(specimen));
  append(groups, closure_groups(probe));
  append(groups, inspection_groups(build->inspection));
  build->capabilities = resolve(library, groups);
  build->library = file_of(reinterpret_cast<const void*>(build->api.register_action_handler));
  build->build_id = ElfFile(build->library.c_str()).build_id();
  build->reach = library.reach();
  test_build(specimen, *build);
  build->external_pass = external_pass_table(build->api);
  build->closures = learn_closures(build->api, probe);
  build->capabilities.push_back(matches(build->closures));
  return build.release();
}

}  // namespace

bool Build::can(const char* capability) const noexcept {
  return std::any_of(capabilities.begin(), capabilities.end(), [&](const Capability& some) {
    return some.name == capability && some.missing.empty();
  });
}

const Build& find_build(const std::string& extension_module) {
  static std::mutex mutex;
  static auto* builds = new std::map<std::string, const Build*>;
  const std::lock_guard<std::mutex> lock(mutex);
  const Build*& build = (*builds)[extension_module];
  if (build == nullptr) build = load(extension_module);
  return *build;
}

}  // namespace passevents::mlir
