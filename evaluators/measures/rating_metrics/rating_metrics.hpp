#pragma once
// A predictor of ratings: its metrics on held-out ratings, and the true click rate of the policy
// that offers each user, of the items not rated in the training part, the one with the highest
// prediction. The algorithm plays no part.
//
// Source: thesis, sections 1.5.3 (p. 31) and 1.5.4 (p. 33), appendices C and D.
// Deviations: none is printed with a formula; suite/ratings/metrics.hpp has those used. Of N folds
// the columns are means, and so is the click rate.

#include "suite/component/registry.hpp"
#include "suite/ratings/named_predictors.hpp"
#include "suite/ratings/offline_scores.hpp"
#include "suite/ratings/trial_split.hpp"

namespace replaybench::evaluators::rating_metrics {

struct RatingMetricOptions : ratings::SplitOptions {
  std::string predictor = "als";  ///< a name of named_predictors(), or "truth"
  ratings::ScoreOptions scores;
};

class RatingMetrics final : public Evaluator {
 public:
  explicit RatingMetrics(const RatingMetricOptions& options) : options_(options) {}
  const RowSchema& schema() const override;
  /// Throws NotApplicable if the environment has no ratings, or they cannot be split or judged
  /// as asked. The rating log is drawn from the stream of the policy.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;

 private:
  RatingMetricOptions options_;
};

}  // namespace replaybench::evaluators::rating_metrics
