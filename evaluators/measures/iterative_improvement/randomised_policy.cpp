#include "evaluators/measures/iterative_improvement/randomised_policy.hpp"

#include <algorithm>
#include <cmath>

#include "suite/numeric/elementary.hpp"
#include "suite/theory/logging_policy.hpp"

namespace replaybench::evaluators::iterative_improvement {

namespace {

constexpr double one[] = {1};

Context with_features(const Context& context) {
  return context.size() > 0 ? context : Context(one);
}

/// Share of epsilon that minimum_variance leaves uniform.
constexpr double uniform_share = 0.5;
/// Least mean of squares, in the context's largest.
constexpr double min_square = 0.01;

}  // namespace

RewardMoments::RewardMoments(Action action_count, std::size_t dimension, bool binary)
    : means_("iterative_improvement", action_count, std::max<std::size_t>(dimension, 1), {}) {
  if (!binary) squares_.push_back(means_);
}

void RewardMoments::learn(const Context& context, Action action, double reward) {
  const Context features = with_features(context);
  means_.update(features, action, reward);
  for (auto& squares : squares_) squares.update(features, action, reward * reward);
}

void RewardMoments::read(const Context& context) const {
  const Context features = with_features(context);
  means_.read(features);
  for (const auto& squares : squares_) squares.read(features);
}

RandomisedPolicy::RandomisedPolicy(StaticPolicy current, std::shared_ptr<const RewardMoments> model,
                                   RandomisationOptions options)
    : current_(std::move(current)), model_(std::move(model)), options_(options) {}

void RandomisedPolicy::probabilities(const Context& context, const ActionSet& actions,
                                     std::span<double> out) const {
  const double K = actions.size();
  double epsilon = options_.epsilon;
  const bool uses_model = model_ && options_.kind != Randomisation::epsilon;
  if (!uses_model || options_.kind == Randomisation::minimum_variance) {
    current_.probabilities(context, actions, out);
  }
  if (uses_model) {
    model_->read(context);
    if (options_.kind == Randomisation::proportional) make_proportional(actions, out);
    if (options_.kind == Randomisation::softmax) make_softmax(actions, out);
    if (options_.kind == Randomisation::minimum_variance) {
      make_minimum_variance(actions, out);
      epsilon *= uniform_share;
    }
  }
  for (double& p : out) {
    p = (1 - epsilon) * p + epsilon / K;
    if (!(p > 0)) {
      throw NotApplicable(
          "iterative_improvement: an action has no chance of being logged, so that no policy that "
          "plays it can be valued; epsilon must be above 0");
    }
  }
}

void RandomisedPolicy::make_proportional(const ActionSet& actions, std::span<double> out) const {
  double sum = 0;
  for (Action i = 0; i < actions.size(); ++i) {
    sum += out[i] = std::max(model_->mean(actions[i]), 0.0);
  }
  for (double& p : out) p = sum > 0 ? p / sum : 1.0 / actions.size();
}

void RandomisedPolicy::make_softmax(const ActionSet& actions, std::span<double> out) const {
  double highest = model_->mean(actions[0]);
  for (Action i = 0; i < actions.size(); ++i) {
    out[i] = model_->mean(actions[i]);
    highest = std::max(highest, out[i]);
  }
  double sum = 0;
  for (double& p : out) sum += p = numeric::exp((p - highest) / options_.temperature);
  for (double& p : out) p /= sum;
}

void RandomisedPolicy::make_minimum_variance(const ActionSet& actions,
                                             std::span<double> out) const {
  const std::size_t K = actions.size();
  const double epsilon = options_.epsilon;
  const double kept = epsilon * uniform_share;
  evaluated_.resize(K);
  means_.resize(K);
  squares_.resize(K);
  double largest = 0;
  for (std::size_t i = 0; i < K; ++i) {
    const Action action = actions[static_cast<Action>(i)];
    means_[i] = model_->mean(action);
    squares_[i] = model_->square(action);
    largest = std::max(largest, squares_[i]);
    evaluated_[i] = std::min((1 - epsilon) * out[i] + epsilon / static_cast<double>(K), 1.0);
    // `epsilon` itself, except for the part of epsilon that is mixed in afterwards.
    out[i] = ((1 - epsilon) * out[i] + (epsilon - kept) / static_cast<double>(K)) / (1 - kept);
  }
  double earned = 0;
  for (std::size_t i = 0; i < K; ++i) {
    squares_[i] = largest > 0 ? std::max(squares_[i], min_square * largest) : 1;
    earned += out[i] * means_[i];
  }
  unchanged_.assign(out.begin(), out.end());
  theory::minimum_variance_logging_earning(evaluated_, squares_, means_, earned,
                                           theory::StarEstimator::replay_star, out);
  // Nothing to choose where all means are equal.
  if (std::isnan(out[0])) std::copy(unchanged_.begin(), unchanged_.end(), out.begin());
}

Action RandomisedPolicy::choose(const Context& context, const ActionSet& actions,
                                Draws& draws) const {
  chosen_from_.resize(actions.size());
  probabilities(context, actions, chosen_from_);
  return actions[static_cast<Action>(place_at(chosen_from_, draws.uniform()))];
}

}  // namespace replaybench::evaluators::iterative_improvement
