#include "algorithms/lin_ucb/lin_ucb.hpp"

#include "suite/learning/shared_parameters.hpp"

namespace replaybench::algorithms::lin_ucb {

namespace {

Agent make(const Options& options, const Problem& problem) {
  return Agent(LinUcb(problem.action_count, problem.dimension, options));
}

const auto parameters = bind_parameters<Options>(
    real(&Options::alpha, "alpha", "width of the confidence bound; multiplies the square root")
        .at_least(0)
        .finite()
        .source("thesis, algorithm 5 (section 1.4.3, p. 21); 1 in chapter 5 (5.2, p. 123)")
        .tuned_over(learning::confidence_widths()),
    real(&Options::lambda, "lambda", "ridge regularisation")
        .above(0)
        .finite()
        .source("thesis, section 1.4.3 (p. 21); 1 in Li et al. and in chapter 5 (sections "
                "2.6.5, p. 60, and 5.2, p. 123)"),
    choice(&Options::inverse, "inverse",
           {{"sherman_morrison", learning::Inverse::sherman_morrison},
            {"exact", learning::Inverse::exact}},
           "update the inverse in O(d^2), or invert anew in O(d^3); equal but for roundoff: "
           "the first record with squared norm above 2^26 lambda switches to a factor of M, O(d^2)")
        .source("thesis, section 2.6.5 (p. 60)"),
    integer(&Options::refresh_every, "refresh_every",
            "Eco-LinUCB: inverses and weights are renewed, exactly, at every n-th update; "
            "1: at each, as `inverse` says")
        .at_least(1)
        .source("thesis, section 2.6.5 (p. 60); 50 where F = 15, 500 where F = 50 (section "
                "2.6.5, p. 60)"),
    learning::ties_parameter(&Options::ties)
        .source("thesis, algorithm 5 (section 1.4.3, p. 21): arbitrarily"));

}  // namespace

const AlgorithmDescription description{
    {.name = "lin_ucb",
     .group = Group::linear_models,
     .is_core = true,
     .summary = "a ridge regression per action; plays the highest bound",
     .source = "thesis algorithm 5 (section 1.4.3, p. 21); Li et al., WWW 2010, algorithm 1 "
               "(disjoint model)",
     .parameters = parameters.described(),
     .aliases = "linear_ucb"},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::algorithms::lin_ucb
