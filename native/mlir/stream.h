// A stand-in for llvm::raw_ostream that keeps a bounded text on the stack.
//
// What an action prints of itself is foreign and may be long: what does not fit is dropped, and the text says so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace passevents::mlir {

// Ends a text that was cut.
inline constexpr std::string_view kCutMark = " ...[cut]";

// Text of at most `kCapacity` bytes. Cuts between UTF-8 characters and marks the cut.
class BoundedText {
 public:
  static constexpr std::size_t kCapacity = 1024;

  void append(std::string_view text) noexcept;
  void append(std::uint64_t number) noexcept;
  bool is_full() const noexcept { return cut_; }
  std::string_view view() const noexcept { return {data_, size_}; }

 private:
  void cut() noexcept;

  char data_[kCapacity];
  std::size_t size_ = 0;
  bool cut_ = false;
};

// The members of raw_ostream in its own order. Code of the build writes into the buffer itself and calls
// write_impl() when it is full. The room behind serves builds whose raw_ostream has a member more.
class TextStream {
 public:
  TextStream() noexcept;
  void* stream() noexcept { return this; }
  // All that was printed, cut to BoundedText::kCapacity. Valid until the next print.
  std::string_view text() noexcept;

 private:
  static void write_impl(void* self, const char* data, std::size_t size) noexcept;
  static const void* const kTable[];

  const void* const* table_;
  std::int32_t kind_ = 0;
  char* begin_;
  char* end_;
  char* current_;
  bool colours_ = false;
  std::int32_t buffer_mode_ = 2;  // an external buffer
  void* reserved_[4] = {};
  bool overflowed_ = false;
  BoundedText kept_;
  char buffer_[BoundedText::kCapacity];
};

}  // namespace passevents::mlir
