#pragma once
// A table of ratings, written out or from a file: each visitor is one of its users, the actions
// that are available are the items that this user rated, and the reward is the rating.
//
// Source: thesis, table C.1 (appendix C.1.1, p. 246), which is the default.
// Nothing is invented: an item without a rating is never offered. Users without ratings do not
// come. What a rated item's click rate would be is not known.

#include <memory>
#include <vector>

#include "suite/model/environment.hpp"
#include "suite/model/one_hot.hpp"
#include "suite/ratings/rating_environment.hpp"

namespace replaybench::datasets::rating_table {

class RatedItems final : public Environment, public ratings::RatingEnvironment {
 public:
  /// Visits are drawn from `environment`. O(users + items + ratings).
  RatedItems(std::shared_ptr<const ratings::RatingTable> table, StreamKey environment);

  Action action_count() const override { return static_cast<Action>(table_->items()); }
  std::size_t dimension() const override { return table_->users(); }
  bool has_sparse_contexts() const override { return true; }
  RewardRange rewards() const override { return RewardRange::real; }
  bool has_pools() const override { return true; }
  void observe(std::uint64_t step) override;
  Context context() const override { return users_.sparse(current_); }
  ActionSet actions() const override { return ActionSet(std::span(pool_)); }
  /// Needs an item that the user rated.
  double reward(Action action) const override { return true_rating(current_, action); }
  /// Needs a one-hot context. Of an item that the user did not rate, the overall mean. O(users).
  double expected_reward(const Context& context, Action action, Knowledge) const override;

  std::size_t user_count() const override { return table_->users(); }
  std::size_t item_count() const override { return table_->items(); }
  ratings::RatingTable rate(StreamKey) const override { return *table_; }
  /// NaN: not known.
  double click_probability(std::size_t user, std::size_t item) const override;
  double true_rating(std::size_t user, std::size_t item) const override {
    return table_->find(user, item).value_or(table_->mean());
  }

 private:
  std::shared_ptr<const ratings::RatingTable> table_;
  StreamKey environment_;
  std::vector<std::uint32_t> raters_;  // users with ratings
  OneHotContexts users_;
  std::vector<Action> pool_;
  std::uint32_t current_ = 0;
};

}  // namespace replaybench::datasets::rating_table
