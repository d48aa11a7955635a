#include "algorithms/logr_ucb/logr_ucb.hpp"

namespace replaybench::algorithms::logr_ucb {

void LogrUcb::update(const Context& context, Action action, double reward) {
  models_.learn(context, action, reward, "logr_ucb");
  exploration_.learn(action, static_cast<double>(++t_));
}

namespace {

Agent make(const Parameters& parameters, const Problem& problem) {
  Options options;
  options.alpha = parameters.real("alpha");
  options.prediction =
      parameters.text("prediction") == "logit" ? Prediction::logit : Prediction::probability;
  options.logistic = learning::logistic_options(parameters, problem);
  options.ties = ties_of(parameters);
  return Agent(LogrUcb(problem.action_count, problem.dimension, options));
}

std::vector<ParameterInfo> all_parameters() {
  std::vector<ParameterInfo> list{
      real("alpha", 0.1, "width of the confidence bound; stands under the root")
          .at_least(0)
          .below(std::numeric_limits<double>::infinity())
          .source("thesis, section 4.4.1 (p. 109); best near 0 on the data of challenge 3 (figure "
                  "4.11)")
          .tuned_over({0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3}),
      choice("prediction", {"probability", "logit"},
             "what the exploration term is added to: the predicted rate, or the printed x^T theta")
          .source("thesis, section 4.4.1 (p. 109)"),
      choice("ties", {"lowest", "random"}, "which of several best actions is played")};
  for (ParameterInfo& info : learning::logistic_parameters()) list.push_back(std::move(info));
  return list;
}

}  // namespace

const AlgorithmDescription description{
    {.name = "logr_ucb",
     .summary = "a logistic regression of the reward for each action, plus UCB's bonus",
     .source = "thesis section 4.4.1 (p. 109)",
     .parameters = all_parameters()},
    make,
    RewardRange::unit};

}  // namespace replaybench::algorithms::logr_ucb
