// What the compiler says: copied where it says it, and collected.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mlir/symbols.h"

namespace passevents::mlir {

struct Diagnostic {
  int severity = 0;  // MLIR's: 0 error, 1 warning, 2 note, 3 remark
  std::string message;
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string location;  // only where it is more than file, line and column
  std::vector<Diagnostic> notes;
};

// A copy of one, to be made in its handler: what it holds is the compiler's.
Diagnostic read_diagnostic(const Api& api, void* diagnostic, int depth = 0);

// Collects a context's diagnostics for its lifetime; nothing is printed.
class Diagnostics {
 public:
  Diagnostics(const Api& api, void* context);
  ~Diagnostics();
  Diagnostics(const Diagnostics&) = delete;
  Diagnostics& operator=(const Diagnostics&) = delete;

  const std::vector<Diagnostic>& collected() const noexcept { return collected_; }

 private:
  static bool take(void* diagnostic, void* self);
  const Api& api_;
  void* const context_;
  std::vector<Diagnostic> collected_;
  std::uint64_t id_;
};

}  // namespace passevents::mlir
