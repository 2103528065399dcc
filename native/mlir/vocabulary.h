// The ids that one thread's writer gave to what actions say of themselves, by address.
//
// MLIR uniques operation names and locations for their context's life, so an address is as good as the text and
// far cheaper. Contexts come and go at the same addresses: their number tells them apart. The names of passes and
// patterns are nobody's promise: they are compared before an address is believed.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/journal.h"
#include "mlir/action_view.h"
#include "mlir/inspection_api.h"
#include "mlir/symbols.h"

namespace passevents::mlir {

// How an action is spelled.
struct Spelling {
  TextId tag = 0;
  TextId name = 0;
  TextId detail = 0;
};

class Vocabulary {
 public:
  // This thread's for that journal, whose writer it keeps. Null when the journal takes no events.
  // `last` is the one this thread used last, and is kept up.
  static Vocabulary* of(Journal& journal, Vocabulary*& last, const ThreadState& thread = thread_state) noexcept {
    Writer* writer = journal.accepting() ? journal.writer(thread) : nullptr;
    if (writer == nullptr) return nullptr;
    if (last == nullptr || !last->is_of(journal, *writer)) last = find(journal, *writer);
    return last;
  }

  Writer& writer() noexcept { return writer_; }
  // Of a text that stays where it is for ever.
  TextId phase(const std::string* phase) noexcept {
    if (phase != phase_) {
      phase_ = phase;
      phase_id_ = phase == nullptr ? 0 : writer_.text(*phase);
    }
    return phase_id_;
  }
  Spelling spelling(std::uint64_t context, const ActionView& action) noexcept;
  TextId operation_name(const Api& api, std::uint64_t context, const void* operation) noexcept;
  LocationId location(const Api& api, std::uint64_t context, const void* location) noexcept;
  // The attributes of a pass: its text in a pipeline, where that is more than its name. Passes come and go at the same
  // addresses: an address is believed for one generation.
  TextId pass_options(const InspectionApi& api, std::uint64_t context, const ActionView& action,
                      std::uint64_t generation) noexcept;

  Vocabulary(std::uint64_t journal, Writer& writer) noexcept : journal_(journal), writer_(writer) {}

 private:
  struct Known {
    const void* address = nullptr;
    std::uint64_t context = 0;
    std::uint32_t id = 0;
  };
  // Of the actions whose own text is known to follow from tag, name and `subject`.
  struct KnownAction {
    std::uint64_t context = 0;
    std::string_view tag;  // a constant of the build
    const char* name_address = nullptr;
    const void* subject = nullptr;
    std::string name;
    Spelling spelling;
  };
  struct KnownPass {
    const void* pass = nullptr;
    std::uint64_t context = 0;
    std::uint64_t generation = 0;
    TextId options = 0;
  };
  bool is_of(const Journal& journal, const Writer& writer) const noexcept {
    return journal_ == journal.token() && &writer_ == &writer;
  }
  static Vocabulary* find(Journal& journal, Writer& writer) noexcept;
  template <std::size_t Size>
  static Known& slot(std::array<Known, Size>& slots, const void* address) noexcept;
  Spelling spell(const ActionView& action) noexcept;
  TextId print_options(const InspectionApi& api, const ActionView& action) noexcept;
  LocationId describe(const Api& api, std::uint64_t context, const void* location) noexcept;

  const std::uint64_t journal_;
  Writer& writer_;
  const std::string* phase_ = nullptr;
  TextId phase_id_ = 0;
  Known file_;
  std::array<KnownAction, 256> actions_;
  std::array<Known, 256> operations_;
  std::array<Known, 2048> locations_;
  std::array<KnownPass, 64> passes_;
};

}  // namespace passevents::mlir
