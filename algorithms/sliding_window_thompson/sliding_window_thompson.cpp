#include "algorithms/sliding_window_thompson/sliding_window_thompson.hpp"

namespace replaybench::algorithms::sliding_window_thompson {

namespace {

struct Options {
  std::size_t window = 1000;
  double alpha = 1;
  double beta = 1;
};

Agent make(const Options& options, const Problem& problem) {
  return Agent(
      SlidingWindowThompson(problem.action_count, options.window, options.alpha, options.beta));
}

const auto parameters = bind_parameters<Options>(
    integer(&Options::window, "window", "number of events that count, whatever their actions")
        .at_least(1)
        .at_most(1'000'000)
        .source("Trovo et al.: of the order of sqrt(T)")
        // The prior matters little (thesis, figure 4.12, section 4.4.1, p. 109, a plateau);
        // the window is what is chosen.
        .tuned_over({30, 100, 300, 1000, 3000, 10'000, 30'000, 100'000}),
    // From 1e-6: with a window of a million fractional rewards the sums are exact to 1e-8.
    real(&Options::alpha, "alpha", "prior clicks of every action").at_least(1e-6).at_most(1e9),
    real(&Options::beta, "beta", "prior non-clicks of every action").at_least(1e-6).at_most(1e9));

}  // namespace

const AlgorithmDescription description{
    {.name = "sliding_window_thompson",
     .group = Group::changing_rewards,
     .summary =
         "Thompson sampling over the last events only, for rewards whose distribution changes",
     .source = "Trovo, Paladino, Restelli, Gatti, JAIR 68, 2020; thesis, section 1.4.2 (p. 17)",
     .revision = 2,  // a draw by step and action
     .parameters = parameters.described(),
     .aliases = "sw_ts"},
    {.make = parameters.factory(make), .rewards = RewardRange::unit}};

}  // namespace replaybench::algorithms::sliding_window_thompson
