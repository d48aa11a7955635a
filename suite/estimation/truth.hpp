#pragma once
// The evaluator that supplies the true values for another evaluator, named by the text of a parameter.

#include <memory>
#include <string>
#include <vector>

#include "suite/estimation/inner_evaluator.hpp"
#include "suite/numeric/nan.hpp"

namespace replaybench::estimation {

/// The evaluator that the parameter `truth` of the evaluator `owner` names; null if `text` is
/// empty. Throws SpecErrors for an unknown evaluator, and for one that does not give the value of
/// the algorithm in the environment.
inline std::shared_ptr<const Evaluator> truth_evaluator(const std::string& owner,
                                                        const std::string& text) {
  if (text.empty()) return nullptr;
  const auto truth = inner_evaluator(owner, "truth", text);
  if (!truth.description->properties.plays_environment ||
      !truth.description->properties.estimates_value) {
    throw SpecErrors(owner + "'s truth: " + truth.description->name +
                     " does not give true values; policy_value and online do");
  }
  return make_evaluator(truth);
}

/// The true value of the algorithm of `trial`: of the last row the column `expected`, which has
/// less noise, if there is one, else `estimate`. NaN without an evaluator (null) or a row. The
/// cost is the evaluator's.
inline double true_value(const Evaluator* truth, Trial trial) {
  if (!truth) return nan;
  std::vector<ResultRow> rows;
  truth->evaluate(trial, rows);
  if (rows.empty()) return nan;
  const RowSchema& schema = truth->schema();
  return value_of(schema, rows.back(),
                  schema.find(Role::expected) ? Role::expected : Role::estimate);
}

}  // namespace replaybench::estimation
