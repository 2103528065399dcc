#include "mlir/places.h"

namespace passevents::mlir {

using PartKind = LocationWalk::Part::Kind;

namespace {

// Straight down the callees, children and first parts. Needs no memory, so a chain of any sensible length is
// followed to its end; null when that end is no file.
const void* first_file(const Api& api, const void* location) noexcept {
  constexpr std::size_t kMaxDepth = 1u << 20u;
  for (std::size_t depth = 0; depth < kMaxDepth; ++depth) {
    switch (api.location_kind(location)) {
      case LocationKind::file: return location;
      case LocationKind::name: location = api.name_location_child(&location); break;
      case LocationKind::call_site: location = api.call_site_callee(&location); break;
      case LocationKind::fused: {
        const abi::ArrayRef parts = api.fused_locations(&location);
        if (parts.size == 0) return nullptr;
        location = parts.data[0];
        break;
      }
      case LocationKind::unknown:
      case LocationKind::other: return nullptr;
    }
  }
  return nullptr;
}

void append_quoted(BoundedText& text, std::string_view value) noexcept {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  text.append("\"");
  for (const char& byte : value) {
    if (text.is_full()) return;
    const auto code = static_cast<unsigned char>(byte);
    if (byte == '\\') {
      text.append("\\\\");
      continue;
    }
    if (code >= 0x20 && byte != '"') {
      text.append({&byte, 1});
      continue;
    }
    const char escaped[3] = {'\\', kHex[code >> 4u], kHex[code & 15u]};
    text.append({escaped, sizeof escaped});
  }
  text.append("\"");
}

void append_number(BoundedText& text, std::string_view before, unsigned number) noexcept {
  text.append(before);
  text.append(std::uint64_t{number});
}

void append_file(const Api& api, BoundedText& text, const void* location) noexcept {
  const FilePosition position = api.file_position(location);
  append_quoted(text, api.text(position.file).view());
  append_number(text, ":", position.line);
  append_number(text, ":", position.column);
  if (!position.is_range()) return;
  text.append(" to ");
  if (position.end_line != position.line) append_number(text, "", position.end_line);
  append_number(text, ":", position.end_column);
}

// Unknown, and whatever kinds a dialect brings: those print themselves, as "loc(...)".
void append_other(const Api& api, BoundedText& text, const void* location) noexcept {
  constexpr std::string_view kOpening = "loc(";
  TextStream printed;
  api.print_attribute(&location, printed.stream(), false);
  std::string_view inner = printed.text();
  if (inner.substr(0, kOpening.size()) == kOpening && inner.back() == ')') {
    inner = inner.substr(kOpening.size(), inner.size() - kOpening.size() - 1);
  }
  text.append(inner);
}

void append_part(const Api& api, BoundedText& text, const LocationWalk::Part& part) noexcept {
  switch (part.kind) {
    case PartKind::file: return append_file(api, text, part.location);
    case PartKind::other: return append_other(api, text, part.location);
    case PartKind::name: return append_quoted(text, part.text);
    case PartKind::punctuation: return text.append(part.text);
    case PartKind::done: return;
  }
}

void take_position(const Api& api, const FilePosition& position, Place& place) noexcept {
  place.file = api.text(position.file).view();
  place.file_address = position.file;
  place.line = position.line;
  place.column = position.column;
  place.is_known = true;
}

}  // namespace

void LocationWalk::push(Pending pending) noexcept {
  pending_[top_ % kMaxPending] = pending;
  ++top_;
  if (size_ < kMaxPending) {
    ++size_;
  } else {
    forgot_ = true;
  }
}

LocationWalk::Part LocationWalk::next() noexcept {
  if (size_ == 0 && !forgot_) return {PartKind::done, nullptr, {}};
  if (size_ == 0 || ++parts_ > kMaxParts) {
    size_ = 0;
    forgot_ = false;
    return {PartKind::punctuation, nullptr, kCutMark};
  }
  --size_;
  --top_;
  const Pending pending = pending_[top_ % kMaxPending];
  if (pending.punctuation != nullptr) return {PartKind::punctuation, nullptr, pending.punctuation};
  return enter(pending.location);
}

// Pushes the parts last to first, so that they come out first to last.
LocationWalk::Part LocationWalk::enter(const void* location) noexcept {
  switch (api_.location_kind(location)) {
    case LocationKind::file: return {PartKind::file, location, {}};
    case LocationKind::name: return enter_name(location);
    case LocationKind::call_site:
      push(")");
      push(api_.call_site_caller(&location));
      push(" at ");
      push(api_.call_site_callee(&location));
      return {PartKind::punctuation, nullptr, "callsite("};
    case LocationKind::fused:
      enter_fused(location);
      // The metadata may be of any size, debug information for one: it is only said that there is some.
      return {PartKind::punctuation, nullptr, api_.fused_metadata(&location) == nullptr ? "fused[" : "fused<...>["};
    case LocationKind::unknown:
    case LocationKind::other: break;
  }
  return {PartKind::other, location, {}};
}

LocationWalk::Part LocationWalk::enter_name(const void* location) noexcept {
  const void* child = api_.name_location_child(&location);
  if (api_.location_kind(child) != LocationKind::unknown) {
    push(")");
    push(child);
    push("(");
  }
  return {PartKind::name, nullptr, api_.text(api_.name_location_name(&location)).view()};
}

void LocationWalk::enter_fused(const void* location) noexcept {
  const abi::ArrayRef parts = api_.fused_locations(&location);
  const std::size_t kept = parts.size < kMaxFused ? parts.size : kMaxFused;
  push("]");
  if (kept < parts.size) push(kCutMark.data());
  for (std::size_t at = kept; at-- > 0;) {
    push(parts.data[at]);
    if (at > 0) push(", ");
  }
}

void find_place(const Api& api, const void* location, Place& place) noexcept {
  const void* file = first_file(api, location);
  if (file != nullptr) {
    const FilePosition position = api.file_position(file);
    take_position(api, position, place);
    if (file == location && !position.is_range()) return;
  }
  LocationWalk walk(api, location);
  for (auto part = walk.next(); part.kind != PartKind::done; part = walk.next()) {
    if (part.kind == PartKind::file && !place.is_known) take_position(api, api.file_position(part.location), place);
    append_part(api, place.text, part);
    if (place.is_known && place.text.is_full()) break;
  }
  place.has_text = place.text.view() != "unknown";
}

const void* FilesInside::next() {
  while (!pending_.empty()) {
    const void* location = pending_.back();
    pending_.pop_back();
    if (!seen_.insert(location).second) continue;
    if (api_.location_kind(location) == LocationKind::file) return location;
    push_parts(location);
  }
  return nullptr;
}

void FilesInside::push_parts(const void* location) {
  const LocationKind kind = api_.location_kind(location);
  if (kind == LocationKind::name) {
    pending_.push_back(api_.name_location_child(&location));
  } else if (kind == LocationKind::call_site) {
    pending_.push_back(api_.call_site_caller(&location));
    pending_.push_back(api_.call_site_callee(&location));
  } else if (kind == LocationKind::fused) {
    const abi::ArrayRef parts = api_.fused_locations(&location);
    for (std::size_t at = parts.size; at-- > 0;) pending_.push_back(parts.data[at]);
  }
}

}  // namespace passevents::mlir
