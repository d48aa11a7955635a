#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>
#include <functional>

#include "suite/statistics/empirical_distribution.hpp"
#include "suite/statistics/sample_mean.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;
using statistics::EmpiricalDistribution;

namespace {

constexpr int runs = 100'000;
/// Two simulated distributions of `runs` values differ by more with probability below 1e-3.
const double noise = 2 / std::sqrt(runs / 2.0);

double studentised(const std::vector<double>& rewards, double mu) {
  double mean = 0;
  for (const double reward : rewards) mean += reward / static_cast<double>(rewards.size());
  double variance = 0;
  for (const double reward : rewards) {
    variance += (reward - mean) * (reward - mean) / static_cast<double>(rewards.size());
  }
  return std::sqrt(static_cast<double>(rewards.size()) / variance) * (mean - mu);
}

EmpiricalDistribution distribution_of(const std::function<double(Draws&)>& statistic,
                                      std::uint64_t key) {
  std::vector<double> values;
  for (std::uint64_t run = 0; run < runs; ++run) {
    Draws draws({key}, run);
    values.push_back(statistic(draws));
  }
  return EmpiricalDistribution(values);
}

double grid_distance(const EmpiricalDistribution& a, const EmpiricalDistribution& b) {
  double worst = 0;
  for (int i = -16; i <= 16; ++i) {
    worst = std::max(worst, std::fabs(a.cdf(0.25 * i) - b.cdf(0.25 * i)));
  }
  return worst;
}

double exponential(Draws& draws) { return -std::log1p(-draws.uniform()); }

/// P(sqrt(n) (k/n - p) / sqrt(k/n (1 - k/n)) <= x), summed over all k.
double success_cdf(int n, double p, double x) {
  const boost::math::binomial_distribution<double> distribution(n, p);
  double sum = 0;
  for (int k = 0; k <= n; ++k) {
    const double rate = static_cast<double>(k) / n;
    const double error = std::sqrt(n) * (rate - p);
    const bool within = k == 0 || (k < n && error <= x * std::sqrt(rate * (1 - rate)));
    sum += within ? pdf(distribution, k) : 0;
  }
  return sum;
}

}  // namespace

TEST_CASE("bootstrap_distribution_error: Bernoulli rewards, by summing both distributions again") {
  const auto dataset = dataset_of("bernoulli_arms{arms=2, means=[0.3, 0.6]}");
  Trial trial = trial_of(*dataset, Agent(Stochastic{{1, 0}}), 40);
  const auto log = trial.log();
  double accepted = 0;
  double paid = 0;
  for (std::size_t t = 0; t < log->size(); ++t) {
    accepted += log->actions[t] == 0;
    paid += log->actions[t] == 0 ? log->rewards[t] : 0;
  }
  const double rate = paid / accepted;
  const auto row = rows_of("bootstrap_distribution_error{of=\"r_bred\"}", trial)[0];
  CHECK(row.step == 40);
  CHECK(row.values[1] == Approx(rate));
  CHECK(row.values[2] == Approx(std::sqrt(rate * (1 - rate) / 40)));
  CHECK(row.values[3] == 40);
  CHECK(row.values[4] == Approx(accepted));
  // The steps of both distributions are among these x (and just beside them).
  double worst = 0;
  for (const double p : {0.3, rate}) {
    for (int k = 1; k < 40; ++k) {
      const double at = k / 40.0;
      const double x = std::sqrt(40) * (at - p) / std::sqrt(at * (1 - at));
      for (const double beside : {x - 1e-9, x + 1e-9}) {
        worst = std::max(worst,
                         std::fabs(success_cdf(40, 0.3, beside) - success_cdf(40, rate, beside)));
      }
    }
  }
  CHECK(row.values[0] == Approx(worst).epsilon(1e-9));
  // T_pi values instead of T.
  CHECK(value_of("bootstrap_distribution_error{of=\"r_bred_dp\"}", "draws", trial) == accepted);
  // s = 2 r or 0: a success rate of half the reward.
  CHECK(value_of("bootstrap_distribution_error{of=\"red_star_inf\"}", "mean", trial) ==
        Approx(2 * paid / 40));
}

TEST_CASE("bootstrap_distribution_error: Algorithm 13, run, against the environment, played") {
  const auto dataset = dataset_of("weibull_arms");
  const Trial trial = trial_of(*dataset, Agent(Stochastic{{1}}), 30);
  Trial copy = trial;
  const auto rewards = copy.log()->rewards;
  const std::uint64_t size = GENERATE(15, 30, 60);
  const std::string options = ", expansion=" + std::to_string(static_cast<double>(size) / 30) + "}";
  const auto resamples = statistics::resample_mean(rewards, size, runs, {551});
  const auto draw_mean = [&](Draws& draws) {
    std::vector<double> drawn(size);
    for (double& reward : drawn) reward = exponential(draws);
    return drawn;
  };
  const EmpiricalDistribution truth =
      distribution_of([&](Draws& d) { return studentised(draw_mean(d), 1); }, 552);
  const EmpiricalDistribution plain_truth = distribution_of(
      [&](Draws& d) {
        double sum = 0;
        for (const double reward : draw_mean(d)) sum += reward - 1;
        return sum / std::sqrt(static_cast<double>(size));
      },
      553);
  const auto distance = [&](const std::string& distribution) {
    return value_of("bootstrap_distribution_error{of=\"r_bred_dp\", distribution=\"" +
                        distribution + "\"" + options,
                    "estimate", trial);
  };
  CHECK(distance("studentised") ==
        Approx(grid_distance(EmpiricalDistribution(statistics::studentised(resamples)), truth))
            .margin(noise));
  CHECK(distance("plain") ==
        Approx(grid_distance(EmpiricalDistribution(statistics::errors(resamples)), plain_truth))
            .margin(noise));
  CHECK(distance("rescaled") ==
        Approx(grid_distance(EmpiricalDistribution(statistics::rescaled_errors(resamples)),
                             plain_truth))
            .margin(noise));
  CHECK(distance("printed") ==
        Approx(grid_distance(
                   EmpiricalDistribution(statistics::cdf_statistics_as_printed(resamples)), truth))
            .margin(noise));
}

TEST_CASE("bootstrap_distribution_error: R-BRED, BRED and the bootstrap of RED*, run") {
  // Three arms of different means; the policy plays them with 0.6, 0.3, 0.1.
  const auto dataset = dataset_of("weibull_arms{means=[1, 2, 0.5], shape=2}");
  const std::vector<double> distribution{0.6, 0.3, 0.1};
  const double means[] = {1, 2, 0.5};
  const double mu = 0.6 * 1 + 0.3 * 2 + 0.1 * 0.5;
  const Trial trial = trial_of(*dataset, Agent(Stochastic{distribution}), 60);
  Trial copy = trial;
  const auto log = copy.log();
  const double scale = 1 / std::tgamma(1.5);
  const auto reward = [&](Action a, Draws& draws) {
    return means[a] * scale * std::sqrt(exponential(draws));
  };
  const auto play = [&](Draws& draws) {
    const double u = draws.uniform();
    return static_cast<Action>(u < 0.6 ? 0 : u < 0.9 ? 1 : 2);
  };
  double sum = 0;
  double weight = 0;
  double star = 0;
  for (std::size_t t = 0; t < 60; ++t) {
    const double p = distribution[log->actions[t]];
    sum += p * log->rewards[t];
    weight += p;
    star += 3 * p * log->rewards[t] / 60;
  }

  SECTION("R-BRED") {
    const EmpiricalDistribution truth = distribution_of(
        [&](Draws& draws) {
          std::vector<double> rewards(60);
          for (double& r : rewards) r = reward(play(draws), draws);
          return studentised(rewards, mu);
        },
        561);
    // Algorithm 15.
    const EmpiricalDistribution found = distribution_of(
        [&](Draws& draws) {
          std::vector<double> rewards;
          while (rewards.size() < 60) {
            const auto t = draws.below(60);
            if (play(draws) == log->actions[t]) rewards.push_back(log->rewards[t]);
          }
          return studentised(rewards, sum / weight);
        },
        562);
    CHECK(value_of("bootstrap_distribution_error{of=\"r_bred\"}", "estimate", trial) ==
          Approx(grid_distance(found, truth)).margin(noise));
    CHECK(value_of("bootstrap_distribution_error{of=\"r_bred\"}", "mean", trial) ==
          Approx(sum / weight));
  }
  SECTION("BRED, E = 2") {
    const EmpiricalDistribution truth = distribution_of(
        [&](Draws& draws) {
          std::vector<double> rewards;
          for (int t = 0; t < 120; ++t) {
            const Action logged = draws.below(3);
            if (play(draws) == logged) rewards.push_back(reward(logged, draws));
          }
          return studentised(rewards, mu);
        },
        563);
    // Algorithm 12.
    const EmpiricalDistribution found = distribution_of(
        [&](Draws& draws) {
          std::vector<double> rewards;
          for (int i = 0; i < 120; ++i) {
            const auto t = draws.below(60);
            if (play(draws) == log->actions[t]) rewards.push_back(log->rewards[t]);
          }
          return studentised(rewards, sum / weight);
        },
        564);
    CHECK(value_of("bootstrap_distribution_error{of=\"bred\", expansion=2}", "estimate", trial) ==
          Approx(grid_distance(found, truth)).margin(noise));
    CHECK(value_of("bootstrap_distribution_error{of=\"bred\", expansion=2}", "draws", trial) ==
          Approx(120 * weight / 60).epsilon(1e-3));
  }
  SECTION("RED*_inf") {
    const EmpiricalDistribution truth = distribution_of(
        [&](Draws& draws) {
          std::vector<double> values(60);
          for (double& s : values) {
            const Action logged = draws.below(3);
            s = 3 * distribution[logged] * reward(logged, draws);
          }
          return studentised(values, mu);
        },
        565);
    const EmpiricalDistribution found = distribution_of(
        [&](Draws& draws) {
          std::vector<double> values(60);
          for (double& s : values) {
            const auto t = draws.below(60);
            s = 3 * distribution[log->actions[t]] * log->rewards[t];
          }
          return studentised(values, star);
        },
        566);
    CHECK(value_of("bootstrap_distribution_error{of=\"red_star_inf\"}", "estimate", trial) ==
          Approx(grid_distance(found, truth)).margin(noise));
    CHECK(value_of("bootstrap_distribution_error{of=\"red_star_inf\"}", "mean", trial) ==
          Approx(star));
  }
  SECTION("RED_inf") {
    struct Ratio {
      double deviation;  // sqrt(n) (ratio - center)
      double score;      // studentised mean of p (r - center)
    };
    const auto ratio_of = [&](const std::vector<Action>& actions,
                              const std::vector<double>& rewards, double center) {
      double reward_sum = 0;
      double weight_sum = 0;
      std::vector<double> scores;
      for (std::size_t i = 0; i < actions.size(); ++i) {
        const double p = distribution[actions[i]];
        reward_sum += p * rewards[i];
        weight_sum += p;
        scores.push_back(p * (rewards[i] - center));
      }
      return Ratio{
          std::sqrt(static_cast<double>(actions.size())) * (reward_sum / weight_sum - center),
          studentised(scores, 0)};
    };
    const auto true_ratio = [&](Draws& draws) {
      std::vector<Action> actions;
      std::vector<double> rewards;
      for (int t = 0; t < 60; ++t) {
        actions.push_back(draws.below(3));
        rewards.push_back(reward(actions.back(), draws));
      }
      return ratio_of(actions, rewards, mu);
    };
    const auto resampled_ratio = [&](Draws& draws) {
      std::vector<Action> actions;
      std::vector<double> rewards;
      for (int t = 0; t < 60; ++t) {
        const auto i = draws.below(60);
        actions.push_back(log->actions[i]);
        rewards.push_back(log->rewards[i]);
      }
      return ratio_of(actions, rewards, sum / weight);
    };
    const EmpiricalDistribution truth =
        distribution_of([&](Draws& d) { return true_ratio(d).score; }, 567);
    const EmpiricalDistribution found =
        distribution_of([&](Draws& d) { return resampled_ratio(d).score; }, 568);
    const std::string name = "bootstrap_distribution_error{of=\"red_inf\"";
    CHECK(value_of(name + "}", "estimate", trial) ==
          Approx(grid_distance(found, truth)).margin(noise));
    CHECK(value_of(name + "}", "mean", trial) == Approx(sum / weight));
    // The plain form's grid is in true deviations, 3 sd(p (r - mu)) since uniform logging accepts a
    // third.
    double second = 0;
    for (Action a = 0; a < 3; ++a) {
      const double variance = means[a] * means[a] * (scale * scale - 1);
      second +=
          distribution[a] * distribution[a] * (variance + (means[a] - mu) * (means[a] - mu)) / 3;
    }
    const double unit = 3 * std::sqrt(second);
    const EmpiricalDistribution plain_truth =
        distribution_of([&](Draws& d) { return true_ratio(d).deviation / unit; }, 569);
    const EmpiricalDistribution plain_found =
        distribution_of([&](Draws& d) { return resampled_ratio(d).deviation / unit; }, 570);
    CHECK(value_of(name + ", distribution=\"plain\"}", "estimate", trial) ==
          Approx(grid_distance(plain_found, plain_truth)).margin(noise));
  }
}

TEST_CASE(
    "bootstrap_distribution_error: RED* of a deterministic policy has the unused records as "
    "zeros") {
  const auto dataset = dataset_of("weibull_arms{arms=4, means=[1]}");
  const Trial trial = trial_of(*dataset, Agent(Stochastic{{1, 0, 0, 0}}), 400);
  Trial copy = trial;
  const auto log = copy.log();
  double sum = 0;
  for (std::size_t t = 0; t < 400; ++t) sum += log->actions[t] == 0 ? log->rewards[t] : 0;
  CHECK(value_of("bootstrap_distribution_error{of=\"red_star_inf\"}", "mean", trial) ==
        Approx(4 * sum / 400));
  const double distance =
      value_of("bootstrap_distribution_error{of=\"red_star_inf\"}", "estimate", trial);
  CHECK(distance > 0);
  CHECK(distance < 0.05);
}

TEST_CASE(
    "bootstrap_distribution_error: the normal approximation's error does not hang on the log") {
  const auto dataset = dataset_of("weibull_arms");
  const auto distance = [&](const std::string& text, std::uint64_t replicate) {
    return value_of(text, "estimate", trial_of(*dataset, Agent(Stochastic{{1}}), 100, replicate));
  };
  const std::string studentised_normal =
      "bootstrap_distribution_error{of=\"r_bred_dp\", by=\"normal\"}";
  CHECK(distance(studentised_normal, 0) == distance(studentised_normal, 1));
  CHECK(distance(studentised_normal, 0) == Approx(0.031).margin(0.001));
  const std::string plain_normal =
      "bootstrap_distribution_error{of=\"r_bred_dp\", distribution=\"plain\", by=\"normal\"}";
  CHECK(distance(plain_normal, 0) != distance(plain_normal, 1));
}

TEST_CASE("bootstrap_distribution_error: a subsample of everything is no subsample") {
  const auto dataset = dataset_of("weibull_arms");
  const Trial trial = trial_of(*dataset, Agent(Stochastic{{1}}), 50);
  const auto distance = [&](const std::string& options) {
    return value_of("bootstrap_distribution_error{of=\"r_bred_dp\"" + options + "}", "estimate",
                    trial);
  };
  CHECK(distance(", subsample=50") == Approx(distance("")).epsilon(1e-6));
  CHECK(distance(", subsample=80, subsamples=2") == Approx(distance("")).epsilon(1e-6));
  CHECK(distance(", subsample=20") != Approx(distance("")).epsilon(1e-3));
  // Too few different values for a smooth distribution.
  CHECK(std::isnan(distance(", subsample=7")));
}

TEST_CASE("bootstrap_distribution_error: an uninformative log gives NaN") {
  const auto dataset = dataset_of("weibull_arms{arms=3, means=[1]}");
  const auto row = rows_of("bootstrap_distribution_error",
                           trial_of(*dataset, Agent(Stochastic{{1, 0, 0}}), 2))[0];
  CHECK(std::isnan(row.values[0]));
  const auto coin = dataset_of("bernoulli_arms{means=[1]}");
  CHECK(std::isnan(value_of("bootstrap_distribution_error", "estimate",
                            trial_of(*coin, Agent(Stochastic{{1}}), 10))));
}

TEST_CASE("bootstrap_distribution_error: what is not offered is refused") {
  const auto weibull = dataset_of("weibull_arms{arms=2, means=[1]}");
  const auto coins = dataset_of("bernoulli_arms{arms=2, means=[0.3]}");
  const auto gaussian = dataset_of("gaussian_arms");
  const Agent stochastic(Stochastic{{0.5, 0.5}});
  const auto refused = [&](const std::string& text, const Dataset& dataset, const Agent& agent) {
    CHECK_THROWS_AS(rows_of(text, trial_of(dataset, agent, 20)), NotApplicable);
  };
  refused("bootstrap_distribution_error", *gaussian, stochastic);
  refused("bootstrap_distribution_error", *weibull, Agent(Alternating{}));
  refused("bootstrap_distribution_error", *weibull, Agent(Always{}));  // gives no probabilities
  refused("bootstrap_distribution_error{of=\"r_bred_dp\"}", *weibull, stochastic);
  refused("bootstrap_distribution_error{of=\"bred\"}", *coins, stochastic);
  refused("bootstrap_distribution_error{of=\"red_star_inf\"}", *coins, stochastic);
  refused("bootstrap_distribution_error{of=\"red_inf\"}", *coins, stochastic);
  refused("bootstrap_distribution_error{of=\"red_inf\", distribution=\"rescaled\"}", *weibull,
          stochastic);
  refused("bootstrap_distribution_error{of=\"red_inf\", distribution=\"plain\", by=\"normal\"}",
          *weibull, stochastic);
  const LogDataset file(plain_log(2, {0, 1}, {1, 0}));
  CHECK_THROWS_AS(rows_of("bootstrap_distribution_error", trial_of(file, stochastic)),
                  NotApplicable);
  CHECK_THROWS_AS(evaluator_of("bootstrap_distribution_error{subsample=5}"), SpecErrors);
  CHECK_THROWS_AS(
      evaluator_of("bootstrap_distribution_error{distribution=\"printed\", by=\"normal\"}"),
      SpecErrors);
}
