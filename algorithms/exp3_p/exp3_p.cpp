#include "algorithms/exp3_p/exp3_p.hpp"

namespace replaybench::algorithms::exp3_p {

namespace {

struct Options {
  double alpha = 8;
  double gamma = 0.1;
  std::uint64_t horizon = 0;  // 0: not written
};

Agent make(const Options& options, const Problem& problem) {
  const std::uint64_t horizon = options.horizon > 0 ? options.horizon : problem.horizon;
  if (horizon == 0) {
    throw NotApplicable("exp3_p: the number of interactions is not known here; say horizon=...");
  }
  return Agent(Exp3P(problem.action_count, options.alpha, options.gamma, horizon));
}

const auto parameters = bind_parameters<Options>(
    real(&Options::alpha, "alpha", "width of the confidence term")
        .at_least(0)
        .finite()
        .source("theorem 6.3: 2 sqrt(ln(K T / delta)); 8 at K T / delta = 9e6"),
    real(&Options::gamma, "gamma",
         "probability of a uniform choice; 3 K times the learning rate, K the size of the "
         "record's pool")
        .above(0)
        .at_most(1)
        .source("theorem 6.3: min(3/5, 2 sqrt(3/5 K ln K / T))")
        .tuned_over({0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.2, 0.5}),
    integer(&Options::horizon, "horizon",
            "T, the number of updates; 0: the length of the evaluation")
        .at_least(0));

}  // namespace

const AlgorithmDescription description{
    {.name = "exp3_p",
     .group = Group::changing_rewards,
     .summary = "Exp3 with an upper confidence term: its regret is bounded with high probability",
     .source = "Auer, Cesa-Bianchi, Freund, Schapire, SIAM Journal on Computing 32, 2002, section "
               "6",
     .parameters = parameters.described()},
    {.make = parameters.factory(make), .rewards = RewardRange::unit}};

}  // namespace replaybench::algorithms::exp3_p
