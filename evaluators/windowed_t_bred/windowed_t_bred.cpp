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
//   - tests are drawn separately in each window, so that tau T of them are spread evenly over time: the
//     first w windows have floor(tau times their records) of them, and every window keeps a record
//     that teaches.
//   - all windows are expanded by their pool K_w, but their tests are not: a window's tests are
//     accepted K_w times less often than its records weigh in the live average. An accepted test
//     therefore weighs K_t (thesis section 3.7.2, p. 97), which is nothing new if the pool has
//     always the same size.
//   - the other deviations are as in t_bred.
//
// The windows are those of windowed_bred, by number, size or pools. A window is treated as static. If
// it is too large, changes within it are erased and the estimate is too low. If it is too small, its
// few records teach the algorithm little besides themselves, and on the test records the estimate is
// again too low, never too high.
//
// Columns: those of EntangledStatistics (suite/estimation/entangled_replay.hpp), where acceptance
// is relative to uniform logging over the pools, and `windows`. About E T chooses a resample;
// memory O(T + state).

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "suite/estimation/entangled_replay.hpp"
#include "suite/estimation/pass_progress.hpp"
#include "suite/estimation/windows.hpp"
#include "suite/resample/pass.hpp"

namespace replaybench::evaluators::windowed_t_bred {

namespace {

struct WindowedTBredOptions : estimation::EntangledOptions {
  estimation::WindowCut cut;
  Drawing drawing = Drawing::with_replacement;
};

const struct : estimation::EntangledColumns {
  RowColumn windows = add("windows", Role::count);
} result{};

// Number of tests of each window.
std::vector<std::size_t> tests_of(const std::vector<estimation::Window>& windows, double tau) {
  // A product that is whole except for its last digit is that whole number.
  const auto tests_before = [&](std::size_t record) {
    return static_cast<std::size_t>(std::floor(tau * static_cast<double>(record) + 1e-9));
  };
  std::vector<std::size_t> tests;
  for (const estimation::Window& window : windows) {
    const std::size_t wanted =
        tests_before(window.first + window.records) - tests_before(window.first);
    tests.push_back(std::min(wanted, window.records - 1));
    estimation::require_slots(window.slots, tests.back());
  }
  if (std::all_of(tests.begin(), tests.end(), [](std::size_t count) { return count == 0; })) {
    throw NotApplicable(
        fmt::format("no window has a test: {} windows, tau = {}; larger windows or a larger tau",
                    windows.size(), tau));
  }
  return tests;
}

class WindowedTBred final : public Evaluator {
 public:
  explicit WindowedTBred(WindowedTBredOptions options) : options_(std::move(options)) {}

  LogAssumptions assumptions() const override {
    LogAssumptions assumptions;
    assumptions.uniform_actions = true;
    assumptions.constant_pool = !options_.cut.by_pools;
    assumptions.whole_horizon = options_.cut.expansion == 0;
    return assumptions;
  }
  const RowSchema& schema() const override { return result; }
  /// One row whose step is the size of the log. Throws NotApplicable when the log has fewer records
  /// than windows, when no window has a test, when a window would offer too many or too few slots,
  /// when there is nothing to jitter.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    const auto log = trial.log();
    if (log->size() == 0) throw NotApplicable("the log is empty: there is nothing to resample");
    const auto windows = estimation::cut_windows(*log, options_.cut);
    const auto tests = tests_of(windows, options_.tau);
    double expected = 0;
    for (const estimation::Window& window : windows) expected += window.expected;

    estimation::EntangledStatistics total(
        *log, estimation::record_weights(*log, {estimation::WeightKind::pool_size, 0}));
    auto jitter = estimation::make_jitter(*log, options_.jitter, windows.front().records);
    std::vector<std::uint32_t> acceptances(log->size());
    ReplayOptions replay;
    replay.acceptances = acceptances;
    replay.learn_once = options_.tweaked;
    if (jitter) replay.noise = &*jitter;
    std::vector<std::uint32_t> records(log->size());
    std::iota(records.begin(), records.end(), 0);
    const Agent fresh = trial.agent();
    double accepted = 0;
    for (std::uint64_t b = 0; b < options_.resamples; ++b) {
      ++estimation::passes_begun();
      const PassKeys keys = keys_of_pass(trial.policy_stream(), b);
      if (jitter) jitter->set_key(keys.noise);
      std::fill(acceptances.begin(), acceptances.end(), 0);
      Agent agent = fresh;
      Tally tally;
      std::vector<std::uint32_t> tested;
      replay.first_slot = 0;
      for (std::size_t w = 0; w < windows.size(); ++w) {
        const estimation::Window& window = windows[w];
        const StreamKey key = w == 0 ? keys.records : replicate_key(keys.records, w);
        const EntangledSplit split = total.splits().split(
            std::span<const std::uint32_t>(records).subspan(window.first, window.records), tests[w],
            replicate_key(key, 0));
        const std::vector<double> weights = total.weights_for(split);
        replay.weights = weights;
        EntangledSource source(split.tests,
                               std::make_unique<PlainTraining>(make_source(
                                   options_.drawing, split.training,
                                   window.slots - split.tests.size(), replicate_key(key, 1))),
                               window.slots, replicate_key(key, 2));
        if (jitter) jitter->set_bandwidth(options_.jitter.bandwidth_for(window.records));
        replay_pass(agent, {*log, source, window.slots, keys.policy, replay}, tally);
        replay.first_slot += window.slots;
        tested.insert(tested.end(), split.tests.begin(), split.tests.end());
      }
      accepted += static_cast<double>(tally.sums.accepted + tally.training.accepted);
      total.add(tally, acceptances, tested);
    }
    ResultRow row =
        result.row(log->size(), total.row(log->size()), {result.windows(windows.size())});
    row[result.acceptance] = accepted / (static_cast<double>(options_.resamples) * expected);
    rows.push_back(std::move(row));
  }
  Passes passes() const override { return {.count = options_.resamples}; }
  std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                   const ResultRow& row) const override {
    auto remarks = estimation::entangled_remarks(log, agent, row, options_.resamples);
    remarks.push_back(fmt::format(
        "{:.0f} windows: too large, what changes within one is erased; too small, its few records "
        "teach the algorithm little. Both make the estimate too low: compare several",
        row[result.windows]));
    return remarks;
  }

 private:
  WindowedTBredOptions options_;
};

std::shared_ptr<const Evaluator> make(const WindowedTBredOptions& options) {
  estimation::require_consistent("windowed_t_bred", options.cut);
  return std::make_shared<WindowedTBred>(options);
}

const auto parameters = bind_parameters<WindowedTBredOptions>(
    group(&WindowedTBredOptions::cut, estimation::window_parameters()),
    choice(&WindowedTBredOptions::drawing, "drawing",
           {{"with_replacement", Drawing::with_replacement},
            {"shuffled_copies", Drawing::shuffled_copies}},
           "how the teaching records are drawn: each anew, or from shuffled copies of all"),
    estimation::entangled_parameters(false));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "windowed_t_bred",
     .group = Group::bred,
     .summary =
         "T-BRED on windows of a log whose environment changes, the state carried through them",
     .source = "thesis algorithm 17 (appendix A.4.1, p. 225), and section 5.11.1 (p. 196); asked "
               "for in appendix A.5.3 (p. 233)",
     .revision = 2,  // exact sums: other last bits
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability =
         "Algorithms that learn, above all those that use the features, on a log of uniformly "
         "random actions from an environment that changes slowly, or whose pool of actions "
         "changes. Compare several sizes of windows: the bias is downwards on both sides."}};

}  // namespace replaybench::evaluators::windowed_t_bred
