#include "mlir/library.h"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "mlir/symbol_cache.h"

namespace passevents::mlir {

namespace {

const char* base_name(const char* path) noexcept {
  const char* slash = std::strrchr(path, '/');
  return slash == nullptr ? path : slash + 1;
}

// The dynamic linker relocates this table's addresses on all platforms but a few; there they are offsets.
const char* string_table(const ::link_map& object) noexcept {
  for (const ElfW(Dyn)* entry = object.l_ld; entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag != DT_STRTAB) continue;
    const ElfW(Addr) address = entry->d_un.d_ptr;
    return reinterpret_cast<const char*>(address < object.l_addr ? address + object.l_addr : address);
  }
  return nullptr;
}

const ::link_map* loaded_as(const ::link_map* any, const char* needed) noexcept {
  while (any->l_prev != nullptr) any = any->l_prev;
  for (; any != nullptr; any = any->l_next) {
    if (std::strcmp(base_name(any->l_name), needed) == 0) return any;
  }
  return nullptr;
}

void add_needed(std::vector<const ::link_map*>& objects, const ::link_map& by) {
  const char* names = string_table(by);
  if (names == nullptr) return;
  for (const ElfW(Dyn)* entry = by.l_ld; entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag != DT_NEEDED) continue;
    const ::link_map* found = loaded_as(&by, base_name(names + entry->d_un.d_val));
    if (found != nullptr && std::find(objects.begin(), objects.end(), found) == objects.end()) {
      objects.push_back(found);
    }
  }
}

// The object and all that it needs, in the order in which the dynamic linker searches them.
std::vector<const ::link_map*> objects_of(void* handle) {
  ::link_map* first = nullptr;
  if (::dlinfo(handle, RTLD_DI_LINKMAP, &first) != 0 || first == nullptr) return {};
  std::vector<const ::link_map*> objects{first};
  for (std::size_t at = 0; at < objects.size(); ++at) add_needed(objects, *objects[at]);
  return objects;
}

using Addresses = std::unordered_map<std::string, const void*>;

// Looks for hidden symbols, in the first object that has MLIR's.
void find_hidden(void* handle, std::vector<std::string> names, Addresses& found) {
  names.emplace_back(kRegisterActionHandler);
  for (const ::link_map* object : objects_of(handle)) {
    const auto values = hidden_symbols(ElfFile(object->l_name), names);
    if (values.count(kRegisterActionHandler) == 0) continue;
    for (const auto& [name, value] : values) found[name] = reinterpret_cast<const void*>(object->l_addr + value);
    return;
  }
}

}  // namespace

Library::Library(const std::string& extension_module)
    : extension_(extension_module), handle_(::dlopen(extension_module.c_str(), RTLD_NOLOAD | RTLD_LAZY)),
      hides_(handle_ != nullptr && ::dlsym(handle_, kRegisterActionHandler) == nullptr) {
  if (handle_ == nullptr) {
    throw UnsupportedBuild("the extension module " + extension_module + " is not loaded in this process");
  }
}

Library::~Library() { ::dlclose(handle_); }

Addresses Library::find(const std::vector<std::string>& names) const {
  Addresses found;
  std::vector<std::string> hidden;
  for (const std::string& name : names) {
    const void* address = ::dlsym(handle_, name.c_str());
    if (address != nullptr) {
      found[name] = address;
    } else {
      hidden.push_back(name);
    }
  }
  if (hides_) find_hidden(handle_, std::move(hidden), found);
  return found;
}

UnsupportedBuild Library::without(const std::string& symbol) const {
  return UnsupportedBuild("this MLIR build cannot be observed: the symbol " + symbol + " is missing from " +
                          extension_ + " and the libraries it loads, from what they export and from their "
                          "symbol tables");
}

std::string file_of(const void* address) {
  Dl_info info;
  const bool known = ::dladdr(address, &info) != 0 && info.dli_fname != nullptr;
  return known ? info.dli_fname : "";
}

}  // namespace passevents::mlir
