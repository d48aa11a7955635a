#pragma once
// The evaluator behind the estimators of fixed policies: one pass over the log, whatever the
// estimator, its reward model and the candidates of its parameter.
//
// The policy is an algorithm that gives its probabilities and does not learn, or columns of the log
// (TargetProbabilities); both give the same bits. The result does not depend on the order of the
// records, except for the folds of a cross-fitted model, a bootstrap, and the anytime-valid intervals.
//
// Columns: estimate; standard_error (terms.hpp); low and high, the interval; records; accepted, the
// records that the estimate rests on: those of a weight above 0, all where a model speaks for the
// others; parameter, the one that was used, NaN if there is none; effective_records, Kish's
// effective sample size of the importance weights w = pi / p; mean_weight, which is 1 in expectation
// where the propensities are right, and mean_weight_z, its distance from 1 in standard errors;
// largest_weight; largest_share, of the sum of the weights; unsupported, the mean probability that
// the policy gives to actions that the log never shows (NaN if its probabilities of the logged
// actions alone are known). Without propensities, which the direct method does not need, those of
// the weights are NaN.

#include <cstdint>
#include <string>
#include <vector>

#include "suite/component/block_evaluator.hpp"
#include "suite/component/registry.hpp"
#include "suite/offpolicy/estimators.hpp"
#include "suite/offpolicy/reward_model.hpp"

namespace replaybench::offpolicy {

struct BlockPass;

enum class IntervalKind { normal, student, bootstrap, hoeffding, bernstein, anytime, betting };

struct IntervalOptions {
  IntervalKind kind = IntervalKind::normal;
  double level = 0.95;
  std::uint64_t resamples = 1000;
  double range =
      0;  ///< hoeffding, bernstein: length of the interval of the terms; 0 means not given
  double least_reward = 0;  ///< anytime, betting
  double most_reward = 1;
};

enum class ParameterSelection { none, slope, mse };

struct FixedPolicyOptions {
  double parameter = 0;        ///< Settings::value
  bool has_parameter = false;  ///< the estimator has one
  double floor = 0;            ///< Settings::floor
  ParameterSelection select = ParameterSelection::none;
  std::vector<double> grid;  ///< candidates of `parameter` for `select`
  ModelOptions model;
  bool robust_fit = false;  ///< MRDR: the model's losses weigh robust_fit_weight
  std::string logger;       ///< the columns that give the logger's probabilities; empty: see below
  std::vector<std::int64_t> groups;  ///< the category of each action
  IntervalOptions interval;
};

/// Probabilities of all actions under the logger, if an estimator needs them, come from the columns
/// that `logger` names, which must agree with the propensities; without a name those of the columns
/// named as the record's logger (Log::loggers), or of the policy that wrote a simulator's log, and of
/// another log uniform choices, which its propensities must confirm.
class FixedPolicy final : public Evaluator, public BlockEvaluator {
 public:
  /// `owner`: the evaluator's name for messages. Throws SpecErrors for an interval or a selection that does not suit
  /// the estimator.
  FixedPolicy(std::string owner, const EstimatorDefinition& definition, FixedPolicyOptions options);

  LogAssumptions assumptions() const override { return {.static_policy = true}; }
  const RowSchema& schema() const override;
  const EstimatorDefinition& definition() const { return definition_; }
  /// One row whose step is the size of the log. Throws NotApplicable if log or algorithm do not
  /// give what the estimator needs. O(n K candidates), plus the model's fit and the resamples.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;
  EstimateBasis evaluate_with_basis(Trial& trial, std::vector<ResultRow>& rows) const override;
  bool takes_blocks() const override;
  BlockBasis evaluate_blocks(const std::shared_ptr<const LogBlocks>& log, const Agent& policy,
                             std::size_t jobs, std::vector<ResultRow>& rows) const override;
  std::string needs_whole_log() const override;
  std::string sum_part(const std::shared_ptr<const LogBlocks>& part, const Agent& policy,
                       std::size_t jobs) const override;
  BlockBasis evaluate_sums(std::span<const std::string> parts,
                           const std::function<bool(const std::string&)>& is_shown,
                           std::vector<ResultRow>& rows) const override;
  /// A model, and the logger's probabilities, take passes of their own.
  Passes passes() const override {
    return {.count = 1, .counts_records = !definition_.needs_model && !definition_.needs_logger};
  }
  bool never_calls_choose() const override { return true; }
  std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                   const ResultRow& row) const override;

 private:
  // All but weights and influences.
  EstimateBasis declared_basis(double parameter, double unsupported) const;
  BlockBasis basis_of(BlockPass pass, std::vector<ResultRow>& rows) const;

  std::string owner_;
  const EstimatorDefinition& definition_;
  FixedPolicyOptions options_;
};

/// The options of an estimator that has a parameter, with this default.
FixedPolicyOptions with_parameter(double value);

/// For which logs and policies such an evaluator is right, and `more` of the one that is described.
std::string for_fixed_policies(const std::string& more);

/// The parameters interval, level, bootstrap_resamples and range; for importance sampling also those of the
/// anytime-valid intervals.
Binding<IntervalOptions> interval_parameters(bool anytime = false);
/// Interval parameters of Loggers::divergence: interval (normal, betting), level, least_reward, most_reward. The other
/// intervals require identically distributed terms, which several loggers do not give.
Binding<IntervalOptions> interval_parameters_by_logger();

/// Parts of the parameters of these evaluators: FixedPolicyOptions::parameter; select and grid; logger; categories; those
/// of the model and of the interval.
BoundParameter<FixedPolicyOptions> own_parameter(std::string name, std::string about);
Binding<FixedPolicyOptions> selection_parameters();
BoundParameter<FixedPolicyOptions> logger_parameter();
BoundParameter<FixedPolicyOptions> categories_parameter();
BoundGroup<FixedPolicyOptions> model_group();
BoundGroup<FixedPolicyOptions> interval_group(bool anytime = false);

/// The description of the evaluator of `estimator` with these parameters.
EvaluatorDescription fixed_policy_evaluator(const EstimatorDefinition& estimator,
                                            ComponentDescription of, std::string applicability,
                                            const Binding<FixedPolicyOptions>& parameters,
                                            EvaluatorProperties properties = {});

}  // namespace replaybench::offpolicy
