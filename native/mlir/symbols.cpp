#include "mlir/symbols.h"

#include <cstring>

namespace passevents::mlir {

namespace {

using Need = SymbolGroup::Need;

SymbolGroup actions(Api& api) {
  return {"actions",
          Need::required,
          {{kRegisterActionHandler, api.register_action_handler},
           {"_ZN4mlir11MLIRContext16hasActionHandlerEv", api.has_action_handler},
           {"_ZN4mlir11MLIRContext23isMultithreadingEnabledEv", api.is_multithreading_enabled}}};
}

SymbolGroup locations(Api& api) {
  return {"locations",
          Need::required,
          {{"_ZN4mlir6detail14TypeIDResolverINS_16FileLineColRangeEvE2idE", api.file_type,
            "_ZN4mlir6detail14TypeIDResolverINS_14FileLineColLocEvE2idE"},
           {"_ZN4mlir6detail14TypeIDResolverINS_7NameLocEvE2idE", api.name_type},
           {"_ZN4mlir6detail14TypeIDResolverINS_11CallSiteLocEvE2idE", api.call_site_type},
           {"_ZN4mlir6detail14TypeIDResolverINS_8FusedLocEvE2idE", api.fused_type},
           {"_ZN4mlir6detail14TypeIDResolverINS_10UnknownLocEvE2idE", api.unknown_type},
           {"_ZNK4mlir14FileLineColLoc11getFilenameEv", api.file_location_file},
           {"_ZNK4mlir14FileLineColLoc7getLineEv", api.file_location_line},
           {"_ZNK4mlir14FileLineColLoc9getColumnEv", api.file_location_column},
           {"_ZNK4mlir7NameLoc7getNameEv", api.name_location_name},
           {"_ZNK4mlir7NameLoc11getChildLocEv", api.name_location_child},
           {"_ZNK4mlir11CallSiteLoc9getCalleeEv", api.call_site_callee},
           {"_ZNK4mlir11CallSiteLoc9getCallerEv", api.call_site_caller},
           {"_ZNK4mlir8FusedLoc12getLocationsEv", api.fused_locations},
           {"_ZNK4mlir8FusedLoc11getMetadataEv", api.fused_metadata},
           {"_ZNK4mlir9Attribute5printERN4llvm11raw_ostreamEb", api.print_attribute}}};
}

SymbolGroup location_ranges(Api& api) {
  return {"",
          Need::extra,
          {{"_ZNK4mlir16FileLineColRange10getEndLineEv", api.file_location_end_line},
           {"_ZNK4mlir16FileLineColRange12getEndColumnEv", api.file_location_end_column}}};
}

SymbolGroup instrumentation(Api& api) {
  return {"instrumentation",
          Need::optional,
          {{"_ZN4mlir11PassManager18addInstrumentationESt10unique_ptrINS_19PassInstrumentationESt14default_deleteIS2_EE",
            api.add_instrumentation},
           {"_ZNK4mlir9Attribute10getContextEv", api.context_of}}};
}

SymbolGroup diagnostics(Api& api) {
  return {"diagnostics",
          Need::optional,
          {{"mlirContextAttachDiagnosticHandler", api.attach_diagnostics},
           {"mlirContextDetachDiagnosticHandler", api.detach_diagnostics},
           {"mlirDiagnosticPrint", api.print_diagnostic},
           {"mlirDiagnosticGetLocation", api.diagnostic_location},
           {"mlirDiagnosticGetSeverity", api.diagnostic_severity},
           {"mlirDiagnosticGetNumNotes", api.diagnostic_note_count},
           {"mlirDiagnosticGetNote", api.diagnostic_note}}};
}

SymbolGroup python_passes(Api& api) {
  return {"python passes",
          Need::optional,
          {{"mlirTypeIDAllocatorCreate", api.type_id_allocator_create},
           {"mlirTypeIDAllocatorDestroy", api.type_id_allocator_destroy},
           {"mlirTypeIDAllocatorAllocateTypeID", api.type_id_create},
           {"mlirCreateExternalPass", api.create_external_pass}}};
}

const void* address_of(const Addresses& found, const Symbol& symbol) {
  const auto place = found.find(symbol.name);
  if (place != found.end()) return place->second;
  const auto older = symbol.or_else == nullptr ? found.end() : found.find(symbol.or_else);
  return older == found.end() ? nullptr : older->second;
}

void put(const Symbol& symbol, const void* address) { std::memcpy(symbol.into, &address, sizeof address); }

}  // namespace

std::vector<SymbolGroup> symbol_groups(Api& api) {
  return {actions(api),
          {"names", Need::required, {{"_ZNK4mlir10StringAttr8getValueEv", api.string_value}}},
          locations(api),
          location_ranges(api),
          {"", Need::optional, {{"_ZN4mlir6Region10getContextEv", api.region_context}}},
          {"pipelines", Need::optional, {{"mlirPassManagerRunOnOp", api.run_pass_manager}}},
          instrumentation(api),
          diagnostics(api),
          python_passes(api)};
}

std::vector<std::string> names_of(const std::vector<SymbolGroup>& groups) {
  std::vector<std::string> names;
  for (const SymbolGroup& group : groups) {
    for (const Symbol& symbol : group.symbols) {
      names.emplace_back(symbol.name);
      if (symbol.or_else != nullptr) names.emplace_back(symbol.or_else);
    }
  }
  return names;
}

const char* first_missing(const Addresses& found, const SymbolGroup& group) {
  for (const Symbol& symbol : group.symbols) {
    if (address_of(found, symbol) == nullptr) return symbol.name;
  }
  return nullptr;
}

std::vector<Capability> fill(const Addresses& found, const std::vector<SymbolGroup>& groups) {
  std::vector<Capability> capabilities;
  for (const SymbolGroup& group : groups) {
    const char* missing = first_missing(found, group);
    for (const Symbol& symbol : group.symbols) put(symbol, missing == nullptr ? address_of(found, symbol) : nullptr);
    if (group.need == Need::extra || group.capability[0] == '\0') continue;
    capabilities.push_back({group.capability, missing == nullptr ? "" : "it has no " + std::string(missing)});
  }
  return capabilities;
}

LocationKind Api::location_kind(const void* location) const noexcept {
  const auto* type = abi::read<const void*>(abi::Attribute::abstract(location), type_id_offset);
  if (type == file_type) return LocationKind::file;
  if (type == name_type) return LocationKind::name;
  if (type == call_site_type) return LocationKind::call_site;
  if (type == fused_type) return LocationKind::fused;
  return type == unknown_type ? LocationKind::unknown : LocationKind::other;
}

FilePosition Api::file_position(const void* location) const noexcept {
  FilePosition position{file_location_file(&location), file_location_line(&location), file_location_column(&location),
                        0, 0};
  const bool has_end = file_location_end_line != nullptr;
  position.end_line = has_end ? file_location_end_line(&location) : position.line;
  position.end_column = has_end ? file_location_end_column(&location) : position.column;
  return position;
}

std::vector<Capability> resolve(const Library& library, const std::vector<SymbolGroup>& groups) {
  const Addresses found = library.find(names_of(groups));
  for (const SymbolGroup& group : groups) {
    const char* missing = first_missing(found, group);
    if (missing != nullptr && group.need == Need::required) throw library.without(missing);
  }
  return fill(found, groups);
}

}  // namespace passevents::mlir
