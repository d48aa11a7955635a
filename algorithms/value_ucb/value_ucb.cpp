#include "algorithms/value_ucb/value_ucb.hpp"

#include <cmath>
#include <string>

#include "suite/learning/shared_parameters.hpp"
#include "suite/numeric/elementary.hpp"

namespace replaybench::algorithms::value_ucb {

void ValueUcb::update(const Context& context, Action action, double reward) {
  Arm& learnt = arms_[arm(context, action)];
  learnt.reward += reward;
  learnt.pulls += 1;
  log_t_ = numeric::log(static_cast<double>(++t_));
}

double ValueUcb::index(const Context& context, Action action) const {
  const Arm& asked = arms_[arm(context, action)];
  if (asked.pulls == 0) return std::numeric_limits<double>::infinity();
  return asked.reward / asked.pulls + std::sqrt(options_.alpha * log_t_ / asked.pulls);
}

namespace {

Agent make(const Options& options, const Problem& problem) {
  if (options.feature >= problem.dimension) {
    throw NotApplicable("value_ucb: there is no feature " + std::to_string(options.feature) +
                        "; contexts have " + std::to_string(problem.dimension) +
                        ", numbered from 0");
  }
  return Agent(ValueUcb(problem.action_count, options));
}

const auto parameters = bind_parameters<Options>(
    integer(&Options::feature, "feature", "place of the feature in the context").at_least(0),
    integer(&Options::values, "values",
            "codes 0 to values - 1 have an arm each, all others share one")
        .at_least(1)
        .at_most(1'000'000),
    choice(&Options::crossed, "items", {{"crossed", true}, {"none", false}},
           "an arm for each value and action, or for each value (to choose among impressions)")
        .source("thesis, section 2.5.1 (p. 55): none"),
    real(&Options::alpha, "alpha", "width of the confidence bound; stands under the root")
        .at_least(0)
        .finite()
        .source("thesis, section 1.4.2 (p. 17)")
        .tuned_over(learning::confidence_widths()),
    learning::ties_parameter(&Options::ties).source("thesis, section 2.5.1 (p. 55): random"));

}  // namespace

const AlgorithmDescription description{
    {.name = "value_ucb",
     .group = Group::other_models,
     .summary = "UCB with an arm for each value of one feature (and action)",
     .source = "thesis, section 2.5.1 (p. 55); algorithm 1 (section 1.4.3, p. 21)",
     .parameters = parameters.described()},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::algorithms::value_ucb
