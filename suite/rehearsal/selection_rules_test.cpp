#include "suite/rehearsal/selection_rules.hpp"

#include <bit>
#include <cmath>

#include "suite/offpolicy/selection.hpp"

using namespace replaybench;
using namespace replaybench::rehearsal;

namespace {

const auto near = [](double value) { return Approx(value).epsilon(0).margin(1e-10); };

void require_near(const std::vector<double>& found, const std::vector<double>& expected) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    CAPTURE(i);
    CHECK(found[i] == near(expected[i]));
  }
}

// A log of six records: contexts A A B B A B, actions 0 1 2 0 2 1.
const std::vector<double> rewards{1, 0, 1, 0, 1, 1};
const std::vector<double> logger_a{.5, .25, .25}, logger_b{.4, .4, .2};
const std::vector<double> target_a{.2, .2, .6}, target_b{.1, .5, .4};
const std::vector<double> weights{.4, .8, 2, .25, 2.4, 1.25};
const std::vector<double> predicted{.6, .3, .7, .2, .5, .5};         // of the logged action
const std::vector<double> for_target{.48, .48, .55, .55, .48, .55};  // of the target

std::vector<double> ips_terms() {
  std::vector<double> terms;
  for (std::size_t i = 0; i < 6; ++i) terms.push_back(weights[i] * rewards[i]);
  return terms;
}
std::vector<double> dr_terms() {
  std::vector<double> terms;
  for (std::size_t i = 0; i < 6; ++i) {
    terms.push_back(for_target[i] + weights[i] * (rewards[i] - predicted[i]));
  }
  return terms;
}

double population_variance_of_mean(const std::vector<double>& terms) {
  return variance_of_mean(terms) * 5 / 6;
}

// Mean and sample deviation of the errors of all splits of this size.
std::pair<double, double> all_splits(const std::vector<double>& terms,
                                     const std::vector<double>& validator, std::size_t size) {
  double sum = 0, squares = 0, count = 0;
  for (unsigned set = 0; set < 64; ++set) {
    if (static_cast<std::size_t>(std::popcount(set)) != size) continue;
    std::vector<std::uint8_t> training(6);
    for (std::size_t i = 0; i < 6; ++i) training[i] = set >> i & 1;
    const double error = split_error(terms, validator, training);
    sum += error;
    squares += error * error;
    ++count;
  }
  return {sum / count, std::sqrt((squares - sum * sum / count) / (count - 1))};
}

}  // namespace

TEST_CASE("SLOPE++ takes the golden candidate") {
  const std::vector<offpolicy::SlopeCandidate> candidates{
      {.52, .30}, {.30, .10}, {.44, .20}, {.05, .04}};
  CHECK(offpolicy::choose_by_slope(candidates) == 1);
}

TEST_CASE("off-policy cross-validation: shares and errors of all splits have the golden values") {
  const double ips = population_variance_of_mean(ips_terms()),
               dm = population_variance_of_mean(for_target),
               dr = population_variance_of_mean(dr_terms());
  CHECK(ips == near(.149502314815));
  CHECK(dm == near(.000204166667));
  CHECK(dr == near(.039157986111));
  struct Case {
    std::vector<double> terms, validator;
    double variance, validator_variance, mean, bound;
  };
  for (const auto& [terms, validator, variance, validator_variance, mean, bound] :
       {Case{ips_terms(), ips_terms(), ips, ips, .717611111111, 1.006194449299},
        Case{for_target, ips_terms(), dm, ips, .281533333333, .346863806060},
        Case{dr_terms(), ips_terms(), dr, ips, .458237500000, .582106329993},
        Case{ips_terms(), dr_terms(), ips, dr, .371089583333, .509075831440},
        Case{for_target, dr_terms(), dm, dr, .157547500000, .186952679150},
        Case{dr_terms(), dr_terms(), dr, dr, .187958333333, .258152194213}}) {
    const std::size_t size = training_records(6, variance, validator_variance);
    const auto [found, deviation] = all_splits(terms, validator, size);
    CHECK(found == near(mean));
    CHECK(found + deviation / std::sqrt(10) == near(bound));
  }
  CHECK(training_records(10, 0, 0) == 5);
  CHECK(training_records(10, 0, 1) == 1);
  CHECK(training_records(10, 1, 0) == 9);
}

TEST_CASE("off-policy cross-validation by random splits comes near the mean over all splits") {
  const std::vector<std::vector<double>> candidates{ips_terms(), for_target, dr_terms()};
  std::vector<double> variances;
  for (const auto& terms : candidates) variances.push_back(variance_of_mean(terms));
  const auto scores = cross_validation_scores(candidates, dr_terms(), variances, 20'000, {17});
  // Five standard errors of 20,000 splits: the deviations of the errors are .44, .09 and .22.
  CHECK(scores[0] == Approx(.371089583333).margin(.0156));
  CHECK(scores[1] == Approx(.157547500000).margin(.0033));
  CHECK(scores[2] == Approx(.187958333333).margin(.0079));
  CHECK(scores == cross_validation_scores(candidates, dr_terms(), variances, 20'000, {17}));
}

TEST_CASE("the paired bias against a validator has the golden values") {
  const PairedBias ips = paired_bias(ips_terms(), dr_terms(), variance_of_mean(ips_terms()));
  CHECK(ips.difference == near(.110833333333));
  CHECK(ips.standard_error == near(.226422969487));
  CHECK(ips.squared_bias == 0);
  CHECK(ips.mean_squared_error == near(.179402777778));
  const PairedBias dm = paired_bias(for_target, dr_terms(), variance_of_mean(for_target));
  CHECK(dm.difference == near(-.382500000000));
  CHECK(dm.standard_error == near(.215907966504));
  CHECK(dm.squared_bias == near(.099690000000));
  CHECK(dm.mean_squared_error == near(.099935000000));
  const PairedBias dr = paired_bias(dr_terms(), dr_terms(), variance_of_mean(dr_terms()));
  CHECK(dr.difference == 0);
  CHECK(dr.mean_squared_error == near(.046989583333));
}

TEST_CASE("OPERA: weights, estimate and error have the golden values") {
  std::vector<double> errors{40, 12, 10, 12, 9, 8, 10, 8, 25};
  for (double& error : errors) error *= 1e-4;
  const auto any = opera_weights(errors, 3, false);
  REQUIRE(any);
  require_near(any->weights, {-.118040089087, 1.069042316258, .048997772829});
  CHECK(any->mean_squared_error == near(.000859688195991));
  CHECK(.62 * any->weights[0] + .50 * any->weights[1] + .56 * any->weights[2] ==
        near(.488775055679));
  const auto not_negative = opera_weights(errors, 3, true);
  REQUIRE(not_negative);
  require_near(not_negative->weights, {0, .944444444444, .055555555556});
  CHECK(not_negative->mean_squared_error == near(.000894444444444));
  CHECK(.62 * not_negative->weights[0] + .50 * not_negative->weights[1] +
            .56 * not_negative->weights[2] ==
        near(.503333333333));
  CHECK_FALSE(opera_weights(std::vector<double>{1, 1, 1, 1}, 2, false));  // singular
  CHECK_FALSE(opera_weights(std::vector<double>{0}, 1, true));
}

TEST_CASE("OPERA's weights of 0 or more are the best among random ones") {
  for (std::uint64_t trial = 0; trial < 20; ++trial) {
    Draws draws({91}, trial);
    std::vector<double> root(16), errors(16, 0);
    for (double& value : root) value = draws.normal();
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t j = 0; j < 4; ++j) {
        for (std::size_t k = 0; k < 4; ++k) errors[i * 4 + j] += root[i * 4 + k] * root[j * 4 + k];
      }
    }
    const auto found = opera_weights(errors, 4, true);
    REQUIRE(found);
    for (int other = 0; other < 300; ++other) {
      std::vector<double> weights(4);
      double sum = 0, error = 0;
      for (double& weight : weights) sum += weight = -std::log(1 - draws.uniform());
      for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t j = 0; j < 4; ++j) {
          error += weights[i] * errors[i * 4 + j] * weights[j] / (sum * sum);
        }
      }
      REQUIRE(error >= found->mean_squared_error * (1 - 1e-9));
    }
  }
}

TEST_CASE("PAS-IF: a split by given probabilities has the golden values") {
  const PseudoSplit a = pseudo_split(logger_a, std::vector<double>{.15, .10, .40});
  CHECK(a.share == near(.2));
  require_near(a.target, {.375, .125, .5});
  require_near(a.logger, {.53125, .28125, .1875});
  require_near(a.weights, {.705882352941, .444444444444, 2.666666666667});
  const PseudoSplit b = pseudo_split(logger_b, std::vector<double>{.10, .25, .35});
  CHECK(b.share == near(.21));
  require_near(b.target, {.190476190476, .476190476190, .333333333333});
  require_near(b.logger, {.455696202532, .379746835443, .164556962025});
  require_near(b.weights, {.417989417989, 1.253968253968, 2.025641025641});
}

TEST_CASE("PAS-IF: misfit of the weights, and estimates on the pseudo-logger's part") {
  const auto a = pseudo_split(logger_a, std::vector<double>{.15, .10, .40});
  const auto b = pseudo_split(logger_b, std::vector<double>{.10, .25, .35});
  const std::vector<double> of_records{a.weights[0], a.weights[1], b.weights[2],
                                       b.weights[0], a.weights[2], b.weights[1]};
  double over_records = 0, expected = 0;
  for (std::size_t i = 0; i < 6; ++i) {
    over_records += (of_records[i] - weights[i]) * (of_records[i] - weights[i]) / 6;
  }
  for (std::size_t k = 0; k < 3; ++k) {
    const double of_a = a.weights[k] - target_a[k] / logger_a[k];
    const double of_b = b.weights[k] - target_b[k] / logger_b[k];
    expected += logger_a[k] / 2 * of_a * of_a + logger_b[k] / 2 * of_b * of_b;
  }
  CHECK(over_records == near(.053331421972));
  CHECK(expected == near(.053795346024));
  // Records 1 and 4 are the pseudo-target's; given predictions of all actions.
  const std::vector<double> q_a{.6, .3, .5}, q_b{.2, .5, .7};
  const auto mean = [](const std::vector<double>& p, const std::vector<double>& q) {
    return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
  };
  const double direct = (mean(a.target, q_a) + 3 * mean(b.target, q_b)) / 4;
  double sum = 0, weight = 0, residuals = 0;
  for (const std::size_t i : {0u, 2u, 3u, 5u}) {
    sum += of_records[i] * rewards[i];
    weight += of_records[i];
    residuals += of_records[i] * (rewards[i] - predicted[i]);
  }
  CHECK(sum / 4 == near(.996372908138));
  CHECK(sum / weight == near(.905077502732));
  CHECK(direct == near(.510267857143));
  CHECK(direct + residuals / 4 == near(.868625730207));
}

TEST_CASE("PAS-IF: the exact probabilities have the golden values") {
  // Mean over the actions of both contexts, each half of the log, of the squared misfit of the weights.
  const auto misfit = [](double share) {
    double sum = 0;
    for (const auto& [logger, target] : {std::pair{logger_a, target_a}, {logger_b, target_b}}) {
      const auto split = pseudo_split(logger, exact_rho(logger, target, share).rho);
      for (std::size_t k = 0; k < 3; ++k) {
        const double difference = split.weights[k] - target[k] / logger[k];
        sum += logger[k] / 2 * difference * difference;
      }
    }
    return sum;
  };
  const ExactRho a = exact_rho(logger_a, target_a, .2), b = exact_rho(logger_b, target_b, .2);
  CHECK(a.multiplier == near(.165311409944));
  require_near(a.rho, {.116793427045, .185290534417, .381122611493});
  require_near(pseudo_split(logger_a, a.rho).weights,
               {.528951801860, .909725698518, 2.463315794511});
  CHECK(b.multiplier == near(.126889707323));
  require_near(b.rho, {.081926598710, .248358816297, .339429169986});
  require_near(pseudo_split(logger_b, b.rho).weights,
               {.356950102660, 1.321688176124, 2.055368808695});
  CHECK(misfit(.2) == near(.009785293453));
  CHECK(exact_rho(logger_a, target_a, .05).multiplier == near(.035826406069));
  CHECK(exact_rho(logger_b, target_b, .05).multiplier == near(.024679278798));
  CHECK(misfit(.05) == near(.000777159005));
  CHECK(pseudo_split(logger_a, a.rho).share == near(.2));
}

TEST_CASE("PAS-IF: without a difference between policies every record has the same probability") {
  const ExactRho same = exact_rho(logger_a, logger_a, .2);
  require_near(same.rho, {.2, .2, .2});
  CHECK(same.multiplier == Approx(0).margin(1e-9));
}
