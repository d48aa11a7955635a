#pragma once
// A predictor's metrics on held-out ratings, and the click rate of the policy that follows it.

#include <array>
#include <string_view>

#include "suite/ratings/metrics.hpp"
#include "suite/ratings/rating_environment.hpp"
#include "suite/ratings/split.hpp"

namespace replaybench::ratings {

/// The metrics, in the order of metric_names.
enum Metric : std::size_t {
  metric_rmse,
  metric_mae,
  metric_tweaked_mae,
  metric_precision,
  metric_recall,
  metric_f1,
  metric_map,
  metric_mrr,
  metric_ndcg,
  metric_half_life,
  metric_auc,
  metric_item_coverage,
  metric_diversity,
  metric_count
};
/// Name of each; "rmse", say.
extern const std::array<const char*, metric_count> metric_names;
/// True for errors: the lower, the better.
constexpr bool lower_is_better(std::size_t metric) { return metric <= metric_tweaked_mae; }

struct ScoreOptions {
  RankingOptions ranking;  ///< the threshold is that of the classification too
  double low = 2;          ///< tweaked MAE: extreme are ratings <= low
  double high = 4;         ///< and >= high
  std::size_t length = 5;  ///< of recommendation lists, for coverage and diversity
  /// Whether the tested ratings may all be relevant, or none: precision, recall and F1 are then NaN.
  bool one_class = false;
};

/// Metrics on the tested ratings of `split`. Lists are of items that the user did not rate in the
/// training part; diversity is by the cosine of the training ratings less the items' means (thesis,
/// appendix D.2, p. 260). Throws DataError where the tested ratings are all relevant, or none, unless
/// options.one_class; EnvironmentError where the similarities need more than 2 GB.
/// O(users x items x predict + items^2 x ratings per item), and O(users x items^2) where many
/// predictions are equal.
std::array<double, metric_count> offline_metrics(const RatingPredictor& predictor,
                                                 const RatingTable& all, const RatingTable& train,
                                                 const Split& split, const ScoreOptions& options);

/// Expected click rate of the policy that offers each user, of the items that the user has not
/// rated in `known`, the one with the highest prediction, one of the equal ones at random. Users
/// who have rated everything do not count; NaN where all have, or where a click probability is not
/// known. O(users x items x predict).
double greedy_click_rate(const RatingPredictor& predictor, const RatingEnvironment& world,
                         const RatingTable& known);
/// The highest click rate of any policy that offers the same items, and that of uniform choices.
/// O(users x items).
double best_click_rate(const RatingEnvironment& world, const RatingTable& known);
double uniform_click_rate(const RatingEnvironment& world, const RatingTable& known);

/// The predictor that knows each user's true rating: what is left of its error is the noise of
/// rating an item again (thesis, appendix D.1, p. 259).
class TrueRatings final : public RatingPredictor {
 public:
  explicit TrueRatings(const RatingEnvironment& world) : world_(world) {}
  double predict(std::size_t user, std::size_t item) const override {
    return world_.true_rating(user, item);
  }

 private:
  const RatingEnvironment& world_;
};

}  // namespace replaybench::ratings
