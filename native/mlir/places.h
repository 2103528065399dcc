// Where in the source an operation comes from.
//
// Locations nest: names, call sites and fused locations hold others. They are walked step by step, and for their text
// only so far, because a chain may be as long as the program that was inlined.
#pragma once

#include <cstdint>
#include <new>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "mlir/stream.h"
#include "mlir/symbols.h"

namespace passevents::mlir {

// The first file, line and column of a location. `file` lives as long as the context.
struct Place {
  std::string_view file;
  const void* file_address = nullptr;  // the uniqued attribute that holds its name
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  bool is_known = false;
  bool has_text = false;  // the location says more than file, line and column; then `text` is MLIR's spelling
  BoundedText text;
};

void find_place(const Api& api, const void* location, Place& place) noexcept;

// A walk over the parts of a location in the order in which MLIR prints them.
class LocationWalk {
 public:
  struct Part {
    enum class Kind { done, file, other, punctuation, name } kind;
    const void* location;   // of a file or another plain location
    std::string_view text;  // of a punctuation or a name
  };
  static constexpr std::size_t kMaxParts = 1024;

  LocationWalk(const Api& api, const void* location) noexcept : api_(api) { push(location); }
  Part next() noexcept;

 private:
  // Either a location that is still to be walked, or a text that is to be given out.
  struct Pending {
    const void* location;
    const char* punctuation;
  };
  static constexpr std::size_t kMaxPending = 192;
  static constexpr unsigned kMaxFused = 32;

  void push(const void* location) noexcept { push(Pending{location, nullptr}); }
  void push(const char* punctuation) noexcept { push(Pending{nullptr, punctuation}); }
  void push(Pending pending) noexcept;
  Part enter(const void* location) noexcept;
  Part enter_name(const void* location) noexcept;
  void enter_fused(const void* location) noexcept;

  const Api& api_;
  // A stack in a ring: when it is full the outermost parts are forgotten, and the walk says so at its end.
  Pending pending_[kMaxPending];
  std::size_t top_ = 0;
  std::size_t size_ = 0;
  std::size_t parts_ = 0;
  bool forgot_ = false;
};

// The file locations inside, the innermost callee and the first part first, each once: parts may be shared so often that
// a walk over all of them would not end.
class FilesInside {
 public:
  FilesInside(const Api& api, const void* location) : api_(api), pending_{location} {}
  const void* next();  // null at the end; may throw std::bad_alloc

 private:
  void push_parts(const void* location);

  const Api& api_;
  std::vector<const void*> pending_;
  std::unordered_set<const void*> seen_;
};

// Calls visit(file, line, column) for the file locations inside until it returns true. Says whether it did.
template <typename Visit>
bool any_place(const Api& api, const void* location, Visit&& visit) noexcept {
  try {
    FilesInside files(api, location);
    while (const void* file_location = files.next()) {
      const FilePosition position = api.file_position(file_location);
      if (visit(api.text(position.file).view(), position.line, position.column)) return true;
    }
  } catch (const std::bad_alloc&) {
  }
  return false;
}

}  // namespace passevents::mlir
