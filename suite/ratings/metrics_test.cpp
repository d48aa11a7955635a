#include "suite/ratings/metrics.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"
#include "suite/text/errors.hpp"

using namespace replaybench;
using namespace replaybench::ratings;

namespace {

auto exactly(double value) { return Approx(value).epsilon(1e-12); }

// Ratings of one user: 5, 4, 2, 1 predicted 3, 4, 3.5, 2.
const std::vector<Prediction> four{{0, 0, 5, 3}, {0, 1, 4, 4}, {0, 2, 2, 3.5}, {0, 3, 1, 2}};

// Predictions of a list without ties.
std::vector<double> ranks(std::size_t n) {
  std::vector<double> out;
  for (std::size_t k = 0; k < n; ++k) out.push_back(-static_cast<double>(k));
  return out;
}

// Mean of metric(relevant, ratings) over all orders of the items that keep `predicted` decreasing.
template <class Metric>
double over_orders(const std::vector<double>& predicted, const std::vector<double>& ratings,
                   const Metric& metric) {
  std::vector<std::size_t> order(ratings.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  double sum = 0;
  double orders = 0;
  do {
    std::vector<double> sorted, of;
    for (const std::size_t i : order) {
      sorted.push_back(predicted[i]);
      of.push_back(ratings[i]);
    }
    if (sorted != predicted) continue;
    sum += metric(of);
    orders += 1;
  } while (std::next_permutation(order.begin(), order.end()));
  return sum / orders;
}

}  // namespace

TEST_CASE("errors of ratings, by hand") {
  CHECK(rmse(four) == exactly(std::sqrt((4 + 0 + 2.25 + 1) / 4)));
  CHECK(mae(four) == exactly((2 + 0 + 1.5 + 1) / 4));
  CHECK(tweaked_mae(four, 1, 5) == exactly(1.5));
  CHECK(tweaked_mae(four, 1.5, 4) == exactly(1));
  CHECK(std::isnan(tweaked_mae(four, 0, 6)));
  CHECK(std::isnan(rmse({})));
}

TEST_CASE("the tweaked MAE does not see what is predicted in between") {
  auto wrong = four;
  wrong[1].predicted = wrong[2].predicted = 100;
  CHECK(tweaked_mae(wrong, 1, 5) == tweaked_mae(four, 1, 5));
}

TEST_CASE("classification, by hand; the thesis's example") {
  const Classification classes = classify(four, 3.5);
  CHECK(classes.hits == 1);
  CHECK(classes.misses == 1);
  CHECK(classes.false_alarms == 1);
  CHECK(classes.rejections == 1);
  CHECK(classes.precision() == 0.5);
  CHECK(classes.recall() == 0.5);
  CHECK(classes.f1() == 0.5);
  // Threshold 3 (appendix D.1, p. 259): 4 for 5 and 1 for 2 cost nothing, 3.5 for 2.5 and the
  // reverse do.
  const Classification harmless = classify(std::vector<Prediction>{{0, 0, 5, 4}, {0, 1, 2, 1}}, 3);
  CHECK(harmless.f1() == 1);
  const Classification harmful =
      classify(std::vector<Prediction>{{0, 0, 2.5, 3.5}, {0, 1, 3.5, 2.5}}, 3);
  CHECK(harmful.f1() == 0);
  CHECK(std::isnan(classify(std::vector<Prediction>{{0, 0, 5, 1}}, 3).precision()));
  CHECK(std::isnan(classify(std::vector<Prediction>{{0, 0, 1, 1}}, 3).recall()));
}

TEST_CASE("metrics of a ranked list, by hand") {
  CHECK(average_precision(ranks(4), {true, false, true, false}) == exactly((1 + 2.0 / 3) / 2));
  CHECK(std::isnan(average_precision(ranks(2), {false, false})));
  CHECK(reciprocal_rank(ranks(3), {false, false, true}) == exactly(1.0 / 3));
  CHECK(std::isnan(reciprocal_rank(ranks(2), {false, false})));
  const std::vector<double> gains{3, 2, 3, 0, 1, 2};  // the example of the encyclopedias
  CHECK(ndcg(ranks(6), gains, 6) == Approx(6.861 / 7.141).margin(1e-3));
  const std::vector<double> two{1, 3};
  CHECK(ndcg(ranks(2), two, 5) == exactly((1 + 3 / std::log2(3.0)) / (3 + 1 / std::log2(3.0))));
  CHECK(ndcg(ranks(2), two, 1) == exactly(1.0 / 3));
  CHECK(std::isnan(ndcg(ranks(2), std::vector<double>{0, 0}, 2)));
  // Half-life 3: weights 1, 2^-1/2, 1/2.
  const std::vector<double> ratings{2, 5, 4};
  CHECK(half_life_utility(ranks(3), ratings, 3, 3) ==
        exactly((2 / std::sqrt(2.0) + 0.5) / (2 + 1 / std::sqrt(2.0))));
}

TEST_CASE("metrics of a ranked list with ties are means over the orders of equal predictions") {
  Draws draws({42}, 0);
  for (int trial = 0; trial < 40; ++trial) {
    std::vector<double> predicted, ratings;
    for (int i = 0; i < 6; ++i) {
      predicted.push_back(draws.below(3));
      ratings.push_back(1 + draws.below(5));
    }
    std::sort(predicted.begin(), predicted.end(), std::greater<>());
    const auto relevant = [](const std::vector<double>& of) {
      std::vector<bool> out;
      for (const double rating : of) out.push_back(rating >= 4);
      return out;
    };
    const auto is = [&](double value, const auto& metric) {
      const double expected = over_orders(predicted, ratings, metric);
      if (std::isnan(expected)) {
        CHECK(std::isnan(value));
      } else {
        CHECK(value == exactly(expected));
      }
    };
    is(average_precision(predicted, relevant(ratings)),
       [&](const auto& of) { return average_precision(ranks(6), relevant(of)); });
    is(reciprocal_rank(predicted, relevant(ratings)),
       [&](const auto& of) { return reciprocal_rank(ranks(6), relevant(of)); });
    is(ndcg(predicted, ratings, 4), [&](const auto& of) { return ndcg(ranks(6), of, 4); });
    is(half_life_utility(predicted, ratings, 3, 3),
       [&](const auto& of) { return half_life_utility(ranks(6), of, 3, 3); });
  }
}

TEST_CASE("AUC is the share of pairs in the right order") {
  Draws draws({41}, 0);
  for (int trial = 0; trial < 50; ++trial) {
    std::vector<double> predicted;
    std::vector<bool> relevant;
    for (int i = 0; i < 12; ++i) {
      predicted.push_back(draws.below(5));
      relevant.push_back(draws.below(2) == 1);
    }
    double right = 0;
    double pairs = 0;
    for (int a = 0; a < 12; ++a) {
      for (int b = 0; b < 12; ++b) {
        if (!relevant[a] || relevant[b]) continue;
        ++pairs;
        right += predicted[a] > predicted[b] ? 1 : predicted[a] == predicted[b] ? 0.5 : 0;
      }
    }
    if (pairs == 0) {
      CHECK(std::isnan(auc(predicted, relevant)));
    } else {
      CHECK(auc(predicted, relevant) == exactly(right / pairs));
    }
  }
}

TEST_CASE("ranking metrics: means over the users for whom they are defined") {
  // User 0 as above, at threshold 4: the order is 1, 2, 0, 3: relevant, no, relevant, no. User 1
  // has nothing relevant.
  auto all = four;
  all.push_back({1, 0, 2, 5});
  all.push_back({1, 1, 3, 1});
  const RankingMetrics metrics = ranking_metrics(all, {.threshold = 4, .depth = 2}, 1);
  CHECK(metrics.users_tested == 2);
  CHECK(metrics.users == 1);
  CHECK(metrics.map == exactly((1 + 2.0 / 3) / 2));
  CHECK(metrics.mrr == 1);
  CHECK(metrics.auc == exactly(0.75));
  const double l = std::log2(3.0);
  CHECK(metrics.ndcg == exactly(((3 + 1 / l) / (4 + 3 / l) + (1 + 2 / l) / (2 + 1 / l)) / 2));
  // On a scale from 0 each gain is one more.
  const RankingMetrics from_0 = ranking_metrics(all, {.threshold = 4, .depth = 2}, 0);
  CHECK(from_0.ndcg == exactly(((4 + 2 / l) / (5 + 4 / l) + (2 + 3 / l) / (3 + 2 / l)) / 2));
}

TEST_CASE("a fold with an empty class is named") {
  CHECK_NOTHROW(require_both_classes(four, 4));
  CHECK_THROWS_WITH(require_both_classes(four, 6),
                    "none of the 4 ratings is at least 6: there is nothing to distinguish relevant "
                    "items from; choose another threshold");
  CHECK_THROWS_WITH(require_both_classes(four, 1),
                    "each of the 4 ratings is at least 1: there is nothing to distinguish relevant "
                    "items from; choose another threshold");
}

TEST_CASE("lists, coverage and diversity, by hand") {
  const RatingTable table(2, 4, {{0, 0, 1}, {0, 1, 2}, {0, 2, 3}, {0, 3, 2}});
  const Means predictor(table, MeanKind::item);
  const auto lists = recommendation_lists(
      predictor, 2, 4, 2, [](std::size_t u, std::size_t i) { return u == 0 && i != 2; });
  CHECK(lists[0].sure == std::vector<std::uint32_t>{1, 3});
  CHECK(lists[0].tied.empty());
  CHECK(lists[1].size() == 0);
  CHECK(user_coverage(lists) == 0.5);
  CHECK(item_coverage(lists, 4) == 0.5);
  std::vector<double> similarity(16, 0.25);
  similarity[1 * 4 + 3] = 0.8;
  CHECK(list_diversity(lists, similarity, 4) == exactly(0.2));
}

TEST_CASE("lists with ties: coverage and diversity are expected values") {
  // Item means 1, 2, 3, 2, 2: of two places the second is for one of the items 1, 3 and 4.
  const RatingTable table(2, 5, {{0, 0, 1}, {0, 1, 2}, {0, 2, 3}, {0, 3, 2}, {0, 4, 2}});
  const Means predictor(table, MeanKind::item);
  const auto all = [](std::size_t, std::size_t) { return true; };
  const auto lists = recommendation_lists(predictor, 2, 5, 2, all);
  CHECK(lists[0].sure == std::vector<std::uint32_t>{2});
  CHECK(lists[0].tied == std::vector<std::uint32_t>{1, 3, 4});
  CHECK(lists[0].places == 1);
  // Two users: each of the three is in no list with probability (2/3)^2.
  CHECK(item_coverage(lists, 5) == exactly((1 + 3 * 5.0 / 9) / 5));
  std::vector<double> similarity(25, 0);
  const auto set = [&](std::size_t a, std::size_t b, double value) {
    similarity[a * 5 + b] = similarity[b * 5 + a] = value;
  };
  set(2, 1, 0.3);
  set(2, 3, 0.6);
  set(1, 3, 0.9);
  CHECK(list_diversity(lists, similarity, 5) == exactly(1 - 0.3));
  // Three places, two of them for the tied: pairs (2, a), (2, b), (a, b).
  const auto three = recommendation_lists(predictor, 1, 5, 3, all);
  CHECK(three[0].places == 2);
  CHECK(list_diversity(three, similarity, 5) == exactly(1 - ((0.3 + 0.6 + 0.9) + 0.3 + 0.6) / 9));
  // Room for all of them: nothing is tied at the end.
  const auto four_places = recommendation_lists(predictor, 1, 5, 4, all);
  CHECK(four_places[0].sure == std::vector<std::uint32_t>{2, 1, 3, 4});
  CHECK(four_places[0].places == 0);
  // All tied.
  const Means same(table, MeanKind::overall);
  const auto any = recommendation_lists(same, 1, 5, 2, all);
  CHECK(any[0].sure.empty());
  CHECK(any[0].places == 2);
  CHECK(item_coverage(any, 5) == exactly(0.4));
}
