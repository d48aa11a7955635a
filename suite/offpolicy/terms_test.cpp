#include "suite/offpolicy/terms.hpp"

#include <cmath>

#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;
using namespace replaybench::offpolicy;

namespace {

std::vector<Term> random_terms(std::size_t n, bool with_base) {
  std::vector<Term> terms;
  for (std::size_t i = 0; i < n; ++i) {
    Draws draws({11}, i);
    terms.push_back({with_base ? draws.normal() : 0, 3 * draws.uniform(), draws.normal()});
  }
  return terms;
}

}  // namespace

TEST_CASE("terms: influences sum to 0 and are the derivative of the estimate") {
  for (const auto combination : {Combination::mean, Combination::ratio, Combination::log_mean}) {
    const double lambda = -0.3;
    const auto terms = random_terms(50, true);
    const auto parts = influences(terms, combination, lambda);
    CHECK(std::fabs(sum_of(parts)) < 1e-14);
    // A record that counts 1 + h times moves the estimate by h times its influence.
    std::vector<Term> many;
    for (int copy = 0; copy < 1'000; ++copy) many.insert(many.end(), terms.begin(), terms.end());
    many.push_back(terms[7]);
    const double h = 1.0 / 1'000;
    const double moved =
        combine(many, combination, lambda).value - combine(terms, combination, lambda).value;
    CHECK(moved / h == Approx(parts[7]).epsilon(0.002));
  }
}

TEST_CASE("terms: the order changes nothing") {
  auto terms = random_terms(500, true);
  for (const auto combination : {Combination::mean, Combination::ratio, Combination::log_mean}) {
    const Estimate before = combine(terms, combination, -0.5);
    std::vector<Term> turned(terms.rbegin(), terms.rend());
    const Estimate after = combine(turned, combination, -0.5);
    CHECK(after.value == before.value);
    CHECK(after.standard_error == before.standard_error);
  }
}

TEST_CASE("terms: large exponents do not overflow") {
  const std::vector<Term> terms{{0, 1, 5'000}, {0, 1, -5'000}, {0, 1, 0}};
  const Estimate estimate = combine(terms, Combination::log_mean, -1);
  CHECK(estimate.value == Approx(-5'000 + std::log(3.0)));
  CHECK(std::isfinite(estimate.standard_error));
}

TEST_CASE("terms: the standard error of a log of a mean, by the delta method") {
  // lambda = -1: the exponentials 1/2, 1/4, 1/4, 1 have the mean 1/2 and the sample variance 1/8.
  const double one = std::log(2.0);
  const std::vector<Term> terms{{0, 1, one}, {0, 1, 2 * one}, {0, 2, one}, {0, 1, 0}};
  const Estimate estimate = combine(terms, Combination::log_mean, -1);
  CHECK(estimate.value == Approx(one));
  CHECK(estimate.standard_error == Approx(std::sqrt(1.0 / 8 / 4) / 0.5));
}

TEST_CASE("terms: one record has an estimate and no error") {
  const std::vector<Term> one{{0.5, 2, 1}};
  CHECK(combine(one, Combination::mean).value == 2.5);
  CHECK(std::isnan(combine(one, Combination::mean).standard_error));
  CHECK(combine(one, Combination::ratio).value == 1.5);
  CHECK(std::isnan(combine(one, Combination::ratio).standard_error));
}

TEST_CASE("terms: summary of weights") {
  const std::vector<double> weights{0, 1, 2, 3};
  const WeightSummary summary = summarise_weights(weights);
  CHECK(summary.effective == 36.0 / 14);
  CHECK(summary.mean == 1.5);
  CHECK(summary.largest == 3);
  CHECK(summary.largest_share == 0.5);
  CHECK(summary.records == 3);
  CHECK(summary.z == Approx(0.5 / (std::sqrt(5.0 / 3) / 2)));
  CHECK(std::isnan(summarise_weights(std::vector<double>{1, 1, 1}).z));
}
