#pragma once
// Times of cells that a total rests on and that are not well known, from one replicate of a few.

#include <functional>
#include <map>
#include <string>

#include "suite/plan/plan.hpp"
#include "suite/run/cost_model.hpp"
#include "suite/store/store.hpp"

namespace replaybench::cli {

/// Result of a timing.
struct Timings {
  std::size_t timed = 0;
  std::size_t too_long = 0;  ///< kinds left to an estimate, as one replicate would take too long
  std::map<std::string, std::string>
      failed;  ///< canonical text of a cell -> why it cannot be computed
};

/// Computes one replicate of cells that the store lacks, and gives their times to `costs`. Next is
/// always the kind whose predicted seconds are the most doubtful: its shortest cell when nothing is
/// known of the kind, else the cell that is worth the most of what surely fits into the time. It ends
/// after `seconds` by the clock, or when the doubt is a small part of the total. A replicate is
/// computed by a child process, which is ended when it takes more than its part of the time. With
/// `exact` the longest cell of each kind is timed instead, however long it takes. `progress` is called
/// several times per second with the share of the time (`exact`: of the kinds) that is over.
Timings time_doubtful(const Plan& plan, const Store& store, CostModel& costs, double seconds,
                      bool exact, const std::function<void(double)>& progress);

}  // namespace replaybench::cli
