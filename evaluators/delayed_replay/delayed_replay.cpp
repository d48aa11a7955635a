#include "evaluators/delayed_replay/delayed_replay.hpp"

#include "suite/estimation/known_choice.hpp"
#include "suite/estimation/replay_basis.hpp"
#include "suite/estimation/tally_estimates.hpp"
#include "suite/model/pending_updates.hpp"

namespace replaybench::evaluators::delayed_replay {

namespace {

const estimation::HistoryColumns result;

}  // namespace

const RowSchema& DelayedReplay::schema() const { return result; }

std::uint64_t DelayedReplay::due(std::uint64_t time) const {
  const std::uint64_t seen = time + delay_.delay;
  return seen + (delay_.batch - 1 - seen % delay_.batch);
}

void DelayedReplay::evaluate(Trial& trial, std::vector<ResultRow>& rows) const {
  run(trial, rows, nullptr);
}

EstimateBasis DelayedReplay::evaluate_with_basis(Trial& trial, std::vector<ResultRow>& rows) const {
  EstimateBasis basis;
  run(trial, rows, &basis);
  return basis;
}

void DelayedReplay::run(Trial& trial, std::vector<ResultRow>& rows, EstimateBasis* basis) const {
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
    // The clock of interactions stands still while none happens.
    if (accepted || delay_.in_records) pending.deliver(time, agent);
  }
  sums.records = log->size();
  rows.push_back(
      result.row(log->size(), {result.estimate(estimation::ratio_estimate(sums)),
                               result.standard_error(estimation::ratio_standard_error(sums)),
                               result.accepted(sums.accepted), result.records(sums.records)}));
  if (basis) *basis = estimation::basis_of_accepted(EstimateForm::ratio, *log, {}, {}, records);
}

namespace {

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
