#pragma once
// A uniform log made non-uniform: each record is kept with a probability that depends on its
// action, so that the logging policy of what is left is known, and the truth is the whole log.
//
// Source: ours; the subsampling of Li, Chu, Langford, Wang, WSDM 2011, section 5, with unequal
// probabilities. Rejection sampling (replay_thinned) is its inverse.
//   keep_a    probability with which a record of action a is kept
//   x_f       the feature `feature`, if it is named
//   k(a, x)   keep_a, or keep_{(a + 1) mod K} where x_f is 1
//   p(a|x)    k(a, x) / sum_b k(b, x): the propensity of a kept record
// The sum over b is the same for all contexts, so what is kept has the contexts of the whole log.
// `sample` numbers the draws: sample 1 is another subsample than sample 2, and each is the same
// wherever it is drawn.

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "suite/component/registry.hpp"

namespace replaybench::datasets::skewed_log {

struct Skew {
  std::vector<double> keep;  ///< one per action, in (0, 1]
  std::string feature;       ///< empty: the same in every context
  std::uint64_t sample = 0;
};

/// The kept records of `log`, in its order, with their propensities. Throws DataError when the log
/// has pools, propensities that are not 1/K, another number of actions than `keep`, or no feature
/// of that name, or when nothing is kept. O(n).
Log skewed(const Log& log, const Skew& skew);

/// Reads the inner log at the first use and draws from it; thread-safe. What was drawn is kept as long
/// as somebody uses it and then drawn again, the same: a study has hundreds of samples of one log, and
/// needs one at a time.
class SkewedLog final : public Dataset {
 public:
  SkewedLog(std::shared_ptr<const Dataset> inner, Skew skew)
      : inner_(std::move(inner)), skew_(std::move(skew)) {}

  /// Throws SpecErrors if `of` is a simulator; what its log throws; DataError as `skewed`.
  std::shared_ptr<const Log> log() const override;
  std::string content_digest() const override { return inner_->content_digest(); }
  std::vector<std::string> warnings() const override { return inner_->warnings(); }

 private:
  std::shared_ptr<const Dataset> inner_;
  Skew skew_;
  mutable std::mutex mutex_;
  mutable std::weak_ptr<const Log> drawn_;
};

}  // namespace replaybench::datasets::skewed_log
