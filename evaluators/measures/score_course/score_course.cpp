// The course of an algorithm's score: replay, told window by window, with the gap between the two best
// actions of each.
//
// Source: thesis, figure 4.15b (section 4.4.3, p. 114: click rates of LinUCB and UCB-V along phase 1,
// and the gap); its windows are not stated. The log is cut into `windows` parts of as equal length as
// can be; the algorithm goes on learning from part to part.
//   weights      as in replay: of an accepted record, in the estimate only
//   best, second mean logged rewards of the two best actions among those logged `least` times in
//                the window, regardless of the algorithm's choice
//
// Rows: one a window, its step the number of records up to its end. Columns: estimate, of the window
// (0 where nothing was accepted); accepted and records, of the window; best, second and gap, NaN if
// fewer than two actions were logged so often. The draws of window i are those of
// replicate_key(policy, i).

#include <algorithm>
#include <cstdint>
#include <functional>

#include "suite/component/registry.hpp"
#include "suite/estimation/record_weights.hpp"
#include "suite/estimation/tally_estimates.hpp"
#include "suite/numeric/nan.hpp"

namespace replaybench::evaluators::score_course {

namespace {

struct ScoreCourseOptions {
  estimation::Weighting weighting;
  std::uint64_t windows = 50;
  std::uint64_t least = 30;
};

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn accepted = add(Role::accepted);
  RowColumn records = add(Role::records);
  RowColumn best = add("best");
  RowColumn second = add("second");
  RowColumn gap = add("gap");
} result{};

struct TwoBest {
  double best = nan;
  double second = nan;
};

/// Of the records first .. end - 1. O(records + actions).
TwoBest two_best(const Log& log, std::size_t first, std::size_t end, std::uint64_t least) {
  std::vector<std::uint64_t> logged(log.action_count);
  std::vector<double> rewards(log.action_count);
  for (std::size_t i = first; i < end; ++i) {
    ++logged[log.actions[i]];
    rewards[log.actions[i]] += log.rewards[i];
  }
  std::vector<double> means;
  for (Action a = 0; a < log.action_count; ++a) {
    if (logged[a] >= least) means.push_back(rewards[a] / static_cast<double>(logged[a]));
  }
  if (means.size() < 2) return {};
  std::ranges::partial_sort(means, means.begin() + 2, std::greater<>());
  return {means[0], means[1]};
}

class ScoreCourse final : public Evaluator {
 public:
  explicit ScoreCourse(const ScoreCourseOptions& options) : options_(options) {}

  LogAssumptions assumptions() const override {
    return estimation::weighting_assumptions(options_.weighting);
  }
  const RowSchema& schema() const override { return result; }
  /// Throws NotApplicable when the log has fewer records than windows. O(records) chooses.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    const auto log = trial.log();
    const std::size_t windows = options_.windows;
    if (log->size() < windows) throw NotApplicable("the log has fewer records than windows");
    const std::vector<double> weights = estimation::record_weights(*log, options_.weighting);
    ReplayOptions options;
    options.weights = weights;
    Agent agent = trial.agent();
    for (std::size_t w = 0; w < windows; ++w) {
      const std::size_t first = w * log->size() / windows;
      const std::size_t end = (w + 1) * log->size() / windows;
      const Sums sums = agent
                            .replay(*log, Schedule::range(first, end - first),
                                    replicate_key(trial.policy_stream(), w), options)
                            .sums;
      const TwoBest two = two_best(*log, first, end, options_.least);
      rows.push_back(result.row(
          end, {result.estimate(estimation::ratio_estimate(sums)), result.accepted(sums.accepted),
                result.records(end - first), result.best(two.best), result.second(two.second),
                result.gap(two.best - two.second)}));
    }
  }

 private:
  ScoreCourseOptions options_;
};

std::shared_ptr<const Evaluator> make(const ScoreCourseOptions& options) {
  return std::make_shared<ScoreCourse>(options);
}

const auto parameters = bind_parameters<ScoreCourseOptions>(
    group(&ScoreCourseOptions::weighting, estimation::weighting_parameters()),
    integer(&ScoreCourseOptions::windows, "windows", "parts of the log").at_least(1),
    integer(&ScoreCourseOptions::least, "least",
            "records of a window that an action needs to be one of its two best")
        .at_least(1));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "score_course",
     .group = Group::log_measures,
     .summary = "replay told window by window, with the gap between the two best actions of each",
     .source = "thesis figure 4.15b (section 4.4.3, p. 114)",
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability = "Logs along which good actions come and go: when does an algorithm lead, and "
                      "when not? Each row is about one window: none is an estimate for the log.",
     .properties = {.estimates_value = false}}};

}  // namespace replaybench::evaluators::score_course
