#pragma once
// Feature values that a log lacks.

#include <cstddef>
#include <string>
#include <vector>

#include "suite/model/log.hpp"

namespace replaybench {

/// The features of `log` that are NaN among the first `columns` of each record become the mean of the
/// column's other values; the names are those of the log. Gives what was filled, in sentences: of the
/// first few columns each, then of the others together. Throws DataError, with `file`, for a column
/// without any value. O(records dimension).
std::vector<std::string> fill_missing_features(Log& log, std::size_t columns,
                                               const std::string& file);

}  // namespace replaybench
