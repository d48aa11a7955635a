#include "evaluators/queue_replay/queue_replay.hpp"

#include <fmt/core.h>

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

}  // namespace

const RowSchema& QueueReplay::schema() const { return queue_columns; }

void QueueReplay::evaluate(Trial& trial, std::vector<ResultRow>& rows) const {
  run(trial, rows, nullptr);
}

EstimateBasis QueueReplay::evaluate_with_basis(Trial& trial, std::vector<ResultRow>& rows) const {
  EstimateBasis basis;
  run(trial, rows, &basis);
  return basis;
}

void QueueReplay::run(Trial& trial, std::vector<ResultRow>& rows, EstimateBasis* basis) const {
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

std::vector<std::string> QueueReplay::remarks(const Log& log, const Agent& agent,
                                              const ResultRow& row) const {
  std::vector<std::string> remarks{fmt::format(
      "distinct contexts: {:.0f}; times {} actions, so many queues share the {} records",
      row[queue_columns.contexts], log.action_count, log.size())};
  if (agent.learns() && row[queue_columns.records] > row[queue_columns.accepted]) {
    remarks.push_back(
        "it stopped where a queue was empty, which depends on what the algorithm had learned: over "
        "many logs the last steps are those of the histories that reach them");
  }
  return remarks;
}

namespace {

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
     .summary = "takes the next logged reward of the chosen action in this context, until none is "
                "left",
     .source = "Mandel, Liu, Brunskill, Popovic, AAAI 2016: queue-based evaluator",
     .revision = 2,  // exact sums: other last bits
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability =
         "Any algorithm on a log with few distinct contexts, whatever the logging policy: its "
         "propensities are not needed. Exact as long as every history goes on."}};

}  // namespace replaybench::evaluators::queue_replay
