#include "suite/rehearsal/twin.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "suite/evaluate/evaluate_all.hpp"
#include "suite/rehearsal/twin_world.hpp"

using namespace replaybench;
using namespace replaybench::rehearsal;

namespace {

// Four contexts seen 40, 30, 20 and 10 times; two actions; two policies.
const std::vector<std::size_t> seen{40, 30, 20, 10};
const std::vector<double> logging{1. / 2, 3. / 4, 1. / 4, 9. / 10};  // of action 0
const std::vector<double> first{1. / 10, 1. / 2, 1, 1. / 5};         // policy 1
const std::vector<std::vector<double>> q{{.3, .6}, {.5, .2}, {.8, .4}, {.1, .9}};

RehearsedLog four_contexts() {
  RehearsedLog of;
  Log log;
  log.action_count = 2;
  log.dimension = 1;
  log.targets = {{"one", {}, {}}, {"two", {}, {}}};
  for (std::size_t c = 0; c < 4; ++c) {
    for (std::size_t k = 0; k < seen[c]; ++k) {
      const Action action = k % 2;
      log.contexts.push_back(static_cast<double>(c));
      log.actions.push_back(action);
      log.propensities.push_back(action == 0 ? logging[c] : 1 - logging[c]);
      log.rewards.push_back(k % 3 == 0);
      for (std::size_t policy = 0; policy < 2; ++policy) {
        const double p = policy == 0 ? first[c] : .5;
        log.targets[policy].all.insert(log.targets[policy].all.end(), {p, 1 - p});
        log.targets[policy].logged.push_back(action == 0 ? p : 1 - p);
      }
      of.logging.insert(of.logging.end(), {logging[c], 1 - logging[c]});
    }
  }
  log.check();
  of.policies = {"one", "two"};
  of.records = log.size();
  of.log = std::make_shared<const Log>(std::move(log));
  return of;
}

TwinModel true_model(const RehearsedLog& of) {
  TwinModel model{"true", "", {}, {}};
  for (std::size_t i = 0; i < of.log->size(); ++i) {
    const auto& row = q[static_cast<std::size_t>(of.log->contexts[i])];
    model.predictions.insert(model.predictions.end(), row.begin(), row.end());
  }
  model.tilt.coefficients.assign(3, 0);
  model.tilt.covariance.assign(9, 0);
  return model;
}

}  // namespace

TEST_CASE("the values of policies on a twin, and the errors of estimates, are the golden ones") {
  const RehearsedLog of = four_contexts();
  const TwinModel model = true_model(of);
  const TwinMaker maker(of, model);
  constexpr int twins = 20'000;
  // IPS, IPS with weights capped at 1.5, DR with q = 1/2, DR with the true q.
  const std::vector<double> golden{.118159021850, .210095679262, .078779572930, .066646905405};
  std::vector<double> squares(4, 0), fourth(4, 0);
  double capped_bias = 0;
  for (std::uint64_t r = 0; r < twins; ++r) {
    const Twin twin = maker.make(replicate_key({77}, r));
    REQUIRE(twin.values[0] == Approx(.567).epsilon(1e-12));
    REQUIRE(twin.values[1] == Approx(.455).epsilon(1e-12));
    double of_logger = 0;
    for (std::size_t k = 0; k < 200; ++k) of_logger += of.logging[k] * twin.means[k] / 100;
    REQUIRE(of_logger == Approx(.4255).epsilon(1e-12));
    const Log& log = *twin.log;
    std::vector<double> estimates(4, 0);
    for (std::size_t i = 0; i < log.size(); ++i) {
      const double w = log.targets[0].logged[i] / log.propensities[i], reward = log.rewards[i];
      const auto& row = q[static_cast<std::size_t>(log.contexts[i])];
      const double direct =
          log.targets[0].all[2 * i] * row[0] + log.targets[0].all[2 * i + 1] * row[1];
      estimates[0] += w * reward / 100;
      estimates[1] += std::min(w, 1.5) * reward / 100;
      estimates[2] += (.5 + w * (reward - .5)) / 100;
      estimates[3] += (direct + w * (reward - row[log.actions[i]])) / 100;
    }
    for (std::size_t m = 0; m < 4; ++m) {
      const double square = (estimates[m] - .567) * (estimates[m] - .567);
      squares[m] += square / twins;
      fourth[m] += square * square / twins;
    }
    capped_bias += (estimates[1] - .567) / twins;
  }
  for (std::size_t m = 0; m < 4; ++m) {
    CAPTURE(m);
    const double error = std::sqrt((fourth[m] - squares[m] * squares[m]) / twins);
    CHECK(squares[m] == Approx(golden[m] * golden[m]).epsilon(0).margin(3 * error));
  }
  CHECK(capped_bias == Approx(-.202).margin(3 * .06 / std::sqrt(twins)));
}

TEST_CASE("a twin is a log: valid, of the same contexts, the same for the same key") {
  const RehearsedLog of = four_contexts();
  const TwinModel model = true_model(of);
  const TwinMaker maker(of, model);
  const Twin twin = maker.make({5}), same = maker.make({5}), other = maker.make({6});
  twin.log->check();
  CHECK(twin.log->size() == 100);
  CHECK_FALSE(twin.log->has_copies());
  CHECK(twin.log->actions == same.log->actions);
  CHECK(twin.log->rewards == same.log->rewards);
  CHECK(twin.log->actions != other.log->actions);
}

TEST_CASE("clusters are drawn as a whole, each draw a cluster of its own") {
  RehearsedLog of = four_contexts();
  for (std::uint32_t i = 0; i < 100; ++i) of.clusters.push_back(i / 10);
  const TwinModel model = true_model(of);
  const Twin twin = TwinMaker(of, model).make({5});
  REQUIRE(twin.clusters.size() == twin.log->size());
  CHECK(twin.clusters.back() == 9);
  for (std::size_t i = 0; i < 100; ++i) CHECK(twin.clusters[i] == i / 10);
}

TEST_CASE("a tilted twin has the value that DR's estimate with the tilted model has") {
  const RehearsedLog of = four_contexts();
  const TwinModel model = tilted_model(of, "true", "", true_model(of).predictions);
  REQUIRE(model.tilt.converged);
  CHECK(model.tilt.logistic);
  // The second policy's H is a function of the first's and the context; both means of H (r - q*) are 0.
  const Log& log = *of.log;
  std::vector<double> columns(2), sums(2, 0);
  for (std::size_t i = 0; i < log.size(); ++i) {
    tilt_columns(of, i, log.actions[i], columns);
    const double fitted = model.tilt.apply(model.predictions[2 * i + log.actions[i]], columns,
                                           model.tilt.coefficients);
    for (std::size_t j = 0; j < 2; ++j) sums[j] += columns[j] * (log.rewards[i] - fitted);
  }
  CHECK(sums[0] == Approx(0).margin(1e-9));
  CHECK(sums[1] == Approx(0).margin(1e-9));
}

TEST_CASE("rewards of twins stay in [0, 1] where the log's do, with the tilted mean") {
  RehearsedLog of = four_contexts();
  auto log = std::make_shared<Log>(*of.log);
  for (std::size_t i = 0; i < log->size(); ++i) log->rewards[i] = static_cast<double>(i % 7) / 6;
  of.log = log;
  const TwinModel model = tilted_model(of, "true", "", true_model(of).predictions);
  const TwinMaker maker(of, model);
  double mean = 0, value = 0, squares = 0;
  constexpr int twins = 2'000;
  for (std::uint64_t r = 0; r < twins; ++r) {
    const Twin twin = maker.make(replicate_key({3}, r));
    double estimate = 0;
    for (std::size_t i = 0; i < 100; ++i) {
      REQUIRE((twin.log->rewards[i] >= 0 && twin.log->rewards[i] <= 1));
      estimate += twin.log->targets[0].logged[i] / twin.log->propensities[i] * twin.log->rewards[i];
    }
    mean += estimate / 100 / twins;
    value += twin.values[0] / twins;
    squares += (estimate / 100 - twin.values[0]) * (estimate / 100 - twin.values[0]) / twins;
  }
  CHECK(mean == Approx(value).margin(4 * std::sqrt(squares / twins)));
}

TEST_CASE("the world of a twin has the log's contexts, rewards of the twin's means, and no state") {
  const RehearsedLog of = four_contexts();
  const TwinModel model = true_model(of);
  const TwinMaker maker(of, model);
  const Twin twin = maker.make({5});
  TwinWorld world(of, maker, twin, {8}), same(of, maker, twin, {8});
  constexpr int steps = 20'000;
  double rewards = 0, means = 0, value = 0;
  for (std::uint64_t t = 0; t < steps; ++t) {
    world.observe(t);
    const auto context = static_cast<std::size_t>(world.context()[0]);
    REQUIRE(world.expected_reward(world.context(), 0, Knowledge::full) == q[context][0]);
    rewards += world.reward(0) / steps;
    means += q[context][0] / steps;
    if (t % 1'000 != 0) continue;
    same.observe(t);
    REQUIRE(same.context()[0] == world.context()[0]);
    REQUIRE(same.reward(1) == world.reward(1));
  }
  for (std::size_t c = 0; c < 4; ++c) value += static_cast<double>(seen[c]) / 100 * q[c][0];
  CHECK(means == Approx(value).margin(4 * .2 / std::sqrt(steps)));
  CHECK(rewards == Approx(means).margin(4 * .5 / std::sqrt(steps)));
}
