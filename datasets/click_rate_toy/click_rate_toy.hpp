#pragma once
// The toy of appendix E.3.1 (p. 269): displays with 10 discrete features of 5 values, whose click
// probability is the sum of one contributor a feature.
//
// Source: thesis, appendix E.3.1 (p. 269).
//   p_i              U[1, 5], drawn once a model
//   contributors     1e-4 p_i^k for value k = 0 .. 4 of feature i: powers of p_i. (Read as labels,
//                    1e-4 p_i for every value, no value would matter and the mean be 0.003, not
//                    "around 0.04".)
// The mean click probability over models is 10 * 1e-4 * mean over k of (5^(k+1) - 1)/(4 (k+1)) =
// 0.0419, the largest 10 * 0.0625 = 0.625.
// There is one action, and nothing to choose: a random display a step. The features are codes; the
// thesis's model has no constant feature.

#include <vector>

#include "suite/model/environment.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::datasets::click_rate_toy {

class ClickRateToyEnvironment final : public Environment {
 public:
  static constexpr std::size_t features = 10;
  static constexpr std::uint32_t values = 5;

  ClickRateToyEnvironment(StreamKey model, StreamKey environment, bool intercept);

  Action action_count() const override { return 1; }
  std::size_t dimension() const override { return codes_.size(); }
  void observe(std::uint64_t step) override;
  Context context() const override { return Context(codes_); }
  double reward(Action action) const override {
    return uniform_ < expected_reward(context(), action, Knowledge::full) ? 1 : 0;
  }
  /// Does not depend on `knowledge`. Requires codes 0 .. 4.
  double expected_reward(const Context& context, Action action, Knowledge knowledge) const override;

 private:
  StreamKey environment_;
  std::vector<double> contributors_;  // a row a feature
  std::vector<double> codes_;
  double uniform_ = 0;
};

}  // namespace replaybench::datasets::click_rate_toy
