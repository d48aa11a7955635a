#include <algorithm>
#include <cmath>

#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/trials.hpp"
#include "suite/text/errors.hpp"

using namespace replaybench;
using namespace replaybench::testing;
using Catch::Matchers::Contains;

namespace {

const char* world = "linear_model{features=2, actions=3, universal=1, q_max=2, model_seed=4}";
constexpr std::size_t rules = 8;  // five, and three constants

struct Judged {
  RowSchema schema;
  std::vector<ResultRow> rows;
  /// Learner from 1; 0 for the means.
  double operator()(std::size_t learner, std::size_t rule, const char* column) const {
    const ResultRow& row = rows.at(learner * rules + rule - 1);
    REQUIRE(row.step == 100 * learner + rule);
    return value_of(schema, row, column);
  }
};

Judged judged(const std::string& algorithm, const std::string& rivals,
              const std::string& data = world, std::uint64_t horizon = 150) {
  const auto dataset = dataset_of(data);
  const auto component = algorithm_of(algorithm);
  Trial trial(
      *dataset, [&](const Problem& problem) { return replaybench::make_agent(component, problem); },
      [](const Problem&) { return Agent(Stochastic{}); }, horizon, {{1}, {2}, {3}, {4}, {5}, {6}});
  trial.name_algorithm(component);
  const auto evaluator =
      evaluator_of("jitter_choice{constants=[0, 20, 200], resamples=1, rivals=\"" + rivals + "\"}");
  return {evaluator->schema(), rows_of(*evaluator, trial)};
}

}  // namespace

TEST_CASE("jitter_choice: a row for each learner and rule, and how their numbers are related") {
  const Judged of = judged("lin_ucb", "uniform_random");
  REQUIRE(of.rows.size() == 3 * rules);
  for (const std::size_t l : {1u, 2u}) {
    double least = 1;
    for (std::size_t rule = 1; rule <= rules; ++rule) {
      INFO("learner " << l << ", rule " << rule);
      const double error = of(l, rule, "estimate") - of(l, rule, "truth");
      CHECK(of(l, rule, "truth") == of(l, 1, "truth"));
      CHECK(of(l, rule, "error") == error);
      CHECK(of(l, rule, "squared_error") == error * error);
      CHECK(of(l, rule, "squared_error_over") ==
            of(l, rule, "squared_error") - of(l, 1, "squared_error"));
      CHECK(of(l, rule, "lost_over") == of(l, rule, "lost") - of(l, 1, "lost"));
      CHECK(of(l, rule, "ordered_over") == of(l, rule, "ordered") - of(l, 1, "ordered"));
      CHECK(std::isnan(of(l, rule, "covered")) == (rule > 1));
      if (rule > 5) least = std::min(least, std::fabs(error));
      for (const char* column : {"error", "squared_error_over", "ordered"}) {
        CHECK(of(0, rule, column) == (of(1, rule, column) + of(2, rule, column)) / 2);
      }
      // Of two learners each is on the right side of the other or neither is.
      const bool right = of(1, rule, "estimate") > of(2, rule, "estimate");
      REQUIRE(of(1, 1, "truth") > of(2, 1, "truth"));
      CHECK(of(l, rule, "ordered") == (right ? 1 : 0));
      CHECK(of(l, rule, "lost") == (right ? 0 : of(1, 1, "truth") - of(2, 1, "truth")));
    }
    CHECK(of(l, 6, "C") == 0);
    CHECK(of(l, 7, "C") == 20);
    CHECK(of(l, 8, "C") == 200);
    CHECK(std::fabs(of(l, 5, "error")) == least);
    // A rule that chose a constant has that constant's estimate.
    for (const std::size_t rule : {1u, 2u, 3u, 5u}) {
      const double constant = of(l, rule, "C");
      const std::size_t place = constant == 0 ? 6 : constant == 20 ? 7 : 8;
      CHECK(of(l, rule, "estimate") == of(l, place, "estimate"));
    }
  }
}

TEST_CASE(
    "jitter_choice: where contexts say nothing a learner memorises them, and the rules add "
    "jitter") {
  double none = 0, of_none = 0, chosen = 0, selected = 0, mean_constant = 0;
  for (int seed = 1; seed <= 6; ++seed) {
    const Judged of = judged("lin_ucb", "",
                             "linear_model{features=6, actions=4, universal=4, model_seed=" +
                                 std::to_string(seed) + "}");
    none += of(1, 6, "error") / 6;
    of_none += of(1, 6, "squared_error") / 6;
    chosen += of(1, 1, "squared_error") / 6;
    selected += of(1, 4, "squared_error") / 6;
    mean_constant += of(1, 1, "C") / 6;
    CHECK(std::isnan(of(1, 1, "ordered")));
    CHECK(std::isnan(of(1, 1, "lost")));
  }
  CHECK(none > .05);
  CHECK(chosen < of_none);
  CHECK(selected < of_none);
  CHECK(mean_constant > 0);
}

TEST_CASE("jitter_choice: refused options, logs and learners") {
  CHECK_THROWS_WITH(evaluator_of("jitter_choice{constants=[0]}"), Contains("two at least"));
  CHECK_THROWS_WITH(evaluator_of("jitter_choice{constants=[50, 0]}"), Contains("increase"));
  CHECK_THROWS_WITH(evaluator_of("jitter_choice{rivals=\"nobody\"}"), Contains("rivals"));
  const auto refused = [](const std::string& algorithm, const std::string& rivals,
                          std::uint64_t horizon = 150) {
    try {
      judged(algorithm, rivals, world, horizon);
    } catch (const NotApplicable& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK_THAT(refused("lin_ucb", "", 60), Contains("60 records are too few"));
  CHECK_THAT(refused("lin_ucb", "naive_bayes"), Contains("is trained on a log before"));
  const auto dataset = dataset_of(world);
  CHECK_THROWS_WITH(
      rows_of("jitter_choice", trial_of(*dataset, testing::make_agent("ucb", 3), 150)),
      Contains("must have a name"));
}
