#include "suite/estimation/importance.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "suite/estimation/known_choice.hpp"

namespace replaybench::estimation {

namespace {

struct WeightSums {
  double sum = 0;
  double squares = 0;
  double records = 0;
  void add(double weight) {
    sum += weight;
    squares += weight * weight;
    ++records;
  }
  double effective() const { return records == 0 ? 0 : sum * sum / squares; }
};

std::string name_of_action(const Log& log, Action action) {
  return log.action_names.empty() ? std::to_string(action) : "\"" + log.action_names[action] + "\"";
}

}  // namespace

std::vector<double> importance_weights(const std::string& evaluator, const Log& log) {
  if (log.size() == 0) throw NotApplicable("the log is empty: there is nothing to resample");
  require_propensities(evaluator, log);
  std::vector<double> weights(log.size());
  for (std::size_t i = 0; i < log.size(); ++i) weights[i] = 1 / log.propensities[i];
  return weights;
}

RecordSupport record_support(const Log& log) {
  WeightSums all;
  std::vector<WeightSums> of_action(log.action_count);
  for (std::size_t i = 0; i < log.size(); ++i) {
    all.add(1 / log.propensities[i]);
    of_action[log.actions[i]].add(1 / log.propensities[i]);
  }
  RecordSupport support{all.effective(), all.effective(), all.records, 0};
  for (Action a = 0; a < log.action_count; ++a) {
    if (of_action[a].effective() < support.fewest_effective) {
      support.fewest_effective = of_action[a].effective();
      support.rarest = a;
    }
    support.fewest_records = std::min(support.fewest_records, of_action[a].records);
  }
  return support;
}

double mean_actions(const Log& log) {
  if (!log.has_pools()) return log.action_count;
  double sum = 0;
  for (std::size_t i = 0; i < log.size(); ++i) sum += log.available(i).size();
  return sum / static_cast<double>(log.size());
}

std::vector<std::string> support_remarks(const Log& log, const Agent& agent) {
  const RecordSupport support = record_support(log);
  std::vector<std::string> remarks{fmt::format(
      "the resamples rest on {:.0f} effective records of {}; on {:.1f} for action {}, the rarest",
      support.effective, log.size(), support.fewest_effective,
      name_of_action(log, support.rarest))};
  if (support.fewest_records == 0) {
    remarks.push_back(
        "an action was never logged: the estimate is that of an algorithm that never earns "
        "anything, and never learns, when it plays it");
  }
  if (agent.learns() && support.fewest_effective < enough_effective_records) {
    remarks.push_back(fmt::format(
        "fewer than {:.0f} effective records are behind an action: a learner finds out which "
        "action "
        "was lucky in this log, and the estimate is too high, by a bias in 1 / records. The "
        "acceptance does not show it",
        enough_effective_records));
  }
  return remarks;
}

std::vector<std::string> importance_acceptance_remarks(const Log& log, const Agent& agent,
                                                       double acceptance) {
  if (!agent.learns()) return {};
  const double noise = std::sqrt((mean_actions(log) - 1) / record_support(log).effective);
  if (!(acceptance < 1 - std::max(0.05, 3 * noise))) return {};
  const std::string low = fmt::format(
      "the acceptance is {:.0f} % below 1, more than chance gives: ", 100 * (1 - acceptance));
  if (!agent.uses_contexts()) {
    return {low +
            "the algorithm uses no context and cannot recognise a record, so the propensities of "
            "this log are not those with which its actions were taken"};
  }
  return {low +
          "the algorithm recognises records that it has learned, and the estimate is too high; or "
          "the propensities are wrong. More jitter, or importance_t_bred, which tests on records "
          "that were not learned"};
}

}  // namespace replaybench::estimation
