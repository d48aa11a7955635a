#pragma once
// The remaining work of studies, and the measurements that predict its time.

#include <filesystem>
#include <utility>
#include <vector>

#include "suite/cli/commands.hpp"
#include "suite/plan/plan.hpp"
#include "suite/run/cost_model.hpp"
#include "suite/store/store.hpp"

namespace replaybench::cli {

/// Where the measured times of a store's cells are kept: beside it, so that stores of the same cells
/// stay the same to the byte.
std::filesystem::path times_file(const Store& store);

/// True if the store has no cell of what these plans can have here; false when they can have nothing.
bool nothing_is_stored(const std::vector<Plan>& plans, const Store& store);

/// When the store has nothing of what these plans can have here: says which run comes first, sets
/// the exit code, and gives true.
bool refuse_without_results(const StudyOptions& options, const std::vector<Plan>& plans,
                            const Store& store, CommandContext& context);

/// The cells of a plan that the store lacks, by combination.
class ExpectedWork {
 public:
  /// Looks at each cell's file once. `costs` must outlive it. Without a store: all cells.
  ExpectedWork(const Plan& plan, const Store* store, CostModel& costs);
  ExpectedWork(const Plan& plan, const Store& store, CostModel& costs)
      : ExpectedWork(plan, &store, costs) {}

  /// By what has been measured until now. O(combinations).
  CostModel::Total total() const;
  std::size_t cells() const { return cells_; }

 private:
  const CostModel* costs_;
  std::size_t cells_ = 0;
  std::vector<std::pair<CostModel::Combination, double>> replicates_;
};

}  // namespace replaybench::cli
