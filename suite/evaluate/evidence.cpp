#include "suite/evaluate/evidence.hpp"

#include <algorithm>
#include <cmath>

#include "suite/estimation/assumption_tests.hpp"
#include "suite/evaluate/difference_sums.hpp"
#include "suite/evaluate/estimate_warnings.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/numeric/moments.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/statistics/largest_terms.hpp"

namespace replaybench {

namespace {

// An estimate of accepted records that count alike. Its interval takes their number as given, and not as
// part of the error, but by cluster.
bool takes_number_as_given(const EstimateBasis& basis) {
  return basis.weighting == WeightUse::none && !basis.weights_are_expected &&
         (basis.form == EstimateForm::ratio || basis.form == EstimateForm::other);
}

double count_clusters(const LogFacts& facts, const EstimateBasis& basis, bool by_weights) {
  const auto& clusters = facts.clusters();
  if (clusters.empty()) return nan;
  std::vector<bool> seen(*std::max_element(clusters.begin(), clusters.end()) + std::size_t{1});
  for (std::size_t i = 0; i < clusters.size(); ++i) {
    if (!by_weights || basis.weights[i] != 0) seen[clusters[i]] = true;
  }
  return static_cast<double>(std::count(seen.begin(), seen.end(), true));
}

// Rewards of 1 that the estimate rests on, where every reward is 0 or 1 and they can be counted.
double count_rewards(const LogFacts& facts, const EstimateBasis& basis, bool by_weights) {
  if (!facts.scale().known) return nan;
  if (!by_weights) return basis.reward_sum;
  if (basis.form != EstimateForm::mean && basis.form != EstimateForm::ratio) return nan;
  double count = 0;
  if (facts.log().slates) {
    for (std::size_t i = 0; i < basis.weights.size(); ++i) {
      if (basis.weights[i] != 0) count += facts.log().rewards[i];
    }
    return count;
  }
  for (std::size_t i = 0; i < basis.weights.size(); ++i) {
    count += basis.weights[i] > 0 && facts.log().rewards[i] == 1;
  }
  return count;
}

// The mean of some records less the mean of all is (1 - share) times the mean of some less the mean of
// the others, which are independent.
double variance_of_difference(const IntervalInput& of, const LogBlocks& log) {
  numeric::Moments all;
  log.each({.rewards = true}, [&](const LogBlock& block) {
    for (const double reward : block.rewards) all.add(reward);
  });
  const double n = static_cast<double>(log.size());
  const double share = of.accepted / n;
  const double others = n - of.accepted;
  const double accepted_m2 = of.variance * of.accepted * (of.accepted - 1);
  const double rest = (all.mean - share * of.estimate) / (1 - share);
  double rest_m2 =
      all.m2 - accepted_m2 - of.accepted * others / n * (of.estimate - rest) * (of.estimate - rest);
  if (rest_m2 < 0) rest_m2 = 0;  // NaN stays, where squares overflow
  return (1 - share) * (1 - share) * (of.variance + rest_m2 / (others - 1) / others);
}

// Null if there are no parts.
std::shared_ptr<const RecordParts> parts_with_steps(const LogFacts& facts,
                                                    const EstimateBasis& basis,
                                                    std::vector<double> parts) {
  if (parts.empty()) return nullptr;
  std::vector<double> steps;
  if (facts.reward_range() != RewardRange::real) steps = reward_steps(basis.weights);
  return std::make_shared<const PartsInMemory>(std::move(parts), std::move(steps));
}

statistics::Tail tail_of_rewards(const LogFacts& facts) {
  statistics::LargestTerms largest(facts.size());
  facts.blocks()->each({.rewards = true}, [&](const LogBlock& block) {
    for (const double reward : block.rewards) largest.add(reward);
  });
  return largest.tail();
}

// Of so many records of weight 1.
terms::WeightSummary equal_weights(std::uint64_t records) {
  const double n = static_cast<double>(records);
  return terms::summary_of({n, n, 0, 1, records}, records);
}

}  // namespace

bool counts_all_alike(const EstimateBasis& basis) {
  return basis.form == EstimateForm::modelled && basis.weighting == WeightUse::none;
}

Evidence evidence_of(const LogFacts& facts, const EstimateBasis& basis, double estimate,
                     std::uint64_t repetitions) {
  const Log& log = facts.log();
  Evidence evidence;
  evidence.by_weights =
      !basis.weights.empty() && !(facts.clusters().empty() && takes_number_as_given(basis));
  evidence.declares_influences = !basis.influences.empty();
  std::vector<double> terms = log.rewards;
  if (evidence.by_weights) {
    evidence.weights = diagnose_weights(basis, log, facts.clusters());
    evidence.weights->excess =
        estimated_excess(facts.propensity_parameters(), evidence.weights->effective);
    evidence.weights->expect(basis.unsupported);
    evidence.largest_part = *std::max_element(basis.weights.begin(), basis.weights.end()) *
                            basis.scale / static_cast<double>(log.size());
    for (std::size_t i = 0; i < terms.size(); ++i) terms[i] *= basis.weights[i];
  }
  evidence.clusters = count_clusters(facts, basis, evidence.by_weights);
  if (repetitions == 1) {
    evidence.rewarded = count_rewards(facts, basis, evidence.by_weights);
    if (evidence.by_weights || !basis.influences.empty()) {
      std::vector<double> parts = influences_of(basis, log.rewards, estimate);
      if (!parts.empty()) evidence.sums = influence_sums(parts, facts.clusters());
      evidence.parts = parts_with_steps(facts, basis, std::move(parts));
    }
  }
  evidence.tail = tail_within(facts.scale(), statistics::tail_of(terms));
  return evidence;
}

Evidence evidence_of(const LogFacts& facts, const BlockBasis& basis) {
  const EstimateForm form = basis.declared.form;
  // Of merged parts the rewards are not there.
  const bool alike = counts_all_alike(basis.declared) && !basis.lift;
  Evidence evidence;
  evidence.by_weights = true;
  evidence.declares_influences = basis.influences.has_value();
  const terms::WeightSummary weights = alike ? equal_weights(facts.size()) : basis.weights;
  evidence.weights = diagnostics_of(weights, basis.declared.weighting == WeightUse::changed);
  evidence.weights->excess =
      estimated_excess(facts.propensity_parameters(), evidence.weights->effective);
  evidence.weights->expect(basis.declared.unsupported);
  evidence.largest_part = weights.largest / static_cast<double>(facts.size());
  if (facts.scale().known && (form == EstimateForm::mean || form == EstimateForm::ratio)) {
    evidence.rewarded = basis.rewarded;
  }
  evidence.sums = basis.influences;
  evidence.parts = basis.parts;
  evidence.lift = basis.lift;
  evidence.tail = tail_within(facts.scale(), alike ? tail_of_rewards(facts) : basis.tail);
  return evidence;
}

Evidence evidence_of(const LogFacts& facts, const ReplayOfBlocks& replay) {
  Evidence evidence;
  evidence.accepted = replay.accepted;
  if (facts.scale().known) evidence.rewarded = replay.sums.reward();
  evidence.tail = tail_within(facts.scale(), tail_of_rewards(facts));
  return evidence;
}

std::shared_ptr<const RecordParts> parts_of(const LogFacts& facts, const EstimateBasis& basis,
                                            const Evidence& evidence, double estimate) {
  if (evidence.parts) return evidence.parts;
  if (evidence.accepted) return parts_of_accepted(facts, evidence.accepted, estimate);
  return parts_with_steps(facts, basis, influences_of(basis, facts.log().rewards, estimate));
}

std::optional<statistics::IntervalEstimate> difference_from_log(const IntervalInput& of,
                                                                const Evidence& evidence,
                                                                const LogFacts& facts) {
  const double log_mean = facts.value().value;
  const double value = of.estimate - log_mean;
  const double z = numeric::normal_quantile(0.975);
  const auto is_the_same = [&](double variance) {
    return z * std::sqrt(variance) <=
           1e-12 * std::fmax(std::fabs(of.estimate), std::fabs(log_mean));
  };
  if (evidence.lift) {
    const statistics::InfluenceSums& sums = *evidence.lift;
    const double n = static_cast<double>(sums.count);
    if (is_the_same(sums.second * n / (n - 1))) return std::nullopt;
    const auto [low, high] = statistics::skewed_interval(value, sums, 0.95);
    return statistics::IntervalEstimate{value, low, high};
  }
  if (!evidence.parts) {
    const bool plain = of.is_plain_mean && of.repetitions == 1 && !evidence.by_weights;
    const double n = static_cast<double>(facts.size());
    const double variance = plain && facts.clusters().empty() && of.accepted + 2 <= n
                                ? variance_of_difference(of, *facts.blocks())
                                : nan;
    if (is_the_same(variance)) return std::nullopt;
    const double half = z * std::sqrt(variance);
    return statistics::IntervalEstimate{value, value - half, value + half};
  }
  const DifferenceSums sums =
      sums_of_lift(*evidence.parts, *facts.blocks(), log_mean, facts.clusters());
  if (is_the_same(sums.difference.variance())) return std::nullopt;
  const bool known_steps = evidence.by_weights && facts.reward_range() != RewardRange::real;
  const auto [low, high] = difference_interval(value, sums, known_steps, log_mean);
  return statistics::IntervalEstimate{value, low, high};
}

}  // namespace replaybench
