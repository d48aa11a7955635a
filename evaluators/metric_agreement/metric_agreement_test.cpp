#include "evaluators/metric_agreement/metric_agreement.hpp"

#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

TEST_CASE("metric_agreement: orders, what is lost and the reference scores fit together") {
  const auto dataset = dataset_of("tastes{observed=1}");
  const Trial trial = trial_of(*dataset, Agent(Always{0}), 1);
  const auto of = [&](const char* column) { return value_of("metric_agreement", column, trial); };
  CHECK(of("estimate") > 0.3);
  CHECK(of("estimate") <= 1);
  CHECK(of("lost_rmse") >= 0);
  CHECK(of("best_predictor") <= of("best"));
  CHECK(of("worst_predictor") < of("uniform") + 0.05);
  CHECK(of("least_rmse") > of("truth_rmse"));
  CHECK(of("lost_diversity") <= of("best_predictor") - of("worst_predictor"));
  CHECK(of("ratings") == 1200);
}

TEST_CASE("metric_agreement: one predictor alone gives the same as rating_metrics") {
  const auto dataset = dataset_of("tastes");
  const Trial trial = trial_of(*dataset, Agent(Always{0}), 1);
  double least = 1e9;
  for (const char* name :
       {"user_mean", "item_mean", "means", "user_cosine", "user_pearson", "user_significance",
        "item_cosine", "item_adjusted", "svd_zeros", "svd_means", "svd_soft", "sgd", "als"}) {
    const std::string text = "rating_metrics{predictor=\"" + std::string(name) + "\"}";
    least = std::min(least, value_of(text, "rmse", trial));
  }
  CHECK(value_of("metric_agreement", "least_rmse", trial) == least);
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
