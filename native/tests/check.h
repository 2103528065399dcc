// The little that the native tests need: cases that register themselves, and checks that say what was wrong.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>

namespace passevents::testing {

struct Case {
  const char* name;
  void (*run)();
};

inline std::vector<Case>& cases() {
  static std::vector<Case> all;
  return all;
}

struct Registered {
  Registered(const char* name, void (*run)()) { cases().push_back({name, run}); }
};

template <typename Value>
std::string shown(const Value& value) {
  std::ostringstream text;
  if constexpr (sizeof(Value) == 1) {
    text << static_cast<int>(value);
  } else {
    text << value;
  }
  return text.str();
}

template <typename Left, typename Right>
void check_equal(const Left& left, const Right& right, const char* what, int line) {
  if (left == static_cast<Left>(right)) return;
  std::fprintf(stderr, "line %d: %s: %s is not %s\n", line, what, shown(left).c_str(), shown(right).c_str());
  std::exit(1);
}

inline void check(bool holds, const char* what, int line) {
  if (holds) return;
  std::fprintf(stderr, "line %d: %s does not hold\n", line, what);
  std::exit(1);
}

// A folder of its own, removed with all in it.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "passevents-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) std::exit(2);
    path_ = name;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

inline int run_all() {
  for (const Case& each : cases()) {
    std::fprintf(stderr, "%s\n", each.name);
    try {
      each.run();
    } catch (const std::exception& error) {
      std::fprintf(stderr, "raised: %s\n", error.what());
      return 1;
    }
  }
  return 0;
}

}  // namespace passevents::testing

#define CASE(name)                                                             \
  static void name();                                                          \
  static const ::passevents::testing::Registered registered_##name(#name, name); \
  static void name()
#define CHECK(condition) ::passevents::testing::check((condition), #condition, __LINE__)
#define CHECK_EQUAL(left, right) ::passevents::testing::check_equal((left), (right), #left, __LINE__)
