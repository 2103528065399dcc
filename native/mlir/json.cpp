#include "mlir/json.h"

#include "mlir/stream.h"

namespace passevents::mlir {

namespace {

bool continues(char byte) noexcept { return (static_cast<unsigned char>(byte) & 0xc0u) == 0x80u; }

// How many bytes the character at the front has; 0 for what is not UTF-8. Surrogates are not.
std::size_t length_of(std::string_view text) noexcept {
  const auto first = static_cast<unsigned char>(text[0]);
  const std::size_t length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  if (length == 0 || length > text.size()) return 0;
  for (std::size_t at = 1; at < length; ++at) {
    if (!continues(text[at])) return 0;
  }
  const auto second = length > 1 ? static_cast<unsigned char>(text[1]) : 0u;
  const bool is_out = (first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
                      (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f);
  return is_out ? 0 : length;
}

}  // namespace

void append_json(std::string& json, std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  json += '"';
  while (!text.empty()) {
    const std::size_t length = length_of(text);
    const char byte = text[0];
    if (length == 0) {
      json += "\\ufffd";
    } else if (byte == '"' || byte == '\\') {
      json += '\\';
      json += byte;
    } else if (static_cast<unsigned char>(byte) < 0x20) {
      const auto code = static_cast<unsigned char>(byte);
      json += "\\u00";
      json += kHex[code >> 4u];
      json += kHex[code & 15u];
    } else {
      json.append(text.substr(0, length));
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  json += '"';
}

std::string cut_text(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  std::size_t kept = most - kCutMark.size();
  while (kept > 0 && continues(text[kept])) --kept;
  return std::string(text.substr(0, kept)) + std::string(kCutMark);
}

std::string merged_json(std::string_view first, std::string_view second) {
  if (first.empty() || second.empty()) return std::string(first.empty() ? second : first);
  first.remove_suffix(1);
  second.remove_prefix(1);
  return std::string(first) + ", " + std::string(second);
}

}  // namespace passevents::mlir
