#include "suite/offpolicy/term_resamples.hpp"

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>
#include <vector>

#include "suite/stream/word_stream.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;
using offpolicy::Combination;
using offpolicy::Term;
using offpolicy::TermResamples;

namespace {

// `kinds` distinct terms at most; 0: all distinct.
std::vector<Term> some_terms(std::size_t n, std::uint32_t kinds) {
  std::vector<Term> terms;
  for (std::size_t i = 0; i < n; ++i) {
    Draws which({901}, i);
    Draws draws({902}, kinds == 0 ? i : which.below(kinds));
    terms.push_back(
        {draws.uniform(), draws.below(3) == 0 ? 0 : 3 * draws.uniform(), 1e3 + draws.normal()});
  }
  return terms;
}

// The estimate of a resample that is copied, of records drawn one by one.
double of_copies(const std::vector<Term>& terms, Combination combination, double lambda,
                 WordStream words) {
  std::vector<Term> resample;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    resample.push_back(terms[words.below(static_cast<std::uint32_t>(terms.size()))]);
  }
  return offpolicy::combine(resample, combination, lambda).value;
}

}  // namespace

TEST_CASE("resamples of terms: the estimate of the copies, where each record is drawn") {
  for (const std::uint32_t kinds : {0u, 20u}) {
    const std::vector<Term> terms = some_terms(300, kinds);
    for (const Combination combination :
         {Combination::mean, Combination::ratio, Combination::log_mean}) {
      for (const double lambda : {0.0, -0.5, 2.0}) {
        const TermResamples resamples(terms, combination, lambda);
        for (std::uint64_t b = 0; b < 50; ++b) {
          const double expected = of_copies(terms, combination, lambda, WordStream({903}, b));
          REQUIRE(resamples.estimate({903}, b) == Approx(expected).epsilon(1e-12));
        }
      }
    }
  }
}

TEST_CASE(
    "resamples of terms: counts of few levels have the distribution of records drawn one by one") {
  // Two samples of estimates, by the chi-square test of homogeneity over twenty bins.
  const std::vector<Term> terms = some_terms(1'000, 7);
  constexpr std::size_t asked = 20'000;
  constexpr std::size_t bins = 20;
  for (const Combination combination :
       {Combination::mean, Combination::ratio, Combination::log_mean}) {
    const double lambda = -1e-3;
    const TermResamples resamples(terms, combination, lambda);
    std::vector<double> counted;
    std::vector<double> copied;
    for (std::uint64_t b = 0; b < asked; ++b) {
      counted.push_back(resamples.estimate({904}, b));
      copied.push_back(of_copies(terms, combination, lambda, WordStream({905}, b)));
    }
    std::vector<double> both = counted;
    both.insert(both.end(), copied.begin(), copied.end());
    std::sort(both.begin(), both.end());
    CHECK(both.front() < both.back());
    const auto histogram = [&](const std::vector<double>& sample) {
      std::vector<double> counts(bins);
      for (const double value : sample) {
        const auto place = static_cast<std::size_t>(
            std::lower_bound(both.begin(), both.end(), value) - both.begin());
        ++counts[place * bins / both.size()];
      }
      return counts;
    };
    const std::vector<double> first = histogram(counted);
    const std::vector<double> second = histogram(copied);
    double statistic = 0;
    for (std::size_t i = 0; i < bins; ++i) {
      statistic += (first[i] - second[i]) * (first[i] - second[i]) / (first[i] + second[i]);
    }
    CAPTURE(static_cast<int>(combination), statistic);
    CHECK(boost::math::cdf(boost::math::complement(
              boost::math::chi_squared_distribution<double>(bins - 1), statistic)) > 1e-4);
  }
}

TEST_CASE("resamples of terms: equal terms, and weights that are all 0") {
  const std::vector<Term> equal(500, {0.25, 2, 1});
  CHECK(TermResamples(equal, Combination::mean, 0).estimate({906}, 0) == 2.25);
  CHECK(TermResamples(equal, Combination::ratio, 0).estimate({906}, 0) == 1.25);
  const std::vector<Term> unused(500, {0.25, 0, 1});
  CHECK(TermResamples(unused, Combination::ratio, 0).estimate({906}, 0) == 0.25);
}
