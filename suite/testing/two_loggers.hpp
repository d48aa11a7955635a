#pragma once
// For tests: logs that two logging policies wrote, over two actions and without contexts.

#include <cstdint>
#include <utility>
#include <vector>

#include "suite/testing/golden_policies.hpp"

namespace replaybench::testing {

/// Probabilities of logging policies "a" and "b", and of the evaluated policy "pi".
inline constexpr double probabilities_of_a[2] = {0.5, 0.5};
inline constexpr double probabilities_of_b[2] = {0.8, 0.2};
inline constexpr double probabilities_of_pi[2] = {0.34, 0.66};

struct LoggedBy {
  std::uint32_t logger;  ///< 0: a, 1: b
  Action action;
  double reward;
};

/// A log of these records. `all`: the columns give the probabilities of all actions.
inline Log log_of_two(const std::vector<LoggedBy>& records, bool all = false) {
  Log log;
  log.action_count = 2;
  log.logger_names = {"a", "b"};
  log.targets = {{"pi", {}, {}}, {"a", {}, {}}, {"b", {}, {}}};
  const double* const rows[] = {probabilities_of_pi, probabilities_of_a, probabilities_of_b};
  for (const auto& [logger, action, reward] : records) {
    log.loggers.push_back(logger);
    log.actions.push_back(action);
    log.rewards.push_back(reward);
    log.propensities.push_back(rows[1 + logger][action]);
    for (std::size_t policy = 0; policy < 3; ++policy) {
      log.targets[policy].logged.push_back(rows[policy][action]);
      if (!all) continue;
      log.targets[policy].all.insert(log.targets[policy].all.end(), rows[policy], rows[policy] + 2);
    }
  }
  log.check();
  return log;
}

/// Returns the log with the probabilities of all actions.
inline Log with_all_probabilities(Log log) {
  const double* const rows[] = {probabilities_of_pi, probabilities_of_a, probabilities_of_b};
  for (std::size_t policy = 0; policy < 3; ++policy) {
    for (std::size_t i = 0; i < log.size(); ++i) {
      log.targets[policy].all.insert(log.targets[policy].all.end(), rows[policy], rows[policy] + 2);
    }
  }
  log.check();
  return log;
}

/// A log of these records with all probabilities, and a given model that says .4 and .5.
inline Log modelled_log_of_two(const std::vector<LoggedBy>& records) {
  Log log = log_of_two(records, true);
  log.predictions = {{"q", {}}};
  for (std::size_t i = 0; i < log.size(); ++i) {
    log.predictions[0].all.insert(log.predictions[0].all.end(), {0.4, 0.5});
  }
  return log;
}

/// A log and how likely it is.
struct WeighedLog {
  std::vector<LoggedBy> records;
  double chance;
};

/// Every log of two records of a and two of b, of rewards 0 and 1 with the given mean of the action.
inline std::vector<WeighedLog> every_log_of_two(const double (&means)[2]) {
  std::vector<WeighedLog> logs;
  for (unsigned code = 0; code < 256; ++code) {
    WeighedLog log{{}, 1};
    for (unsigned i = 0; i < 4; ++i) {
      const std::uint32_t logger = i / 2;
      const Action action = code >> i & 1;
      const bool rewarded = (code >> (4 + i) & 1) != 0;
      log.chance *= (logger == 0 ? probabilities_of_a : probabilities_of_b)[action];
      log.chance *= rewarded ? means[action] : 1 - means[action];
      log.records.push_back({logger, action, rewarded ? 1.0 : 0.0});
    }
    logs.push_back(std::move(log));
  }
  return logs;
}

/// Five records: two of a, three of b.
inline std::vector<LoggedBy> five_of_two_loggers() {
  return {{0, 0, 1}, {0, 1, 0}, {1, 0, 1}, {1, 1, 1}, {1, 0, 0}};
}

/// `records` of each logger, rewards 1 with the given mean of the action, from a fixed stream.
inline Log drawn_log_of_two(std::size_t records, const double (&means)[2], std::uint64_t stream) {
  std::vector<LoggedBy> drawn;
  for (std::size_t i = 0; i < 2 * records; ++i) {
    Draws draws({stream}, i);
    const auto logger = static_cast<std::uint32_t>(i % 2);
    const double* const row = logger == 0 ? probabilities_of_a : probabilities_of_b;
    const Action action = draws.uniform() < row[0] ? 0 : 1;
    drawn.push_back({logger, action, draws.uniform() < means[action] ? 1.0 : 0.0});
  }
  return log_of_two(drawn);
}

}  // namespace replaybench::testing
