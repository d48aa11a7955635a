#include "algorithms/lin_ucb/lin_ucb.hpp"

#include <limits>

namespace replaybench::algorithms::lin_ucb {

namespace {

Agent make(const Parameters& parameters, const Problem& problem) {
  Options options;
  options.alpha = parameters.real("alpha");
  options.lambda = parameters.real("lambda");
  options.inverse = parameters.text("inverse") == "exact" ? learning::Inverse::exact
                                                          : learning::Inverse::sherman_morrison;
  options.ties = ties_of(parameters);
  options.refresh_every = static_cast<std::uint64_t>(parameters.integer("refresh_every"));
  return Agent(LinUcb(problem.action_count, problem.dimension, options));
}

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

const AlgorithmDescription description{
    {.name = "lin_ucb",
     .summary = "a ridge regression of the reward for each action; plays the highest upper bound",
     .source = "thesis algorithm 5 (section 1.4.3, p. 21); Li et al., WWW 2010, algorithm 1 "
               "(disjoint model)",
     .parameters =
         {real("alpha", 1, "width of the confidence bound; multiplies the square root")
              .at_least(0)
              .below(infinity)
              .source("thesis, algorithm 5 (section 1.4.3, p. 21); 1 in chapter 5 (5.2, p. 123)")
              .tuned_over({0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3}),
          real("lambda", 1, "ridge regularisation")
              .above(0)
              .below(infinity)
              .source("thesis, section 1.4.3 (p. 21); 1 in Li et al. and in chapter 5 (sections "
                      "2.6.5, p. 60, and 5.2, p. 123)"),
          choice("inverse", {"sherman_morrison", "exact"},
                 "update the inverse in O(d^2), or invert anew in O(d^3); equal but for roundoff")
              .source("thesis, section 2.6.5 (p. 60)"),
          integer("refresh_every", 1,
                  "Eco-LinUCB: inverses and weights are renewed, exactly, at every n-th update; "
                  "1: at each, as `inverse` says")
              .at_least(1)
              .source("thesis, section 2.6.5 (p. 60); 50 where F = 15, 500 where F = 50 (section "
                      "2.6.5)"),
          choice("ties", {"lowest", "random"}, "which of several best actions is played")
              .source("thesis, algorithm 5 (section 1.4.3, p. 21): arbitrarily")}},
    make};

}  // namespace replaybench::algorithms::lin_ucb
