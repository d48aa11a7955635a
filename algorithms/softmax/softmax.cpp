#include "algorithms/softmax/softmax.hpp"

namespace replaybench::algorithms::softmax {

namespace {

Agent make(const Parameters& parameters, const Problem& problem) {
  return Agent(Softmax(problem.action_count, parameters.real("temperature")));
}

}  // namespace

const AlgorithmDescription description{
    {.name = "softmax",
     .summary = "probabilities that grow exponentially with the empirical means (Boltzmann)",
     .source = "Sutton, Barto, Reinforcement Learning, 1998, section 2.3",
     .parameters = {real("temperature", 0.1,
                         "a mean higher by this much makes an action e times as probable")
                        .above(0)
                        .below(std::numeric_limits<double>::infinity())
                        .source("section 2.3, which gives no value")
                        .tuned_over({0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3})}},
    make};

}  // namespace replaybench::algorithms::softmax
