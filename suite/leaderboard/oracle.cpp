#include "suite/leaderboard/oracle.hpp"

#include <algorithm>
#include <limits>

#include "suite/leaderboard/live_games.hpp"

namespace replaybench {

namespace {

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn expected = add(Role::expected);
  RowColumn best_fixed = add("best_fixed");
  RowColumn uniform = add("uniform");
} result{};

}  // namespace

const RowSchema& Oracle::schema() const { return result; }

void Oracle::evaluate(Trial& trial, std::vector<ResultRow>& rows) const {
  const auto environment = trial.environment();
  std::vector<double> fixed(environment->action_count(), 0);
  double reward = 0;
  double expected = 0;
  double uniform = 0;
  for (std::uint64_t t = 0; t < trial.horizon(); ++t) {
    environment->observe(t);
    const Context context = environment->context();
    const ActionSet actions = environment->actions();
    Action best = actions[0];
    double best_score = -std::numeric_limits<double>::infinity();
    double sum = 0;
    for (Action i = 0; i < actions.size(); ++i) {
      const double score = environment->expected_reward(context, actions[i], Knowledge::posterior);
      if (score > best_score) {
        best = actions[i];
        best_score = score;
      }
      const double full = environment->expected_reward(context, actions[i], Knowledge::full);
      fixed[actions[i]] += full;
      sum += full;
    }
    reward += environment->reward(best);
    expected += environment->expected_reward(context, best, Knowledge::full);
    uniform += sum / actions.size();
  }
  const double n = static_cast<double>(trial.horizon());
  const double best_fixed = environment->has_pools()
                                ? std::numeric_limits<double>::quiet_NaN()
                                : *std::max_element(fixed.begin(), fixed.end()) / n;
  rows.push_back(
      result.row(trial.horizon(), {result.estimate(reward / n), result.expected(expected / n),
                                   result.best_fixed(best_fixed), result.uniform(uniform / n)}));
}

Cell oracle_cell(const Cell& cell) {
  constexpr const char* identity = "leaderboard oracle#1";
  Cell oracle = with_evaluator(cell, std::make_shared<Oracle>(), identity);
  // Whose cell it was made of does not matter.
  const std::size_t at = oracle.canonical.find("\nalgorithm ") + 1;
  oracle.canonical.erase(at, oracle.canonical.find('\n', at) + 1 - at);
  for (AxisValue& axis : oracle.axes) {
    if (axis.name == "algorithm") axis.value = identity;
    if (axis.name == "candidate") axis.value.clear();
  }
  return oracle;
}

}  // namespace replaybench
