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
//   - K is the window's (the listing has one K; section 5.11.1, p. 196, lets actions come and
//     go). If the pool changes within a window, K is the harmonic mean of the pools' sizes, with
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

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "suite/estimation/pass_progress.hpp"
#include "suite/estimation/scope_statistics.hpp"
#include "suite/estimation/shared_parameters.hpp"
#include "suite/estimation/static_error.hpp"
#include "suite/estimation/windows.hpp"

namespace replaybench::evaluators::windowed_bred {

namespace {

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

const struct : estimation::PassColumns {
  RowColumn windows = add("windows", Role::count);
} result{};

// One of the resamples on its way through the windows.
struct Pass {
  PassKeys keys;
  std::uint64_t slot = 0;
  Sums sums;
  std::uint64_t used = 0;
};

// The registered algorithms whose states can be averaged, for a message.
std::string averaging_algorithms() {
  std::string names;
  for (const AlgorithmDescription* description : algorithms_table()) {
    std::vector<SpecProblem> problems;
    const auto component =
        find_component(description->name, {}, algorithms_table(), "algorithm", problems);
    Problem problem;
    problem.action_count = 2;
    problem.dimension = 1;
    problem.horizon = 1;
    problem.rewards = RewardRange::binary;
    try {
      const Agent agent = make_agent(*component, problem);
      if (!agent.learns() || !agent.can_be_averaged()) continue;
    } catch (const NotApplicable&) {
      continue;
    }
    names += (names.empty() ? "" : ", ") + description->name;
  }
  return names;
}

// The state of an evaluation: what the two variants share.
class WindowPasses {
 public:
  WindowPasses(const Log& log, const WindowedBredOptions& options,
               std::vector<estimation::Window> windows, const Agent& fresh, StreamKey policy)
      : log_(log),
        options_(options),
        windows_(std::move(windows)),
        records_(log.size()),
        acceptances_(log.size()),
        jitter_(estimation::make_jitter(log, options.jitter, windows_.front().records)) {
    std::iota(records_.begin(), records_.end(), 0);
    replay_options_.acceptances = acceptances_;
    if (jitter_) replay_options_.noise = &*jitter_;
    const estimation::StaticError error(log, fresh, options.jitter);
    estimation::Scope whole;
    Sums mass;
    const auto add_row = [&](const estimation::Scope& scope, const Sums& sums) {
      rows_.emplace_back(scope, options_.combine);
      over_logs_.push_back(error.variance(sums));
    };
    for (const estimation::Window& window : windows_) {
      const estimation::Scope scope{static_cast<double>(window.records),
                                    static_cast<double>(window.slots), window.expected};
      Sums own;
      error.add(own, window.first, window.records, scope.slots / scope.records);
      whole.add(scope);
      mass.merge(own);
      if (options_.evolution == Evolution::window) add_row(scope, own);
      if (options_.evolution == Evolution::cumulative) add_row(whole, mass);
    }
    if (options_.evolution == Evolution::none) add_row(whole, mass);
    for (std::uint64_t b = 0; b < options_.resamples; ++b) {
      ++estimation::passes_begun();
      passes_.push_back({keys_of_pass(policy, b), 0, {}, 0});
    }
  }

  std::size_t windows() const { return windows_.size(); }

  /// Resample `b` of window `w`, learned by `agent`.
  void replay(Agent& agent, std::size_t w, std::uint64_t b) {
    const estimation::Window& window = windows_[w];
    Pass& pass = passes_[b];
    if (jitter_) {
      jitter_->set_key(pass.keys.noise);
      jitter_->set_bandwidth(options_.jitter.bandwidth_for(window.records));
    }
    const auto source =
        make_source(options_.drawing, std::span(records_).subspan(window.first, window.records),
                    window.slots, w == 0 ? pass.keys.records : replicate_key(pass.keys.records, w));
    const auto counts = std::span(acceptances_).subspan(window.first, window.records);
    std::fill(counts.begin(), counts.end(), 0);
    replay_options_.first_slot = pass.slot;
    Tally tally;
    replay_pass(agent, {log_, *source, window.slots, pass.keys.policy, replay_options_}, tally);
    std::uint64_t used = 0;
    for (const std::uint32_t count : counts) used += count > 0;
    pass.slot += window.slots;
    pass.used += used;
    pass.sums.merge(tally.sums);
    if (options_.evolution == Evolution::window) rows_[w].add(tally.sums, used);
    if (options_.evolution == Evolution::cumulative) rows_[w].add(pass.sums, pass.used);
    if (options_.evolution == Evolution::none && w + 1 == windows_.size()) {
      rows_[0].add(pass.sums, pass.used);
    }
  }

  void write(std::vector<ResultRow>& rows) const {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const bool whole = options_.evolution == Evolution::none;
      const estimation::Window& last = whole ? windows_.back() : windows_[i];
      const std::uint64_t step = last.first + last.records;
      const std::size_t windows = options_.evolution == Evolution::window ? 1
                                  : whole                                 ? windows_.size()
                                                                          : i + 1;
      rows.push_back(
          result.row(step, rows_[i].row(step, over_logs_[i]), {result.windows(windows)}));
    }
  }

 private:
  const Log& log_;
  const WindowedBredOptions& options_;
  std::vector<estimation::Window> windows_;
  std::vector<std::uint32_t> records_;
  std::vector<std::uint32_t> acceptances_;
  std::optional<Jitter> jitter_;
  ReplayOptions replay_options_;
  std::vector<estimation::ScopeStatistics> rows_;
  std::vector<double> over_logs_;  // of each row: see PassStatistics::row
  std::vector<Pass> passes_;
};

class WindowedBred final : public Evaluator {
 public:
  explicit WindowedBred(WindowedBredOptions options) : options_(std::move(options)) {}

  LogAssumptions assumptions() const override {
    LogAssumptions assumptions;
    assumptions.uniform_actions = true;
    assumptions.constant_pool = !options_.cut.by_pools;
    assumptions.whole_horizon = options_.cut.expansion == 0;
    return assumptions;
  }
  const RowSchema& schema() const override { return result; }
  /// One row whose step is the size of the log, or with an evolution one a window, whose step is
  /// the number of records up to its end. O(B K T) chooses; memory O(T), and B states for
  /// "averaged". Throws NotApplicable when the log is empty or shorter than the windows are many,
  /// when a window would offer no record, when there is nothing to jitter, when the states of a
  /// learning algorithm are to be averaged and cannot.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    const auto log = trial.log();
    if (log->size() == 0) throw NotApplicable("the log is empty: there is nothing to resample");
    const Agent fresh = trial.agent();
    const bool averages = options_.variant == WindowVariant::averaged && fresh.learns();
    if (averages && !fresh.can_be_averaged()) {
      throw NotApplicable(
          "variant = \"averaged\": the states of this algorithm cannot be averaged (those of " +
          averaging_algorithms() + " can); use variant = \"carried\"");
    }
    WindowPasses passes(*log, options_, estimation::cut_windows(*log, options_.cut), fresh,
                        trial.policy_stream());
    if (averages) {
      Agent state = fresh;
      std::vector<Agent> ends(options_.resamples, fresh);
      for (std::size_t w = 0; w < passes.windows(); ++w) {
        for (std::uint64_t b = 0; b < options_.resamples; ++b) {
          ++estimation::passes_begun();
          ends[b] = state;
          passes.replay(ends[b], w, b);
        }
        state.become_average_of(ends);
      }
    } else {
      for (std::uint64_t b = 0; b < options_.resamples; ++b) {
        ++estimation::passes_begun();
        Agent agent = fresh;
        for (std::size_t w = 0; w < passes.windows(); ++w) passes.replay(agent, w, b);
      }
    }
    passes.write(rows);
  }
  Passes passes() const override { return {.count = options_.resamples}; }
  std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                   const ResultRow& row) const override {
    std::vector<std::string> remarks;
    const auto windows = estimation::cut_windows(log, options_.cut);
    std::size_t smallest = log.size();
    for (const estimation::Window& window : windows) {
      smallest = std::min(smallest, window.records);
    }
    const double acceptance = row[result.acceptance];
    remarks.push_back(fmt::format(
        "{} windows, the smallest of {} records; acceptance {:.3f} of what uniform logging gives; "
        "{:.1f} % of the records were learned from, each {:.1f} times",
        windows.size(), smallest, acceptance, 100 * row[result.distinct], row[result.copies]));
    if (row[result.empty] > 0) {
      remarks.push_back(
          fmt::format("{:.0f} resamples accepted nothing and count as 0", row[result.empty]));
    }
    if (!agent.learns()) {
      remarks.push_back("a static policy: replay{segments=\"separate\"} needs no windows");
      for (std::string& remark : estimation::no_interval_remarks("windowed_bred", agent, row)) {
        remarks.push_back(std::move(remark));
      }
      return remarks;
    }
    if (acceptance < 0.95) {
      remarks.push_back(estimation::low_acceptance_remark(log, agent, acceptance,
                                                          "Larger windows, or more jitter"));
    }
    remarks.push_back(
        "the window's size is a bandwidth (thesis, section 5.11.1, p. 196): too large, what "
        "changes within it is erased and the estimate too low; too small, the copies of its few "
        "records are learned by heart and it is too high. Compare several");
    if (options_.variant == WindowVariant::averaged && options_.resamples > 1) {
      remarks.push_back(
          "the states are averaged at the end of each window, which can make the algorithm better "
          "than it is (thesis, section 5.11.1, p. 196): compare variant=\"carried\"");
    }
    remarks.push_back(
        "no interval: the resamples of a learning algorithm share this log's records, and their "
        "spread is no error of the estimate (thesis, figure 5.16b, section 5.10.2, p. 188); "
        "bootstrap would break the order of the log");
    return remarks;
  }

 private:
  WindowedBredOptions options_;
};

std::shared_ptr<const Evaluator> make(const WindowedBredOptions& options) {
  estimation::require_consistent("windowed_bred", options.cut);
  return std::make_shared<WindowedBred>(options);
}

const auto parameters = bind_parameters<WindowedBredOptions>(
    choice(&WindowedBredOptions::variant, "variant",
           {{"carried", WindowVariant::carried}, {"averaged", WindowVariant::averaged}},
           "each resample carries its own state through the windows, or the states are averaged at "
           "the end of each window")
        .source("thesis, section 5.11.1 (p. 196), algorithm 16"),
    choice(&WindowedBredOptions::evolution, "evolution",
           {{"none", Evolution::none},
            {"window", Evolution::window},
            {"cumulative", Evolution::cumulative}},
           "one row; or one per window: of the window alone, or of all up to its end")
        .source("thesis, algorithm 16 (section 5.11.2, p. 197)"),
    choice(
        &WindowedBredOptions::drawing, "drawing",
        {{"with_replacement", Drawing::with_replacement}, {"shuffled", Drawing::shuffled_copies}},
        "how a window is resampled: as in bred, or as in s_bred"),
    estimation::resamples_parameter(&WindowedBredOptions::resamples, "B"),
    estimation::combine_parameter(&WindowedBredOptions::combine)
        .source("thesis, algorithm 16 (section 5.11.2, p. 197)"),
    group(&WindowedBredOptions::cut, estimation::window_parameters()),
    group(&WindowedBredOptions::jitter, estimation::jitter_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "windowed_bred",
     .group = Group::bred,
     .summary = "bred on consecutive windows of a log whose environment changes, with the "
                "algorithm's state carried through all of them",
     .source = "thesis section 5.11.1 (p. 196), algorithm 16 (section 5.11.2, p. 197)",
     .revision = 3,  // exact sums: other last bits
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability =
         "Logs of uniformly random actions from an environment that changes, slowly against the "
         "windows; pools that change, with cut=\"pools\". Any algorithm; variant=\"averaged\" "
         "those whose states have a mean. With contexts only with jitter."}};

}  // namespace replaybench::evaluators::windowed_bred
