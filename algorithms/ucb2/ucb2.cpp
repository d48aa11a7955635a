#include "algorithms/ucb2/ucb2.hpp"

#include "suite/learning/shared_parameters.hpp"
#include "suite/model/numerical_failure.hpp"

namespace replaybench::algorithms::ucb2 {

double Ucb2::tau(double r) const { return std::ceil(numeric::pow(base_, r)); }

void Ucb2::end_epoch(Action action) {
  // An epoch ends at a value of tau exactly: pulls = tau(r) for the r that follows.
  const double pulls = pulls_[action];
  widths_[action] = base_ / (2 * pulls);
  shifts_[action] = 1 - numeric::log(pulls);
  // The first tau above. The quotient may be off by one where a power comes close to a whole
  // number.
  double r = std::floor(numeric::log(pulls) / log_base_) + 1;
  while (r > 1 && tau(r - 1) > pulls) --r;
  while (tau(r) <= pulls) ++r;
  end_[action] = tau(r);
}

void Ucb2::update(const Context&, const ActionSet& actions, Action action, double reward) {
  if (!runs_in(actions)) {
    bool is_best = true;
    const double own = index(action);
    for (Action i = 0; is_best && i < actions.size(); ++i) is_best = index(actions[i]) <= own;
    if (is_best) playing_ = action;
  }
  rewards_[action] += reward;
  if (!std::isfinite(rewards_[action])) {
    throw NumericalFailure("ucb2: the sum of an action's rewards overflowed");
  }
  pulls_[action] += 1;
  means_[action] = rewards_[action] / pulls_[action];
  ++n_;
  log_n_ = numeric::log(static_cast<double>(n_));
  if (pulls_[action] >= end_[action]) {
    end_epoch(action);
    if (playing_ == action) playing_ = nobody;
  }
}

namespace {

struct Options {
  double alpha = 0.1;
  Ties ties = Ties::lowest;
};

Agent make(const Options& options, const Problem& problem) {
  return Agent(Ucb2(problem.action_count, options.alpha, options.ties));
}

const auto parameters = bind_parameters<Options>(
    real(&Options::alpha, "alpha",
         "growth of the epochs: the r-th ends at (1 + alpha)^r pulls, or when its action leaves "
         "the pool")
        .at_least(1e-6)
        .below(1)
        .source("thesis table 2.2, whose UCB is named UCB2 in section 2.6.5 (p. 60)")
        .tuned_over({0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 0.6, 0.9}),
    learning::ties_parameter(&Options::ties, learning::never_learnt_first));

}  // namespace

const AlgorithmDescription description{
    {.name = "ucb2",
     .group = Group::without_context,
     .summary = "an upper confidence bound on the mean reward, in epochs that grow geometrically",
     .source = "thesis, section 2.6.5 (p. 60); Auer, Cesa-Bianchi, Fischer, 2002 (UCB2)",
     .parameters = parameters.described()},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::algorithms::ucb2
