// Distance of a bootstrap estimate of the distribution of an estimated reward from that
// distribution: the largest difference between the two distribution functions, both computed, not
// simulated.
//
// Source: thesis sections 5.6 (p. 138) and 5.7 (p. 147): Algorithms 12 to 15, Lemma 1
// (section 5.6.3, p. 145), theorems 14 to 16 (sections 5.7.5, p. 154, and 5.7.7, p. 165), Table 5.1
// (section 5.8, p. 167).
//   T, T_pi        records; accepted ones (deterministic pi)
//   p_t            probability that pi takes the action of record t
//   E              expansion
//   of             what is resampled, and how many values n a mean is of:
//     r_bred_dp      the accepted rewards (pi deterministic); n = E T_pi. Algorithm 14; with one
//                    arm Algorithm 13, the bootstrap of the sample mean with T' = E T
//     r_bred         r_t with probability proportional to p_t; n = E T. Algorithm 15 (its rejection
//                    of records gives just these weights); for a deterministic pi theorem 14
//     bred           E T records, of which a random number is accepted: n ~ Bin(E T, mean p_t);
//                    Algorithm 12 is E = K, bootstrapped replay E = 1
//     red_star_inf   s_t = K p_t r_t; n = E T. Theorem 16
//     red_inf        (p_t, r_t), of which sum p r / sum p is taken; n = E T. Table 5.1's last row,
//                    which the thesis conjectures. Studentised: the ratio exceeds c where the mean
//                    of p (r - c) is positive, so its deviation from g is judged by the
//                    studentised mean of z = p (r - g), in a resample of p (r - g_hat) (Fieller's
//                    form: the standard error is taken at the tested value). plain:
//                    sqrt(n) (ratio_b - ratio) itself, by the same event
//   distribution            which statistic's:
//     studentised    sqrt(n) (mean_b - mean) / sigma_b against that of a mean of n new draws
//     plain          sqrt(n) (mean_b - mean) against sqrt(n) (mean of n new draws - mu)
//     rescaled       sigma_hat times the studentised one against sqrt(n) (mean - mu): what
//                    algorithm 13 returns, and its stated estimand (section 5.6.2, p. 139, and
//                    algorithm 13)
//     printed        the statistic of section 5.3.2 (p. 126) against the studentised one, for which
//                    it is meant
//   by             the bootstrap in the limit of infinitely many resamples, or the normal
//                  approximation with sigma_hat
//   subsample m    for r_bred_dp only: resample from m of the values, drawn without replacement (the
//                  bag of little bootstraps, section 5.7.1, p. 147); averaged over `subsamples`
//                  draws of them
//
// Needs an environment without context whose rewards are 0 or 1, or have known quantiles
// (weibull_arms). With smooth distributions the sup is over the grid -4, -3.75, ..., 4 (of the
// standardised statistic; they are smooth on that scale) and both distributions come from
// suite/statistics/mean_distribution.hpp, the true one from 5 Gauss-Legendre points in each of 72
// panels that shrink towards both ends of the quantiles. With rewards 0 or 1 both are exact and so
// is the sup; bred, red_inf, subsample, and the weights of a stochastic red_star_inf are not offered there.
//
// Columns: estimate, the distance, NaN when the log has too few different values; mean, of the
// values that are resampled; deviation, of the resampled means: the standard error that the
// bootstrap reports; draws, E[n]; information, (sum p_t)^2 / sum p_t^2, which is T_pi where pi is
// deterministic.

#include <algorithm>
#include <cmath>

#include "evaluators/measures/bootstrap_distribution_error/distributions.hpp"
#include "suite/component/registry.hpp"
#include "suite/model/quantile_environment.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/statistics/mean_distribution.hpp"
#include "suite/statistics/success_rate_distribution.hpp"
#include "suite/stream/binomial.hpp"
#include "suite/text/errors.hpp"

namespace replaybench::evaluators::bootstrap_distribution_error {

namespace {

struct BootstrapDistributionErrorOptions {
  enum class Of { r_bred_dp, r_bred, bred, red_star_inf, red_inf };
  enum class Distribution { studentised, plain, rescaled, printed };
  Of of = Of::r_bred;
  Distribution distribution = Distribution::studentised;
  bool normal = false;
  double expansion = 1;
  std::uint64_t subsample = 0;  ///< 0: all values
  std::uint64_t subsamples = 1;
};

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn mean = add("mean");
  RowColumn deviation = add("deviation");
  RowColumn draws = add("draws");
  RowColumn information = add("information");
} result{};

using Of = BootstrapDistributionErrorOptions::Of;
using Distribution = BootstrapDistributionErrorOptions::Distribution;
using statistics::DrawCount;
using statistics::EmpiricalDistribution;
using statistics::MeanDistribution;

class Evaluation {
 public:
  Evaluation(const BootstrapDistributionErrorOptions& options, Trial& trial)
      : options_(options),
        log_(trial.log()),
        environment_(trial.environment()),
        policy_(trial.policy_stream()) {
    const Agent agent = trial.agent();
    if (agent.learns()) throw NotApplicable("the bootstrap's rates are about static policies");
    if (!agent.has_probabilities()) {
      throw NotApplicable("this algorithm does not give its probabilities");
    }
    if (environment_->dimension() != 1 || environment_->hidden_dimension() != 0 ||
        environment_->has_pools()) {
      throw NotApplicable(
          "the distribution of the rewards is only known without contexts and pools");
    }
    binary_ = environment_->rewards() == RewardRange::binary;
    quantiles_ = dynamic_cast<const QuantileEnvironment*>(environment_.get());
    if (!binary_ && !quantiles_) {
      throw NotApplicable(
          "the distribution of this environment's rewards is not known; use weibull_arms");
    }
    environment_->observe(0);
    probabilities_.resize(environment_->action_count());
    agent.probabilities(environment_->context(), ActionSet::all(environment_->action_count()),
                        probabilities_);
    deterministic_ = std::all_of(probabilities_.begin(), probabilities_.end(),
                                 [](double p) { return p == 0 || p == 1; });
    refuse_what_is_not_offered();
    read_sample();
  }

  ResultRow row() const {
    const auto records = static_cast<double>(log_->size());
    double sum = 0;
    double squares = 0;
    for (const Action action : log_->actions) {
      sum += probabilities_[action];
      squares += probabilities_[action] * probabilities_[action];
    }
    const double information = squares > 0 ? sum * sum / squares : 0;
    ResultRow row =
        result.row(log_->size(), {result.estimate(nan), result.mean(nan), result.deviation(nan),
                                  result.draws(nan), result.information(information)});
    if (sample_.values.empty()) return row;
    const Moments moments = moments_of(sample_);
    const auto counts = draw_counts(sum / records, sum);
    double mean_count = 0;
    double mean_inverse = 0;
    for (const DrawCount& count : counts) {
      mean_count += count.probability * count.n;
      mean_inverse += count.probability / count.n;
    }
    const bool ratio = options_.of == Of::red_inf;
    row[result.mean] = ratio ? sample_center_ : moments.mean;
    row[result.deviation] =
        moments.deviation * std::sqrt(mean_inverse) / (ratio ? sum / records : 1);
    row[result.draws] = mean_count;
    if (mean_count >= 2)
      row[result.estimate] = binary_ ? lattice_distance(counts[0].n) : smooth_distance(counts);
    return row;
  }

 private:
  void refuse_what_is_not_offered() const {
    if (options_.of == Of::r_bred_dp && !deterministic_) {
      throw NotApplicable("r_bred_dp is for deterministic policies");
    }
    if (options_.of == Of::red_inf &&
        (options_.distribution == Distribution::rescaled ||
         options_.distribution == Distribution::printed ||
         (options_.distribution == Distribution::plain && options_.normal))) {
      throw NotApplicable("of red_inf there are the studentised and the plain distribution");
    }
    if (!binary_) return;
    if (options_.of == Of::bred || options_.of == Of::red_inf || options_.subsample > 0 ||
        (options_.of == Of::red_star_inf && !deterministic_)) {
      throw NotApplicable("not offered for rewards 0 or 1");
    }
  }

  double actions() const { return static_cast<double>(environment_->action_count()); }

  /// True if what is resampled are records, used or not.
  bool of_records() const { return options_.of == Of::red_star_inf || options_.of == Of::red_inf; }

  void read_sample() {
    double accepted = 0;
    double reward = 0;
    for (std::size_t t = 0; t < log_->size(); ++t) {
      const double p = probabilities_[log_->actions[t]];
      accepted += p;
      reward += p * log_->rewards[t];
    }
    sample_center_ = accepted > 0 ? reward / accepted : 0;
    for (std::size_t t = 0; t < log_->size(); ++t) {
      const double p = probabilities_[log_->actions[t]];
      if (options_.of == Of::red_inf) {
        if (p > 0) sample_.add(p * (log_->rewards[t] - sample_center_), 1);
        if (p > 0) sample_acceptances_.push_back(p);
      } else if (options_.of == Of::red_star_inf) {
        if (p > 0) sample_.add(actions() * p * log_->rewards[t], 1);
      } else if (p > 0) {
        sample_.add(log_->rewards[t], p);
      }
    }
    if (!of_records()) return;
    // The records that pi never takes, in one value 0.
    const auto others = static_cast<double>(log_->size() - sample_.values.size());
    if (others > 0) {
      sample_.add(0, others);
      sample_acceptances_.push_back(0);
    }
  }

  /// Numbers of draws of a resampled mean.
  std::vector<DrawCount> draw_counts(double acceptance, double accepted) const {
    const auto records = static_cast<double>(log_->size());
    const double base = options_.of == Of::r_bred_dp ? accepted : records;
    const double n = std::floor(options_.expansion * base + 0.5);
    if (options_.of != Of::bred) return {{n, 1}};
    return binomial_counts(n, acceptance);
  }

  double smooth_distance(const std::vector<DrawCount>& counts) const {
    std::vector<double> x;
    for (int i = -16; i <= 16; ++i) x.push_back(0.25 * i);
    const Truth true_values = true_distribution();
    if (options_.of == Of::red_inf && options_.distribution == Distribution::plain) {
      return ratio_distance(true_values, x, counts[0].n);
    }
    const MeanDistribution truth(true_values.values.values, true_values.values.weights);
    const bool studentised_truth = options_.distribution == Distribution::studentised ||
                                   options_.distribution == Distribution::printed;
    const auto true_counts =
        options_.of == Of::bred
            ? binomial_counts(
                  std::floor(options_.expansion * static_cast<double>(log_->size()) + 0.5),
                  1 / actions())
            : counts;
    const auto expected = distribution_at(truth, true_counts, x, studentised_truth, 1);
    std::vector<double> found(x.size());
    const std::uint64_t rounds = options_.subsample > 0 ? options_.subsamples : 1;
    for (std::uint64_t round = 0; round < rounds; ++round) {
      const Weighted sample = options_.subsample > 0 ? subsample(round) : sample_;
      if (sample.distinct() < static_cast<std::size_t>(MeanDistribution::min_values)) return nan;
      const auto one =
          estimated(MeanDistribution(sample.values, sample.weights), counts, x, truth.deviation());
      for (std::size_t i = 0; i < x.size(); ++i) found[i] += one[i] / static_cast<double>(rounds);
    }
    double worst = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      worst = std::max(worst, std::fabs(found[i] - expected[i]));
    }
    return worst;
  }

  std::vector<double> estimated(const MeanDistribution& distribution,
                                const std::vector<DrawCount>& counts, const std::vector<double>& x,
                                double true_deviation) const {
    const bool own_unit = options_.distribution == Distribution::studentised ||
                          options_.distribution == Distribution::printed;
    double scale = own_unit ? 1 : true_deviation / distribution.deviation();
    if (options_.normal) {
      std::vector<double> out;
      for (const double at : x) out.push_back(numeric::normal_cdf(at * scale));
      return out;
    }
    if (options_.distribution == Distribution::printed)
      scale = 1 / std::sqrt(counts[counts.size() / 2].n);
    const bool studentised = options_.distribution == Distribution::studentised ||
                             options_.distribution == Distribution::rescaled;
    return distribution_at(distribution, counts, x, studentised, scale);
  }

  /// `subsample` values without replacement (all of them if there are fewer).
  Weighted subsample(std::uint64_t round) const {
    Weighted left = sample_;
    const std::size_t wanted = std::min<std::size_t>(options_.subsample, left.values.size());
    Draws draws(policy_, round);
    for (std::size_t i = 0; i < wanted; ++i) {
      const auto rest = static_cast<std::uint32_t>(left.values.size() - i);
      std::swap(left.values[i], left.values[i + draws.below(rest)]);
    }
    left.values.resize(wanted);
    left.weights.resize(wanted);
    return left;
  }

  /// Distance of sqrt(n) (RED_inf - its limit), in units of the true standard deviation.
  double ratio_distance(const Truth& truth, const std::vector<double>& x, double n) const {
    if (sample_.distinct() < static_cast<std::size_t>(MeanDistribution::min_values)) return nan;
    // Uniform logging accepts with probability 1/K in the mean.
    const double unit = moments_of(truth.values).deviation * actions();
    const auto expected = ratio_distribution_at(truth.values, truth.acceptances, n, x, unit);
    const auto found = ratio_distribution_at(sample_, sample_acceptances_, n, x, unit);
    double worst = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      worst = std::max(worst, std::fabs(found[i] - expected[i]));
    }
    return worst;
  }

  /// The policy's mean reward in the environment, by the same nodes as the distribution.
  double true_center() const {
    const Weighted& nodes = quantile_nodes();
    double center = 0;
    for (Action action = 0; action < environment_->action_count(); ++action) {
      double mean = 0;
      double mass = 0;
      for (std::size_t i = 0; i < nodes.values.size(); ++i) {
        mean += nodes.weights[i] * quantiles_->reward_quantile(action, nodes.values[i]);
        mass += nodes.weights[i];
      }
      center += probabilities_[action] * mean / mass;
    }
    return center;
  }

  Truth true_distribution() const {
    const Weighted& nodes = quantile_nodes();
    const double center = options_.of == Of::red_inf ? true_center() : 0;
    std::vector<Truth> parts;  // of arms with different rewards
    double never = 0;
    for (Action action = 0; action < environment_->action_count(); ++action) {
      const double p = probabilities_[action];
      if (p == 0) {
        never += 1 / actions();
        continue;
      }
      const double factor = options_.of == Of::red_star_inf ? actions() * p
                            : options_.of == Of::red_inf    ? p
                                                            : 1;
      const double weight = of_records() ? 1 / actions() : p;
      Truth part;
      for (std::size_t i = 0; i < nodes.values.size(); ++i) {
        part.add(factor * (quantiles_->reward_quantile(action, nodes.values[i]) - center),
                 weight * nodes.weights[i], p);
      }
      const auto same = std::find_if(parts.begin(), parts.end(), [&](const Truth& other) {
        return other.values.values == part.values.values;
      });
      if (same == parts.end()) {
        parts.push_back(std::move(part));
        continue;
      }
      for (std::size_t i = 0; i < part.values.weights.size(); ++i) {
        same->values.weights[i] += part.values.weights[i];
      }
    }
    Truth all;
    for (const Truth& part : parts) {
      for (std::size_t i = 0; i < part.values.values.size(); ++i) {
        all.add(part.values.values[i], part.values.weights[i], part.acceptances[i]);
      }
    }
    if (of_records() && never > 0) all.add(0, never, 0);
    return all;
  }

  /// Rewards 0 or 1: what is resampled is 0 or one other value, whose size does not matter here.
  double lattice_distance(double n) const {
    const bool star = options_.of == Of::red_star_inf;
    double truth = 0;
    for (Action action = 0; action < environment_->action_count(); ++action) {
      truth += probabilities_[action] *
               environment_->expected_reward(environment_->context(), action, Knowledge::full);
    }
    double found = moments_of(sample_).mean;
    if (star) {
      truth /= actions();
      found /= actions();
    }
    const auto size = static_cast<std::uint64_t>(n);
    const double own_deviation = std::sqrt(found * (1 - found));
    const bool studentised_truth = options_.distribution == Distribution::studentised ||
                                   options_.distribution == Distribution::printed;
    const EmpiricalDistribution expected =
        studentised_truth ? statistics::studentised_success_distribution(size, truth)
                          : statistics::success_error_distribution(size, truth, 1);
    if (!(own_deviation > 0)) return nan;
    if (options_.normal) {
      return expected.sup_distance_to_normal(studentised_truth ? 1 : own_deviation);
    }
    switch (options_.distribution) {
      case Distribution::studentised:
        return statistics::studentised_success_distribution(size, found).sup_distance(expected);
      case Distribution::plain:
        return statistics::success_error_distribution(size, found, 1).sup_distance(expected);
      case Distribution::rescaled:
        return statistics::studentised_success_distribution(size, found)
            .scaled(own_deviation)
            .sup_distance(expected);
      case Distribution::printed:
        return statistics::success_error_distribution(size, found, own_deviation / std::sqrt(n))
            .sup_distance(expected);
    }
    return nan;
  }

  const BootstrapDistributionErrorOptions& options_;
  std::shared_ptr<const Log> log_;
  std::unique_ptr<Environment> environment_;
  StreamKey policy_;
  const QuantileEnvironment* quantiles_ = nullptr;
  bool binary_ = false;
  bool deterministic_ = false;
  std::vector<double> probabilities_;
  Weighted sample_;
  std::vector<double> sample_acceptances_;  // red_inf: p of each value
  double sample_center_ = 0;                // sum p r / sum p
};

class BootstrapDistributionError final : public Evaluator {
 public:
  explicit BootstrapDistributionError(BootstrapDistributionErrorOptions options)
      : options_(options) {}

  LogAssumptions assumptions() const override {
    return {.uniform_actions = true, .constant_pool = true, .static_policy = true};
  }
  const RowSchema& schema() const override { return result; }
  /// One row whose step is T. Throws NotApplicable for a file, an environment with contexts or of
  /// unknown distribution, an algorithm that learns or does not give its probabilities, or what is
  /// not offered for it. Milliseconds: O(T + 400) times some thousand frequencies.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    rows.push_back(Evaluation(options_, trial).row());
  }

 private:
  BootstrapDistributionErrorOptions options_;
};

std::shared_ptr<const Evaluator> make(const BootstrapDistributionErrorOptions& options) {
  if (options.subsample > 0 && options.of != Of::r_bred_dp) {
    throw SpecErrors("bootstrap_distribution_error: subsample needs of = \"r_bred_dp\"");
  }
  if (options.normal && options.distribution == Distribution::printed) {
    throw SpecErrors("bootstrap_distribution_error: distribution = \"printed\" is a bootstrap's");
  }
  return std::make_shared<BootstrapDistributionError>(options);
}

const auto parameters = bind_parameters<BootstrapDistributionErrorOptions>(
    choice(&BootstrapDistributionErrorOptions::of, "of",
           {{"r_bred", Of::r_bred},
            {"r_bred_dp", Of::r_bred_dp},
            {"bred", Of::bred},
            {"red_star_inf", Of::red_star_inf},
            {"red_inf", Of::red_inf}},
           "what is resampled"),
    choice(&BootstrapDistributionErrorOptions::distribution, "distribution",
           {{"studentised", Distribution::studentised},
            {"plain", Distribution::plain},
            {"rescaled", Distribution::rescaled},
            {"printed", Distribution::printed}},
           "of which statistic: studentised, as it is, Algorithm 13's output, or section 5.3.2 (p. "
           "126) to the letter"),
    choice(&BootstrapDistributionErrorOptions::normal, "by",
           {{"bootstrap", false}, {"normal", true}}, "what estimates the distribution"),
    real(&BootstrapDistributionErrorOptions::expansion, "expansion",
         "E: a resample's size over the log's (r_bred_dp: over T_pi)")
        .at_least(1e-6)
        .at_most(1e6),
    integer(&BootstrapDistributionErrorOptions::subsample, "subsample",
            "m: resample from this many of the values; 0: from all")
        .at_least(0)
        .source("thesis, section 5.7.1 (p. 147)"),
    integer(&BootstrapDistributionErrorOptions::subsamples, "subsamples",
            "how many such subsamples the distribution is averaged over")
        .repeats_work()
        .at_least(1)
        .at_most(100'000));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "bootstrap_distribution_error",
     .group = Group::evaluator_measures,
     .summary = "largest distance between a bootstrap's distribution function of the estimated "
                "reward and the true one",
     .source = "thesis Lemma 1, theorems 14 to 16, Table 5.1 (section 5.8, p. 167)",
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability = "For research on the bootstrap: static policies in simulators of independent "
                      "rewards. It is no estimate of a value.",
     .properties = {.estimates_value = false}}};

}  // namespace replaybench::evaluators::bootstrap_distribution_error
