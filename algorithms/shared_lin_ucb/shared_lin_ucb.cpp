#include "algorithms/shared_lin_ucb/shared_lin_ucb.hpp"

#include "suite/learning/shared_parameters.hpp"

namespace replaybench::algorithms::shared_lin_ucb {

namespace {

Agent make(const Options& options, const Problem& problem) {
  return Agent(
      SharedLinUcb(learning::pair_features("shared_lin_ucb", options.pairs, problem), options));
}

const auto parameters = bind_parameters<Options>(
    real(&Options::alpha, "alpha", "width of the confidence bound; multiplies the square root")
        .at_least(0)
        .finite()
        .source("Li et al. 2010, algorithm 2")
        .tuned_over(learning::confidence_widths()),
    real(&Options::lambda, "lambda", "ridge regularisation")
        .above(0)
        .finite()
        .source("1 in Li et al. 2010"),
    learning::pairs_parameter(&Options::pairs).source("products: z of Li et al. 2010"),
    learning::ties_parameter(&Options::ties, "actions with the same features always tie"));

}  // namespace

const AlgorithmDescription description{
    {.name = "shared_lin_ucb",
     .group = Group::linear_models,
     .summary = "one ridge regression on features of (context, action) pairs; plays the highest "
                "upper bound",
     .source = "Li et al., WWW 2010, algorithm 2 with the shared coefficients alone",
     .parameters = parameters.described()},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::algorithms::shared_lin_ucb
