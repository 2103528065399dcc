#include "mlir/elf_file.h"

#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cctype>
#include <cstring>
#include <unordered_set>

namespace passevents::mlir {

namespace {

bool is_elf(const char* data, std::size_t size) noexcept {
  return size >= sizeof(Elf64_Ehdr) && std::memcmp(data, ELFMAG, SELFMAG) == 0 && data[EI_CLASS] == ELFCLASS64 &&
         data[EI_DATA] == ELFDATA2LSB;
}

bool is_digit(char byte) noexcept { return byte >= '0' && byte <= '9'; }

template <typename T>
T load(std::string_view bytes, std::uint64_t offset) noexcept {
  T value{};
  if (offset <= bytes.size() && sizeof value <= bytes.size() - offset) {
    std::memcpy(&value, bytes.data() + offset, sizeof value);
  }
  return value;
}

std::string hexadecimal(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    text += kDigits[value >> 4u];
    text += kDigits[value & 15u];
  }
  return text;
}

// FNV-1a, of so much of it as there is.
std::uint64_t digest_of(const char* data, std::size_t size, std::uint64_t offset, std::size_t length) noexcept {
  std::uint64_t digest = 0xcbf29ce484222325u ^ size;
  for (std::uint64_t at = offset; at < size && at - offset < length; ++at) {
    digest = (digest ^ static_cast<unsigned char>(data[at])) * 0x100000001b3u;
  }
  return digest;
}

// The description of a section of notes whose first is the build id; those of GNU come alone.
std::string_view build_id_in(std::string_view notes) noexcept {
  const auto note = load<Elf64_Nhdr>(notes, 0);
  const std::size_t start = sizeof note + ((note.n_namesz + 3u) & ~3u);
  if (note.n_type != NT_GNU_BUILD_ID || note.n_descsz == 0 || start > notes.size()) return {};
  return notes.substr(start, note.n_descsz);
}

// "22.1.8" and what of letters and digits follows, up to the text's end.
std::string version_at(std::string_view texts) {
  std::size_t numbers = 0;
  std::size_t at = 0;
  while (at < texts.size() && is_digit(texts[at])) {
    while (at < texts.size() && is_digit(texts[at])) ++at;
    if (++numbers == 3) break;
    if (at == texts.size() || texts[at] != '.') return "";
    ++at;
  }
  while (at < texts.size() && std::isalnum(static_cast<unsigned char>(texts[at])) != 0) ++at;
  return numbers == 3 && at < texts.size() && texts[at] == '\0' ? std::string(texts.substr(0, at)) : "";
}

}  // namespace

ElfFile::ElfFile(const char* path) noexcept {
  const int file = ::open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  struct ::stat status {};
  const bool has_size = ::fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0;
  size_ = has_size ? static_cast<std::size_t>(status.st_size) : 0;
  void* mapped = has_size ? ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
  ::close(file);
  if (mapped == MAP_FAILED) return;
  data_ = static_cast<const char*>(mapped);
  if (!is_elf(data_, size_)) {
    ::munmap(mapped, size_);
    data_ = nullptr;
    return;
  }
  const auto header = load<Elf64_Ehdr>({data_, size_}, 0);
  sections_ = header.e_shoff;
  section_size_ = header.e_shentsize;
  section_count_ = header.e_shnum;
  section_names_ = header.e_shstrndx;
}

ElfFile::~ElfFile() {
  if (data_ != nullptr) ::munmap(const_cast<char*>(data_), size_);
}

ElfFile::Section ElfFile::section(std::size_t index) const noexcept {
  static_assert(sizeof(Section) == sizeof(Elf64_Shdr));
  return load<Section>({data_, size_}, sections_ + index * section_size_);
}

std::string_view ElfFile::bytes(const Section& section) const noexcept {
  if (section.kind == SHT_NOBITS || section.offset > size_ || section.size > size_ - section.offset) return {};
  return {data_ + section.offset, section.size};
}

// Null where there is no text that ends.
const char* ElfFile::text(std::string_view table, std::uint64_t offset) const noexcept {
  if (table.empty() || table.back() != '\0' || offset >= table.size()) return nullptr;
  return table.data() + offset;
}

template <typename Visit>
void ElfFile::each_section(Visit&& visit) const {
  for (std::size_t index = 0; data_ != nullptr && index < section_count_; ++index) visit(section(index));
}

std::unordered_map<std::string, ElfFile::Entry> ElfFile::find(Table table,
                                                              const std::vector<std::string>& names) const {
  const std::unordered_set<std::string_view> wanted(names.begin(), names.end());
  std::unordered_map<std::string, Entry> found;
  each_section([&](const Section& symbols) {
    if (symbols.kind != SHT_DYNSYM && (symbols.kind != SHT_SYMTAB || table == Table::exported)) return;
    const std::string_view entries = bytes(symbols);
    const std::string_view texts = bytes(section(symbols.link));
    for (std::uint64_t at = 0; at + sizeof(Elf64_Sym) <= entries.size(); at += sizeof(Elf64_Sym)) {
      const auto symbol = load<Elf64_Sym>(entries, at);
      const char* name = symbol.st_shndx == SHN_UNDEF ? nullptr : text(texts, symbol.st_name);
      // All that is looked for is MLIR's: no other name has to be measured and hashed.
      if (name == nullptr || !(name[0] == '_' ? name[1] == 'Z' : name[0] == 'm')) continue;
      const auto place = wanted.find(name);
      if (place != wanted.end()) found.emplace(*place, Entry{symbol.st_value, at / sizeof(Elf64_Sym)});
    }
  });
  return found;
}

ElfFile::Symbol ElfFile::symbol_at(std::uint64_t index) const noexcept {
  Symbol found{};
  each_section([&](const Section& symbols) {
    if (symbols.kind != SHT_SYMTAB || index >= symbols.size / sizeof(Elf64_Sym)) return;
    const auto symbol = load<Elf64_Sym>(bytes(symbols), index * sizeof(Elf64_Sym));
    const char* name = symbol.st_shndx == SHN_UNDEF ? nullptr : text(bytes(section(symbols.link)), symbol.st_name);
    if (name != nullptr) found = {name, symbol.st_value};
  });
  return found;
}

std::string ElfFile::build_id() const {
  std::string_view id;
  each_section([&](const Section& some) {
    if (some.kind == SHT_NOTE && id.empty()) id = build_id_in(bytes(some));
  });
  if (!id.empty() || data_ == nullptr) return hexadecimal(id);
  // Where each section lies and how long it is: as good as the content, and read in no time.
  const std::uint64_t table = digest_of(data_, size_, sections_, section_count_ * section_size_);
  return hexadecimal({reinterpret_cast<const char*>(&table), sizeof table});
}

std::string_view ElfFile::constants() const noexcept {
  std::string_view found;
  const std::string_view names = data_ == nullptr ? std::string_view() : bytes(section(section_names_));
  each_section([&](const Section& some) {
    const char* name = text(names, some.name);
    if (name != nullptr && std::strcmp(name, ".rodata") == 0) found = bytes(some);
  });
  return found;
}

std::string ElfFile::mlir_version() const {
  const std::string_view texts = constants();
  for (const std::string_view prefix : {"MLIR", "LLVM"}) {
    for (std::size_t at = texts.find(prefix); at != std::string_view::npos; at = texts.find(prefix, at + 1)) {
      std::string version = version_at(texts.substr(at + prefix.size()));
      if (!version.empty()) return version;
    }
  }
  return "";
}

}  // namespace passevents::mlir
