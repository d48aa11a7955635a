#include "evaluators/measures/submission_selection/submission_selection.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "suite/component/inner_algorithm.hpp"
#include "suite/estimation/tally_estimates.hpp"
#include "suite/model/originals.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/text/component_text.hpp"

namespace replaybench::evaluators::submission_selection {

namespace {

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn phase_2 = add("phase_2");
  RowColumn submissions = add("submissions", Role::count);
  RowColumn chosen = add("chosen");
  RowColumn gain_1 = add("gain_1");
  RowColumn gain_2 = add("gain_2");
  RowColumn optimism = add("optimism");
  RowColumn baseline_1 = add("baseline_1");
  RowColumn baseline_2 = add("baseline_2");
  RowColumn correlation = add("correlation");
  RowColumn correlation_ahead = add("correlation_ahead");
  RowColumn pool_correlation = add("pool_correlation");
} result{};

constexpr std::string_view placeholder = "$candidate";

struct Scores {
  double one = 0;
  double two = 0;
};

Component<AlgorithmDescription> algorithm_of(const std::string& text) {
  return inner_algorithm("submission_selection", "algorithms", text);
}

/// A number of streams from here on are the submissions', two each; the participants' lies beyond.
constexpr std::uint64_t first_submission = 2;
constexpr std::uint64_t participants_stream = std::uint64_t{1} << 40;

}  // namespace

double correlation(const std::vector<double>& x, const std::vector<double>& y) {
  const double n = static_cast<double>(x.size());
  if (x.size() < 3) return std::numeric_limits<double>::quiet_NaN();
  double mean_x = 0;
  double mean_y = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    mean_x += x[i] / n;
    mean_y += y[i] / n;
  }
  double xx = 0;
  double yy = 0;
  double xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mean_x) * (x[i] - mean_x);
    yy += (y[i] - mean_y) * (y[i] - mean_y);
    xy += (x[i] - mean_x) * (y[i] - mean_y);
  }
  const bool constant = std::all_of(x.begin(), x.end(), [&](double v) { return v == x[0]; }) ||
                        std::all_of(y.begin(), y.end(), [&](double v) { return v == y[0]; });
  return constant ? std::numeric_limits<double>::quiet_NaN() : xy / std::sqrt(xx * yy);
}

namespace {

class SubmissionSelection final : public Evaluator {
 public:
  explicit SubmissionSelection(SubmissionSelectionOptions options) : options_(std::move(options)) {}

  LogAssumptions assumptions() const override {
    return estimation::weighting_assumptions(options_.weighting);
  }
  const RowSchema& schema() const override { return result; }
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    const auto log = trial.log();
    const std::vector<double> weights = estimation::record_weights(*log, options_.weighting);
    ReplayOptions replay;
    replay.weights = weights;
    const LogCut cut(*log, options_.share);
    const auto score = [&](const Agent& fresh, std::uint64_t stream) {
      const auto phase = [&](const Schedule& records, std::uint64_t number) {
        Agent agent = fresh;
        return estimation::ratio_estimate(
            agent.replay(*log, records, replicate_key(trial.policy_stream(), number), replay).sums);
      };
      return Scores{phase(cut.first(), stream), phase(cut.rest(), stream + 1)};
    };

    const Scores baseline = score(trial.agent(), 0);
    const Problem problem = problem_of_log(log, log->size());
    std::vector<double> one;
    std::vector<double> two;
    for (std::size_t s = 0; s < options_.pool.size(); ++s) {
      const Agent agent = make_agent(algorithm_of(options_.pool[s]), problem);
      const Scores scores = score(agent, first_submission + 2 * s);
      one.push_back(scores.one);
      two.push_back(scores.two);
    }
    double mean_one = 0;
    double mean_two = 0;
    const auto pool = static_cast<std::uint32_t>(one.size());
    for (std::uint32_t s = 0; s < pool; ++s) {
      mean_one += one[s] / pool;
      mean_two += two[s] / pool;
    }

    std::vector<std::uint32_t> chosen;
    std::vector<double> all_one, all_two, ahead_one, ahead_two;
    const StreamKey key = replicate_key(trial.policy_stream(), participants_stream);
    for (std::size_t i = 0; i < options_.submissions.size(); ++i) {
      Draws draws(key, i);
      std::uint32_t begin = 0;
      std::uint32_t end = pool;
      if (options_.reach > 0) {
        const std::uint32_t place = draws.below(pool);
        begin = place > options_.reach ? place - options_.reach : 0;
        end = std::min(pool, place + options_.reach + 1);
      }
      std::uint32_t best = begin + draws.below(end - begin);
      for (std::uint32_t n = 1; n < options_.submissions[i]; ++n) {
        const std::uint32_t next = begin + draws.below(end - begin);
        if (one[next] > one[best]) best = next;
      }
      chosen.push_back(best);
      all_one.push_back(one[best]);
      all_two.push_back(two[best]);
      if (one[best] > baseline.one) {
        ahead_one.push_back(one[best]);
        ahead_two.push_back(two[best]);
      }
    }
    const double together = correlation(all_one, all_two);
    const double ahead = correlation(ahead_one, ahead_two);
    const double whole = correlation(one, two);
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      const double gain_one = all_one[i] - mean_one;
      const double gain_two = all_two[i] - mean_two;
      rows.push_back(
          result.row(i + 1, {result.estimate(all_one[i]), result.phase_2(all_two[i]),
                             result.submissions(options_.submissions[i]), result.chosen(chosen[i]),
                             result.gain_1(gain_one), result.gain_2(gain_two),
                             result.optimism(gain_one - gain_two), result.baseline_1(baseline.one),
                             result.baseline_2(baseline.two), result.correlation(together),
                             result.correlation_ahead(ahead), result.pool_correlation(whole)}));
    }
  }

 private:
  SubmissionSelectionOptions options_;
};

std::string with_candidate(std::string text, const std::string& candidate) {
  for (std::size_t at = 0; (at = text.find(placeholder, at)) != std::string::npos;) {
    text.replace(at, placeholder.size(), candidate);
    at += candidate.size();
  }
  return text;
}

struct UserOptions : SubmissionSelectionOptions {
  std::string algorithms = "ucb{alpha=$candidate}; optimistic_greedy{plays=$candidate}";
  double from = 0.001;
  double to = 1;
  std::int64_t values = 10;
};

std::shared_ptr<const Evaluator> make(const UserOptions& written) {
  SubmissionSelectionOptions options = written;
  for (const std::uint32_t n : options.submissions) {
    if (n > 1'000'000) throw SpecErrors("submission_selection: at most a million submissions each");
  }
  if (options.submissions.empty())
    throw SpecErrors("submission_selection: no submissions; expected one or more");
  const double from = numeric::log(written.from);
  const double to = numeric::log(written.to);
  for (const std::string& text : split_components(written.algorithms)) {
    for (std::int64_t v = 0; v < written.values; ++v) {
      const double at = static_cast<double>(v) / static_cast<double>(written.values - 1);
      options.pool.push_back(
          with_candidate(text, fmt::format("{:.9g}", numeric::exp(from + (to - from) * at))));
      algorithm_of(options.pool.back());
    }
  }
  if (options.pool.empty()) throw SpecErrors("submission_selection: there is nothing to submit");
  return std::make_shared<SubmissionSelection>(std::move(options));
}

const auto parameters = bind_parameters<UserOptions>(
    text(&UserOptions::algorithms, "algorithms",
         "what can be submitted: texts with $candidate, separated by semicolons"),
    real(&UserOptions::from, "from", "the first number that stands for $candidate").above(0),
    real(&UserOptions::to, "to", "the last").above(0),
    integer(&UserOptions::values, "values", "how many, at equal ratios")
        .at_least(2)
        .at_most(100'000),
    integers(&UserOptions::submissions, "submissions", "of each participant")
        .at_least(1)
        .source("thesis, figure 4.8 (section 4.3, p. 106): from 4 to more than a thousand"),
    integer(&UserOptions::reach, "reach",
            "a participant's submissions lie at most this many places from one; 0: anywhere")
        .at_least(0)
        .at_most(1'000'000),
    real(&UserOptions::share, "share", "share of the records that are phase 1")
        .above(0)
        .below(1)
        .source("thesis, section 4.2.1 (p. 101): the first third"),
    group(&UserOptions::weighting, estimation::weighting_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "submission_selection",
     .group = Group::contest_measures,
     .summary = "participants tune on the first part of a log: how much of their best score "
                "remains on the rest",
     .source = "thesis section 4.3 (p. 106), figure 4.8",
     .revision = 3,  // as the evaluators that it may apply
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability =
         "How much of a score comes from selecting by that score: any log long enough for a replay "
         "of its first part. The participants' choices are simulated; the scores are replays.",
     .properties = {.estimates_value = false}}};

}  // namespace replaybench::evaluators::submission_selection
