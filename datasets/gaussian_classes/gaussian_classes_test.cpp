#include "datasets/gaussian_classes/gaussian_classes.hpp"

#include "suite/testing/environments.hpp"

using namespace replaybench;
using namespace replaybench::datasets::gaussian_classes;
using namespace replaybench::testing;

TEST_CASE("gaussian_classes: a step does not depend on what was observed before") {
  require_steps_are_addresses(*dataset_of("gaussian_classes"));
  require_steps_are_addresses(*dataset_of("gaussian_classes{classes=3, modes=2, features=2}"));
}

TEST_CASE("gaussian_classes: one action a step pays, the class, and classes are equally frequent") {
  const auto environment =
      dataset_of("gaussian_classes{classes=4, features=3}")->environment({1}, {2});
  REQUIRE(environment->action_count() == 4);
  REQUIRE(environment->dimension() == 4);
  constexpr int steps = 40'000;
  double frequency[4] = {};
  for (int t = 0; t < steps; ++t) {
    environment->observe(t);
    const Context context = environment->context();
    CHECK(context[3] == 1);
    double sum = 0;
    for (Action a = 0; a < 4; ++a) {
      const double reward = environment->reward(a);
      sum += reward;
      frequency[a] += reward;
      CHECK(reward == environment->expected_reward(context, a, Knowledge::full));
    }
    CHECK(sum == 1);
  }
  for (const double count : frequency) {
    require_near(count / steps, 0.25, std::sqrt(0.25 * 0.75 / steps));
  }
}

TEST_CASE("gaussian_classes: centres are about `separation` away, points about sqrt(F) from them") {
  ClassOptions options;
  options.classes = 50;
  options.features = 20;
  options.separation = 3;
  const auto centres = draw_centres(options, {5});
  REQUIRE(centres.size() == 1000);
  // E |mu|^2 = separation^2; its variance is 2 separation^4 / F.
  double squares = 0;
  for (const double c : centres) squares += c * c;
  require_near(squares / 50, 9, std::sqrt(2.0 * 81 / 20 / 50));

  GaussianClasses environment(options, std::make_shared<const std::vector<double>>(centres), {6});
  double distance = 0;
  constexpr int steps = 2'000;
  for (int t = 0; t < steps; ++t) {
    environment.observe(t);
    const Context context = environment.context();
    const auto drawn = static_cast<std::size_t>(context.hidden()[0]);
    for (std::size_t f = 0; f < 20; ++f) {
      const double d = context[f] - centres[drawn * 20 + f];
      distance += d * d;
    }
  }
  require_near(distance / steps, 20, std::sqrt(2.0 * 20 / steps));
}

TEST_CASE("gaussian_classes: the posterior is Bayes's rule, by hand and by frequency") {
  // Two classes on a line, centres -1 and 1: P(class 1 | x) = 1 / (1 + exp(-2 x)).
  ClassOptions options;
  options.classes = 2;
  options.features = 1;
  const auto centres = std::make_shared<const std::vector<double>>(std::vector<double>{-1, 1});
  GaussianClasses environment(options, centres, {7});
  for (const double x : {-40.0, -1.0, 0.0, 0.3, 2.0, 40.0}) {
    const std::vector<double> values{x, 1};
    const double right = 1 / (1 + std::exp(-2 * x));
    CHECK(environment.expected_reward(Context(values), 1, Knowledge::posterior) ==
          Approx(right).epsilon(1e-12));
    CHECK(environment.expected_reward(Context(values), 1, Knowledge::plug_in) +
              environment.expected_reward(Context(values), 0, Knowledge::plug_in) ==
          Approx(1).epsilon(1e-12));
  }
  // Calibration: the mean posterior of the class drawn is the mean of sum p^2, and the Bayes policy
  // is right as often as it believes. Here P(right) = Phi(1) = 0.8413.
  constexpr int steps = 40'000;
  double right = 0;
  for (int t = 0; t < steps; ++t) {
    environment.observe(t);
    const Context context = environment.context();
    const Action best = environment.expected_reward(context, 1, Knowledge::posterior) > 0.5 ? 1 : 0;
    right += environment.reward(best);
  }
  require_near(right / steps, 0.841344746, std::sqrt(0.8413 * 0.1587 / steps));
  const std::vector<double> values{0, 1};
  CHECK_THROWS_AS(environment.expected_reward(Context(values), 0, Knowledge::full),
                  std::logic_error);
}

TEST_CASE("gaussian_classes: with two modes a class is on both sides") {
  // Class 0 at -2 and 2, class 1 at 0 and 0: by hand at x = 0 and x = 2.
  ClassOptions options;
  options.classes = 2;
  options.features = 1;
  options.modes = 2;
  const auto centres =
      std::make_shared<const std::vector<double>>(std::vector<double>{-2, 2, 0, 0});
  GaussianClasses environment(options, centres, {8});
  const auto probability = [&](double x) {
    const std::vector<double> values{x, 1};
    return environment.expected_reward(Context(values), 0, Knowledge::posterior);
  };
  // exp(-2) each against 1 each; exp(-8) and 1 against exp(-2) each.
  CHECK(probability(0) == Approx(std::exp(-2.0) / (std::exp(-2.0) + 1)).epsilon(1e-12));
  CHECK(probability(2) ==
        Approx((1 + std::exp(-8.0)) / (1 + std::exp(-8.0) + 2 * std::exp(-2.0))).epsilon(1e-12));
  CHECK(probability(-2) == Approx(probability(2)).epsilon(1e-12));
  environment.observe(0);
  CHECK(environment.dimension() == 2);
}

TEST_CASE("gaussian_classes: a model of its own, or a new one each replicate") {
  const auto fixed = dataset_of("gaussian_classes{model_seed=3}");
  const auto drawn = dataset_of("gaussian_classes");
  const auto at_zero = [](Environment& environment) { return shown_at(environment, 0); };
  CHECK(at_zero(*fixed->environment({1}, {9})) == at_zero(*fixed->environment({2}, {9})));
  CHECK(at_zero(*drawn->environment({1}, {9})) != at_zero(*drawn->environment({2}, {9})));
  CHECK(dataset_of("gaussian_classes{intercept=false}")->environment({1}, {2})->dimension() == 16);
}
