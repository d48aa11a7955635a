// Queue replay: a queue of the logged rewards for each context and action; the algorithm's choice
// takes the next one, until a queue is empty.
//
// Source: Mandel, Liu, Brunskill, Popovic, "Offline evaluation of online reinforcement learning
// algorithms", AAAI 2016, section "Queue-based evaluator".
//   state s       a distinct context (and pool)
//   Q[s, a]       rewards of the records with that context and action, in the order of the log
// The logging policy may be anything, known or not, as long as its choice depended on the context
// and the past only. Given the contexts and logged actions the rewards of a queue are independent
// draws of P(. | x, a), regardless of earlier draws: as long as no queue is empty the history is one
// of the environment.
// Deviation: in the paper, which is about Markov decision processes, the next state comes with the
// record that was taken. Here a context does not depend on the last action: the contexts are those
// of the log, in its order.
// Limit: the evaluator stops when a queue is empty, which depends on the algorithm's history. A step
// that only some runs reach is therefore not exact: its estimate comes from the runs that reach it.
// With many contexts the queues are empty at once, so more than `most_contexts` are an error.
//
// The algorithm chooses at step t with the draws of step t of the policy's stream.
// Columns: estimate, standard_error (as replay); accepted: steps; records: those with a context that
// was met, equal to accepted, or one more if the queue was empty; contexts: distinct ones.

#include <fmt/core.h>

#include <cstdint>
#include <vector>

#include "suite/component/basis_evaluator.hpp"
#include "suite/component/registry.hpp"
#include "suite/estimation/checkpoints.hpp"
#include "suite/estimation/context_states.hpp"
#include "suite/estimation/known_choice.hpp"

namespace replaybench::evaluators::queue_replay {

namespace {

const struct : estimation::HistoryColumns {
  RowColumn contexts = add("contexts", Role::count);
} queue_columns{};

/// The records of each state and action, in order; `pop` gives the next one.
class Queues {
 public:
  Queues(const Log& log, const estimation::ContextStates& states)
      : records_(states.size() * log.action_count),
        next_(records_.size()),
        actions_(log.action_count) {
    for (std::size_t i = 0; i < log.size(); ++i) {
      records_[states[i] * actions_ + log.actions[i]].push_back(static_cast<std::uint32_t>(i));
    }
  }
  bool is_empty(std::uint32_t state, Action action) const {
    const std::size_t queue = state * actions_ + action;
    return next_[queue] == records_[queue].size();
  }
  std::uint32_t pop(std::uint32_t state, Action action) {
    const std::size_t queue = state * actions_ + action;
    return records_[queue][next_[queue]++];
  }

 private:
  std::vector<std::vector<std::uint32_t>> records_;
  std::vector<std::size_t> next_;
  std::size_t actions_;
};

class QueueReplay final : public BasisEvaluator {
 public:
  /// `checkpoints` increase.
  QueueReplay(std::uint64_t most_contexts, std::vector<std::uint64_t> checkpoints)
      : most_contexts_(most_contexts), checkpoints_(std::move(checkpoints)) {}

  const RowSchema& schema() const override { return queue_columns; }
  std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                   const ResultRow& row) const override {
    std::vector<std::string> remarks{fmt::format(
        "distinct contexts: {:.0f}; times {} actions, so many queues share the {} records",
        row[queue_columns.contexts], log.action_count, log.size())};
    if (agent.learns() && row[queue_columns.records] > row[queue_columns.accepted]) {
      remarks.push_back(
          "it stopped where a queue was empty, which depends on what the algorithm had learned: "
          "over many logs the last steps are those of the histories that reach them");
    }
    return remarks;
  }

 private:
  /// One row whose step is the size of the log, or one for each checkpoint that was reached, whose
  /// step it is. Throws NotApplicable if there are too many distinct contexts. O(T K) at most.
  void run(Trial& trial, std::vector<ResultRow>& rows, EstimateBasis* basis) const override {
    const auto log = trial.log();
    const estimation::ContextStates states("queue_replay", *log, most_contexts_);
    Queues queues(*log, states);
    Agent agent = trial.agent();
    estimation::History history(checkpoints_, basis != nullptr);
    ContextReader contexts(*log);
    std::size_t met = 0;
    while (met < log->size()) {
      const std::size_t i = met++;
      const Context context = contexts[i];
      const ActionSet actions = log->available(i);
      Draws draws(trial.policy_stream(), i);
      const Action action = agent.choose(context, actions, draws);
      if (queues.is_empty(states[i], action)) break;
      const std::uint32_t record = queues.pop(states[i], action);
      const double reward = log->rewards[record];
      history.accept(record, reward, met);
      agent.update(context, actions, action, reward);
    }
    history.for_each_row(log->size(), met, [&](std::uint64_t step, const Sums& sums) {
      rows.push_back(queue_columns.row(
          step, {queue_columns.estimate(estimation::ratio_estimate(sums)),
                 queue_columns.standard_error(estimation::ratio_standard_error(sums)),
                 queue_columns.accepted(sums.accepted), queue_columns.records(sums.records),
                 queue_columns.contexts(states.size())}));
    });
    if (basis) *basis = history.basis(*log);
  }
  std::uint64_t most_contexts_;
  std::vector<std::uint64_t> checkpoints_;
};

struct Options {
  std::uint64_t most_contexts = 100;
  std::vector<std::uint64_t> checkpoints;
};

std::shared_ptr<const Evaluator> make(const Options& options) {
  estimation::require_increasing("queue_replay", options.checkpoints);
  return std::make_shared<QueueReplay>(options.most_contexts, options.checkpoints);
}

const auto parameters = bind_parameters<Options>(
    estimation::most_contexts_parameter(&Options::most_contexts),
    estimation::checkpoints_parameter(&Options::checkpoints,
                                      "numbers of steps at which to give a row; empty: the end"));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "queue_replay",
     .group = Group::replay,
     .summary =
         "takes the next logged reward of the chosen action in this context, until none is left",
     .source = "Mandel, Liu, Brunskill, Popovic, AAAI 2016: queue-based evaluator",
     .revision = 2,  // exact sums: other last bits
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability =
         "Any algorithm on a log with few distinct contexts, whatever the logging policy: its "
         "propensities are not needed. Exact as long as every history goes on."}};

}  // namespace replaybench::evaluators::queue_replay
