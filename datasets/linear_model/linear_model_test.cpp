#include "datasets/linear_model/linear_model.hpp"

#include <algorithm>
#include <map>

#include "suite/numeric/moments.hpp"
#include "suite/testing/environments.hpp"
#include "suite/text/sha256.hpp"

using namespace replaybench;
using namespace replaybench::datasets::linear_model;
using namespace replaybench::testing;

namespace {

double normal_cdf(double z) { return 0.5 * std::erfc(-z / std::sqrt(2.0)); }
double normal_density(double z) { return std::exp(-z * z / 2) / std::sqrt(2 * M_PI); }

/// E[clip(mean + deviation Z)], Z standard normal.
double mean_of_clipped(double mean, double deviation) {
  const double low = -mean / deviation;
  const double high = (1 - mean) / deviation;
  return mean * (normal_cdf(high) - normal_cdf(low)) +
         deviation * (normal_density(low) - normal_density(high)) + 1 - normal_cdf(high);
}

/// CTR of the uniform policy, averaged over models, by quadrature: a specific action's w.c given w
/// is N(0, |w|^2), |w| is `weight` times a chi variable with m degrees of freedom, m uniform
/// on 1..q_max.
double uniform_policy_ctr(int q_max, double weight, double factor) {
  double specific = 0;
  for (int m = 1; m <= q_max; ++m) {
    const double normalisation = std::exp((1 - m / 2.0) * std::log(2.0) - std::lgamma(m / 2.0));
    constexpr int grid = 400;
    for (int i = 0; i < grid; ++i) {  // midpoint rule: the chi density beyond 8 is below 1e-11
      for (int j = 0; j < 20; ++j) {  // the quality, U(0.1, 0.2)
        const double chi = (i + 0.5) * 8 / grid;
        const double density = normalisation * std::pow(chi, m - 1) * std::exp(-chi * chi / 2);
        const double quality = 0.1 + 0.1 * (j + 0.5) / 20;
        specific += density * 8 / grid / 20 / q_max *
                    mean_of_clipped(quality, std::max(weight * factor * chi, 1e-9));
      }
    }
  }
  return 0.4 * 0.45 + 0.6 * specific;
}

struct Values {
  numeric::Moments uniform, best_arm, full, posterior, plug_in, full_over_posterior,
      posterior_over_plug_in;
};

/// The value of policies that know the model, over `models` models and `contexts` contexts each.
Values values_of_policies(const Dataset& dataset, std::uint64_t models, std::uint64_t contexts) {
  Values values;
  for (std::uint64_t m = 0; m < models; ++m) {
    const auto environment = dataset.environment(replicate_key({11}, m), replicate_key({12}, m));
    const Action actions = environment->action_count();
    double sums[4] = {};
    for (std::uint64_t t = 0; t < contexts; ++t) {
      environment->observe(t);
      const Context context = environment->context();
      const auto truth = [&](Action a) {
        return environment->expected_reward(context, a, Knowledge::full);
      };
      for (Action a = 0; a < actions; ++a) sums[0] += truth(a) / actions;
      int place = 1;
      for (const auto knowledge : {Knowledge::full, Knowledge::posterior, Knowledge::plug_in}) {
        Action best = 0;
        for (Action a = 1; a < actions; ++a) {
          if (environment->expected_reward(context, a, knowledge) >
              environment->expected_reward(context, best, knowledge)) {
            best = a;
          }
        }
        sums[place++] += truth(best);
      }
    }
    for (double& sum : sums) sum /= static_cast<double>(contexts);
    values.uniform.add(sums[0]);
    values.full.add(sums[1]);
    values.posterior.add(sums[2]);
    values.plug_in.add(sums[3]);
    values.full_over_posterior.add(sums[1] - sums[2]);
    values.posterior_over_plug_in.add(sums[2] - sums[3]);
    // At c = 0 every action is worth its quality; the best action alone is a universal one.
    const std::vector<double> zero(environment->dimension(), 0);
    const Context at_zero(zero, std::span(zero).first(environment->hidden_dimension()));
    double best_quality = 0;
    for (Action a = 0; a < actions; ++a) {
      best_quality =
          std::max(best_quality, environment->expected_reward(at_zero, a, Knowledge::full));
    }
    values.best_arm.add(best_quality);
  }
  return values;
}

}  // namespace

TEST_CASE("linear_model: a step does not depend on what was observed before") {
  require_steps_are_addresses(*dataset_of("linear_model"));
  require_steps_are_addresses(
      *dataset_of("linear_model{signal=\"x\", features=4, intercept=false}"));
}

TEST_CASE("linear_model: the distribution of the contexts") {
  const auto environment = dataset_of("linear_model")->environment({1}, {2});
  REQUIRE(environment->dimension() == 16);
  REQUIRE(environment->hidden_dimension() == 15);
  constexpr int steps = 20'000;
  numeric::Moments c2, n2, cn, neighbours;
  for (int t = 0; t < steps; ++t) {
    environment->observe(t);
    const Context context = environment->context();
    CHECK(context[15] == 1);
    for (int i = 0; i < 15; ++i) {
      const double c = context.hidden()[i];
      const double n = context[i] - c;
      c2.add(c * c);
      n2.add(n * n);
      cn.add(c * n);
      neighbours.add(c * context.hidden()[(i + 1) % 15]);
    }
  }
  require_near(c2.mean, 1, std::sqrt(2.0 / (15 * steps)));
  require_near(n2.mean, 0.25, 0.25 * std::sqrt(2.0 / (15 * steps)));
  require_near(cn.mean, 0, 0.5 / std::sqrt(15.0 * steps));
  require_near(neighbours.mean, 0, 1 / std::sqrt(15.0 * steps));
}

TEST_CASE("linear_model: scales are standard deviations, or variances") {
  const auto environment =
      dataset_of("linear_model{scale=\"variance\", noise=0.5, features=1, q_max=1}")
          ->environment({1}, {2});
  numeric::Moments n2;
  for (int t = 0; t < 50'000; ++t) {
    environment->observe(t);
    const double n = environment->context()[0] - environment->context().hidden()[0];
    n2.add(n * n);
  }
  require_near(n2.mean, 0.5, 0.5 * std::sqrt(2.0 / 50'000));
}

TEST_CASE("linear_model: the distribution of the model") {
  LinearOptions options;
  options.listed_order = true;
  constexpr int models = 4'000;
  numeric::Moments universal, specific, weight2;
  std::map<std::size_t, int> counts;  // of m
  std::vector<int> positions(options.features, 0);
  for (int m = 0; m < models; ++m) {
    const auto arms = draw_linear_arms(options, replicate_key({3}, m));
    REQUIRE(arms.size() == 10);
    for (int a = 0; a < 10; ++a) {
      if (a < 4) {
        CHECK(arms[a].relevant.empty());
        CHECK((arms[a].quality >= 0.4 && arms[a].quality < 0.5));
        universal.add(arms[a].quality);
        continue;
      }
      CHECK((arms[a].quality >= 0.1 && arms[a].quality < 0.2));
      specific.add(arms[a].quality);
      ++counts[arms[a].relevant.size()];
      std::vector<bool> met(options.features, false);
      for (const auto& [feature, weight] : arms[a].relevant) {
        CHECK_FALSE(met[feature]);
        met[feature] = true;
        ++positions[feature];
        weight2.add(weight * weight);
      }
    }
  }
  const double uniform_deviation = 0.1 / std::sqrt(12.0);
  require_near(universal.mean, 0.45, uniform_deviation / std::sqrt(4.0 * models));
  require_near(specific.mean, 0.15, uniform_deviation / std::sqrt(6.0 * models));
  require_near(weight2.mean, 0.04, 0.04 * std::sqrt(2.0 / static_cast<double>(weight2.count)));
  REQUIRE(counts.size() == 3);
  for (const auto& [m, count] : counts) {
    CHECK((m >= 1 && m <= 3));
    require_near(count / (6.0 * models), 1.0 / 3, std::sqrt(2.0 / 9 / (6.0 * models)));
  }
  // A feature is relevant for an action with probability E[m]/F = 2/15.
  for (const int count : positions) {
    require_near(count / (6.0 * models), 2.0 / 15, std::sqrt(2.0 / 15 * 13 / 15 / (6.0 * models)));
  }
}

TEST_CASE("linear_model: the order of the actions is a fair permutation of the list") {
  LinearOptions shuffled;
  LinearOptions listed = shuffled;
  listed.listed_order = true;
  constexpr int models = 4'000;
  std::vector<int> universal_at(10, 0);
  for (int m = 0; m < models; ++m) {
    const StreamKey key = replicate_key({5}, m);
    const auto arms = draw_linear_arms(shuffled, key);
    std::vector<double> qualities, expected;
    for (int a = 0; a < 10; ++a) {
      if (arms[a].relevant.empty()) ++universal_at[a];
      qualities.push_back(arms[a].quality);
    }
    for (const auto& arm : draw_linear_arms(listed, key)) expected.push_back(arm.quality);
    std::sort(qualities.begin(), qualities.end());
    std::sort(expected.begin(), expected.end());
    CHECK(qualities == expected);
  }
  for (const int count : universal_at) {
    require_near(count / double{models}, 0.4, std::sqrt(0.24 / models));
  }
}

TEST_CASE("linear_model: relevant = fixed, and a model of one's own") {
  LinearOptions options;
  options.always_q_max = true;
  options.q_max = 5;
  for (const auto& arm : draw_linear_arms(options, {9})) {
    CHECK((arm.relevant.empty() || arm.relevant.size() == 5));
  }
  const auto fixed = dataset_of("linear_model{model_seed=7}");
  const auto drawn = dataset_of("linear_model");
  CHECK(shown_at(*fixed->environment({1}, {2}), 3) == shown_at(*fixed->environment({99}, {2}), 3));
  CHECK(shown_at(*drawn->environment({1}, {2}), 3) != shown_at(*drawn->environment({99}, {2}), 3));
  CHECK(shown_at(*fixed->environment({1}, {2}), 3) !=
        shown_at(*dataset_of("linear_model{model_seed=8}")->environment({1}, {2}), 3));
}

TEST_CASE("linear_model: rewards follow the expected rewards") {
  for (const std::string signal : {"c", "x"}) {
    const auto environment = dataset_of("linear_model{signal=\"" + signal + "\", weight_scale=0.5}")
                                 ->environment({1}, {2});
    constexpr int steps = 40'000;
    for (Action a = 0; a < environment->action_count(); ++a) {
      double difference = 0;
      double variance = 0;
      int outside = 0;
      for (int t = 0; t < steps; ++t) {
        environment->observe(t);
        const double p = environment->expected_reward(environment->context(), a, Knowledge::full);
        CHECK((p >= 0 && p <= 1));
        if (p == 0 || p == 1) {
          ++outside;
          CHECK(environment->reward(a) == p);
        }
        difference += environment->reward(a) - p;
        variance += p * (1 - p);
      }
      require_near(difference, 0, std::sqrt(variance));
      CHECK(outside < steps);
    }
  }
}

TEST_CASE("linear_model: what each knowledge predicts, by hand") {
  LinearOptions options;
  options.features = 2;
  const auto arms = std::make_shared<const std::vector<LinearArm>>(
      std::vector<LinearArm>{{0.45, {}}, {0.15, {{1, 0.5}, {0, -0.25}}}});
  const LinearEnvironment environment(options, arms, {1});
  const std::vector<double> x = {1, 2, 1};
  const std::vector<double> c = {0, 3};
  const Context context(x, c);
  CHECK(environment.expected_reward(context, 0, Knowledge::full) == 0.45);
  CHECK(environment.expected_reward(context, 1, Knowledge::full) == 1);  // 0.15 + 1.5, clipped
  CHECK(environment.expected_reward(context, 1, Knowledge::plug_in) == Approx(0.15 + 1 - 0.25));
  CHECK(environment.expected_reward(context, 1, Knowledge::posterior) == Approx(0.15 + 0.8 * 0.75));
  CHECK_THROWS_AS(environment.expected_reward(Context(x), 1, Knowledge::full), std::logic_error);

  options.signal_is_x = true;
  const LinearEnvironment on_x(options, arms, {1});
  CHECK(on_x.expected_reward(context, 1, Knowledge::full) == Approx(0.9));
  CHECK(on_x.expected_reward(context, 1, Knowledge::posterior) == Approx(0.9));
}

TEST_CASE("linear_model: the anchors of the calibration, F = 15, q_max = 3") {
  // 4,000 models with 100 contexts each. The anchors are means over 300 models of an independent
  // program (deviation between models 0.045 for the policies that adapt, printed to three digits).
  const Values values = values_of_policies(*dataset_of("linear_model"), 4'000, 100);
  const auto anchored = [](const numeric::Moments& measured, double anchor, double deviation) {
    const double own = measured.standard_error();
    require_near(measured.mean, anchor, std::sqrt(own * own + deviation * deviation / 300));
  };
  anchored(values.uniform, 0.297, 0.02);
  anchored(values.best_arm, 0.480, 0.016);
  anchored(values.full, 0.573, 0.045);
  anchored(values.posterior, 0.549, 0.045);
  anchored(values.plug_in, 0.545, 0.045);
  // Paired differences: knowing more is worth more.
  CHECK(values.full_over_posterior.mean > 4 * values.full_over_posterior.standard_error());
  CHECK(values.posterior_over_plug_in.mean > 4 * values.posterior_over_plug_in.standard_error());
  // Two of them have closed forms: E max of four U(0.4, 0.5), and a quadrature.
  require_near(values.best_arm.mean, 0.48, values.best_arm.standard_error());
  require_near(values.uniform.mean, uniform_policy_ctr(3, 0.2, 1), values.uniform.standard_error());
}

TEST_CASE("linear_model: with the signal x the uniform policy's value agrees with a quadrature") {
  // x has variance 1 + noise^2 = 1.25. The calibration prints .303 (and .295, .315, .336 for q_max
  // = 2, 5, 10) as measured with noise 0.707; the quadrature gives these numbers at 0.5, and .307
  // there.
  const Values values = values_of_policies(*dataset_of("linear_model{signal=\"x\"}"), 2'000, 50);
  const double truth = uniform_policy_ctr(3, 0.2, std::sqrt(1.25));
  CHECK(truth == Approx(0.303).margin(0.0015));
  require_near(values.uniform.mean, truth, values.uniform.standard_error());
}

TEST_CASE("linear_model: the bits of its draws never change (raise the revision otherwise)") {
  const auto environment = dataset_of("linear_model")->environment({1}, {2});
  std::string bytes;
  for (int t = 0; t < 20; ++t) {
    const auto shown = shown_at(*environment, t);
    bytes.append(reinterpret_cast<const char*>(shown.data()), shown.size() * sizeof(double));
  }
  CHECK(sha256_hex(bytes) == "06317a1970c6e8770ab8750a995e61b5a2318f3c4fd5979aac782bfda68c3f96");
}

TEST_CASE("linear_model: refuses what does not fit together") {
  CHECK_THROWS_AS(dataset_of("linear_model{universal=11}"), SpecErrors);
  CHECK_THROWS_AS(dataset_of("linear_model{features=2}"), SpecErrors);
  CHECK_THROWS_AS(dataset_of("linear_model{signal=\"y\"}"), SpecErrors);
}
