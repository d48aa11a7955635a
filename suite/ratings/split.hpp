#pragma once
// Parts of a rating table to learn from and to test on.
//
// Source: thesis, section 1.5.3 (p. 31: random split, N-fold cross-validation) and appendix D.2
// (p. 260: "holding back some part of the data"). Leave-one-out and the split by time are the
// field's.

#include <cstddef>
#include <vector>

#include "suite/ratings/rating_table.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::ratings {

/// Places of ratings in their table, increasing; no place is in both.
struct Split {
  std::vector<std::size_t> train;
  std::vector<std::size_t> test;
};

/// round(share x ratings) ratings, drawn at random, to test on. Throws DataError if one of the
/// parts has no rating. Needs a share in (0, 1). O(n log n).
Split random_split(const RatingTable& table, double share, StreamKey key);
/// N random parts, as equal as can be; each is tested once. Throws DataError for fewer than two
/// folds, or more folds than ratings. O(N n).
std::vector<Split> folds(const RatingTable& table, std::size_t count, StreamKey key);
/// One random rating of every user who has two or more is tested. Throws DataError if no user
/// has. O(n log n).
Split leave_one_out(const RatingTable& table, StreamKey key);
/// The last round(share x ratings) ratings are tested; of the same time, those further back in the
/// table count as later. Throws DataError if all have the same time (no times, for example), or a part
/// has no rating. O(n log n).
Split split_by_time(const RatingTable& table, double share);

}  // namespace replaybench::ratings
