#pragma once
// The Open Bandit Dataset's log files (Saito, Aihara, Matsutani, Narita 2020, arXiv 2008.07146):
// impressions of fashion items, three positions side by side, logged by a uniformly random policy
// ("random") or Bernoulli Thompson sampling
// ("bts") in three campaigns.
//
// <campaign>.csv has the columns: a row number (without name), timestamp, item_id, position (1..3),
// click (0 or 1), propensity_score, user_feature_0..3 (hashed categories),
// user-item_affinity_0..K-1. item_context.csv beside it has one row for each of the K items.

#include <filesystem>

#include "suite/model/log.hpp"

namespace replaybench::datasets::open_bandit {

/// Features that become the context.
enum class Features {
  none,           ///< no context (only the intercept, if asked)
  user,           ///< user_feature_0..3, one-hot
  user_affinity,  ///< the same, then the user's affinity with each of the K items
};

struct ReaderOptions {
  Features features = Features::user;
  int position =
      0;  ///< 1, 2 or 3: only the impressions there; 0 means all, each a record of its own
  bool intercept = true;  ///< append a constant feature 1, named "intercept"
};

/// Reads one campaign's log, plain or gzip, and counts the items in `item_context.csv` in the same
/// folder.
///
/// Actions are numbered and named by the item ids 0..K-1, rewards are the clicks,
/// propensities `propensity_score`: the probability with which the logging policy showed that item
/// at that position (1/K in the files "random"). All K items are always available. The records keep
/// the file's order; timestamps are kept.
///
/// One-hot features are named "user_feature_0=<value>": for each of the four columns the distinct
/// values in the order of first appearance in the whole file, so that the dimension does not depend
/// on `position`. Affinities keep their column's name.
///
/// Throws DataError, with file and line, for anything that is not as above: item ids that are not
/// 0..K-1 in item_context.csv, an item outside, a position that is not 1..3, a click that is not 0
/// or 1, a propensity outside (0, 1], an affinity that is no finite number, a number of affinity
/// columns that is not K, a file or position without records. Throws FileError when a file
/// is missing; std::logic_error for a position outside 0..3. O(n * (dimension + columns)); memory:
/// the log, and 16 bytes a record.
Log read_open_bandit(const std::filesystem::path& campaign_csv, const ReaderOptions& options = {});

}  // namespace replaybench::datasets::open_bandit
