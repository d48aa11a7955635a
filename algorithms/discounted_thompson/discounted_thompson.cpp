#include "algorithms/discounted_thompson/discounted_thompson.hpp"

namespace replaybench::algorithms::discounted_thompson {

void DiscountedThompson::probabilities(const Context&, const ActionSet& actions,
                                       std::span<double> out) const {
  std::vector<learning::BetaScore> scores;
  scores.reserve(actions.size());
  for (Action i = 0; i < actions.size(); ++i) scores.push_back(posterior(actions[i]));
  learning::best_probabilities(scores, out);
}

namespace {

struct Options {
  double discount = 0.999;
  double alpha = 1;
  double beta = 1;
};

Agent make(const Options& options, const Problem& problem) {
  return Agent(
      DiscountedThompson(problem.action_count, options.discount, options.alpha, options.beta));
}

const auto parameters = bind_parameters<Options>(
    real(&Options::discount, "discount",
         "what is left of an event's weight after each further event")
        .at_least(0)
        .at_most(1)
        // The prior matters little (thesis, figure 4.12, section 4.4.1, p. 109, a plateau);
        // the discount is what is chosen. 1 - 1 / n for the windows n of
        // sliding_window_thompson.
        .tuned_over({0.97, 0.99, 0.997, 0.999, 0.9997, 0.9999, 0.99997, 0.99999}),
    real(&Options::alpha, "alpha", "prior clicks of every action").at_least(1e-9).at_most(1e9),
    real(&Options::beta, "beta", "prior non-clicks of every action").at_least(1e-9).at_most(1e9));

}  // namespace

const AlgorithmDescription description{
    {.name = "discounted_thompson",
     .group = Group::changing_rewards,
     .summary = "Thompson sampling in which older events count less, for rewards whose "
                "distribution changes",
     .source = "Raj, Kalyani, arXiv 1707.09727, 2017 (dTS)",
     .revision = 2,  // a draw by step and action
     .parameters = parameters.described(),
     .aliases = "discounted_ts"},
    {.make = parameters.factory(make), .rewards = RewardRange::unit}};

}  // namespace replaybench::algorithms::discounted_thompson
