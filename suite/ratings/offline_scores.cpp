#include "suite/ratings/offline_scores.hpp"

#include <algorithm>
#include <vector>

#include "suite/numeric/moments.hpp"
#include "suite/ratings/similarity.hpp"

namespace replaybench::ratings {

const std::array<const char*, metric_count> metric_names{
    "rmse", "mae",  "tweaked_mae", "precision", "recall",        "f1",       "map",
    "mrr",  "ndcg", "half_life",   "auc",       "item_coverage", "diversity"};

std::array<double, metric_count> offline_metrics(const RatingPredictor& predictor,
                                                 const RatingTable& all, const RatingTable& train,
                                                 const Split& split, const ScoreOptions& options) {
  const auto tested = predict_all(predictor, all, split.test);
  require_both_classes(tested, options.ranking.threshold);
  const Classification classes = classify(tested, options.ranking.threshold);
  const RankingMetrics ranking = ranking_metrics(tested, options.ranking);
  const auto lists = recommendation_lists(
      predictor, train.users(), train.items(), options.length,
      [&](std::size_t user, std::size_t item) { return !train.find(user, item).has_value(); });
  // For items, Pearson with means over all ratings: the ratings less the items' means.
  const auto similarity =
      Similarities(train, Axis::items, {.means = PearsonMeans::all, .significance = 10}).matrix();
  std::array<double, metric_count> out{};
  out[metric_rmse] = rmse(tested);
  out[metric_mae] = mae(tested);
  out[metric_tweaked_mae] = tweaked_mae(tested, options.low, options.high);
  out[metric_precision] = classes.precision();
  out[metric_recall] = classes.recall();
  out[metric_f1] = classes.f1();
  out[metric_map] = ranking.map;
  out[metric_mrr] = ranking.mrr;
  out[metric_ndcg] = ranking.ndcg;
  out[metric_half_life] = ranking.half_life_utility;
  out[metric_auc] = ranking.auc;
  out[metric_item_coverage] = item_coverage(lists, train.items());
  out[metric_diversity] = list_diversity(lists, similarity, train.items());
  return out;
}

double greedy_click_rate(const RatingPredictor& predictor, const RatingEnvironment& world) {
  numeric::Sum sum;
  for (std::size_t u = 0; u < world.user_count(); ++u) {
    double highest = predictor.predict(u, 0);
    numeric::Sum clicks;
    std::size_t tied = 0;
    for (std::size_t i = 0; i < world.item_count(); ++i) {
      const double predicted = predictor.predict(u, i);
      if (predicted < highest) continue;
      if (predicted > highest || tied == 0) {
        highest = predicted;
        clicks = {};
        tied = 0;
      }
      clicks.add(world.click_probability(u, i));
      ++tied;
    }
    sum.add(clicks.value() / static_cast<double>(tied));
  }
  return sum.value() / static_cast<double>(world.user_count());
}

double best_click_rate(const RatingEnvironment& world) {
  numeric::Sum sum;
  for (std::size_t u = 0; u < world.user_count(); ++u) {
    double best = 0;
    for (std::size_t i = 0; i < world.item_count(); ++i) {
      best = std::max(best, world.click_probability(u, i));
    }
    sum.add(best);
  }
  return sum.value() / static_cast<double>(world.user_count());
}

double uniform_click_rate(const RatingEnvironment& world) {
  numeric::Sum sum;
  for (std::size_t u = 0; u < world.user_count(); ++u) {
    for (std::size_t i = 0; i < world.item_count(); ++i) sum.add(world.click_probability(u, i));
  }
  return sum.value() / static_cast<double>(world.user_count() * world.item_count());
}

}  // namespace replaybench::ratings
