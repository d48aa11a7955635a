#pragma once
// Times of cells that nothing is known of, from one replicate of a few.

#include <functional>
#include <map>
#include <string>

#include "suite/plan/plan.hpp"
#include "suite/run/cost_model.hpp"
#include "suite/store/store.hpp"

namespace replaybench::cli {

/// What a timing tried.
struct Timings {
  std::size_t timed = 0;
  std::size_t too_long = 0;  ///< kinds left to an estimate, as one replicate would take too long
  std::map<std::string, std::string>
      failed;  ///< canonical text of a cell -> why it cannot be computed
};

/// Computes one replicate of cells that the store lacks, and gives their times to `costs`: of each
/// kind of which nothing is known the shortest cell, then a few longer ones as far as they are
/// affordable. One that is expected to take more than the kind's part of `seconds` is not begun; with
/// `exact` the longest cell of each kind is timed, however long it takes. `progress` is called before
/// each kind with the share of the kinds that is done.
Timings time_unknown(const Plan& plan, const Store& store, CostModel& costs, double seconds,
                     bool exact, const std::function<void(double)>& progress);

}  // namespace replaybench::cli
