#include "algorithms/epsilon_n_greedy/epsilon_n_greedy.hpp"

#include <cmath>

#include "suite/learning/shared_parameters.hpp"
#include "suite/model/numerical_failure.hpp"

namespace replaybench::algorithms::epsilon_n_greedy {

void EpsilonNGreedy::update(const Context&, Action action, double reward) {
  rewards_[action] += reward;
  if (!std::isfinite(rewards_[action])) {
    throw NumericalFailure("epsilon_n_greedy: the sum of an action's rewards overflowed");
  }
  pulls_[action] += 1;
  means_[action] = rewards_[action] / pulls_[action];
  n_ += 1;
}

void EpsilonNGreedy::probabilities(const Context&, const ActionSet& actions,
                                   std::span<double> out) const {
  const double explored = epsilon(actions.size());
  Draws unused({}, 0);
  const Action best =
      best_action(actions, Ties::lowest, unused, [this](Action a) { return means_[a]; });
  Action tied = 0;
  for (Action i = 0; i < actions.size(); ++i) tied += means_[actions[i]] == means_[best];
  if (ties_ == Ties::lowest) tied = 1;
  for (Action i = 0; i < actions.size(); ++i) {
    const Action action = actions[i];
    const bool greedy = ties_ == Ties::lowest ? action == best : means_[action] == means_[best];
    out[i] = explored / actions.size() + (greedy ? (1 - explored) / tied : 0);
  }
}

namespace {

struct Options {
  double c = 0.1;
  double d = 0.1;
  Ties ties = Ties::lowest;
};

Agent make(const Options& options, const Problem& problem) {
  return Agent(EpsilonNGreedy(problem.action_count, options.c, options.d, options.ties));
}

const auto parameters = bind_parameters<Options>(
    real(&Options::c, "c", "how much is explored")
        .at_least(0)
        .finite()
        .source("the thesis gives no value")
        .tuned_over(learning::confidence_widths()),
    real(&Options::d, "d", "lower bound of the gap between the best mean and the others")
        .above(0)
        .at_most(1)
        .source("the thesis gives no value"),
    learning::ties_parameter(&Options::ties, learning::never_learnt_first));

}  // namespace

const AlgorithmDescription description{
    {.name = "epsilon_n_greedy",
     .group = Group::without_context,
     .summary = "the best empirical mean; with probability min(1, c K / (d^2 n)) a uniform choice",
     .source = "thesis, sections 2.4.4 (p. 52) and 2.6.1 (p. 57); Auer, Cesa-Bianchi, Fischer, "
               "Machine Learning 47, 2002",
     .parameters = parameters.described(),
     .aliases = "decaying_epsilon_greedy"},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::algorithms::epsilon_n_greedy
