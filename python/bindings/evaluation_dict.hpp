#pragma once
// Evaluations as dictionaries by the list of fields, of which replaybench/_results.py makes its objects.

#include <pybind11/pybind11.h>

#include <string>
#include <vector>

#include "suite/evaluate/evaluation_fields.hpp"

namespace replaybench::python {

/// None in the place of a number that does not exist, or that is withheld (unless `show_unreliable`); no
/// key of a field that does not apply. `label` is that of the policy, `evaluator` that of the evaluator.
pybind11::dict dict_of(const Evaluation& evaluation, const std::string& label,
                       const std::string& evaluator, bool show_unreliable);

/// Segments with their pairs and differences. `influences`: with those of each record, where they are known.
pybind11::dict dict_of(const EvaluationTable& table, const ResultLabels& labels, bool influences);

/// Meaning of each key of these dictionaries: by kind of dictionary, then by key ("interval.low").
pybind11::dict fields_in_python();

}  // namespace replaybench::python
