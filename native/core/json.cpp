#include "core/json.h"

namespace passevents {

namespace {

constexpr std::string_view kHex = "0123456789abcdef";

// The length of the character at the front, 0 where there is none. Overlong forms and surrogates count as none.
std::size_t character_length(std::string_view text) {
  const auto at = [&](std::size_t index) { return index < text.size() ? static_cast<unsigned char>(text[index]) : 0u; };
  const auto continues = [&](std::size_t index) { return (at(index) & 0xc0u) == 0x80u; };
  const unsigned first = at(0);
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first < 0xe0) return continues(1) ? 2 : 0;
  if (first >= 0xe0 && first < 0xf0) {
    const bool is_bad = (first == 0xe0 && at(1) < 0xa0) || (first == 0xed && at(1) >= 0xa0);
    return !is_bad && continues(1) && continues(2) ? 3 : 0;
  }
  if (first >= 0xf0 && first < 0xf5) {
    const bool is_bad = (first == 0xf0 && at(1) < 0x90) || (first == 0xf4 && at(1) >= 0x90);
    return !is_bad && continues(1) && continues(2) && continues(3) ? 4 : 0;
  }
  return 0;
}

void append_escape(std::string& json, std::string_view start, unsigned char byte) {
  json += start;
  json += kHex[byte >> 4u];
  json += kHex[byte & 15u];
}

}  // namespace

void append_json(std::string& json, std::string_view text) {
  json += '"';
  while (!text.empty()) {
    const auto byte = static_cast<unsigned char>(text.front());
    const std::size_t length = character_length(text);
    if (length == 0) {
      append_escape(json, "\\\\x", byte);
    } else if (byte < 0x20) {
      append_escape(json, "\\u00", byte);
    } else {
      if (byte == '"' || byte == '\\') json += '\\';
      json += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  json += '"';
}

}  // namespace passevents
