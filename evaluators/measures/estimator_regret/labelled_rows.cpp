#include "evaluators/measures/estimator_regret/labelled_rows.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "suite/component/registry.hpp"
#include "suite/model/enumerable_environment.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/numeric/moments.hpp"
#include "suite/offpolicy/softmax_regression.hpp"

namespace replaybench::evaluators::estimator_regret {

namespace {

Log labelled(const Environment& environment) {
  const auto* const rows = dynamic_cast<const EnumerableEnvironment*>(&environment);
  Log log;
  log.action_count = environment.action_count();
  log.dimension = environment.dimension();
  for (std::size_t i = 0; rows && i < rows->context_count(); ++i) {
    Action label = 0;
    while (label < log.action_count && rows->reward_probability(i, label) != 1) ++label;
    if (label == log.action_count ||
        rows->context_probability(i) != 1 / static_cast<double>(rows->context_count())) {
      break;
    }
    const auto features = rows->context_at(i).values();
    log.contexts.insert(log.contexts.end(), features.begin(), features.end());
    log.actions.push_back(label);
  }
  if (!rows || log.size() < rows->context_count()) {
    throw NotApplicable(
        "estimator_regret: temperatures are for a set of rows with one class each, such as "
        "classification");
  }
  log.rewards.assign(log.size(), 1);
  return log;
}

}  // namespace

LabelledRows::LabelledRows(const Environment& environment, const Temperatures& temperatures,
                           std::uint64_t records, StreamKey key)
    : all_(labelled(environment)) {
  std::vector<std::uint32_t> order(all_.size());
  std::iota(order.begin(), order.end(), 0);
  Draws draws(replicate_key(key, 0), 0);
  for (std::size_t i = 0; i + 1 < order.size(); ++i) {
    std::swap(order[i], order[i + draws.below(static_cast<std::uint32_t>(order.size() - i))]);
  }
  const auto middle = order.begin() + static_cast<std::ptrdiff_t>(order.size() / 2);
  first_.assign(order.begin(), middle);
  second_.assign(middle, order.end());
  records_ = std::min<std::uint64_t>(records, first_.size());
  logging_ = policy(temperatures.logging, replicate_key(key, 1));
  policy_ = policy(temperatures.policy, replicate_key(key, 2));
  numeric::Sum sum;
  for (std::size_t i = 0; i < first_.size(); ++i) {
    sum.add(policy_[i * all_.action_count + all_.actions[first_[i]]]);
  }
  value_ = sum.value() / static_cast<double>(first_.size());
}

// Of the first half's rows, by a regression on a bootstrap sample of the first records_ rows of the second half.
std::vector<double> LabelledRows::policy(double temperature, StreamKey key) const {
  Draws draws(key, 0);
  std::vector<std::uint32_t> places;
  for (std::uint64_t i = 0; i < records_; ++i) {
    places.push_back(second_[draws.below(static_cast<std::uint32_t>(records_))]);
  }
  places.insert(places.end(), first_.begin(), first_.end());
  const Log sample_and_half = all_.select(places);
  std::vector<std::uint8_t> training(places.size(), 0);
  std::fill_n(training.begin(), records_, 1);
  offpolicy::SoftmaxRegression model(sample_and_half, 1, all_.dimension);
  if (!model.fit(training)) {
    throw NotApplicable("estimator_regret: the regression of the classes does not converge");
  }
  std::vector<double> probabilities;
  for (std::size_t i = records_; i < places.size(); ++i) {
    const std::size_t row = probabilities.size();
    double sum = 0;
    for (const double q : model.probabilities(i)) {
      probabilities.push_back(numeric::exp(temperature * q));
      sum += probabilities.back();
    }
    for (std::size_t k = row; k < probabilities.size(); ++k) probabilities[k] /= sum;
  }
  return probabilities;
}

Log LabelledRows::draw(StreamKey key, const char* policy_name, const char* logger_name) const {
  const std::size_t actions = all_.action_count;
  std::vector<std::uint32_t> order(first_.size()), places;
  std::iota(order.begin(), order.end(), 0);
  Draws draws(key, 0);
  TargetPolicy policy{policy_name, {}, {}}, logger{logger_name, {}, {}};
  std::vector<Action> chosen;
  for (std::size_t i = 0; i < records_; ++i) {
    std::swap(order[i], order[i + draws.below(static_cast<std::uint32_t>(order.size() - i))]);
    places.push_back(first_[order[i]]);
    const auto of_logger = std::span(logging_).subspan(order[i] * actions, actions);
    const auto of_policy = std::span(policy_).subspan(order[i] * actions, actions);
    double left = draws.uniform();
    Action action = 0;
    while (action + 1 < actions && left >= of_logger[action]) left -= of_logger[action++];
    chosen.push_back(action);
    logger.logged.push_back(of_logger[action]);
    policy.logged.push_back(of_policy[action]);
    logger.all.insert(logger.all.end(), of_logger.begin(), of_logger.end());
    policy.all.insert(policy.all.end(), of_policy.begin(), of_policy.end());
  }
  Log log = all_.select(places);
  for (std::size_t i = 0; i < records_; ++i) log.rewards[i] = chosen[i] == log.actions[i] ? 1 : 0;
  log.actions = std::move(chosen);
  log.propensities = logger.logged;
  log.targets = {std::move(policy), std::move(logger)};
  return log;
}

}  // namespace replaybench::evaluators::estimator_regret
