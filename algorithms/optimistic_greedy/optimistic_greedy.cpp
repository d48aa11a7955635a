#include "algorithms/optimistic_greedy/optimistic_greedy.hpp"

#include <cmath>

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

Agent make(const Parameters& parameters, const Problem& problem) {
  const double plays = parameters.real("plays");
  const double written = parameters.real("successes");
  const Ties ties = ties_of(parameters);
  return Agent(OptimisticGreedy(problem.action_count, plays, written < 0 ? plays : written,
                                parameters.real("max_reward"), ties));
}

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

const AlgorithmDescription description{
    {.name = "optimistic_greedy",
     .summary = "the best empirical mean, as if each action had been played and rewarded k times",
     .source = "thesis algorithm 11 (section 4.4.1, p. 109)",
     .parameters =
         {real("plays", 1, "imaginary plays of each action, the thesis's k'; need not be whole")
              .at_least(0)
              .below(infinity)
              .source("thesis, section 4.4.1 (p. 109); its best value is in a lost figure")
              .tuned_over({0.1, 0.3, 1, 3, 10, 30, 100, 300}),
          real(
              "successes", -1,
              "imaginary maximal rewards of each action, the thesis's k; below 0: as many as plays")
              .at_least(-1)
              .below(infinity)
              .source("thesis, section 4.4.1 (p. 109): k = k'"),
          real("max_reward", 1, "the reward that an imaginary success brings")
              .above(-infinity)
              .below(infinity)
              .source("thesis, algorithm 11 (section 4.4.1, p. 109): MAX_REWARD"),
          choice("ties", {"lowest", "random"}, "which of several best actions is played")
              .source("thesis, algorithm 11 (section 4.4.1, p. 109): arbitrarily")}},
    make};

}  // namespace replaybench::algorithms::optimistic_greedy
