#include "suite/ratings/offline_scores.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "suite/numeric/moments.hpp"
#include "suite/ratings/similarity.hpp"

namespace replaybench::ratings {

namespace {

// Mean of value(user, items that the user has not rated), over the users who have not rated all.
template <class Value>
double mean_over_users(const RatingEnvironment& world, const RatingTable& known,
                       const Value& value) {
  numeric::Sum sum;
  double users = 0;
  std::vector<std::size_t> items;
  for (std::size_t u = 0; u < world.user_count(); ++u) {
    items.clear();
    for (std::size_t i = 0; i < world.item_count(); ++i) {
      if (!known.find(u, i)) items.push_back(i);
    }
    if (items.empty()) continue;
    sum.add(value(u, items));
    users += 1;
  }
  return users > 0 ? sum.value() / users : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

OfflineScores offline_scores(const RatingPredictor& predictor, const RatingTable& all,
                             const RatingTable& train, const Split& split,
                             const ScoreOptions& options) {
  const auto tested = predict_all(predictor, all, split.test);
  if (!options.one_class) require_both_classes(tested, options.ranking.threshold);
  const Classification classes = classify(tested, options.ranking.threshold);
  const std::span<const Rating> ratings = all.ratings();
  const double min_rating =
      std::min_element(ratings.begin(), ratings.end(), [](const Rating& a, const Rating& b) {
        return a.value < b.value;
      })->value;
  const RankingMetrics ranking = ranking_metrics(tested, options.ranking, min_rating);
  const auto lists = recommendation_lists(
      predictor, train.users(), train.items(), options.length,
      [&](std::size_t user, std::size_t item) { return !train.find(user, item).has_value(); });
  // For items, Pearson with means over all ratings: the ratings less the items' means.
  const auto similarity =
      Similarities(train, Axis::items, {.means = PearsonMeans::all, .significance = 10}).matrix();
  OfflineScores out;
  out.rmse = rmse(tested);
  out.mae = mae(tested);
  out.tweaked_mae = tweaked_mae(tested, options.low, options.high);
  out.precision = classes.precision();
  out.recall = classes.recall();
  out.f1 = classes.f1();
  out.map = ranking.map;
  out.mrr = ranking.mrr;
  out.ndcg = ranking.ndcg;
  out.half_life = ranking.half_life_utility;
  out.auc = ranking.auc;
  if (!has_both_classes(tested, options.ranking.threshold)) {
    out.precision = out.recall = out.f1 = std::numeric_limits<double>::quiet_NaN();
  }
  out.item_coverage = item_coverage(lists, train.items());
  out.diversity = list_diversity(lists, similarity, train.items());
  return out;
}

double greedy_click_rate(const RatingPredictor& predictor, const RatingEnvironment& world,
                         const RatingTable& known) {
  return mean_over_users(world, known, [&](std::size_t user, std::span<const std::size_t> items) {
    double highest = -std::numeric_limits<double>::infinity();
    double clicks = 0;
    double tied = 0;
    for (const std::size_t item : items) {
      const double predicted = predictor.predict(user, item);
      if (predicted < highest) continue;
      if (predicted > highest) clicks = tied = 0;
      highest = predicted;
      clicks += world.click_probability(user, item);
      tied += 1;
    }
    return clicks / tied;
  });
}

double best_click_rate(const RatingEnvironment& world, const RatingTable& known) {
  return mean_over_users(world, known, [&](std::size_t user, std::span<const std::size_t> items) {
    double best = world.click_probability(user, items[0]);
    for (const std::size_t item : items) best = std::max(best, world.click_probability(user, item));
    return best;
  });
}

double uniform_click_rate(const RatingEnvironment& world, const RatingTable& known) {
  return mean_over_users(world, known, [&](std::size_t user, std::span<const std::size_t> items) {
    double sum = 0;
    for (const std::size_t item : items) sum += world.click_probability(user, item);
    return sum / static_cast<double>(items.size());
  });
}

}  // namespace replaybench::ratings
