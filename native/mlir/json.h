// The little of JSON that attributes need: texts, which may hold anything.
#pragma once

#include <string>
#include <string_view>

namespace passevents::mlir {

// The text in quotes. What is not UTF-8 becomes the replacement character.
void append_json(std::string& json, std::string_view text);
// At most so many bytes, cut between characters and marked.
std::string cut_text(std::string_view text, std::size_t most);

// One object of the members of two, of which either may be "".
std::string merged_json(std::string_view first, std::string_view second);

}  // namespace passevents::mlir
