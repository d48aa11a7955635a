#include "algorithms/softmax/softmax.hpp"

#include "suite/learning/shared_parameters.hpp"

namespace replaybench::algorithms::softmax {

namespace {

struct Options {
  double temperature = 0.1;
};

Agent make(const Options& options, const Problem& problem) {
  return Agent(Softmax(problem.action_count, options.temperature));
}

const auto parameters =
    bind_parameters<Options>(real(&Options::temperature, "temperature",
                                  "a mean higher by this much makes an action e times as probable; "
                                  "actions without an update come first, uniformly")
                                 .above(0)
                                 .finite()
                                 .source("Sutton, Barto 1998, section 2.3, which gives no value")
                                 .tuned_over(learning::confidence_widths()));

}  // namespace

const AlgorithmDescription description{
    {.name = "softmax",
     .group = Group::without_context,
     .summary = "probabilities that grow exponentially with the empirical means (Boltzmann)",
     .source = "Sutton, Barto, Reinforcement Learning, 1998, section 2.3",
     .parameters = parameters.described(),
     .aliases = "boltzmann"},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::algorithms::softmax
