// A journal that was read, as the rows of the store need it.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/reader.h"

namespace passevents::bindings {

// A reader with the attributes that two JSON objects of one event become.
struct JournalReader {
  std::shared_ptr<Reader> reader;
  std::unordered_map<std::uint64_t, Ref> merged;  // begin's and end's Ref -> a Ref past the journal's own texts
  std::vector<std::uint64_t> pairs;

  explicit JournalReader(std::shared_ptr<Reader> from) : reader(std::move(from)) {
    const std::size_t texts = reader->texts().texts().size();
    for (std::size_t at = 0; at < reader->size(); ++at) {
      const ReadEvent event = reader->event(at);
      if (event.begin_attributes == 0 || event.end_attributes == 0) continue;
      const auto [entry, is_new] = merged.try_emplace(key(event), static_cast<Ref>(texts + pairs.size() + 1));
      if (is_new) pairs.push_back(entry->first);
    }
  }

  static std::uint64_t key(const ReadEvent& event) {
    return std::uint64_t{event.begin_attributes} << 32 | event.end_attributes;
  }
  Ref attributes(const ReadEvent& event) const {
    if (event.begin_attributes == 0) return event.end_attributes;
    return event.end_attributes == 0 ? event.begin_attributes : merged.at(key(event));
  }
  std::size_t value_count() const { return reader->texts().texts().size() + pairs.size(); }
};

using SharedReader = std::shared_ptr<JournalReader>;

}  // namespace passevents::bindings
