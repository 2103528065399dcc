// A module in a module, made in a context of our own through MLIR's own functions, to compare a build with.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "mlir/symbols.h"

namespace passevents::mlir {

// What making and running it takes; used by nothing else.
struct SpecimenApi {
  void (*context_construct)(void* at, int threading);
  void (*context_destroy)(void* at);
  const void* (*unknown_location)(void* context);
  const void* (*file_location)(void* context, abi::StringRef file, unsigned line, unsigned column);
  const void* (*name_location)(const void* name, const void* child);
  const void* (*call_site_location)(const void* callee, const void* caller);
  const void* (*fused_location)(abi::ArrayRef parts, const void* metadata, void* context);
  void* (*module_create)(const void* location, abi::OptionalStringRef name);
  void (*operation_erase)(void* operation);
  void (*builder_insert)(void* builder, void* operation);
  void (*create_canonicalizer)(void** result);  // a std::unique_ptr
  void (*manager_construct)(void* at, void* context, abi::StringRef operation, int nesting);
  void (*manager_destroy)(void* at);
  void (*manager_add)(void* manager, void** pass);  // likewise
  bool (*manager_run)(void* manager, void* operation);  // LogicalResult is one byte
  void (*write_bytecode)(void* operation, TextCallback, void* user);  // of the C API; null where there is none
};
std::vector<SymbolGroup> specimen_groups(SpecimenApi& api);

class Specimen {
 public:
  static constexpr std::string_view kFile = "inner.mlir";
  static constexpr unsigned kLine = 3;
  static constexpr unsigned kColumn = 4;

  explicit Specimen(const SpecimenApi& api);
  ~Specimen();
  Specimen(const Specimen&) = delete;
  Specimen& operator=(const Specimen&) = delete;

  void* context() noexcept { return context_; }
  const void* file_location() const noexcept { return file_; }  // of the inner module
  const void* unknown_location() const { return api_.unknown_location(const_cast<char*>(context_)); }
  const void* name_location(const void* name) const { return api_.name_location(name, file_); }
  const void* call_site_location() const { return api_.call_site_location(file_, outer_file_); }
  const void* fused_location() const;

  const void* outer() const noexcept { return outer_; }
  const void* inner() const noexcept { return inner_; }
  // Puts the inner module into the block of the outer one. False if that block is not where it should be.
  bool nest();

  // The outer module, as the C API writes it; "" without one.
  std::string bytecode() const;

  const void* pass() const noexcept { return pass_; }  // a canonicalizer
  // Runs it on the inner module; false if that failed.
  bool run() { return api_.manager_run(manager_, inner_); }

 private:
  const SpecimenApi& api_;
  // More than these objects take in any version.
  alignas(16) char context_[512] = {};
  alignas(16) char manager_[2048] = {};
  const void* outer_file_ = nullptr;
  const void* file_ = nullptr;
  void* outer_ = nullptr;
  void* inner_ = nullptr;
  bool is_nested_ = false;
  void* pass_ = nullptr;
};

// Reads a word of this process, and says so if there is none at that address.
bool read_safely(const void* address, const void*& word) noexcept;

}  // namespace passevents::mlir
