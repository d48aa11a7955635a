// Per-state rejection sampling: a queue of records for each context; at each step the records of the
// context's queue are taken until one is accepted, with probability pi / (M p).
//
// Source: Mandel, Liu, Brunskill, Popovic, "Offline evaluation of online reinforcement learning
// algorithms", AAAI 2016, algorithm "Per-state rejection sampling (PSRS)" and its fixed-M variant.
//   state s   a distinct context (and pool)
//   M         bound = "current": max over a of pi(a | s, h) / p(a | s), which changes with the
//             history h; bound = "fixed": max over a of 1 / p(a | s)
// A record that is accepted has an action of distribution pi, so that histories are those of the
// environment. It accepts more than policy_aware_rejection, which has one M for all contexts and
// histories. With the fixed bound the number of records that a step takes depends on no reward, and
// a step is exact given that the run reaches it; with the current bound only some histories have
// longer runs (the paper, section 4).
// Deviation: as queue_replay, the contexts are those of the log in its order; the run ends when a
// queue has no record left.
// p(a | s) comes from the records of the context and the action, and must be the same for all of
// them. An action that was never logged in a context has no known p: `unseen` counts
// the interactions that should have been with such actions, sum of pi; beyond 0 the histories are
// not exact.
//
// Draws: record i is judged by the first uniform number of step i of replicate_key(policy, 1).
// Columns: estimate, standard_error (as replay); accepted; records: taken from the queues;
// contexts: distinct ones; unseen.

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "suite/component/basis_evaluator.hpp"
#include "suite/component/registry.hpp"
#include "suite/estimation/checkpoints.hpp"
#include "suite/estimation/context_states.hpp"
#include "suite/estimation/known_choice.hpp"

namespace replaybench::evaluators::per_state_rejection {

namespace {

const struct : estimation::HistoryColumns {
  RowColumn contexts = add("contexts", Role::count);
  RowColumn unseen = add("unseen");
} state_columns{};

/// p(a | s), the frequency in the records; 0 for an action that was not logged in a state.
class StatePropensities {
 public:
  StatePropensities(const Log& log, const estimation::ContextStates& states)
      : values_(states.size() * log.action_count), actions_(log.action_count) {
    for (std::size_t i = 0; i < log.size(); ++i) {
      double& known = values_[states[i] * actions_ + log.actions[i]];
      const double p = log.propensities[i];
      if (known == 0) known = p;
      if (std::fabs(p - known) > 1e-9 * known) {
        throw NotApplicable(
            fmt::format("per_state_rejection: record {} has propensity {}, and an earlier one of "
                        "the same context and action {}: the logging policy changed, or knew more "
                        "than the context. policy_aware_rejection allows that",
                        i + 1, p, known));
      }
    }
  }
  double operator()(std::uint32_t state, Action action) const {
    return values_[state * actions_ + action];
  }

 private:
  std::vector<double> values_;
  std::size_t actions_;
};

/// M, and the actions and states without a known propensity.
struct Bound {
  double largest = 0;
  double unseen = 0;
};

Bound bound_of(const StatePropensities& known, std::uint32_t state, const ActionSet& actions,
               std::span<const double> probabilities, bool fixed) {
  Bound bound;
  for (Action i = 0; i < actions.size(); ++i) {
    const double p = known(state, actions[i]);
    if (p == 0) {
      bound.unseen += probabilities[i];
    } else {
      bound.largest = std::max(bound.largest, (fixed ? 1 : probabilities[i]) / p);
    }
  }
  return bound;
}

class PerStateRejection final : public BasisEvaluator {
 public:
  /// `checkpoints` increase.
  PerStateRejection(bool fixed_bound, std::uint64_t most_contexts,
                    std::vector<std::uint64_t> checkpoints)
      : fixed_bound_(fixed_bound),
        most_contexts_(most_contexts),
        checkpoints_(std::move(checkpoints)) {}

  const RowSchema& schema() const override { return state_columns; }
  std::vector<std::string> remarks(const Log&, const Agent& agent,
                                   const ResultRow& row) const override {
    std::vector<std::string> remarks;
    if (row[state_columns.unseen] > 0.5) {
      remarks.push_back(fmt::format(
          "{:.1f} of the {:.0f} interactions should have been with actions that were never logged "
          "in their context: the estimate is of an algorithm that avoids them",
          row[state_columns.unseen], row[state_columns.accepted]));
    }
    if (agent.learns() && !fixed_bound_) {
      remarks.push_back(
          "it stopped where the records of a context were used up, which depends on what the "
          "algorithm had learned: over many logs the last steps are those of the histories that "
          "reach them. bound=\"fixed\" does not depend on it, and is shorter");
    }
    return remarks;
  }

 private:
  /// One row whose step is the size of the log, or one for each checkpoint that was reached, whose
  /// step it is. Throws NotApplicable without propensities, where those of an action differ within a
  /// context, if there are too many distinct contexts, and for an algorithm that does not give
  /// its probabilities. O(T) times the cost of probabilities.
  void run(Trial& trial, std::vector<ResultRow>& rows, EstimateBasis* basis) const override {
    const auto log = trial.log();
    estimation::require_propensities("per_state_rejection", *log);
    const estimation::ContextStates states("per_state_rejection", *log, most_contexts_);
    const StatePropensities known(*log, states);
    const auto queues = states.records();
    std::vector<std::size_t> next(queues.size());
    Agent agent = trial.agent();
    estimation::ChoiceDistribution choice("per_state_rejection", *log, agent);
    const StreamKey judge = replicate_key(trial.policy_stream(), 1);
    estimation::History history(checkpoints_, basis != nullptr);
    ContextReader contexts(*log);
    std::uint64_t taken = 0;
    double unseen = 0;
    const auto interact = [&](std::size_t step) {
      const std::uint32_t state = states[step];
      const Context context = contexts[step];
      const ActionSet actions = log->available(step);
      const auto probabilities = choice.of(agent, context, actions);
      const Bound bound = bound_of(known, state, actions, probabilities, fixed_bound_);
      if (bound.largest == 0) return false;
      unseen += bound.unseen;
      while (next[state] < queues[state].size()) {
        const std::uint32_t i = queues[state][next[state]++];
        ++taken;
        const Action action = log->actions[i];
        const double pi = probabilities[actions.place_of(action)];
        if (Draws(judge, i).uniform() * bound.largest * known(state, action) >= pi) continue;
        history.accept(i, log->rewards[i], taken);
        agent.update(context, actions, action, log->rewards[i]);
        choice.forget();
        return true;
      }
      return false;
    };
    for (std::size_t step = 0; step < log->size() && interact(step);) ++step;
    history.for_each_row(log->size(), taken, [&](std::uint64_t step, const Sums& sums) {
      rows.push_back(state_columns.row(
          step, {state_columns.estimate(estimation::ratio_estimate(sums)),
                 state_columns.standard_error(estimation::ratio_standard_error(sums)),
                 state_columns.accepted(sums.accepted), state_columns.records(sums.records),
                 state_columns.contexts(states.size()), state_columns.unseen(unseen)}));
    });
    if (basis) *basis = history.basis(*log);
  }
  bool fixed_bound_;
  std::uint64_t most_contexts_;
  std::vector<std::uint64_t> checkpoints_;
};

struct Options {
  bool fixed_bound = false;
  std::uint64_t most_contexts = 100;
  std::vector<std::uint64_t> checkpoints;
};

std::shared_ptr<const Evaluator> make(const Options& options) {
  estimation::require_increasing("per_state_rejection", options.checkpoints);
  return std::make_shared<PerStateRejection>(options.fixed_bound, options.most_contexts,
                                             options.checkpoints);
}

const auto parameters = bind_parameters<Options>(
    choice(&Options::fixed_bound, "bound", {{"current", false}, {"fixed", true}},
           "M: the largest pi / p of the algorithm as it is, or the largest 1 / p of the context"),
    estimation::most_contexts_parameter(&Options::most_contexts),
    estimation::checkpoints_parameter(
        &Options::checkpoints,
        "numbers of accepted records at which to give a row; empty: the end"));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "per_state_rejection",
     .group = Group::replay,
     .summary = "rejection sampling with a bound for each context: exact histories, longer ones",
     .source = "Mandel, Liu, Brunskill, Popovic, AAAI 2016: PSRS and fixed-M PSRS",
     .revision = 2,  // exact sums: other last bits
     .parameters = parameters.described(),
     .aliases = "psrs; psrs_fixed{bound=\"fixed\"}"},
    {.make = parameters.factory(make),
     .applicability = "Algorithms that give their probabilities, on a log with known propensities "
                      "that depend on the context alone, and few distinct contexts."}};

}  // namespace replaybench::evaluators::per_state_rejection
