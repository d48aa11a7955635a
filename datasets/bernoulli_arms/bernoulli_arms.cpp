#include "datasets/bernoulli_arms/bernoulli_arms.hpp"

#include "suite/component/dataset_parameters.hpp"
#include "suite/component/simulator.hpp"

namespace replaybench::datasets::bernoulli_arms {

namespace {

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
