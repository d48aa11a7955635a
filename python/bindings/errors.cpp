// The engine's errors as the Python classes of replaybench/_errors.py, with the same messages.

#include "suite/text/errors.hpp"

#include <system_error>

#include "python/bindings/bindings.hpp"
#include "python/bindings/texts.hpp"
#include "suite/component/description.hpp"
#include "suite/model/numerical_failure.hpp"

namespace replaybench::python {

namespace py = pybind11;

namespace {

void raise(const char* name, const char* message) {
  const py::object type = py::module_::import("replaybench._errors").attr(name);
  PyErr_SetObject(type.ptr(), shown(std::string(message)).ptr());
}

}  // namespace

void add_errors(py::module_&) {
  py::register_local_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const SpecErrors& error) {
      raise("SpecError", error.what());
    } catch (const DataError& error) {
      raise("DataError", error.what());
    } catch (const NumericalFailure& error) {
      raise("DataError", error.what());
    } catch (const NotApplicable& error) {
      raise("NotApplicable", error.what());
    } catch (const FileError& error) {
      raise("FileError", error.what());
    } catch (const std::system_error& error) {  // of the file system, of starting a thread
      raise("FileError", error.what());
    }
  });
}

}  // namespace replaybench::python
