#include <algorithm>
#include <cmath>

#include "suite/component/write_log.hpp"
#include "suite/testing/environments.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

constexpr const char* turns = "logger_turns{of=\"bernoulli_arms{means=[0.2, 0.6, 0.4]}\", turn=10}";

}  // namespace

TEST_CASE("logger_turns: the policies write their records, with their own propensities") {
  const auto dataset = dataset_of(turns);
  Trial trial = trial_of(*dataset, Agent(Stochastic{}), 100);
  const auto log = trial.log();
  log->check();
  REQUIRE(log->logger_names == std::vector<std::string>{"first", "second"});
  REQUIRE(log->targets.size() == 2);
  CHECK(trial.logging_policy() == nullptr);
  for (std::size_t i = 0; i < log->size(); ++i) {
    const std::uint32_t logger = i / 10 % 2;
    REQUIRE(log->loggers[i] == logger);
    const double best = log->actions[i] == 1 ? 0.8 + 0.2 / 3 : 0.2 / 3;
    CHECK(log->propensities[i] == Approx(logger == 0 ? 1. / 3 : best));
    CHECK(log->propensities[i] == log->targets[logger].logged[i]);
    CHECK(log->targets[0].all[3 * i] == Approx(1. / 3));
    CHECK(log->targets[1].all[3 * i + 1] == Approx(0.8 + 0.2 / 3));
  }
}

TEST_CASE("logger_turns: three policies, a log in chunks, and the game of the simulator itself") {
  const std::string of = "drifting{period=7}";
  const auto dataset = dataset_of("logger_turns{of=\"" + of +
                                  "\", first=\"fixed_action{action=0, epsilon=0.5}\", "
                                  "second=\"fixed_action{action=1, epsilon=0.5}\", "
                                  "third=\"uniform_random\", turn=1}");
  const auto plain = dataset_of(of)->environment({1}, {2});
  const auto environment = dataset->environment({1}, {2});
  for (std::uint64_t t = 0; t < 50; ++t) CHECK(shown_at(*environment, t) == shown_at(*plain, t));
  const Agent unused(Stochastic{});
  const Log whole = write_log(*environment, unused, 60, {3});
  const Log rest = write_log(*environment, unused, 40, {3}, 20);
  CHECK(whole.loggers[20] == 2);
  CHECK(std::equal(rest.loggers.begin(), rest.loggers.end(), whole.loggers.begin() + 20));
  CHECK(std::equal(rest.actions.begin(), rest.actions.end(), whole.actions.begin() + 20));
}

TEST_CASE("logger_turns: the balanced estimator varies less than the weights of each logger") {
  const auto dataset = dataset_of(
      "logger_turns{of=\"bernoulli_arms{means=[0.2, 0.6, 0.4]}\", turn=10, "
      "first=\"fixed_action{action=0, epsilon=0.1}\", "
      "second=\"fixed_action{action=1, epsilon=0.1}\"}");
  const auto own = estimates_of("ips", *dataset, Agent(Stochastic{}), 200, 400);
  const auto balanced = estimates_of("balanced_ips", *dataset, Agent(Stochastic{}), 200, 400);
  CHECK(balanced.variance() < 0.7 * own.variance());  // 0.53 by the formulas
  const double truth = 0.4;                           // of a uniform policy
  CHECK(std::fabs(balanced.mean - truth) < 4 * std::sqrt(balanced.variance() / 400));
}

TEST_CASE("logger_turns: a learner, a file and a delay are refused") {
  const auto environment_of = [](const std::string& parameters) {
    return dataset_of("logger_turns{" + parameters + "}")->environment({1}, {2});
  };
  CHECK_THROWS_AS(environment_of("first=\"ucb\""), SpecErrors);
  CHECK_THROWS_AS(environment_of("of=\"delayed\""), SpecErrors);
  CHECK_THROWS_AS(dataset_of("logger_turns{second=\"ucbb\"}"), SpecErrors);
}
