#include "suite/rehearsal/twin_model.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "suite/model/pool.hpp"
#include "suite/offpolicy/reward_model.hpp"

namespace replaybench::rehearsal {

namespace {

struct ModelClass {
  const char* name;
  const char* model_class;
  offpolicy::ModelKind kind;
};
constexpr std::array<ModelClass, 4> model_classes{{
    {"means", "mean", offpolicy::ModelKind::mean},
    {"linear", "ridge", offpolicy::ModelKind::ridge},
    {"logistic", "logistic", offpolicy::ModelKind::logistic},
    {"forest", "trees", offpolicy::ModelKind::trees},
}};

// Pulls the predictions of each action towards their mean over its records, by the slope of a regression of the rewards on
// them: what a model made of noise would be signal on the twins. A slope is kept in [0, 1].
void shrink(const Log& log, std::vector<double>& predictions) {
  const std::size_t actions = log.action_count;
  std::vector<double> records(actions, 0), predicted(actions, 0), rewards(actions, 0);
  for (std::size_t i = 0; i < log.size(); ++i) {
    const Action a = log.actions[i];
    ++records[a];
    predicted[a] += predictions[i * actions + a];
    rewards[a] += log.rewards[i];
  }
  for (Action a = 0; a < actions; ++a) {
    predicted[a] /= std::max(records[a], 1.0);
    rewards[a] /= std::max(records[a], 1.0);
  }
  double products = 0, squares = 0;
  for (std::size_t i = 0; i < log.size(); ++i) {
    const Action a = log.actions[i];
    const double from_mean = predictions[i * actions + a] - predicted[a];
    products += from_mean * (log.rewards[i] - rewards[a]);
    squares += from_mean * from_mean;
  }
  const double slope = squares > 0 ? std::clamp(products / squares, 0.0, 1.0) : 0;
  for (std::size_t i = 0; i < log.size(); ++i) {
    const ActionSet pool = log.available(i);
    for (Action j = 0; j < pool.size(); ++j) {
      const Action a = pool[j];
      if (records[a] == 0) continue;
      double& q = predictions[i * actions + a];
      q = predicted[a] + slope * (q - predicted[a]);
    }
  }
}

// Takes the action of the largest prediction among those that the logging policy takes.
TargetPolicy greedy_policy(const RehearsedLog& of, const TwinModel& model) {
  const Log& log = *of.log;
  TargetPolicy policy{.name = "greedy by " + model.name, .logged = {}, .all = {}};
  policy.all.assign(log.size() * log.action_count, 0);
  for (std::size_t i = 0; i < log.size(); ++i) {
    const ActionSet actions = log.available(i);
    const double* const q = model.predictions.data() + i * log.action_count;
    // Of equals the first: the logged one would make the policy depend on what was logged.
    std::optional<Action> found;
    for (Action j = 0; j < actions.size(); ++j) {
      if (!(of.logging_of(i, actions[j]) > 0)) continue;
      if (!found || q[actions[j]] > q[*found]) found = actions[j];
    }
    const Action best = found.value_or(log.actions[i]);
    policy.all[i * log.action_count + best] = 1;
    policy.logged.push_back(best == log.actions[i]);
  }
  return policy;
}

std::vector<double> predictions_of(const Log& log, offpolicy::ModelKind kind, StreamKey folds) {
  offpolicy::RewardModel model("rehearse", log, {.kind = kind}, folds);
  std::vector<double> predictions(log.size() * log.action_count, 0), row(log.action_count);
  for (std::size_t i = 0; i < log.size(); ++i) {
    const ActionSet actions = log.available(i);
    model.predict(i, std::span(row).first(actions.size()));
    for (Action j = 0; j < actions.size(); ++j) {
      predictions[i * log.action_count + actions[j]] = row[j] + model.offset();
    }
  }
  shrink(log, predictions);
  return predictions;
}

}  // namespace

void tilt_columns(const RehearsedLog& log, std::size_t record, Action action,
                  std::span<double> columns) {
  const double p = log.logging_of(record, action);
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const double pi = log.policy_of(j, record, action);
    columns[j] = pi >= max_tilt_weight * p ? (pi > 0 ? max_tilt_weight : 0) : pi / p;
  }
}

TwinModel tilted_model(const RehearsedLog& of, std::string name, std::string model_class,
                       std::vector<double> predictions) {
  const Log& log = *of.log;
  const std::size_t policies = of.policies.size();
  std::vector<double> columns(log.size() * policies), logged(log.size());
  for (std::size_t i = 0; i < log.size(); ++i) {
    tilt_columns(of, i, log.actions[i], std::span(columns).subspan(i * policies, policies));
    logged[i] = predictions[i * log.action_count + log.actions[i]];
  }
  const bool logistic = log.reward_range() != RewardRange::real;
  Tilt tilt = fit_tilt(logistic, log.rewards, logged, columns, policies);
  return {std::move(name), std::move(model_class), std::move(predictions), std::move(tilt)};
}

std::vector<TwinModel> twin_models(const RehearsedLog& of, std::uint64_t seed, std::size_t jobs) {
  const Log& log = *of.log;
  const bool has_features = log.dimension > 0 || log.has_action_features();
  const StreamKey folds = derive_key(seed, "rehearsal", "folds", "evaluate");
  std::array<std::optional<TwinModel>, model_classes.size()> found;
  SharedPool(jobs)->for_each(model_classes.size(), [&](std::uint64_t number) {
    const auto& [name, model_class, kind] = model_classes[number];
    if (kind != offpolicy::ModelKind::mean && !has_features) return;
    try {
      found[number] = tilted_model(of, name, model_class, predictions_of(log, kind, folds));
    } catch (const NotApplicable&) {
      // A class that does not suit the log; the means always do.
    }
  });
  std::vector<TwinModel> models;
  for (auto& model : found) {
    if (model) models.push_back(std::move(*model));
  }
  return models;
}

std::vector<TwinModel> twin_models_of_learners(RehearsedLog& of, std::uint64_t seed,
                                               std::size_t jobs) {
  auto models = twin_models(of, seed, jobs);
  auto log = std::make_shared<Log>(*of.log);
  log->targets.clear();
  for (const TwinModel& model : models) {
    log->targets.push_back(greedy_policy(of, model));
    of.policies.push_back(log->targets.back().name);
  }
  of.log = std::move(log);
  for (TwinModel& model : models) {
    model = tilted_model(of, model.name, model.model_class, std::move(model.predictions));
  }
  return models;
}

}  // namespace replaybench::rehearsal
