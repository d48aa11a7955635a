#include "suite/offpolicy/selection.hpp"

#include <stdexcept>

#include "suite/offpolicy/weights.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench::offpolicy;

namespace {

const std::vector<double> w{.4, .8, 2, .25, 2.4, 1.25};
const std::vector<double> r{1, 0, 1, 0, 1, 1};
const std::vector<double> q{.6, .3, .7, .2, .5, .5};
const std::vector<double> value{.48, .48, .55, .55, .48, .55};
const std::vector<double> grid{.5, 1, 2, 5};

std::vector<double> capped_terms(double cap) {
  std::vector<double> terms;
  for (std::size_t i = 0; i < w.size(); ++i) terms.push_back(capped(w[i], cap) * r[i]);
  return terms;
}

}  // namespace

TEST_CASE("selection: SLOPE's half-widths and choice on six records") {
  const double half_widths[] = {.149624, .299248, .565354, .625125};
  const double estimates[] = {.316667, .566667, .941667, 1.008333};
  std::vector<SlopeCandidate> candidates;
  for (std::size_t i = 0; i < grid.size(); ++i) {
    const auto terms = capped_terms(grid[i]);
    const double half = slope_half_width(terms);
    CHECK(half == Approx(half_widths[i]).epsilon(1e-5));
    candidates.push_back({estimates[i], half});
  }
  CHECK(choose_by_slope(candidates) == 0);
}

TEST_CASE("selection: SLOPE stops where the estimates part") {
  // The intervals shrink while the bias grows: the third is too far from the first.
  const std::vector<SlopeCandidate> candidates{{1, .5}, {.8, .2}, {-.5, .1}, {.7, .05}};
  CHECK(choose_by_slope(candidates) == 1);
  // The half-width sqrt(6) - 1 of the wider candidate counts: 1.449 + 0.1.
  CHECK(choose_by_slope(std::vector<SlopeCandidate>{{0, 1}, {1.54, .1}}) == 1);
  CHECK(choose_by_slope(std::vector<SlopeCandidate>{{0, 1}, {1.56, .1}}) == 0);
  // The third agrees with both before it, which do not agree: the choice has ended there.
  CHECK(choose_by_slope(std::vector<SlopeCandidate>{{0, 1}, {1.56, .1}, {1.4, .09}}) == 0);
  CHECK(choose_by_slope(std::vector<SlopeCandidate>{{3, 1}}) == 0);
  CHECK_THROWS_AS(choose_by_slope({}), std::invalid_argument);
}

TEST_CASE("selection: the bound of the mean squared error") {
  // Optimistic shrinkage, without the upper bound: 100 is best, with .036144836 (others print
  // .0361447); the number is that of the formula written out in another language.
  double best = 1;
  for (const double lambda : {.5, 1., 2., 5., 100.}) {
    std::vector<double> changed, terms, outcomes;
    for (std::size_t i = 0; i < w.size(); ++i) {
      changed.push_back(optimistically_shrunk(w[i], lambda));
      outcomes.push_back(r[i] - q[i]);
      terms.push_back(value[i] + changed[i] * outcomes[i]);
    }
    const double bound = mse_bound(terms, w, changed, outcomes, false);
    CHECK(bound < best);
    best = bound;
  }
  CHECK(best == Approx(0.036144835733988384).epsilon(1e-12));
  // With it, of caps: the variance of the sample over n, and the bias of a cap of 5 is 0.
  const auto terms = capped_terms(5);
  const double log_term = std::log(40.0);
  const double bias = std::sqrt(2 * 12.185 / 6 * log_term / 6) + 2 * 2.4 * log_term / 18;
  CHECK(mse_bound(terms, w, w, r, true) ==
        Approx(0.423559650790508 * 0.423559650790508 * 5 / 6 + bias * bias).epsilon(1e-12));
}
