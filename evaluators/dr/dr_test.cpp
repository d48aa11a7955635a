#include "suite/testing/golden_policies.hpp"

using namespace replaybench;
using namespace replaybench::testing;
using Catch::Matchers::Contains;

TEST_CASE("dr: golden values") {
  require_golden(golden_value("dr{model=\"given\"}"), 0.8975);
  require_golden(golden_value("dr{model=\"given\"}", "standard_error"), 0.2167708083053005);
}

TEST_CASE("dr: shifted rewards and predictions shift it by as much") {
  const auto shift = [](Log& log) {
    for (double& reward : log.rewards) reward += 2;
    for (double& q : log.predictions[0].all) q += 2;
  };
  for (const char* text : {"dr{model=\"given\"}", "sndr{model=\"given\"}"}) {
    CHECK(std::fabs(changed_value(text, "estimate", shift) - golden_value(text) - 2) < 1e-14);
  }
  const auto rewards = [](Log& log) {
    for (double& reward : log.rewards) reward += 2;
  };
  CHECK(std::fabs(changed_value("dr{folds=2}", "estimate", rewards) -
                  changed_value("dr{folds=2}", "estimate", [](Log&) {}) - 2) < 1e-12);
}

TEST_CASE("dr: a true model of rewards without noise leaves no error of the rewards") {
  const auto exact = [](Log& log) {
    for (std::size_t i = 0; i < log.size(); ++i) {
      log.rewards[i] = log.predictions[0].all[i * 3 + log.actions[i]];
    }
  };
  CHECK(changed_value("dr{model=\"given\"}", "estimate", exact) ==
        golden_value("dm{model=\"given\"}"));
}

TEST_CASE("dr: without bias where the model is wrong, cross-fitted, from any seed alike") {
  const auto dataset = dataset_of("bernoulli_arms{means=[0.2, 0.5, 0.7]}");
  const Agent agent(Stochastic{{0.5, 0.3, 0.2}}), logging(Stochastic{{0.2, 0.3, 0.5}});
  for (const char* text : {"dr", "dr{model=\"logistic\"}", "dr{model=\"mean\"}",
                           "dr{model=\"trees\"}", "sndr", "mrdr"}) {
    INFO(text);
    const auto estimates = estimates_of(text, *dataset, agent, 200, 400, logging);
    CHECK(std::fabs(estimates.mean - 0.39) <= 4 * estimates.standard_error() + 0.001);
    // The standard error that it reports is that of its estimates (3.5 % for 400 of them).
    const Trial trial = trial_of(*dataset, agent, 20'000, 1, logging);
    CHECK(value_of(text, "standard_error", trial) * 10 ==
          Approx(estimates.standard_deviation()).epsilon(0.16));
  }
}

TEST_CASE("dr: neither the names' order nor the number of an action changes a fold") {
  Log log = golden_log_of_policies();
  Log renamed = log;
  const Action to[] = {2, 0, 1};
  for (std::size_t i = 0; i < log.size(); ++i) {
    renamed.actions[i] = to[log.actions[i]];
    for (Action a = 0; a < 3; ++a) {
      renamed.targets[0].all[i * 3 + to[a]] = log.targets[0].all[i * 3 + a];
      renamed.targets[1].all[i * 3 + to[a]] = log.targets[1].all[i * 3 + a];
    }
  }
  renamed.check();
  const LogDataset one(log), other(renamed);
  const Agent agent(GivenTarget{});
  CHECK(value_of("dr{folds=3}", "estimate", trial_of(one, agent)) ==
        Approx(value_of("dr{folds=3}", "estimate", trial_of(other, agent))).epsilon(1e-14));
}

TEST_CASE("dr: folds are drawn from their own stream, whatever the algorithm draws from") {
  const LogDataset dataset(golden_log_of_policies());
  const auto policy = [](const Problem&) { return Agent(GivenTarget{}); };
  const auto estimate = [&](std::uint64_t draws, std::uint64_t folds) {
    const Trial trial(dataset, policy, policy, 0, {{}, {}, {}, {}, {draws}, {folds}});
    return value_of("dr{folds=3}", "estimate", trial);
  };
  CHECK(estimate(1, 5) == estimate(2, 5));
  CHECK(estimate(1, 5) != estimate(1, 6));
}

TEST_CASE("dr: what the model cannot be is refused") {
  CHECK_THROWS_WITH(golden_value("dr{folds=7}"), Contains("fewer than the 7 folds"));
  CHECK_THROWS_WITH(
      changed_value("dr{model=\"logistic\"}", "estimate", [](Log& log) { log.rewards[0] = 2; }),
      Contains("rewards in [0, 1]"));
}

namespace {

// 120 records of rewards offset + k / 16 and probabilities that are sums of powers of two: the offset
// is the only difference of two logs.
Log log_at(double offset) {
  Log log;
  log.action_count = 2;
  log.dimension = 2;
  log.targets = {{"pi", {}, {}}};
  log.predictions = {{"q", {}}};
  for (std::size_t i = 0; i < 120; ++i) {
    Draws draws({77}, i);
    const Action action = draws.below(2);
    const double high = draws.below(2) == 0 ? 0.75 : 0.375;
    log.contexts.insert(log.contexts.end(), {draws.uniform(), draws.uniform()});
    log.actions.push_back(action);
    log.propensities.push_back(draws.below(2) == 0 ? 0.25 : 0.625);
    log.rewards.push_back(offset + (draws.below(97) - 48.0) / 16);
    log.targets[0].all.insert(log.targets[0].all.end(), {high, 1 - high});
    log.targets[0].logged.push_back(action == 0 ? high : 1 - high);
    log.predictions[0].all.insert(log.predictions[0].all.end(), {offset + 0.5, offset - 1.25});
  }
  log.check();
  return log;
}

}  // namespace

TEST_CASE("dr: an offset of 1e9 of the rewards moves estimates by itself, and no error") {
  const LogDataset near(log_at(0));
  const Agent agent(GivenTarget{});
  for (const double offset : {1e8, 1e9, -1e9}) {
    const LogDataset far(log_at(offset));
    for (const char* text :
         {"dm", "dr", "dr{model=\"mean\"}", "dr{model=\"trees\"}", "dr{model=\"given\"}", "sndr",
          "mrdr", "switch_dr{tau=2}", "dros{lambda=1}", "clipped_dr{cap=2}",
          "sub_gaussian_dr{lambda=0.5}"}) {
      INFO(text << " at " << offset);
      const auto value = [&](const LogDataset& dataset, const char* column) {
        return value_of(text, column, trial_of(dataset, agent));
      };
      CHECK(value(far, "estimate") == offset + value(near, "estimate"));
      if (text == std::string("dm")) continue;
      CHECK(value(far, "standard_error") ==
            Approx(value(near, "standard_error")).epsilon(1e-11).margin(0));
      CHECK(value(far, "low") == offset + value(near, "low"));
    }
  }
}
