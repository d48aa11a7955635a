#pragma once
// A table as a dict by column: an array of numbers, or a list of texts.

#include <pybind11/stl.h>

#include <variant>

#include "python/bindings/arrays.hpp"
#include "suite/table/table.hpp"

namespace replaybench::python {

inline pybind11::dict dict_of(const Table& table) {
  pybind11::dict dict;
  for (const std::string& name : table.names()) {
    const Column& column = table.column(name);
    if (const auto* numbers = std::get_if<NumberColumn>(&column)) {
      dict[pybind11::str(name)] = array_of(*numbers);
    } else {
      dict[pybind11::str(name)] = std::get<TextColumn>(column);
    }
  }
  return dict;
}

}  // namespace replaybench::python
