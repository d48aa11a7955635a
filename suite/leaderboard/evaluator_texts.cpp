#include "suite/leaderboard/evaluator_texts.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "suite/leaderboard/numbers.hpp"

namespace replaybench {

const std::vector<Explanation>& column_explanations() {
  static const std::vector<Explanation> explanations{
      {"RMSE",
       "root of the mean squared error of the estimates, over algorithms and replicates: bias and "
       "variance together. The evaluators are in its order. A share of it is the error of the "
       "truth "
       "itself, which is told with each task."},
      {"mean bias", "mean over the algorithms of the size of the mean error, whatever its sign."},
      {"worst bias",
       "the mean error of the algorithm that is estimated worst, and its name. Above zero is the "
       "dangerous side: the algorithm looks better than it is."},
      {"coverage",
       "share of the replicates in which the evaluator's own 95% interval has the truth, over the "
       "algorithms for which it gives one; a dash if for none. 0.95 is right; much less means that "
       "the interval cannot be believed."},
      {"tau",
       "Kendall's tau-b between the order of the estimates and the true order of the algorithms, "
       "mean "
       "of the replicates: 1 is the same order, 0 is chance."},
      {"best found",
       "share of the replicates in which the algorithm with the best estimate is truly the best."},
      {"simple regret",
       "what it costs to believe: the true value of the best algorithm less that of the one with "
       "the "
       "best estimate, mean of the replicates."},
      {"interactions",
       "records that an algorithm could learn from, as a share of the horizon T. Replay gives 1/K: "
       "time acceleration. A bootstrap gives about 1."},
      {"acceptance",
       "accepted records times K over records offered: 1 under uniform logging, less where an "
       "algorithm recognises the copies of what it has learnt."},
      {"µs a record",
       "CPU time of an estimate on this machine, by record of the log, mean of the algorithms (on "
       "the "
       "first 200 records)."},
      {"algorithms",
       "how many of the task's algorithms the evaluator can estimate. Those that cannot estimate "
       "all "
       "stand below: their numbers are about fewer algorithms."}};
  return explanations;
}

std::string worst_bias_text(const EvaluatorEntry& entry, const EvaluatorTaskBoard& task) {
  return decimals(entry.algorithms[entry.worst].bias.value, 4) + " (" +
         task.truths[entry.worst].label + ")";
}

std::string applicable_text(const EvaluatorEntry& entry, const EvaluatorTaskBoard& task) {
  return fmt::format("{}/{}", entry.applicable, task.truths.size());
}

std::string facts_text(const EvaluatorTaskBoard& task, const std::string& dataset) {
  if (!task.unavailable.empty()) return dataset;
  double error = 0;
  for (const TrueValue& truth : task.truths) {
    if (truth.unavailable.empty() && truth.error > error) error = truth.error;
  }
  return dataset +
         fmt::format(
             "; {} actions, {} {}; logs of {} records of a uniform policy; {} replicates, the "
             "truth of each from {} live games of {} steps (standard error at most {})",
             task.actions, task.dimension,
             task.dimension == 1 ? "feature" : "features with the constant",
             thousands(static_cast<double>(task.task.horizon)), task.task.replicates,
             task.task.live_games, thousands(static_cast<double>(task.task.horizon)),
             decimals(error, 4));
}

}  // namespace replaybench
