#include "suite/leaderboard/oracle.hpp"

#include <algorithm>
#include <limits>

namespace replaybench {

std::vector<std::string> Oracle::columns() const {
  return {"estimate", "expected", "best_fixed", "uniform"};
}

void Oracle::evaluate(Trial& trial, std::vector<ResultRow>& rows) const {
  const auto world = trial.world();
  std::vector<double> fixed(world->action_count(), 0);
  double reward = 0;
  double expected = 0;
  double uniform = 0;
  for (std::uint64_t t = 0; t < trial.horizon(); ++t) {
    world->observe(t);
    const Context context = world->context();
    const ActionSet actions = world->actions();
    Action best = actions[0];
    double best_score = -std::numeric_limits<double>::infinity();
    double sum = 0;
    for (Action i = 0; i < actions.size(); ++i) {
      const double score = world->expected_reward(context, actions[i], Knowledge::posterior);
      if (score > best_score) {
        best = actions[i];
        best_score = score;
      }
      const double full = world->expected_reward(context, actions[i], Knowledge::full);
      fixed[actions[i]] += full;
      sum += full;
    }
    reward += world->reward(best);
    expected += world->expected_reward(context, best, Knowledge::full);
    uniform += sum / actions.size();
  }
  const double n = static_cast<double>(trial.horizon());
  const double best_fixed = world->has_pools() ? std::numeric_limits<double>::quiet_NaN()
                                               : *std::max_element(fixed.begin(), fixed.end()) / n;
  rows.push_back({trial.horizon(), {reward / n, expected / n, best_fixed, uniform / n}});
}

Cell oracle_cell(const Cell& cell) {
  constexpr const char* identity = "leaderboard oracle#1";
  Cell oracle = cell;
  oracle.simulation->evaluator = std::make_shared<Oracle>();
  // The lines that tell who is played and how; the others are the same.
  std::string canonical;
  for (std::size_t at = 0; at < cell.canonical.size();) {
    const std::size_t end = std::min(cell.canonical.find('\n', at), cell.canonical.size() - 1) + 1;
    const std::string line = cell.canonical.substr(at, end - at);
    if (line.starts_with("evaluator ")) {
      canonical += std::string("evaluator ") + identity + "\n";
    } else if (!line.starts_with("algorithm ")) {
      canonical += line;
    }
    at = end;
  }
  oracle.canonical = canonical;
  for (AxisValue& axis : oracle.axes) {
    if (axis.name == "algorithm" || axis.name == "evaluator") axis.value = identity;
    if (axis.name == "candidate") axis.value.clear();
  }
  return oracle;
}

}  // namespace replaybench
