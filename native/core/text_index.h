// The texts, locations and unit lists of all streams of a journal, made one.
//
// Ids are local to a stream; here each distinct text has one index over all of them, from 0 in the order met.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/layout.h"
#include "core/segment.h"

namespace passevents {

// An index plus one, so that 0 is none.
using Ref = std::uint32_t;

struct Place {
  Ref file;
  std::uint32_t line;
  std::uint32_t column;
  Ref text;
  Ref complex;  // into complex_places(), where there is a text
};

class TextIndex {
 public:
  // Reads what is committed in the texts of the next stream (the streams are numbered in this order). The
  // bytes must stay where they are.
  void add_stream(const std::vector<Chunk>& chunks);

  Ref text(std::uint32_t stream, std::uint32_t id) const { return find(stream, id, layout::EntryType::text); }
  Ref place(std::uint32_t stream, std::uint32_t id) const { return find(stream, id, layout::EntryType::location); }
  // The entries of a unit list; none where the id is not one of a list.
  const layout::UnitEntry* units(std::uint32_t stream, std::uint32_t id, std::uint32_t& count) const;

  const std::vector<std::string_view>& texts() const { return texts_; }
  const std::vector<Place>& places() const { return places_; }
  // Indices into places(): the distinct ones that have a text.
  const std::vector<std::uint32_t>& complex_places() const { return complex_; }

 private:
  using Slots = std::vector<std::uint32_t>;  // by id: the type in the top bits, the Ref below

  struct PlaceKey {
    std::uint32_t file, line, column, text;
    bool operator==(const PlaceKey& other) const {
      return file == other.file && line == other.line && column == other.column && text == other.text;
    }
  };
  struct PlaceHash {
    std::size_t operator()(const PlaceKey& key) const;
  };

  Ref find(std::uint32_t stream, std::uint32_t id, layout::EntryType type) const;
  void add_to(Slots& slots, std::uint64_t position, const std::byte* at);
  Ref add_entry(Slots& slots, layout::EntryType type, const std::byte* data, std::uint32_t length);
  Ref add_text(std::string_view text);
  Ref add_place(const Slots& slots, const layout::LocationEntry& entry);
  static Ref find_in(const Slots& slots, std::uint32_t id, layout::EntryType type);

  struct UnitList {
    const layout::UnitEntry* entries;
    std::uint32_t count;
  };

  std::vector<Slots> streams_;
  std::vector<std::string_view> texts_;
  std::vector<Place> places_;
  std::vector<std::uint32_t> complex_;
  std::vector<UnitList> units_;
  std::unordered_map<std::string_view, Ref> known_texts_;
  std::unordered_map<PlaceKey, Ref, PlaceHash> known_complex_;
};

}  // namespace passevents
