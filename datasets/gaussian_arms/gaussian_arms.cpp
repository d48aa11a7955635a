#include "datasets/gaussian_arms/gaussian_arms.hpp"

#include "suite/component/dataset_parameters.hpp"
#include "suite/component/simulator.hpp"

namespace replaybench::datasets::gaussian_arms {

namespace {

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
