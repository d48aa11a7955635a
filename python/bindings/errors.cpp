// The engine's errors as the Python classes of replaybench/_errors.py, their options written as keywords.

#include "suite/text/errors.hpp"

#include <system_error>

#include "python/bindings/bindings.hpp"
#include "python/bindings/texts.hpp"

namespace replaybench::python {

namespace py = pybind11;

namespace {

const char* class_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::spec:
      return "SpecError";
    case ErrorKind::data:
      return "DataError";
    case ErrorKind::not_applicable:
      return "NotApplicable";
    case ErrorKind::file:
      return "FileError";
  }
  return "Error";
}

void raise(ErrorKind kind, const py::str& message) {
  const py::object type = py::module_::import("replaybench._errors").attr(class_of(kind));
  PyErr_SetObject(type.ptr(), message.ptr());
}

}  // namespace

void add_errors(py::module_&) {
  py::register_local_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const Error& error) {
      raise(error.kind(), with_keywords(error.marked()));
    } catch (const std::system_error& error) {  // of the file system, of starting a thread
      raise(ErrorKind::file, shown(std::string(error.what())));
    }
  });
}

}  // namespace replaybench::python
