#pragma once
// A predictor of ratings, and the means that the others fall back on.

#include <vector>

#include "suite/ratings/rating_table.hpp"

namespace replaybench::ratings {

class RatingPredictor {
 public:
  virtual ~RatingPredictor() = default;
  /// The predicted rating of `item` by `user`; finite.
  virtual double predict(std::size_t user, std::size_t item) const = 0;
};

/// The means in a prediction without any similarity.
enum class MeanKind {
  overall,   ///< one number
  user,      ///< of the user; overall for a user without ratings
  item,      ///< of the item; overall for an item without ratings
  additive,  ///< overall + the item's deviation + the user's deviation from that
};

/// Means. The additive form is that of Koren, Bell and Volinsky, IEEE Computer 42(8), 2009: b_i =
/// sum (r - mu) / (damping + n_i), then b_u = sum (r - mu - b_i) / (damping + n_u). Both are 0
/// without ratings, which is what it does in a cold start.
class Means final : public RatingPredictor {
 public:
  /// `damping` >= 0 is for the additive form. O(ratings).
  Means(const RatingTable& table, MeanKind kind, double damping = 0);
  double predict(std::size_t user, std::size_t item) const override {
    return overall_ + of_user_[user] + of_item_[item];
  }

 private:
  double overall_;
  std::vector<double> of_user_;
  std::vector<double> of_item_;
};

}  // namespace replaybench::ratings
