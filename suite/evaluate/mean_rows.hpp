#pragma once
// Combines the rows of several repetitions into the rows of one evaluation.

#include <vector>

#include "suite/component/result_row.hpp"

namespace replaybench {

/// For each step the means of the columns over the repetitions that reach it; NaN does not count, and
/// is the mean of nothing but NaN. The rows of one repetition are returned as they are; of several
/// they are in the order of their steps, and rows of one repetition at the same step stay apart.
///
/// A standard error refers to the mean estimate, as `evaluate` reports it: the square root of the mean
/// of the squared standard errors, plus the variance of the mean between repetitions. An evaluator's
/// own interval is of one repetition, not of the mean: its ends are NaN. O(rows columns).
std::vector<ResultRow> mean_rows(const RowSchema& columns,
                                 const std::vector<std::vector<ResultRow>>& repetitions);

}  // namespace replaybench
