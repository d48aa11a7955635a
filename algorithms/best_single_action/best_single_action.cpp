#include "algorithms/best_single_action/best_single_action.hpp"

namespace replaybench::algorithms::best_single_action {

void BestSingleAction::train(const Log& log) {
  std::vector<double> displays(scores_.size());
  std::fill(scores_.begin(), scores_.end(), 0.0);
  for (std::size_t i = 0; i < log.size(); ++i) {
    scores_[log.actions[i]] += log.rewards[i];
    displays[log.actions[i]] += 1;
  }
  for (std::size_t a = 0; a < scores_.size() && by_rate_; ++a) {
    scores_[a] =
        displays[a] > 0 ? scores_[a] / displays[a] : -std::numeric_limits<double>::infinity();
  }
  became_trained();
}

namespace {

struct Options {
  bool by_rate = true;
};

Agent make(const Options& options, const Problem& problem) {
  return Agent(BestSingleAction(problem.action_count, options.by_rate));
}

const auto parameters = bind_parameters<Options>(
    choice(&Options::by_rate, "by", {{"rate", true}, {"rewards", false}},
           "best: the highest mean reward, or the largest sum of rewards"));

}  // namespace

const AlgorithmDescription description{
    {.name = "best_single_action",
     .group = Group::trained_offline,
     .summary = "the action that was best in the training part of the log, whatever the context",
     .source = "thesis, section 4.4.3 (p. 114) and table 4.1 (section 4.5, p. 117): the policy "
               "picking the best news",
     .parameters = parameters.described()},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::algorithms::best_single_action
