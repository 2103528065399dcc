// Adds up events by what they have in common, where one inside another of the same group counts its time once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

namespace passevents {

// The columns that make a group, those that are not used -1.
using GroupKey = std::array<std::int64_t, 4>;

struct GroupedEvent {
  std::uint32_t pre;
  std::uint32_t descendants;
  std::int64_t duration_ns;  // 0 while it is open, as is self_ns
  std::int64_t self_ns;
  int changed;  // -1: unknown
};

struct GroupSum {
  GroupKey key;
  std::int64_t count = 0;
  std::int64_t total_ns = 0;  // of the outermost events of the group
  std::int64_t self_ns = 0;
  std::int64_t changed = 0;
  std::int64_t unchanged = 0;
  std::int64_t unchanged_self_ns = 0;
};

class GroupSums {
 public:
  // Events must come after those they are inside of, as they do in start order.
  void add(const GroupKey& key, const GroupedEvent& event);
  const std::vector<GroupSum>& sums() const { return sums_; }  // in the order of their first events

 private:
  struct Hash {
    std::size_t operator()(const GroupKey& key) const;
  };
  // Where the outermost events of a group lie that have others inside them: ranges of `pre`, none in another.
  struct Ranges {
    std::int64_t last_end = -1;  // the highest end of all
    std::map<std::uint32_t, std::uint32_t> ends;
    bool cover(std::uint32_t pre) const;
  };

  std::size_t index_of(const GroupKey& key);

  std::unordered_map<GroupKey, std::size_t, Hash> indices_;
  std::vector<GroupSum> sums_;
  std::vector<Ranges> ranges_;
  std::size_t latest_ = 0;  // neighbours are often alike
};

}  // namespace passevents
