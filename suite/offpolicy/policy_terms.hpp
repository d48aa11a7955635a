#pragma once
// Estimates of fixed policies from logs of slates and of doses, whose terms need no pass over records of
// actions: what their evaluators share.

#include <cstdint>
#include <string>
#include <vector>

#include "suite/component/basis.hpp"
#include "suite/component/registry.hpp"
#include "suite/offpolicy/terms.hpp"
#include "suite/statistics/interval.hpp"

namespace replaybench::offpolicy {

/// The terms of a log's records, and how they make an estimate.
struct PolicyTerms {
  Combination combination = Combination::mean;
  /// EstimateForm::modelled if a term is more than weight times outcome: every record counts then.
  EstimateForm form = EstimateForm::mean;
  std::vector<Term> terms;
  /// The importance weight of each record: that of its term, or for terms that are sums the mean of the
  /// weights in it. Its mean is 1 in expectation if the probabilities are right.
  std::vector<double> weights;

  Estimate estimate() const { return combine(terms, combination); }
};

/// The columns of a row: estimate; standard_error; low and high, the interval; records; accepted, the
/// records of a weight above 0, or all if there is a model; and of the weights effective_records (Kish's
/// effective sample size), mean_weight, mean_weight_z (its distance from 1 in standard errors),
/// largest_weight and largest_share (of the sum).
struct TermColumns : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn standard_error = add(Role::standard_error);
  RowColumn low = add(Role::interval_low);
  RowColumn high = add(Role::interval_high);
  RowColumn records = add(Role::records);
  RowColumn accepted = add(Role::accepted);
  RowColumn effective = add("effective_records");
  RowColumn mean_weight = add("mean_weight");
  RowColumn mean_weight_z = add("mean_weight_z");
  RowColumn largest_weight = add("largest_weight");
  RowColumn largest_share = add("largest_share");
};
const TermColumns& term_columns();

/// The row of these columns; the interval is normal, of this level in (0, 1), and NaN below two records.
/// O(records).
ResultRow row_of(const PolicyTerms& terms, double level);
/// Basis of the estimate, with the interval of the row. O(records).
EstimateBasis basis_of(const PolicyTerms& terms, double level);

/// estimate -+ quantile * standard error.
statistics::Interval normal_interval(const Estimate& estimate, double level);

/// The target policy that the algorithm of the trial stands for. Throws NotApplicable, with `owner` in
/// the message, for an algorithm that is not given by columns of the log.
std::string given_target_of(std::string_view owner, const Trial& trial);

}  // namespace replaybench::offpolicy
