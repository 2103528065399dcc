#include "mlir/vocabulary.h"

#include <algorithm>
#include <memory>
#include <new>
#include <vector>

#include "core/json.h"
#include "mlir/abi.h"
#include "mlir/places.h"
#include "mlir/stream.h"

namespace passevents::mlir {

namespace {

// More journals than this at once on one thread only cost looking things up again.
constexpr std::size_t kMaxKept = 4;

std::vector<std::unique_ptr<Vocabulary>>& vocabularies() {
  static thread_local std::vector<std::unique_ptr<Vocabulary>> kept;
  return kept;
}

// What an action's own text follows from, besides its tag and name: nothing for a pattern, the operation's name
// for a pass, the number for an iteration. False where nothing is known of the text.
bool find_subject(const ActionView& action, const void*& subject) noexcept {
  if (action.sort == ActionSort::pattern) return true;
  if (action.iteration >= 0) subject = reinterpret_cast<const void*>(static_cast<std::intptr_t>(action.iteration));
  if (action.pass != nullptr && action.operation != nullptr) subject = abi::Operation::name(action.operation);
  return subject != nullptr;
}

}  // namespace

Vocabulary* Vocabulary::find(Journal& journal, Writer& writer) noexcept {
  auto& kept = vocabularies();
  for (auto& vocabulary : kept) {
    if (vocabulary->is_of(journal, writer)) return vocabulary.get();
  }
  try {
    if (kept.size() == kMaxKept) kept.erase(kept.begin());
    return kept.emplace_back(std::make_unique<Vocabulary>(journal.token(), writer)).get();
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

template <std::size_t Size>
Vocabulary::Known& Vocabulary::slot(std::array<Known, Size>& slots, const void* address) noexcept {
  const auto bits = reinterpret_cast<std::uintptr_t>(address);
  return slots[((bits >> 4u) ^ (bits >> 13u)) % Size];
}

Spelling Vocabulary::spelling(std::uint64_t context, const ActionView& action) noexcept {
  const void* subject = nullptr;
  if (!find_subject(action, subject)) return spell(action);
  const std::string_view name = action.name();
  const auto bits = reinterpret_cast<std::uintptr_t>(name.data()) ^ reinterpret_cast<std::uintptr_t>(subject);
  KnownAction& known = actions_[(bits ^ bits >> 8u) % actions_.size()];
  if (known.name_address != name.data() || known.subject != subject || known.tag.data() != action.tag.data() ||
      known.context != context || known.name != name) {
    known = {context, action.tag, name.data(), subject, std::string(name), spell(action)};
  }
  return known.spelling;
}

Spelling Vocabulary::spell(const ActionView& action) noexcept {
  TextStream stream;
  action.action.print(stream.stream());
  return {writer_.text(action.tag), writer_.text(action.name()), writer_.text(stream.text())};
}

TextId Vocabulary::operation_name(const Api& api, std::uint64_t context, const void* operation) noexcept {
  const void* name = abi::Operation::name(operation);
  Known& known = slot(operations_, name);
  if (known.address != name || known.context != context) {
    known = {name, context, writer_.text(api.operation_name(operation).view())};
  }
  return known.id;
}

LocationId Vocabulary::location(const Api& api, std::uint64_t context, const void* location) noexcept {
  Known& known = slot(locations_, location);
  if (known.address != location || known.context != context) known = {location, context, describe(api, context, location)};
  return known.id;
}

TextId Vocabulary::pass_options(const InspectionApi& api, std::uint64_t context, const ActionView& action,
                                std::uint64_t generation) noexcept {
  if (api.print_pass == nullptr) return 0;
  const auto bits = reinterpret_cast<std::uintptr_t>(action.pass);
  KnownPass& known = passes_[(bits >> 4u ^ bits >> 10u) % passes_.size()];
  if (known.pass != action.pass || known.context != context || known.generation != generation) {
    known = {action.pass, context, generation, print_options(api, action)};
  }
  return known.options;
}

TextId Vocabulary::print_options(const InspectionApi& api, const ActionView& action) noexcept {
  TextStream stream;
  api.print_pass(action.pass, stream.stream(), false);
  const std::string_view text = stream.text();
  if (text.find('{') == std::string_view::npos && text.find('(') == std::string_view::npos) return 0;
  try {
    std::string json = "{\"pipeline\":";
    append_json(json, text);
    return writer_.text(json + '}');
  } catch (const std::bad_alloc&) {
    return 0;
  }
}

LocationId Vocabulary::describe(const Api& api, std::uint64_t context, const void* location) noexcept {
  Place place;
  find_place(api, location, place);
  // Mostly the file of the location before: its name is uniqued in the context too.
  if (place.file_address != file_.address || context != file_.context) {
    file_ = {place.file_address, context, writer_.text(place.file)};
  }
  const TextId file = place.is_known ? file_.id : 0;
  if (place.has_text) return writer_.location(file, place.line, place.column, writer_.text(place.text.view()));
  return place.is_known ? writer_.new_location(file, place.line, place.column) : 0;
}

}  // namespace passevents::mlir
