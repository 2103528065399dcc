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

Capability matches(bool is_known) {
  return {"matched", is_known ? "" : "it has no functions with which its patterns could be tried out"};
}

void append(std::vector<SymbolGroup>& groups, std::vector<SymbolGroup>&& more) {
  groups.insert(groups.end(), more.begin(), more.end());
}

// Everything that is looked up of a build, and where it goes.
struct Everything {
  Api& api;
  InspectionApi& inspection;
  SpecimenApi specimen{};
  ClosureProbeApi probe{};

  // All at once: a symbol table is long.
  std::vector<SymbolGroup> groups() {
    std::vector<SymbolGroup> all = symbol_groups(api);
    append(all, specimen_groups(specimen));
    append(all, closure_groups(probe));
    append(all, inspection_groups(inspection));
    return all;
  }
};

// What needs another capability, and is missing with it.
void require(std::vector<Capability>& capabilities, const char* dependent, const char* needed) {
  const auto named = [&](const char* name) {
    return std::find_if(capabilities.begin(), capabilities.end(), [&](const Capability& each) { return each.name == name; });
  };
  const auto one = named(dependent), other = named(needed);
  if (one == capabilities.end() || other == capabilities.end()) return;
  if (one->missing.empty()) one->missing = other->missing;
}

void require_each_other(std::vector<Capability>& capabilities) {
  // MLIR's fingerprint leaves out the types of block arguments: alone it cannot say that nothing changed.
  require(capabilities, "fingerprints", "operation counts");
  // Pass managers without a C API do not say where they are.
  require(capabilities, "instrumentation", "pipelines");
}

// What takes no symbols of its own: it is where the self-test finds it, or the build is refused.
void add_read_by_layout(std::vector<Capability>& capabilities) {
  capabilities.push_back({"parents", ""});
  capabilities.push_back({"failures", ""});
}

const Build* load(const std::string& extension_module) {
  const Library library(extension_module);
  auto build = std::make_unique<Build>();
  Everything wanted{build->api, build->inspection};
  build->capabilities = resolve(library, wanted.groups());
  require_each_other(build->capabilities);
  build->library = file_of(reinterpret_cast<const void*>(build->api.register_action_handler));
  build->build_id = ElfFile(build->library.c_str()).build_id();
  build->reach = library.reach();
  test_build(wanted.specimen, *build);
  add_read_by_layout(build->capabilities);
  build->external_pass = external_pass_table(build->api);
  build->closures = learn_closures(build->api, wanted.probe);
  if (build->closures.pattern.callback == nullptr && build->inspection.fingerprint != nullptr) {
    build->learner = std::make_unique<ClosureLearner>();
  }
  build->capabilities.push_back(matches(build->closures.pattern.callback != nullptr || build->learner != nullptr));
  return build.release();
}

Addresses offsets_in(const ElfFile& file, ElfFile::Table table, const std::vector<SymbolGroup>& groups) {
  Addresses found;
  for (const auto& [name, entry] : file.find(table, names_of(groups))) {
    found[name] = reinterpret_cast<const void*>(entry.value);
  }
  return found;
}

std::string first_fault(const Addresses& found, const std::vector<SymbolGroup>& groups) {
  for (const SymbolGroup& group : groups) {
    const char* missing = group.need == SymbolGroup::Need::required ? first_missing(found, group) : nullptr;
    if (missing != nullptr) return std::string("it has no ") + missing;
  }
  return "";
}

}  // namespace

bool Build::can(const char* capability) const noexcept {
  return std::any_of(capabilities.begin(), capabilities.end(), [&](const Capability& some) {
    return some.name == capability && some.missing.empty();
  });
}

FileReport inspect_file(const std::string& path) {
  const ElfFile file(path.c_str());
  Api api{};
  InspectionApi inspection{};
  Everything wanted{api, inspection};
  const std::vector<SymbolGroup> groups = wanted.groups();
  const Addresses exported = offsets_in(file, ElfFile::Table::exported, groups);
  const bool exports = exported.count(kRegisterActionHandler) != 0;
  const Addresses found = exports ? exported : offsets_in(file, ElfFile::Table::all, groups);
  FileReport report{file.mlir_version(), "", first_fault(found, groups), fill(found, groups)};
  if (report.fault.empty()) report.reach = exports ? "dynamic symbols" : "symbol table";
  require_each_other(report.capabilities);
  add_read_by_layout(report.capabilities);
  report.capabilities.push_back(matches(wanted.probe.rewrite.context_create != nullptr || wanted.inspection.fingerprint != nullptr));
  return report;
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
