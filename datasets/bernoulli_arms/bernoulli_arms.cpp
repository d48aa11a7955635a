#include "datasets/bernoulli_arms/bernoulli_arms.hpp"

#include "suite/component/simulator.hpp"

namespace replaybench::datasets::bernoulli_arms {

namespace {

std::shared_ptr<const Dataset> make(const Parameters& parameters) {
  auto means =
      means_of_arms("bernoulli_arms", parameters.integer("arms"), parameters.reals("means"));
  return std::make_shared<Simulator>([means](StreamKey, StreamKey environment) {
    return std::make_unique<BernoulliArms>(means, environment);
  });
}

}  // namespace

extern const DatasetDescription description;
const DatasetDescription description{
    {.name = "bernoulli_arms",
     .summary = "Bernoulli multi-armed bandit, no context",
     .source = "thesis section 1.4.2 (p. 17)",
     .parameters =
         {integer("arms", 0,
                  "number of arms; 0: as many as means; more: the "
                  "last mean repeated")
              .at_least(0)
              .at_most(1'000'000),
          reals("means", {0.5, 0.4}, "probability that each arm pays 1").at_least(0).at_most(1)}},
    make};

}  // namespace replaybench::datasets::bernoulli_arms
