// What a thread keeps between events: its writer of the journal used last, and its open native actions.
#pragma once

#include <cstdint>

namespace passevents {

class Writer;
struct OpenAction;

// Plain and zero-initialised, so that reading it needs no guard.
struct ThreadState {
  std::uint64_t journal = 0;  // the token of the writer's journal
  Writer* writer = nullptr;
  OpenAction* innermost = nullptr;
};

extern thread_local ThreadState thread_state;

}  // namespace passevents
