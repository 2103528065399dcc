// A loaded library that holds an MLIR build, and how a symbol of it is found.
//
// The library is reached through the Python extension module that a context came from, so that two builds in one
// process are never mixed up. What it exports is asked of the dynamic linker; what it hides is looked for in the
// symbol table of its file, if that was not stripped.
#pragma once

#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

namespace passevents::mlir {

// This build cannot be observed; the message says what was looked for and what was found.
class UnsupportedBuild : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Library {
 public:
  // Throws UnsupportedBuild if no such module is loaded.
  explicit Library(const std::string& extension_module);
  ~Library();
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  // How its symbols are found: "dynamic symbols" or "symbol table".
  const char* reach() const noexcept { return hides_ ? "symbol table" : "dynamic symbols"; }
  // The addresses of those of the names that it has.
  std::unordered_map<std::string, const void*> find(const std::vector<std::string>& names) const;
  // The error of a symbol that was not found.
  UnsupportedBuild without(const std::string& symbol) const;

 private:
  const std::string extension_;
  void* const handle_;
  const bool hides_;  // MLIR's own functions are not exported
};

// What tells a library that holds MLIR, and the one function without which nothing can be recorded.
inline constexpr const char* kRegisterActionHandler =
    "_ZN4mlir11MLIRContext21registerActionHandlerESt8functionIFvN4llvm12function_refIFvvEEERKNS_7tracing6ActionEEE";

// The file that holds an address, or "".
std::string file_of(const void* address);

}  // namespace passevents::mlir
