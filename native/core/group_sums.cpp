#include "core/group_sums.h"

#include <iterator>

namespace passevents {

std::size_t GroupSums::Hash::operator()(const GroupKey& key) const {
  std::uint64_t hash = 0;
  for (const std::int64_t part : key) {
    hash = (hash ^ static_cast<std::uint64_t>(part)) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 32;
  }
  return static_cast<std::size_t>(hash);
}

bool GroupSums::Ranges::cover(std::uint32_t pre) const {
  // What one thread did comes in tree order: behind everything, or inside the last.
  if (std::int64_t{pre} > last_end) return false;
  const auto after = ends.upper_bound(pre);
  return after != ends.begin() && pre <= std::prev(after)->second;
}

std::size_t GroupSums::index_of(const GroupKey& key) {
  if (latest_ < sums_.size() && sums_[latest_].key == key) return latest_;
  const auto [entry, is_new] = indices_.try_emplace(key, sums_.size());
  if (is_new) {
    sums_.push_back(GroupSum{key});
    ranges_.emplace_back();
  }
  return latest_ = entry->second;
}

void GroupSums::add(const GroupKey& key, const GroupedEvent& event) {
  const std::size_t index = index_of(key);
  GroupSum& sum = sums_[index];
  ++sum.count;
  sum.self_ns += event.self_ns;
  sum.changed += event.changed == 1;
  if (event.changed == 0) {
    ++sum.unchanged;
    sum.unchanged_self_ns += event.self_ns;
  }
  Ranges& ranges = ranges_[index];
  if (ranges.cover(event.pre)) return;
  sum.total_ns += event.duration_ns;
  if (event.descendants == 0) return;
  const std::uint32_t end = event.pre + event.descendants;
  ranges.ends.emplace_hint(ranges.ends.end(), event.pre, end);
  if (end > ranges.last_end) ranges.last_end = end;
}

}  // namespace passevents
