#pragma once
// For tests: six records whose estimates are known to twelve digits from other implementations, with
// the policy, the logger and the reward model given by columns; the same policy as an algorithm.

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "suite/testing/trials.hpp"

namespace replaybench::testing {

/// Stands for the log's target policy `name`.
struct GivenTarget {
  static constexpr bool learns = false;
  std::string name = "pi";
  std::string_view given_target() const { return name; }
  Action choose(const Context&, const ActionSet&, Draws&) const { throw std::logic_error("asked"); }
  void update(const Context&, Action, double) {}
};

/// Context 0: (.2, .2, .6); context 1: (.1, .5, .4).
struct GoldenPolicy {
  static constexpr bool learns = false;
  Action choose(const Context&, const ActionSet&, Draws&) const { return 0; }
  void update(const Context&, Action, double) {}
  void probabilities(const Context& context, const ActionSet&, std::span<double> out) const {
    const double rows[2][3] = {{0.2, 0.2, 0.6}, {0.1, 0.5, 0.4}};
    std::copy_n(rows[context[0] == 1], 3, out.begin());
  }
};

/// The log G1 with targets "pi" and "logger" and predictions "q".
inline Log golden_log_of_policies() {
  Log log;
  log.action_count = 3;
  log.dimension = 1;
  log.contexts = {0, 0, 1, 1, 0, 1};
  log.actions = {0, 1, 2, 0, 2, 1};
  log.rewards = {1, 0, 1, 0, 1, 1};
  const double pi[2][3] = {{0.2, 0.2, 0.6}, {0.1, 0.5, 0.4}};
  const double logger[2][3] = {{0.5, 0.25, 0.25}, {0.4, 0.4, 0.2}};
  const double q[2][3] = {{0.6, 0.3, 0.5}, {0.2, 0.5, 0.7}};
  log.targets = {{"pi", {}, {}}, {"logger", {}, {}}};
  log.predictions = {{"q", {}}};
  for (std::size_t i = 0; i < 6; ++i) {
    const auto x = static_cast<std::size_t>(log.contexts[i]);
    log.propensities.push_back(logger[x][log.actions[i]]);
    log.targets[0].logged.push_back(pi[x][log.actions[i]]);
    log.targets[1].logged.push_back(logger[x][log.actions[i]]);
    log.targets[0].all.insert(log.targets[0].all.end(), pi[x], pi[x] + 3);
    log.targets[1].all.insert(log.targets[1].all.end(), logger[x], logger[x] + 3);
    log.predictions[0].all.insert(log.predictions[0].all.end(), q[x], q[x] + 3);
  }
  log.check();
  return log;
}

/// One number of an evaluator on G1, the policy given by columns; that it is the same by the
/// algorithm, and with the records in another order, is required.
inline double golden_value(const std::string& evaluator, const std::string& column = "estimate",
                           bool any_order = true) {
  const Log log = golden_log_of_policies();
  const LogDataset dataset(log);
  const double value = value_of(evaluator, column, trial_of(dataset, Agent(GivenTarget{})));
  REQUIRE(value_of(evaluator, column, trial_of(dataset, Agent(GoldenPolicy{}))) == value);
  if (any_order) {
    const std::uint32_t order[] = {4, 2, 5, 0, 3, 1};
    const LogDataset permuted(log.select(order));
    REQUIRE(value_of(evaluator, column, trial_of(permuted, Agent(GivenTarget{}))) == value);
  }
  return value;
}

/// To the twelve digits that the others print.
inline void require_golden(double value, double golden) {
  INFO(value << " for " << golden);
  CHECK(std::fabs(value - golden) <= 1e-12);
}

/// G1 with `change` applied; the policy given by columns.
template <class Change>
double changed_value(const std::string& evaluator, const std::string& column,
                     const Change& change) {
  Log log = golden_log_of_policies();
  change(log);
  const LogDataset dataset(std::move(log));
  return value_of(evaluator, column, trial_of(dataset, Agent(GivenTarget{})));
}

/// A number of an evaluator's only row for target "pi" of this log.
inline double value_on(Log log, const std::string& evaluator,
                       const std::string& column = "estimate") {
  const LogDataset dataset(std::move(log));
  return value_of(evaluator, column, trial_of(dataset, Agent(GivenTarget{})));
}

}  // namespace replaybench::testing
