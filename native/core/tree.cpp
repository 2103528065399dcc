// The part of the reader that computes on the tree: order, self time, totals.
#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>
#include <unordered_map>

#include "core/reader.h"

namespace passevents {

// Parents come before their children in nodes_, so one pass backwards knows every subtree's size, and one
// forwards hands out the positions: each event takes the next free one of its parent.
void Reader::order() {
  for (std::size_t at = nodes_.size(); at-- > 0;) {
    const Node& node = nodes_[at];
    if (node.parent != kNone) nodes_[node.parent].size += node.size;
  }
  std::vector<std::uint32_t> next_free(nodes_.size());
  std::uint32_t next_root = 0;
  for (std::size_t at = 0; at < nodes_.size(); ++at) {
    Node& node = nodes_[at];
    std::uint32_t& next = node.parent == kNone ? next_root : next_free[node.parent];
    node.pre = next;
    next += node.size;
    next_free[at] = node.pre + 1;
  }
}

// The duration less the union of the children's intervals. Children come in the order of their numbers, which
// is nearly that of their starts; where two threads raced for a number, their parent is done again exactly.
// An open child counts up to its parent's end: it may have run that long.
void Reader::compute_self() {
  std::vector<std::int64_t> covered(nodes_.size(), 0);
  std::vector<std::int64_t> covered_until(nodes_.size(), INT64_MIN);
  std::vector<std::int64_t> latest_start(nodes_.size(), INT64_MIN);
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> disordered;
  for (const Node& node : nodes_) {
    if (node.parent == kNone) continue;
    const Node& parent = nodes_[node.parent];
    if (parent.end == nullptr) continue;
    const std::uint32_t at = node.parent;
    const std::int64_t start = start_of(node);
    if (start < latest_start[at]) disordered.try_emplace(at);
    latest_start[at] = std::max(latest_start[at], start);
    const auto from = std::max({start, covered_until[at], start_of(parent)});
    const auto to = std::min(node.end == nullptr ? INT64_MAX : end_of(node), end_of(parent));
    if (to > from) covered[at] += to - from;
    covered_until[at] = std::max(covered_until[at], to);
  }
  if (!disordered.empty()) {
    for (std::uint32_t at = 0; at < nodes_.size(); ++at) {
      const auto found = disordered.find(nodes_[at].parent);
      if (found != disordered.end()) found->second.push_back(at);
    }
    for (const auto& [parent, children] : disordered) covered[parent] = covered_exactly(children);
  }
  for (std::size_t at = 0; at < nodes_.size(); ++at) {
    Node& node = nodes_[at];
    node.self_ns = end_of(node) - start_of(node) - covered[at];
  }
}

std::int64_t Reader::covered_exactly(const std::vector<std::uint32_t>& children) const {
  std::vector<std::uint32_t> sorted = children;
  std::sort(sorted.begin(), sorted.end(), [this](std::uint32_t left, std::uint32_t right) {
    return nodes_[left].begin->start_ns < nodes_[right].begin->start_ns;
  });
  const Node& parent = nodes_[nodes_[sorted.front()].parent];
  std::int64_t until = start_of(parent);
  std::int64_t covered = 0;
  for (const std::uint32_t at : sorted) {
    const Node& child = nodes_[at];
    const auto from = std::max(start_of(child), until);
    const auto to = std::min(child.end == nullptr ? INT64_MAX : end_of(child), end_of(parent));
    if (to > from) covered += to - from;
    until = std::max(until, to);
  }
  return covered;
}

std::vector<Total> Reader::totals() const {
  std::vector<std::uint32_t> by_pre(nodes_.size());
  for (std::uint32_t at = 0; at < nodes_.size(); ++at) by_pre[nodes_[at].pre] = at;
  std::vector<std::uint32_t> open_until(texts_.texts().size() + 1, 0);  // by name: one past its outermost's subtree
  std::vector<Total> totals;
  std::map<std::tuple<Ref, Ref, Ref, Kind>, std::size_t> known;
  for (const std::uint32_t at : by_pre) {
    const Node& node = nodes_[at];
    const ReadEvent event = this->event(at);
    const auto key = std::tuple(event.name, event.phase, event.tag, event.kind);
    const auto [entry, is_new] = known.try_emplace(key, totals.size());
    if (is_new) totals.push_back(Total{event.name, event.phase, event.tag, event.kind, 0, 0, 0});
    Total& total = totals[entry->second];
    ++total.count;
    const bool outermost = node.pre >= open_until[event.name];
    if (outermost) open_until[event.name] = node.pre + node.size;
    if (!event.ended) continue;
    total.self_ns += event.self_ns;
    if (outermost) total.total_ns += event.end_ns - event.start_ns;
  }
  return totals;
}

}  // namespace passevents
