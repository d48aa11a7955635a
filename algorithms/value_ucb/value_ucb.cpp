#include "algorithms/value_ucb/value_ucb.hpp"

#include <cmath>
#include <string>

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

Agent make(const Parameters& parameters, const Problem& problem) {
  Options options;
  options.feature = static_cast<std::size_t>(parameters.integer("feature"));
  if (options.feature >= problem.dimension) {
    throw NotApplicable("value_ucb: there is no feature " + std::to_string(options.feature) +
                        "; contexts have " + std::to_string(problem.dimension) +
                        ", numbered from 0");
  }
  options.values = static_cast<std::size_t>(parameters.integer("values"));
  options.crossed = parameters.text("items") == "crossed";
  options.alpha = parameters.real("alpha");
  options.ties = ties_of(parameters);
  return Agent(ValueUcb(problem.action_count, options));
}

}  // namespace

const AlgorithmDescription description{
    {.name = "value_ucb",
     .summary = "UCB with an arm for each value of one feature (and action)",
     .source = "thesis, section 2.5.1 (p. 55); algorithm 1 (section 1.4.3, p. 21)",
     .parameters =
         {integer("feature", 0, "place of the feature in the context").at_least(0),
          integer("values", 32, "codes 0 to values - 1 have an arm each, all others share one")
              .at_least(1)
              .at_most(1'000'000),
          choice("items", {"crossed", "none"},
                 "an arm for each value and action, or for each value (to choose among displays)")
              .source("thesis, section 2.5.1 (p. 55): none"),
          real("alpha", 2, "width of the confidence bound; stands under the root")
              .at_least(0)
              .below(std::numeric_limits<double>::infinity())
              .source("thesis, section 1.4.2 (p. 17)")
              .tuned_over({0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3}),
          choice("ties", {"random", "lowest"}, "which of several best is chosen")
              .source("thesis, section 2.5.1 (p. 55): random")}},
    make};

}  // namespace replaybench::algorithms::value_ucb
