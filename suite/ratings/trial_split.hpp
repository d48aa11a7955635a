#pragma once
// The parameters of a split, as evaluators of rating predictors have them.

#include <vector>

#include "suite/ratings/split.hpp"

namespace replaybench::ratings {

enum class SplitKind { random, folds, leave_one_out, time };

struct SplitOptions {
  SplitKind split = SplitKind::random;
  double share = 0.2;     ///< tested: random and time
  std::size_t folds = 5;  ///< N of N-fold cross-validation
};

/// The splits: one, or N for folds. Throws DataError as suite/ratings/split.hpp says.
inline std::vector<Split> splits_of(const RatingTable& table, const SplitOptions& options,
                                    StreamKey key) {
  switch (options.split) {
    case SplitKind::folds:
      return ratings::folds(table, options.folds, key);
    case SplitKind::leave_one_out:
      return {leave_one_out(table, key)};
    case SplitKind::time:
      return {split_by_time(table, options.share)};
    case SplitKind::random:
      break;
  }
  return {random_split(table, options.share, key)};
}

}  // namespace replaybench::ratings
