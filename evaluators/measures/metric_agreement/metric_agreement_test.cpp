#include "evaluators/measures/metric_agreement/metric_agreement.hpp"

#include <algorithm>
#include <string_view>

#include "suite/numeric/nan.hpp"
#include "suite/ratings/named_predictors.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::evaluators::metric_agreement;
using namespace replaybench::testing;

TEST_CASE("metric_agreement: agreement of orders and what is lost, by hand") {
  const auto of = [](std::string_view name, std::vector<double> values,
                     std::vector<double> clicks) {
    const auto metric =
        std::find_if(ratings::offline_metrics.begin(), ratings::offline_metrics.end(),
                     [&](const ratings::OfflineMetric& known) { return known.name == name; });
    REQUIRE(metric != ratings::offline_metrics.end());
    return order_agreement(*metric, values, clicks);
  };
  const std::vector<double> clicks{0.5, 0.2, 0.4};
  CHECK(of("auc", {3, 1, 2}, clicks).tau == 1);
  CHECK(of("auc", {3, 1, 2}, clicks).lost == 0);
  CHECK(of("auc", {1, 3, 2}, clicks).tau == -1);
  CHECK(of("auc", {1, 3, 2}, clicks).lost == Approx(0.3).epsilon(1e-12));
  // Errors: the lower, the better.
  CHECK(of("rmse", {1, 3, 2}, clicks).tau == 1);
  CHECK(of("rmse", {1, 3, 2}, clicks).lost == 0);
  // The mean of equally good predictors is chosen: 0.5 - (0.5 + 0.1) / 2. One pair is tied.
  CHECK(of("f1", {1, 1, 0}, {0.5, 0.1, 0.4}).lost == Approx(0.2).epsilon(1e-12));
  CHECK(of("f1", {1, 1, 0}, {0.5, 0.1, 0.4}).tau == 0);
  // Undefined values are last, for errors too.
  CHECK(of("map", {1, replaybench::nan, 2}, clicks).tau == Approx(1.0 / 3).epsilon(1e-12));
  CHECK(of("mae", {2, replaybench::nan, 1}, clicks).lost == Approx(0.1).epsilon(1e-12));
  // No order at all.
  CHECK(of("mrr", {7, 7, 7}, clicks).tau == 0);
  CHECK(of("mrr", {7, 7, 7}, clicks).lost == Approx(0.5 - 1.1 / 3).epsilon(1e-12));
}

TEST_CASE("metric_agreement: is the agreement of what rating_metrics gives for each predictor") {
  const auto dataset = dataset_of("tastes{users=20, items=30}");
  const Trial trial = trial_of(*dataset, Agent(Always{0}), 1);
  const auto evaluator = evaluator_of("rating_metrics");
  std::vector<ResultRow> of;
  std::vector<double> clicks;
  for (const ratings::NamedPredictor& named : ratings::named_predictors()) {
    of.push_back(rows_of("rating_metrics{predictor=\"" + named.name + "\"}", trial).at(0));
    clicks.push_back(value_of(evaluator->schema(), of.back(), "estimate"));
  }
  const auto found = rows_of("metric_agreement", trial).at(0);
  const auto agreement = evaluator_of("metric_agreement");
  const auto column = [&](const std::string& name) {
    return value_of(agreement->schema(), found, name.c_str());
  };
  for (const ratings::OfflineMetric& metric : ratings::offline_metrics) {
    const std::string name = metric.name;
    INFO(name);
    std::vector<double> values;
    for (const ResultRow& row : of) {
      values.push_back(value_of(evaluator->schema(), row, name.c_str()));
    }
    const auto expected = order_agreement(metric, values, clicks);
    CHECK(column(name == "rmse" ? "estimate" : "tau_" + name) == expected.tau);
    CHECK(column("lost_" + name) == expected.lost);
    if (name == "rmse") {
      CHECK(column("least_rmse") == *std::min_element(values.begin(), values.end()));
    }
  }
  CHECK(column("best_predictor") == *std::max_element(clicks.begin(), clicks.end()));
  CHECK(column("worst_predictor") == *std::min_element(clicks.begin(), clicks.end()));
  for (const char* name : {"best", "uniform", "ratings"}) {
    CHECK(column(name) == value_of(evaluator->schema(), of[0], name));
  }
  CHECK(column("truth_rmse") == value_of("rating_metrics{predictor=\"truth\"}", "rmse", trial));
}

TEST_CASE("metric_agreement: a split without a relevant rating gives no order by precision") {
  const auto dataset = dataset_of("tastes{users=6, observed=0.4, appeal=1}");
  const Trial trial = trial_of(*dataset, Agent(Always{0}), 1);
  const std::string text = "metric_agreement{threshold=4.3}";
  for (const char* column : {"tau_precision", "tau_recall", "tau_f1", "tau_map", "tau_auc"}) {
    CHECK(value_of(text, column, trial) == 0);
  }
  CHECK(value_of(text, "estimate", trial) == value_of("metric_agreement", "estimate", trial));
}

TEST_CASE("metric_agreement: what is refused") {
  const auto arms = dataset_of("bernoulli_arms");
  CHECK_THROWS_AS(rows_of("metric_agreement", trial_of(*arms, Agent(Always{0}), 1)), NotApplicable);
  const auto stars = dataset_of("tastes{stars=true}");
  CHECK_THROWS_AS(rows_of("metric_agreement{threshold=9}", trial_of(*stars, Agent(Always{0}), 1)),
                  NotApplicable);
}
