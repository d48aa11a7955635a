#include "suite/run/cost_fit.hpp"

#include <cmath>

#include "suite/testing/catch.hpp"

using namespace replaybench;

namespace {

const std::vector<CostFit::Coordinate> two = {{1, 0.3}, {0, 0.3}};

}  // namespace

TEST_CASE("cost fit: one point gives the usual slopes, and an error that grows with the distance") {
  const CostFit fit(two, {{{2, 5}, -3}});
  CHECK(fit.predict({2, 5}).log_seconds == Approx(-3));
  CHECK(fit.predict({4, 5}).log_seconds == Approx(-1));
  CHECK(fit.predict({4, 9}).log_seconds == Approx(-1));
  CHECK(fit.residual() == Approx(0.25));
  // Errors of two measurements, and of the slope: sqrt(2 0.25^2 + (2 0.3)^2).
  CHECK(fit.predict({2, 5}).error == Approx(0.25 * std::sqrt(2.0)));
  CHECK(fit.predict({4, 5}).error == Approx(std::sqrt(2 * 0.0625 + 0.36)));
}

TEST_CASE("cost fit: measurements decide the slopes") {
  std::vector<CostFit::Point> points;
  for (const double x : {0.0, 3.0, 6.0, 9.0}) {
    for (const double y : {0.0, 4.0, 8.0}) points.push_back({{x, y}, -7 + 1.5 * x + 0.5 * y});
  }
  const CostFit fit(two, points);
  const auto far = fit.predict({12, 12});
  CHECK(far.log_seconds == Approx(-7 + 18 + 6).epsilon(0.01));
  CHECK(far.error < 0.2);
  CHECK(fit.residual() < 0.1);
}

TEST_CASE("cost fit: the residual is the error of predicting a point from the others") {
  // Left out one by one, refitted and compared: as the closed form says.
  const std::vector<CostFit::Coordinate> one = {{1, 0.3}};
  const std::vector<CostFit::Point> points = {
      {{1}, 1.2}, {{2}, 1.9}, {{3}, 3.4}, {{5}, 4.6}, {{8}, 8.3}};
  double sum = 0.25 * 0.25;
  for (std::size_t left_out = 0; left_out < points.size(); ++left_out) {
    std::vector<CostFit::Point> others = points;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(left_out));
    double centre = 0;
    for (const auto& point : points) centre += point.at[0] / 5;
    double squares = 0.1 * 0.1 / (0.3 * 0.3);
    for (const auto& point : points) squares += std::pow(point.at[0] - centre, 2);
    const double leverage = 0.2 + std::pow(points[left_out].at[0] - centre, 2) / squares;
    // The ridge of the whole, about the centre of the others, differs by little.
    const double error = points[left_out].log_seconds -
                         CostFit(one, others).predict(points[left_out].at).log_seconds;
    sum += error * error * (1 - leverage);
  }
  CHECK(CostFit(one, points).residual() == Approx(std::sqrt(sum / 6)).epsilon(0.01));
}
