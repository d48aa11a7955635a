#include "suite/evaluate/log_sums.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "suite/numeric/number_bytes.hpp"

namespace replaybench {

LogSums::LogSums(const LogBlocks& log) : has_propensities_(log.has_propensities()) {
  const Log& header = log.header();
  std::vector<OfAction> by_action(header.action_count);
  log.each({.actions = true, .rewards = true, .propensities = true}, [&](const LogBlock& block) {
    for (std::size_t i = 0; i < block.size; ++i) {
      const double reward = block.rewards[i];
      OfAction& action = by_action[block.actions[i]];
      ++action.records;
      action.rewards.add(reward);
      rewards_.add({0, 1, reward});
      largest_.add(reward);
      limits_.least = std::fmin(limits_.least, reward);
      limits_.most = std::fmax(limits_.most, reward);
      if (!has_propensities_) continue;
      const double propensity = block.propensities[i];
      action.propensities.add(propensity);
      action.inverse.add(1 / propensity);
      action.squares.add(1 / propensity * (1 / propensity));
      inverse_.add({0, 1 / propensity, 1});
      least_propensity_ = std::min(least_propensity_, propensity);
      most_propensity_ = std::max(most_propensity_, propensity);
    }
    limits_.range = std::min(limits_.range, range_of_rewards(block.rewards));
  });
  for (Action a = 0; a < header.action_count; ++a) {
    actions_.emplace(header.action_names.empty() ? std::to_string(a) : header.action_names[a],
                     by_action[a]);
  }
}

void LogSums::merge(const LogSums& other) {
  for (const auto& [name, of] : other.actions_) {
    OfAction& action = actions_[name];
    action.records += of.records;
    action.rewards.merge(of.rewards);
    action.propensities.merge(of.propensities);
    action.inverse.merge(of.inverse);
    action.squares.merge(of.squares);
  }
  has_propensities_ = records() == 0 ? other.has_propensities_ : has_propensities_;
  rewards_.merge(other.rewards_);
  inverse_.merge(other.inverse_);
  largest_.merge(other.largest_);
  limits_.least = std::fmin(limits_.least, other.limits_.least);
  limits_.most = std::fmax(limits_.most, other.limits_.most);
  limits_.range = std::min(limits_.range, other.limits_.range);
  least_propensity_ = std::min(least_propensity_, other.least_propensity_);
  most_propensity_ = std::max(most_propensity_, other.most_propensity_);
}

void LogSums::write(std::string& out) const {
  rewards_.write(out);
  inverse_.write(out);
  largest_.write(out);
  numeric::write_number(static_cast<std::uint64_t>(limits_.range), out);
  for (const double number : {limits_.least, limits_.most, least_propensity_, most_propensity_}) {
    numeric::write_double(number, out);
  }
  numeric::write_number(has_propensities_ ? 1 : 0, out);
  numeric::write_number(actions_.size(), out);
  for (const auto& [name, action] : actions_) {
    numeric::write_text(name, out);
    numeric::write_number(action.records, out);
    for (const auto* sum :
         {&action.rewards, &action.propensities, &action.inverse, &action.squares}) {
      sum->write(out);
    }
  }
}

LogSums LogSums::read(std::string_view& bytes) {
  LogSums sums;
  sums.rewards_ = terms::TermSums::read(bytes);
  sums.inverse_ = terms::TermSums::read(bytes);
  sums.largest_ = statistics::LargestTerms::read(bytes);
  const std::uint64_t range = numeric::read_number(bytes);
  if (range > static_cast<std::uint64_t>(RewardRange::binary)) {
    throw std::invalid_argument("sums of a log of no known range of rewards");
  }
  sums.limits_.range = static_cast<RewardRange>(range);
  for (double* number :
       {&sums.limits_.least, &sums.limits_.most, &sums.least_propensity_, &sums.most_propensity_}) {
    *number = numeric::read_double(bytes);
  }
  sums.has_propensities_ = numeric::read_number(bytes) != 0;
  for (std::uint64_t left = numeric::read_number(bytes); left > 0; --left) {
    OfAction& action = sums.actions_[std::string(numeric::read_text(bytes))];
    action.records = numeric::read_number(bytes);
    for (auto* sum : {&action.rewards, &action.propensities, &action.inverse, &action.squares}) {
      *sum = numeric::ExactSum::read(bytes);
    }
  }
  return sums;
}

bool LogSums::shows(const std::string& action) const {
  const auto found = actions_.find(action);
  return found != actions_.end() && found->second.records > 0;
}

double LogSums::logged_actions() const {
  return static_cast<double>(std::count_if(actions_.begin(), actions_.end(),
                                           [](const auto& of) { return of.second.records > 0; }));
}

std::vector<ActionSummary> LogSums::actions() const {
  std::vector<ActionSummary> result;
  for (const auto& [name, of] : actions_) {
    const double n = static_cast<double>(of.records);
    ActionSummary action{.name = name, .records = of.records};
    action.share = n / static_cast<double>(records());
    if (of.records > 0) {
      action.mean_reward = of.rewards.value() / n;
      if (has_propensities_) action.mean_propensity = of.propensities.value() / n;
    }
    result.push_back(std::move(action));
  }
  std::stable_partition(result.begin(), result.end(),
                        [](const ActionSummary& action) { return action.records > 0; });
  return result;
}

statistics::IntervalEstimate LogSums::value() const {
  const double n = static_cast<double>(records());
  const double mean = static_cast<double>(rewards_.first(terms::Channel::product)) / n;
  const auto moments = rewards_.influence_moments(terms::Combination::mean);
  const double variance = n < 2 ? nan : moments.second * n / (n - 1);
  return interval_of_mean(mean, variance, {records(), moments.second, moments.third},
                          largest_.tail(), n, scale_of(limits_.range));
}

PropensityFit LogSums::propensities() const {
  if (!has_propensities_) return {};
  const double actions = logged_actions();
  std::vector<InverseSums> sums;
  for (const auto& [name, of] : actions_) {
    sums.push_back({of.inverse.value(), of.squares.value(), static_cast<double>(records())});
  }
  const auto mean = inverse_.combine(terms::Combination::mean);
  return propensity_fit(mean.value / actions, mean.standard_error / actions, sums);
}

bool LogSums::propensities_are_uniform() const {
  if (!has_propensities_) return false;
  const double actions = logged_actions();
  const auto differs = [&](double p, double by) { return !(std::fabs(p * actions - 1) <= by); };
  if (!differs(least_propensity_, uniform_tolerance) &&
      !differs(most_propensity_, uniform_tolerance)) {
    return true;
  }
  return least_propensity_ == most_propensity_ &&
         !differs(least_propensity_, rounded_uniform_tolerance);
}

ChiSquareTest LogSums::uniform_actions() const {
  std::vector<double> counts;
  for (const auto& [name, of] : actions_) {
    if (of.records > 0) counts.push_back(static_cast<double>(of.records));
  }
  return test_uniform_counts(counts);
}

}  // namespace replaybench
