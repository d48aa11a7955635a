#include "evaluators/measures/metric_agreement/metric_agreement.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "suite/estimation/rated_world.hpp"
#include "suite/ratings/named_predictors.hpp"
#include "suite/statistics/agreement.hpp"

namespace replaybench::evaluators::metric_agreement {

namespace {

// "tau_rmse", "lost_rmse", "tau_mae", ...
std::vector<std::string> metric_columns() {
  std::vector<std::string> names;
  for (const auto& metric : ratings::offline_metrics) {
    names.push_back(std::string("tau_") + metric.name);
    names.push_back(std::string("lost_") + metric.name);
  }
  return names;
}
const std::vector<std::string> column_names = metric_columns();

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);  // tau_rmse
  std::vector<RowColumn> metrics = [this] {
    std::vector<RowColumn> columns{estimate};
    for (std::size_t n = 1; n < column_names.size(); ++n) {
      columns.push_back(add(column_names[n].c_str()));
    }
    return columns;
  }();
  RowColumn least_rmse = add("least_rmse");
  RowColumn truth_rmse = add("truth_rmse");
  RowColumn best_predictor = add("best_predictor");
  RowColumn worst_predictor = add("worst_predictor");
  RowColumn best = add("best");
  RowColumn uniform = add("uniform");
  RowColumn ratings = add("ratings", Role::count);
} result{};

struct Scores {
  std::array<double, 2 * ratings::offline_metrics.size()> metrics{};  // as the columns
  double least_rmse = 0;
  double truth_rmse = 0;
  double best_predictor = 0;
  double worst_predictor = 0;
  double best = 0;
  double uniform = 0;
};

template <std::size_t... k>
ResultRow row_of(std::uint64_t step, const Scores& scores, std::size_t count,
                 std::index_sequence<k...>) {
  return result.row(
      step, {result.metrics[k](scores.metrics[k])..., result.least_rmse(scores.least_rmse),
             result.truth_rmse(scores.truth_rmse), result.best_predictor(scores.best_predictor),
             result.worst_predictor(scores.worst_predictor), result.best(scores.best),
             result.uniform(scores.uniform), result.ratings(count)});
}

std::vector<double> values_of(const ratings::OfflineMetric& metric,
                              const std::vector<ratings::OfflineScores>& predictors) {
  std::vector<double> values;
  for (const ratings::OfflineScores& scores : predictors) values.push_back(scores.*metric.score);
  return values;
}

// A threshold at which all ratings of the world are alike is a mistake; that those of one split are
// is chance.
void require_a_separation(const ratings::RatingTable& all, double threshold) {
  std::vector<ratings::Prediction> rated;
  for (const ratings::Rating& r : all.ratings())
    rated.push_back({r.user, r.item, r.value, r.value});
  ratings::require_both_classes(rated, threshold);
}

}  // namespace

OrderAgreement order_agreement(const ratings::OfflineMetric& metric, std::span<const double> values,
                               std::span<const double> clicks) {
  std::vector<double> merits;
  for (const double value : values) {
    merits.push_back(std::isnan(value)        ? -std::numeric_limits<double>::infinity()
                     : metric.lower_is_better ? -value
                                              : value);
  }
  const double tau = statistics::kendall_tau_b(merits, clicks);
  const double highest = *std::max_element(merits.begin(), merits.end());
  double sum = 0;
  double chosen = 0;
  for (std::size_t p = 0; p < merits.size(); ++p) {
    if (merits[p] < highest) continue;
    sum += clicks[p];
    chosen += 1;
  }
  return {std::isnan(tau) ? 0 : tau,
          *std::max_element(clicks.begin(), clicks.end()) - sum / chosen};
}

namespace {

class MetricAgreement final : public Evaluator {
 public:
  explicit MetricAgreement(const MetricAgreementOptions& options) : options_(options) {}
  const RowSchema& schema() const override { return result; }
  /// Throws NotApplicable if the environment has no ratings, or too few to split or judge. The
  /// rating log is drawn from the stream of the policy.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    const estimation::RatedWorld world("metric_agreement", trial);
    const StreamKey key = trial.policy_stream();
    ratings::ScoreOptions options;
    options.ranking.threshold = options_.threshold;
    options.length = options_.length;
    options.one_class = true;
    estimation::with_ratings("metric_agreement", [&] {
      const ratings::RatingTable all = world->rate(replicate_key(key, 0));
      require_a_separation(all, options_.threshold);
      const ratings::Split split =
          ratings::random_split(all, options_.share, replicate_key(key, 1));
      const ratings::RatingTable train = all.subset(split.train);
      std::vector<ratings::OfflineScores> predictors;
      std::vector<double> clicks;
      for (const auto& named : ratings::named_predictors()) {
        const auto predictor = named.make(train, replicate_key(key, 2));
        predictors.push_back(ratings::offline_scores(*predictor, all, train, split, options));
        clicks.push_back(ratings::greedy_click_rate(*predictor, *world, train));
      }
      Scores scores;
      for (std::size_t k = 0; k < ratings::offline_metrics.size(); ++k) {
        const ratings::OfflineMetric& metric = ratings::offline_metrics[k];
        const OrderAgreement of = order_agreement(metric, values_of(metric, predictors), clicks);
        scores.metrics[2 * k] = of.tau;
        scores.metrics[2 * k + 1] = of.lost;
      }
      scores.least_rmse =
          std::min_element(predictors.begin(), predictors.end(), [](auto& a, auto& b) {
            return a.rmse < b.rmse;
          })->rmse;
      const ratings::TrueRatings truth(*world);
      scores.truth_rmse = ratings::rmse(ratings::predict_all(truth, all, split.test));
      scores.best_predictor = *std::max_element(clicks.begin(), clicks.end());
      scores.worst_predictor = *std::min_element(clicks.begin(), clicks.end());
      scores.best = ratings::best_click_rate(*world, train);
      scores.uniform = ratings::uniform_click_rate(*world, train);
      rows.push_back(row_of(trial.horizon(), scores, all.ratings().size(),
                            std::make_index_sequence<2 * ratings::offline_metrics.size()>()));
    });
  }

 private:
  MetricAgreementOptions options_;
};

const auto parameters = bind_parameters<MetricAgreementOptions>(
    real(&MetricAgreementOptions::share, "share", "of the ratings, to test").above(0).below(1),
    real(&MetricAgreementOptions::threshold, "threshold",
         "items are relevant, and recommended, from this rating on")
        .finite(),
    integer(&MetricAgreementOptions::length, "length", "items of a recommendation list")
        .at_least(1));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "metric_agreement",
     .group = Group::prediction_measures,
     .summary = "whether offline metrics order predictors of ratings as the click rates of their "
                "policies do",
     .source = "thesis, section 1.5.4 (p. 33) and appendix D (p. 259)",
     .revision = 3,  // gains of nDCG count from the least of all ratings
     .parameters = parameters.described()},
    {.make = parameters.factory(
         [](const MetricAgreementOptions& options) -> std::shared_ptr<const Evaluator> {
           return std::make_shared<MetricAgreement>(options);
         }),
     .applicability = "Environments whose users rate: tastes. The algorithm plays no part.",
     .properties = {.estimates_value = false, .plays_environment = true}}};

}  // namespace replaybench::evaluators::metric_agreement
