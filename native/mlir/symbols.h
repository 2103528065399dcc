// The functions of an MLIR build that the recorder calls, by the capability they give.
//
// Nothing is linked: a build is looked through when a context of it is attached to. Most of these are MLIR's own C++
// functions, which are the same from MLIR 18 to 24 and which every build has, Triton's among them. The C API is
// used for what has no such function. To look one more up: a member here, and a line in symbol_groups().
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "mlir/abi.h"
#include "mlir/library.h"

namespace passevents::mlir {

using ActionHandler = std::function<void(abi::FunctionRef, const abi::Action&)>;
using TextCallback = void (*)(abi::StringRef, void*);
using DiagnosticCallback = bool (*)(void* diagnostic, void* user);  // MlirLogicalResult is one byte

// An attribute is one pointer; its member functions get the address of that.
using AttributePointer = const void* const*;

enum class LocationKind : std::uint8_t { file, name, call_site, fused, unknown, other };

// What a location in a file says. `file` is a StringAttr.
struct FilePosition {
  const void* file;
  unsigned line, column, end_line, end_column;
  bool is_range() const noexcept { return end_line != line || end_column != column; }
};

// MlirExternalPassCallbacks.
struct ExternalPassCallbacks {
  void (*construct)(void*);
  void (*destruct)(void*);
  bool (*initialize)(void*, void*);
  void* (*clone)(void*);
  void (*run)(void*, void*, void*);
};

// Functions of one build. Null where the capability is missing. The C API's structures of one pointer are passed as
// that pointer: the ABI is the same.
struct Api {
  // actions
  void (*register_action_handler)(void* context, ActionHandler);
  bool (*has_action_handler)(void* context);
  bool (*is_multithreading_enabled)(void* context);

  // modules of Triton
  void* (*region_context)(void* region);

  // names
  abi::StringRef (*string_value)(AttributePointer string);

  // locations: the TypeIDs of their kinds, and what each kind says
  const void* file_type;
  const void* name_type;
  const void* call_site_type;
  const void* fused_type;
  const void* unknown_type;
  std::size_t type_id_offset;  // in AbstractAttribute; found by the self-test
  const void* (*file_location_file)(AttributePointer);
  unsigned (*file_location_line)(AttributePointer);
  unsigned (*file_location_column)(AttributePointer);
  unsigned (*file_location_end_line)(AttributePointer);    // null before MLIR 21, which has no ranges
  unsigned (*file_location_end_column)(AttributePointer);  // likewise
  const void* (*name_location_name)(AttributePointer);
  const void* (*name_location_child)(AttributePointer);
  const void* (*call_site_callee)(AttributePointer);
  const void* (*call_site_caller)(AttributePointer);
  abi::ArrayRef (*fused_locations)(AttributePointer);
  const void* (*fused_metadata)(AttributePointer);  // an attribute, or null
  void (*print_attribute)(AttributePointer, void* stream, bool elide_type);

  // pipelines
  bool (*run_pass_manager)(void* pass_manager, void* operation);

  // instrumentation
  void (*add_instrumentation)(void* pass_manager, void** owner);  // the address of a unique_ptr, which is emptied
  void* (*context_of)(AttributePointer);

  // diagnostics
  std::uint64_t (*attach_diagnostics)(void* context, DiagnosticCallback, void* user, void (*drop)(void*));
  void (*detach_diagnostics)(void* context, std::uint64_t id);
  void (*print_diagnostic)(void* diagnostic, TextCallback, void* user);
  const void* (*diagnostic_location)(void* diagnostic);
  int (*diagnostic_severity)(void* diagnostic);
  std::intptr_t (*diagnostic_note_count)(void* diagnostic);
  void* (*diagnostic_note)(void* diagnostic, std::intptr_t at);

  // python passes
  void* (*type_id_allocator_create)();
  void (*type_id_allocator_destroy)(void*);
  const void* (*type_id_create)(void* allocator);
  void* (*create_external_pass)(const void* type_id, abi::StringRef name, abi::StringRef argument,
                                abi::StringRef description, abi::StringRef operation, std::intptr_t dialect_count,
                                void* dialects, ExternalPassCallbacks callbacks, void* user);

  abi::StringRef text(const void* string) const noexcept { return string_value(&string); }
  abi::StringRef operation_name(const void* operation) const noexcept {
    return text(abi::OperationName::text(abi::Operation::name(operation)));
  }
  LocationKind location_kind(const void* location) const noexcept;
  FilePosition file_position(const void* location) const noexcept;
};

// A function or an object of a build, and where its address goes.
struct Symbol {
  template <typename T>
  Symbol(const char* name, T*& into, const char* or_else = nullptr) noexcept
      : name(name), or_else(or_else), into(&into) {}

  const char* name;
  const char* or_else;  // its name in older versions
  void* into;           // a pointer
};

// What a build gives when it has all of some symbols.
struct SymbolGroup {
  const char* capability;  // "" for what is not told of
  enum class Need {
    required,  // without it a build is refused
    optional,  // without it the capability is missing
    extra,     // without it something is missing that such a build cannot have
  } need;
  std::vector<Symbol> symbols;
};

// Those of the recorder, for an Api that is to be filled; in the order in which they are told of.
std::vector<SymbolGroup> symbol_groups(Api& api);

// A capability and, where a build does not have it, why.
struct Capability {
  std::string name;
  std::string missing;
};

using Addresses = std::unordered_map<std::string, const void*>;

// All names in some groups.
std::vector<std::string> names_of(const std::vector<SymbolGroup>& groups);
// The first symbol of a group that is not among those, or null.
const char* first_missing(const Addresses& found, const SymbolGroup& group);
// Puts those addresses into the groups' places, and tells of each capability. Of a group that is incomplete nothing
// is kept.
std::vector<Capability> fill(const Addresses& found, const std::vector<SymbolGroup>& groups);

// Looks all of it up. Throws UnsupportedBuild where a required group is incomplete.
std::vector<Capability> resolve(const Library& library, const std::vector<SymbolGroup>& groups);

}  // namespace passevents::mlir
