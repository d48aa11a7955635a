#pragma once
// Runs the cells of a plan that the store does not have yet.

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "suite/plan/plan.hpp"
#include "suite/store/store.hpp"

namespace replaybench {

/// Part i of n of a plan, 1-based: the cells whose place in the plan is i-1 modulo n. The union of
/// all parts is the whole, without overlap; each machine runs one, and they meet in the store.
struct Shard {
  std::size_t index = 1;
  std::size_t count = 1;
};

struct RunOptions {
  std::size_t jobs = 1;  ///< threads, at most 256; fewer when there are fewer cells
  Shard shard;
};

struct FailedCell {
  std::size_t cell = 0;  ///< index in the plan
  std::string reason;
};

struct RunSummary {
  std::size_t cells = 0;  ///< of this shard
  std::size_t found = 0;  ///< already in the store, or the same as an earlier cell of the shard
  std::size_t computed = 0;
  std::size_t damaged = 0;      ///< found cut short or altered, computed again
  std::size_t unavailable = 0;  ///< cannot run here (data missing, not applicable)
  std::vector<FailedCell> failed;
};

/// Called after each cell from one thread at a time: work done and total, in units of Cell::cost.
using ProgressCallback =
    std::function<void(std::size_t cells_done, std::size_t cells, double work_done, double work)>;

/// Computes and stores what is missing, the most expensive cells first. The results do not depend
/// on `options`. A cell that throws is noted as failed and the others go on; EnvironmentError of
/// the store (a full disk) stops the run and is thrown on, and what was stored stays.
RunSummary run(const Plan& plan, const Store& store, const RunOptions& options,
               const ProgressCallback& progress = {});

}  // namespace replaybench
