#include "suite/offpolicy/block_pass.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "suite/model/passed_records.hpp"
#include "suite/model/pool.hpp"
#include "suite/model/reward_offset.hpp"
#include "suite/model/stop.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/offpolicy/block_policy.hpp"
#include "suite/offpolicy/policy_pass.hpp"
#include "suite/terms/log_mean.hpp"

namespace replaybench::offpolicy {

bool takes_blocks(const EstimatorDefinition& definition, const FixedPolicyOptions& options) {
  const IntervalKind interval = options.interval.kind;
  const bool fits = definition.needs_model && options.model.kind != ModelKind::given;
  return !fits && !definition.needs_logger && !definition.needs_groups &&
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
  // True if the weights of the terms are pi / p.
  bool has_own_weights() const { return !definition.changes_weights; }
  terms::TermShape shape(bool of_part) const {
    return {.base = definition.needs_model || (is_log_mean() && !of_part),
            .reward = of_part,
            .third = true};
  }
  // `reward`: with its offset.
  void add(const RecordView& record, double reward, BlockSums& sums) const {
    const Term of = term(record);
    if (is_log_mean()) {
      sums.terms.add({number(of), of.weight, 0});
    } else {
      sums.terms.add(of, reward);
    }
    if (!has_own_weights() && !std::isnan(record.weight))
      sums.importance.add({0, record.weight, 0});
    sums.largest.add(of.weight * reward);
    sums.least_reward = std::min(sums.least_reward, reward);
    sums.unit_rewards &= reward >= 0 && reward <= 1;
    sums.rewarded += of.weight > 0 && reward == 1;
  }
  Term term(const RecordView& record) const { return definition.term(record, settings); }
  double exponent(const Term& term) const {
    return (term.base + term.weight * term.outcome) * settings.value;
  }
  double number(const Term& term) const { return log_mean.number(exponent(term)); }
};

// The records of blocks as the estimators see them. One per thread.
class BlockRecords {
 public:
  BlockRecords(const std::string& owner, const std::shared_ptr<const LogBlocks>& log,
               const Agent& policy, const std::optional<BlockPredictions>& predictions)
      : policy_(owner, policy, *log), predictions_(predictions) {}

  BlockColumns columns() const {
    return {.actions = predictions_.has_value(), .rewards = true, .propensities = true};
  }
  void read(const LogBlock& block) {
    block_ = block;
    if (predictions_) {
      policy_.read(block, *predictions_, of_);
    } else {
      of_.probabilities.resize(block.size);
      policy_.read(block.first, of_.probabilities);
    }
  }
  RecordView operator[](std::size_t i) const {
    RecordView record;
    record.pi = of_.probabilities[i];
    record.propensity = block_.propensities.empty() ? nan : block_.propensities[i];
    record.weight = record.pi / record.propensity;
    record.reward = block_.rewards[i];
    if (predictions_) {
      record.reward -= predictions_->offset;
      record.predicted = of_.predicted[i];
      record.value = of_.value[i];
    }
    return record;
  }

 private:
  BlockPolicy policy_;
  std::optional<BlockPredictions> predictions_;
  LogBlock block_;
  PredictedBlock of_;
};

// Sums of terms, as numbers.
struct TermNumbers {
  double mean = 0;     // of base + weight * outcome
  double base = 0;     // mean
  double ratio = 0;    // of the products to the weights
  double weights = 0;  // sum

  explicit TermNumbers(const terms::TermSums& sums) {
    using terms::Channel;
    const auto weight = sums.first(Channel::weight);
    const double n = static_cast<double>(sums.terms());
    mean = sums.combine(Combination::mean).value;
    base = static_cast<double>(sums.first(Channel::base)) / n;
    weights = static_cast<double>(weight);
    if (weight != 0) ratio = static_cast<double>(sums.first(Channel::product) / weight);
  }
};

// As `influences` of the terms, from their sums.
class PartsOfTerms final : public RecordParts {
 public:
  PartsOfTerms(std::string owner, std::shared_ptr<const LogBlocks> log, const Agent& policy,
               const Estimator& estimator, const std::optional<BlockPredictions>& predictions,
               const BlockSums& sums)
      : owner_(std::move(owner)),
        log_(std::move(log)),
        policy_(policy),
        estimator_(estimator),
        predictions_(predictions),
        of_terms_(sums.terms),
        has_steps_(sums.unit_rewards) {}

  std::uint64_t size() const override { return log_->size(); }
  bool has_steps() const override { return has_steps_; }
  bool has_weights() const override { return of_terms_.weights > 0; }
  void read(std::uint64_t first, std::span<double> parts, std::span<double> steps) const override {
    BlockRecords records(owner_, log_, policy_, predictions_);
    BlockBuffers buffers;
    records.read(log_->read(first, parts.size(), records.columns(), buffers));
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const Term term = estimator_.term(records[i]);
      parts[i] = part(term);
      steps[i] = step(term);
    }
  }

 private:
  double part(const Term& term) const {
    const double n = static_cast<double>(log_->size());
    switch (estimator_.combination) {
      case Combination::ratio:
        return (term.base - of_terms_.base) / n +
               (of_terms_.weights == 0
                    ? 0
                    : term.weight * (term.outcome - of_terms_.ratio) / of_terms_.weights);
      case Combination::log_mean:
        return estimator_.log_mean.influence(estimator_.number(term), of_terms_.mean, n);
      case Combination::mean:
        break;
    }
    return (term.base + term.weight * term.outcome - of_terms_.mean) / n;
  }
  double step(const Term& term) const {
    if (of_terms_.weights > 0) return term.weight / of_terms_.weights;
    // A model without weights speaks for every record alike.
    return predictions_ ? 1 / static_cast<double>(log_->size()) : term.weight;
  }

  std::string owner_;
  std::shared_ptr<const LogBlocks> log_;
  Agent policy_;
  Estimator estimator_;
  std::optional<BlockPredictions> predictions_;
  TermNumbers of_terms_;
  bool has_steps_;
};

// All but the parts of records, the offset, and what the policy does beyond the log.
BlockPass pass_of(const std::string& owner, const Estimator& estimator, const BlockSums& sums) {
  if (estimator.definition.needs_positive_rewards && sums.least_reward < 0) {
    refuse_negative_rewards(owner);
  }
  BlockPass pass;
  pass.records = sums.terms.terms();
  const Combination combination =
      estimator.is_log_mean() ? Combination::mean : estimator.combination;
  const Estimate of_terms = sums.terms.combine(combination);
  const auto moments = sums.terms.influence_moments(combination);
  pass.estimate = of_terms;
  statistics::InfluenceSums influences{pass.records, moments.second, moments.third};
  if (estimator.is_log_mean()) {
    const double step = estimator.log_mean.slope(of_terms.value);
    influences.second *= step * step;
    influences.third *= step * step * step;
    pass.estimate = estimator.log_mean.of(of_terms);
  }
  if (estimator.definition.has_error) {
    pass.influences = influences;
  } else {
    pass.estimate.standard_error = nan;
  }
  pass.weights = sums.terms.weights();
  pass.importance_weights = estimator.has_own_weights() ? pass.weights : sums.importance.weights();
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
    has_all_ = BlockPolicy(owner_, policy_, *log_).has_all();
    if (!definition.needs_model) return;
    if (!has_all_) refuse_logged_alone(owner_);
    predictions_ = {place_of_predictions(owner_, log_->header(), options.model.predictions)};
  }

  BlockPass run() {
    if (estimator_.definition.moves_with_rewards) predictions_->offset = find_offset();
    const BlockSums none(estimator_.shape(false), statistics::LargestTerms(log_->size()));
    if (estimator_.is_log_mean()) {
      const BlockSums range = sweep(true, none);
      estimator_.log_mean = {estimator_.settings.value, range.least_exponent,
                             range.largest_exponent};
    }
    const BlockSums sums = sweep(false, none);
    BlockPass pass = pass_of(owner_, estimator_, sums);
    if (pass.influences) {
      pass.parts =
          std::make_shared<PartsOfTerms>(owner_, log_, policy_, estimator_, predictions_, sums);
    }
    if (predictions_) pass.offset = predictions_->offset;
    if (!log_->has_propensities()) pass.importance_weights = {nan, nan, nan, nan, nan, 0};
    pass.unsupported = has_all_ ? unsupported() : nan;
    if (!estimator_.definition.needs_propensity) pass.unseen_in_context = unseen_in_context();
    return pass;
  }

  BlockSums sum_part() const {
    BlockSums sums = sweep(false, BlockSums(estimator_.shape(true), {}));
    add_not_shown(sums);
    return sums;
  }

 private:
  // The policy's probabilities of the actions that the log does not show, if they are known.
  void add_not_shown(BlockSums& sums) const {
    sums.has_all = has_all_;
    if (!has_all_) return;
    BlockPolicy policy(owner_, policy_, *log_);
    for (const Action action : never_shown()) {
      sums.not_shown[name_of_action(log_->header(), action)] = policy.exact_sum_of({&action, 1});
    }
  }

  double find_offset() const {
    double least = std::numeric_limits<double>::infinity(), most = -least;
    log_->each({.rewards = true}, [&](const LogBlock& block) {
      const auto [lowest, highest] =
          std::minmax_element(block.rewards.begin(), block.rewards.end());
      least = std::min(least, *lowest);
      most = std::max(most, *highest);
    });
    return reward_offset(least, most);
  }

  // `exponents`: the range of a log-mean's exponents alone is looked for.
  BlockSums sweep(bool exponents, const BlockSums& none) const {
    const std::uint64_t n = log_->size();
    const std::uint64_t stretches = std::min<std::uint64_t>(jobs_, n);
    std::vector<BlockSums> parts(stretches, none);
    SharedPool(jobs_)->for_each(stretches, [&](std::uint64_t s) {
      BlockRecords records(owner_, log_, policy_, predictions_);
      const std::uint64_t first = n / stretches * s + std::min(s, n % stretches);
      const std::uint64_t end = first + n / stretches + (s < n % stretches ? 1 : 0);
      log_->each(first, end, records.columns(), [&](const LogBlock& block) {
        stop_point();
        records.read(block);
        for (std::size_t i = 0; i < block.size; ++i) {
          if (!exponents) {
            estimator_.add(records[i], block.rewards[i], parts[s]);
          } else {
            const double exponent = estimator_.exponent(estimator_.term(records[i]));
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

  double unseen_in_context() const {
    const UnseenActions unseen(*log_);
    if (!unseen.any()) return 0;
    return BlockPolicy(owner_, policy_, *log_).sum_of_unseen(unseen).value() /
           static_cast<double>(log_->size());
  }

  std::string owner_;
  std::shared_ptr<const LogBlocks> log_;
  const Agent& policy_;
  Estimator estimator_;
  std::size_t jobs_;
  bool has_all_ = false;
  std::optional<BlockPredictions> predictions_;  // of an estimator with a model
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
  return Sweeps(owner, part, policy, definition, options, jobs).sum_part();
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
