#include <algorithm>
#include <set>

#include "evaluators/select_bandwidth/twin_environment.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::evaluators::select_bandwidth;
using namespace replaybench::testing;
using namespace replaybench::evaluators::select_bandwidth;

namespace {

// n records with uniformly random actions; rewards as `reward(x, action, draws)` says.
template <class Reward>
Log made_log(std::size_t n, const Reward& reward, bool constant = true, std::uint64_t key = 1) {
  Log log;
  log.action_count = 2;
  log.dimension = constant ? 3 : 2;
  for (std::size_t i = 0; i < n; ++i) {
    Draws draws({key}, i);
    const double x[3] = {draws.normal(), draws.normal(), 1};
    log.contexts.insert(log.contexts.end(), x, x + log.dimension);
    log.actions.push_back(draws.below(2));
    log.rewards.push_back(reward(x, log.actions.back(), draws));
  }
  return log;
}

Context context_of(const double (&x)[3]) { return Context(x); }

}  // namespace

TEST_CASE("select_bandwidth: the model of exactly linear rewards") {
  const auto linear = [](const double* x, Action a, Draws&) {
    return a == 0 ? 3 + x[0] : -1 - 2 * x[1];
  };
  for (const bool constant : {true, false}) {  // the model has a constant of its own
    const estimation::LinearRewardModel model(made_log(200, linear, constant));
    REQUIRE(model.rewards() == RewardRange::real);
    const double x[3] = {0.5, -2, 1};
    // The least regularisation that is tried is 10^-4 of the mean diagonal.
    CHECK(model.expected(context_of(x), 0) == Approx(3.5).margin(1e-3));
    CHECK(model.expected(context_of(x), 1) == Approx(3).margin(1e-3));
    Draws draws({1}, 0);
    CHECK(model.draw(context_of(x), 0, draws) == Approx(3.5).margin(1e-2));
  }
}

TEST_CASE("select_bandwidth: noise is kept out of the model") {
  const auto noise = [](const double*, Action, Draws& draws) {
    return draws.uniform() < 0.3 ? 1.0 : 0.0;
  };
  const double x[3] = {1, 1, 1};
  numeric::Moments moved;
  for (std::uint64_t key = 0; key < 60; ++key) {
    const Log log = made_log(400, noise, true, key);
    const estimation::LinearRewardModel model(log);
    REQUIRE(model.rewards() == RewardRange::binary);
    numeric::Moments rewards;
    for (std::size_t i = 0; i < log.size(); ++i) {
      if (log.actions[i] == 0) rewards.add(log.rewards[i]);
    }
    const double gap = model.expected(context_of(x), 0) - rewards.mean;
    moved.add(gap * gap);
  }
  // Least squares would be off by sqrt(2 * .21 / 200) = .046 at this x, for nothing.
  CHECK(std::sqrt(moved.mean) < 0.036);
}

TEST_CASE("select_bandwidth: the model of the synthetic environment") {
  // Against what the environment says of E[r | x]: closer than the means of the actions are.
  const auto dataset = dataset_of("linear_model{q_max=5, model_seed=3}");
  Trial trial = trial_of(*dataset, Agent(Always{0}), 10'000);
  const auto log = trial.log();
  const estimation::LinearRewardModel model(*log);
  const auto environment = trial.environment();
  numeric::Moments error;
  numeric::Moments signal;
  for (std::uint64_t t = 0; t < 500; ++t) {
    environment->observe(t);
    for (Action a = 0; a < 10; ++a) {
      const double truth =
          environment->expected_reward(environment->context(), a, Knowledge::posterior);
      const double gap = model.expected(environment->context(), a) - std::clamp(truth, 0.0, 1.0);
      error.add(gap * gap);
      signal.add(truth);
    }
  }
  CHECK(std::sqrt(error.mean) < 0.06);
  CHECK(signal.standard_deviation() > 0.15);
}

TEST_CASE("select_bandwidth: drawn rewards follow the model") {
  const auto binary = [](const double* x, Action, Draws& draws) {
    return draws.uniform() < 0.5 + 0.2 * x[0] ? 1.0 : 0.0;
  };
  const estimation::LinearRewardModel model(made_log(2'000, binary));
  const double x[3] = {0.5, 0, 1};
  numeric::Moments drawn;
  for (std::uint64_t t = 0; t < 20'000; ++t) {
    Draws draws({5}, t);
    const double reward = model.draw(context_of(x), 1, draws);
    REQUIRE((reward == 0 || reward == 1));
    drawn.add(reward);
  }
  require_near(drawn.mean, model.expected(context_of(x), 1), drawn.standard_error());
  // Far out the line leaves [0, 1]; probabilities do not.
  const double far[3] = {30, 0, 1};
  CHECK(model.expected(context_of(far), 1) == 1);

  // Other rewards: the errors of the action's own records.
  const auto normal = [](const double* features, Action a, Draws& draws) {
    return features[0] + (a == 0 ? 0.1 : 2.0) * draws.normal();
  };
  const estimation::LinearRewardModel real(made_log(2'000, normal));
  for (const Action a : {Action{0}, Action{1}}) {
    numeric::Moments rewards;
    for (std::uint64_t t = 0; t < 20'000; ++t) {
      Draws draws({6}, t);
      rewards.add(real.draw(context_of(x), a, draws));
    }
    require_near(rewards.mean, real.expected(context_of(x), a), rewards.standard_error());
    CHECK(rewards.standard_deviation() == Approx(a == 0 ? 0.1 : 2.0).epsilon(0.06));
  }
}

TEST_CASE("select_bandwidth: each twin has weights of its own") {
  // At features 0 the prediction is the constant, whose posterior variance is sigma^2 / n_a.
  const auto normal = [](const double* features, Action a, Draws& draws) {
    return features[0] + (a == 0 ? 0.1 : 2.0) * draws.normal();
  };
  const Log log = made_log(2'000, normal);
  estimation::LinearRewardModel model(log);
  const double origin[3] = {0, 0, 1};
  const double n[2] = {
      static_cast<double>(std::count(log.actions.begin(), log.actions.end(), Action{0})),
      static_cast<double>(std::count(log.actions.begin(), log.actions.end(), Action{1}))};
  const double fitted[2] = {model.expected(context_of(origin), 0),
                            model.expected(context_of(origin), 1)};
  numeric::Moments drawn[2];
  for (std::uint64_t twin = 0; twin < 4'000; ++twin) {
    model.redraw({twin});
    for (const Action a : {Action{0}, Action{1}}) {
      drawn[a].add(model.expected(context_of(origin), a));
    }
  }
  for (const Action a : {Action{0}, Action{1}}) {
    require_near(drawn[a].mean, fitted[a], drawn[a].standard_error());
    CHECK(drawn[a].standard_deviation() ==
          Approx((a == 0 ? 0.1 : 2.0) / std::sqrt(n[a])).epsilon(0.1));
  }
  // An equal key makes an equal twin.
  model.redraw({5});
  const double once = model.expected(context_of(origin), 1);
  model.redraw({6});
  CHECK(model.expected(context_of(origin), 1) != once);
  model.redraw({5});
  CHECK(model.expected(context_of(origin), 1) == once);
}

TEST_CASE("select_bandwidth: an action that was never logged, one record, no features") {
  Log log = plain_log(3, {0, 1, 1}, {1, 0, 1});
  const estimation::LinearRewardModel model(log);
  CHECK(model.expected(Context(), 0) == 1);
  CHECK(model.expected(Context(), 1) == 0.5);
  CHECK(model.expected(Context(), 2) == 0);
  // Nothing is known of the spread of one record or none.
  estimation::LinearRewardModel redrawn(log);
  redrawn.redraw({1});
  CHECK(redrawn.expected(Context(), 0) == 1);
  CHECK(redrawn.expected(Context(), 2) == 0);
}

TEST_CASE("select_bandwidth: the twin's environment shows each context once, with its pool") {
  const auto dataset = dataset_of("pool_segments");
  Trial trial = trial_of(*dataset, Agent(Always{0}), 200);
  Log log = *trial.log();
  log.dimension = 1;
  log.contexts.clear();
  for (std::size_t i = 0; i < log.size(); ++i) log.contexts.push_back(static_cast<double>(i));
  const estimation::LinearRewardModel model(log);
  TwinEnvironment environment(log, model, {1}, {2});
  CHECK(environment.action_count() == log.action_count);
  CHECK(environment.has_pools());
  std::set<double> met;
  std::size_t in_order = 0;
  numeric::Moments residual;
  for (std::uint64_t t = 0; t < 200; ++t) {
    environment.observe(t);
    const double number = environment.context()[0];
    met.insert(number);
    in_order += number == static_cast<double>(t);
    const auto record = static_cast<std::size_t>(number);
    REQUIRE(environment.actions().size() == log.available(record).size());
    const Action a = environment.actions()[0];
    REQUIRE(a == log.available(record)[0]);
    CHECK(environment.reward(a) == environment.reward(a));
    const double expected = environment.expected_reward(environment.context(), a, Knowledge::full);
    CHECK(expected == model.expected(environment.context(), a));
    residual.add(environment.reward(a) - expected);
  }
  CHECK(met.size() == 200);
  CHECK(in_order < 10);
  require_near(residual.mean, 0, residual.standard_error());
}

TEST_CASE(
    "select_bandwidth: an offset of 1e9 of the rewards changes neither weights nor residuals") {
  const auto rewards_at = [](double offset) {
    return made_log(400, [=](const double* x, Action a, Draws& draws) {
      return offset + std::round(16 * (a + x[0] + draws.normal())) / 16;
    });
  };
  const estimation::LinearRewardModel near(rewards_at(0)), far(rewards_at(1e9));
  const double x[3] = {0.5, -2, 1};
  for (const Action a : {0u, 1u}) {
    // A double of this size is right to 6e-8.
    CHECK(far.expected(context_of(x), a) - 1e9 ==
          Approx(near.expected(context_of(x), a)).margin(1.3e-7));
    Draws one({5}, a), other({5}, a);
    CHECK(far.draw(context_of(x), a, one) - 1e9 ==
          Approx(near.draw(context_of(x), a, other)).margin(1.3e-7));
  }
}
