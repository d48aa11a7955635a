#include "suite/offpolicy/kernel_estimators.hpp"

#include <algorithm>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <cmath>

#include "suite/numeric/elementary.hpp"
#include "suite/numeric/moments.hpp"
#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"
#include "suite/text/errors.hpp"

using namespace replaybench;
using namespace replaybench::offpolicy;
using Catch::Matchers::Contains;
using Catch::Matchers::Equals;

namespace {

constexpr KernelEstimator every[] = {KernelEstimator::ips, KernelEstimator::snips,
                                     KernelEstimator::dr, KernelEstimator::dr_logged};

// Four records whose estimates another program printed.
DoseLog golden() {
  DoseLog log;
  log.actions = {.1, .5, .9, .4};
  log.rewards = {1, .5, .2, .9};
  log.densities = {1, .8, 1.2, 1};
  log.q = {.7, .5, .3, .6};
  log.targets = {{"target", {.2, .4, .6, .35}, {.7, .5, .3, .6}}};
  return log;
}

double value(const DoseLog& log, KernelEstimator estimator, double h,
             const KernelOptions& options = {}) {
  return estimate_kernel(log, 0, estimator, h, options).estimate.value;
}

// A world on [0, 1]: the logger's density is 0.5 + a, the mean reward a smooth wave.
double mean_reward(double a) { return 0.5 + 0.3 * std::sin(5 * a); }
double model_of(double a) { return 0.3 + 0.4 * a; }
constexpr ActionRange unit{0, 1};

DoseLog world_log(std::size_t n, std::uint64_t key, double target, bool right_model) {
  DoseLog log;
  log.targets.resize(1);
  for (std::size_t i = 0; i < n; ++i) {
    Draws draws({key}, i);
    const double a = (std::sqrt(1 + 8 * draws.uniform()) - 1) / 2;  // of 0.5 a + 0.5 a^2 = u
    log.actions.push_back(a);
    log.densities.push_back(0.5 + a);
    log.rewards.push_back(mean_reward(a) + 0.2 * draws.normal());
    log.q.push_back(right_model ? mean_reward(a) : model_of(a));
    log.targets[0].actions.push_back(target);
    log.targets[0].q.push_back(right_model ? mean_reward(target) : model_of(target));
  }
  return log;
}

template <class Function>
double integral(const Function& f, double low, double high) {
  return low < high ? boost::math::quadrature::gauss_kronrod<double, 31>::integrate(f, low, high,
                                                                                    12, 1e-12)
                    : 0;
}

// E[w (g(a))] by quadrature, apart from the code under test except for the kernel itself.
template <class Function>
double smoothed(Kernel kernel, double target, double h, bool in_range, const Function& g) {
  const double reach = kernel == Kernel::gaussian ? 9 * h : h;
  const double low = std::max(0.0, target - reach), high = std::min(1.0, target + reach);
  const auto near = [&](double a) { return kernel_density(kernel, (target - a) / h) / h; };
  const auto weighted = [&](double a) { return near(a) * g(a); };
  // A triangle has a corner at its middle.
  const auto both = [&](const auto& f) {
    return integral(f, low, target) + integral(f, target, high);
  };
  return both(weighted) / (in_range ? both(near) : 1);
}

double expected(KernelEstimator estimator, Kernel kernel, double target, double h, bool in_range,
                bool right_model) {
  const auto q = [&](double a) { return right_model ? mean_reward(a) : model_of(a); };
  const auto mean = [&](const auto& g) { return smoothed(kernel, target, h, in_range, g); };
  switch (estimator) {
    case KernelEstimator::ips:
      return mean(mean_reward);
    case KernelEstimator::snips:
      return mean(mean_reward) / mean([](double) { return 1; });
    case KernelEstimator::dr:
      return q(target) + mean([&](double a) { return mean_reward(a) - q(target); });
    case KernelEstimator::dr_logged:
      break;
  }
  return q(target) + mean([&](double a) { return mean_reward(a) - q(a); });
}

}  // namespace

TEST_CASE("kernel estimators: golden values of four records") {
  const DoseLog log = golden();
  CHECK(std::fabs(value(log, KernelEstimator::ips, .5) - .959125) <= 1e-12);
  CHECK(std::fabs(value(log, KernelEstimator::snips, .5) - .694389140271) <= 1e-12);
  CHECK(std::fabs(value(log, KernelEstimator::dr, .5) - .724375) <= 1e-12);
  // Here the model has the same prediction for both actions of a record.
  CHECK(value(log, KernelEstimator::dr_logged, .5) == value(log, KernelEstimator::dr, .5));
}

TEST_CASE("kernel estimators: a uniform kernel by hand") {
  // Within 0.15 of the target: records 1 (0.1), 2 (0.1) and 4 (0.05); 1 / (2 h f) = 10/3, 25/6, 10/3.
  const KernelOptions options{.kernel = Kernel::uniform};
  const auto estimate = estimate_kernel(golden(), 0, KernelEstimator::ips, .15, options);
  const double w = 1 / .3;
  CHECK(estimate.estimate.value == Approx((w * 1 + w / .8 * .5 + w * .9) / 4).epsilon(1e-13));
  CHECK(estimate.within == .75);
  CHECK(estimate.near_end == .25);  // 0.2 is within 0.15 of the least logged action, 0.1
  CHECK(estimate.weights.records == 3);
  // Cut at 0.2 and below: 0.25 / 0.3 of the kernel around 0.2 is left when the range begins at 0.1.
  const KernelOptions cut{.kernel = Kernel::uniform, .range = ActionRange{.1, .9}};
  CHECK(estimate_kernel(golden(), 0, KernelEstimator::ips, .15, cut).estimate.value ==
        Approx((w * .3 / .25 + w / .8 * .5 + w * .9) / 4).epsilon(1e-12));
}

TEST_CASE("kernel estimators: the expectation is that of the integral, for every kernel") {
  // Fixed streams, four standard errors; with and without a range, inside and at its end.
  const std::size_t n = 40'000;
  for (const double target : {0.4, 1.0}) {
    for (const bool right_model : {true, false}) {
      const DoseLog log = world_log(n, 21, target, right_model);
      for (const Kernel kernel : kernel_names.values()) {
        const auto name = kernel_names[kernel];
        for (const bool in_range : {true, false}) {
          KernelOptions options{.kernel = kernel};
          if (in_range) options.range = unit;
          for (const KernelEstimator estimator : every) {
            const auto of = estimate_kernel(log, 0, estimator, 0.2, options);
            const double wanted = expected(estimator, kernel, target, 0.2, in_range, right_model);
            INFO(name << " at " << target << (in_range ? " in the range: " : ": ")
                      << of.estimate.value << " for " << wanted);
            CHECK(std::fabs(of.estimate.value - wanted) <= 4 * of.estimate.standard_error);
          }
        }
      }
    }
  }
}

TEST_CASE("kernel estimators: half of the kernel is lost at an end, and the range gives it back") {
  const DoseLog log = world_log(40'000, 22, 1.0, true);
  const auto lost = estimate_kernel(log, 0, KernelEstimator::ips, 0.05);
  CHECK(lost.weights.mean == Approx(0.5).epsilon(0.05));
  CHECK(lost.estimate.value == Approx(mean_reward(1.0) / 2).epsilon(0.15));
  CHECK(lost.near_end == 1);
  const auto kept = estimate_kernel(log, 0, KernelEstimator::ips, 0.05, {.range = unit});
  CHECK(kept.weights.mean == Approx(1).epsilon(0.05));
  CHECK(std::fabs(kept.weights.z) < 4);
}

TEST_CASE("kernel estimators: records near either end of the actions are counted") {
  // Logged actions from 0.1 to 0.9.
  DoseLog log = golden();
  log.targets[0].actions = {.2, .5, .87, .98};
  const auto near_end = [&](double h, std::optional<ActionRange> range) {
    return estimate_kernel(log, 0, KernelEstimator::ips, h, {.range = range}).near_end;
  };
  CHECK(near_end(.05, unit) == .25);          // 0.98
  CHECK(near_end(.18, unit) == .5);           // 0.87 too
  CHECK(near_end(.3, unit) == .75);           // and 0.2, of the lower end
  CHECK(near_end(.12, std::nullopt) == .75);  // all but 0.5
  log.targets[0].actions = {.5, .5, .87, .5};
  CHECK(near_end(.12, std::nullopt) == .25);
  CHECK(near_end(.02, std::nullopt) == 0);
}

TEST_CASE("kernel estimators: a right model at the logged action leaves no smoothing") {
  for (const double h : {0.1, 0.3}) {
    CHECK(expected(KernelEstimator::dr_logged, Kernel::epanechnikov, 0.4, h, true, true) ==
          Approx(mean_reward(0.4)).epsilon(1e-9));
    CHECK(std::fabs(expected(KernelEstimator::dr, Kernel::epanechnikov, 0.4, h, true, true) -
                    expected(KernelEstimator::ips, Kernel::epanechnikov, 0.4, h, true, true)) <
          1e-9);
  }
}

TEST_CASE("kernel estimators: units, shifts and order of the records") {
  const DoseLog log = world_log(500, 23, 0.7, false);
  DoseLog scaled = log, shifted = log, reversed = log;
  for (std::size_t i = 0; i < log.size(); ++i) {
    scaled.actions[i] *= 4;
    scaled.targets[0].actions[i] *= 4;
    scaled.densities[i] /= 4;
    shifted.rewards[i] += 3;
    shifted.q[i] += 3;
    shifted.targets[0].q[i] += 3;
  }
  for (auto* column : {&reversed.actions, &reversed.rewards, &reversed.densities, &reversed.q,
                       &reversed.targets[0].actions, &reversed.targets[0].q}) {
    std::reverse(column->begin(), column->end());
  }
  for (const KernelEstimator estimator : every) {
    const auto one = estimate_kernel(log, 0, estimator, 0.125, {.range = unit});
    // Actions in other units (a power of two): the same estimate to the last bit.
    const auto other = estimate_kernel(scaled, 0, estimator, 0.5, {.range = ActionRange{0, 4}});
    CHECK(other.estimate.value == one.estimate.value);
    CHECK(other.estimate.standard_error == one.estimate.standard_error);
    const auto turned = estimate_kernel(reversed, 0, estimator, 0.125, {.range = unit});
    CHECK(turned.estimate.value == one.estimate.value);
    CHECK(turned.estimate.standard_error == one.estimate.standard_error);
    // Rewards that are all higher by 3: so is the estimate, except for IPS, whose weights do not sum to n.
    const auto higher = estimate_kernel(shifted, 0, estimator, 0.125, {.range = unit});
    const double by = estimator == KernelEstimator::ips ? 3 * one.weights.mean : 3;
    CHECK(higher.estimate.value == Approx(one.estimate.value + by).epsilon(1e-12));
  }
}

TEST_CASE("kernel estimators: equal rewards give that reward, without an error") {
  DoseLog log = world_log(200, 24, 0.5, true);
  std::fill(log.rewards.begin(), log.rewards.end(), 0.1);
  const auto estimate = estimate_kernel(log, 0, KernelEstimator::snips, 0.2);
  CHECK(estimate.estimate.value == 0.1);
  CHECK(estimate.estimate.standard_error == 0);
}

TEST_CASE("kernel estimators: the policy that wrote the log gets the log's mean") {
  // It repeats the logged actions: with the logger's own density every weight is K(0) / (h f), and
  // the ratio over a uniform logger weighs all alike.
  DoseLog log = world_log(300, 25, 0.5, true);
  log.targets[0].actions = log.actions;
  std::fill(log.densities.begin(), log.densities.end(), 1.0);
  const auto estimate = estimate_kernel(log, 0, KernelEstimator::snips, 0.1);
  CHECK(estimate.estimate.value == Approx(mean_and_deviation(log.rewards).mean).epsilon(1e-13));
  CHECK(estimate.weights.effective == Approx(300).epsilon(1e-12));
}

TEST_CASE("kernel estimators: intervals cover what is estimated, the smoothed value") {
  // 400 logs of 600 records: 95 % of 400 has a standard deviation of 1.1 %.
  for (const KernelEstimator estimator : every) {
    const double truth = expected(estimator, Kernel::epanechnikov, 0.6, 0.15, true, false);
    int covered = 0;
    for (std::uint64_t replicate = 0; replicate < 400; ++replicate) {
      const DoseLog log = world_log(600, 1'000 + replicate, 0.6, false);
      const auto of = estimate_kernel(log, 0, estimator, 0.15, {.range = unit});
      const auto [low, high] = normal_interval(of.estimate, 0.95);
      covered += low <= truth && truth <= high;
    }
    INFO(covered << " of 400");
    CHECK((covered >= 362 && covered <= 396));
  }
}

TEST_CASE("kernel estimators: SLOPE takes a large bandwidth where smoothing does no harm") {
  DoseLog flat = world_log(2'000, 26, 0.5, true);
  for (std::size_t i = 0; i < flat.size(); ++i) flat.rewards[i] = Draws({27}, i).normal();
  const auto grid = bandwidth_grid(flat);
  REQUIRE(grid.size() == 10);
  const KernelOptions options{.range = unit};
  const auto of_flat = choose_bandwidth(flat, 0, KernelEstimator::snips, grid, options);
  DoseLog sharp = flat;  // a peak narrower than most bandwidths
  for (std::size_t i = 0; i < sharp.size(); ++i) {
    const double u = (sharp.actions[i] - 0.5) / 0.05;
    sharp.rewards[i] = 0.1 * flat.rewards[i] + std::exp(-u * u / 2);
  }
  const auto of_sharp = choose_bandwidth(sharp, 0, KernelEstimator::snips, grid, options);
  CHECK(of_flat.chosen().bandwidth > 0.3);
  CHECK(of_sharp.chosen().bandwidth < 0.15);
  CHECK(of_sharp.candidates.size() == grid.size());
}

TEST_CASE("kernel estimators: without noise the largest bandwidth is not taken for the surest") {
  // The rewards vary with the action alone: the largest bandwidth has the widest interval.
  DoseLog log = world_log(2'000, 29, 0.5, true);
  for (std::size_t i = 0; i < log.size(); ++i) {
    log.rewards[i] = 1 - 4 * (log.actions[i] - 0.5) * (log.actions[i] - 0.5);
  }
  const std::vector<double> grid{0.4, 0.1};
  for (const bool reversed : {false, true}) {
    const std::vector<double> bandwidths{grid[reversed], grid[!reversed]};
    const auto choice =
        choose_bandwidth(log, 0, KernelEstimator::snips, bandwidths, {.range = unit});
    CHECK(choice.chosen().bandwidth == 0.1);
    CHECK(std::fabs(choice.chosen().estimate.value - 1) < 0.02);
  }
}

TEST_CASE("kernel estimators: a bandwidth with few records has no say") {
  // Rewards of 0 near the target: a tiny bandwidth would be sure of 0.
  DoseLog log = world_log(400, 28, 0.5, true);
  for (std::size_t i = 0; i < log.size(); ++i) {
    log.rewards[i] = std::fabs(log.actions[i] - 0.5) < 0.01 ? 0 : 1;
  }
  const std::vector<double> grid{0.2, 0.005};
  CHECK(choose_bandwidth(log, 0, KernelEstimator::snips, grid).taken == 0);
  CHECK(choose_bandwidth(log, 0, KernelEstimator::snips, grid, {}, 1e6).taken == 0);
  // Rewards that agree with the rest and are all alike near the target: it would be sure of them.
  for (std::size_t i = 0; i < log.size(); ++i) {
    log.rewards[i] = std::fabs(log.actions[i] - 0.5) < 0.01 ? 0.5 : static_cast<double>(i % 2);
  }
  CHECK(choose_bandwidth(log, 0, KernelEstimator::snips, grid).taken == 0);
  CHECK(choose_bandwidth(log, 0, KernelEstimator::snips, grid, {}, 0).taken == 1);
  const std::vector<double> reversed{0.005, 0.2};
  CHECK(choose_bandwidth(log, 0, KernelEstimator::snips, reversed, {}, 1e6).taken == 1);
}

TEST_CASE("kernel estimators: what the log does not give is said") {
  DoseLog log = golden();
  log.q.clear();
  CHECK(terms_of_doses(log, 0, KernelEstimator::dr, .5).terms.size() == 4);
  CHECK_THROWS_AS(value(log, KernelEstimator::dr_logged, .5), NotApplicable);
  CHECK_THROWS_WITH(value(log, KernelEstimator::dr_logged, .5), Equals("the log has no column q"));
  log.targets[0].q.clear();
  CHECK_THROWS_WITH(value(log, KernelEstimator::dr_logged, .5), Contains("no column q, q_target"));
  CHECK_THROWS_WITH(value(log, KernelEstimator::dr, .5), Contains("no column q_target"));
  CHECK_THROWS_AS(value(log, KernelEstimator::ips, 0), std::invalid_argument);
  log.actions = {1, 1, 1, 1};
  CHECK_THROWS_WITH(bandwidth_grid(log), Contains("all logged actions are equal"));
  DoseLog one;
  one.actions = {.5};
  one.rewards = {1};
  one.densities = {1};
  one.targets = {{"target", {.5}, {}}};
  CHECK(std::isnan(estimate_kernel(one, 0, KernelEstimator::ips, .5).estimate.standard_error));
}

TEST_CASE("kernel estimators: a weight whose square is beyond the doubles is refused") {
  DoseLog log = world_log(50, 29, 0.5, true);
  log.targets[0].actions = log.actions;
  log.densities[6] = 1e-60;
  CHECK(estimate_kernel(log, 0, KernelEstimator::ips, 0.1).weights.effective == Approx(1));
  log.densities[6] = 1e-200;
  for (const KernelEstimator estimator : every) {
    CHECK_THROWS_WITH(estimate_kernel(log, 0, estimator, 0.1),
                      Contains("the weights overflow: record 7 of the log has the weight"));
  }
}

TEST_CASE("kernel estimators: an action outside the range is refused, with its record") {
  DoseLog log = golden();
  const KernelOptions options{.range = unit};
  CHECK(std::isfinite(value(log, KernelEstimator::ips, .5, options)));
  log.targets[0].actions[1] = 1.5;
  CHECK_THROWS_WITH(
      value(log, KernelEstimator::ips, .5, options),
      Equals("record 2: the action of target is 1.5, outside the range of actions [0, 1]"));
  log.actions[0] = -0.5;
  CHECK_THROWS_AS(value(log, KernelEstimator::ips, .5, options), DataError);
  CHECK_THROWS_WITH(value(log, KernelEstimator::ips, .5, options),
                    Contains("record 1: the action is -0.5"));
}
