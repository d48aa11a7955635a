#include "suite/evaluate/estimate_support.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "suite/estimation/record_weights.hpp"
#include "suite/estimation/static_error.hpp"
#include "suite/model/counted_replay.hpp"
#include "suite/numeric/moments.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/offpolicy/terms.hpp"

namespace replaybench {

namespace {

using Form = EstimateSupport::Form;

bool has_parameter(const Component<EvaluatorDescription>& evaluator, const char* name) {
  return find_parameter(evaluator.description->parameters, name) != nullptr;
}

// The weighting that an evaluator's parameters ask for, as estimation::weighting_parameters has
// them.
estimation::Weighting weighting_of(const Component<EvaluatorDescription>& evaluator) {
  estimation::Weighting weighting;
  if (!has_parameter(evaluator, "weights") || !has_parameter(evaluator, "clip")) return weighting;
  const auto& kind = value_as<std::string>(evaluator.parameters.value("weights"));
  if (kind == "pool_size") weighting.kind = estimation::WeightKind::pool_size;
  if (kind == "propensity") weighting.kind = estimation::WeightKind::propensity;
  if (kind == "frequency") weighting.kind = estimation::WeightKind::frequency;
  weighting.clip = value_as<double>(evaluator.parameters.value("clip"));
  return weighting;
}

bool same_number(double a, double b) {
  return std::fabs(a - b) <= 1e-9 * std::fmax(std::fabs(a), std::fabs(b)) + 1e-15;
}

// The form in which the shares give the estimate.
void recognise(EstimateSupport& support, const Log& log, double estimate) {
  numeric::Sum share, reward;
  for (std::size_t i = 0; i < log.size(); ++i) {
    share.add(support.shares[i]);
    reward.add(support.shares[i] * log.rewards[i]);
  }
  const double n = static_cast<double>(log.size());
  support.factor = support.weighted ? 1 : log.action_count;
  support.form = form_of(estimate, share.value(), reward.value(), support.factor / n);
}

std::vector<double> expected_shares(const Log& log, const Agent& agent,
                                    const std::vector<double>& weights) {
  std::vector<double> shares = estimation::choice_probabilities(agent, log);
  for (std::size_t i = 0; i < weights.size(); ++i) shares[i] *= weights[i];
  return shares;
}

}  // namespace

EstimateSupport::Form form_of(double estimate, double share, double reward, double factor) {
  if (share > 0 && same_number(reward / share, estimate)) return Form::ratio;
  return same_number(factor * reward, estimate) ? Form::total : Form::unknown;
}

std::optional<EstimateSupport> find_support(const Log& log, const Agent& agent, StreamKey policy,
                                            const Component<EvaluatorDescription>& evaluator,
                                            const LogAssumptions& assumed, double estimate,
                                            double accepted, bool wanted) {
  const estimation::Weighting weighting = weighting_of(evaluator);
  EstimateSupport support;
  support.weighted = weighting.kind != estimation::WeightKind::none;
  support.clipped = (weighting.kind == estimation::WeightKind::propensity ||
                     weighting.kind == estimation::WeightKind::frequency) &&
                    weighting.clip > 0;
  support.biased = support.clipped;
  if (agent.is_trained_offline() || !agent.given_target().empty() ||
      !(support.weighted || assumed.static_policy || wanted)) {
    return std::nullopt;
  }
  support.weights = estimation::record_weights(log, weighting);
  const bool has_closed_form = !agent.learns() && agent.has_probabilities();
  std::vector<double> expected;
  if (has_closed_form) {
    support.closed = true;
    support.shares = expected = expected_shares(log, agent, support.weights);
    recognise(support, log, estimate);
    if (support.form != Form::unknown) return support;
  }
  std::vector<std::uint32_t> records;
  ReplayOptions options;
  options.accepted_records = &records;
  Agent replayed = agent;
  counted_replay(replayed, log, Schedule::in_order(log), policy, options);
  if (has_closed_form && static_cast<double>(records.size()) != accepted) return support;
  support.closed = false;
  support.shares.assign(log.size(), 0);
  for (const std::uint32_t i : records) {
    support.shares[i] = support.weights.empty() ? 1 : support.weights[i];
  }
  recognise(support, log, estimate);
  if (support.form == Form::unknown && has_closed_form) {
    support.closed = true;
    support.shares = std::move(expected);
  }
  return support;
}

EstimateSupport reported_support(EstimateBasis basis, const Log& log, double estimate) {
  EstimateSupport support;
  support.weighted =
      std::any_of(basis.weights.begin(), basis.weights.end(), [](double w) { return w != 0; });
  support.closed = support.weighted;
  support.clipped = basis.shrunk;
  support.biased = basis.biased;
  support.reported = std::move(basis.influences);
  if (support.weighted) {
    support.weights = basis.weights;
    support.shares = std::move(basis.weights);
    recognise(support, log, estimate);
  } else {
    support.shares.assign(log.size(), 1);  // a model speaks for every record alike
  }
  return support;
}

WeightDiagnostics diagnose_weights(const EstimateSupport& support) {
  // Its sums are exact: a log that is read in blocks has the same to the last bit.
  const offpolicy::WeightSummary summary = offpolicy::summarise_weights(support.shares);
  WeightDiagnostics result{.effective = summary.effective,
                           .records = summary.records,
                           .largest = 0,
                           .largest_share = summary.largest_share,
                           .mean = summary.mean,
                           .z = summary.z,
                           .clipped = support.clipped};
  for (std::size_t i = 0; i < support.shares.size(); ++i) {
    if (support.shares[i] == 0) continue;
    result.largest = std::fmax(result.largest, support.weights.empty() ? 1 : support.weights[i]);
  }
  return result;
}

std::vector<double> influences(const EstimateSupport& support, const Log& log, double estimate) {
  if (!support.reported.empty()) return support.reported;
  if (support.form == Form::unknown) return {};
  const double n = static_cast<double>(log.size());
  numeric::Sum total;
  for (const double share : support.shares) total.add(share);
  std::vector<double> result(log.size());
  for (std::size_t i = 0; i < log.size(); ++i) {
    result[i] = support.form == Form::ratio
                    ? support.shares[i] * (log.rewards[i] - estimate) / total.value()
                    : (support.factor * support.shares[i] * log.rewards[i] - estimate) / n;
  }
  return result;
}

namespace {

std::vector<double> sums_by_cluster(std::span<const double> influences,
                                    std::span<const std::uint32_t> clusters) {
  std::vector<double> sums(*std::max_element(clusters.begin(), clusters.end()) + std::size_t{1});
  for (std::size_t i = 0; i < influences.size(); ++i) sums[clusters[i]] += influences[i];
  return sums;
}

}  // namespace

statistics::InfluenceSums influence_sums(std::span<const double> influences,
                                         std::span<const std::uint32_t> clusters) {
  if (clusters.empty()) return statistics::sum_influences(influences);
  return statistics::sum_influences(sums_by_cluster(influences, clusters));
}

std::vector<double> reward_steps(const EstimateSupport& support, const Log& log) {
  if (log.reward_range() == RewardRange::real) return {};
  numeric::Sum total;
  for (const double share : support.shares) total.add(share);
  std::vector<double> steps = support.shares;
  if (total.value() > 0) {
    for (double& step : steps) step /= total.value();
  }
  return steps;
}

double variance_of(std::span<const double> influences, std::span<const std::uint32_t> clusters) {
  return covariance_of(influences, influences, clusters);
}

double covariance_of(std::span<const double> a, std::span<const double> b,
                     std::span<const std::uint32_t> clusters) {
  if (!clusters.empty()) {
    return covariance_of(sums_by_cluster(a, clusters), sums_by_cluster(b, clusters), {});
  }
  const double n = static_cast<double>(a.size());
  if (n < 2) return nan;
  numeric::Sum products;
  for (std::size_t i = 0; i < a.size(); ++i) products.add(a[i] * b[i]);
  return products.value() * n / (n - 1);
}

}  // namespace replaybench
