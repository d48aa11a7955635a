// A predictor of ratings: its metrics on held-out ratings, and the true click rate of the policy
// that offers each user the item with the highest prediction among those not rated in the training
// part. The algorithm plays no part.
//
// Source: thesis, sections 1.5.3 (p. 31) and 1.5.4 (p. 33), appendices C and D.
// Deviations: none is printed with a formula; suite/ratings/metrics.hpp has those used. Of N folds
// the columns are means, and so is the click rate.

#include <utility>

#include "suite/component/registry.hpp"
#include "suite/estimation/rated_world.hpp"
#include "suite/ratings/named_predictors.hpp"
#include "suite/ratings/offline_scores.hpp"
#include "suite/ratings/trial_split.hpp"

namespace replaybench::evaluators::rating_metrics {

namespace {

struct RatingMetricOptions : ratings::SplitOptions {
  std::string predictor = "als";  ///< a name of named_predictors(), or "truth"
  ratings::ScoreOptions scores;
};

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  std::vector<RowColumn> metrics = [this] {
    std::vector<RowColumn> columns;
    for (const auto& metric : ratings::offline_metrics) columns.push_back(add(metric.name));
    return columns;
  }();
  RowColumn best = add("best");
  RowColumn uniform = add("uniform");
  RowColumn ratings = add("ratings", Role::count);
} result{};

struct Scores {
  ratings::OfflineScores metrics;
  double clicks = 0;
  double best = 0;
  double uniform = 0;
};

template <std::size_t... k>
ResultRow row_of(std::uint64_t step, const Scores& scores, std::size_t count,
                 std::index_sequence<k...>) {
  return result.row(
      step, {result.estimate(scores.clicks),
             result.metrics[k](scores.metrics.*ratings::offline_metrics[k].score)...,
             result.best(scores.best), result.uniform(scores.uniform), result.ratings(count)});
}

std::unique_ptr<ratings::RatingPredictor> trained(const std::string& name,
                                                  const ratings::RatingTable& train,
                                                  const ratings::RatingEnvironment& world,
                                                  StreamKey key) {
  for (const auto& predictor : ratings::named_predictors()) {
    if (predictor.name == name) return predictor.make(train, key);
  }
  return std::make_unique<ratings::TrueRatings>(world);
}

class RatingMetrics final : public Evaluator {
 public:
  explicit RatingMetrics(const RatingMetricOptions& options) : options_(options) {}
  const RowSchema& schema() const override { return result; }
  /// Throws NotApplicable if the environment has no ratings, or they cannot be split or judged
  /// as configured. The rating log is drawn from the stream of the policy.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    const estimation::RatedWorld world("rating_metrics", trial);
    estimation::with_ratings("rating_metrics", [&] {
      const StreamKey key = trial.policy_stream();
      const ratings::RatingTable all = world->rate(replicate_key(key, 0));
      const auto splits = ratings::splits_of(all, options_, replicate_key(key, 1));
      Scores scores;
      for (const ratings::Split& split : splits) {
        const ratings::RatingTable train = all.subset(split.train);
        const auto predictor = trained(options_.predictor, train, *world, replicate_key(key, 2));
        const auto of_split =
            ratings::offline_scores(*predictor, all, train, split, options_.scores);
        const double share = 1 / static_cast<double>(splits.size());
        for (const auto& metric : ratings::offline_metrics) {
          scores.metrics.*metric.score += share * of_split.*metric.score;
        }
        scores.clicks += share * ratings::greedy_click_rate(*predictor, *world, train);
        scores.best += share * ratings::best_click_rate(*world, train);
        scores.uniform += share * ratings::uniform_click_rate(*world, train);
      }
      rows.push_back(row_of(trial.horizon(), scores, all.ratings().size(),
                            std::make_index_sequence<ratings::offline_metrics.size()>()));
    });
  }

 private:
  RatingMetricOptions options_;
};

std::vector<std::string> names() {
  std::vector<std::string> out;
  for (const auto& predictor : ratings::named_predictors()) out.push_back(predictor.name);
  out.push_back("truth");
  return out;
}

const auto ranking = bind_parameters<ratings::RankingOptions>(
    real(&ratings::RankingOptions::threshold, "threshold",
         "items are relevant, and recommended, from this rating on")
        .finite()
        .source("our choice; thesis, appendix D.1 (p. 259): 3 of 5"),
    integer(&ratings::RankingOptions::depth, "depth", "places that nDCG counts").at_least(1),
    real(&ratings::RankingOptions::half_life, "half_life",
         "place whose utility counts half of the first's")
        .above(1)
        .finite());

const auto scores = bind_parameters<ratings::ScoreOptions>(
    group(&ratings::ScoreOptions::ranking, ranking),
    real(&ratings::ScoreOptions::low, "low", "tweaked MAE: ratings up to this are extreme")
        .finite(),
    real(&ratings::ScoreOptions::high, "high", "tweaked MAE: and those from this on").finite(),
    integer(&ratings::ScoreOptions::length, "length", "items of a recommendation list")
        .at_least(1));

const auto parameters = bind_parameters<RatingMetricOptions>(
    choice(&RatingMetricOptions::predictor, "predictor", names(),
           "what predicts the ratings (suite/ratings/named_predictors.cpp); truth: the users "
           "themselves"),
    choice(&ratings::SplitOptions::split, "split",
           {{"random", ratings::SplitKind::random},
            {"folds", ratings::SplitKind::folds},
            {"leave_one_out", ratings::SplitKind::leave_one_out},
            {"time", ratings::SplitKind::time}},
           "which ratings are tested; time needs ratings with times"),
    real(&ratings::SplitOptions::share, "share", "of the ratings, to test: random, time")
        .above(0)
        .below(1),
    integer(&ratings::SplitOptions::folds, "folds", "N of N-fold cross-validation")
        .repeats_work()
        .at_least(2),
    group(&RatingMetricOptions::scores, scores));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "rating_metrics",
     .group = Group::prediction_measures,
     .summary = "a predictor of ratings: metrics on held-out ratings and the click rate of its "
                "greedy policy",
     .source = "thesis, sections 1.5.3 (p. 31) and 1.5.4 (p. 33), appendices C and D",
     .revision = 3,  // gains of nDCG count from the least of all ratings
     .parameters = parameters.described()},
    {.make = parameters.factory(
         [](const RatingMetricOptions& options) -> std::shared_ptr<const Evaluator> {
           return std::make_shared<RatingMetrics>(options);
         }),
     .applicability = "Environments whose users rate: tastes; rating_table, which knows no click "
                      "rates (the estimate is NaN). The algorithm plays no part.",
     .properties = {.estimates_value = false, .plays_environment = true}}};

}  // namespace replaybench::evaluators::rating_metrics
