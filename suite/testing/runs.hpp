#pragma once
// A small study, and what tests of runs ask of it.

#include <map>
#include <string>

#include "suite/run/runner.hpp"
#include "suite/store/store.hpp"
#include "suite/testing/studies.hpp"

namespace replaybench::testing {

/// The row of an evaluator that a test gives to a cell.
inline const struct : RowSchema { RowColumn estimate = add(Role::estimate); } one_number{};

/// 24 cells of some microseconds each.
inline Plan study() {
  return plan_of(
      study_head +
      "[[simulation]]\nname = 'play'\nsweep = ['T = 5..16']\ndatasets = ['bernoulli_arms']\n"
      "algorithms = ['ucb', 'uniform_random']\nevaluators = ['replay']\nhorizon = 'T'\nreplicates "
      "= 3\n"
      "[[table]]\nname = 'x'\nfrom = 'play'\n");
}

inline RunOptions options(std::size_t jobs, Shard shard = {}) {
  RunOptions how;
  how.jobs = jobs;
  how.shard = shard;
  return how;
}

/// Each stored cell's payload by its canonical text.
inline std::map<std::string, std::string> payloads(const Plan& plan, const Store& store) {
  std::map<std::string, std::string> all;
  for (const Cell& cell : plan.cells) {
    const auto found = store.load(cell.canonical);
    if (found.payload) all[cell.canonical] = *found.payload;
  }
  return all;
}

}  // namespace replaybench::testing
