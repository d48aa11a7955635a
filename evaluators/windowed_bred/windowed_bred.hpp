#pragma once
// BRED on consecutive windows of a log whose environment changes: each window is taken for static
// and resampled by itself, and the algorithm lives through all of them.
//
// Source: thesis section 5.11.1 (p. 196) and algorithm 16 (section 5.11.2, p. 197).
//
//   thesis                here
//   W, w_i, T_{w_i}       windows, Window, Window::records (windows.hpp)
//   B                     resamples
//   K                     Window::slots / Window::records: the pool's size in the window
//   theta_i^(b)           an Agent
//   g_{A,i}               rows with evolution = "window"
//   T_i^(b), G_i^(b) carried over (comment of the listing)    evolution = "cumulative"
//   h = O(1/sqrt(T_w))    jitter: h = C / sqrt(T_w)
//
// variant = "carried" is the first of the two ways of section 5.11.1 (p. 196): one resample of each
// window, the state carried from window to window, the whole repeated B times. variant = "averaged"
// is the second, algorithm 16: at the begin of a window the state is copied B times, at its end the
// B states are averaged. With one window both are bred, with one resample they are the same.
//
// Deviations from the print:
//   - K is that of the window (the listing has one K, section 5.11.1, p. 196, lets actions come and
//     go). Where the pool changes within a window it is the harmonic mean of the pools' sizes, with
//     which T_w acceptances are expected; but the records of small pools then count more than they
//     should (thesis, section 3.7.2, p. 97): cut = "pools" avoids it.
//   - the returned value sums over windows and resamples as algorithm 16 does; combine = "mean" is
//     the mean over resamples of sum G / sum T, which the text calls a bagged estimate.
//   - windows are as equal as can be: a `window_size` is rounded to a whole number of windows.
//   - the print does not mention actions that are new in a window: their state is the prior, as for
//     any algorithm here.
//   - static policies have no state to average: both variants agree.
//
// Caution (study bred_variants, 10 arms that drift): windows too large erase what changes, and
// the estimate is too low; too small, the algorithm learns the K copies of their few records by
// heart, and it is too high, where section 5.11.1 (p. 196) expects variance. The two met at 50
// records an action.
//
// Each algorithm defines an averaged state (become_average_of). The thesis warns that it may
// make the algorithm better than it is (section 5.11.1, p. 196): it does. Columns: those of
// PassStatistics (suite/estimation/resampled_replay.hpp), where acceptance is relative to uniform
// logging over the pools, and `windows`, the number of windows that the row speaks of.

#include <string>
#include <vector>

#include "suite/estimation/scope_statistics.hpp"
#include "suite/estimation/windows.hpp"

namespace replaybench::evaluators::windowed_bred {

enum class WindowVariant { carried, averaged };
enum class Evolution { none, window, cumulative };

struct WindowedBredOptions {
  WindowVariant variant = WindowVariant::carried;
  estimation::WindowCut cut;
  Evolution evolution = Evolution::none;
  Drawing drawing = Drawing::with_replacement;
  std::uint64_t resamples = 30;
  estimation::Combine combine = estimation::Combine::ratio_of_sums;
  estimation::JitterRequest jitter;
};

class WindowedBred final : public Evaluator {
 public:
  explicit WindowedBred(WindowedBredOptions options) : options_(std::move(options)) {}

  LogAssumptions assumptions() const override;
  const RowSchema& schema() const override;
  /// One row whose step is the size of the log, or with an evolution one a window, whose step is
  /// the number of records up to its end. O(B K T) chooses; memory O(T), and B states for
  /// "averaged". Throws NotApplicable when the log is empty or shorter than the windows are many,
  /// when a window would offer no record, when there is nothing to jitter, when the states of a
  /// learning algorithm are to be averaged and cannot.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;
  Passes passes() const override { return {.count = options_.resamples}; }
  std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                   const ResultRow& row) const override;

 private:
  WindowedBredOptions options_;
};

}  // namespace replaybench::evaluators::windowed_bred
