// Pages of memory: whole ones, and ready before they are needed.
#pragma once

#include <cstddef>
#include <sys/mman.h>

#ifndef MADV_POPULATE_WRITE  // headers older than the kernel
#define MADV_POPULATE_WRITE 23
#endif

namespace passevents {

inline constexpr std::size_t kLargestPage = 64 * 1024;  // of the platforms

constexpr std::size_t whole_pages(std::size_t size) { return (size + kLargestPage - 1) / kLargestPage * kLargestPage; }

// All pages at once cost a fraction of what they cost one fault at a time in the middle of a compile. Only a hint: a
// kernel before 5.14 does not know it. (MAP_POPULATE leaves a shared page read-only, so that its first write is a
// fault all the same.)
inline void populate(void* data, std::size_t size) noexcept { ::madvise(data, size, MADV_POPULATE_WRITE); }

}  // namespace passevents
