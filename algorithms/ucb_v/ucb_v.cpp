#include "algorithms/ucb_v/ucb_v.hpp"

#include "suite/learning/shared_parameters.hpp"
#include "suite/numeric/elementary.hpp"

namespace replaybench::algorithms::ucb_v {

void UcbV::update(const Context&, const ActionSet& actions, Action action, double reward) {
  arms_.learn(action, reward);
  t_ += count_ == Count::update ? 1 : actions.size();
  log_t_ = numeric::log(static_cast<double>(t_));
  indices_.forget();
}

namespace {

struct Options {
  learning::VarianceIndexOptions index;
  Count count = Count::update;
  Ties ties = Ties::lowest;
};

Agent make(const Options& options, const Problem& problem) {
  return Agent(UcbV(problem.action_count, options.index, options.count, options.ties));
}

const auto parameters = bind_parameters<Options>(
    group(&Options::index, learning::variance_index_parameters()),
    choice(&Options::count, "count",
           {{"update", Count::update}, {"update_by_pool", Count::update_by_pool}},
           "what an update adds to t: 1, or the size of the pool")
        .source("thesis, section 4.4.2 (p. 113)"),
    learning::ties_parameter(&Options::ties, learning::never_learnt_first));

}  // namespace

const AlgorithmDescription description{
    {.name = "ucb_v",
     .group = Group::without_context,
     .summary = "an upper confidence bound on the mean reward that uses the empirical variance",
     .source = "thesis, section 1.4.2 (p. 17), section 4.4.2 (p. 113); Audibert, Munos, "
               "Szepesvari, 2009 (UCB-V)",
     .parameters = parameters.described()},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::algorithms::ucb_v
