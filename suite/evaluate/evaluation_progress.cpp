#include "suite/evaluate/evaluation_progress.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace replaybench {

EvaluationProgress::State EvaluationProgress::at(std::uint64_t passes, std::uint64_t records) {
  passes = std::max<std::uint64_t>(1, passes);
  if (expected_.records > 0 && records > 0) {
    // A loop counts the last records of a log in full steps of its own.
    const std::uint64_t done = std::min(records, expected_.records);
    const double share = static_cast<double>(done) / static_cast<double>(expected_.records);
    return {fmt::format("{} of {} records", done, expected_.records), share < 1 ? share : 0};
  }
  // An evaluator of evaluators makes more passes than its own parameters say.
  if (passes > expected_.passes) return {fmt::format("pass {}", passes), 0};
  if (passes > passes_) {
    records_per_pass_ = static_cast<double>(records) / static_cast<double>(passes - 1);
    passes_ = passes;
  }
  const double all = static_cast<double>(expected_.passes);
  const double share = records_per_pass_ > 0
                           ? static_cast<double>(records) / (records_per_pass_ * all)
                           : static_cast<double>(passes - 1) / all;
  return {fmt::format("pass {} of {}", passes, expected_.passes), share < 1 ? share : 0};
}

EvaluationProgress::State progress_of_opening(std::uint64_t written, std::uint64_t records) {
  if (written == 0) return {"being opened", 0};
  return {fmt::format("{} of {} records", written, records),
          static_cast<double>(written) / static_cast<double>(records)};
}

}  // namespace replaybench
