// One MLIR build in this process: recognised, looked up and tested before anything of it is trusted.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "mlir/closure.h"
#include "mlir/closure_learner.h"
#include "mlir/inspection_api.h"
#include "mlir/symbols.h"

namespace passevents::mlir {

// Never destroyed: handlers may outlive everything else.
struct Build {
  std::string library;   // the file that holds MLIR
  std::string version;   // "22.1.8"; "" if the library does not say
  std::string build_id;  // of the linker; "" if it has none
  std::string reach;     // how its symbols were found
  Api api{};
  const void* external_pass = nullptr;  // the virtual table of passes made through the C API: those written in Python
  Closures closures;
  // Where its patterns could not be tried out; null where they were, or cannot be compared either.
  std::unique_ptr<ClosureLearner> learner;
  InspectionApi inspection;
  // What is recorded of it, and what is not and why; in the order in which it is told.
  std::vector<Capability> capabilities;

  // Passes that call into Python: frames of the core may open inside them.
  bool is_external(const void* pass) const noexcept { return abi::read<const void*>(pass, 0) == external_pass; }
  // Whether it has that capability.
  bool can(const char* capability) const noexcept;
};

// What can be said of a library that is not loaded. Where a required symbol is missing, `fault` says which.
struct FileReport {
  std::string version;
  std::string reach;  // "" where it cannot be reached at all
  std::string fault;
  std::vector<Capability> capabilities;
};
FileReport inspect_file(const std::string& path);

// The build behind the extension module at that path, which must be loaded already. Throws UnsupportedBuild.
const Build& find_build(const std::string& extension_module);

}  // namespace passevents::mlir
