#pragma once
// T-BRED on consecutive windows of a log whose environment changes: within a window the log is
// expanded and tested as T-BRED does it, and the algorithm lives through all windows with one
// state.
//
// Source: thesis, sections 5.11.2 (p. 197) and 5.13 (p. 201), and appendices A.5.3 (p. 233) and A.6
// (p. 233) propose T-BRED on the Yahoo! logs, whose pool of news changes all the time, and do not
// run it; algorithm 17 (appendix A.4.1, p. 225) is written for a static environment. Here it meets
// the windows of section 5.11.1 (p. 196, the first of its two ways: the state is carried from
// window to window, the whole is repeated B times).
//
//   thesis           here
//   w_i, T_{w_i}     Window (suite/estimation/windows.hpp)
//   K                the window's pool: Window::slots / Window::records
//   B, tau           resamples, tau
//   N, G             sums over the tests accepted in all windows and resamples, weighted
//
// Readings:
//   - tests are drawn in each window anew, so that tau T of them are spread evenly over time: the
//     first w windows have floor(tau times their records) of them, and every window keeps a record
//     that teaches.
//   - all windows are expanded by their pool K_w, but their tests are not: a window's tests are
//     accepted K_w times less often than its records weigh in the live average. An accepted test
//     therefore weighs K_t (thesis section 3.7.2, p. 97), which is nothing new if the pool has
//     always the same size.
//   - the other deviations are as in t_bred.
//
// The windows are those of windowed_bred, by number, size or pools. A window is taken for static:
// too large, what changes within it is erased and the estimate too low. Too small, its few records
// teach the algorithm little besides themselves, which the tests show: the estimate is too low
// again, never too high.
//
// Columns: those of EntangledStatistics (suite/estimation/entangled_replay.hpp), where acceptance
// is relative to uniform logging over the pools, and `windows`. About E T chooses a resample;
// memory O(T + state).

#include "suite/estimation/entangled_replay.hpp"
#include "suite/estimation/windows.hpp"

namespace replaybench::evaluators::windowed_t_bred {

struct WindowedTBredOptions : estimation::EntangledOptions {
  estimation::WindowCut cut;
  Drawing drawing = Drawing::with_replacement;
};

class WindowedTBred final : public Evaluator {
 public:
  explicit WindowedTBred(WindowedTBredOptions options) : options_(std::move(options)) {}

  LogAssumptions assumptions() const override;
  const RowSchema& schema() const override;
  /// One row whose step is the size of the log. Throws NotApplicable when the log has fewer records
  /// than windows, when no window has a test, when a window would offer too many or too few slots,
  /// when there is nothing to jitter.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;
  Passes passes() const override { return {.count = options_.resamples}; }
  std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                   const ResultRow& row) const override;

 private:
  WindowedTBredOptions options_;
};

}  // namespace replaybench::evaluators::windowed_t_bred
