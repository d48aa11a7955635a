#include "suite/offpolicy/policy_pass.hpp"

#include <algorithm>

#include "suite/estimation/known_propensities.hpp"
#include "suite/model/passed_records.hpp"
#include "suite/model/stop.hpp"
#include "suite/numeric/exact_sum.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/offpolicy/loggers.hpp"
#include "suite/offpolicy/target_probabilities.hpp"
#include "suite/offpolicy/unseen_actions.hpp"

namespace replaybench::offpolicy {

namespace {

/// The logger's probabilities of all available actions: of the columns of that name; without a name,
/// of the columns of the logger that wrote the record, where columns have a logger's name, otherwise of the
/// policy that wrote the log in a simulator, and failing that those of uniform choices.
class LoggerProbabilities {
 public:
  LoggerProbabilities(const std::string& owner, const Log& log, const std::string& name,
                      const Agent* writer)
      : owner_(owner), log_(log), contexts_(log), buffer_(log.action_count) {
    if (!name.empty()) {
      columns_ = {&columns_of_all(name)};
    } else if (columns_name_loggers()) {
      for (const std::string& logger : log.logger_names) {
        columns_.push_back(&columns_of_all(logger));
      }
    } else {
      writer_ = writer;
    }
  }

  std::span<const double> read(std::size_t i) {
    const ActionSet actions = log_.available(i);
    const auto row = std::span(buffer_).first(actions.size());
    if (!columns_.empty()) {
      const TargetPolicy& columns = columns_of(i);
      const double* all = columns.all.data() + i * log_.action_count;
      for (Action j = 0; j < actions.size(); ++j) row[j] = all[actions[j]];
      if (log_.has_propensities()) require(i, columns.logged[i]);
    } else if (writer_) {
      writer_->probabilities(contexts_[i], actions, row);
      if (log_.has_propensities()) require(i, row[actions.place_of(log_.actions[i])]);
    } else {
      if (!log_.has_propensities()) refuse();
      const double uniform = 1.0 / actions.size();
      require(i, uniform);
      std::fill(row.begin(), row.end(), uniform);
    }
    return row;
  }

 private:
  const TargetPolicy& columns_of_all(const std::string& name) const {
    const TargetPolicy& columns = given_columns(owner_, log_, name);
    if (!columns.all.empty()) return columns;
    throw NotApplicable(owner_ + ": the columns \"" + name +
                        "\" give probabilities of the logged actions alone; all are needed");
  }
  bool columns_name_loggers() const {
    return log_.has_loggers() &&
           std::all_of(log_.logger_names.begin(), log_.logger_names.end(),
                       [&](const std::string& name) { return log_.target(name) != nullptr; });
  }
  // The target columns of the requested name, or of the record's logger.
  const TargetPolicy& columns_of(std::size_t i) const {
    return *columns_[columns_.size() == 1 ? 0 : log_.loggers[i]];
  }
  // Requires that the logged action's probability is the log's propensity.
  void require(std::size_t i, double probability) const {
    if (has_propensity(log_, i, probability)) return;
    if (columns_.empty() && !writer_) refuse();
    refuse_propensity(
        owner_, log_, i, probability,
        columns_.empty() ? "its writer's is" : "the columns \"" + columns_of(i).name + "\" say");
  }
  [[noreturn]] void refuse() const {
    throw NotApplicable(owner_ +
                        ": this estimator needs the logging policy's probabilities of all actions, "
                        "and the log is not one of uniform choices; name the columns that give "
                        "them with logger=, or after each logger of a column \"logger\"");
  }

  std::string owner_;
  const Log& log_;
  std::vector<const TargetPolicy*> columns_;  // one for all records, or one per logger
  const Agent* writer_ = nullptr;
  ContextReader contexts_;
  std::vector<double> buffer_;
};

std::vector<bool> shown_actions(const Log& log) {
  std::vector<bool> shown(log.action_count);
  for (const Action action : log.actions) shown[action] = true;
  return shown;
}

std::shared_ptr<const Log> usable_log(const std::string& owner, Trial& trial,
                                      const EstimatorDefinition& definition) {
  auto log = trial.log();
  require_usable(owner, definition, log->size(), log->has_propensities());
  if (definition.needs_positive_rewards &&
      *std::min_element(log->rewards.begin(), log->rewards.end()) < 0) {
    refuse_negative_rewards(owner);
  }
  return log;
}

class Pass {
 public:
  Pass(const std::string& owner, Trial& trial, const EstimatorDefinition& definition,
       const FixedPolicyOptions& options)
      : owner_(owner),
        definition_(definition),
        options_(options),
        agent_(trial.fixed_policy()),
        log_(usable_log(owner, trial, definition)),
        target_(owner, agent_, *log_),
        shown_(shown_actions(*log_)),
        predictions_(log_->action_count),
        groups_(log_->action_count) {
    all_shown_ = std::find(shown_.begin(), shown_.end(), false) == shown_.end();
    if ((definition.needs_model || definition.needs_logger) && !target_.has_all()) {
      refuse_logged_alone(owner);
    }
    if (definition.needs_groups && options.groups.size() != log_->action_count) {
      refuse("categories: the list has " + std::to_string(options.groups.size()) +
             " categories, the log " + std::to_string(log_->action_count) + " actions");
    }
    if (definition.loggers == Loggers::mixture) mixture_.emplace(owner, *log_);
    if (definition.needs_logger)
      logger_.emplace(owner, *log_, options.logger, trial.logging_policy());
    if (definition.needs_model) {
      fit_model(trial.folds());
      if (definition.moves_with_rewards) offset_ = model_->offset();
    }
    if (definition.needs_model && !definition.needs_propensity) find_unseen();
  }

  PolicyPass run(std::span<const double> candidates) {
    PolicyPass result;
    result.log = log_;
    result.offset = offset_;
    result.terms.resize(candidates.size());
    for (auto& terms : result.terms) terms.reserve(log_->size());
    if (log_->has_propensities()) result.weights.reserve(log_->size());
    Settings settings{.floor = options_.floor};
    for (std::size_t i = 0; i < log_->size(); ++i) {
      stop_point(i);
      if (i % records_per_count == 0) count_passed(std::min(records_per_count, log_->size() - i));
      const RecordView record = read(i);
      if (log_->has_propensities()) result.weights.push_back(record.weight);
      for (std::size_t c = 0; c < candidates.size(); ++c) {
        settings.value = candidates[c];
        result.terms[c].push_back(definition_.term(record, settings));
      }
    }
    if (definition_.loggers == Loggers::divergence) {
      for (auto& terms : result.terms) weigh_by_divergence(owner_, *log_, terms);
    }
    result.unsupported =
        target_.has_all() ? unsupported_.value() / static_cast<double>(log_->size()) : nan;
    result.unseen_in_context = unseen_sum_.value() / static_cast<double>(log_->size());
    return result;
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw NotApplicable(owner_ + ": " + why);
  }

  void fit_model(StreamKey folds) {
    std::vector<double> weights;
    if (options_.robust_fit) {
      weights.resize(log_->size());
      for (std::size_t i = 0; i < log_->size(); ++i) {
        stop_point(i);
        target_.read(i);
        weights[i] = robust_fit_weight(target_.logged(), log_->propensities[i]);
      }
    }
    model_.emplace(owner_, *log_, options_.model, folds, weights);
  }

  void find_unseen() {
    const LogInMemory blocks(*log_);
    unseen_.emplace(blocks);
    if (!unseen_->any()) return;
    std::vector<std::size_t> contexts;
    blocks.each({.pools = true, .contexts = true}, [&](const LogBlock& block) {
      unseen_->read_contexts(block, contexts);
      unseen_contexts_.insert(unseen_contexts_.end(), contexts.begin(), contexts.end());
    });
  }

  RecordView read(std::size_t i) {
    target_.read(i);
    RecordView record;
    record.pi = target_.logged();
    record.propensity = mixture_ ? mixture_->propensity(i) : log_->propensity(i);
    record.weight = record.pi / record.propensity;
    record.reward = log_->rewards[i] - offset_;
    record.place = target_.place();
    record.target = target_.all();
    const ActionSet actions = log_->available(i);
    if (logger_) record.logger = logger_->read(i);
    if (definition_.needs_groups) {
      for (Action j = 0; j < actions.size(); ++j) {
        groups_[j] = static_cast<std::size_t>(options_.groups[actions[j]]);
      }
      record.group = std::span(groups_).first(actions.size());
    }
    if (model_) predict(i, record);
    if (!unseen_contexts_.empty()) {
      unseen_->add(unseen_contexts_[i], actions, record.target, unseen_sum_);
    }
    if (!all_shown_ && target_.has_all()) {
      for (Action j = 0; j < actions.size(); ++j) {
        if (!shown_[actions[j]]) unsupported_.add(record.target[j]);
      }
    }
    return record;
  }

  void predict(std::size_t i, RecordView& record) {
    const auto row = std::span(predictions_).first(record.target.size());
    model_->predict(i, row);
    record.model = row;
    const double missing = model_->offset() - offset_;
    for (double& q : row) q += missing;
    record.predicted = row[record.place];
    for (std::size_t b = 0; b < row.size(); ++b) record.value += record.target[b] * row[b];
    // Columns of probabilities need not have the sum 1 to the last digit.
    if (offset_ != 0) record.value += offset_ * above_one(record.target);
  }

  std::string owner_;
  const EstimatorDefinition& definition_;
  const FixedPolicyOptions& options_;
  Agent agent_;
  std::shared_ptr<const Log> log_;
  TargetProbabilities target_;
  std::vector<bool> shown_;
  bool all_shown_ = false;
  std::optional<LoggerProbabilities> logger_;
  std::optional<LoggerMixture> mixture_;
  std::optional<RewardModel> model_;
  std::optional<UnseenActions> unseen_;
  std::vector<std::size_t> unseen_contexts_;  // of the records, if an action is unseen in one
  numeric::ExactSum unseen_sum_;
  double offset_ = 0;  // of the rewards, taken off rewards and predictions
  std::vector<double> predictions_;
  std::vector<std::size_t> groups_;
  numeric::ExactSum unsupported_;
};

}  // namespace

void require_usable(const std::string& owner, const EstimatorDefinition& definition,
                    std::uint64_t records, bool has_propensities) {
  if (records == 0) throw NotApplicable(owner + ": the log is empty");
  if (definition.needs_propensity && !has_propensities) {
    estimation::refuse_without_propensities(owner);
  }
}

void refuse_logged_alone(const std::string& owner) {
  throw NotApplicable(owner +
                      ": this estimator needs the policy's probabilities of all actions; the "
                      "columns give those of the logged actions alone");
}

void refuse_negative_rewards(const std::string& owner) {
  throw NotApplicable(owner +
                      ": this estimator is for rewards of 0 or more; the log has negative ones");
}

PolicyPass pass_over(const std::string& owner, Trial& trial, const EstimatorDefinition& definition,
                     const FixedPolicyOptions& options, std::span<const double> candidates) {
  return Pass(owner, trial, definition, options).run(candidates);
}

}  // namespace replaybench::offpolicy
