#pragma once
// Digest of the part of an experiment that a profile computes.

#include <string>

#include "suite/plan/experiment.hpp"

namespace replaybench {

/// SHA-256 of all that decides a study's tables: its seed (under the master seed in use), simulations, grids
/// and tables, with the values of the profile for which it was read. Titles, comments, the order of keys and
/// the values of other profiles do not count; labels, the order of tasks and tables, and the size of blocks
/// do. O(size of the spec).
std::string experiment_digest(const ExperimentSpec& spec);

}  // namespace replaybench
