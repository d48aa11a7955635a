#include "algorithms/optimistic_greedy/optimistic_greedy.hpp"

#include <cmath>

#include "suite/learning/shared_parameters.hpp"
#include "suite/model/numerical_failure.hpp"

namespace replaybench::algorithms::optimistic_greedy {

void OptimisticGreedy::update(const Context&, Action action, double reward) {
  rewards_[action] += reward;
  if (!std::isfinite(rewards_[action])) {
    throw NumericalFailure("optimistic_greedy: the sum of an action's rewards overflowed");
  }
  plays_[action] += 1;
  indices_[action] = rewards_[action] / plays_[action];
}

namespace {

struct Options {
  double plays = 1;
  double successes = -1;  // below 0: as many as plays
  double max_reward = 1;
  Ties ties = Ties::lowest;
};

Agent make(const Options& options, const Problem& problem) {
  return Agent(OptimisticGreedy(problem.action_count, options.plays,
                                options.successes < 0 ? options.plays : options.successes,
                                options.max_reward, options.ties));
}

const auto parameters = bind_parameters<Options>(
    real(&Options::plays, "plays",
         "imaginary plays of each action, the thesis's k'; need not be whole")
        .at_least(0)
        .finite()
        .source("thesis, section 4.4.1 (p. 109); its best value is in a lost figure")
        .tuned_over({0.1, 0.3, 1, 3, 10, 30, 100, 300}),
    real(&Options::successes, "successes",
         "imaginary maximal rewards of each action, the thesis's k; below 0: as many as plays")
        .at_least(-1)
        .finite()
        .source("thesis, section 4.4.1 (p. 109): k = k'"),
    real(&Options::max_reward, "max_reward", "the reward that an imaginary success brings")
        .finite()
        .source("thesis, algorithm 11 (section 4.4.1, p. 109): MAX_REWARD"),
    learning::ties_parameter(&Options::ties)
        .source("thesis, algorithm 11 (section 4.4.1, p. 109): arbitrarily"));

}  // namespace

const AlgorithmDescription description{
    {.name = "optimistic_greedy",
     .group = Group::without_context,
     .summary = "the best empirical mean, as if each action had been played and rewarded k times",
     .source = "thesis algorithm 11 (section 4.4.1, p. 109)",
     .parameters = parameters.described()},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::algorithms::optimistic_greedy
