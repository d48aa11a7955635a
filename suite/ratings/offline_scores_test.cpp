#include "suite/ratings/offline_scores.hpp"

#include <cmath>
#include <map>
#include <set>

#include "suite/ratings/named_predictors.hpp"
#include "suite/ratings/neighbours.hpp"
#include "suite/ratings/table_c1.hpp"
#include "suite/ratings/trial_split.hpp"
#include "suite/testing/catch.hpp"
#include "suite/text/errors.hpp"

using namespace replaybench;
using namespace replaybench::ratings;

namespace {

// Two users and three items; clicks are by hand.
class SmallWorld final : public RatingEnvironment {
 public:
  std::size_t user_count() const override { return 2; }
  std::size_t item_count() const override { return 3; }
  RatingTable rate(StreamKey) const override { return RatingTable(2, 3, {{0, 0, 1}}); }
  double click_probability(std::size_t user, std::size_t item) const override {
    constexpr double clicks[2][3] = {{0.9, 0.2, 0.4}, {0.1, 0.3, 0.8}};
    return clicks[user][item];
  }
  double true_rating(std::size_t user, std::size_t item) const override {
    return 5 * click_probability(user, item);
  }
};

// Predicts the same ratings for every user.
class Fixed final : public RatingPredictor {
 public:
  explicit Fixed(std::vector<double> predicted) : predicted_(std::move(predicted)) {}
  double predict(std::size_t, std::size_t item) const override { return predicted_[item]; }

 private:
  std::vector<double> predicted_;
};

}  // namespace

TEST_CASE("greedy click rate: items that a user has not rated, ties at random, by hand") {
  const SmallWorld world;
  const RatingTable known = world.rate({1});  // user 0 has rated item 0
  CHECK(greedy_click_rate(Fixed({3, 1, 2}), world, known) == Approx((0.4 + 0.1) / 2));
  CHECK(greedy_click_rate(Fixed({3, 3, 3}), world, known) ==
        Approx((0.3 + (0.1 + 0.3 + 0.8) / 3) / 2));
  CHECK(greedy_click_rate(TrueRatings(world), world, known) == Approx((0.4 + 0.8) / 2));
  CHECK(best_click_rate(world, known) == Approx((0.4 + 0.8) / 2));
  CHECK(uniform_click_rate(world, known) == Approx((0.3 + 0.4) / 2));
}

TEST_CASE("greedy click rate: a user who has rated everything does not count") {
  const SmallWorld world;
  const RatingTable one(2, 3, {{0, 0, 1}, {0, 1, 1}, {0, 2, 1}});
  CHECK(greedy_click_rate(Fixed({3, 1, 2}), world, one) == Approx(0.1));
  const RatingTable all(2, 3, {{0, 0, 1}, {0, 1, 1}, {0, 2, 1}, {1, 0, 1}, {1, 1, 1}, {1, 2, 1}});
  CHECK(std::isnan(greedy_click_rate(Fixed({3, 1, 2}), world, all)));
}

TEST_CASE("offline metrics: every named predictor learns from table C.1") {
  const RatingTable table = table_c1();
  const Split split = random_split(table, 0.25, {3});
  const RatingTable train = table.subset(split.train);
  ScoreOptions options;
  options.ranking.threshold = 3.5;
  for (const NamedPredictor& named : named_predictors()) {
    INFO(named.name);
    const auto predictor = named.make(train, {4});
    const OfflineScores scores = offline_scores(*predictor, table, train, split, options);
    const auto tested = predict_all(*predictor, table, split.test);
    CHECK(scores.rmse == rmse(tested));
    CHECK(scores.rmse >= scores.mae);
    CHECK(scores.item_coverage > 0);
    CHECK(scores.item_coverage <= 1);
    for (const Prediction& p : tested) CHECK(std::isfinite(p.predicted));
  }
  options.ranking.threshold = 6;
  const auto predictor = named_predictors()[0].make(train, {4});
  CHECK_THROWS_AS(offline_scores(*predictor, table, train, split, options), DataError);
  options.one_class = true;
  const OfflineScores scores = offline_scores(*predictor, table, train, split, options);
  for (const double score : {scores.precision, scores.recall, scores.f1, scores.map, scores.auc}) {
    CHECK(std::isnan(score));
  }
  CHECK(std::isfinite(scores.rmse));
}

TEST_CASE("offline metrics: nDCG's gains are on the scale of all ratings, whatever is tested") {
  // The least rating, 1, is in training; 3 and 5 are tested, the 3 ranked first. Gains 2 and 4.
  const RatingTable table(2, 3, {{0, 0, 1}, {0, 1, 3}, {0, 2, 5}, {1, 0, 2}});
  const Split split{.train = {0, 3}, .test = {1, 2}};
  const OfflineScores scores =
      offline_scores(Fixed({1, 3, 2}), table, table.subset(split.train), split, {});
  const double l = std::log2(3.0);
  CHECK(scores.ndcg == Approx((2 + 4 / l) / (4 + 2 / l)).epsilon(1e-14));
}

TEST_CASE(
    "named predictors: neighbours are of users or of items, as the name says; no two are the "
    "same") {
  const RatingTable table = table_c1();
  const auto predictions = [&](const RatingPredictor& predictor) {
    std::vector<double> all;
    for (std::size_t user = 0; user < table.users(); ++user) {
      for (std::size_t item = 0; item < table.items(); ++item)
        all.push_back(predictor.predict(user, item));
    }
    return all;
  };
  std::map<std::string, std::vector<double>> named;
  std::set<std::vector<double>> different;
  for (const NamedPredictor& predictor : named_predictors()) {
    named[predictor.name] = predictions(*predictor.make(table, {4}));
    different.insert(named[predictor.name]);
  }
  CHECK(different.size() == named_predictors().size());
  const SimilarityOptions cosine{.kind = SimilarityKind::cosine};
  const SimilarityOptions adjusted{.kind = SimilarityKind::adjusted_cosine, .significance = 10};
  const SimilarityOptions significant{.means = PearsonMeans::all, .significance = 10};
  const auto nearest = [&](Axis axis, const SimilarityOptions& similarity) {
    return predictions(NeighbourPredictor(table, axis, {.similarity = similarity}));
  };
  CHECK(named["user_cosine"] == nearest(Axis::users, cosine));
  CHECK(named["user_pearson"] == nearest(Axis::users, {}));
  CHECK(named["user_significance"] == nearest(Axis::users, significant));
  CHECK(named["item_cosine"] == nearest(Axis::items, cosine));
  CHECK(named["item_adjusted"] == nearest(Axis::items, adjusted));
}

TEST_CASE("splits by their options") {
  const RatingTable table = table_c1();
  CHECK(splits_of(table, {}, {1}).size() == 1);
  CHECK(splits_of(table, {}, {1})[0].test.size() == 5);
  CHECK(splits_of(table, {.split = SplitKind::folds, .folds = 4}, {1}).size() == 4);
  CHECK(splits_of(table, {.split = SplitKind::leave_one_out}, {1})[0].test.size() == 5);
  CHECK_THROWS_AS(splits_of(table, {.split = SplitKind::time}, {1}), DataError);
}
