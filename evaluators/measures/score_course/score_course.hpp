#pragma once
// The course of an algorithm's score: replay, told window by window, with the gap between the two best
// actions of each.
//
// Source: thesis, figure 4.15b (section 4.4.3, p. 114: click rates of LinUCB and UCB-V along phase 1,
// and the gap); its windows are not stated. The log is cut into `windows` parts of as equal length as
// can be; the algorithm goes on learning from part to part.
//   weights      as in replay: of an accepted record, in the estimate alone
//   best, second mean logged rewards of the two best actions of those that were logged `least` times in
//                the window, regardless of the algorithm's choice
//
// Rows: one a window, its step the number of records up to its end. Columns: estimate, of the window
// (0 where nothing was accepted); accepted and records, of the window; best, second and gap, NaN if
// fewer than two actions were logged so often. The draws of window i are those of
// replicate_key(policy, i).

#include <cstdint>

#include "suite/component/registry.hpp"
#include "suite/estimation/record_weights.hpp"

namespace replaybench::evaluators::score_course {

struct ScoreCourseOptions {
  estimation::Weighting weighting;
  std::uint64_t windows = 50;
  std::uint64_t least = 30;
};

class ScoreCourse final : public Evaluator {
 public:
  explicit ScoreCourse(const ScoreCourseOptions& options) : options_(options) {}

  LogAssumptions assumptions() const override {
    return estimation::weighting_assumptions(options_.weighting);
  }
  const RowSchema& schema() const override;
  /// Throws NotApplicable when the log has fewer records than windows. O(records) chooses.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;

 private:
  ScoreCourseOptions options_;
};

}  // namespace replaybench::evaluators::score_course
