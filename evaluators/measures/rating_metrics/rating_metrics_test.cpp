#include <array>
#include <cmath>

#include "suite/ratings/neighbours.hpp"
#include "suite/ratings/rating_environment.hpp"
#include "suite/ratings/split.hpp"
#include "suite/testing/files.hpp"
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

TEST_CASE("rating_metrics: the true ratings have the noise as error and the best click rate") {
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

TEST_CASE("rating_metrics: cross-validation tests each rating once, by the others") {
  const std::string data = "rating_table{items=4, ratings=[1,2,3,4, 2,2,4,4, 5,1,3,3, 1,1,2,5]}";
  const auto dataset = dataset_of(data);
  const Trial trial = trial_of(*dataset, Agent(Always{0}), 1);
  // Folds of equal size: the mean of their mean errors is the mean over all ratings.
  const auto environment = trial.environment();
  const auto all = dynamic_cast<const ratings::RatingEnvironment&>(*environment).rate({});
  std::vector<int> tested(16, 0);
  double sum = 0;
  for (const ratings::Split& fold :
       ratings::folds(all, 4, replicate_key(trial.policy_stream(), 1))) {
    for (const std::size_t place : fold.test) {
      ++tested[place];
      const ratings::Rating& left_out = all.ratings()[place];
      double mean = 0, overall = 0, n = 0;
      for (const std::size_t other : fold.train) {
        const ratings::Rating& known = all.ratings()[other];
        overall += known.value / 12;
        if (known.user != left_out.user) continue;
        mean += known.value;
        n += 1;
      }
      sum += std::fabs(left_out.value - (n > 0 ? mean / n : overall));
    }
  }
  CHECK(tested == std::vector<int>(16, 1));
  const double folds =
      metric("predictor=\"user_mean\", split=\"folds\", folds=4, threshold=3", "mae", data);
  CHECK(folds == Approx(sum / 16).epsilon(1e-12));
  CHECK(metric("split=\"leave_one_out\", threshold=3", "ratings", data) == 16);
  CHECK(std::isnan(metric("split=\"time\", threshold=3, share=0.3", "estimate", data)));
}

TEST_CASE("rating_metrics: the names of the items do not matter where predictions are equal") {
  const TemporaryFolder folder;
  const auto table = [&](const std::string& file, const std::array<std::string, 5>& names) {
    std::string text = "user,item,rating,time\n";
    for (int n = 0; n < 40; ++n) {
      // Each of 10 users rates four of the items, the ratings differ; the last two of each are tested.
      const int user = n % 10, item = (n % 10 + n / 10) % 5;
      text += "u" + std::to_string(user) + "," + names[item] + "," +
              std::to_string(1 + (3 * user + 2 * item + user * item) % 5) + "," +
              std::to_string(n / 10 >= 2 ? 100 : n % 7) + "\n";
    }
    return "rating_table{path=\"" + folder.write(file, text).string() + "\"}";
  };
  const std::string one = table("one.csv", {"a", "b", "c", "d", "e"});
  const std::string other = table("other.csv", {"e", "c", "a", "d", "b"});
  for (const std::string predictor : {"user_mean", "item_mean", "user_cosine", "item_cosine"}) {
    const std::string text =
        "predictor=\"" + predictor + "\", split=\"time\", share=0.5, threshold=3, length=2";
    for (const char* column :
         {"map", "mrr", "ndcg", "half_life", "auc", "item_coverage", "diversity"}) {
      INFO(predictor << " " << column);
      const double value = metric(text, column, one);
      REQUIRE_FALSE(std::isnan(value));
      CHECK(value == Approx(metric(text, column, other)).epsilon(1e-12));
    }
  }
}

TEST_CASE("rating_metrics: what is refused") {
  CHECK_THROWS_WITH(metric("threshold=9", "rmse", "tastes{stars=true}"),
                    Catch::Contains("rating_metrics: none of the"));
  CHECK_THROWS_AS(metric("", "rmse", "bernoulli_arms"), NotApplicable);
}
