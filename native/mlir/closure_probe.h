// Learns what the closures of a build capture, on a small program of its own whose outcomes it decides itself.
#pragma once

#include <vector>

#include "mlir/closure.h"
#include "mlir/symbols.h"

namespace passevents::mlir {

// MlirRewritePatternCallbacks. MlirLogicalResult is one byte, 1 for success.
struct PatternCallbacks {
  void (*construct)(void*);
  void (*destruct)(void*);
  bool (*match_and_rewrite)(const void* pattern, void* operation, void* rewriter, void* user);
};

// The functions of the C API with which patterns are written and applied; from MLIR 22 on.
struct RewriteApi {
  void* (*context_create)(bool threading);
  void (*context_destroy)(void*);
  void* (*module_parse)(void* context, abi::StringRef text);
  void* (*module_operation)(void* module);
  void (*module_destroy)(void*);
  const void* (*unit_attribute)(void* context);
  void (*set_attribute)(void* operation, abi::StringRef name, const void* attribute);
  const void* (*pattern_create)(abi::StringRef root, unsigned benefit, void* context, PatternCallbacks callbacks,
                                void* user, std::size_t generated, abi::StringRef* generated_names);
  void* (*rewriter_base)(void* rewriter);
  void (*start_modification)(void* rewriter, void* operation);
  void (*finish_modification)(void* rewriter, void* operation);
  void* (*patterns_create)(void* context);
  void (*patterns_add)(void* patterns, const void* pattern);
  void* (*patterns_freeze)(void* patterns);
  void (*frozen_destroy)(void* frozen);
  void (*walk)(void* operation, void* frozen);
  void* (*config_create)();
  void (*config_destroy)(void*);
  bool (*apply_greedily)(void* operation, void* frozen, void* config);
};

// The functions with which a conversion is run that succeeds or fails.
struct ConversionApi {
  void* (*context_create)(bool threading);
  void (*context_destroy)(void*);
  const void* (*function_dialect)();
  void* (*load_dialect)(const void* handle, void* context);
  void* (*module_parse)(void* context, abi::StringRef text);
  void* (*module_operation)(void* module);
  void (*module_destroy)(void*);
  void* (*pass_manager_create)(void* context);
  void (*pass_manager_destroy)(void*);
  void (*pass_manager_add)(void*, void* pass);
  void* (*convert_functions)();
};

// What learning takes. Where some of it is missing, all of that part is null.
struct ClosureProbeApi {
  RewriteApi rewrite;
  ConversionApi conversion;
};
std::vector<SymbolGroup> closure_groups(ClosureProbeApi& api);

// What cannot be learned, for want of functions or because nothing fits what was seen, stays unknown. Takes a few
// milliseconds.
Closures learn_closures(const Api& api, const ClosureProbeApi& probe);

}  // namespace passevents::mlir
