#include "algorithms/lin_ts/lin_ts.hpp"

#include "suite/learning/shared_parameters.hpp"

namespace replaybench::algorithms::lin_ts {

void LinTs::probabilities(const Context& context, const ActionSet& actions,
                          std::span<double> out) const {
  ridge_.read(context);
  std::vector<learning::NormalScore> scores;
  scores.reserve(actions.size());
  bool random = v_ > 0;
  for (Action i = 0; i < actions.size(); ++i) {
    const Action a = actions[i];
    scores.push_back({ridge_.mean(a), v_ * std::sqrt(ridge_.variance(a))});
    // x^T M^-1 x is 0 only for x = 0, and then for all actions.
    random = random && scores.back().deviation > 0;
  }
  if (random) {
    learning::best_probabilities(scores, out);
  } else {
    learning::argmax_distribution(
        actions, ties_, [this](Action a) { return ridge_.mean(a); }, out);
  }
}

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
    learning::drawn_width_parameter(&Options::v), learning::ridge_parameter(&Options::lambda),
    learning::ties_parameter(&Options::ties, "ties happen where v or the context is 0"));

}  // namespace

const AlgorithmDescription description{
    {.name = "lin_ts",
     .group = Group::linear_models,
     .is_core = true,
     .summary = "a ridge regression per action; plays the highest draw",
     .source = "Agrawal, Goyal, ICML 2013, algorithm 1, with disjoint weights",
     .revision = 2,  // a draw by step and action
     .parameters = parameters.described(),
     .aliases = "lin_thompson; linear_thompson_sampling"},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::algorithms::lin_ts
