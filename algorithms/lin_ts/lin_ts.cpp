#include "algorithms/lin_ts/lin_ts.hpp"

#include "suite/learning/shared_parameters.hpp"

namespace replaybench::algorithms::lin_ts {

namespace {

struct Options {
  double v = 0.3;
  double lambda = 1;
  Ties ties = Ties::lowest;
};

Agent make(const Options& options, const Problem& problem) {
  return Agent(
      LinTs(problem.action_count, problem.dimension, options.v, options.lambda, options.ties));
}

const auto parameters = bind_parameters<Options>(
    real(&Options::v, "v",
         "width of the distribution that is drawn from; multiplies the standard deviation")
        .at_least(0)
        .finite()
        .source("Agrawal and Goyal: R sqrt(24 / epsilon d ln(1 / delta)) in the theorem")
        .tuned_over(learning::confidence_widths()),
    real(&Options::lambda, "lambda", "ridge regularisation")
        .above(0)
        .finite()
        .source("1 in Agrawal and Goyal"),
    learning::ties_parameter(&Options::ties, "ties happen where v or the context is 0"));

}  // namespace

const AlgorithmDescription description{
    {.name = "lin_ts",
     .summary = "a ridge regression of the reward for each action; plays the highest reward drawn "
                "from the normal distribution of its estimate",
     .source = "Agrawal, Goyal, ICML 2013, algorithm 1, with disjoint weights",
     .parameters = parameters.described(),
     .aliases = "lin_thompson; linear_thompson_sampling"},
    parameters.factory(make)};

}  // namespace replaybench::algorithms::lin_ts
