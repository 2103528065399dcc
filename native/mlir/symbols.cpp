#include "mlir/symbols.h"

#include <dlfcn.h>

#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <string_view>

#include "mlir/closure_probe.h"

namespace passevents::mlir {

namespace {

constexpr int kOldestKnown = 22;
constexpr int kNewestKnown = 22;

// Functions of the C API that only the inspection of a build needs.
struct Probe {
  void* (*context_create)(bool threading);
  void (*context_destroy)(void*);
  void* (*module_create)(const void* location);
  void* (*module_operation)(void* module);
  void (*module_destroy)(void*);
  void (*write_bytecode)(void* operation, TextCallback, void* user);
  void* (*type_id_allocator_create)();
  void (*type_id_allocator_destroy)(void*);
  const void* (*type_id_create)(void* allocator);
  void* (*pass_manager_create)(void* context);
  void (*pass_manager_destroy)(void*);
  void (*pass_manager_add)(void*, void* pass);
};

// MlirExternalPassCallbacks.
struct ExternalPassCallbacks {
  void (*construct)(void*);
  void (*destruct)(void*);
  bool (*initialize)(void*, void*);
  void* (*clone)(void*);
  void (*run)(void*, void*, void*);
};
using CreateExternalPass = void* (*)(const void* type_id, abi::StringRef name, abi::StringRef argument,
                                     abi::StringRef description, abi::StringRef operation, std::intptr_t dialect_count,
                                     void* dialects, ExternalPassCallbacks callbacks, void* user);

// Looks symbols up in one loaded object and in what it depends on, and nowhere else.
class Loaded {
 public:
  explicit Loaded(const std::string& path) : path_(path), handle_(::dlopen(path.c_str(), RTLD_NOLOAD | RTLD_LAZY)) {
    if (handle_ == nullptr) throw UnsupportedBuild("the extension module " + path + " is not loaded in this process");
  }

  template <typename Function>
  void get(Function*& into, const char* symbol) const {
    void* found = ::dlsym(handle_, symbol);
    if (found == nullptr) {
      throw UnsupportedBuild("this MLIR build cannot be observed: the symbol " + std::string(symbol) +
                             " is missing from " + path_ + " and the libraries it loads");
    }
    into = reinterpret_cast<Function*>(found);
  }
  void* find(const char* symbol) const { return ::dlsym(handle_, symbol); }

 private:
  std::string path_;
  void* handle_;
};

void find_actions(const Loaded& loaded, Api& api) {
  loaded.get(api.register_action_handler,
             "_ZN4mlir11MLIRContext21registerActionHandlerESt8functionIFvN4llvm12function_refIFvvEEE"
             "RKNS_7tracing6ActionEEE");
  loaded.get(api.has_action_handler, "_ZN4mlir11MLIRContext16hasActionHandlerEv");
  loaded.get(api.is_multithreading_enabled, "_ZN4mlir11MLIRContext23isMultithreadingEnabledEv");
}

void find_operations(const Loaded& loaded, Api& api) {
  loaded.get(api.operation_name, "mlirOperationGetName");
  loaded.get(api.identifier_text, "mlirIdentifierStr");
  loaded.get(api.operation_location, "mlirOperationGetLocation");
  loaded.get(api.operation_parent, "mlirOperationGetParentOperation");
  loaded.get(api.block_parent, "mlirBlockGetParentOperation");
}

void find_locations(const Loaded& loaded, Api& api) {
  loaded.get(api.is_file_location, "mlirLocationIsAFileLineColRange");
  loaded.get(api.file_location_file, "mlirLocationFileLineColRangeGetFilename");
  loaded.get(api.file_location_line, "mlirLocationFileLineColRangeGetStartLine");
  loaded.get(api.file_location_column, "mlirLocationFileLineColRangeGetStartColumn");
  loaded.get(api.file_location_end_line, "mlirLocationFileLineColRangeGetEndLine");
  loaded.get(api.file_location_end_column, "mlirLocationFileLineColRangeGetEndColumn");
  loaded.get(api.is_name_location, "mlirLocationIsAName");
  loaded.get(api.name_location_name, "mlirLocationNameGetName");
  loaded.get(api.name_location_child, "mlirLocationNameGetChildLoc");
  loaded.get(api.is_call_site_location, "mlirLocationIsACallSite");
  loaded.get(api.call_site_callee, "mlirLocationCallSiteGetCallee");
  loaded.get(api.call_site_caller, "mlirLocationCallSiteGetCaller");
  loaded.get(api.is_fused_location, "mlirLocationIsAFused");
  loaded.get(api.fused_count, "mlirLocationFusedGetNumLocations");
  loaded.get(api.fused_locations, "mlirLocationFusedGetLocations");
  loaded.get(api.fused_metadata, "mlirLocationFusedGetMetadata");
  loaded.get(api.unknown_location, "mlirLocationUnknownGet");
  loaded.get(api.location_context, "mlirLocationGetContext");
  loaded.get(api.print_location, "mlirLocationPrint");
}

void find_running(const Loaded& loaded, Api& api) {
  loaded.get(api.run_pass_manager, "mlirPassManagerRunOnOp");
  loaded.get(api.attach_diagnostics, "mlirContextAttachDiagnosticHandler");
  loaded.get(api.detach_diagnostics, "mlirContextDetachDiagnosticHandler");
  loaded.get(api.print_diagnostic, "mlirDiagnosticPrint");
  loaded.get(api.diagnostic_location, "mlirDiagnosticGetLocation");
  loaded.get(api.diagnostic_severity, "mlirDiagnosticGetSeverity");
  loaded.get(api.diagnostic_note_count, "mlirDiagnosticGetNumNotes");
  loaded.get(api.diagnostic_note, "mlirDiagnosticGetNote");
}

Probe find_probe(const Loaded& loaded) {
  Probe probe;
  loaded.get(probe.context_create, "mlirContextCreateWithThreading");
  loaded.get(probe.context_destroy, "mlirContextDestroy");
  loaded.get(probe.module_create, "mlirModuleCreateEmpty");
  loaded.get(probe.module_operation, "mlirModuleGetOperation");
  loaded.get(probe.module_destroy, "mlirModuleDestroy");
  loaded.get(probe.write_bytecode, "mlirOperationWriteBytecode");
  loaded.get(probe.type_id_allocator_create, "mlirTypeIDAllocatorCreate");
  loaded.get(probe.type_id_allocator_destroy, "mlirTypeIDAllocatorDestroy");
  loaded.get(probe.type_id_create, "mlirTypeIDAllocatorAllocateTypeID");
  loaded.get(probe.pass_manager_create, "mlirPassManagerCreate");
  loaded.get(probe.pass_manager_destroy, "mlirPassManagerDestroy");
  loaded.get(probe.pass_manager_add, "mlirPassManagerAddOwnedPass");
  return probe;
}

// Bytecode is "ML\xefR", a version as a variable-length integer, and the producer as a C string: "MLIR22.1.8".
std::string version_of(const Probe& probe, void* operation) {
  std::string bytecode;
  const auto append = [](abi::StringRef piece, void* user) {
    static_cast<std::string*>(user)->append(piece.view());
  };
  probe.write_bytecode(operation, append, &bytecode);
  const std::size_t producer = bytecode.find("MLIR", 4);
  if (producer == std::string::npos || producer > 16) return "";
  return bytecode.c_str() + producer + 4;
}

void check_version(const std::string& version, const std::string& library) {
  const int major = std::atoi(version.c_str());
  if (major >= kOldestKnown && major <= kNewestKnown) return;
  throw UnsupportedBuild("this MLIR build cannot be observed: the layout of MLIR " +
                         (version.empty() ? std::string("of unknown version") : version) + " in " + library +
                         " is not known (known: " + std::to_string(kOldestKnown) + ")");
}

// The declarations of abi.h against what the build's own C API says of a module.
void check_layout(const Api& api, const void* operation, const void* location, const std::string& library) {
  const void* name = abi::Operation::name(operation);
  const bool same = abi::Operation::location(operation) == location && api.operation_location(operation) == location &&
                    name != nullptr;
  if (same && api.identifier_text(api.operation_name(operation)).view() == "builtin.module") return;
  throw UnsupportedBuild("this MLIR build cannot be observed: an operation in " + library +
                         " is not laid out as in the builds that are known");
}

// A pass through the C API, made only to see its virtual table.
const void* external_pass_table(const Loaded& loaded, const Probe& probe, void* context) {
  CreateExternalPass create = nullptr;
  loaded.get(create, "mlirCreateExternalPass");
  void* allocator = probe.type_id_allocator_create();
  const auto ignore = [](void*) {};
  const ExternalPassCallbacks callbacks{ignore, ignore, nullptr, [](void* user) { return user; },
                                        [](void*, void*, void*) {}};
  const abi::StringRef name{"passevents", 10};
  const abi::StringRef none{"", 0};
  void* pass = create(probe.type_id_create(allocator), name, name, none, none, 0, nullptr, callbacks, nullptr);
  const void* table = abi::read<const void*>(pass, 0);
  void* manager = probe.pass_manager_create(context);
  probe.pass_manager_add(manager, pass);
  probe.pass_manager_destroy(manager);
  probe.type_id_allocator_destroy(allocator);
  return table;
}

// An empty module in a context of its own, to look at.
class Specimen {
 public:
  Specimen(const Probe& probe, const Api& api)
      : context(probe.context_create(false)),
        location(api.unknown_location(context)),
        probe_(probe),
        module_(probe.module_create(location)),
        operation(probe.module_operation(module_)) {}
  ~Specimen() {
    probe_.module_destroy(module_);
    probe_.context_destroy(context);
  }
  Specimen(const Specimen&) = delete;
  Specimen& operator=(const Specimen&) = delete;

  void* const context;
  const void* const location;

 private:
  const Probe& probe_;
  void* const module_;

 public:
  void* const operation;
};

void inspect(const Loaded& loaded, Build& build) {
  const Probe probe = find_probe(loaded);
  const Specimen specimen(probe, build.api);
  build.version = version_of(probe, specimen.operation);
  check_version(build.version, build.library);
  check_layout(build.api, specimen.operation, specimen.location, build.library);
  build.external_pass = external_pass_table(loaded, probe, specimen.context);
}

const Build* load(const std::string& extension_module) {
  const Loaded loaded(extension_module);
  auto build = std::make_unique<Build>();
  find_actions(loaded, build->api);
  find_operations(loaded, build->api);
  find_locations(loaded, build->api);
  find_running(loaded, build->api);
  Dl_info info;
  const bool known = ::dladdr(reinterpret_cast<void*>(build->api.register_action_handler), &info) != 0;
  build->library = known && info.dli_fname != nullptr ? info.dli_fname : extension_module;
  inspect(loaded, *build);
  build->closures = learn_closures(build->api, [&](const char* symbol) { return loaded.find(symbol); });
  return build.release();
}

}  // namespace

const Build& find_build(const std::string& extension_module) {
  static std::mutex mutex;
  static auto* builds = new std::map<std::string, const Build*>;
  const std::lock_guard<std::mutex> lock(mutex);
  const Build*& build = (*builds)[extension_module];
  if (build == nullptr) build = load(extension_module);
  return *build;
}

}  // namespace passevents::mlir
