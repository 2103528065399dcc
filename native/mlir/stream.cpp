#include "mlir/stream.h"

#include <charconv>
#include <cstring>

namespace passevents::mlir {

namespace {

bool continues_character(char byte) noexcept { return (static_cast<unsigned char>(byte) & 0xc0u) == 0x80u; }

// The table of raw_ostream's virtual functions. Only write_impl() is ever reached while printing an action;
// the others answer harmlessly.
void nothing(void*) noexcept {}
void* same_stream(void* self) noexcept { return self; }
bool no(const void*) noexcept { return false; }
std::uint64_t zero(const void*) noexcept { return 0; }

template <typename Function>
const void* slot(Function* function) noexcept {
  return reinterpret_cast<const void*>(function);
}

}  // namespace

void BoundedText::append(std::string_view text) noexcept {
  if (cut_ || text.empty()) return;
  const std::size_t room = kCapacity - size_;
  const std::size_t taken = text.size() <= room ? text.size() : room;
  std::memcpy(data_ + size_, text.data(), taken);
  size_ += taken;
  if (taken < text.size()) cut();
}

void BoundedText::append(std::uint64_t number) noexcept {
  char digits[20];
  const auto result = std::to_chars(digits, digits + sizeof digits, number);
  append(std::string_view(digits, static_cast<std::size_t>(result.ptr - digits)));
}

void BoundedText::cut() noexcept {
  size_ = kCapacity - kCutMark.size();
  while (size_ > 0 && continues_character(data_[size_])) --size_;
  std::memcpy(data_ + size_, kCutMark.data(), kCutMark.size());
  size_ += kCutMark.size();
  cut_ = true;
}

// Two destructors, reserveExtraSpace, changeColor, resetColor, reverseColor, is_displayed, has_colors,
// enable_colors, write_impl, current_pos, preferred_buffer_size, anchor.
const void* const TextStream::kTable[] = {
    slot(nothing), slot(nothing), slot(nothing), slot(same_stream), slot(same_stream), slot(same_stream), slot(no),
    slot(no),      slot(nothing), slot(write_impl), slot(zero),     slot(zero),        slot(nothing)};

TextStream::TextStream() noexcept
    : table_(kTable), begin_(buffer_), end_(buffer_ + sizeof buffer_), current_(buffer_) {
  static_assert(offsetof(TextStream, begin_) == 16 && offsetof(TextStream, current_) == 32);
  static_assert(offsetof(TextStream, colours_) == 40 && offsetof(TextStream, buffer_mode_) == 44);
}

void TextStream::write_impl(void* self, const char* data, std::size_t size) noexcept {
  auto* stream = static_cast<TextStream*>(self);
  stream->overflowed_ = true;
  stream->kept_.append({data, size});
}

std::string_view TextStream::text() noexcept {
  const std::string_view buffered(begin_, static_cast<std::size_t>(current_ - begin_));
  if (!overflowed_) return buffered;
  kept_.append(buffered);
  current_ = begin_;
  return kept_.view();
}

}  // namespace passevents::mlir
