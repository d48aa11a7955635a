// Result tables of studies.

#include <string>

#include "python/bindings/bindings.hpp"
#include "python/bindings/table_dict.hpp"

namespace replaybench::python {

namespace py = pybind11;

void add_tables(py::module_& module) {
  module.def("read_table", [](const std::string& path) { return dict_of(Table::read_csv(path)); });
}

}  // namespace replaybench::python
