// Texts as JSON strings.
#pragma once

#include <string>
#include <string_view>

namespace passevents {

// Appends the text in quotes. Bytes that are no UTF-8 come as backslash escapes, as everywhere.
void append_json(std::string& json, std::string_view text);

}  // namespace passevents
