#include "algorithms/ucb_v_counting_choose/ucb_v_counting_choose.hpp"

#include "suite/numeric/elementary.hpp"

namespace replaybench::algorithms::ucb_v_counting_choose {

Action UcbVCountingChoose::choose(const Context&, const ActionSet& actions, Draws& draws) const {
  ++times_asked_;
  const double log_t = numeric::log(static_cast<double>(times_asked_));
  return best_action(actions, ties_, draws, [this, log_t](Action a) { return arms_.at(a, log_t); });
}

namespace {

Agent make(const Parameters& parameters, const Problem& problem) {
  const learning::VarianceIndexOptions options{.zeta = parameters.real("zeta"),
                                               .linear = parameters.real("linear"),
                                               .range = parameters.real("range")};
  const Ties ties = ties_of(parameters);
  return Agent(UcbVCountingChoose(problem.action_count, options, ties));
}

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

const AlgorithmDescription description{
    {.name = "ucb_v_counting_choose",
     .summary = "UCB-V with a flaw: it counts its choices instead of its updates, so replay "
                "changes it",
     .source = "thesis section 4.4.2 (p. 113)",
     .parameters =
         {real("zeta", 1, "exploration: the bound grows with zeta ln t")
              .at_least(0)
              .at_most(1e9)
              .source("thesis, figure 4.14 (section 4.4.2, p. 113): 1; section 4.4.2: 0.3 in the "
                      "challenge")
              .tuned_over({0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3}),
          real("linear", 3, "factor of the term that does not depend on the variance; 0: left out")
              .at_least(0)
              .below(infinity)
              .source("3 c of UCB-V's paper with c = 1"),
          real("range", 1, "length of the interval in which rewards lie")
              .above(0)
              .below(infinity)
              .source("b of UCB-V's paper"),
          choice("ties", {"lowest", "random"},
                 "which of several best actions is played; actions never learnt tie above all "
                 "others")}},
    make,
    RewardRange::real,
    true};

}  // namespace replaybench::algorithms::ucb_v_counting_choose
