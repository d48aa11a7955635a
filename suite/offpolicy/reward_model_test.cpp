#include "suite/offpolicy/reward_model.hpp"

#include <cmath>

#include "suite/testing/catch.hpp"

using namespace replaybench;
using Catch::Matchers::Contains;
using offpolicy::ModelKind;
using offpolicy::RewardModel;

namespace {

constexpr StreamKey key{3};

// Rewards linear in the features, another line for each action.
Log linear_log(std::size_t n, double noise = 0) {
  Log log;
  log.action_count = 3;
  log.dimension = 2;
  for (std::size_t i = 0; i < n; ++i) {
    Draws draws({9}, i);
    const double x = draws.uniform(), y = draws.uniform();
    const Action a = draws.below(3);
    log.contexts.insert(log.contexts.end(), {x, y});
    log.actions.push_back(a);
    log.rewards.push_back(1 + a + 2 * x - (a + 1.0) * y + noise * draws.normal());
  }
  return log;
}

std::vector<double> predictions(RewardModel& model, std::size_t i) {
  std::vector<double> row(3);
  model.predict(i, row);
  for (double& q : row) q += model.offset();
  return row;
}

}  // namespace

TEST_CASE("reward model: a ridge of almost no weight finds the line of each action") {
  const Log log = linear_log(300);
  RewardModel model("test", log, {.l2 = 1e-9}, key);
  for (std::size_t i = 0; i < 300; i += 37) {
    const auto row = predictions(model, i);
    for (Action a = 0; a < 3; ++a) {
      const double x = log.contexts[2 * i], y = log.contexts[2 * i + 1];
      CHECK(row[a] == Approx(1 + a + 2 * x - (a + 1.0) * y).epsilon(1e-6));
    }
  }
}

TEST_CASE("reward model: a record's own reward does not change its cross-fitted prediction") {
  Log log = linear_log(90, 0.3);
  for (double& reward : log.rewards) reward = reward > 2 ? 1 : 0;  // what a logistic model needs
  Log changed = log;
  changed.rewards[17] = 1 - log.rewards[17];
  for (const auto kind :
       {ModelKind::ridge, ModelKind::logistic, ModelKind::mean, ModelKind::trees}) {
    RewardModel one("test", log, {.kind = kind}, key), other("test", changed, {.kind = kind}, key);
    CHECK(predictions(one, 17) == predictions(other, 17));
    RewardModel seen("test", log, {.kind = kind, .folds = 1}, key);
    RewardModel seen_changed("test", changed, {.kind = kind, .folds = 1}, key);
    CHECK(predictions(seen, 17) != predictions(seen_changed, 17));
  }
}

TEST_CASE("reward model: a constant added to all rewards is added to all predictions") {
  const Log log = linear_log(60, 0.3);
  Log shifted = log;
  for (double& reward : shifted.rewards) reward += 7;
  RewardModel one("test", log, {}, key), other("test", shifted, {}, key);
  for (std::size_t i = 0; i < 60; i += 7) {
    const auto a = predictions(one, i), b = predictions(other, i);
    for (std::size_t j = 0; j < 3; ++j) CHECK(b[j] == Approx(a[j] + 7).epsilon(1e-11));
  }
}

TEST_CASE("reward model: the logistic one has no gradient left") {
  Log log = linear_log(200);
  for (std::size_t i = 0; i < 200; ++i) {
    Draws draws({21}, i);
    log.rewards[i] = draws.uniform() < 0.2 + 0.6 * log.contexts[2 * i] ? 1 : 0;
  }
  const double l2 = 0.5;
  RewardModel model("test", log, {.kind = ModelKind::logistic, .folds = 1, .l2 = l2}, key);
  // theta from the predictions of three records: logits are linear.
  const auto logit = [](double p) { return std::log(p / (1 - p)); };
  for (Action a = 0; a < 3; ++a) {
    double gradient[3] = {}, theta[3] = {};
    const auto at = [&](std::size_t i) { return logit(predictions(model, i)[a]); };
    const auto x = [&](std::size_t i) { return log.contexts[2 * i]; };
    const auto y = [&](std::size_t i) { return log.contexts[2 * i + 1]; };
    const double d = (x(1) - x(0)) * (y(2) - y(0)) - (x(2) - x(0)) * (y(1) - y(0));
    theta[1] = ((at(1) - at(0)) * (y(2) - y(0)) - (at(2) - at(0)) * (y(1) - y(0))) / d;
    theta[2] = ((x(1) - x(0)) * (at(2) - at(0)) - (x(2) - x(0)) * (at(1) - at(0))) / d;
    theta[0] = at(0) - theta[1] * x(0) - theta[2] * y(0);
    for (std::size_t i = 0; i < 200; ++i) {
      if (log.actions[i] != a) continue;
      const double miss = log.rewards[i] - predictions(model, i)[a];
      gradient[0] += miss;
      gradient[1] += miss * x(i);
      gradient[2] += miss * y(i);
    }
    CHECK(std::fabs(gradient[0]) < 1e-8);
    for (int j = 1; j < 3; ++j) CHECK(std::fabs(gradient[j] - l2 * theta[j]) < 1e-8);
  }
}

TEST_CASE("reward model: rewards that are all alike do not break the logistic one") {
  Log log = linear_log(60);
  for (const double reward : {0.0, 0.25, 1.0}) {
    for (double& r : log.rewards) r = reward;
    RewardModel model("test", log, {.kind = ModelKind::logistic}, key);
    for (const double q : predictions(model, 5)) CHECK(q == Approx(reward).margin(1e-12));
  }
}

TEST_CASE(
    "reward model: the logistic one is unbiased where rewards are rare, with a constant feature") {
  // 34 actions, 10,000 records, rate .005, uniform logs: the mean prediction over the actions, over 20
  // logs, and its standard error.
  constexpr std::size_t records = 10'000;
  constexpr Action actions = 34;
  double sum = 0, squares = 0;
  constexpr int logs = 20;
  for (int replicate = 0; replicate < logs; ++replicate) {
    Log log;
    log.action_count = actions;
    log.dimension = 2;
    for (std::size_t i = 0; i < records; ++i) {
      Draws draws({static_cast<std::uint64_t>(3'100 + replicate)}, i);
      log.actions.push_back(draws.below(actions));
      log.rewards.push_back(draws.uniform() < 0.005 ? 1 : 0);
      log.contexts.push_back(draws.uniform());
      log.contexts.push_back(1);  // as a reader adds it
    }
    RewardModel model("test", log, {.kind = ModelKind::logistic}, key);
    double mean = 0;
    std::vector<double> q(actions);
    for (std::size_t i = 0; i < records; ++i) {
      model.predict(i, q);
      for (const double prediction : q) mean += prediction / (actions * double{records});
    }
    sum += mean;
    squares += mean * mean;
  }
  const double mean = sum / logs;
  const double error = std::sqrt((squares / logs - mean * mean) / (logs - 1));
  CHECK(std::fabs(mean - 0.005) < 3 * error);
  CHECK(error < 0.0005);
}

TEST_CASE("reward model: an action without records has the mean of the others' rewards") {
  Log log = linear_log(50);
  double sum = 0;
  for (std::size_t i = 0; i < 50; ++i) {
    if (log.actions[i] == 2) log.actions[i] = 0;
    sum += log.rewards[i];
  }
  for (const auto kind : {ModelKind::ridge, ModelKind::mean, ModelKind::trees}) {
    RewardModel model("test", log, {.kind = kind, .folds = 1}, key);
    CHECK(predictions(model, 3)[2] == Approx(sum / 50));
  }
}

TEST_CASE(
    "reward model: trees find a product of features, which no line does, alike on every run") {
  // The mean reward of action a is 1 if both features are on the same side of 1/2, otherwise 0; of the
  // other actions 0.5.
  Log log = linear_log(3'000);
  const auto truth = [&](std::size_t i, Action a) {
    if (a != 1) return 0.5;
    return (log.contexts[2 * i] > 0.5) == (log.contexts[2 * i + 1] > 0.5) ? 1.0 : 0.0;
  };
  for (std::size_t i = 0; i < log.size(); ++i) {
    Draws draws({31}, i);
    log.rewards[i] = draws.uniform() < truth(i, log.actions[i]) ? 1 : 0;
  }
  const auto squared_error = [&](ModelKind kind) {
    RewardModel model("test", log, {.kind = kind}, key);
    double error = 0;
    for (std::size_t i = 0; i < log.size(); ++i) {
      const double miss = predictions(model, i)[1] - truth(i, 1);
      error += miss * miss / static_cast<double>(log.size());
    }
    return error;
  };
  CHECK(squared_error(ModelKind::ridge) > 0.24);
  CHECK(squared_error(ModelKind::trees) < 0.05);
  RewardModel one("test", log, {.kind = ModelKind::trees}, key);
  RewardModel other("test", log, {.kind = ModelKind::trees}, key);
  for (std::size_t i = 0; i < 50; ++i) CHECK(predictions(one, i) == predictions(other, i));
}

TEST_CASE("reward model: trees of few records, of equal rewards or without features are means") {
  const Log log = linear_log(45);  // about 15 records for each action
  RewardModel few("test", log, {.kind = ModelKind::trees, .folds = 3}, key);
  RewardModel mean("test", log, {.kind = ModelKind::mean, .folds = 3}, key);
  for (std::size_t i = 0; i < 45; ++i) {
    const auto a = predictions(few, i), b = predictions(mean, i);
    for (std::size_t j = 0; j < 3; ++j) CHECK(a[j] == Approx(b[j]).epsilon(1e-12));
  }
  Log equal = linear_log(300);
  for (double& reward : equal.rewards) reward = -3;
  RewardModel constant("test", equal, {.kind = ModelKind::trees}, key);
  CHECK(predictions(constant, 7) == std::vector<double>{-3, -3, -3});
  Log bare = linear_log(300);
  bare.dimension = 0;
  bare.contexts.clear();
  RewardModel without("test", bare, {.kind = ModelKind::trees}, key);
  RewardModel means("test", bare, {.kind = ModelKind::mean}, key);
  CHECK(predictions(without, 7)[1] == Approx(predictions(means, 7)[1]).epsilon(1e-12));
}

TEST_CASE("reward model: what does not suit the log is refused") {
  const Log log = linear_log(4);
  CHECK_THROWS_WITH(RewardModel("dm", log, {.folds = 5}, key), Contains("fewer than the 5 folds"));
  CHECK_THROWS_WITH(RewardModel("dm", log, {.kind = ModelKind::logistic, .folds = 1}, key),
                    Contains("rewards in [0, 1]"));
  CHECK_THROWS_WITH(RewardModel("dm", log, {.kind = ModelKind::given}, key),
                    Contains("predictions \"q\""));
  Log wide = log.first_records(2);
  wide.dimension = 200'000;
  wide.contexts.assign(400'000, 0);
  CHECK_THROWS_WITH(RewardModel("dm", wide, {.folds = 1}, key), Contains("too large"));
  const Log many = linear_log(20'000);
  CHECK_THROWS_WITH(RewardModel("dm", many, {.kind = ModelKind::trees, .folds = 10'000}, key),
                    Contains("3 actions and 10000 folds may need more than 1.5 GB"));
  const std::vector<double> weights(4, 1.0);
  CHECK_THROWS_WITH(RewardModel("mrdr", log, {.kind = ModelKind::trees, .folds = 1}, key, weights),
                    Contains("mrdr") && Contains("cannot weigh"));
}

namespace {

// Rewards 2 + 3 x f, f the feature of the action; of action 2 no record.
Log log_with_action_features(std::size_t n) {
  Log log = linear_log(n);
  ActionFeaturesBuilder builder;
  std::vector<ActionFeatures::Member> members;
  const double f[] = {1, -0.5, 2};
  for (Action a = 0; a < 3; ++a) {
    std::vector<ActionFeaturesBuilder::Value> values{{0, f[a]}};
    members.push_back({a, builder.add_row(values)});
  }
  builder.add_set(members);
  log.action_features = std::make_shared<const ActionFeatures>(std::move(builder).build({"f"}));
  for (std::size_t i = 0; i < n; ++i) {
    log.actions[i] %= 2;
    log.rewards[i] = 2 + 3 * log.contexts[2 * i] * f[log.actions[i]];
  }
  return log;
}

}  // namespace

TEST_CASE("reward model: with features of actions one model of pairs, also for unseen actions") {
  const Log log = log_with_action_features(300);
  RewardModel model("test", log, {.l2 = 1e-9}, key);
  for (std::size_t i = 0; i < 300; i += 37) {
    const auto row = predictions(model, i);
    const double x = log.contexts[2 * i];
    CHECK(row[0] == Approx(2 + 3 * x).epsilon(1e-6));
    CHECK(row[1] == Approx(2 - 1.5 * x).epsilon(1e-6));
    CHECK(row[2] == Approx(2 + 6 * x).epsilon(1e-6));
  }
}

TEST_CASE("reward model: the logistic one and trees of pairs do not see a record's own reward") {
  Log log = log_with_action_features(120);
  for (double& reward : log.rewards) reward = reward > 2 ? 1 : 0;
  Log changed = log;
  changed.rewards[17] = 1 - log.rewards[17];
  for (const auto kind : {ModelKind::ridge, ModelKind::logistic, ModelKind::trees}) {
    RewardModel one("test", log, {.kind = kind}, key), other("test", changed, {.kind = kind}, key);
    CHECK(predictions(one, 17) == predictions(other, 17));
    RewardModel seen("test", log, {.kind = kind, .folds = 1}, key);
    RewardModel seen_changed("test", changed, {.kind = kind, .folds = 1}, key);
    CHECK(predictions(seen, 17) != predictions(seen_changed, 17));
  }
}

TEST_CASE("reward model: a model of means does not read features of actions") {
  Log log = log_with_action_features(90), without = log;
  without.action_features = nullptr;
  RewardModel one("test", log, {.kind = ModelKind::mean}, key);
  RewardModel other("test", without, {.kind = ModelKind::mean}, key);
  for (std::size_t i = 0; i < 90; i += 13) CHECK(predictions(one, i) == predictions(other, i));
}
