#include "algorithms/ucb_v/ucb_v.hpp"

#include "suite/numeric/elementary.hpp"

namespace replaybench::algorithms::ucb_v {

void UcbV::update(const Context&, const ActionSet& actions, Action action, double reward) {
  arms_.learn(action, reward);
  t_ += count_ == Count::update ? 1 : actions.size();
  const double log_t = numeric::log(static_cast<double>(t_));
  for (Action a = 0; a < indices_.size(); ++a) indices_[a] = arms_.at(a, log_t);
}

namespace {

Agent make(const Parameters& parameters, const Problem& problem) {
  const learning::VarianceIndexOptions options{.zeta = parameters.real("zeta"),
                                               .linear = parameters.real("linear"),
                                               .range = parameters.real("range")};
  const Count count =
      parameters.text("count") == "update_by_pool" ? Count::update_by_pool : Count::update;
  const Ties ties = ties_of(parameters);
  return Agent(UcbV(problem.action_count, options, count, ties));
}

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

const AlgorithmDescription description{
    {.name = "ucb_v",
     .summary = "an upper confidence bound on the mean reward that uses the empirical variance",
     .source =
         "thesis, section 1.4.2 (p. 17), section 4.4.2; Audibert, Munos, Szepesvari, 2009 (UCB-V)",
     .parameters =
         {real("zeta", 1, "exploration: the bound grows with zeta ln t")
              .at_least(0)
              .at_most(1e9)
              .source("thesis, figure 4.14 (section 4.4.2, p. 113): 1; section 4.4.2: 0.3 in the "
                      "challenge; 1.2 in the paper")
              .tuned_over({0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3}),
          real("linear", 3, "factor of the term that does not depend on the variance; 0: left out")
              .at_least(0)
              .below(infinity)
              .source("the paper's 3 c with c = 1"),
          real("range", 1, "length of the interval in which rewards lie")
              .above(0)
              .below(infinity)
              .source("the paper's b"),
          choice("count", {"update", "update_by_pool"},
                 "what an update adds to t: 1, or the size of the pool")
              .source("thesis, section 4.4.2 (p. 113)"),
          choice("ties", {"lowest", "random"},
                 "which of several best actions is played; actions never learnt tie above all "
                 "others")}},
    make};

}  // namespace replaybench::algorithms::ucb_v
