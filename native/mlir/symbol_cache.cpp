#include "mlir/symbol_cache.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace passevents::mlir {

namespace {

namespace fs = std::filesystem;
using Values = std::unordered_map<std::string, std::uint64_t>;

// As the XDG Base Directory Specification has it; empty where there is none.
fs::path folder() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && cache[0] == '/') return fs::path(cache) / "passevents" / "symbols";
  const char* home = std::getenv("HOME");
  return home != nullptr && home[0] == '/' ? fs::path(home) / ".cache" / "passevents" / "symbols" : fs::path();
}

// A line each: the entry's number, or -1 for a name that is not there, and the name. False where a name was never
// looked for, or the file is not what it was.
bool recall(const fs::path& path, const ElfFile& file, const std::vector<std::string>& names, Values& values) {
  std::ifstream lines(path);
  std::unordered_map<std::string, long long> known;
  std::string name;
  for (long long index = 0; lines >> index >> name;) known[name] = index;
  for (const std::string& wanted : names) {
    const auto place = known.find(wanted);
    if (place == known.end()) return false;
    if (place->second < 0) continue;
    const ElfFile::Symbol symbol = file.symbol_at(static_cast<std::uint64_t>(place->second));
    if (symbol.name != wanted) return false;
    values[wanted] = symbol.value;
  }
  return !values.empty();
}

// Under a name of its own first, so that nobody reads half of it.
void remember(const fs::path& path, const std::vector<std::string>& names,
              const std::unordered_map<std::string, ElfFile::Entry>& found) {
  std::error_code ignored;
  fs::create_directories(path.parent_path(), ignored);
  const fs::path whole = path.string() + "." + std::to_string(::getpid());
  std::ofstream lines(whole);
  for (const std::string& name : names) {
    const auto place = found.find(name);
    lines << (place == found.end() ? -1 : static_cast<long long>(place->second.index)) << ' ' << name << '\n';
  }
  lines.close();
  if (lines) fs::rename(whole, path, ignored);
  fs::remove(whole, ignored);
}

}  // namespace

Values hidden_symbols(const ElfFile& file, const std::vector<std::string>& names) {
  const fs::path parent = folder();
  const std::string id = file.build_id();
  const fs::path path = parent.empty() || id.empty() ? fs::path() : parent / id;
  Values values;
  if (!path.empty() && recall(path, file, names, values)) return values;
  values.clear();
  const auto found = file.find(ElfFile::Table::all, names);
  for (const auto& [name, entry] : found) values[name] = entry.value;
  if (!path.empty() && !found.empty()) remember(path, names, found);
  return values;
}

}  // namespace passevents::mlir
