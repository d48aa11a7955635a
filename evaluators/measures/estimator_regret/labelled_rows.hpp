#pragma once
// Logs made from the labelled rows of a classification set, with policies that were trained on other rows of it.
//
// The rows are cut into halves at random. The first half is the distribution: a log has some of its rows, drawn without
// replacement, and its reward is 1 for the row's class. The second half trains two multinomial logistic regressions of
// the class, q for the logging policy and for the evaluated one, each on a bootstrap sample of as many rows as a log has.
//   p(a|x)   in proportion to exp(temperature q(a|x)): 0 uniform, above 0 right more often, below 0 wrong more often
//
// Source: Cief, Kveton, Kompan 2025, section 6: temperatures 1 and 10 or 1 and -10, all rows of a half.

#include <cstdint>
#include <vector>

#include "suite/model/environment.hpp"
#include "suite/model/log.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::evaluators::estimator_regret {

struct Temperatures {
  double logging = 1, policy = 10;
};

class LabelledRows {
 public:
  /// Logs of `records` records, at most half of the rows. Throws NotApplicable if the environment's contexts are not equally
  /// probable rows with one class each, or a regression does not converge. O(rows K d) per iteration of the regressions.
  LabelledRows(const Environment& environment, const Temperatures& temperatures,
               std::uint64_t records, StreamKey key);

  /// A log whose targets are the evaluated policy and the logging policy, of these names. O(rows + records (K + d)).
  Log draw(StreamKey key, const char* policy_name, const char* logger_name) const;
  /// Of the evaluated policy, exact over the first half.
  double value() const { return value_; }

 private:
  std::vector<double> policy(double temperature, StreamKey key) const;

  Log all_;  // each row with its class as its action
  std::vector<std::uint32_t> first_, second_;
  std::uint64_t records_ = 0;
  std::vector<double> logging_, policy_;  // of the first half's rows, with K numbers each
  double value_ = 0;
};

}  // namespace replaybench::evaluators::estimator_regret
