#pragma once
// Users with known tastes: each visitor is one of them, the actions are items, and a user's liking
// shows in a rating or in a click.
//
//   taste_ui  = quality q_i + taste (a_u . b_i) / sqrt(rank) + noise e_ui      all of them normal
//   rating_ui = 3 + generosity g_u + taste_ui + rating_noise e, or the star nearest to it, 1 .. 5
//   click_ui  ~ Bernoulli(logistic(base + slope taste_ui + appeal c_i))
//   a pair is rated with probability logistic(logit(observed) + selection taste_ui)
//   it is rated at a time of its own, uniform in [0, 1)
//   drift > 0: at time t a_u is cos(phi) a_u + sin(phi) a'_u, phi = drift t pi / 2; a_u, a'_u independent
//
// Source: our design, for appendices C and D of the thesis. Low rank plus noise is the model behind
// matrix factorisation (appendix C.3.2, p. 250); rating_noise stands for users who rate an item
// differently another day (appendix D.1, p. 259); selection > 0 for ratings that are not missing at
// random: users rate what they like (Marlin and Zemel, RecSys 2009); appeal for what makes people
// click and does not show in ratings.
//
// The learner sees the user as a one-hot vector, without a constant feature. All users are equally
// likely; one uniform number per step serves all actions (see bernoulli_arms). With a drift, which
// leaves the standard deviations of tastes as they are, clicks come after the ratings: they follow
// the tastes of time 1, and so does true_rating. The greedy policy of
// a predictor does not depend on generosity, the errors of ratings do.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "suite/model/enumerable_environment.hpp"
#include "suite/model/environment.hpp"
#include "suite/model/one_hot.hpp"
#include "suite/ratings/rating_environment.hpp"

namespace replaybench::datasets::tastes {

struct TasteOptions {
  std::size_t users = 60;
  Action items = 20;
  std::size_t rank = 3;
  double quality = 0.4;
  double taste = 0.8;
  double noise = 0;
  double generosity = 0.4;
  double rating_noise = 0.5;
  bool stars = false;
  double observed = 0.3;  ///< in (0, 1]; 1: all, for any selection
  double selection = 0;
  double base = -2;
  double slope = 1;
  double appeal = 0;
  double drift = 0;  ///< in [0, 1]
};

class Tastes final : public Environment,
                     public EnumerableEnvironment,
                     public ratings::RatingEnvironment {
 public:
  /// Tastes are drawn from `model`, visits from `environment`. O(users x items x rank).
  Tastes(const TasteOptions& options, StreamKey model, StreamKey environment);

  Action action_count() const override { return options_.items; }
  std::size_t dimension() const override { return options_.users; }
  bool has_sparse_contexts() const override { return true; }
  void observe(std::uint64_t step) override;
  Context context() const override { return context_at(current_); }
  double reward(Action action) const override {
    return uniform_ < click_probability(current_, action) ? 1 : 0;
  }
  /// Needs a one-hot context. O(users).
  double expected_reward(const Context& context, Action action, Knowledge) const override;

  std::size_t context_count() const override { return options_.users; }
  Context context_at(std::size_t user) const override { return users_.sparse(user); }
  double context_probability(std::size_t) const override {
    return 1 / static_cast<double>(options_.users);
  }
  double reward_probability(std::size_t user, Action action) const override {
    return click_probability(user, action);
  }

  std::size_t user_count() const override { return options_.users; }
  std::size_t item_count() const override { return options_.items; }
  ratings::RatingTable rate(StreamKey key) const override;
  double click_probability(std::size_t user, std::size_t item) const override {
    return clicks_[user * options_.items + item];
  }
  double true_rating(std::size_t user, std::size_t item) const override;
  /// taste_ui at time 1.
  double taste(std::size_t user, std::size_t item) const { return taste(user, item, 1); }
  /// taste_ui at that time, in [0, 1].
  double taste(std::size_t user, std::size_t item, double time) const;

 private:
  double signal(std::size_t user, std::size_t item, double time) const;

  TasteOptions options_;
  StreamKey environment_;
  std::vector<double> tastes_;      // users x items, at time 0
  std::vector<double> own_;         // with a drift: the part of it that a_u has; else empty
  std::vector<double> other_;       // what it would be with a'_u
  std::vector<double> clicks_;      // likewise
  std::vector<double> generosity_;  // of each user
  OneHotContexts users_;
  std::size_t current_ = 0;
  double uniform_ = 0;
};

}  // namespace replaybench::datasets::tastes
