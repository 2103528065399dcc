#include "mlir/inspection_api.h"

namespace passevents::mlir {

namespace {

using Need = SymbolGroup::Need;

SymbolGroup walking(InspectionApi& api) {
  return {"operation counts",
          Need::optional,
          {{"mlirOperationGetNumRegions", api.region_count},
           {"mlirOperationGetRegion", api.region},
           {"mlirRegionGetFirstBlock", api.first_block},
           {"mlirBlockGetNextInRegion", api.next_block},
           {"mlirBlockGetFirstOperation", api.first_operation},
           {"mlirOperationGetNextInBlock", api.next_operation},
           {"mlirBlockGetNumArguments", api.argument_count},
           {"mlirBlockGetArgument", api.argument},
           {"mlirValueGetType", api.value_type}}};
}

SymbolGroup printing(InspectionApi& api) {
  return {"snapshots",
          Need::optional,
          {{"mlirOpPrintingFlagsCreate", api.flags_create},
           {"mlirOpPrintingFlagsDestroy", api.flags_destroy},
           {"mlirOpPrintingFlagsElideLargeElementsAttrs", api.flags_elide_elements},
           {"mlirOpPrintingFlagsPrintGenericOpForm", api.flags_generic},
           {"mlirOpPrintingFlagsUseLocalScope", api.flags_local_scope},
           {"mlirOperationPrintWithFlags", api.print}}};
}

}  // namespace

std::vector<SymbolGroup> inspection_groups(InspectionApi& api) {
  return {{"fingerprints",
           Need::optional,
           {{"_ZN4mlir20OperationFingerPrintC1EPNS_9OperationEb", api.fingerprint,
             "_ZN4mlir20OperationFingerPrintC1EPNS_9OperationE"}}},
          {"pass options",
           Need::optional,
           {{"_ZN4mlir4Pass22printAsTextualPipelineERN4llvm11raw_ostreamEb", api.print_pass,
             "_ZN4mlir4Pass22printAsTextualPipelineERN4llvm11raw_ostreamE"}}},
          walking(api),
          printing(api),
          {"", Need::extra, {{"mlirOpPrintingFlagsElideLargeResourceString", api.flags_elide_resources}}}};
}

}  // namespace passevents::mlir
