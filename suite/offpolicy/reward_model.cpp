#include "suite/offpolicy/reward_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "suite/model/numerical_failure.hpp"
#include "suite/model/reward_offset.hpp"
#include "suite/model/stop.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/offpolicy/folds.hpp"
#include "suite/offpolicy/positive_system.hpp"
#include "suite/offpolicy/shared_fits.hpp"
#include "suite/offpolicy/terms.hpp"

namespace replaybench::offpolicy {

namespace {

constexpr std::size_t max_sums = std::size_t{1} << 27;   // 1 GiB
constexpr std::size_t max_nodes = std::size_t{1} << 26;  // 1.5 GiB
constexpr learning::ForestOptions model_forest{.trees = 50, .depth = 8, .leaf = 10, .features = 0};
constexpr std::size_t min_for_forest = 20;  // records of an action for a forest

// Nodes of the forests of one fold at most.
std::size_t nodes_at_most(std::size_t records, std::size_t actions) {
  const std::size_t forests = std::min(actions, records / min_for_forest);
  const std::size_t per_tree = (std::size_t{2} << model_forest.depth) - 1;
  return model_forest.trees * std::min(per_tree * forests, 2 * records);
}

double weight_of(std::span<const double> weights, std::size_t i) {
  return weights.empty() ? 1 : weights[i];
}

// The features of a model of pairs, of a log that has features of actions.
std::optional<learning::PairFeatures> pairs_of(const Log& log, ModelKind kind) {
  if (!log.has_action_features() || kind == ModelKind::mean || kind == ModelKind::given) return {};
  const learning::PairShape shape{log.action_count, log.dimension,
                                  log.action_features->dimension()};
  const bool products = shape.size(learning::Pairs::products) <= max_product_features;
  return learning::PairFeatures(products ? learning::Pairs::products : learning::Pairs::joined,
                                shape);
}

double logistic(double x) { return 1 / (1 + numeric::exp(-x)); }

}  // namespace

std::size_t place_of_predictions(const std::string& evaluator, const Log& log,
                                 const std::string& name) {
  if (const RewardPredictions* const given = log.predictions_of(name)) {
    return static_cast<std::size_t>(given - log.predictions.data());
  }
  throw NotApplicable(evaluator + ": no columns of the log give reward predictions \"" + name +
                      "\"");
}

RewardModel::RewardModel(const std::string& evaluator, const Log& log, const ModelOptions& options,
                         StreamKey folds, std::span<const double> weights)
    : log_(log),
      options_(options),
      offset_(options.kind == ModelKind::logistic ? 0 : reward_offset(log.rewards)),
      actions_(log.action_count),
      pairs_(pairs_of(log, options.kind)),
      models_(pairs_ ? 1 : log.action_count),
      contexts_(log) {
  const auto refuse = [&](const std::string& why) { throw NotApplicable(evaluator + ": " + why); };
  if (options.kind == ModelKind::given) {
    given_ = &log.predictions[place_of_predictions(evaluator, log, options.predictions)];
    return;
  }
  std::vector<std::uint32_t> fold = folds_of(evaluator, log, options.folds, folds);
  if (options.kind == ModelKind::logistic && log.reward_range() == RewardRange::real) {
    refuse("a logistic model needs rewards in [0, 1]; use model=\"ridge\"");
  }
  if (options.kind == ModelKind::trees && !weights.empty()) {
    refuse(
        "a model of trees cannot weigh its records, as this estimator asks; use model=\"ridge\"");
  }
  if (options.kind != ModelKind::mean) width_ += pairs_ ? pairs_->size() : log.dimension;
  if (options.kind != ModelKind::trees &&
      PositiveSystem::size(width_) * models_ * (options.folds + 1) > max_sums) {
    refuse("a model of " + std::to_string(width_ - 1) + " features " +
           (pairs_ ? std::string("of (context, action) pairs")
                   : "and " + std::to_string(actions_) + " actions") +
           " is too large; use model=\"mean\"");
  }
  if (options.kind == ModelKind::trees &&
      nodes_at_most(log.size(), models_) > max_nodes / options.folds) {
    refuse("forests of " + std::to_string(models_) + (pairs_ ? " model" : " actions") + " and " +
           std::to_string(options.folds) + " folds may need more than 1.5 GB; use model=\"ridge\"");
  }
  features_.assign(width_, 1);
  if (!weights.empty()) {
    fit(std::move(fold), weights);
    return;
  }
  const std::string key = fmt::format("{} {} {} {}", static_cast<int>(options.kind), options.folds,
                                      options.l2, folds.value);
  const auto shared = SharedFits::get(log, key, [&]() -> std::shared_ptr<void> {
    fit(std::move(fold), weights);
    return fit_;
  });
  fit_ = std::static_pointer_cast<Fit>(shared);
}

void RewardModel::fit(std::vector<std::uint32_t> fold, std::span<const double> weights) {
  const std::size_t models = options_.folds * models_;
  fit_ = std::make_shared<Fit>();
  fit_->fold = std::move(fold);
  fit_->theta.assign(models * (options_.kind == ModelKind::trees ? 1 : width_), 0);
  fit_->trained.assign(models, 0);
  find_means(weights);
  if (options_.kind == ModelKind::logistic) {
    fit_logistic(weights);
  } else if (options_.kind == ModelKind::trees) {
    fit_trees();
  } else {
    fit_least_squares(weights);
  }
}

void RewardModel::read(std::size_t i, Action action) {
  if (width_ == 1) return;
  const Context context = contexts_[i];
  const auto values = pairs_ ? pairs_->of(context, action).values() : context.values();
  std::copy(values.begin(), values.end(), features_.begin() + 1);
}

// Counts and means of the records that train each fold's models.
void RewardModel::find_means(std::span<const double> weights) {
  const std::size_t folds = options_.folds;
  std::vector<double> weight(folds), reward(folds), records(folds * models_);
  for (std::size_t i = 0; i < log_.size(); ++i) {
    stop_point(i);
    const double v = weight_of(weights, i);
    weight[fit_->fold[i]] += v;
    reward[fit_->fold[i]] += v * reward_of(i);
    if (v > 0) ++records[model_of(fit_->fold[i], log_.actions[i])];
  }
  fit_->means.assign(folds, 0);
  for (std::size_t fold = 0; fold < folds; ++fold) {
    double of_weight = 0, of_reward = 0;
    for (std::size_t other = 0; other < folds; ++other) {
      if (other == fold && folds > 1) continue;
      of_weight += weight[other];
      of_reward += reward[other];
      for (std::size_t m = 0; m < models_; ++m) {
        fit_->trained[fold * models_ + m] += records[other * models_ + m];
      }
    }
    if (of_weight > 0) fit_->means[fold] = of_reward / of_weight;
  }
}

void RewardModel::fit_least_squares(std::span<const double> weights) {
  const std::size_t folds = options_.folds;
  std::vector<PositiveSystem> sums(folds * models_, PositiveSystem(width_));
  for (std::size_t i = 0; i < log_.size(); ++i) {
    stop_point(i);
    read(i, log_.actions[i]);
    sums[model_of(fit_->fold[i], log_.actions[i])].add(features_, weight_of(weights, i),
                                                       reward_of(i));
  }
  PositiveSystem training(width_);
  for (std::size_t fold = 0; fold < folds; ++fold) {
    for (std::size_t m = 0; m < models_; ++m) {
      if (fit_->trained[fold * models_ + m] == 0) continue;
      training.clear();
      for (std::size_t other = 0; other < folds; ++other) {
        if (other != fold || folds == 1) training.add(sums[other * models_ + m]);
      }
      training.add_to_diagonal(1, options_.l2);
      training.solve(theta(fold * models_ + m));
    }
  }
}

// A model whose training rewards are all 0 or all 1 has its optimum at an infinite constant. Returns a
// flag per model: 1, its constant is set.
std::vector<std::uint8_t> RewardModel::settle_equal_rewards(std::span<const double> weights) {
  const std::size_t models = options_.folds * models_;
  std::vector<double> least(models, 1), most(models, 0);
  for (std::size_t i = 0; i < log_.size(); ++i) {
    stop_point(i);
    if (weight_of(weights, i) == 0) continue;
    for (std::size_t fold = 0; fold < options_.folds; ++fold) {
      if (options_.folds > 1 && fold == fit_->fold[i]) continue;
      const std::size_t model = model_of(fold, log_.actions[i]);
      least[model] = std::min(least[model], log_.rewards[i]);
      most[model] = std::max(most[model], log_.rewards[i]);
    }
  }
  std::vector<std::uint8_t> done(models);
  for (std::size_t model = 0; model < models; ++model) {
    if (fit_->trained[model] == 0 || (least[model] < 1 && most[model] > 0)) continue;
    done[model] = 1;
    fit_->theta[model * width_] =
        (most[model] > 0 ? 1 : -1) * std::numeric_limits<double>::infinity();
  }
  return done;
}

void RewardModel::fit_logistic(std::span<const double> weights) {
  constexpr int max_steps = 100;
  constexpr double enough = 1e-12;
  const std::size_t models = options_.folds * models_;
  std::vector<std::uint8_t> done = settle_equal_rewards(weights);
  std::vector<double> step(width_);
  for (int round = 0; round < max_steps; ++round) {
    // The Newton system of each model at its theta: H delta = -gradient.
    std::vector<PositiveSystem> systems(models, PositiveSystem(width_));
    for (std::size_t i = 0; i < log_.size(); ++i) {
      stop_point(i);
      read(i, log_.actions[i]);
      const double v = weight_of(weights, i);
      for (std::size_t fold = 0; fold < options_.folds; ++fold) {
        if (options_.folds > 1 && fold == fit_->fold[i]) continue;
        const std::size_t model = model_of(fold, log_.actions[i]);
        if (done[model]) continue;
        const double s = logistic(dot_in_order(theta(model), features_));
        const double curvature = std::fmax(s * (1 - s), 1e-10);
        systems[model].add(features_, v * curvature, (log_.rewards[i] - s) / curvature);
      }
    }
    bool all_done = true;
    for (std::size_t model = 0; model < models; ++model) {
      if (done[model] || fit_->trained[model] == 0) continue;
      const auto at = theta(model);
      systems[model].add_to_diagonal(1, options_.l2);
      systems[model].add_to_right_side(1, -options_.l2, at);
      systems[model].solve(step);
      // A step too long for the quadratic model is shortened: it moves no logit by more than 4 or so.
      double largest = 0, size = 0;
      for (std::size_t j = 0; j < width_; ++j) {
        largest = std::fmax(largest, std::fabs(step[j]));
        size = std::fmax(size, std::fabs(at[j]));
      }
      const double shrink = largest > 4 ? 4 / largest : 1;
      for (std::size_t j = 0; j < width_; ++j) at[j] += shrink * step[j];
      done[model] = largest <= enough * (1 + size);
      all_done = all_done && done[model];
    }
    if (all_done) return;
  }
}

void RewardModel::fit_trees() {
  fit_->forests.resize(options_.folds * models_);
  std::vector<std::vector<std::uint32_t>> records_of(models_);
  for (std::size_t i = 0; i < log_.size(); ++i) {
    records_of[model_of(0, log_.actions[i])].push_back(static_cast<std::uint32_t>(i));
  }
  for (std::size_t fold = 0; fold < options_.folds; ++fold) {
    for (std::size_t m = 0; m < models_; ++m) {
      stop_point();
      learning::ForestExamples examples;
      examples.dimension = width_ - 1;
      for (const std::uint32_t i : records_of[m]) {
        if (options_.folds > 1 && fit_->fold[i] == fold) continue;
        read(i, log_.actions[i]);
        examples.add(std::span(features_).subspan(1), reward_of(i));
      }
      if (examples.targets.empty()) continue;
      const auto& rewards = examples.targets;
      const std::size_t model = fold * models_ + m;
      fit_->theta[model] = sum_of(rewards) / static_cast<double>(rewards.size());
      const bool constant =
          std::all_of(rewards.begin(), rewards.end(), [&](double r) { return r == rewards[0]; });
      if (constant || rewards.size() < min_for_forest || width_ == 1) continue;
      learning::ForestOptions options = model_forest;
      options.seed = model;
      fit_->forests[model] = learning::grow_forest(examples, false, options);
    }
  }
}

double RewardModel::of_trees(std::size_t model) const {
  const learning::Forest& forest = fit_->forests[model];
  if (forest.roots.empty()) return fit_->theta[model];
  return forest.sum(std::span(features_).subspan(1)) / static_cast<double>(forest.roots.size());
}

void RewardModel::predict(std::size_t i, std::span<double> out) {
  const ActionSet actions = log_.available(i);
  if (given_) {
    for (Action j = 0; j < actions.size(); ++j) {
      out[j] = given_->all[i * actions_ + actions[j]] - offset_;
    }
    return;
  }
  if (!pairs_) read(i, 0);
  for (Action j = 0; j < actions.size(); ++j) {
    const std::size_t model = model_of(fit_->fold[i], actions[j]);
    if (fit_->trained[model] == 0) {
      out[j] = fit_->means[fit_->fold[i]];
      continue;
    }
    if (pairs_) read(i, actions[j]);
    if (options_.kind == ModelKind::trees) {
      out[j] = of_trees(model);
      continue;
    }
    const double score = dot_in_order(theta(model), features_);
    out[j] = options_.kind == ModelKind::logistic ? logistic(score) : score;
  }
}

Binding<ModelOptions> model_parameters() {
  return bind_parameters<ModelOptions>(
      choice(&ModelOptions::kind, "model",
             {{"ridge", ModelKind::ridge},
              {"logistic", ModelKind::logistic},
              {"mean", ModelKind::mean},
              {"given", ModelKind::given},
              {"trees", ModelKind::trees}},
             "of the mean reward, for each action: a ridge regression, a logistic one (rewards in "
             "[0, 1]), the mean, columns of the log, or a random forest"),
      integer(
          &ModelOptions::folds, "folds",
          "a record is predicted by models of the other folds; drawn for each record, the same for "
          "every algorithm; 1: by one model of all records")
          .repeats_work()
          .at_least(1)
          .at_most(1000)
          .source("cross-fitting: Chernozhukov et al. 2018"),
      real(&ModelOptions::l2, "l2", "weight of the squared coefficients against the loss").above(0),
      text(&ModelOptions::predictions, "predictions",
           "with model = given: the name under which the log gives them"));
}

}  // namespace replaybench::offpolicy
