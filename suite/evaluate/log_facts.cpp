#include "suite/evaluate/log_facts.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace replaybench {

LogFacts::LogFacts(std::shared_ptr<const Log> log, std::vector<std::uint32_t> clusters)
    : log_(std::move(log)), clusters_(std::move(clusters)) {
  if (!log_) throw std::invalid_argument("evaluate: there is no log");
  if (!clusters_.empty() && clusters_.size() != log_->size()) {
    throw std::invalid_argument("evaluate: a cluster is needed for each record, or for none");
  }
  range_ = log_->reward_range();
  scale_ = scale_of_log(*log_);
  if (log_->size() == 0) return;
  const auto [least, most] = std::minmax_element(log_->rewards.begin(), log_->rewards.end());
  least_reward_ = *least;
  most_reward_ = *most;
}

const std::vector<ActionSummary>& LogFacts::actions() const {
  if (!actions_) {
    actions_.emplace();
    if (log_->kind() == LogKind::actions) actions_ = summarise_actions(*log_);
  }
  return *actions_;
}

const statistics::IntervalEstimate& LogFacts::value() const {
  if (!value_) value_ = logged_value(*log_, clusters_);
  return *value_;
}

const PropensityFit& LogFacts::propensities() const {
  if (!propensities_) propensities_ = test_propensities(*log_);
  return *propensities_;
}

std::vector<EvaluationWarning> LogFacts::violations(const LogAssumptions& assumed,
                                                    const ComponentDescription& evaluator) const {
  if (log_->kind() != LogKind::actions) return {};
  if (!tested_) tested_ = find_tested_records(*log_, clusters_);
  const Assumptions key{assumed.uniform_actions, assumed.constant_pool, assumed.static_policy,
                        assumed.whole_horizon};
  auto found = violations_.find(key);
  if (found == violations_.end()) {
    found = violations_.emplace(key, find_assumption_violations(*log_, *tested_, assumed)).first;
  }
  std::vector<EvaluationWarning> violations = found->second;
  if (assumed.constant_pool && pools_vary(*log_)) {
    violations.push_back(warning_of_pools(evaluator));
  }
  return violations;
}

}  // namespace replaybench
