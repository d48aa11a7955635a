#include "algorithms/ucb_root_n/ucb_root_n.hpp"

#include "suite/learning/shared_parameters.hpp"
#include "suite/model/numerical_failure.hpp"

namespace replaybench::algorithms::ucb_root_n {

void UcbRootN::update(const Context&, Action action, double reward) {
  rewards_[action] += reward;
  if (!std::isfinite(rewards_[action])) {
    throw NumericalFailure("ucb_root_n: the sum of an action's rewards overflowed");
  }
  pulls_[action] += 1;
  indices_[action] = rewards_[action] / pulls_[action] + alpha_ / std::sqrt(pulls_[action]);
}

namespace {

struct Options {
  double alpha = 1;
  Ties ties = Ties::lowest;
};

Agent make(const Options& options, const Problem& problem) {
  return Agent(UcbRootN(problem.action_count, options.alpha, options.ties));
}

const auto parameters = bind_parameters<Options>(
    real(&Options::alpha, "alpha", "width of the confidence bound; stands outside the root")
        .at_least(0)
        .finite()
        .source("Li et al. 2011, section 4.4: 1")
        .tuned_over({0.03, 0.1, 0.2, 0.3, 0.5, 1, 2, 3}),
    learning::ties_parameter(&Options::ties, learning::never_learnt_first)
        .source("not stated in Li et al. 2010 and 2011"));

}  // namespace

const AlgorithmDescription description{
    {.name = "ucb_root_n",
     .group = Group::without_context,
     .summary = "the mean reward plus alpha over the root of the plays: UCB without the logarithm",
     .source = "Li et al., WSDM 2011, section 4.4 (table 1); Li et al., WWW 2010",
     .parameters = parameters.described()},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::algorithms::ucb_root_n
