// Finding an MLIR build that the process has loaded, and the functions of it that the recorder calls.
//
// Nothing is linked: a build is found through the Python extension module that a context came from, so that two
// builds in one process are never mixed up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>

#include "mlir/abi.h"
#include "mlir/closure.h"

namespace passevents::mlir {

// This build cannot be observed; the message says what was looked for and what was found.
class UnsupportedBuild : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

using ActionHandler = std::function<void(abi::FunctionRef, const abi::Action&)>;
using TextCallback = void (*)(abi::StringRef, void*);
using DiagnosticCallback = bool (*)(void* diagnostic, void* user);  // MlirLogicalResult is one byte

// Functions of one build. The C API's structures of one pointer are passed as that pointer: the ABI is the same.
struct Api {
  void (*register_action_handler)(void* context, ActionHandler);
  bool (*has_action_handler)(void* context);
  bool (*is_multithreading_enabled)(void* context);

  const void* (*operation_name)(const void* operation);  // an MlirIdentifier
  abi::StringRef (*identifier_text)(const void* identifier);
  const void* (*operation_location)(const void* operation);
  const void* (*operation_parent)(const void* operation);
  const void* (*block_parent)(const void* block);

  bool (*is_file_location)(const void*);
  const void* (*file_location_file)(const void*);  // an MlirIdentifier
  int (*file_location_line)(const void*);
  int (*file_location_column)(const void*);
  int (*file_location_end_line)(const void*);
  int (*file_location_end_column)(const void*);
  bool (*is_name_location)(const void*);
  const void* (*name_location_name)(const void*);  // an MlirIdentifier
  const void* (*name_location_child)(const void*);
  bool (*is_call_site_location)(const void*);
  const void* (*call_site_callee)(const void*);
  const void* (*call_site_caller)(const void*);
  bool (*is_fused_location)(const void*);
  unsigned (*fused_count)(const void*);
  void (*fused_locations)(const void*, const void**);
  const void* (*fused_metadata)(const void*);  // an attribute, or null
  const void* (*unknown_location)(void* context);
  void* (*location_context)(const void*);
  void (*print_location)(const void*, TextCallback, void* user);

  bool (*run_pass_manager)(void* pass_manager, void* operation);
  std::uint64_t (*attach_diagnostics)(void* context, DiagnosticCallback, void* user, void (*drop)(void*));
  void (*detach_diagnostics)(void* context, std::uint64_t id);
  void (*print_diagnostic)(void* diagnostic, TextCallback, void* user);
  const void* (*diagnostic_location)(void* diagnostic);
  int (*diagnostic_severity)(void* diagnostic);
  std::intptr_t (*diagnostic_note_count)(void* diagnostic);
  void* (*diagnostic_note)(void* diagnostic, std::intptr_t at);
};

// One MLIR build in this process. Never destroyed: handlers may outlive everything else.
struct Build {
  std::string library;  // the file that holds MLIR
  std::string version;  // "22.1.8"
  Api api;
  const void* external_pass;  // the virtual table of passes made through the C API, those written in Python
  Closures closures;

  // Passes that call into Python: frames of the core may open inside them.
  bool is_external(const void* pass) const noexcept { return abi::read<const void*>(pass, 0) == external_pass; }
};

// The build behind the extension module at that path, which must be loaded already. Throws UnsupportedBuild.
const Build& find_build(const std::string& extension_module);

}  // namespace passevents::mlir
