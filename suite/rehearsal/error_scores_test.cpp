#include "suite/rehearsal/error_scores.hpp"

#include <cmath>

#include "suite/stream/stream.hpp"

using namespace replaybench;
using namespace replaybench::rehearsal;

TEST_CASE("ratios of errors on several kinds of twins have the golden values") {
  // Candidates IPS, SNIPS, DM, DR.
  const std::vector<std::vector<double>> errors{
      {.060, .041, .010, .030}, {.062, .050, .090, .044}, {.058, .040, .025, .032}};
  const ErrorRatios ratios = error_ratios(errors);
  const std::vector<double> mean_log{.992090468678, .669607991489, .238540012137, .448490788867};
  const std::vector<double> worst{6, 4.1, 2.045454545455, 3};
  for (std::size_t m = 0; m < 4; ++m) {
    CHECK(ratios.mean_log[m] == Approx(mean_log[m]).epsilon(0).margin(1e-10));
    CHECK(ratios.worst[m] == Approx(worst[m]).epsilon(0).margin(1e-10));
  }
}

TEST_CASE("errors of a candidate: bias, deviation, coverage and withheld estimates") {
  const std::vector<TwinEstimate> estimates{{.estimate = .5, .value = .4, .low = .3, .high = .7},
                                            {.estimate = .3, .value = .4, .low = .2, .high = .35},
                                            {.estimate = .7, .value = .4, .withheld = true}};
  const TwinErrors errors = errors_of(estimates);
  CHECK(errors.bias == Approx(.1));
  CHECK(errors.deviation == Approx(.2));
  CHECK(errors.error == Approx(std::sqrt(.11 / 3)));
  CHECK(errors.coverage == Approx(.5));
  CHECK(errors.intervals == Approx(2. / 3));
  CHECK(errors.width == Approx(.275));
  CHECK(errors.withheld == Approx(1. / 3));
}

TEST_CASE("candidates within two paired errors of the best share the first rank") {
  std::vector<std::vector<std::vector<TwinEstimate>>> estimates(2);
  for (std::uint64_t kind = 0; kind < 2; ++kind) {
    auto& of_kind = estimates[kind];
    of_kind.resize(4);
    for (std::uint64_t r = 0; r < 200; ++r) {
      Draws draws({kind}, r);
      const double common = draws.normal(), other = draws.normal();
      of_kind[0].push_back({.estimate = common, .value = 0});
      of_kind[1].push_back({.estimate = common + .01 * other, .value = 0});
      of_kind[2].push_back({.estimate = 2 * common, .value = 0});
      of_kind[3].push_back({.estimate = 3 * other, .value = 0});
    }
  }
  const ErrorRanking ranking = rank_by_errors(estimates);
  CHECK(ranking.ranks == std::vector<std::size_t>{1, 1, 3, 4});
  CHECK(ranking.scores[2] - ranking.scores[0] == Approx(std::log(2.)));
  // On the same twins an error that is always twice another one is told apart from it; an independent one less so.
  CHECK(ranking.standard_error[2] < .01);
  CHECK(ranking.standard_error[3] > .03);
}

TEST_CASE("an estimate without any error has ratio 1") {
  const ErrorRatios ratios = error_ratios(std::vector<std::vector<double>>{{0, .1}});
  CHECK(ratios.mean_log[0] == 0);
  CHECK(std::isinf(ratios.worst[1]));
}
