#include "mlir/program_walk.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

#include "core/json.h"

namespace passevents::mlir {

namespace {

constexpr std::string_view kElided = "__elided__";

// Calls on_operation(op) for everything inside an operation, and on_block(block) for its blocks; no order is promised.
template <typename OnOperation, typename OnBlock>
void walk(const InspectionApi& api, const void* root, OnOperation&& on_operation, OnBlock&& on_block) {
  std::vector<const void*> waiting{root};
  while (!waiting.empty()) {
    const void* operation = waiting.back();
    waiting.pop_back();
    const std::intptr_t regions = api.region_count(operation);
    for (std::intptr_t at = 0; at < regions; ++at) {
      for (const void* block = api.first_block(api.region(operation, at)); block != nullptr;
           block = api.next_block(block)) {
        on_block(block);
        for (const void* inner = api.first_operation(block); inner != nullptr; inner = api.next_operation(inner)) {
          on_operation(inner);
          if (api.region_count(inner) > 0) waiting.push_back(inner);
        }
      }
    }
  }
}

std::uint64_t mixed(std::uint64_t hash, const void* address) noexcept {
  hash = (hash ^ reinterpret_cast<std::uintptr_t>(address)) * 0x9e3779b97f4a7c15u;
  return hash ^ hash >> 29;
}

}  // namespace

Fingerprint fingerprint_of(const InspectionApi& api, const void* operation) {
  Fingerprint result;
  api.fingerprint(result.operations.data(), operation, true);
  std::uint64_t hash = mixed(1, abi::Operation::name(operation));
  walk(
      api, operation, [&](const void* inner) { hash = mixed(hash, abi::Operation::name(inner)); },
      [&](const void* block) {
        const std::intptr_t arguments = api.argument_count(block);
        for (std::intptr_t at = 0; at < arguments; ++at) {
          hash = mixed(hash, api.value_type(api.argument(block, at)));
        }
      });
  result.rest = hash;
  return result;
}

std::string count_by_dialect(const InspectionApi& api, const std::function<abi::StringRef(const void*)>& name_of,
                             const void* operation) {
  // Names are uniqued: few are looked at, whatever the size of the program.
  std::map<const void*, std::pair<const void*, std::size_t>> by_name;
  walk(
      api, operation,
      [&](const void* inner) {
        auto& [example, count] = by_name[abi::Operation::name(inner)];
        example = inner;
        ++count;
      },
      [](const void*) {});
  std::map<std::string, std::size_t> by_dialect;
  for (const auto& [name, counted] : by_name) {
    const std::string_view text = name_of(counted.first).view();
    by_dialect[std::string(text.substr(0, text.find('.')))] += counted.second;
  }
  std::string json = "{";
  for (const auto& [dialect, count] : by_dialect) {
    if (json.size() > 1) json += ',';
    append_json(json, dialect);
    json += ':' + std::to_string(count);
  }
  return json + '}';
}

std::string print_program(const InspectionApi& api, const void* operation, const PrintOptions& options) {
  const std::unique_ptr<void, void (*)(void*)> flags(api.flags_create(), api.flags_destroy);
  if (options.elide_above >= 0) {
    api.flags_elide_elements(flags.get(), options.elide_above);
    if (api.flags_elide_resources != nullptr) api.flags_elide_resources(flags.get(), options.elide_above);
  }
  if (options.is_generic) api.flags_generic(flags.get());
  if (!options.is_whole) api.flags_local_scope(flags.get());
  std::string text;
  const auto append = [](abi::StringRef piece, void* user) { static_cast<std::string*>(user)->append(piece.view()); };
  api.print(operation, flags.get(), append, &text);
  if (!text.empty() && text.back() != '\n') text += '\n';
  if (options.elide_above >= 0 && text.find(kElided) != std::string::npos) {
    text += "// lossy: constants of more than " + std::to_string(options.elide_above) + " elements are left out\n";
  }
  return text;
}

}  // namespace passevents::mlir
