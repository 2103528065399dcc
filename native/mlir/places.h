// Where in the source an operation comes from.
//
// Locations nest: names, call sites and fused locations hold others. They are walked step by step and only so
// far, because a chain may be as long as the program that was inlined.
#pragma once

#include <cstdint>
#include <string_view>

#include "mlir/stream.h"
#include "mlir/symbols.h"

namespace passevents::mlir {

// The first file, line and column of a location. `file` lives as long as the context.
struct Place {
  std::string_view file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  bool is_known = false;
  bool has_text = false;  // the location says more than file, line and column; then `text` is MLIR's spelling
  BoundedText text;
};

void find_place(const Api& api, const void* location, Place& place) noexcept;

// Calls visit(file, line, column) for the file locations inside, the innermost callee first, until it returns
// true or kMaxLeaves were seen. Says whether it returned true.
template <typename Visit>
bool any_place(const Api& api, const void* location, Visit&& visit) noexcept;

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
  void enter_fused(const void* location) noexcept;

  const Api& api_;
  // A stack in a ring: when it is full the outermost parts are forgotten, and the walk says so at its end.
  Pending pending_[kMaxPending];
  std::size_t top_ = 0;
  std::size_t size_ = 0;
  std::size_t parts_ = 0;
  bool forgot_ = false;
};

template <typename Visit>
bool any_place(const Api& api, const void* location, Visit&& visit) noexcept {
  using Kind = LocationWalk::Part::Kind;
  LocationWalk walk(api, location);
  for (auto part = walk.next(); part.kind != Kind::done; part = walk.next()) {
    if (part.kind != Kind::file) continue;
    const std::string_view file = api.identifier_text(api.file_location_file(part.location)).view();
    const auto line = static_cast<std::uint32_t>(api.file_location_line(part.location));
    const auto column = static_cast<std::uint32_t>(api.file_location_column(part.location));
    if (visit(file, line, column)) return true;
  }
  return false;
}

}  // namespace passevents::mlir
