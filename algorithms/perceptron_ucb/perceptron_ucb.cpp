#include "algorithms/perceptron_ucb/perceptron_ucb.hpp"

#include <algorithm>
#include <cmath>

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

constexpr double infinity = std::numeric_limits<double>::infinity();

Agent make(const Parameters& parameters, const Problem& problem) {
  Options options;
  options.alpha = parameters.real("alpha");
  options.gamma = parameters.real("gamma");
  options.index = parameters.text("index") == "printed" ? Index::printed : Index::corrected;
  options.ties = ties_of(parameters);
  return Agent(PerceptronUcb(problem.action_count, problem.dimension, options));
}

}  // namespace

const AlgorithmDescription description{
    {.name = "perceptron_ucb",
     .summary = "a linear regression for each action, learnt by gradient steps, plus UCB's bonus",
     .source = "thesis section 2.6.4, algorithm 9 (p. 59)",
     .parameters =
         {real("alpha", 0.1, "width of the confidence bound; stands under the root")
              .at_least(0)
              .below(infinity)
              .source("thesis table 2.2 (section 2.6.5, p. 60): 0.001 to 1")
              .tuned_over({0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3}),
          real("gamma", 1e-3, "learning rate; gamma |x|^2 must stay below 2")
              .at_least(0)
              .below(infinity)
              .source("thesis, section 2.6.5 (p. 60)"),
          choice(
              "index", {"corrected", "printed"},
              "exploration by sqrt(alpha ln n / n_a), or by the printed sqrt(alpha r_a / ln n_a)")
              .source("thesis, section 2.6.4 (p. 59) and algorithm 9"),
          choice("ties", {"lowest", "random"}, "which of several best actions is played")
              .source("thesis, algorithm 9 (section 2.6.4, p. 59): arbitrarily")}},
    make};

}  // namespace replaybench::algorithms::perceptron_ucb
