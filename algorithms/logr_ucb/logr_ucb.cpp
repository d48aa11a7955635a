#include "algorithms/logr_ucb/logr_ucb.hpp"

#include "suite/learning/shared_parameters.hpp"

namespace replaybench::algorithms::logr_ucb {

void LogrUcb::update(const Context& context, Action action, double reward) {
  models_.learn(context, action, reward, "logr_ucb");
  exploration_.learn(action, static_cast<double>(++t_));
}

namespace {

Agent make(const Options& options, const Problem& problem) {
  Options limited = options;
  limited.logistic = learning::limited_to(problem, options.logistic);
  return Agent(LogrUcb(problem.action_count, problem.dimension, limited));
}

const auto parameters = bind_parameters<Options>(
    real(&Options::alpha, "alpha",
         "width of the confidence bound; stands under the root of ln t / t_i, t the number of "
         "updates (without the + 1 of ucb, as in perceptron_ucb)")
        .at_least(0)
        .finite()
        .source("thesis, section 4.4.1 (p. 109); best near 0 on the data of challenge 3 (figure "
                "4.11)")
        .tuned_over(learning::confidence_widths()),
    choice(&Options::prediction, "prediction",
           {{"probability", Prediction::probability}, {"logit", Prediction::logit}},
           "what the exploration term is added to: the predicted rate, or the printed x^T theta")
        .source("thesis, section 4.4.1 (p. 109)"),
    learning::ties_parameter(&Options::ties),
    group(&Options::logistic, learning::logistic_parameters()));

}  // namespace

const AlgorithmDescription description{
    {.name = "logr_ucb",
     .group = Group::linear_models,
     .is_core = true,
     .summary = "a logistic regression per action, plus UCB's bonus",
     .source = "thesis section 4.4.1 (p. 109)",
     .parameters = parameters.described(),
     .aliases = "logistic_ucb"},
    {.make = parameters.factory(make), .rewards = RewardRange::unit}};

}  // namespace replaybench::algorithms::logr_ucb
