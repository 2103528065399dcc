// Between Python's objects and the journal's bytes, within the limited API.
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <string_view>

namespace passevents::bindings {

namespace nb = nanobind;

// The UTF-8 of a str, lone surrogates as backslash escapes; `owner` keeps the bytes alive.
std::string_view utf8_of(nb::handle text, nb::object& owner);
// A str that SQLite and every encoding can hold: invalid UTF-8 and NUL as backslash escapes.
nb::object decoded(std::string_view text);

// Fills a new tuple from left to right.
class TupleBuilder {
 public:
  explicit TupleBuilder(Py_ssize_t size) : tuple_(PyTuple_New(size)) {
    if (tuple_ == nullptr) throw nb::python_error();
  }
  ~TupleBuilder() { Py_XDECREF(tuple_); }
  TupleBuilder(const TupleBuilder&) = delete;
  TupleBuilder& operator=(const TupleBuilder&) = delete;

  void own(PyObject* value) {
    if (value == nullptr) throw nb::python_error();
    PyTuple_SetItem(tuple_, next_++, value);
  }
  void share(PyObject* value) {
    Py_INCREF(value);
    PyTuple_SetItem(tuple_, next_++, value);
  }
  void none() { share(Py_None); }
  void integer(long long value) { own(PyLong_FromLongLong(value)); }
  void integer_or_none(bool has_value, long long value) { has_value ? integer(value) : none(); }
  nb::object take() {
    PyObject* tuple = tuple_;
    tuple_ = nullptr;
    return nb::steal(tuple);
  }

 private:
  PyObject* tuple_;
  Py_ssize_t next_ = 0;
};

}  // namespace passevents::bindings
