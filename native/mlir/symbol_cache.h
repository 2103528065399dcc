// Where in a symbol table the symbols were that were looked for before, in the user's cache folder.
//
// A symbol table has hundreds of thousands of entries; reading it takes some 60 ms, once in a process without this.
// Entries are kept by the file's build id and compared with the file before they are believed: what is wrong there
// only costs time. A folder that cannot be written to is no error.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "mlir/elf_file.h"

namespace passevents::mlir {

// The values of those of the names that the file's symbol table defines.
std::unordered_map<std::string, std::uint64_t> hidden_symbols(const ElfFile& file,
                                                              const std::vector<std::string>& names);

}  // namespace passevents::mlir
