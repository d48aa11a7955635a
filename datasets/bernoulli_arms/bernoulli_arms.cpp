// Bernoulli multi-armed bandit: K arms without context, arm a pays 1 with probability mu_a, otherwise 0.
//
// Source: thesis section 1.4.2 (p. 17).
//   K      action_count()
//   mu_a   means[a]
// Deviations: the thesis draws the rewards of the arms independently. Here ONE uniform number a
// step serves all arms, r_a = I(u < mu_a). An algorithm sees one reward a step, so its distribution
// does not change; two algorithms on the same stream get rewards as equal as their means allow, the
// tightest possible pairing. The context is only the constant feature 1.

#include <vector>

#include "suite/component/dataset_parameters.hpp"
#include "suite/component/simulator.hpp"
#include "suite/model/environment.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::datasets::bernoulli_arms {

namespace {

class BernoulliArms final : public Environment {
 public:
  /// `means`: one probability an arm, at least one arm.
  BernoulliArms(std::vector<double> means, StreamKey environment)
      : means_(std::move(means)), environment_(environment) {}

  Action action_count() const override { return static_cast<Action>(means_.size()); }
  std::size_t dimension() const override { return 1; }
  void observe(std::uint64_t step) override { uniform_ = Draws(environment_, step).uniform(); }
  Context context() const override { return Context(constant_); }
  double reward(Action action) const override { return uniform_ < means_[action] ? 1 : 0; }
  double expected_reward(const Context&, Action action, Knowledge) const override {
    return means_[action];
  }

 private:
  static constexpr double constant_[1] = {1};
  std::vector<double> means_;
  StreamKey environment_;
  double uniform_ = 0;
};

struct Options {
  std::int64_t arms = 0;
  std::vector<double> means{0.5, 0.4};
};

std::shared_ptr<const Dataset> make(const Options& options) {
  auto means = means_of_arms("bernoulli_arms", options.arms, options.means);
  return std::make_shared<Simulator>([means](StreamKey, StreamKey environment) {
    return std::make_unique<BernoulliArms>(means, environment);
  });
}

const auto parameters = bind_parameters<Options>(
    arms_parameter(&Options::arms),
    reals(&Options::means, "means", "probability of a reward of 1 for each arm")
        .at_least(0)
        .at_most(1));

}  // namespace

extern const DatasetDescription description;
const DatasetDescription description{{.name = "bernoulli_arms",
                                      .summary = "Bernoulli multi-armed bandit, no context",
                                      .source = "thesis section 1.4.2 (p. 17)",
                                      .parameters = parameters.described()},
                                     {.make = parameters.factory(make)}};

}  // namespace replaybench::datasets::bernoulli_arms
