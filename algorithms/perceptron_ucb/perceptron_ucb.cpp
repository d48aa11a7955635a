#include "algorithms/perceptron_ucb/perceptron_ucb.hpp"

#include <algorithm>
#include <cmath>

#include "suite/learning/shared_parameters.hpp"
#include "suite/model/numerical_failure.hpp"
#include "suite/numeric/elementary.hpp"

namespace replaybench::algorithms::perceptron_ucb {

void PerceptronUcb::update(const Context& context, Action action, double reward) {
  const std::span<double> w = std::span(rows_).subspan(action * row_size_, row_size_);
  const double error = dot(context, w) - reward;
  // Long before the weights overflow: from there to infinity it is a few hundred factors of 2, so
  // that no step can leave weights whose predictions are not numbers.
  if (!(std::fabs(error) < 1e100)) {
    throw NumericalFailure(
        "perceptron_ucb: the weights exploded; gamma times the squared norm of the contexts must "
        "stay below 2");
  }
  add_scaled(-options_.gamma * error, context, w);
  exploration_.learn(action, static_cast<double>(++n_));
  if (options_.index == Index::printed) {
    // Only this action's term has changed: the printed one does not look at n.
    rewards_[action] += reward;
    const double pulls = exploration_.pulls(action);
    printed_terms_[action] =
        pulls > 1
            ? std::sqrt(options_.alpha * std::max(0.0, rewards_[action]) / numeric::log(pulls))
            : std::numeric_limits<double>::infinity();
  }
}

namespace {

Agent make(const Options& options, const Problem& problem) {
  return Agent(PerceptronUcb(problem.action_count, problem.dimension, options));
}

const auto parameters = bind_parameters<Options>(
    real(&Options::alpha, "alpha", "width of the confidence bound; stands under the root")
        .at_least(0)
        .finite()
        .source("thesis table 2.2 (section 2.6.5, p. 60): 0.001 to 1")
        .tuned_over(learning::confidence_widths()),
    real(&Options::gamma, "gamma", "learning rate; gamma |x|^2 must stay below 2")
        .at_least(0)
        .finite()
        .source("thesis, section 2.6.5 (p. 60)"),
    choice(&Options::index, "index", {{"corrected", Index::corrected}, {"printed", Index::printed}},
           "exploration by sqrt(alpha ln n / n_a), or by the printed sqrt(alpha r_a / ln n_a), r_a "
           "the sum of the action's rewards and the root infinite for n_a = 1")
        .source("thesis, section 2.6.4 (p. 59) and algorithm 9"),
    learning::ties_parameter(&Options::ties)
        .source("thesis, algorithm 9 (section 2.6.4, p. 59): arbitrarily"));

}  // namespace

const AlgorithmDescription description{
    {.name = "perceptron_ucb",
     .group = Group::linear_models,
     .summary = "a linear regression for each action, learned by gradient steps, plus UCB's bonus",
     .source = "thesis section 2.6.4, algorithm 9 (p. 59)",
     .parameters = parameters.described()},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::algorithms::perceptron_ucb
