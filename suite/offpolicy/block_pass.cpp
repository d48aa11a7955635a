#include "suite/offpolicy/block_pass.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "suite/model/passed_records.hpp"
#include "suite/model/pool.hpp"
#include "suite/model/stop.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/offpolicy/block_policy.hpp"
#include "suite/offpolicy/policy_pass.hpp"
#include "suite/statistics/largest_terms.hpp"
#include "suite/terms/term_sums.hpp"

namespace replaybench::offpolicy {

bool takes_blocks(const EstimatorDefinition& definition, const FixedPolicyOptions& options) {
  const IntervalKind interval = options.interval.kind;
  return !definition.needs_model && !definition.needs_logger && !definition.needs_groups &&
         definition.needs_propensity && definition.has_error &&
         definition.loggers == Loggers::own && options.select == ParameterSelection::none &&
         (interval == IntervalKind::normal || interval == IntervalKind::student);
}

namespace {

// Sums of a sweep. Every member is the same for any order of the records.
struct Sums {
  Sums(std::uint64_t records, terms::TermShape shape) : terms(shape), largest(records) {}

  terms::TermSums terms, importance;
  statistics::LargestTerms largest;                                    // weight times reward
  double largest_exponent = -std::numeric_limits<double>::infinity();  // of a log-mean
  double least_reward = std::numeric_limits<double>::infinity();
  bool unit_rewards = true;    // all in [0, 1]
  std::uint64_t rewarded = 0;  // of a weight above 0 and a reward of 1

  void merge(const Sums& other) {
    terms.merge(other.terms);
    importance.merge(other.importance);
    largest.merge(other.largest);
    largest_exponent = std::max(largest_exponent, other.largest_exponent);
    least_reward = std::min(least_reward, other.least_reward);
    unit_rewards &= other.unit_rewards;
    rewarded += other.rewarded;
  }
};

// The terms of an estimator, and what a record's term is in its estimate.
struct Estimator {
  const EstimatorDefinition& definition;
  Settings settings;
  Combination combination;
  double largest_exponent = 0;  // of a log-mean: taken out, so that no exponential overflows

  Estimator(const EstimatorDefinition& of, const FixedPolicyOptions& options)
      : definition(of), settings{options.parameter, options.floor}, combination(of.combination) {
    if (combination == Combination::log_mean && settings.value == 0) {
      combination = Combination::mean;
    }
  }

  bool is_log_mean() const { return combination == Combination::log_mean; }
  Term term(double pi, double propensity, double reward) const {
    RecordView record;
    record.pi = pi;
    record.propensity = propensity;
    record.weight = pi / propensity;
    record.reward = reward;
    return definition.term(record, settings);
  }
  double exponent(const Term& term) const {
    return (term.base + term.weight * term.outcome) * settings.value;
  }
  double exponential(const Term& term) const {
    return numeric::exp(exponent(term) - largest_exponent);
  }
};

// As `influences` of the terms, from the estimate that they made.
class PartsOfTerms final : public RecordParts {
 public:
  PartsOfTerms(std::string owner, std::shared_ptr<const LogBlocks> log, const Agent& policy,
               const Estimator& estimator, const Estimate& estimate, double mean_exponential,
               double weights, bool has_steps)
      : owner_(std::move(owner)),
        log_(std::move(log)),
        policy_(policy),
        estimator_(estimator),
        value_(estimate.value),
        mean_exponential_(mean_exponential),
        weights_(weights),
        has_steps_(has_steps) {}

  std::uint64_t size() const override { return log_->size(); }
  bool has_steps() const override { return has_steps_; }
  bool has_weights() const override { return weights_ > 0; }
  void read(std::uint64_t first, std::span<double> parts, std::span<double> steps) const override {
    BlockPolicy policy(owner_, policy_, *log_);
    BlockBuffers buffers;
    const LogBlock block =
        log_->read(first, parts.size(), {.rewards = true, .propensities = true}, buffers);
    policy.read(first, parts);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const Term term = estimator_.term(parts[i], block.propensities[i], block.rewards[i]);
      parts[i] = part(term);
      steps[i] = weights_ > 0 ? term.weight / weights_ : term.weight;
    }
  }

 private:
  double part(const Term& term) const {
    const double n = static_cast<double>(log_->size());
    switch (estimator_.combination) {
      case Combination::ratio:
        return weights_ == 0 ? 0 : term.weight * (term.outcome - value_) / weights_;
      case Combination::log_mean:
        return (estimator_.exponential(term) / mean_exponential_ - 1) /
               (estimator_.settings.value * n);
      case Combination::mean:
        break;
    }
    return (term.base + term.weight * term.outcome - value_) / n;
  }

  std::string owner_;
  std::shared_ptr<const LogBlocks> log_;
  Agent policy_;
  Estimator estimator_;
  double value_, mean_exponential_, weights_;
  bool has_steps_;
};

class Sweeps {
 public:
  Sweeps(std::string owner, std::shared_ptr<const LogBlocks> log, const Agent& policy,
         const EstimatorDefinition& definition, const FixedPolicyOptions& options, std::size_t jobs)
      : owner_(std::move(owner)),
        log_(std::move(log)),
        policy_(policy),
        estimator_(definition, options),
        jobs_(jobs) {
    require_usable(owner_, definition, log_->size(), log_->has_propensities());
  }

  BlockPass run() {
    const bool has_all = BlockPolicy(owner_, policy_, *log_).has_all();
    if (estimator_.is_log_mean()) estimator_.largest_exponent = sweep(true).largest_exponent;
    const Sums sums = sweep(false);
    if (estimator_.definition.needs_positive_rewards && sums.least_reward < 0) {
      refuse_negative_rewards(owner_);
    }
    BlockPass pass = pass_of(sums);
    pass.unsupported = has_all ? unsupported() : nan;
    return pass;
  }

 private:
  BlockPass pass_of(const Sums& sums) const {
    BlockPass pass;
    const Combination combination =
        estimator_.is_log_mean() ? Combination::mean : estimator_.combination;
    const Estimate of_terms = sums.terms.combine(combination);
    const auto moments = sums.terms.influence_moments(combination);
    pass.estimate = of_terms;
    pass.influences = {log_->size(), moments.second, moments.third};
    if (estimator_.is_log_mean()) {
      const double lambda = estimator_.settings.value;
      const double step = 1 / (of_terms.value * lambda);  // d log-mean / d mean
      pass.influences.second *= step * step;
      pass.influences.third *= step * step * step;
      pass.estimate = terms::log_of(of_terms, lambda, estimator_.largest_exponent);
    }
    pass.weights = sums.terms.weights();
    pass.importance_weights =
        estimator_.definition.changes_weights ? sums.importance.weights() : pass.weights;
    pass.tail = sums.largest.tail();
    pass.rewarded = sums.rewarded;
    pass.parts = std::make_shared<PartsOfTerms>(
        owner_, log_, policy_, estimator_, pass.estimate, of_terms.value,
        static_cast<double>(sums.terms.first(terms::Channel::weight)), sums.unit_rewards);
    return pass;
  }

  // `exponents`: the largest exponent of a log-mean alone is looked for.
  Sums sweep(bool exponents) const {
    const terms::TermShape shape{.base = estimator_.is_log_mean(), .third = true};
    const std::uint64_t n = log_->size();
    const std::uint64_t stretches = std::min<std::uint64_t>(jobs_, n);
    std::vector<Sums> parts(stretches, Sums(n, shape));
    SharedPool(jobs_)->for_each(stretches, [&](std::uint64_t s) {
      BlockPolicy policy(owner_, policy_, *log_);
      std::vector<double> probabilities;
      const std::uint64_t first = n / stretches * s + std::min(s, n % stretches);
      const std::uint64_t end = first + n / stretches + (s < n % stretches ? 1 : 0);
      log_->each(first, end, {.rewards = true, .propensities = true}, [&](const LogBlock& block) {
        stop_point();
        probabilities.resize(block.size);
        policy.read(block.first, probabilities);
        for (std::size_t i = 0; i < block.size; ++i) {
          add(exponents, probabilities[i], block.propensities[i], block.rewards[i], parts[s]);
        }
        if (!exponents) count_passed(block.size);
      });
    });
    Sums sums = std::move(parts.front());
    for (std::size_t s = 1; s < parts.size(); ++s) sums.merge(parts[s]);
    return sums;
  }

  void add(bool exponents, double pi, double propensity, double reward, Sums& sums) const {
    const Term term = estimator_.term(pi, propensity, reward);
    if (exponents) {
      sums.largest_exponent = std::max(sums.largest_exponent, estimator_.exponent(term));
      return;
    }
    if (estimator_.is_log_mean()) {
      sums.terms.add({estimator_.exponential(term), term.weight, 0});
    } else {
      sums.terms.add(term);
    }
    if (estimator_.definition.changes_weights) sums.importance.add({0, pi / propensity, 0});
    sums.largest.add(term.weight * reward);
    sums.least_reward = std::min(sums.least_reward, reward);
    sums.unit_rewards &= reward >= 0 && reward <= 1;
    sums.rewarded += term.weight > 0 && reward == 1;
  }

  // The mean probability of actions that the log never shows.
  double unsupported() const {
    std::vector<bool> shown(log_->header().action_count);
    log_->each({.actions = true}, [&](const LogBlock& block) {
      for (const Action action : block.actions) shown[action] = true;
    });
    std::vector<Action> never;
    for (Action action = 0; action < shown.size(); ++action) {
      if (!shown[action]) never.push_back(action);
    }
    if (never.empty()) return 0;
    return BlockPolicy(owner_, policy_, *log_).sum_of(never) / static_cast<double>(log_->size());
  }

  std::string owner_;
  std::shared_ptr<const LogBlocks> log_;
  const Agent& policy_;
  Estimator estimator_;
  std::size_t jobs_;
};

}  // namespace

BlockPass pass_over_blocks(const std::string& owner, const std::shared_ptr<const LogBlocks>& log,
                           const Agent& policy, const EstimatorDefinition& definition,
                           const FixedPolicyOptions& options, std::size_t jobs) {
  return Sweeps(owner, log, policy, definition, options, jobs).run();
}

}  // namespace replaybench::offpolicy
