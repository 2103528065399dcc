// Python's own SQLite, reached natively.
//
// Two SQLite libraries in one process on one file are SQLite's documented way to corruption. So nothing is linked:
// the functions are looked up in the library that Python's `_sqlite3` has loaded, and statements run on the very
// connection that Python opened, inside its transaction.
#pragma once

#include <cstdint>
#include <string>

struct sqlite3;
struct sqlite3_stmt;

namespace passevents::bindings {

struct SqliteApi {
  int (*auto_extension)(void (*)()) = nullptr;
  int (*cancel_auto_extension)(void (*)()) = nullptr;
  int (*prepare_v2)(sqlite3*, const char*, int, sqlite3_stmt**, const char**) = nullptr;
  int (*bind_int64)(sqlite3_stmt*, int, long long) = nullptr;
  int (*bind_null)(sqlite3_stmt*, int) = nullptr;
  int (*bind_text)(sqlite3_stmt*, int, const char*, int, void (*)(void*)) = nullptr;
  int (*step)(sqlite3_stmt*) = nullptr;
  int (*column_type)(sqlite3_stmt*, int) = nullptr;
  long long (*column_int64)(sqlite3_stmt*, int) = nullptr;
  int (*reset)(sqlite3_stmt*) = nullptr;
  int (*finalize)(sqlite3_stmt*) = nullptr;
  int (*extended_errcode)(sqlite3*) = nullptr;
  const char* (*errmsg)(sqlite3*) = nullptr;

  // Of the library behind the extension module `path`; null where it is not loaded or hides its functions.
  static const SqliteApi* find(const std::string& path);
};

class SqliteError {
 public:
  SqliteError(int code, std::string message) : code(code), message(std::move(message)) {}
  int code;  // extended
  std::string message;
};

struct SqliteHandle {
  const SqliteApi* api;
  sqlite3* connection;
};

// A statement on a connection that must stay open; throws SqliteError.
class SqliteStatement {
 public:
  SqliteStatement(const SqliteApi& api, sqlite3* connection, const std::string& text);
  ~SqliteStatement();
  SqliteStatement(const SqliteStatement&) = delete;
  SqliteStatement& operator=(const SqliteStatement&) = delete;

  void bind(int place, std::int64_t value) { api_.bind_int64(statement_, place, value); }
  void bind_null(int place) { api_.bind_null(statement_, place); }
  void bind(int place, const std::string& text);
  void run();
  bool next();  // whether there is a further row
  // Of the row; null as 0.
  std::int64_t integer(int column) const { return api_.column_int64(statement_, column); }
  // False where it is null. Each call takes SQLite's lock, so the type is asked for only where it is in doubt.
  bool read(int column, std::int64_t& value) const {
    value = integer(column);
    return value != 0 || api_.column_type(statement_, column) != kNull;
  }

 private:
  static constexpr int kNull = 5;
  void check(int code, int expected);

  const SqliteApi& api_;
  sqlite3* connection_;
  sqlite3_stmt* statement_ = nullptr;
};

// As sqlite3 itself would raise it, with the code by which the store tells the errors apart; needs the GIL.
[[noreturn]] void raise_sqlite_error(const SqliteError& error);

}  // namespace passevents::bindings
