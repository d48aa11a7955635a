#pragma once
// The columns of stored results and of a study's tables that do not belong to an evaluator: what the
// plan declares, the runner writes and the tables read. An evaluator's own columns have roles
// (suite/component/result_row.hpp).

namespace replaybench::column_name {

// The axes of every cell.
inline constexpr const char* dataset = "dataset";
inline constexpr const char* algorithm = "algorithm";
inline constexpr const char* evaluator = "evaluator";
inline constexpr const char* horizon = "horizon";
/// An axis of the cells of a tuning.
inline constexpr const char* candidate = "candidate";

/// The column of a grid without sweep variables.
inline constexpr const char* combination = "combination";

// The columns of a cell's stored rows; of stored moments `step` and the last four.
inline constexpr const char* replicate = "replicate";
inline constexpr const char* step = "step";
inline constexpr const char* metric = "metric";
inline constexpr const char* count = "count";
inline constexpr const char* mean = "mean";
inline constexpr const char* m2 = "m2";  ///< the sum of squared deviations from the mean

// Columns of tables of selected candidates and of differences.
inline constexpr const char* selection = "selection";
inline constexpr const char* minuend = "minuend";
inline constexpr const char* subtrahend = "subtrahend";
inline constexpr const char* minuend_candidate = "minuend_candidate";
inline constexpr const char* subtrahend_candidate = "subtrahend_candidate";

}  // namespace replaybench::column_name
