#include "suite/leaderboard/evaluator_probe.hpp"

#include <algorithm>

#include "suite/component/log_dataset.hpp"
#include "suite/leaderboard/cost.hpp"
#include "suite/model/cpu_time.hpp"
#include "suite/run/compute.hpp"

namespace replaybench {

namespace {

constexpr std::uint64_t max_probed = 200;

enum class Preference { none, first, last };

// Counts how often it is asked. Chooses uniformly, or always the first or the last of the available
// actions; as a learner it learns nothing of use.
template <bool Learns>
struct Counting {
  static constexpr bool learns = Learns;
  std::uint64_t* asked;
  Preference preference;
  std::uint64_t updates = 0;

  Action choose(const Context&, const ActionSet& actions, Draws& draws) const {
    ++*asked;
    if (preference == Preference::first) return actions[0];
    if (preference == Preference::last) return actions[actions.size() - 1];
    return actions[draws.below(actions.size())];
  }
  void update(const Context&, Action, double) { ++updates; }
  void probabilities(const Context&, const ActionSet& actions, std::span<double> out) const {
    ++*asked;
    if (preference == Preference::none) {
      std::fill_n(out.begin(), actions.size(), 1.0 / actions.size());
    } else {
      std::fill_n(out.begin(), actions.size(), 0.0);
      out[preference == Preference::first ? 0 : actions.size() - 1] = 1;
    }
  }
};

// A log in which the first action alone is rewarded, always.
std::shared_ptr<const Log> first_action_pays(const Log& log) {
  auto paid = std::make_shared<Log>(log);
  for (std::size_t i = 0; i < paid->size(); ++i) paid->rewards[i] = paid->actions[i] == 0 ? 1 : 0;
  return paid;
}

// Number of calls of the agent, or the reason why it could not be called; and whether it made a difference.
template <bool Learns>
EvaluatorProbe ask(const Evaluator& evaluator, const Dataset& dataset, std::uint64_t records,
                   const ReplicateStreams& streams) {
  std::uint64_t asked = 0;
  const auto estimate = [&](Preference preference) {
    const auto agent = [&](const Problem&) { return Agent(Counting<Learns>{&asked, preference}); };
    Trial trial(dataset, agent, agent, records, streams);
    std::vector<ResultRow> rows;
    evaluator.evaluate(trial, rows);
    return rows.back().values.front();
  };
  EvaluatorProbe result;
  try {
    const double of_first = estimate(Preference::first);
    asked = 0;
    const double of_all = estimate(Preference::none);
    result.choices = static_cast<double>(asked) / static_cast<double>(records);
    if (of_first == of_all && of_first == estimate(Preference::last)) {
      result.reason = "its estimate is not of the algorithm that it is given";
    }
  } catch (const std::exception& error) {
    result.reason = error.what();
  }
  return result;
}

// Returns the cell with at most max_probed records.
SimulationCell shortened(SimulationCell cell) {
  cell.horizon = std::min(cell.horizon, max_probed);
  return cell;
}

}  // namespace

EvaluatorProbe probe(const Evaluator& evaluator, const SimulationCell& cell) {
  const SimulationCell first = shortened(cell);
  const auto log = first_action_pays(*trial_of(first, 0).log());
  const LogDataset file(log);
  const auto streams = streams_of(first, 0);
  const EvaluatorProbe learner = ask<true>(evaluator, file, log->size(), streams);
  const EvaluatorProbe policy = ask<false>(evaluator, file, log->size(), streams);
  if (!learner.reason.empty() && !policy.reason.empty()) return learner;
  return {{}, std::max(learner.choices, policy.choices)};
}

double nanoseconds_a_record(const SimulationCell& cell) {
  const auto time_of = [](const SimulationCell& of) {
    Trial trial = trial_of(of, 0);
    const double records = static_cast<double>(trial.log()->size());
    std::vector<ResultRow> rows;
    const double start = cpu_seconds();
    of.evaluator->evaluate(trial, rows);
    return 1e9 * (cpu_seconds() - start) / records;
  };
  try {
    return time_of(shortened(cell));
  } catch (const NotApplicable&) {  // to so few records
    return time_of(cell);
  }
}

}  // namespace replaybench
