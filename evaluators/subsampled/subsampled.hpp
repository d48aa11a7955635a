#pragma once
// Stability of an evaluator: another evaluator on many random subsamples of the log.
//
// Source: Li, Chu, Langford, Wang, "Unbiased offline evaluation of contextual-bandit-based news
// article recommendation algorithms", WSDM 2011, section 4.4 and table 1: one day of a random
// bucket, "subsampled [...] so that each event is used with probability 0.5", each algorithm run
// 100 times.
//
//   paper                      here
//   each event used with 0.5   keep: every record, independently, in the order of the log
//   100 runs                   runs
//   mean, std, max, min        estimate, standard_deviation, largest, smallest
//
// Caution: the subsamples share records, half of one with any other when keep = 0.5. So the
// deviation is not that of the estimate on another log like this one. For a static policy and two
// logs of n records that are subsamples of one of n / keep, what varies is their difference from
// the log: the variance is 1 - keep times that of independent logs of the same size (a sample
// without replacement: Cochran, "Sampling techniques", 1977, theorem 2.2). `standard_deviation` is
// the printed one; divide by sqrt(1 - keep) for independent logs.

#include "suite/component/registry.hpp"

namespace replaybench::evaluators::subsampled {

struct SubsampledOptions {
  std::shared_ptr<const Evaluator> inner;
  bool inner_estimates_value = true;
  double keep = 0.5;         ///< in (0, 1]
  std::uint64_t runs = 100;  ///< at least 1
};

class Subsampled final : public Evaluator {
 public:
  explicit Subsampled(SubsampledOptions options) : options_(std::move(options)) {}

  LogAssumptions assumptions() const override { return options_.inner->assumptions(); }
  bool estimates_value() const override { return options_.inner_estimates_value; }
  /// estimate              mean of the inner evaluator's estimates over the runs
  /// standard_deviation    of them; NaN for one run
  /// smallest, largest     of them
  /// relative_deviation    standard_deviation / estimate
  /// accepted              mean of what it reports as accepted; NaN if it does not
  /// kept                  mean number of records of a subsample
  const RowSchema& schema() const override;
  /// A row for each row of the inner evaluator that all runs have. Costs `runs` inner
  /// evaluations, and the memory of one more log. Throws NotApplicable if the inner evaluator
  /// does.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;
  std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                   const ResultRow& row) const override;

 private:
  SubsampledOptions options_;
};

}  // namespace replaybench::evaluators::subsampled
