#include "bindings/sqlite.h"

#include <dlfcn.h>
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

namespace passevents::bindings {

namespace {

constexpr int kOk = 0;
constexpr int kRow = 100;
constexpr int kDone = 101;

template <typename Function>
bool look_up(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(library, name));
  return function != nullptr;
}

}  // namespace

const SqliteApi* SqliteApi::find(const std::string& path) {
  static SqliteApi api;
  static bool known = false;
  if (known) return &api;
  // Looks through what the module depends on too, which is where the library is.
  void* library = ::dlopen(path.c_str(), RTLD_LAZY | RTLD_NOLOAD);
  if (library == nullptr) return nullptr;
  known = look_up(library, "sqlite3_auto_extension", api.auto_extension) &&
          look_up(library, "sqlite3_cancel_auto_extension", api.cancel_auto_extension) &&
          look_up(library, "sqlite3_prepare_v2", api.prepare_v2) &&
          look_up(library, "sqlite3_bind_int64", api.bind_int64) &&
          look_up(library, "sqlite3_bind_null", api.bind_null) &&
          look_up(library, "sqlite3_bind_text", api.bind_text) && look_up(library, "sqlite3_step", api.step) &&
          look_up(library, "sqlite3_column_type", api.column_type) &&
          look_up(library, "sqlite3_column_int64", api.column_int64) &&
          look_up(library, "sqlite3_reset", api.reset) && look_up(library, "sqlite3_finalize", api.finalize) &&
          look_up(library, "sqlite3_extended_errcode", api.extended_errcode) &&
          look_up(library, "sqlite3_errmsg", api.errmsg);
  return known ? &api : nullptr;
}

SqliteStatement::SqliteStatement(const SqliteApi& api, sqlite3* connection, const std::string& text)
    : api_(api), connection_(connection) {
  check(api_.prepare_v2(connection_, text.c_str(), static_cast<int>(text.size()), &statement_, nullptr), kOk);
}

SqliteStatement::~SqliteStatement() { api_.finalize(statement_); }

void SqliteStatement::run() {
  check(api_.step(statement_), kDone);
  api_.reset(statement_);
}

void SqliteStatement::bind(int place, const std::string& text) {
  const auto copied = reinterpret_cast<void (*)(void*)>(-1);  // SQLITE_TRANSIENT
  check(api_.bind_text(statement_, place, text.data(), static_cast<int>(text.size()), copied), kOk);
}

bool SqliteStatement::next() {
  const int code = api_.step(statement_);
  if (code == kRow) return true;
  check(code, kDone);
  return false;
}

void SqliteStatement::check(int code, int expected) {
  if (code != expected) throw SqliteError(api_.extended_errcode(connection_), api_.errmsg(connection_));
}

void raise_sqlite_error(const SqliteError& error) {
  namespace nb = nanobind;
  const nb::object raised = nb::module_::import_("sqlite3").attr("OperationalError")(error.message);
  raised.attr("sqlite_errorcode") = error.code;
  PyErr_SetObject(nb::handle(raised.type()).ptr(), raised.ptr());
  throw nb::python_error();
}

}  // namespace passevents::bindings
