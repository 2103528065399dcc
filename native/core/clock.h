// The clock of every event: monotonic nanoseconds, the same source as Python's time.monotonic_ns().
#pragma once

#include <cstdint>

namespace passevents {

std::uint64_t monotonic_ns() noexcept;

}  // namespace passevents
