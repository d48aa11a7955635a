#pragma once
// Groups of the cells of a plan that share their simulated logs.

#include <cstddef>
#include <span>
#include <vector>

#include "suite/plan/plan.hpp"

namespace replaybench {

/// The family of each of these cells of the plan, by a number from 0 on: the cells of a family are
/// simulations with the same replicates of the same log (`log_group`). A grid is a family of its own.
/// O(cells).
std::vector<std::size_t> log_families(const Plan& plan, std::span<const std::size_t> cells);

}  // namespace replaybench
