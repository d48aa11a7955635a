#pragma once
// A predictor's metrics on held-out ratings, and the click rate of the policy that follows it.

#include <array>

#include "suite/ratings/metrics.hpp"
#include "suite/ratings/rating_environment.hpp"
#include "suite/ratings/split.hpp"

namespace replaybench::ratings {

/// A predictor's metrics on held-out ratings; metrics.hpp says what each is.
struct OfflineScores {
  double rmse = 0;
  double mae = 0;
  double tweaked_mae = 0;
  double precision = 0;
  double recall = 0;
  double f1 = 0;
  double map = 0;
  double mrr = 0;
  double ndcg = 0;
  double half_life = 0;
  double auc = 0;
  double item_coverage = 0;
  double diversity = 0;
};

/// One of them.
struct OfflineMetric {
  const char* name;
  double OfflineScores::*score;
  bool lower_is_better = false;  ///< true for errors
};

/// All of them, in the order of the columns of results.
inline constexpr auto offline_metrics = std::to_array<OfflineMetric>({
    {"rmse", &OfflineScores::rmse, true},
    {"mae", &OfflineScores::mae, true},
    {"tweaked_mae", &OfflineScores::tweaked_mae, true},
    {"precision", &OfflineScores::precision},
    {"recall", &OfflineScores::recall},
    {"f1", &OfflineScores::f1},
    {"map", &OfflineScores::map},
    {"mrr", &OfflineScores::mrr},
    {"ndcg", &OfflineScores::ndcg},
    {"half_life", &OfflineScores::half_life},
    {"auc", &OfflineScores::auc},
    {"item_coverage", &OfflineScores::item_coverage},
    {"diversity", &OfflineScores::diversity},
});

struct ScoreOptions {
  RankingOptions ranking;  ///< the threshold is that of the classification too
  double low = 2;          ///< tweaked MAE: extreme are ratings <= low
  double high = 4;         ///< and >= high
  std::size_t length = 5;  ///< of recommendation lists, for coverage and diversity
  /// True if the tested ratings may all be relevant, or none: precision, recall and F1 are then NaN.
  bool one_class = false;
};

/// Metrics on the tested ratings of `split`. nDCG's gains count from the least rating of `all`, so that
/// all parts have the same scale. Lists are of items that the user did not rate in the
/// training part; diversity is by the cosine of the training ratings less the items' means (thesis,
/// appendix D.2, p. 260). Throws DataError if the tested ratings are all relevant, or none, unless
/// options.one_class; FileError if the similarities need more than 2 GB.
/// O(users x items x predict + items^2 x ratings per item), and O(users x items^2) where many
/// predictions are equal.
OfflineScores offline_scores(const RatingPredictor& predictor, const RatingTable& all,
                             const RatingTable& train, const Split& split,
                             const ScoreOptions& options);

/// Expected click rate of the policy that offers each user, of the items that the user has not
/// rated in `known`, the one with the highest prediction, one of the equal ones at random. Users
/// who have rated everything do not count; NaN if all have, or where a click probability is not
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
