// Which actions a session wants: by tag, and by where the operation comes from.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "mlir/action_view.h"
#include "mlir/symbols.h"

namespace passevents::mlir {

// A place to match. `file` is the whole name or its last parts ("lib/a.mlir" matches "/src/lib/a.mlir"), or a
// pattern for the whole name if it holds one of *?[ . A line or column of 0 matches every one.
struct PlacePattern {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  bool matches(std::string_view actual_file, std::uint32_t actual_line, std::uint32_t actual_column) const noexcept;
};

class Filter {
 public:
  // Empty lists admit everything.
  Filter(std::vector<std::string> tags, std::vector<PlacePattern> places);

  bool admits_tag(std::string_view tag) const noexcept { return tags_.empty() || has_tag(tag); }
  // What is no action has no tag: who names tags wants only these.
  bool admits_untagged() const noexcept { return tags_.empty(); }
  // Whether the location of any of the action's IR units, or a location inside it, matches one of the places.
  // `context` tells contexts apart, whose locations may have the same addresses one after the other.
  bool admits_place(const Api& api, std::uint64_t context, const abi::Action& action) const noexcept {
    return places_.empty() || has_place(api, context, action);
  }
  // The same of an operation alone.
  bool admits_operation(const Api& api, std::uint64_t context, const void* operation) const noexcept;
  // Of each place, in the order they were given, whether something at it was seen.
  std::vector<bool> matched_places() const;

 private:
  struct Matched {
    std::unique_ptr<std::atomic<bool>[]> places;
    std::atomic<std::size_t> count{0};
  };

  bool has_tag(std::string_view tag) const noexcept;
  bool has_place(const Api& api, std::uint64_t context, const abi::Action& action) const noexcept;
  bool admits_location(const Api& api, std::uint64_t context, const void* location) const noexcept;
  bool search_location(const Api& api, const void* location) const noexcept;
  bool matches_all() const noexcept { return matched_->count.load(std::memory_order_relaxed) == places_.size(); }
  bool match(std::string_view file, std::uint32_t line, std::uint32_t column) const noexcept;

  std::vector<std::string> tags_;
  std::vector<PlacePattern> places_;
  std::uint64_t id_;
  std::unique_ptr<Matched> matched_;
};

}  // namespace passevents::mlir
