#include "suite/offpolicy/slate_estimators.hpp"

#include <algorithm>
#include <cmath>

#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"
#include "suite/text/errors.hpp"

using namespace replaybench;
using namespace replaybench::offpolicy;
using Catch::Matchers::Contains;

namespace {

// Items 0, 1, 2 in two slots, none twice. The logger takes each of the six pairs alike; the policy is
// Plackett-Luce with scores 3, 2, 1.
constexpr double scores[] = {3, 2, 1};

double of_pair(int first, int second) {
  return scores[first] / 6 * scores[second] / (6 - scores[first]);
}
double in_second(int item) {
  double sum = 0;
  for (int first = 0; first < 3; ++first) {
    if (first != item) sum += of_pair(first, item);
  }
  return sum;
}

constexpr double model[2][3] = {{0.7, 0.5, 0.4}, {0.3, 0.35, 0.4}};

struct Pair {
  int items[2];
  double rewards[2];
};

SlateLog log_of(const std::vector<Pair>& pairs) {
  SlateLog log;
  log.first.clear();
  log.distinct_actions = 3;
  const auto add = [&](SlateColumn column, double value) {
    log.columns[static_cast<std::size_t>(column)].push_back(value);
  };
  for (const Pair& pair : pairs) {
    log.first.push_back(log.rewards.size());
    for (int l = 0; l < 2; ++l) {
      const int item = pair.items[l];
      const double alone = l == 0 ? scores[item] / 6 : in_second(item);
      log.rewards.push_back(pair.rewards[l]);
      add(SlateColumn::p_slot, 1.0 / 3);
      add(SlateColumn::pi_slot, alone);
      add(SlateColumn::p_prefix, l == 0 ? 1.0 / 3 : 1.0 / 6);
      add(SlateColumn::pi_prefix, l == 0 ? alone : of_pair(pair.items[0], item));
      add(SlateColumn::pi_shown, scores[item] / 6 + in_second(item));
      add(SlateColumn::q, model[l][item]);
      double of_policy = 0;
      for (int other = 0; other < 3; ++other) {
        if (l == 0) {
          of_policy += scores[other] / 6 * model[0][other];
        } else if (other != pair.items[0]) {
          of_policy += scores[other] / (6 - scores[pair.items[0]]) * model[1][other];
        }
      }
      add(SlateColumn::q_pi, of_policy);
    }
  }
  log.first.push_back(log.rewards.size());
  return log;
}

std::vector<Pair> golden_pairs() {
  return {{{0, 1}, {1, 0}}, {{2, 0}, {0, 1}}, {{1, 2}, {1, 1}}, {{0, 2}, {0, 0}}};
}

constexpr SlateEstimator every_slate_estimator[] = {SlateEstimator::sips,
                                                    SlateEstimator::iips,
                                                    SlateEstimator::rips,
                                                    SlateEstimator::pseudo_inverse,
                                                    SlateEstimator::sn_pseudo_inverse,
                                                    SlateEstimator::cascade_dr};

const SlateOptions uniform{.logger = SlateLogger::uniform_ranking};

double value(const SlateLog& log, SlateEstimator estimator, const SlateOptions& options = uniform) {
  return terms_of_slates(log, estimator, options).estimate().value;
}

void require_golden(double value, double golden) {
  INFO(value << " for " << golden);
  CHECK(std::fabs(value - golden) <= 1e-12);
}

}  // namespace

TEST_CASE("slates: golden values of four slates") {
  const SlateLog log = log_of(golden_pairs());
  require_golden(value(log, SlateEstimator::sips), 0.9);
  require_golden(value(log, SlateEstimator::iips), 1.075);
  require_golden(value(log, SlateEstimator::rips), 0.9);
  require_golden(value(log, SlateEstimator::pseudo_inverse), 0.866666666666667);
  require_golden(value(log, SlateEstimator::sn_pseudo_inverse), 0.859504132231405);
  require_golden(value(log, SlateEstimator::cascade_dr), 0.809583333333333);
}

TEST_CASE("slates: the weights of the pseudo-inverse, and that their mean under the logger is 1") {
  const int pairs[6][2] = {{0, 1}, {0, 2}, {1, 0}, {1, 2}, {2, 0}, {2, 1}};
  const double golden[] = {1.966666666666667, 1.033333333333333, 1.533333333333333,
                           0.466666666666667, 0.566666666666667, 0.433333333333333};
  double sum = 0;
  for (int i = 0; i < 6; ++i) {
    const double weight =
        value(log_of({{{pairs[i][0], pairs[i][1]}, {1, 0}}}), SlateEstimator::pseudo_inverse);
    require_golden(weight, golden[i]);
    sum += weight / 6;
  }
  require_golden(sum, 1);
}

TEST_CASE("slates: every estimator has no bias over all slates where its assumption holds") {
  // Rewards of a slot's own action alone: all assumptions hold.
  const double means[2][3] = {{0.9, 0.4, 0.2}, {0.1, 0.6, 0.5}};
  double truth = 0;
  std::vector<Pair> all;
  for (int first = 0; first < 3; ++first) {
    for (int second = 0; second < 3; ++second) {
      if (first == second) continue;
      const double rewards[] = {means[0][first], means[1][second]};
      all.push_back({{first, second}, {rewards[0], rewards[1]}});
      truth += of_pair(first, second) * (rewards[0] + rewards[1]);
    }
  }
  const SlateLog log = log_of(all);
  for (const SlateEstimator estimator : every_slate_estimator) {
    INFO(static_cast<int>(estimator));
    require_golden(value(log, estimator), truth);
    require_golden(summarise_weights(terms_of_slates(log, estimator, uniform).weights).mean, 1);
  }
  // A second reward that depends on the first action too: not the independent one's any more, nor
  // the sum's where the two actions work together.
  double other_truth = 0;
  for (Pair& pair : all) {
    if (pair.items[0] == 0) pair.rewards[1] = pair.items[1] == 2 ? 6 : 0;
    other_truth += of_pair(pair.items[0], pair.items[1]) * (pair.rewards[0] + pair.rewards[1]);
  }
  const SlateLog other = log_of(all);
  for (const auto exact :
       {SlateEstimator::sips, SlateEstimator::rips, SlateEstimator::cascade_dr}) {
    require_golden(value(other, exact), other_truth);
  }
  CHECK(std::fabs(value(other, SlateEstimator::iips) - other_truth) > 0.01);
  CHECK(std::fabs(value(other, SlateEstimator::pseudo_inverse) - other_truth) > 0.01);
}

TEST_CASE(
    "slates: the pseudo-inverse is the one of the matrix, for other numbers of slots and actions") {
  // For a policy that draws its ranking by other scores, over all rankings of K = 4 in 1 to 4 slots: the
  // mean weight is 1, and the mean of weight times 1_s is the policy's 1_s, as q' G^+ G = q says.
  const double other[] = {5, 1, 2, 3};
  for (std::size_t slots = 1; slots <= 4; ++slots) {
    struct Ranking {
      std::vector<int> items;
      double chance;
    };
    std::vector<Ranking> rankings{{{}, 1}};
    for (std::size_t l = 0; l < slots; ++l) {
      std::vector<Ranking> longer;
      for (const Ranking& ranking : rankings) {
        double left = 11;
        for (const int item : ranking.items) left -= other[item];
        for (int item = 0; item < 4; ++item) {
          if (std::count(ranking.items.begin(), ranking.items.end(), item) > 0) continue;
          longer.push_back(ranking);
          longer.back().items.push_back(item);
          longer.back().chance *= other[item] / left;
        }
      }
      rankings = longer;
    }
    std::vector<std::vector<double>> marginal(slots, std::vector<double>(4));
    std::vector<double> shown(4);
    for (const Ranking& ranking : rankings) {
      for (std::size_t l = 0; l < slots; ++l) {
        marginal[l][static_cast<std::size_t>(ranking.items[l])] += ranking.chance;
        shown[static_cast<std::size_t>(ranking.items[l])] += ranking.chance;
      }
    }
    std::vector<std::vector<double>> weighted(slots, std::vector<double>(4));
    for (const Ranking& ranking : rankings) {
      SlateLog log;
      log.first = {0, slots};
      log.rewards.assign(slots, 0);
      log.rewards[0] = 1;
      for (std::size_t l = 0; l < slots; ++l) {
        const auto item = static_cast<std::size_t>(ranking.items[l]);
        log.columns[static_cast<std::size_t>(SlateColumn::pi_slot)].push_back(marginal[l][item]);
        log.columns[static_cast<std::size_t>(SlateColumn::pi_shown)].push_back(shown[item]);
      }
      const double weight = value(log, SlateEstimator::pseudo_inverse,
                                  {.logger = SlateLogger::uniform_ranking, .actions = 4});
      for (std::size_t l = 0; l < slots; ++l) {
        weighted[l][static_cast<std::size_t>(ranking.items[l])] +=
            weight / static_cast<double>(rankings.size());
      }
    }
    for (std::size_t l = 0; l < slots; ++l) {
      for (std::size_t item = 0; item < 4; ++item) {
        require_golden(weighted[l][item], marginal[l][item]);
      }
    }
  }
}

TEST_CASE("slates: a product logger, and slates of one slot") {
  SlateLog log = log_of(golden_pairs());
  // 1 - L + sum w_l, by hand: (0,1) 1.5 + 1.2 - 1, (2,0) .5 + 1.05 - 1, (1,2) 1 + .75 - 1.
  require_golden(value(log, SlateEstimator::pseudo_inverse, {}), (1.7 + 0.55 + 2 * 0.75) / 4);
  SlateLog single;
  single.first = {0, 1, 2};
  single.rewards = {1, 3};
  single.columns[static_cast<std::size_t>(SlateColumn::p_slot)] = {0.5, 0.25};
  single.columns[static_cast<std::size_t>(SlateColumn::pi_slot)] = {0.25, 0.5};
  single.columns[static_cast<std::size_t>(SlateColumn::p_prefix)] = {0.5, 0.25};
  single.columns[static_cast<std::size_t>(SlateColumn::pi_prefix)] = {0.25, 0.5};
  for (const auto estimator : {SlateEstimator::sips, SlateEstimator::iips, SlateEstimator::rips,
                               SlateEstimator::pseudo_inverse}) {
    CHECK(value(single, estimator, {}) == (0.5 * 1 + 2 * 3) / 2);
  }
}

TEST_CASE("slates: standard error, interval and weights by hand") {
  const PolicyTerms sips = terms_of_slates(log_of(golden_pairs()), SlateEstimator::sips);
  const auto interval = normal_interval(sips.estimate(), 0.95);
  const WeightSummary weights = summarise_weights(sips.weights);
  // Weights 2, .6, .5, 1 on rewards 1, 1, 2, 0: 2, .6, 1, 0 of mean .9.
  const double error = std::sqrt((1.1 * 1.1 + 0.3 * 0.3 + 0.1 * 0.1 + 0.9 * 0.9) / 3) / 2;
  require_golden(sips.estimate().standard_error, error);
  CHECK(interval.low == Approx(0.9 - 1.959963984540054 * error));
  CHECK(interval.high == Approx(0.9 + 1.959963984540054 * error));
  require_golden(weights.mean, 4.1 / 4);
  require_golden(weights.effective, 4.1 * 4.1 / (4 + 0.36 + 0.25 + 1));
  const PolicyTerms one = terms_of_slates(log_of({golden_pairs()[0]}), SlateEstimator::sips);
  CHECK(std::isnan(normal_interval(one.estimate(), 0.95).low));
}

TEST_CASE("slates: the order of the slates changes no bit") {
  std::vector<Pair> pairs;
  for (std::uint64_t i = 0; i < 200; ++i) {
    Draws draws({77}, i);
    const int first = static_cast<int>(draws.below(3));
    const int second = (first + 1 + static_cast<int>(draws.below(2))) % 3;
    pairs.push_back({{first, second}, {draws.normal(), draws.normal()}});
  }
  const SlateLog log = log_of(pairs);
  const SlateLog reversed = log_of({pairs.rbegin(), pairs.rend()});
  for (const SlateEstimator estimator : every_slate_estimator) {
    const PolicyTerms one = terms_of_slates(log, estimator, uniform);
    const PolicyTerms other = terms_of_slates(reversed, estimator, uniform);
    CHECK(one.estimate().value == other.estimate().value);
    CHECK(one.estimate().standard_error == other.estimate().standard_error);
    CHECK(summarise_weights(one.weights).effective == summarise_weights(other.weights).effective);
  }
}

TEST_CASE("slates: what the log does not give is said") {
  SlateLog log = log_of(golden_pairs());
  log.columns[static_cast<std::size_t>(SlateColumn::q)].clear();
  log.columns[static_cast<std::size_t>(SlateColumn::p_slot)].clear();
  const auto refused = [&](SlateEstimator estimator, const SlateOptions& options,
                           const std::string& why) {
    CHECK_THROWS_AS(terms_of_slates(log, estimator, options), NotApplicable);
    CHECK_THROWS_WITH(terms_of_slates(log, estimator, options), Contains(why));
  };
  refused(SlateEstimator::cascade_dr, {}, "the log has no column q");
  refused(SlateEstimator::iips, {}, "the log has no column p_slot");
  refused(SlateEstimator::pseudo_inverse, {}, "the log has no column p_slot");
  CHECK(terms_of_slates(log, SlateEstimator::pseudo_inverse, uniform).terms.size() == 4);
  log.distinct_actions = 3;
  const SlateOptions of_two{.logger = SlateLogger::uniform_ranking, .actions = 2};
  refused(SlateEstimator::pseudo_inverse, of_two,
          "the log shows 3 actions, more than the 2 that the logger is said to choose from");
  log.distinct_actions = 0;
  refused(SlateEstimator::pseudo_inverse, uniform, "no column action");
  CHECK_THROWS_WITH(value(log, SlateEstimator::pseudo_inverse,
                          {.logger = SlateLogger::uniform_ranking, .actions = 1}),
                    Contains("2 slots, more than the 1 actions"));
}

TEST_CASE("slates: a weight whose square is beyond the doubles is refused, with its slate") {
  SlateLog log = log_of(golden_pairs());
  auto& logger = log.columns[static_cast<std::size_t>(SlateColumn::p_prefix)];
  const std::size_t last = log.first[2] - 1;  // of the second slate
  logger[last] = 1e-60;
  CHECK(std::isfinite(terms_of_slates(log, SlateEstimator::sips).estimate().standard_error));
  logger[last] = 1e-155;
  CHECK_THROWS_WITH(terms_of_slates(log, SlateEstimator::sips),
                    Contains("the weights overflow: slate 2 of the log has the weight") &&
                        Contains("weights up to 1e+70"));
}
