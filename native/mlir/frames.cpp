#include "mlir/frames.h"

#include <algorithm>
#include <new>

#include "mlir/abi.h"

namespace passevents::mlir {

Links& Links::operator=(const Links& other) noexcept {
  pass = other.pass;
  count_ = other.count_;
  std::copy(other.links_, other.links_ + count_, links_);
  return *this;
}

void Links::set(const Link& link) noexcept {
  for (std::size_t at = 0; at < count_; ++at) {
    if (links_[at].journal == link.journal) {
      links_[at] = link;
      return;
    }
  }
  add(link);
}

void Links::merge(const Links& others) noexcept {
  for (std::size_t at = 0; at < others.count_; ++at) set(others.links_[at]);
}

OpenPasses::Shard& OpenPasses::shard(const void* operation) noexcept {
  // Operations are malloc'ed: their lowest bits say nothing.
  const auto address = reinterpret_cast<std::uintptr_t>(operation);
  return shards_[((address >> 4u) ^ (address >> 10u)) % kShards];
}

bool OpenPasses::open(const Frame& frame) noexcept {
  Shard& home = shard(frame.operation);
  const std::lock_guard<std::mutex> lock(home.mutex);
  try {
    home.frames.push_back(&frame);
  } catch (const std::bad_alloc&) {
    return false;
  }
  home.count.store(home.frames.size(), std::memory_order_release);
  return true;
}

void OpenPasses::close(const Frame& frame) noexcept {
  Shard& home = shard(frame.operation);
  const std::lock_guard<std::mutex> lock(home.mutex);
  home.frames.erase(std::remove(home.frames.begin(), home.frames.end(), &frame), home.frames.end());
  home.count.store(home.frames.size(), std::memory_order_release);
}

bool OpenPasses::innermost(const void* operation, Links& links, Scope*& scope) noexcept {
  Shard& home = shard(operation);
  if (home.count.load(std::memory_order_acquire) == 0) return false;
  const std::lock_guard<std::mutex> lock(home.mutex);
  for (auto frame = home.frames.rbegin(); frame != home.frames.rend(); ++frame) {
    if ((*frame)->operation != operation) continue;
    links = (*frame)->links;
    scope = (*frame)->scope;
    return true;
  }
  return false;
}

bool find_enclosing_pass(OpenPasses& passes, const void* operation, Links& links, Scope*& scope) noexcept {
  for (const void* at = operation; at != nullptr; at = abi::Operation::parent(at)) {
    if (passes.innermost(at, links, scope)) return true;
  }
  return false;
}

}  // namespace passevents::mlir
