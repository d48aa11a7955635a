#include "suite/ratings/factors.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "suite/model/numerical_failure.hpp"
#include "suite/numeric/moments.hpp"
#include "suite/ratings/memory_limit.hpp"

namespace replaybench::ratings {

double Factors::product(std::size_t user, std::size_t item) const {
  const auto q = of_user(user);
  const auto p = of_item(item);
  double sum = 0;
  for (std::size_t j = 0; j < rank; ++j) sum += q[j] * p[j];
  return sum;
}

double objective(const Factors& factors, std::span<const Rating> ratings, double lambda) {
  numeric::Sum sum;
  for (const Rating& rating : ratings) {
    const double error = rating.value - factors.product(rating.user, rating.item);
    sum.add(error * error);
  }
  for (const double q : factors.users) sum.add(lambda * q * q);
  for (const double p : factors.items) sum.add(lambda * p * p);
  return sum.value();
}

Factors sgd_factors(std::size_t users, std::size_t items, std::span<const Rating> ratings,
                    const SgdOptions& options) {
  const std::size_t f = options.rank;
  Factors out{f, std::vector<double>(users * f), std::vector<double>(items * f)};
  std::vector<double> left;  // r - q[1..j-1] . q'[1..j-1]
  for (const Rating& rating : ratings) left.push_back(rating.value);
  for (std::size_t j = 0; j < f; ++j) {
    for (std::size_t u = 0; u < users; ++u) out.users[u * f + j] = options.initial;
    for (std::size_t i = 0; i < items; ++i) out.items[i * f + j] = options.initial;
    for (std::size_t epoch = 0; epoch < options.epochs; ++epoch) {
      for (std::size_t n = 0; n < ratings.size(); ++n) {
        double& q = out.users[ratings[n].user * f + j];
        double& p = out.items[ratings[n].item * f + j];
        const double error = left[n] - q * p;
        const double old = q;
        q += options.rate * (error * p - options.lambda * q);
        p += options.rate * (error * old - options.lambda * p);
      }
    }
    for (std::size_t n = 0; n < ratings.size(); ++n) {
      left[n] -= out.users[ratings[n].user * f + j] * out.items[ratings[n].item * f + j];
      if (!std::isfinite(left[n])) {
        throw NumericalFailure("matrix factorisation: the descent overflowed; lower its rate");
      }
    }
  }
  return out;
}

std::vector<Rating> residuals(const RatingTable& table, const Means& means) {
  std::vector<Rating> out(table.ratings().begin(), table.ratings().end());
  for (Rating& rating : out) rating.value -= means.predict(rating.user, rating.item);
  return out;
}

FactorPredictor svd_predictor(const RatingTable& table, const SvdOptions& options) {
  const std::size_t users = table.users();
  const std::size_t items = table.items();
  // The filled table, the copy that is decomposed and its side of min(users, items).
  check_memory(3 * cells(users, items), "an SVD of the ratings of " + std::to_string(items) +
                                            " items by " + std::to_string(users) + " users");
  const std::size_t rank = std::min({options.rank, users, items});
  const bool centred = options.fill == GapFill::means;
  const Means means(table, MeanKind::additive, options.damping);
  std::vector<double> filled(users * items, 0);
  Factors factors;
  for (std::size_t round = 0; round < options.rounds; ++round) {
    for (std::size_t u = 0; round > 0 && u < users; ++u) {
      for (std::size_t i = 0; i < items; ++i) filled[u * items + i] = factors.product(u, i);
    }
    for (const Rating& r : table.ratings()) {
      filled[r.user * items + r.item] = r.value - (centred ? means.predict(r.user, r.item) : 0);
    }
    factors = truncated_svd(filled, users, items, rank, options.shrinkage);
  }
  return centred ? FactorPredictor(means, std::move(factors))
                 : FactorPredictor(table, std::move(factors));
}

}  // namespace replaybench::ratings
