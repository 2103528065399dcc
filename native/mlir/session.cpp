#include "mlir/session.h"

#include <mutex>
#include <unordered_map>
#include <utility>

namespace passevents::mlir {

namespace {

struct BitsInUse {
  std::mutex mutex;
  std::unordered_map<std::uint64_t, std::uint32_t> of_journal;
};

BitsInUse& bits_in_use() {
  static auto* bits = new BitsInUse;  // never destroyed: sessions may outlive static storage
  return *bits;
}

std::uint32_t take_bit(std::uint64_t journal) {
  BitsInUse& bits = bits_in_use();
  const std::lock_guard<std::mutex> lock(bits.mutex);
  std::uint32_t& used = bits.of_journal[journal];
  const std::uint32_t bit = ~used & (used + 1);
  if (bit == 0) throw AttachRefused("32 sessions record into this run already: detach and drop some of them first");
  used |= bit;
  return bit;
}

}  // namespace

SessionBit::SessionBit(std::uint64_t journal) : journal_(journal), mask_(take_bit(journal)) {}

void SessionBit::release() noexcept {
  const std::uint32_t mask = mask_.exchange(0);
  if (mask == 0) return;
  BitsInUse& bits = bits_in_use();
  const std::lock_guard<std::mutex> lock(bits.mutex);
  const auto found = bits.of_journal.find(journal_);
  found->second &= ~mask;
  if (found->second == 0) bits.of_journal.erase(found);
}

Session::Session(std::shared_ptr<Journal> journal, Filter filter, std::vector<Rule> rules,
                 std::unique_ptr<Listener> listener, const Wishes& wishes)
    : journal_(std::move(journal)),
      filter_(std::move(filter)),
      control_(std::move(rules)),
      listener_(std::move(listener)),
      wishes_(wishes),
      bit_(journal_->token()) {}

}  // namespace passevents::mlir
