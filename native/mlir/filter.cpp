#include "mlir/filter.h"

#include <fnmatch.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <utility>

#include "mlir/places.h"

namespace passevents::mlir {

namespace {

std::uint64_t next_filter_id() noexcept {
  static std::atomic<std::uint64_t> next{1};
  return next.fetch_add(1, std::memory_order_relaxed);
}

bool is_glob(const std::string& file) noexcept { return file.find_first_of("*?[") != std::string::npos; }

bool ends_with_parts(std::string_view file, std::string_view parts) noexcept {
  if (file.size() < parts.size() || file.substr(file.size() - parts.size()) != parts) return false;
  return file.size() == parts.size() || file[file.size() - parts.size() - 1] == '/';
}

// What was found out about a location, by its address: locations are uniqued for their context's life.
struct Verdict {
  std::uint64_t filter = 0;
  std::uint64_t context = 0;
  const void* location = nullptr;
  bool admitted = false;
};

Verdict& verdict_slot(std::uint64_t filter, const void* location) noexcept {
  constexpr std::size_t kSlots = 1024;
  static thread_local std::array<Verdict, kSlots> slots;
  return slots[((reinterpret_cast<std::uintptr_t>(location) >> 4u) ^ filter) % kSlots];
}

}  // namespace

bool PlacePattern::matches(std::string_view actual_file, std::uint32_t actual_line,
                           std::uint32_t actual_column) const noexcept {
  if (line != 0 && line != actual_line) return false;
  if (column != 0 && column != actual_column) return false;
  if (!is_glob(file)) return ends_with_parts(actual_file, file);
  try {
    return ::fnmatch(file.c_str(), std::string(actual_file).c_str(), 0) == 0;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

Filter::Filter(std::vector<std::string> tags, std::vector<PlacePattern> places)
    : tags_(std::move(tags)), places_(std::move(places)), id_(next_filter_id()), matched_(std::make_unique<Matched>()) {
  matched_->places = std::make_unique<std::atomic<bool>[]>(places_.size());
}

std::vector<bool> Filter::matched_places() const {
  std::vector<bool> matched(places_.size());
  for (std::size_t at = 0; at < places_.size(); ++at) matched[at] = matched_->places[at].load(std::memory_order_relaxed);
  return matched;
}

bool Filter::has_tag(std::string_view tag) const noexcept {
  return std::find(tags_.begin(), tags_.end(), tag) != tags_.end();
}

bool Filter::has_place(const Api& api, std::uint64_t context, const abi::Action& action) const noexcept {
  bool admitted = false;
  for (std::size_t at = 0; at < action.unit_count; ++at) {
    const void* operation = operation_of(action.units[at]);
    if (operation == nullptr) continue;
    admitted = admits_location(api, context, abi::Operation::location(operation)) || admitted;
    if (admitted && matches_all()) break;
  }
  return admitted;
}

bool Filter::admits_operation(const Api& api, std::uint64_t context, const void* operation) const noexcept {
  return places_.empty() || admits_location(api, context, abi::Operation::location(operation));
}

bool Filter::admits_location(const Api& api, std::uint64_t context, const void* location) const noexcept {
  Verdict& slot = verdict_slot(id_, location);
  if (slot.filter != id_ || slot.context != context || slot.location != location) {
    slot = {id_, context, location, search_location(api, location)};
  }
  return slot.admitted;
}

bool Filter::search_location(const Api& api, const void* location) const noexcept {
  bool admitted = false;
  // The first match decides; the others are looked for only as long as some place was never matched.
  any_place(api, location, [&](std::string_view file, std::uint32_t line, std::uint32_t column) {
    admitted = match(file, line, column) || admitted;
    return admitted && matches_all();
  });
  return admitted;
}

bool Filter::match(std::string_view file, std::uint32_t line, std::uint32_t column) const noexcept {
  const bool knows_all = matches_all();
  bool found = false;
  for (std::size_t at = 0; at < places_.size(); ++at) {
    if (!places_[at].matches(file, line, column)) continue;
    if (knows_all) return true;
    found = true;
    if (!matched_->places[at].exchange(true, std::memory_order_relaxed)) matched_->count.fetch_add(1);
  }
  return found;
}

}  // namespace passevents::mlir
