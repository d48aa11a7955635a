#pragma once
// The default evaluator, chosen by the log and by the policies or algorithms that are evaluated. The table
// suite/evaluate/defaults/default_evaluators.toml has the evaluators and the reasons.

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "suite/component/algorithm.hpp"
#include "suite/text/enum_names.hpp"

namespace replaybench {

/// "Skewed": the log has propensities that are not uniform, given or estimated.
enum class EvaluationSituation {
  columns,            ///< the policy is given by columns of the log
  offline,            ///< trained offline; not skewed
  offline_skewed,     ///< trained offline
  uniform,            ///< not skewed, a constant pool
  fixed_pools,        ///< not skewed, the pool changes; the algorithm does not learn
  learner_stretches,  ///< likewise, the algorithm learns; few ranges of one pool would accept nothing
  learner_pools,      ///< likewise, many ranges would accept nothing; no propensities
  learner_skewed,  ///< a learning algorithm on a skewed log, or on a log whose pools change often
  learner_few_records,   ///< likewise, with too few effective records of some action
  probabilities_skewed,  ///< gives its probabilities and does not learn
  choices_skewed,        ///< only chooses and does not learn
  slate_log,             ///< given by columns of a log of slates
  dose_log,              ///< given by columns of a log of doses
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
     {EvaluationSituation::slate_log, "slate_log"},
     {EvaluationSituation::dose_log, "dose_log"}});

struct DefaultEvaluator {
  EvaluationSituation situation;
  std::string policy;     ///< description of the policies
  std::string log;        ///< description of the logs
  std::string evaluator;  ///< component text
  std::string because;
};

/// One default for each situation, in the order of the enumerators.
const std::vector<DefaultEvaluator>& default_evaluators();
/// O(1).
const DefaultEvaluator& default_evaluator(EvaluationSituation situation);

/// The situation of algorithms that share one evaluator: the situation of the most demanding one, first
/// a learning algorithm, then a policy that only chooses, then a policy that gives its probabilities.
/// All of them are given by columns, or all are trained offline, or none is. Algorithms that cannot be
/// made for this log are ignored; if none is left, the situation is that of a policy that only chooses. Makes one agent per algorithm; O(records + actions).
EvaluationSituation situation_of(
    const std::shared_ptr<const Log>& log,
    std::span<const Component<AlgorithmDescription>* const> algorithms);

/// The default evaluators of these algorithms on this log, each once: for policies given by columns
/// (and static algorithms with probabilities, which can be compared with them), for algorithms that are
/// trained offline, and for all others.
std::vector<DefaultEvaluator> choose_evaluators(
    const std::shared_ptr<const Log>& log,
    std::span<const Component<AlgorithmDescription>> algorithms);

/// The situations in which the evaluator of this name is the default, a sentence without full stop each.
std::vector<std::string> uses_by_default(const std::string& evaluator);

/// For a log whose pools change: the probability that a record lies in a range of one pool in which a uniform logging
/// policy and an algorithm never agree. Replay of one range after the other counts such a range as one without reward, so this
/// probability bounds its relative bias. O(records).
double share_of_empty_stretches(const Log& log);
/// Above this probability ranges are not replayed one by one.
inline constexpr double max_empty_stretches = 0.001;

}  // namespace replaybench
