#include "suite/learning/best_probabilities.hpp"

#include <cmath>
#include <numeric>
#include <vector>

#include "suite/model/numerical_failure.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/stream/gamma.hpp"
#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;
using namespace replaybench::learning;

namespace {

template <class Score>
std::vector<double> of(const std::vector<Score>& scores) {
  std::vector<double> out(scores.size());
  const double excess = best_probabilities(std::span<const Score>(scores), out);
  CHECK(std::fabs(excess) < 1e-12);
  CHECK(std::accumulate(out.begin(), out.end(), 0.0) == Approx(1).epsilon(1e-15));
  return out;
}

// P(Beta(a, b) > Beta(c, d)) for whole a: a finite sum (Cook, "Exact calculation of beta
// inequalities", 2005).
double beta_beats(double a, double b, double c, double d) {
  const auto log_beta = [](double x, double y) {
    return numeric::log_gamma(x) + numeric::log_gamma(y) - numeric::log_gamma(x + y);
  };
  double sum = 0;
  for (double i = 0; i < a; ++i) {
    sum += std::exp(log_beta(c + i, b + d) - std::log(b + i) - log_beta(1 + i, b) - log_beta(c, d));
  }
  return sum;
}

}  // namespace

TEST_CASE("best probabilities: two normals have a closed form") {
  for (const double distance : {0.0, 0.3, 2.0, 7.0, 12.0}) {
    for (const double deviation : {0.01, 0.5, 1.0, 30.0}) {
      INFO(distance << " " << deviation);
      const auto p = of<NormalScore>({{5, 1}, {5 - distance, deviation}});
      const double z = distance / std::sqrt(1 + deviation * deviation);
      CHECK(p[0] == Approx(numeric::normal_cdf(z)).epsilon(1e-13));
      CHECK(std::fabs(p[1] - numeric::normal_cdf(-z)) < 1e-14);
    }
  }
}

TEST_CASE("best probabilities: two Betas have a finite sum") {
  const double cases[][4] = {{1, 1, 1, 1},  {2, 1, 1, 1},         {3, 20, 5, 40},
                             {40, 2, 3, 1}, {7, 1'000, 2, 150.5}, {1, 9, 0.3, 2}};
  for (const auto& [a, b, c, d] : cases) {
    INFO(a << " " << b << " " << c << " " << d);
    const auto p = of<BetaScore>({{a, b}, {c, d}});
    CHECK(p[0] == Approx(beta_beats(a, b, c, d)).epsilon(1e-12));
  }
}

TEST_CASE("best probabilities: equal scores share, whatever the distribution") {
  for (const std::size_t count : {1, 2, 3, 7, 46}) {
    for (const double shape : {1e-9, 1e-3, 0.7, 1.0, 50.0, 1e7}) {
      INFO(count << " " << shape);
      for (const double p : of(std::vector<BetaScore>(count, {shape, 3 * shape}))) {
        CHECK(p == Approx(1.0 / static_cast<double>(count)).epsilon(1e-12));
      }
    }
    for (const double p : of(std::vector<NormalScore>(count, {-4, 1e-3}))) {
      CHECK(p == Approx(1.0 / static_cast<double>(count)).epsilon(1e-12));
    }
  }
}

TEST_CASE("best probabilities: powers, by hand") {
  // Beta(k, 1) is the highest of k uniforms: among Beta(k_i, 1) it is best with k_i / sum k.
  const auto p = of<BetaScore>({{1, 1}, {2, 1}, {5, 1}, {0.5, 1}});
  const double k[] = {1, 2, 5, 0.5};
  for (std::size_t i = 0; i < 4; ++i) CHECK(p[i] == Approx(k[i] / 8.5).epsilon(1e-12));
  // The shapes are far below 1: half of the scores are below the smallest double.
  const auto small = of<BetaScore>({{1e-3, 1}, {2e-3, 1}, {5e-3, 1}});
  CHECK(small[0] == Approx(1.0 / 8).epsilon(1e-12));
  CHECK(small[2] == Approx(5.0 / 8).epsilon(1e-12));
}

TEST_CASE("best probabilities: many clicks are normal") {
  // Beta(n p, n (1 - p)), n = 10^8: the logit's distribution is normal to 1e-4 of its width.
  const auto p = of<BetaScore>({{3e7, 7e7}, {3.0005e7, 6.9995e7}});
  const double z = 5e-5 / std::sqrt(2 * 0.21 / 1e8);
  CHECK(p[1] == Approx(numeric::normal_cdf(z)).epsilon(2e-4));
}

TEST_CASE("best probabilities: as often as simulated") {
  const std::vector<BetaScore> betas{{3, 20}, {5, 40}, {1, 2}, {0.7, 3}, {30, 200}};
  const std::vector<NormalScore> normals{{0.3, 0.1}, {0.1, 0.4}, {0.35, 0.02}, {-1, 1}};
  constexpr int draws_asked = 200'000;
  std::vector<double> beta_wins(betas.size()), normal_wins(normals.size());
  for (std::uint64_t t = 0; t < draws_asked; ++t) {
    Draws draws({6'201}, t);
    std::size_t best = 0;
    double highest = -1e300;
    for (std::size_t i = 0; i < betas.size(); ++i) {
      const double score = draw_logit_beta(draws, betas[i].a, betas[i].b);
      if (score > highest) highest = score, best = i;
    }
    beta_wins[best] += 1.0 / draws_asked;
    highest = -1e300;
    for (std::size_t i = 0; i < normals.size(); ++i) {
      const double score = normals[i].mean + normals[i].deviation * draws.normal();
      if (score > highest) highest = score, best = i;
    }
    normal_wins[best] += 1.0 / draws_asked;
  }
  const auto close = [](const std::vector<double>& p, const std::vector<double>& seen) {
    for (std::size_t i = 0; i < p.size(); ++i) {
      CAPTURE(i, p[i], seen[i]);
      CHECK(std::fabs(p[i] - seen[i]) < 5 * std::sqrt(p[i] * (1 - p[i]) / draws_asked));
    }
  };
  close(of(betas), beta_wins);
  close(of(normals), normal_wins);
}

TEST_CASE("best probabilities: those of 46 very different scores sum to 1") {
  std::vector<BetaScore> betas;
  std::vector<NormalScore> normals;
  Draws draws({6'202}, 0);
  for (int i = 0; i < 46; ++i) {
    const double trials = std::pow(10, 6 * draws.uniform());
    betas.push_back({1 + 0.01 * trials * draws.uniform(), 10 + trials});
    normals.push_back({draws.normal(), std::pow(10, -4 * draws.uniform())});
  }
  for (const auto& p : {of(betas), of(normals)}) {
    CHECK(std::accumulate(p.begin(), p.end(), 0.) == Approx(1).margin(1e-9));
  }
}

TEST_CASE("best probabilities: what cannot be resolved is refused") {
  std::vector<double> out(2);
  const std::vector<NormalScore> scores{{1, 1e-18}, {1, 1}};
  CHECK_THROWS_AS(best_probabilities(std::span<const NormalScore>(scores), out), NumericalFailure);
}
