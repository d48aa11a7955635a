#include "suite/evaluate/log_facts.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace replaybench {

namespace {

std::shared_ptr<const LogBlocks> in_memory(std::shared_ptr<const Log> log) {
  if (!log) throw std::invalid_argument("evaluate: there is no log");
  return std::make_shared<const LogInMemory>(std::move(log));
}

PredictionRange range_of(const LogBlocks& log, std::size_t model) {
  PredictionRange range;
  const auto add = [&](std::span<const double> values) {
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    range.least = std::min(range.least, *least);
    range.most = std::max(range.most, *most);
  };
  const std::vector<double>& in_memory = log.header().predictions[model].all;
  if (!in_memory.empty()) {
    add(in_memory);
    return range;
  }
  std::vector<double> values;
  log.each({}, [&](const LogBlock& block) {
    values.resize(block.size);
    for (Action action = 0; action < log.header().action_count; ++action) {
      log.read_prediction_of(model, action, block.first, values);
      add(values);
    }
  });
  return range;
}

}  // namespace

LogFacts::LogFacts(std::shared_ptr<const Log> log, std::vector<std::uint32_t> clusters)
    : LogFacts(in_memory(std::move(log)), std::move(clusters)) {}

LogFacts::LogFacts(std::shared_ptr<const LogBlocks> blocks, std::vector<std::uint32_t> clusters,
                   double propensity_parameters)
    : blocks_(std::move(blocks)),
      clusters_(std::move(clusters)),
      propensity_parameters_(propensity_parameters) {
  if (!clusters_.empty() && clusters_.size() != size()) {
    throw std::invalid_argument("evaluate: a cluster is needed for each record, or for none");
  }
  rewards_ = limits_of_rewards(*blocks_);
  scale_ = scale_of_log(*blocks_, rewards_.range);
}

LogFacts::LogFacts(std::shared_ptr<const LogBlocks> names, const LogSums& sums)
    : blocks_(std::move(names)),
      rewards_(sums.limits()),
      scale_(scale_of(rewards_.range)),
      actions_(sums.actions()),
      value_(sums.value()),
      propensities_(sums.propensities()),
      tested_sums_(test_assumptions(sums, blocks_->header())) {}

const LogFacts& LogFacts::of_logged_actions() const {
  if (log().unlogged == 0 || tested_sums_) return *this;
  const std::scoped_lock lock(mutex_);
  if (!of_logged_actions_) {
    of_logged_actions_ = std::make_unique<const LogFacts>(log_of_logged_actions(blocks_), clusters_,
                                                          propensity_parameters_);
  }
  return *of_logged_actions_;
}

const std::vector<ActionSummary>& LogFacts::actions() const {
  const std::scoped_lock lock(mutex_);
  if (!actions_) {
    actions_.emplace();
    if (log().kind() == LogKind::actions) actions_ = summarise_actions(*blocks_);
  }
  return *actions_;
}

const statistics::IntervalEstimate& LogFacts::value() const {
  const std::scoped_lock lock(mutex_);
  if (!value_) value_ = logged_value(*blocks_, scale_, clusters_);
  return *value_;
}

const PropensityFit& LogFacts::propensities() const {
  const std::scoped_lock lock(mutex_);
  if (!propensities_) propensities_ = test_propensities(*blocks_, propensity_parameters_);
  return *propensities_;
}

std::optional<PredictionRange> LogFacts::predictions(const std::string& name) const {
  const RewardPredictions* const given = log().predictions_of(name);
  if (!given) return std::nullopt;
  const auto model = static_cast<std::size_t>(given - log().predictions.data());
  const std::scoped_lock lock(mutex_);
  auto found = predictions_.find(name);
  if (found == predictions_.end()) {
    found = predictions_.emplace(name, range_of(*blocks_, model)).first;
  }
  return found->second;
}

TestedAssumptions LogFacts::assumptions(const LogAssumptions& assumed,
                                        const ComponentDescription& evaluator) const {
  if (log().kind() != LogKind::actions) return {};
  if (tested_sums_) return *tested_sums_;
  const std::scoped_lock lock(mutex_);
  if (!tested_) {
    tested_ = find_tested_records(*blocks_, clusters_);
    tested_->propensity_parameters = propensity_parameters_;
  }
  const Assumptions key{assumed.uniform_actions, assumed.constant_pool, assumed.static_policy,
                        assumed.whole_horizon};
  auto found = assumptions_.find(key);
  if (found == assumptions_.end()) {
    found = assumptions_.emplace(key, test_assumptions(*blocks_, *tested_, assumed)).first;
  }
  TestedAssumptions tested = found->second;
  if (assumed.constant_pool && pools_vary(*blocks_)) {
    tested.violations.push_back(warning_of_pools(evaluator));
  }
  return tested;
}

}  // namespace replaybench
