#pragma once
// The parts of the Python module, each of which adds its names to it.

#include <pybind11/pybind11.h>

namespace replaybench::python {

void add_errors(pybind11::module_& module);
void add_reading(pybind11::module_& module);
void add_log(pybind11::module_& module);
void add_evaluate(pybind11::module_& module);
void add_parts(pybind11::module_& module);
void add_algorithm(pybind11::module_& module);
void add_components(pybind11::module_& module);
void add_play(pybind11::module_& module);
void add_leaderboard(pybind11::module_& module);
void add_tables(pybind11::module_& module);

}  // namespace replaybench::python
