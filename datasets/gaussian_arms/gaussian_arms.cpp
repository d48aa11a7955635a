#include "datasets/gaussian_arms/gaussian_arms.hpp"

#include "suite/component/simulator.hpp"

namespace replaybench::datasets::gaussian_arms {

namespace {

std::shared_ptr<const Dataset> make(const Parameters& parameters) {
  auto means =
      means_of_arms("gaussian_arms", parameters.integer("arms"), parameters.reals("means"));
  const double deviation = parameters.real("standard_deviation");
  return std::make_shared<Simulator>([means, deviation](StreamKey, StreamKey environment) {
    return std::make_unique<GaussianArms>(means, deviation, environment);
  });
}

}  // namespace

extern const DatasetDescription description;
const DatasetDescription description{
    {.name = "gaussian_arms",
     .summary = "multi-armed bandit with real-valued Gaussian rewards, no context",
     .source = "thesis, section 3.5.6 (p. 83)",
     .parameters =
         {integer("arms", 0,
                  "number of arms; 0: as many as means; more: the "
                  "last mean repeated")
              .at_least(0)
              .at_most(1'000'000),
          reals("means", {0.5, 0.4}, "mean reward of each arm").at_least(-1e100).at_most(1e100),
          real("standard_deviation", 1, "standard deviation of the rewards of every arm")
              .at_least(0)
              .at_most(1e100)}},
    make};

}  // namespace replaybench::datasets::gaussian_arms
