#include "mlir/diagnostics.h"

#include <new>

#include "mlir/places.h"

namespace passevents::mlir {

namespace {

constexpr std::size_t kMaxDiagnostics = 10000;  // of a run; a compiler that says more says nothing
constexpr int kMaxNoteDepth = 8;

void append(abi::StringRef piece, void* user) { static_cast<std::string*>(user)->append(piece.view()); }

}  // namespace

Diagnostics::Diagnostics(const Api& api, void* context)
    : api_(api), context_(context), id_(api.attach_diagnostics(context, &Diagnostics::take, this, nullptr)) {}

Diagnostics::~Diagnostics() { api_.detach_diagnostics(context_, id_); }

// MLIR calls it under its own lock, in the order of the operations.
bool Diagnostics::take(void* diagnostic, void* self) {
  auto* diagnostics = static_cast<Diagnostics*>(self);
  try {
    if (diagnostics->collected_.size() < kMaxDiagnostics) {
      diagnostics->collected_.push_back(read_diagnostic(diagnostics->api_, diagnostic));
    }
  } catch (const std::bad_alloc&) {
    return true;  // a diagnostic less; nothing may be thrown into the compiler
  }
  return true;
}

Diagnostic read_diagnostic(const Api& api, void* diagnostic, int depth) {
  Diagnostic result;
  result.severity = api.diagnostic_severity(diagnostic);
  api.print_diagnostic(diagnostic, &append, &result.message);
  Place place;
  find_place(api, api.diagnostic_location(diagnostic), place);
  result.file = place.file;
  result.line = place.line;
  result.column = place.column;
  if (place.has_text) result.location = place.text.view();
  const std::intptr_t notes = depth < kMaxNoteDepth ? api.diagnostic_note_count(diagnostic) : 0;
  for (std::intptr_t at = 0; at < notes; ++at) {
    result.notes.push_back(read_diagnostic(api, api.diagnostic_note(diagnostic, at), depth + 1));
  }
  return result;
}

}  // namespace passevents::mlir
