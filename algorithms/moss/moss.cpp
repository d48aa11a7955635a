#include "algorithms/moss/moss.hpp"

#include <cmath>

#include "suite/model/numerical_failure.hpp"
#include "suite/numeric/elementary.hpp"

namespace replaybench::algorithms::moss {

double Moss::index_for(Action action, double horizon) const {
  const double mean = rewards_[action] / pulls_[action];
  const double share = horizon / (static_cast<double>(pulls_.size()) * pulls_[action]);
  return share > 1 ? mean + std::sqrt(factor_ * numeric::log(share) / pulls_[action]) : mean;
}

void Moss::update(const Context&, Action action, double reward) {
  rewards_[action] += reward;
  if (!std::isfinite(rewards_[action])) {
    throw NumericalFailure("moss: the sum of an action's rewards overflowed");
  }
  pulls_[action] += 1;
  ++t_;
  if (horizon_ > 0) {
    indices_[action] = index_for(action, horizon_);
    return;
  }
  const double t = static_cast<double>(t_);
  for (Action a = 0; a < indices_.size(); ++a) {
    if (pulls_[a] > 0) indices_[a] = index_for(a, t);
  }
}

namespace {

Agent make(const Parameters& parameters, const Problem& problem) {
  const auto written = static_cast<std::uint64_t>(parameters.integer("horizon"));
  const Ties ties = ties_of(parameters);
  return Agent(Moss(problem.action_count, written > 0 ? written : problem.horizon,
                    parameters.real("factor"), ties));
}

}  // namespace

const AlgorithmDescription description{
    {.name = "moss",
     .summary = "an upper confidence bound for a known horizon; anytime where it is not known",
     .source = "Audibert, Bubeck, COLT 2009 (MOSS); anytime: Degenne, Perchet, ICML 2016",
     .parameters = {real("factor", 1, "exploration; stands under the root")
                        .at_least(0)
                        .below(std::numeric_limits<double>::infinity())
                        .source("1 in the paper")
                        .tuned_over({0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3}),
                    integer("horizon", 0,
                            "number of updates to come; 0: the problem's number of interactions "
                            "(of records, under replay), or t where that is not known")
                        .at_least(0),
                    choice(
                        "ties", {"lowest", "random"},
                        "which of several best actions is played; actions never learnt tie above "
                        "all others")}},
    make};

}  // namespace replaybench::algorithms::moss
