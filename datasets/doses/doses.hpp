#pragma once
// Doses: an action is a number in [0, 1]; rewards fall alike above and below the best dose.
//
//   context c   one of C, all equally likely; x_c = (c + 1/2) / C, in (0, 1)
//   best dose   b_c = 0.3 + 0.4 x_c
//   reward      Bernoulli(0.2 + 0.6 exp(-((a - b_c) / width)^2 / 2)); 0.8 for the best dose
//   logger      density f(a | c) = 1 + skew (2 x_c - 1) (2 a - 1) on [0, 1], at least 1 - skew:
//               contexts with a high best dose get high doses more often
//
// Source: our design, after the personalised doses of Kallus, Zhou 2018, section 5. All integrals over
// the logger and over smooth neighbours of a policy are elementary or one-dimensional.
//
// For algorithms with finitely many actions there are `actions` doses, (k + 1/2) / actions, and a
// one-hot context; one uniform number per step serves all of them (see bernoulli_arms).

#include <cstddef>
#include <cstdint>

#include "suite/model/dose_world.hpp"
#include "suite/model/enumerable_environment.hpp"
#include "suite/model/environment.hpp"
#include "suite/model/one_hot.hpp"

namespace replaybench::datasets::doses {

struct DoseOptions {
  std::size_t contexts = 4;
  double width = 0.2;
  double skew = 0.8;
  Action actions = 10;
};

class Doses final : public Environment, public EnumerableEnvironment, public DoseWorld {
 public:
  Doses(const DoseOptions& options, StreamKey environment)
      : options_(options), environment_(environment), contexts_(options.contexts) {}

  Action action_count() const override { return options_.actions; }
  std::size_t dimension() const override { return options_.contexts; }
  bool has_sparse_contexts() const override { return true; }
  void observe(std::uint64_t step) override;
  Context context() const override { return context_at(current_); }
  double reward(Action action) const override {
    return uniform_ < reward_probability(current_, action) ? 1 : 0;
  }
  /// Needs a one-hot context. O(contexts).
  double expected_reward(const Context& context, Action action, Knowledge) const override {
    return reward_probability(OneHotContexts::place_in(context), action);
  }

  std::size_t context_count() const override { return options_.contexts; }
  Context context_at(std::size_t i) const override { return contexts_.sparse(i); }
  double context_probability(std::size_t) const override {
    return 1 / static_cast<double>(options_.contexts);
  }
  double reward_probability(std::size_t i, Action action) const override {
    return mean_reward(i, (action + 0.5) / options_.actions);
  }

  ActionRange range() const override { return {0, 1}; }
  std::size_t dose_contexts() const override { return options_.contexts; }
  double best_dose(std::size_t context) const override { return 0.3 + 0.4 * place_of(context); }
  double mean_reward(std::size_t context, double action) const override;
  DoseRecord log_record(StreamKey key, std::uint64_t step) const override;

 private:
  double place_of(std::size_t context) const {
    return (static_cast<double>(context) + 0.5) / static_cast<double>(options_.contexts);
  }

  DoseOptions options_;
  StreamKey environment_;
  OneHotContexts contexts_;
  std::size_t current_ = 0;
  double uniform_ = 0;
};

}  // namespace replaybench::datasets::doses
