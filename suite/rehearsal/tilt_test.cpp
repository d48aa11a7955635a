#include "suite/rehearsal/tilt.hpp"

#include <cmath>

using namespace replaybench;
using namespace replaybench::rehearsal;

namespace {

const auto near = [](double value) { return Approx(value).epsilon(0).margin(1e-10); };

// Rewards, predictions of the logged actions and weights of a log of six records.
const std::vector<double> rewards{1, 0, 1, 0, 1, 1};
const std::vector<double> predicted{.6, .3, .7, .2, .5, .5};
const std::vector<double> weights{.4, .8, 2, .25, 2.4, 1.25};
// Both contexts, each half of the log: predictions, weights and target.
const std::vector<double> all_predicted{.6, .3, .5, .2, .5, .7};
const std::vector<double> all_weights{.4, .8, 2.4, .25, 1.25, 2};
const std::vector<double> target{.2, .2, .6, .1, .5, .4}, logger{.5, .25, .25, .4, .4, .2};

double value_of(const Tilt& tilt, const std::vector<double>& policy) {
  double value = 0;
  for (std::size_t k = 0; k < 6; ++k) {
    value += policy[k] / 2 *
             tilt.apply(all_predicted[k], std::span(all_weights).subspan(k, 1), tilt.coefficients);
  }
  return value;
}

}  // namespace

TEST_CASE("the logistic tilt has the golden values") {
  const Tilt tilt = fit_tilt(true, rewards, predicted, weights, 1);
  REQUIRE(tilt.converged);
  CHECK(tilt.coefficients[0] == near(-1.054760258260));
  CHECK(tilt.coefficients[1] == near(2.257320395571));
  CHECK(tilt.covariance[0] == near(4.802763415377));
  CHECK(tilt.covariance[1] == near(-4.927348224834));
  CHECK(tilt.covariance[3] == near(6.960088074804));
  const std::vector<double> expected{.563070505068, .475968080785, .987417782048,
                                     .132765555092, .854070515143, .986707561864};
  for (std::size_t k = 0; k < 6; ++k) {
    CHECK(tilt.apply(all_predicted[k], std::span(all_weights).subspan(k, 1), tilt.coefficients) ==
          near(expected[k]));
  }
  CHECK(value_of(tilt, target) == near(.817626612113));
  CHECK(value_of(tilt, logger) == near(.619728829355));
}

TEST_CASE("the tilt of other rewards has the golden values") {
  const Tilt tilt = fit_tilt(false, rewards, predicted, weights, 1);
  REQUIRE(tilt.converged);
  CHECK(tilt.coefficients[0] == near(-.073678414097));
  CHECK(tilt.coefficients[1] == near(.231277533040));
  CHECK(value_of(tilt, target) == near(.803270925110));
}

TEST_CASE("a tilted model has the log's mean and its weighted mean") {
  for (const bool logistic : {true, false}) {
    const Tilt tilt = fit_tilt(logistic, rewards, predicted, weights, 1);
    double plain = 0, weighted = 0;
    for (std::size_t i = 0; i < 6; ++i) {
      const double error = rewards[i] - tilt.apply(predicted[i], std::span(weights).subspan(i, 1),
                                                   tilt.coefficients);
      plain += error;
      weighted += weights[i] * error;
    }
    CHECK(plain == Approx(0).margin(1e-12));
    CHECK(weighted == Approx(0).margin(1e-12));
  }
}

TEST_CASE("a column that depends on others is left out of the tilt") {
  std::vector<double> columns;
  for (const double weight : weights) {
    columns.insert(columns.end(), {1, weight, 3 * weight - 2});
  }
  const Tilt alone = fit_tilt(true, rewards, predicted, weights, 1);
  const Tilt tilt = fit_tilt(true, rewards, predicted, columns, 3);
  REQUIRE(tilt.converged);
  CHECK(tilt.coefficients[0] == near(alone.coefficients[0]));
  CHECK(tilt.coefficients[1] == 0);
  CHECK(tilt.coefficients[2] == near(alone.coefficients[1]));
  CHECK(tilt.coefficients[3] == 0);
  CHECK(tilt.drawn({3})[3] == 0);
}

TEST_CASE("rewards that are all alike have no logistic tilt, and this is said") {
  CHECK_FALSE(fit_tilt(true, std::vector<double>(6, 0), predicted, weights, 1).converged);
  CHECK(fit_tilt(false, std::vector<double>(6, 0), predicted, weights, 1).converged);
}

TEST_CASE("drawn coefficients have the mean and the covariance of the fit") {
  const Tilt tilt = fit_tilt(true, rewards, predicted, weights, 1);
  constexpr int draws = 20'000;
  double first = 0, second = 0, product = 0, square = 0;
  for (int r = 0; r < draws; ++r) {
    const auto drawn = tilt.drawn(replicate_key({5}, static_cast<std::uint64_t>(r)));
    const double x = drawn[0] - tilt.coefficients[0], y = drawn[1] - tilt.coefficients[1];
    first += x / draws;
    second += y / draws;
    product += x * y / draws;
    square += y * y / draws;
  }
  // Four standard errors.
  CHECK(first == Approx(0).margin(4 * std::sqrt(4.803 / draws)));
  CHECK(second == Approx(0).margin(4 * std::sqrt(6.960 / draws)));
  CHECK(product ==
        Approx(-4.927348).margin(4 * std::sqrt((4.803 * 6.960 + 4.927 * 4.927) / draws)));
  CHECK(square == Approx(6.960088).margin(4 * std::sqrt(2 * 6.960 * 6.960 / draws)));
}
