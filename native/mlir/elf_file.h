// Just enough of the ELF format to find symbols, the build id and texts in a library without loading it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace passevents::mlir {

// A 64-bit file of this machine's byte order, mapped. One that is not there, or not of that kind, has nothing in it.
class ElfFile {
 public:
  explicit ElfFile(const char* path) noexcept;
  ~ElfFile();
  ElfFile(const ElfFile&) = delete;
  ElfFile& operator=(const ElfFile&) = delete;

  enum class Table { exported, all };
  // Where a symbol is: its value (an address before relocation), and its number in its table.
  struct Entry {
    std::uint64_t value;
    std::uint64_t index;
  };
  // Those of the names that it defines.
  std::unordered_map<std::string, Entry> find(Table table, const std::vector<std::string>& names) const;
  // The entry of that number in the table of all symbols; without a name where there is none.
  struct Symbol {
    std::string_view name;
    std::uint64_t value;
  };
  Symbol symbol_at(std::uint64_t index) const noexcept;
  // In hexadecimal: the linker's build id or, where it gave none, a digest of the table of sections.
  std::string build_id() const;
  // What follows "MLIR" or "LLVM" in the texts of a library that holds MLIR, as "22.1.8"; "" if there is none. Reads
  // all of its read-only data.
  std::string mlir_version() const;

 private:
  struct Section {
    std::uint32_t name, kind;
    std::uint64_t flags, address, offset, size;
    std::uint32_t link, info;
    std::uint64_t alignment, entry_size;
  };
  Section section(std::size_t index) const noexcept;
  std::string_view bytes(const Section& section) const noexcept;
  const char* text(std::string_view table, std::uint64_t offset) const noexcept;
  std::string_view constants() const noexcept;
  template <typename Visit>
  void each_section(Visit&& visit) const;

  const char* data_ = nullptr;
  std::size_t size_ = 0;
  std::uint64_t sections_ = 0;
  std::size_t section_size_ = 0;
  std::size_t section_count_ = 0;
  std::size_t section_names_ = 0;
};

}  // namespace passevents::mlir
