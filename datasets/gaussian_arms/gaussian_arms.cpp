// Gaussian multi-armed bandit: K arms without context, arm a pays mu_a + s Z, Z standard normal.
//
// Source: thesis, section 3.5.6 (p. 83; replay's theorems 3, 4, 7 and 8 hold for real-valued
// rewards).
//   K      action_count()
//   mu_a   means[a]
//   s      standard_deviation
// Deviations: one normal a step serves all arms (see bernoulli_arms). The context is only the
// constant feature 1.

#include <vector>

#include "suite/component/dataset_parameters.hpp"
#include "suite/component/simulator.hpp"
#include "suite/model/environment.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::datasets::gaussian_arms {

namespace {

class GaussianArms final : public Environment {
 public:
  /// `means`: one mean an arm, at least one arm; `standard_deviation` >= 0, the
  /// same for all.
  GaussianArms(std::vector<double> means, double standard_deviation, StreamKey environment)
      : means_(std::move(means)),
        standard_deviation_(standard_deviation),
        environment_(environment) {}

  Action action_count() const override { return static_cast<Action>(means_.size()); }
  std::size_t dimension() const override { return 1; }
  RewardRange rewards() const override { return RewardRange::real; }
  void observe(std::uint64_t step) override {
    deviation_ = standard_deviation_ * Draws(environment_, step).normal();
  }
  Context context() const override { return Context(constant_); }
  double reward(Action action) const override { return means_[action] + deviation_; }
  double expected_reward(const Context&, Action action, Knowledge) const override {
    return means_[action];
  }

 private:
  static constexpr double constant_[1] = {1};
  std::vector<double> means_;
  double standard_deviation_;
  StreamKey environment_;
  double deviation_ = 0;
};

struct Options {
  std::int64_t arms = 0;
  std::vector<double> means{0.5, 0.4};
  double standard_deviation = 1;
};

std::shared_ptr<const Dataset> make(const Options& options) {
  auto means = means_of_arms("gaussian_arms", options.arms, options.means);
  return std::make_shared<Simulator>(
      [means, deviation = options.standard_deviation](StreamKey, StreamKey environment) {
        return std::make_unique<GaussianArms>(means, deviation, environment);
      });
}

const auto parameters = bind_parameters<Options>(
    arms_parameter(&Options::arms),
    reals(&Options::means, "means", "mean reward of each arm").at_least(-1e100).at_most(1e100),
    real(&Options::standard_deviation, "standard_deviation",
         "standard deviation of the rewards of every arm")
        .at_least(0)
        .at_most(1e100));

}  // namespace

extern const DatasetDescription description;
const DatasetDescription description{
    {.name = "gaussian_arms",
     .summary = "multi-armed bandit with real-valued Gaussian rewards, no context",
     .source = "thesis, section 3.5.6 (p. 83)",
     .parameters = parameters.described()},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::datasets::gaussian_arms
