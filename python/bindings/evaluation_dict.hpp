#pragma once
// Evaluations as dictionaries, of which replaybench/_results.py makes its objects.

#include <pybind11/pybind11.h>

#include "suite/evaluate/evaluate_all.hpp"

namespace replaybench::python {

/// None in the place of a number that there is not, or that is withheld (unless `show_unreliable`).
pybind11::dict dict_of(Evaluation evaluation, bool show_unreliable);

/// Segments with their pairs and differences; `labels` are those of the algorithms.
pybind11::dict dict_of(EvaluationTable table, const std::vector<std::string>& labels,
                       bool show_unreliable);

}  // namespace replaybench::python
