#pragma once
// The evaluator where none is named: it follows from the log and from what is evaluated. One table,
// suite/evaluate/defaults/default_evaluators.toml, has the evaluators and the reasons.

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "suite/component/algorithm.hpp"
#include "suite/text/enum_names.hpp"

namespace replaybench {

/// "Skewed": the log has propensities that are not uniform, given or estimated.
enum class EvaluationSituation {
  columns,               ///< the policy is given by columns of the log
  offline,               ///< trained offline; not skewed
  offline_skewed,        ///< trained offline
  uniform,               ///< not skewed, a constant pool
  fixed_pools,           ///< not skewed, the pool changes; the algorithm does not learn
  learner_stretches,     ///< the same of a learner, where few stretches would accept nothing
  learner_pools,         ///< the same where many would, without propensities
  learner_skewed,        ///< a learner on a skewed log, or on one whose pools change often
  learner_few_records,   ///< the same, with too few effective records of some action
  probabilities_skewed,  ///< gives its probabilities and does not learn
  choices_skewed,        ///< only chooses and does not learn
  slates,                ///< given by columns of a log of slates
  doses,                 ///< given by columns of a log of doses
};
inline constexpr EnumNames<EvaluationSituation, 13> situation_names(
    {{EvaluationSituation::columns, "columns"},
     {EvaluationSituation::offline, "offline"},
     {EvaluationSituation::offline_skewed, "offline_skewed"},
     {EvaluationSituation::uniform, "uniform"},
     {EvaluationSituation::fixed_pools, "fixed_pools"},
     {EvaluationSituation::learner_stretches, "learner_stretches"},
     {EvaluationSituation::learner_pools, "learner_pools"},
     {EvaluationSituation::learner_skewed, "learner_skewed"},
     {EvaluationSituation::learner_few_records, "learner_few_records"},
     {EvaluationSituation::probabilities_skewed, "probabilities_skewed"},
     {EvaluationSituation::choices_skewed, "choices_skewed"},
     {EvaluationSituation::slates, "slates"},
     {EvaluationSituation::doses, "doses"}});

struct DefaultEvaluator {
  EvaluationSituation situation;
  std::string policy;     ///< of which policies, in words
  std::string log;        ///< on which logs
  std::string evaluator;  ///< component text
  std::string because;
};

/// One for each situation, in their order.
const std::vector<DefaultEvaluator>& default_evaluators();
/// O(1).
const DefaultEvaluator& default_evaluator(EvaluationSituation situation);

/// The situation of algorithms that are to be compared under one evaluator: that of the one that asks
/// for most, a learner before a policy that only chooses, that one before a policy that gives its
/// probabilities. All of them are given by columns, or all are trained offline, or none is. An
/// algorithm that cannot be made for this log is left out; of none the situation is that of a policy
/// that only chooses. Makes one agent per algorithm; O(records + actions).
EvaluationSituation situation_of(
    const std::shared_ptr<const Log>& log,
    std::span<const Component<AlgorithmDescription>* const> algorithms);

/// The default evaluators of these algorithms on this log, each once: of the policies given by
/// columns (and of the algorithms that can be compared with them: they do not learn and give their
/// probabilities), of the algorithms that are trained offline, of all others.
std::vector<DefaultEvaluator> choose_evaluators(
    const std::shared_ptr<const Log>& log,
    std::span<const Component<AlgorithmDescription>> algorithms);

/// When an evaluator of this name is taken by default, a sentence without full stop per situation.
std::vector<std::string> uses_by_default(const std::string& evaluator);

/// For a log whose pools change: the probability that a record lies in a range of one pool in which a uniform logging
/// policy and an algorithm never agree. Replay of range after range counts such a range as one without reward, so this
/// bounds its relative bias. O(records).
double share_of_empty_stretches(const Log& log);
/// Beyond it stretches are not evaluated one by one.
inline constexpr double max_empty_stretches = 0.001;

}  // namespace replaybench
