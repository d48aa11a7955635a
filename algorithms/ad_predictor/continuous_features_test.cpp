// Linear and hybrid features, features crossed one by one, and decreasing exploration.

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "algorithms/ad_predictor/ad_predictor.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"

using namespace replaybench;
using namespace replaybench::algorithms::ad_predictor;

namespace {

double phi_over_cdf(double t) {
  return std::exp(-t * t / 2) / std::sqrt(2 * M_PI) / (0.5 * std::erfc(-t / std::sqrt(2.0)));
}

// Two features: a number, and a code from 0 to 3. The same learner with a map of weights and the C
// library's functions; the number's part is asked of the algorithm, whose discretisers have tests
// of their own.
struct SlopeReference {
  Options options;
  using Key = std::tuple<int, long, Action>;  // which weight, part or value, item
  std::map<Key, Gaussian> weights;

  Gaussian& at(int kind, long value, Action item) {
    const Gaussian& prior = kind == 0 ? options.discrete : options.continuous;
    return weights.try_emplace({kind, value, item}, prior).first->second;
  }
  // The active weights and what each is multiplied by.
  std::vector<std::pair<Gaussian*, double>> active(const AdPredictor& algorithm,
                                                   const Context& context, Action action) {
    const double x = context[0];
    const bool missing = x == options.missing;
    const double y =
        missing ? 0 : std::copysign(std::log(1 + std::fabs(x)), x) / options.slope_unit;
    const auto& list = options.crossed;
    const Action item = std::find(list.begin(), list.end(), 0) != list.end() ? action : 0;
    const long part = missing                       ? -1
                      : !algorithm.cuts().is_cut(0) ? -2
                                                    : long(algorithm.cuts().bucket(0, x));
    std::vector<std::pair<Gaussian*, double>> active;
    if (options.form == Continuous::linear) {
      active.push_back(missing ? std::pair{&at(1, -1, item), 1.0} : std::pair{&at(2, 0, item), y});
    } else {
      active.push_back({&at(1, part, item), 1.0});
      if (options.form == Continuous::both && !missing) active.push_back({&at(2, 0, item), y});
      if (options.form == Continuous::hybrid && !missing) active.push_back({&at(2, part, item), y});
    }
    active.push_back({&at(0, long(context[1]), 0), 1.0});
    return active;
  }
  Gaussian score(const AdPredictor& algorithm, const Context& context, Action action) {
    Gaussian sum;
    for (const auto& [weight, factor] : active(algorithm, context, action)) {
      sum.mean += weight->mean * factor;
      sum.variance += weight->variance;
    }
    return sum;
  }
  void update(const AdPredictor& algorithm, const Context& context, Action action, double reward) {
    const Gaussian of = score(algorithm, context, action);
    const double y = reward == 1 ? 1 : -1;
    const double sigma = std::sqrt(options.beta * options.beta + of.variance);
    const double t = y * of.mean / sigma;
    const double v = phi_over_cdf(t);
    for (const auto& [weight, factor] : active(algorithm, context, action)) {
      weight->mean += y * weight->variance / sigma * v * factor;
      weight->variance *= 1 - weight->variance / (sigma * sigma) * v * (v + t);
    }
  }
};

Options slopes(Continuous form) {
  Options options;
  options.items = Items::none;
  options.first_categorical = 1;
  options.values = 4;
  options.alpha = 0;
  options.beta = 3;
  options.discrete = {0, 1};
  options.continuous = {0.1, 0.5};
  options.form = form;
  return options;
}

}  // namespace

TEST_CASE("ad_predictor: slopes and parts learn as a map of weights does") {
  for (const Continuous form :
       {Continuous::parts, Continuous::linear, Continuous::both, Continuous::hybrid}) {
    for (const bool crossed : {false, true}) {
      Options options = slopes(form);
      if (crossed) options.crossed = {0};
      if (crossed) options.slope_unit = 2.5;
      AdPredictor algorithm(3, 2, options);
      SlopeReference reference{options, {}};
      for (std::uint64_t t = 0; t < 400; ++t) {
        Draws draws({91}, t);
        const double number = draws.below(10) == 0 ? options.missing : 3 * draws.normal();
        const double x[2] = {number, double(draws.below(4))};
        const Context context(x);
        for (Action a = 0; a < 3; ++a) {
          const Gaussian ours = algorithm.score(context, a);
          const Gaussian theirs = reference.score(algorithm, context, a);
          REQUIRE(ours.mean == Approx(theirs.mean).epsilon(1e-9).margin(1e-9));
          REQUIRE(ours.variance == Approx(theirs.variance).epsilon(1e-9));
        }
        const Action action = draws.below(3);
        const double reward = draws.uniform() < (number > 1 ? 0.8 : 0.2) ? 1 : 0;
        reference.update(algorithm, context, action, reward);  // with the parts before this one
        algorithm.update(context, action, reward);
      }
      CHECK(algorithm.cuts().is_cut(0) == (form != Continuous::linear));
    }
  }
}

TEST_CASE("ad_predictor: a missing value has one weight, whatever the form") {
  // E.1.1: the score's variance is the sum over the active weights.
  for (const Continuous form :
       {Continuous::parts, Continuous::linear, Continuous::both, Continuous::hybrid}) {
    const Options options = slopes(form);
    const AdPredictor algorithm(3, 2, options);
    const double x[2] = {options.missing, 1};
    CHECK(algorithm.active_weights(Context(x), 0).size() == 2);
    CHECK(algorithm.score(Context(x), 0).variance == 0.5 + 1);
    const double here[2] = {0.7, 1};
    const bool two = form == Continuous::both || form == Continuous::hybrid;
    CHECK(algorithm.score(Context(here), 0).variance == (two ? 1.0 : 0.5) + 1);
  }
}

TEST_CASE("ad_predictor: a crossed feature separates the items, the others do not") {
  Options options = slopes(Continuous::parts);
  const double x[2] = {0.5, 1};
  const Context context(x);
  for (const bool crossed : {false, true}) {
    if (crossed) options.crossed = {1};
    AdPredictor algorithm(3, 2, options);
    for (int i = 0; i < 10; ++i) algorithm.update(context, 2, 1);
    CHECK((algorithm.score(context, 2).mean > algorithm.score(context, 0).mean) == crossed);
  }
}

TEST_CASE("ad_predictor: decreasing exploration is uniform with probability min(1, c / n)") {
  Options options = slopes(Continuous::parts);
  options.decreasing = 5;
  options.crossed = {1};
  const double x[2] = {0, 0};
  const Context context(x);
  const Display batch[] = {{context, 0}, {context, 1}};
  // After 19 updates the next choice is the 20th.
  AdPredictor taught(2, 2, options);
  for (int i = 0; i < 19; ++i) taught.update(context, 1, 1);
  constexpr int times = 20'000;
  int other = 0;
  int other_display = 0;
  for (std::uint64_t t = 0; t < times; ++t) {
    Draws draws({92}, t);
    other += taught.choose(context, ActionSet::all(2), draws) == 0;
    Draws again({93}, t);
    other_display += taught.choose_display(batch, again) == 0;
  }
  const double p = 0.25 / 2;
  const double error = std::sqrt(p * (1 - p) / times);
  CHECK(std::fabs(other / double(times) - p) < 4 * error);
  CHECK(std::fabs(other_display / double(times) - p) < 4 * error);
}

TEST_CASE("ad_predictor: refuses a feature that is not there, and slopes of cuts that change") {
  CHECK_THROWS_AS(testing::make_agent("ad_predictor{crossed=[2]}", 3, 2), NotApplicable);
  CHECK_THROWS_AS(testing::make_agent("ad_predictor{crossed=[-1]}", 3, 2), NotApplicable);
  CHECK_THROWS_WITH(testing::make_agent(
                        "ad_predictor{crossed=[0], features=discrete, first_categorical=1}", 3, 2),
                    Catch::Contains("feature 0, which features = discrete leaves out"));
  CHECK_THROWS_AS(testing::make_agent("ad_predictor{continuous=hybrid, discretiser=cuts}", 3, 2),
                  NotApplicable);
}
