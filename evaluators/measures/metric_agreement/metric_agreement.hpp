#pragma once
// Test whether offline metrics put predictors of ratings into the order of the true click rates of
// their greedy policies (offered are the items that a user has not rated in the training part): in
// one world, over all named predictors (suite/ratings/named_predictors.hpp). The algorithm plays no
// part.
//
//   tau_M    Kendall's tau-b of the order by metric M against the order by click rate; the tau of
//            RMSE is the estimate. A metric that is not defined for a predictor puts it last. A metric
//            that is the same for all has tau 0, for example precision if no tested rating is relevant.
//   lost_M   the highest click rate among the predictors minus the click rate of M's choice (the mean
//            over equally good choices)
//
// Source: the question of thesis section 1.5.4 (p. 33); appendix D (p. 259).

#include <span>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/ratings/offline_scores.hpp"

namespace replaybench::evaluators::metric_agreement {

struct MetricAgreementOptions {
  double share = 0.2;      ///< of the ratings, to test
  double threshold = 4;    ///< of relevant items
  std::size_t length = 5;  ///< of lists
};

/// tau_M and lost_M.
struct OrderAgreement {
  double tau = 0;
  double lost = 0;
};

/// `values` and `clicks` have each predictor's metric and click rate; at least one predictor. O(n^2).
OrderAgreement order_agreement(const ratings::OfflineMetric& metric, std::span<const double> values,
                               std::span<const double> clicks);

}  // namespace replaybench::evaluators::metric_agreement
