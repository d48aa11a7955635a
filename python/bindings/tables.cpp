// Result tables of studies.

#include <pybind11/stl.h>

#include "python/bindings/arrays.hpp"
#include "python/bindings/bindings.hpp"
#include "suite/table/table.hpp"

namespace replaybench::python {

namespace py = pybind11;

namespace {

// By column: an array of numbers, or a list of texts.
py::dict read_table(const std::string& path) {
  Table table = Table::read_csv(path);
  py::dict dict;
  for (const std::string& name : table.names()) {
    const Column& column = table.column(name);
    if (const auto* numbers = std::get_if<NumberColumn>(&column)) {
      dict[py::str(name)] = array_of(*numbers);
    } else {
      dict[py::str(name)] = std::get<TextColumn>(column);
    }
  }
  return dict;
}

}  // namespace

void add_tables(py::module_& module) { module.def("read_table", &read_table); }

}  // namespace replaybench::python
