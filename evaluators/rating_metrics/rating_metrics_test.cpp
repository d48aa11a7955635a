#include "evaluators/rating_metrics/rating_metrics.hpp"

#include <cmath>

#include "suite/ratings/neighbours.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

double metric(const std::string& parameters, const char* column, const std::string& data,
              std::uint64_t horizon = 1) {
  const auto dataset = dataset_of(data);
  return value_of("rating_metrics{" + parameters + "}", column,
                  trial_of(*dataset, Agent(Always{0}), horizon));
}

}  // namespace

TEST_CASE("rating_metrics: who knows the tastes has the noise as error and the best click rate") {
  const std::string noisy = "tastes{observed=1, rating_noise=0.25, users=100}";
  CHECK(metric("predictor=\"truth\"", "rmse", noisy) == Approx(0.25).epsilon(0.15));
  CHECK(metric("predictor=\"truth\"", "estimate", noisy) == metric("", "best", noisy));
  const std::string exact = "tastes{observed=1, rating_noise=0}";
  CHECK(metric("predictor=\"truth\", threshold=3.5", "rmse", exact) == 0);
  CHECK(metric("predictor=\"truth\", threshold=3.5", "f1", exact) == 1);
  CHECK(metric("predictor=\"truth\", threshold=3.5", "auc", exact) == 1);
  CHECK(metric("predictor=\"truth\", threshold=3.5", "ndcg", exact) == Approx(1).epsilon(1e-12));
}

TEST_CASE("rating_metrics: a user's mean ranks nothing, so its policy chooses uniformly") {
  const std::string data = "tastes";
  CHECK(metric("predictor=\"user_mean\"", "estimate", data) ==
        Approx(metric("predictor=\"user_mean\"", "uniform", data)).epsilon(1e-12));
  CHECK(metric("predictor=\"user_mean\"", "auc", data) == 0.5);
}

TEST_CASE("rating_metrics: cross-validation tests each rating once") {
  // Folds of equal size: the mean of their mean errors is the mean over all ratings.
  const std::string data = "rating_table{items=4, ratings=[1,2,3,4, 2,2,4,4, 5,1,3,3, 1,1,2,5]}";
  const double folds =
      metric("predictor=\"user_mean\", split=\"folds\", folds=4, threshold=3", "mae", data);
  CHECK(folds > 0.5);
  CHECK(folds < 2.5);
  CHECK(metric("split=\"leave_one_out\", threshold=3", "ratings", data) == 16);
  CHECK(std::isnan(metric("split=\"time\", threshold=3, share=0.3", "estimate", data)));
}

TEST_CASE("rating_metrics: what is refused") {
  CHECK_THROWS_WITH(metric("threshold=9", "rmse", "tastes{stars=true}"),
                    Catch::Contains("rating_metrics: none of the"));
  CHECK_THROWS_WITH(metric("split=\"time\"", "rmse", "tastes"),
                    Catch::Contains("all ratings have the same time"));
  CHECK_THROWS_AS(metric("", "rmse", "bernoulli_arms"), NotApplicable);
}
