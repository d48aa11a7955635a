#pragma once
// Environments whose users also give ratings.

#include <cstddef>

#include "suite/ratings/rating_table.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::ratings {

/// An `Environment` whose contexts are users (of equal probability, each one feature) and whose
/// actions are items, and which knows what each user would rate. It inherits both.
class RatingEnvironment {
 public:
  virtual ~RatingEnvironment() = default;
  virtual std::size_t user_count() const = 0;
  virtual std::size_t item_count() const = 0;
  /// A rating log, drawn from `key` alone. Throws DataError if no rating is observed.
  virtual RatingTable rate(StreamKey key) const = 0;
  /// P(click | user, item).
  virtual double click_probability(std::size_t user, std::size_t item) const = 0;
  /// The user's mean rating of the item, over the noise of rating it again.
  virtual double true_rating(std::size_t user, std::size_t item) const = 0;
};

}  // namespace replaybench::ratings
