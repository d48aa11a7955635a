// Bootstrapped replay on expanded data (BRED) of a static policy, and its variants, by their
// distribution: the accepted records of a resample are drawn at once, not one by one.
//
// Source: thesis algorithm 12 (section 5.3.2, p. 126; bred), section 5.5.2 (p. 133; s_bred),
// algorithm 15 (section 5.7.5, p. 154; r_bred), algorithm 14 (r_bred_dp), sections 5.3.2 (p. 126)
// and 5.7.6 (p. 159; bootstrapped replay: bred with E = 1).
//   B            resamples
//   E            expansion: a resample has E T records; 0 stands for K
//   T'           acceptances at which a resample of r_bred and r_bred_dp ends
//   p_t          P(pi(x_t) = a_t)
//   q_S          (1/T) sum p_t: the probability that a uniform draw from the log is accepted
//   g^(b)        sum w r / sum w over the records that resample b accepts; 0 if there are none (n_b
//                = 0; the thesis leaves 0/0 open, and section 3.5.1, p. 77, has 0 for replay)
//   CTR_pi(T)    the distribution of g^(b) given the log estimates it
// bred       n_b ~ Binomial(E T, q_S), each of the n_b is record t with probability p_t / (T q_S)
// s_bred     E copies of the log, every record in each: Binomial(E, p_t) times record t. Shuffling
//            the copies changes nothing for a static policy.
// r_bred     as bred with n_b = T' (0 stands for T)
// r_bred_dp  a deterministic policy's records, T' draws among them (0 stands for T_pi). Its
//            distribution is r_bred's; here as the thesis's check, and for its default.
// poisson    record t is in the resample a Poisson(E) number of times, of which Poisson(E p_t) are
//            accepted: as bred, but the size is Poisson(E T) too, so that one pass over the log
//            makes every resample (section 5.11.3, p. 200; Hanley and MacGibbon 2006). Given how many
//            records are accepted it is bred exactly; their number has variance E T q_S where bred's
//            has E T q_S (1 - q_S). E need not make E T a whole number.
// combine = mean: estimate = (1/B) sum g^(b); pooled: the ratio of the sums over all resamples.
//
// Deviations from the print:
// - Algorithm 15 is for any static policy (its "deterministic" is copied from algorithm 14), and
//   ends when no record can be accepted (the print never ends): then the
//   estimate is 0 and there is no bootstrap variance.
// - The pooled form does not have the bias in O(a^(T B)) of algorithm 12: all resamples come from
//   one log, so the estimate is 0 whenever that log has no usable record, with probability a^T for a
//   deterministic policy.
// - No jitter: with it a pass sees other probabilities (thesis, section 5.7.4, p. 152). `bred` does
//   it by passes.
//
// The bits differ from those of passes over the records; the distribution is the same.
//
// Columns: estimate; standard_error, as an estimate of g_pi: RED_inf's variance over logs (delta
// method) plus bootstrap_variance / B (NaN when B < 2); accepted, mean of a resample; records that
// a resample reads (r_bred: on average, T'/q_S); acceptance, accepted K / records: about 1 under
// uniform logging; usable, the share of the log's records with p > 0; distinct, the expected share
// that a resample accepts at least once; bootstrap_variance, of the g^(b), unbiased (NaN when B <
// 2), and its root deviation: both of the mean reward of that many interactions, not of the estimate;
// empty, resamples with n_b = 0; below, the share of g^(b) <= threshold: the estimated distribution
// function there.

#include <cmath>
#include <cstdint>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/estimation/acceptance_distribution.hpp"
#include "suite/estimation/checkpoints.hpp"
#include "suite/estimation/record_weights.hpp"
#include "suite/estimation/replay_basis.hpp"
#include "suite/estimation/shared_parameters.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/numeric/moments.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/stream/poisson.hpp"

namespace replaybench::evaluators::static_bred {

namespace {

enum class StaticBredMethod { bred, s_bred, r_bred, r_bred_dp, poisson };

struct StaticBredOptions {
  StaticBredMethod method = StaticBredMethod::bred;
  estimation::Weighting weighting;
  double expansion = 0;           ///< E; bred, s_bred and poisson
  std::uint64_t acceptances = 0;  ///< T'; r_bred and r_bred_dp
  bool pooled = false;
  double threshold = 0;
  std::uint64_t resamples = 30;
  std::vector<std::uint64_t> checkpoints;  ///< increasing numbers of resamples, to give a row at
};

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn standard_error = add(Role::standard_error);
  RowColumn accepted = add(Role::accepted);
  RowColumn records = add(Role::records);
  RowColumn acceptance = add(Role::acceptance);
  RowColumn usable = add("usable", Role::count);
  RowColumn distinct = add("distinct");
  RowColumn bootstrap_variance = add("bootstrap_variance");
  RowColumn deviation = add("deviation");
  RowColumn empty = add("empty", Role::count);
  RowColumn below = add("below");
} result{};

/// Accepted records of one resample.
struct Accepted {
  std::int64_t records = 0;
  double weight = 0;
  double reward = 0;

  void add(const estimation::RecordClass& c, std::int64_t count) {
    const double mass = static_cast<double>(count) * c.weight;
    records += count;
    weight += mass;
    reward += mass * c.reward;
  }
  double mean() const { return records == 0 ? 0 : reward / weight; }
};

/// 1 - (1 - p)^n.
double at_least_once(double p, double n) {
  return p >= 1 ? (n > 0 ? 1 : 0) : -numeric::expm1(n * numeric::log1p(-p));
}

/// True if the size of a resample is a multiple E of the log's.
bool expands(StaticBredMethod method) {
  return method == StaticBredMethod::bred || method == StaticBredMethod::s_bred ||
         method == StaticBredMethod::poisson;
}

/// Draws the accepted records of a resample.
class Resampler {
 public:
  virtual ~Resampler() = default;
  virtual Accepted draw(Draws& draws) const = 0;
  virtual double records() const = 0;
  /// P(a record of the class is accepted at least once).
  virtual double used(const estimation::RecordClass& c) const = 0;
};

/// Draws with replacement: a given number of records, or of acceptances.
class WithReplacement final : public Resampler {
 public:
  /// E T `records` are drawn, and those that are accepted counted.
  WithReplacement(const estimation::AcceptanceDistribution& distribution, std::int64_t records)
      : distribution_(distribution),
        drawn_(records),
        accepted_(
            records,
            std::min(distribution.accepted() / static_cast<double>(distribution.records()), 1.0)),
        which_(masses(distribution)),
        reads_(static_cast<double>(records)) {}
  /// Until `acceptances`, which on average takes `reads` records.
  WithReplacement(const estimation::AcceptanceDistribution& distribution, std::int64_t acceptances,
                  double reads)
      : distribution_(distribution),
        acceptances_(acceptances),
        accepted_(0, 0),
        which_(masses(distribution)),
        reads_(reads) {}

  Accepted draw(Draws& draws) const override {
    Accepted accepted;
    if (distribution_.usable() == 0) return accepted;
    const std::int64_t n = acceptances_ > 0 ? acceptances_ : accepted_.draw(draws);
    which_.draw(draws, n, [&](std::size_t j, std::int64_t count) {
      accepted.add(distribution_.classes()[j], count);
    });
    return accepted;
  }
  double records() const override { return reads_; }
  double used(const estimation::RecordClass& c) const override {
    return acceptances_ > 0
               ? at_least_once(c.probability / distribution_.accepted(),
                               static_cast<double>(acceptances_))
               : at_least_once(c.probability / static_cast<double>(distribution_.records()),
                               static_cast<double>(drawn_));
  }

 private:
  static std::vector<double> masses(const estimation::AcceptanceDistribution& distribution) {
    std::vector<double> masses;
    for (const estimation::RecordClass& c : distribution.classes()) {
      masses.push_back(static_cast<double>(c.count) * c.probability);
    }
    return masses;
  }

  const estimation::AcceptanceDistribution& distribution_;
  std::int64_t acceptances_ = 0;
  std::int64_t drawn_ = 0;
  BinomialDistribution accepted_;
  estimation::Multinomial which_;
  double reads_;
};

/// Each record `copies` times.
class Copies final : public Resampler {
 public:
  Copies(const estimation::AcceptanceDistribution& distribution, std::int64_t copies)
      : distribution_(distribution), copies_(copies) {
    for (const estimation::RecordClass& c : distribution.classes())
      counts_.emplace_back(copies * c.count, c.probability);
  }

  Accepted draw(Draws& draws) const override {
    Accepted accepted;
    for (std::size_t j = 0; j < counts_.size(); ++j) {
      accepted.add(distribution_.classes()[j], counts_[j].draw(draws));
    }
    return accepted;
  }
  double records() const override {
    return static_cast<double>(copies_) * static_cast<double>(distribution_.records());
  }
  double used(const estimation::RecordClass& c) const override {
    return at_least_once(c.probability, static_cast<double>(copies_));
  }

 private:
  const estimation::AcceptanceDistribution& distribution_;
  std::int64_t copies_;
  std::vector<BinomialDistribution> counts_;
};

/// Each record a Poisson number of times, the mean E of them: one pass over the log makes every
/// resample.
class PoissonCopies final : public Resampler {
 public:
  PoissonCopies(const estimation::AcceptanceDistribution& distribution, double expansion)
      : distribution_(distribution), expansion_(expansion) {
    for (const estimation::RecordClass& c : distribution.classes()) {
      counts_.emplace_back(static_cast<double>(c.count) * rate(c));
    }
  }

  Accepted draw(Draws& draws) const override {
    Accepted accepted;
    for (std::size_t j = 0; j < counts_.size(); ++j) {
      accepted.add(distribution_.classes()[j], counts_[j].draw(draws));
    }
    return accepted;
  }
  double records() const override {
    return expansion_ * static_cast<double>(distribution_.records());
  }
  double used(const estimation::RecordClass& c) const override { return -numeric::expm1(-rate(c)); }

 private:
  /// Acceptances of one record: what is left of a Poisson number by accepting each with
  /// probability p is Poisson again.
  double rate(const estimation::RecordClass& c) const { return expansion_ * c.probability; }

  const estimation::AcceptanceDistribution& distribution_;
  double expansion_;
  std::vector<PoissonDistribution> counts_;
};

std::unique_ptr<Resampler> resampler(const StaticBredOptions& options,
                                     const estimation::AcceptanceDistribution& distribution,
                                     double expansion) {
  if (options.method == StaticBredMethod::bred) {
    return std::make_unique<WithReplacement>(distribution, distribution.expanded(expansion));
  }
  if (options.method == StaticBredMethod::poisson) {
    distribution.expanded(std::ceil(expansion));  // refuses what would overflow
    return std::make_unique<PoissonCopies>(distribution, expansion);
  }
  if (options.method == StaticBredMethod::s_bred) {
    distribution.expanded(expansion);  // refuses what would overflow
    return std::make_unique<Copies>(distribution, static_cast<std::int64_t>(expansion));
  }
  std::int64_t wanted = static_cast<std::int64_t>(options.acceptances);
  if (options.method == StaticBredMethod::r_bred) {
    if (wanted == 0) wanted = distribution.records();
    const double reads = distribution.usable() == 0
                             ? nan
                             : static_cast<double>(wanted) *
                                   static_cast<double>(distribution.records()) /
                                   distribution.accepted();
    return std::make_unique<WithReplacement>(distribution, wanted, reads);
  }
  if (!distribution.is_deterministic()) {
    throw NotApplicable("r_bred_dp is for deterministic policies; r_bred takes any static one");
  }
  if (wanted == 0) wanted = distribution.usable();
  return std::make_unique<WithReplacement>(distribution, wanted, static_cast<double>(wanted));
}

class StaticBred final : public Evaluator {
 public:
  explicit StaticBred(StaticBredOptions options) : options_(std::move(options)) {}

  LogAssumptions assumptions() const override {
    LogAssumptions assumptions = estimation::weighting_assumptions(options_.weighting);
    assumptions.static_policy = true;
    assumptions.whole_horizon = options_.method != StaticBredMethod::r_bred_dp &&
                                options_.expansion == 0 && options_.acceptances == 0;
    return assumptions;
  }
  const RowSchema& schema() const override { return result; }
  /// One row whose step is the size of the log; with resample_checkpoints one for each, whose step
  /// is the number of resamples: a later row's contain those of the former. Throws NotApplicable as
  /// red_inf does, for an empty log, for expansion = 0 when the pool changes, and for r_bred_dp
  /// when the policy is not deterministic. O(T K + T log T + B classes).
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    const estimation::AcceptanceDistribution distribution("static_bred", trial, options_.weighting);
    if (distribution.records() == 0) throw NotApplicable("static_bred: the log is empty");
    const auto resample = resampler(options_, distribution, expansion(distribution));
    const bool informative = distribution.usable() > 0;
    const double n = static_cast<double>(distribution.records());
    double distinct = 0;
    for (const estimation::RecordClass& c : distribution.classes()) {
      distinct += static_cast<double>(c.count) * resample->used(c);
    }
    numeric::Moments estimates;
    Accepted total;
    std::uint64_t empty = 0;
    std::uint64_t below = 0;
    const auto row = [&](std::uint64_t step) {
      const double count = static_cast<double>(estimates.count);
      const double variance = informative ? estimates.variance() : nan;
      const double accepted = static_cast<double>(total.records) / count;
      rows.push_back(result.row(
          step, {result.estimate(options_.pooled ? total.mean() : estimates.mean),
                 result.standard_error(std::sqrt(distribution.ratio_variance() + variance / count)),
                 result.accepted(accepted), result.records(resample->records()),
                 result.acceptance(accepted * distribution.mean_pool() / resample->records()),
                 result.usable(static_cast<double>(distribution.usable()) / n),
                 result.distinct(distinct / n), result.bootstrap_variance(variance),
                 result.deviation(std::sqrt(variance)), result.empty(empty),
                 result.below(static_cast<double>(below) / count)}));
    };
    auto checkpoint = options_.checkpoints.begin();
    for (std::uint64_t b = 0; b < options_.resamples; ++b) {
      Draws draws(trial.policy_stream(), b);
      const Accepted accepted = resample->draw(draws);
      total.records += accepted.records;
      total.weight += accepted.weight;
      total.reward += accepted.reward;
      estimates.add(accepted.mean());
      empty += accepted.records == 0;
      below += accepted.mean() <= options_.threshold;
      if (checkpoint == options_.checkpoints.end() || *checkpoint != b + 1) continue;
      row(b + 1);
      ++checkpoint;
    }
    if (options_.checkpoints.empty()) row(static_cast<std::uint64_t>(distribution.records()));
  }
  EstimateBasis evaluate_with_basis(Trial& trial, std::vector<ResultRow>& rows) const override {
    evaluate(trial, rows);
    return estimation::basis_of_resamples(*this, trial, options_.weighting);
  }
  Passes passes() const override { return {.count = options_.resamples}; }
  std::vector<std::string> remarks(const Log&, const Agent&, const ResultRow&) const override {
    std::vector<std::string> remarks{
        "standard_error is of the estimate; deviation is of the mean reward of as many "
        "interactions as a resample accepts, and is no error of the estimate",
        "red_inf is the limit of many resamples, without their noise"};
    if (options_.method == StaticBredMethod::s_bred) {
      remarks.push_back(
          "the spread of s_bred's resamples estimates nothing (thesis, figure 5.4, section 5.5.3, "
          "p. 136)");
    }
    return remarks;
  }

 private:
  double expansion(const estimation::AcceptanceDistribution& distribution) const {
    if (options_.expansion > 0 || !expands(options_.method)) return options_.expansion;
    return distribution.action_count("give the expansion");
  }

  StaticBredOptions options_;
};

std::shared_ptr<const Evaluator> make(const StaticBredOptions& options) {
  estimation::require_increasing("static_bred", options.checkpoints, "resample_checkpoints");
  if (!options.checkpoints.empty() && options.checkpoints.back() > options.resamples) {
    throw SpecErrors("static_bred: resample_checkpoints go beyond resamples = " +
                     std::to_string(options.resamples));
  }
  if (expands(options.method) && options.acceptances > 0) {
    throw SpecErrors("static_bred: acceptances are for method = \"r_bred\" and \"r_bred_dp\"");
  }
  if (!expands(options.method) && options.expansion > 0) {
    throw SpecErrors("static_bred: expansion is for method = \"bred\", \"s_bred\" and \"poisson\"");
  }
  if (options.method == StaticBredMethod::s_bred &&
      options.expansion != std::floor(options.expansion)) {
    throw SpecErrors("static_bred: s_bred copies the log: its expansion is a whole number");
  }
  return std::make_shared<StaticBred>(options);
}

const auto parameters = bind_parameters<StaticBredOptions>(
    group(&StaticBredOptions::weighting, estimation::weighting_parameters()),
    choice(&StaticBredOptions::method, "method",
           {{"bred", StaticBredMethod::bred},
            {"s_bred", StaticBredMethod::s_bred},
            {"r_bred", StaticBredMethod::r_bred},
            {"r_bred_dp", StaticBredMethod::r_bred_dp},
            {"poisson", StaticBredMethod::poisson}},
           "resampling with replacement, copies of the log, until so many acceptances, among a "
           "deterministic policy's records, or each record a Poisson number of times")
        .source("thesis algorithms 12, 14, 15, sections 5.5.2 (p. 133) and 5.11.3 (p. 200)"),
    estimation::resamples_parameter(&StaticBredOptions::resamples, "B")
        .source("thesis, figure 5.3b (section 5.5.2, p. 133): for the mean more than 30 is "
                "useless; section 5.5.3 (p. 136): for the distribution 10,000 may not be enough"),
    estimation::resample_checkpoints_parameter(&StaticBredOptions::checkpoints),
    real(&StaticBredOptions::expansion, "expansion",
         "E of bred and s_bred: E T records per resample; 0: K; 1: bootstrapped replay")
        .at_least(0)
        .at_most(1e6)
        .source("thesis, algorithm 12 and section 5.3.2 (p. 126)"),
    integer(&StaticBredOptions::acceptances, "acceptances",
            "T' of r_bred (0: T) and of r_bred_dp (0: its records T_pi)")
        .at_least(0)
        .at_most(1'000'000'000)
        .source("thesis, theorem 14 (section 5.7.5, p. 154) and algorithm 15"),
    choice(&StaticBredOptions::pooled, "combine", {{"mean", false}, {"pooled", true}},
           "the mean of the resamples' ratios, or the ratio of their sums")
        .source("thesis, algorithm 12 (section 5.3.2, p. 126)"),
    real(&StaticBredOptions::threshold, "threshold",
         "where the estimated distribution function is reported, in column below")
        .source("thesis, section 5.3.2 (p. 126)"));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "static_bred",
     .group = Group::bred,
     .summary = "bootstrapped replay on expanded data of a static policy: draws what a resample "
                "accepts, without passes over the log",
     .source = "thesis algorithms 12, 14 and 15, sections 5.4 (p. 130) to 5.7.4 (p. 152)",
     .revision = 2,  // another acceptance if pools change
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability = "Only for static policies that give their probabilities; for algorithms that "
                      "learn, and for jitter, bred, s_bred and r_bred pass over the records."}};

}  // namespace replaybench::evaluators::static_bred
