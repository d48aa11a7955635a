#include "algorithms/thompson_sampling/thompson_sampling.hpp"

namespace replaybench::algorithms::thompson_sampling {

void ThompsonSampling::probabilities(const Context&, const ActionSet& actions,
                                     std::span<double> out) const {
  std::vector<learning::BetaScore> scores;
  scores.reserve(actions.size());
  for (Action i = 0; i < actions.size(); ++i) scores.push_back(posterior(actions[i]));
  learning::best_probabilities(scores, out);
}

namespace {

struct Options {
  double alpha = 1;
  double beta = 1;
};

Agent make(const Options& options, const Problem& problem) {
  return Agent(ThompsonSampling(problem.action_count, options.alpha, options.beta));
}

const auto parameters = bind_parameters<Options>(
    real(&Options::alpha, "alpha", "prior clicks of every action")
        .at_least(1e-9)
        .at_most(1e9)
        .source("thesis, section 4.4.1 (p. 109): between 0 and 1"),
    real(&Options::beta, "beta",
         "prior non-clicks of every action; a new action's mean is alpha / (alpha + beta)")
        .at_least(1e-9)
        .at_most(1e9)
        .source("thesis, section 4.4.1 (p. 109): a larger range than alpha, for means of 1 "
                "to 10 %")
        // With alpha = 1, prior means from 77 % down to 0.1 %: alpha's scale is beta's.
        .tuned_over({0.3, 1, 3, 10, 30, 100, 300, 1000}));

}  // namespace

const AlgorithmDescription description{
    {.name = "thompson_sampling",
     .group = Group::without_context,
     .is_core = true,
     .summary = "draws each mean from its Beta posterior; plays the highest",
     .source = "thesis algorithm 2 (section 1.4.3, p. 21); Thompson, Biometrika 25, 1933",
     .revision = 2,  // a draw by step and action
     .parameters = parameters.described(),
     .aliases = "ts; thompson"},
    {.make = parameters.factory(make), .rewards = RewardRange::unit}};

}  // namespace replaybench::algorithms::thompson_sampling
