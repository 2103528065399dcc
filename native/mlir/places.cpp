#include "mlir/places.h"

#include <memory>
#include <new>

namespace passevents::mlir {

using PartKind = LocationWalk::Part::Kind;

namespace {

// The C API copies a fused location's parts out.
class FusedParts {
 public:
  FusedParts(const Api& api, const void* location) noexcept
      : count_(api.fused_count(location)), parts_(new (std::nothrow) const void*[count_ + 1]) {
    if (parts_ != nullptr) api.fused_locations(location, parts_.get());
  }
  std::size_t count() const noexcept { return parts_ == nullptr ? 0 : count_; }
  const void* operator[](std::size_t at) const noexcept { return parts_[at]; }

 private:
  std::size_t count_;
  std::unique_ptr<const void*[]> parts_;
};

// Straight down the callees, children and first parts. Needs no memory, so a chain of any sensible length is
// followed to its end; null when that end is no file.
const void* first_file(const Api& api, const void* location) noexcept {
  constexpr std::size_t kMaxDepth = 1u << 20u;
  for (std::size_t depth = 0; depth < kMaxDepth; ++depth) {
    if (api.is_file_location(location)) return location;
    if (api.is_name_location(location)) {
      location = api.name_location_child(location);
    } else if (api.is_call_site_location(location)) {
      location = api.call_site_callee(location);
    } else if (api.is_fused_location(location)) {
      const FusedParts parts(api, location);
      if (parts.count() == 0) return nullptr;
      location = parts[0];
    } else {
      return nullptr;
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

void append_number(BoundedText& text, std::string_view before, int number) noexcept {
  text.append(before);
  text.append(static_cast<std::uint64_t>(number));
}

bool is_range(const Api& api, const void* location) noexcept {
  return api.file_location_end_line(location) != api.file_location_line(location) ||
         api.file_location_end_column(location) != api.file_location_column(location);
}

void append_file(const Api& api, BoundedText& text, const void* location) noexcept {
  append_quoted(text, api.identifier_text(api.file_location_file(location)).view());
  append_number(text, ":", api.file_location_line(location));
  append_number(text, ":", api.file_location_column(location));
  if (!is_range(api, location)) return;
  text.append(" to ");
  if (api.file_location_end_line(location) != api.file_location_line(location)) {
    append_number(text, "", api.file_location_end_line(location));
  }
  append_number(text, ":", api.file_location_end_column(location));
}

// Unknown, and whatever kinds a dialect brings: those print themselves, as "loc(...)".
void append_other(const Api& api, BoundedText& text, const void* location) noexcept {
  constexpr std::string_view kOpening = "loc(";
  BoundedText printed;
  const auto append = [](abi::StringRef piece, void* user) { static_cast<BoundedText*>(user)->append(piece.view()); };
  api.print_location(location, append, &printed);
  std::string_view inner = printed.view();
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

void take_position(const Api& api, const void* location, Place& place) noexcept {
  place.file = api.identifier_text(api.file_location_file(location)).view();
  place.line = static_cast<std::uint32_t>(api.file_location_line(location));
  place.column = static_cast<std::uint32_t>(api.file_location_column(location));
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
  if (api_.is_file_location(location)) return {PartKind::file, location, {}};
  if (api_.is_name_location(location)) {
    const void* child = api_.name_location_child(location);
    if (child != api_.unknown_location(api_.location_context(child))) {
      push(")");
      push(child);
      push("(");
    }
    return {PartKind::name, nullptr, api_.identifier_text(api_.name_location_name(location)).view()};
  }
  if (api_.is_call_site_location(location)) {
    push(")");
    push(api_.call_site_caller(location));
    push(" at ");
    push(api_.call_site_callee(location));
    return {PartKind::punctuation, nullptr, "callsite("};
  }
  if (!api_.is_fused_location(location)) return {PartKind::other, location, {}};
  enter_fused(location);
  // The metadata may be of any size, debug information for one: it is only said that there is some.
  return {PartKind::punctuation, nullptr, api_.fused_metadata(location) == nullptr ? "fused[" : "fused<...>["};
}

void LocationWalk::enter_fused(const void* location) noexcept {
  const FusedParts parts(api_, location);
  const std::size_t kept = parts.count() < kMaxFused ? parts.count() : kMaxFused;
  push("]");
  if (kept < parts.count()) push(kCutMark.data());
  for (std::size_t at = kept; at-- > 0;) {
    push(parts[at]);
    if (at > 0) push(", ");
  }
}

void find_place(const Api& api, const void* location, Place& place) noexcept {
  const void* file = first_file(api, location);
  if (file != nullptr) take_position(api, file, place);
  if (file == location && !is_range(api, location)) return;
  LocationWalk walk(api, location);
  for (auto part = walk.next(); part.kind != PartKind::done; part = walk.next()) {
    if (part.kind == PartKind::file && !place.is_known) take_position(api, part.location, place);
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
    if (api_.is_file_location(location)) return location;
    push_parts(location);
  }
  return nullptr;
}

void FilesInside::push_parts(const void* location) {
  if (api_.is_name_location(location)) {
    pending_.push_back(api_.name_location_child(location));
  } else if (api_.is_call_site_location(location)) {
    pending_.push_back(api_.call_site_caller(location));
    pending_.push_back(api_.call_site_callee(location));
  } else if (api_.is_fused_location(location)) {
    const FusedParts parts(api_, location);
    for (std::size_t at = parts.count(); at-- > 0;) pending_.push_back(parts[at]);
  }
}

}  // namespace passevents::mlir
