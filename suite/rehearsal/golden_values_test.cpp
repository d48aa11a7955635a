// Golden values of small logs: every twin of three records, every play and replay of two arms, and a log of six records.

#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "suite/rehearsal/selection_rules.hpp"
#include "suite/rehearsal/twin.hpp"
#include "suite/rehearsal/twin_checks.hpp"
#include "suite/testing/golden_policies.hpp"

using namespace replaybench;
using namespace replaybench::rehearsal;
using namespace replaybench::testing;

namespace {

const auto near = [](double value) { return Approx(value).epsilon(0).margin(1e-10); };

// A record of a world with four contexts and two actions: its probability, and the weights of two policies.
struct PossibleRecord {
  double chance = 0, first = 0, second = 0, reward = 0;
};

std::vector<PossibleRecord> possible_records() {
  const double contexts[4] = {.4, .3, .2, .1}, logging[4] = {.5, .75, .25, .9};
  const double first[4] = {.1, .5, 1, .2}, q[4][2] = {{.3, .6}, {.5, .2}, {.8, .4}, {.1, .9}};
  std::vector<PossibleRecord> records;
  for (std::size_t c = 0; c < 4; ++c) {
    for (std::size_t a = 0; a < 2; ++a) {
      const double p = a == 0 ? logging[c] : 1 - logging[c];
      const double pi = a == 0 ? first[c] : 1 - first[c];
      for (const double reward : {0., 1.}) {
        const double chance = reward == 1 ? q[c][a] : 1 - q[c][a];
        records.push_back({contexts[c] * p * chance, pi / p, .5 / p, reward});
      }
    }
  }
  return records;
}

// Three records in the order of their places among the possible ones, and the probability of all their orders.
struct PossibleLog {
  std::array<const PossibleRecord*, 3> records;
  double chance = 0;
};

std::vector<PossibleLog> logs_of_three(const std::vector<PossibleRecord>& of) {
  std::vector<PossibleLog> logs;
  for (std::size_t i = 0; i < of.size(); ++i) {
    for (std::size_t j = i; j < of.size(); ++j) {
      for (std::size_t k = j; k < of.size(); ++k) {
        const double orders = i == j && j == k ? 1 : i == j || j == k ? 3 : 6;
        logs.push_back(
            {{&of[i], &of[j], &of[k]}, orders * of[i].chance * of[j].chance * of[k].chance});
      }
    }
  }
  return logs;
}

// The log of these records for one of the policies: propensities of 1/20 give every weight of the world.
Log log_for(const PossibleLog& of, double PossibleRecord::*weight) {
  Log log;
  log.action_count = 2;
  log.targets = {{"pi", {}, {}}};
  for (const PossibleRecord* const record : of.records) {
    log.actions.push_back(0);
    log.propensities.push_back(.05);
    log.targets[0].logged.push_back(.05 * record->*weight);
    log.rewards.push_back(record->reward);
  }
  return log;
}

struct WinStayLoseShift {
  Action arm = 0;
  Action choose(const Context&, const ActionSet&, Draws&) const { return arm; }
  void update(const Context&, Action, double reward) {
    if (reward == 0) arm = 1 - arm;
  }
};

// Two arms whose rewards are given: bit 2 step + arm of `rewards`.
class GivenRewards final : public Environment {
 public:
  explicit GivenRewards(unsigned rewards) : rewards_(rewards) {}
  Action action_count() const override { return 2; }
  std::size_t dimension() const override { return 0; }
  void observe(std::uint64_t step) override { step_ = step; }
  Context context() const override { return {}; }
  double reward(Action arm) const override { return rewards_ >> (2 * step_ + arm) & 1; }
  double expected_reward(const Context&, Action arm, Knowledge) const override {
    return reward(arm);
  }

 private:
  unsigned rewards_;
  std::uint64_t step_ = 0;
};

RehearsedLog six_records() {
  RehearsedLog of;
  of.log = std::make_shared<const Log>(golden_log_of_policies());
  of.policies = {"pi"};
  of.records = 6;
  of.logging = of.log->targets[1].all;
  return of;
}

// A model that knows what it predicts: twins have no draws of the coefficients.
TwinModel certain(TwinModel model) {
  model.tilt.covariance.assign(model.tilt.covariance.size(), 0);
  return model;
}

}  // namespace

TEST_CASE("all logs of three records: errors and orders of two policies have the golden values") {
  const auto records = possible_records();
  double all = 0, right = 0, ties = 0, without_weight = 0, squares = 0;
  for (const PossibleLog& log : logs_of_three(records)) {
    const Log first = log_for(log, &PossibleRecord::first);
    const double of_first = value_on(first, "ips");
    const double difference = of_first - value_on(log_for(log, &PossibleRecord::second), "ips");
    all += log.chance;
    // The values of the policies are .567 and .455.
    if (std::fabs(difference) < 1e-12) {
      ties += log.chance;
    } else if (difference > 0) {
      right += log.chance;
    }
    double weight = 0;
    for (const PossibleRecord* const record : log.records) weight += record->first;
    if (weight == 0) {
      without_weight += log.chance;
      continue;
    }
    const double error = value_on(first, "snips") - .567;
    squares += log.chance * error * error;
  }
  CHECK(all == near(1));
  CHECK(right == near(.389855809000));
  CHECK(ties == near(.376274808000));
  CHECK(without_weight == near(.003375));
  CHECK(std::sqrt(squares / (1 - without_weight)) == near(.389457949040));
}

TEST_CASE(
    "win-stay lose-shift: three live steps, and replay of two records, have the golden values") {
  const double means[2] = {.6, .4};
  const auto chance_of = [&](Action arm, bool rewarded) {
    return rewarded ? means[arm] : 1 - means[arm];
  };
  double live = 0;
  for (unsigned rewards = 0; rewards < 64; ++rewards) {
    double chance = 1;
    for (unsigned bit = 0; bit < 6; ++bit) chance *= chance_of(bit % 2, rewards >> bit & 1);
    GivenRewards world(rewards);
    Agent agent(WinStayLoseShift{});
    live += chance * agent.play(world, 3, {1}).sums.expected / 3;
  }
  CHECK(live == near(.546666666667));
  double accepting = 0, estimate = 0;
  for (unsigned code = 0; code < 16; ++code) {
    const Action first = code & 1, second = code >> 1 & 1;
    const bool rewarded[2] = {(code >> 2 & 1) != 0, (code >> 3 & 1) != 0};
    const double chance = chance_of(first, rewarded[0]) * chance_of(second, rewarded[1]) / 4;
    Log log;
    log.action_count = 2;
    log.actions = {first, second};
    log.rewards = {rewarded[0] ? 1. : 0., rewarded[1] ? 1. : 0.};
    const LogDataset dataset(std::move(log));
    const Trial trial = trial_of(dataset, Agent(WinStayLoseShift{}));
    if (value_of("replay", "accepted", trial) == 0) continue;
    accepting += chance;
    estimate += chance * value_of("replay", "estimate", trial);
  }
  CHECK(accepting == near(.75));
  CHECK(estimate / accepting == near(.586666666667));
}

TEST_CASE(
    "the residual of a model before its tilt has the golden z, and its twins the golden values") {
  const RehearsedLog of = six_records();
  const auto predictions = of.log->predictions[0].all;
  const TwinModel model = certain(tilted_model(of, "given", "", predictions));
  const TwinKind kind = checked_kind(of, tilted_model(of, "given", "", predictions));
  REQUIRE(kind.residual_z.size() == 1);
  CHECK(kind.residual_z[0] == near(1.771588173392));
  CHECK(kind.tilt[0] == near(2.257320395571));
  CHECK(kind.tilt_error[0] == near(std::sqrt(6.960088074804)));
  TwinModel untilted = model;
  untilted.tilt.coefficients.assign(2, 0);
  CHECK(TwinMaker(of, untilted).make({1}).values[0] == near(.515));
  const Twin twin = TwinMaker(of, model).make({1});
  CHECK(twin.values[0] == near(.817626612113));
  // DR's estimate on the log, with the tilted model, is the value on the twins.
  Log log = *of.log;
  log.predictions[0].all = twin.means;
  CHECK(value_on(log, "dr{model=\"given\"}") == near(.817626612113));
  double of_logger = 0;
  for (std::size_t k = 0; k < 18; ++k) of_logger += of.logging[k] * twin.means[k] / 6;
  CHECK(of_logger == near(.619728829355));
}

TEST_CASE("shares of cross-validation, and the misfit of PAS-IF's shares, are the golden ones") {
  // Variances of the estimates by IPS, DM and DR; of 10^12 records training_records gives twelve digits of the share.
  constexpr double ips = .149502314815, dm = .000204166667, dr = .039157986111;
  const auto share = [](double variance, double validator) {
    constexpr std::size_t n = 1'000'000'000'000;
    return static_cast<double>(training_records(n, variance, validator)) / static_cast<double>(n);
  };
  CHECK(share(ips, ips) == near(.5));
  CHECK(share(dm, ips) == near(.001363779742));
  CHECK(share(dr, ips) == near(.207558166286));
  CHECK(share(ips, dr) == near(.792441833714));
  CHECK(share(dm, dr) == near(.005186877553));
  const Log log = golden_log_of_policies();
  const double rho[2][3] = {{.15, .10, .40}, {.10, .25, .35}};
  double misfit = 0;
  for (std::size_t c = 0; c < 2; ++c) {
    const auto logger = std::span(log.targets[1].all).subspan(c == 0 ? 0 : 6, 3);
    const double miss = pseudo_split(logger, rho[c]).share - .2;
    misfit += miss * miss / 2;
  }
  CHECK(misfit == near(5e-5));
}
