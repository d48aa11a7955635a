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

#include "suite/component/dataset_parameters.hpp"
#include "suite/component/simulator.hpp"
#include "suite/model/environment.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::datasets::click_rate_toy {

namespace {

class ClickRateToyEnvironment final : public Environment {
 public:
  static constexpr std::size_t features = 10;
  static constexpr std::uint32_t values = 5;

  ClickRateToyEnvironment(StreamKey model, StreamKey environment, bool intercept)
      : environment_(environment), codes_(features + (intercept ? 1 : 0), 1) {
    for (std::size_t i = 0; i < features; ++i) {
      const double p = 1 + 4 * Draws(model, i).uniform();
      double power = 1e-4;
      for (std::uint32_t k = 0; k < values; ++k) {
        contributors_.push_back(power);
        power *= p;
      }
    }
  }

  Action action_count() const override { return 1; }
  std::size_t dimension() const override { return codes_.size(); }
  void observe(std::uint64_t step) override {
    Draws draws(environment_, step);
    uniform_ = draws.uniform();
    for (std::size_t i = 0; i < features; ++i) codes_[i] = draws.below(values);
  }
  Context context() const override { return Context(codes_); }
  double reward(Action action) const override {
    return uniform_ < expected_reward(context(), action, Knowledge::full) ? 1 : 0;
  }
  /// Does not depend on `knowledge`. Requires codes 0 .. 4.
  double expected_reward(const Context& context, Action, Knowledge) const override {
    double sum = 0;
    for (std::size_t i = 0; i < features; ++i) {
      sum += contributors_[i * values + static_cast<std::size_t>(context[i])];
    }
    return sum;
  }

 private:
  StreamKey environment_;
  std::vector<double> contributors_;  // a row a feature
  std::vector<double> codes_;
  double uniform_ = 0;
};

struct Options {
  bool intercept = false;
};

std::shared_ptr<const Dataset> make(const Options& options) {
  return std::make_shared<Simulator>(
      [intercept = options.intercept](StreamKey model, StreamKey environment) {
        return std::make_unique<ClickRateToyEnvironment>(model, environment, intercept);
      });
}

const auto parameters = bind_parameters<Options>(intercept_parameter(&Options::intercept));

}  // namespace

extern const DatasetDescription description;
const DatasetDescription description{{.name = "click_rate_toy",
                                      .summary = "10 features of 5 values, click probability a sum "
                                                 "of contributors (appendix E.3.1, p. 269)",
                                      .source = "thesis, appendix E.3.1 (p. 269)",
                                      .parameters = parameters.described()},
                                     {.make = parameters.factory(make)}};

}  // namespace replaybench::datasets::click_rate_toy
