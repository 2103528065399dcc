#include "bindings/convert.h"

namespace passevents::bindings {

std::string_view utf8_of(nb::handle text, nb::object& owner) {
  if (!PyUnicode_Check(text.ptr())) {
    owner = nb::str(text);
    text = owner;
  }
  Py_ssize_t size = 0;
  const char* bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (bytes != nullptr) return {bytes, static_cast<std::size_t>(size)};
  PyErr_Clear();
  PyObject* encoded = PyUnicode_AsEncodedString(text.ptr(), "utf-8", "backslashreplace");
  if (encoded == nullptr) throw nb::python_error();
  owner = nb::steal(encoded);
  char* data = nullptr;
  if (PyBytes_AsStringAndSize(encoded, &data, &size) != 0) throw nb::python_error();
  return {data, static_cast<std::size_t>(size)};
}

nb::object decoded(std::string_view text) {
  std::string escaped;
  if (text.find('\0') != std::string_view::npos) {
    for (const char byte : text) {
      if (byte == '\0') {
        escaped += "\\x00";
      } else {
        escaped += byte;
      }
    }
    text = escaped;
  }
  PyObject* result = PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "backslashreplace");
  if (result == nullptr) throw nb::python_error();
  return nb::steal(result);
}

}  // namespace passevents::bindings
