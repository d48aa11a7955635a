#include "algorithms/moss/moss.hpp"

#include <cmath>

#include "suite/learning/shared_parameters.hpp"
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

struct Options {
  double factor = 1;
  std::uint64_t horizon = 0;  // 0: not written
  Ties ties = Ties::lowest;
};

Agent make(const Options& options, const Problem& problem) {
  return Agent(Moss(problem.action_count, options.horizon > 0 ? options.horizon : problem.horizon,
                    options.factor, options.ties));
}

const auto parameters = bind_parameters<Options>(
    real(&Options::factor, "factor", "exploration; stands under the root")
        .at_least(0)
        .finite()
        .source("1 in the paper")
        .tuned_over(learning::confidence_widths()),
    integer(&Options::horizon, "horizon",
            "number of updates to come; 0: the problem's number of interactions "
            "(of records, under replay), or t where that is not known")
        .at_least(0),
    learning::ties_parameter(&Options::ties, learning::never_learnt_first));

}  // namespace

const AlgorithmDescription description{
    {.name = "moss",
     .group = Group::without_context,
     .summary = "an upper confidence bound for a known horizon; anytime where it is not known",
     .source = "Audibert, Bubeck, COLT 2009 (MOSS); anytime: Degenne, Perchet, ICML 2016",
     .revision = 2,  // the horizon of a file is its number of records
     .parameters = parameters.described()},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::algorithms::moss
