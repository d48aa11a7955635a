// Replay of an algorithm whose rewards arrive after a delay, or at the end of a batch.
//
// Source: replay is thesis algorithm 10 (section 3.2, p. 71); that rewards come late, section 1.4.2
// (p. 17). The combination is ours.
//   n        number of the accepted record, from 0: the step of the algorithm; i: the step of the log
//   d, B     `delay` and `batch`
//   unit     interactions: the reward of step n is learned after the choice of step s, n + d moved
//            to the last step of its batch of B; records: the same with i, the time of the log
// With unit = interactions and a uniform log theorem 2 holds: a record is accepted with probability
// 1/K regardless of what has been learned, so the histories are those of direct play with that delay (the
// data set `delayed`, kind fixed), and the estimate is of the first T/K interactions. With unit =
// records the delay follows the log's clock: during the delay the algorithm chooses once in K records,
// so the delay has 1/K of its effect in live play. Rewards due after the last record are not learned.
// Delay 0 and batch 1 are replay, bit for bit.
//
// Columns: estimate, standard_error (as replay); accepted; records (T).

#include "suite/component/basis_evaluator.hpp"
#include "suite/component/registry.hpp"
#include "suite/estimation/known_choice.hpp"
#include "suite/estimation/replay_basis.hpp"
#include "suite/estimation/tally_estimates.hpp"
#include "suite/model/pending_updates.hpp"

namespace replaybench::evaluators::delayed_replay {

namespace {

struct ReplayDelay {
  std::uint64_t delay = 0;
  std::uint64_t batch = 1;  ///< at least 1
  bool in_records = false;
};

const estimation::HistoryColumns result;

class DelayedReplay final : public BasisEvaluator {
 public:
  explicit DelayedReplay(ReplayDelay delay) : delay_(delay) {}

  LogAssumptions assumptions() const override {
    return {.uniform_actions = true, .constant_pool = true};
  }
  const RowSchema& schema() const override { return result; }

 private:
  /// One row whose step is the size of the log. O(T) chooses, and the contexts that wait.
  void run(Trial& trial, std::vector<ResultRow>& rows, EstimateBasis* basis) const override {
    const auto log = trial.log();
    Agent agent = trial.agent();
    ContextReader contexts(*log);
    PendingUpdates pending;
    Sums sums;
    std::vector<std::uint32_t> records;
    for (std::size_t i = 0; i < log->size(); ++i) {
      const Record record = contexts.record(i);
      Draws draws(trial.policy_stream(), i);
      const bool accepted = agent.choose(record.context, record.actions, draws) == log->actions[i];
      const std::uint64_t time = delay_.in_records ? i : sums.accepted;
      if (accepted) {
        sums.accept(1.0, record.reward);
        if (basis) records.push_back(static_cast<std::uint32_t>(i));
        pending.add(due(time), record.context, record.actions, record.action, record.reward);
      }
      if (accepted || delay_.in_records) pending.deliver(time, agent);
    }
    sums.records = log->size();
    rows.push_back(
        result.row(log->size(), {result.estimate(estimation::ratio_estimate(sums)),
                                 result.standard_error(estimation::ratio_standard_error(sums)),
                                 result.accepted(sums.accepted), result.records(sums.records)}));
    if (basis) *basis = estimation::basis_of_accepted(EstimateForm::ratio, *log, {}, {}, records);
  }
  // When what is earned at `time` is seen.
  std::uint64_t due(std::uint64_t time) const {
    const std::uint64_t seen = time + delay_.delay;
    return seen + (delay_.batch - 1 - seen % delay_.batch);
  }

  ReplayDelay delay_;
};

std::shared_ptr<const Evaluator> make(const ReplayDelay& delay) {
  return std::make_shared<DelayedReplay>(delay);
}

const auto parameters = bind_parameters<ReplayDelay>(
    integer(&ReplayDelay::delay, "delay", "after how many units a reward is seen")
        .at_least(0)
        .at_most(1'000'000'000),
    integer(&ReplayDelay::batch, "batch", "units; rewards are seen at the end of each batch")
        .at_least(1)
        .at_most(1'000'000'000),
    choice(&ReplayDelay::in_records, "unit", {{"interactions", false}, {"records", true}},
           "what is counted: the algorithm's interactions, or the log's records"));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "delayed_replay",
     .group = Group::replay,
     .summary = "replay of an algorithm that sees its rewards late, or in batches",
     .source = "ours; thesis algorithm 10 (section 3.2, p. 71) and section 1.4.2 (p. 17)",
     .revision = 2,  // exact sums: other last bits
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability = "Any algorithm on a uniform log, where rewards will come late."}};

}  // namespace replaybench::evaluators::delayed_replay
