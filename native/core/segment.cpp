#include "core/segment.h"

#include <algorithm>

#include "core/file_segment.h"
#include "core/memory_segment.h"

namespace passevents {

std::uint64_t Budget::take(std::uint64_t needed, std::uint64_t wanted) noexcept {
  std::uint64_t used = used_.load(std::memory_order_relaxed);
  for (;;) {
    const std::uint64_t taken = std::min(std::max(needed, wanted), limit_ > used ? limit_ - used : 0);
    if (taken < needed) return 0;
    if (used_.compare_exchange_weak(used, used + taken, std::memory_order_relaxed)) return taken;
  }
}

std::unique_ptr<Segment> create_segment(const std::string& path, const layout::FileHeader& header, Budget& budget) {
  if (path.empty()) return std::make_unique<MemorySegment>(budget);
  return std::make_unique<FileSegment>(path, header, budget);
}

}  // namespace passevents
