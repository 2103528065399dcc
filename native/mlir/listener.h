// Somebody who is told of actions while they run, on the thread that runs them.
#pragma once

#include <cstdint>
#include <string>

#include "core/event.h"
#include "mlir/action_view.h"

namespace passevents::mlir {

// An action as it was recorded.
struct LiveEvent {
  const ActionView& action;
  Sequence sequence;
  Sequence parent;
  std::uint32_t depth;
  const std::string* phase;  // null for none
};

// Only ever called where the context's threading is off.
class Listener {
 public:
  virtual ~Listener() = default;
  virtual void started(const LiveEvent& event) noexcept = 0;
  // The action may have erased its operation, unless it is a pass.
  virtual void ended(const LiveEvent& event, Status status) noexcept = 0;
};

}  // namespace passevents::mlir
