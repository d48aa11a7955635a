#include "suite/offpolicy/block_pass.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "suite/component/log_dataset.hpp"
#include "suite/model/passed_records.hpp"
#include "suite/model/pool.hpp"
#include "suite/model/stop.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/offpolicy/block_policy.hpp"
#include "suite/offpolicy/policy_pass.hpp"
#include "suite/terms/log_mean.hpp"

namespace replaybench::offpolicy {

bool takes_blocks(const EstimatorDefinition& definition, const FixedPolicyOptions& options) {
  const IntervalKind interval = options.interval.kind;
  return !definition.needs_model && !definition.needs_logger && !definition.needs_groups &&
         definition.needs_propensity && definition.has_error &&
         definition.loggers == Loggers::own && options.select == ParameterSelection::none &&
         (interval == IntervalKind::normal || interval == IntervalKind::student);
}

std::string needs_whole_log(const EstimatorDefinition& definition,
                            const FixedPolicyOptions& options) {
  const IntervalKind interval = options.interval.kind;
  if (definition.needs_model && options.model.kind != ModelKind::given) {
    return "fits a model to folds of the whole log: fit one elsewhere and name its predictions "
           "with "
           "model=\"given\"";
  }
  if (definition.needs_groups) {
    return "numbers the actions of the whole log: use an estimator by propensities";
  }
  if (!definition.needs_propensity) {
    return "is a model alone, and asks which actions were never logged in a context: use a doubly "
           "robust estimator";
  }
  if (definition.needs_logger) {
    return "needs the logger's probabilities of all actions: use an estimator by propensities";
  }
  if (definition.loggers != Loggers::own) {
    return "weighs each logger by its records in the whole log: use an estimator by propensities";
  }
  if (options.select != ParameterSelection::none) {
    return "chooses its parameter by the whole log: give the parameter, without select";
  }
  if (definition.combination == Combination::log_mean && options.parameter != 0) {
    return "takes out the largest exponent of the whole log: use an estimator that is a mean or a "
           "ratio";
  }
  if (interval != IntervalKind::normal && interval != IntervalKind::student) {
    return "has an interval from single records: use interval=\"normal\"";
  }
  return {};
}

namespace {

std::string name_of_action(const Log& log, Action action) {
  return log.action_names.empty() ? std::to_string(action) : log.action_names[action];
}

constexpr terms::TermShape shape_of_part(bool has_model) {
  return {.base = has_model, .reward = true, .third = true};
}

// The terms of an estimator, and what a record's term is in its estimate.
struct Estimator {
  const EstimatorDefinition& definition;
  Settings settings;
  Combination combination;
  terms::LogMean log_mean{0, 0, 0};  // of the exponents' range, which is found first

  Estimator(const EstimatorDefinition& of, const FixedPolicyOptions& options)
      : definition(of), settings{options.parameter, options.floor}, combination(of.combination) {
    if (combination == Combination::log_mean && settings.value == 0) {
      combination = Combination::mean;
    }
  }

  bool is_log_mean() const { return combination == Combination::log_mean; }
  void add(double pi, double propensity, double reward, BlockSums& sums) const {
    const Term of = term(pi, propensity, reward);
    if (is_log_mean()) {
      sums.terms.add({number(of), of.weight, 0});
    } else {
      sums.terms.add(of, reward);
    }
    if (definition.changes_weights) sums.importance.add({0, pi / propensity, 0});
    count(of, reward, sums);
  }
  void count(const Term& of, double reward, BlockSums& sums) const {
    sums.largest.add(of.weight * reward);
    sums.least_reward = std::min(sums.least_reward, reward);
    sums.unit_rewards &= reward >= 0 && reward <= 1;
    sums.rewarded += of.weight > 0 && reward == 1;
  }
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
  double number(const Term& term) const { return log_mean.number(exponent(term)); }
};

// As `influences` of the terms, from the estimate that they made.
class PartsOfTerms final : public RecordParts {
 public:
  PartsOfTerms(std::string owner, std::shared_ptr<const LogBlocks> log, const Agent& policy,
               const Estimator& estimator, const Estimate& estimate, double mean_number,
               double weights, bool has_steps)
      : owner_(std::move(owner)),
        log_(std::move(log)),
        policy_(policy),
        estimator_(estimator),
        value_(estimate.value),
        mean_number_(mean_number),
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
        return estimator_.log_mean.influence(estimator_.number(term), mean_number_, n);
      case Combination::mean:
        break;
    }
    return (term.base + term.weight * term.outcome - value_) / n;
  }

  std::string owner_;
  std::shared_ptr<const LogBlocks> log_;
  Agent policy_;
  Estimator estimator_;
  double value_, mean_number_, weights_;
  bool has_steps_;
};

// All but the parts of records and the unsupported actions.
BlockPass pass_of(const std::string& owner, const Estimator& estimator, const BlockSums& sums) {
  if (estimator.definition.needs_positive_rewards && sums.least_reward < 0) {
    refuse_negative_rewards(owner);
  }
  BlockPass pass;
  const Combination combination =
      estimator.is_log_mean() ? Combination::mean : estimator.combination;
  const Estimate of_terms = sums.terms.combine(combination);
  const auto moments = sums.terms.influence_moments(combination);
  pass.estimate = of_terms;
  pass.influences = {sums.terms.terms(), moments.second, moments.third};
  if (estimator.is_log_mean()) {
    const double step = estimator.log_mean.slope(of_terms.value);
    pass.influences.second *= step * step;
    pass.influences.third *= step * step * step;
    pass.estimate = estimator.log_mean.of(of_terms);
  }
  pass.weights = sums.terms.weights();
  pass.importance_weights =
      estimator.definition.changes_weights ? sums.importance.weights() : pass.weights;
  pass.tail = sums.largest.tail();
  pass.rewarded = sums.rewarded;
  return pass;
}

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
    const BlockSums none({.base = estimator_.is_log_mean(), .third = true},
                         statistics::LargestTerms(log_->size()));
    if (estimator_.is_log_mean()) {
      const BlockSums range = sweep(true, none);
      estimator_.log_mean = {estimator_.settings.value, range.least_exponent,
                             range.largest_exponent};
    }
    const BlockSums sums = sweep(false, none);
    BlockPass pass = pass_of(owner_, estimator_, sums);
    pass.parts = std::make_shared<PartsOfTerms>(
        owner_, log_, policy_, estimator_, pass.estimate,
        sums.terms.combine(Combination::mean).value,
        static_cast<double>(sums.terms.first(terms::Channel::weight)), sums.unit_rewards);
    pass.unsupported = has_all ? unsupported() : nan;
    return pass;
  }

  BlockSums sum_part() const {
    BlockSums sums = sweep(false, BlockSums(shape_of_part(false), {}));
    add_not_shown(sums);
    return sums;
  }
  // The policy's probabilities of the actions that the log does not show, if they are known.
  void add_not_shown(BlockSums& sums) const {
    BlockPolicy policy(owner_, policy_, *log_);
    sums.has_all = policy.has_all();
    if (!sums.has_all) return;
    for (const Action action : never_shown()) {
      sums.not_shown[name_of_action(log_->header(), action)] = policy.exact_sum_of({&action, 1});
    }
  }

 private:
  // `exponents`: the range of a log-mean's exponents alone is looked for.
  BlockSums sweep(bool exponents, const BlockSums& none) const {
    const std::uint64_t n = log_->size();
    const std::uint64_t stretches = std::min<std::uint64_t>(jobs_, n);
    std::vector<BlockSums> parts(stretches, none);
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
          const auto [pi, p, reward] =
              std::tuple(probabilities[i], block.propensities[i], block.rewards[i]);
          if (!exponents) {
            estimator_.add(pi, p, reward, parts[s]);
          } else {
            const double exponent = estimator_.exponent(estimator_.term(pi, p, reward));
            parts[s].least_exponent = std::min(parts[s].least_exponent, exponent);
            parts[s].largest_exponent = std::max(parts[s].largest_exponent, exponent);
          }
        }
        if (!exponents) count_passed(block.size);
      });
    });
    BlockSums sums = std::move(parts.front());
    for (std::size_t s = 1; s < parts.size(); ++s) sums.merge(parts[s]);
    return sums;
  }

  std::vector<Action> never_shown() const {
    std::vector<bool> shown(log_->header().action_count);
    log_->each({.actions = true}, [&](const LogBlock& block) {
      for (const Action action : block.actions) shown[action] = true;
    });
    std::vector<Action> never;
    for (Action action = 0; action < shown.size(); ++action) {
      if (!shown[action]) never.push_back(action);
    }
    return never;
  }

  // The mean probability of actions that the log never shows.
  double unsupported() const {
    const std::vector<Action> never = never_shown();
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

BlockSums sum_part(const std::string& owner, const std::shared_ptr<const LogBlocks>& part,
                   const Agent& policy, const EstimatorDefinition& definition,
                   const FixedPolicyOptions& options, std::size_t jobs) {
  const Sweeps sweeps(owner, part, policy, definition, options, jobs);
  if (!definition.needs_model) return sweeps.sum_part();
  const LogDataset dataset(part->shared_header());
  const auto make = [&](const Problem&) { return policy; };
  Trial trial(dataset, make, make, 0, {});
  FixedPolicyOptions of_part = options;
  of_part.model.of_part = true;
  const double candidate = options.parameter;
  const PolicyPass pass = pass_over(owner, trial, definition, of_part, {&candidate, 1});
  const Estimator estimator(definition, options);
  BlockSums sums(shape_of_part(true), {});
  for (std::size_t i = 0; i < pass.log->size(); ++i) {
    const Term& term = pass.terms.front()[i];
    const double reward = pass.log->rewards[i];
    sums.terms.add(term, reward);
    if (definition.changes_weights) sums.importance.add({0, pass.weights[i], 0});
    estimator.count(term, reward, sums);
  }
  sweeps.add_not_shown(sums);
  return sums;
}

BlockPass pass_of_sums(const std::string& owner, const EstimatorDefinition& definition,
                       const FixedPolicyOptions& options, const BlockSums& sums,
                       const std::function<bool(const std::string&)>& is_shown) {
  const Estimator estimator(definition, options);
  BlockPass pass = pass_of(owner, estimator, sums);
  const auto lift = sums.terms.influence_moments(estimator.combination, true);
  pass.lift = {sums.terms.terms(), lift.second, lift.third};
  pass.unsupported = nan;
  if (!sums.has_all) return pass;
  numeric::ExactSum never_shown;
  for (const auto& [action, sum] : sums.not_shown) {
    if (!is_shown(action)) never_shown.merge(sum);
  }
  pass.unsupported = never_shown.value() / static_cast<double>(sums.terms.terms());
  return pass;
}

}  // namespace replaybench::offpolicy
