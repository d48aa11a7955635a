#include "suite/cli/expected_work.hpp"

#include <map>
#include <set>
#include <string_view>

#include "suite/plan/cell_sources.hpp"

namespace replaybench::cli {

std::filesystem::path times_file(const Store& store) { return store.beside(".times"); }

bool nothing_is_stored(const std::vector<Plan>& plans, const Store& store) {
  bool possible = false;
  for (const Plan& plan : plans) {
    for (const Cell& cell : plan.cells) {
      if (!cell.unavailable.empty()) continue;
      possible = true;
      if (store.holds(cell.canonical)) return false;
    }
  }
  return possible;
}

bool refuse_without_results(const StudyOptions& options, const std::vector<Plan>& plans,
                            const Store& store, CommandContext& context) {
  if (!nothing_is_stored(plans, store)) return false;
  tell("nothing is stored in " + store.root().string() + " of what was asked for at profile " +
       options.profile + "; first:\n  " + options.run_command());
  context.exit_code = ExitCode::failed_cells;
  return true;
}

ExpectedWork::ExpectedWork(const Plan& plan, const Store* store, CostModel& costs)
    : costs_(&costs) {
  std::map<CostModel::Combination, double> replicates;
  std::set<std::string_view> seen;  // tasks may have cells in common
  for (const Cell& cell : plan.cells) {
    if (!cell.unavailable.empty() || !seen.insert(cell.canonical).second) continue;
    if (store != nullptr && is_stored(*store, cell)) continue;
    ++cells_;
    replicates[costs.combination_of(cell)] += cell.replicates();
  }
  replicates_.assign(replicates.begin(), replicates.end());
}

CostModel::Total ExpectedWork::total() const {
  CostModel::Total total;
  for (const auto& [combination, replicates] : replicates_) {
    total.add(costs_->one_replicate(combination), replicates);
  }
  return total;
}

}  // namespace replaybench::cli
