// A contest of algorithms on one log: the winner, its value, and the value of the best entry
// would have been.
//
// Source: thesis section 2.4.4 (p. 52; "more variate approaches are better than stable ones", a
// "more risk-aware statistic") and section 2.4.5 (p. 53; "run the algorithm 5 or 10 times in
// parallel at each submission"); section 4.2.1 (p. 101) for the two phases. The text gives no
// protocol beyond these sentences.
//
//   here        meaning
//   entries     what competes, each with draws of its own
//   copies      number of every entry but the first: rivals that differ only in their draws, or one
//               participant's repeated submissions of the same algorithm
//   runs        replays of each entry per phase, on the same records with other draws
//   statistic   the score: the mean of the runs, or the lowest of them (risk-aware)
//   share       phase 1 has this share of the records, its first; 1: there is no phase 2
//   finalists   number of entries with the highest scores that go on to phase 2, which decides
//
// The winner is the entry with the highest deciding score, of equal ones the first listed. Runs
// repeat the draws of an algorithm, not those of the log: what the log's own noise decides, no
// number of runs repairs.
//
// One row, whose step is the number of records:
//   estimate     the winner's deciding score
//   winner       the place of its text in `entries`, from 0
//   value        the true value of the winner, by the evaluator `truth`; NaN without one
//   best_value   the highest true value of an entry
//   best_wins    1 if value is best_value, otherwise 0
//   loss         best_value - value
//   optimism     estimate - value
// For entries that learn, `value` by `online` is of as many interactions as the log has records and
// `estimate` of those that replay accepts: `optimism` is of both differences. An entry of which no
// record is accepted scores 0. Entries are made for the number of records of each phase, and for the
// truth for the number of records of the log. The algorithm of the trial takes no part.

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "suite/component/inner_algorithm.hpp"
#include "suite/component/registry.hpp"
#include "suite/estimation/record_weights.hpp"
#include "suite/estimation/tally_estimates.hpp"
#include "suite/estimation/truth.hpp"
#include "suite/model/originals.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/text/component_text.hpp"

namespace replaybench::evaluators::contest {

namespace {

struct ContestOptions {
  std::vector<std::string> entries;  ///< texts of algorithms, at least one
  std::uint32_t copies = 1;          ///< >= 1
  std::uint32_t runs = 1;            ///< >= 1
  enum class Statistic { mean, lowest };
  Statistic statistic = Statistic::mean;
  double share = 1;                        ///< (0, 1]
  std::uint32_t finalists = 5;             ///< >= 1
  std::shared_ptr<const Evaluator> truth;  ///< null if not requested
  estimation::Weighting weighting;
};

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn winner = add("winner");
  RowColumn value = add("value");
  RowColumn best_value = add("best_value");
  RowColumn best_wins = add("best_wins");
  RowColumn loss = add("loss");
  RowColumn optimism = add("optimism");
} contest_result{};

Component<AlgorithmDescription> contest_entry(const std::string& text) {
  return inner_algorithm("contest", "entries", text);
}

// The entries, made for `interactions` interactions. An entry that changes in `choose` may take
// part: a study can measure its advantage.
std::vector<Agent> competing(const std::vector<std::string>& entries,
                             const std::shared_ptr<const Log>& log, std::uint64_t horizon) {
  std::vector<Agent> agents;
  for (const std::string& text : entries) {
    agents.push_back(make_inner_agent("contest", "entries", contest_entry(text),
                                      problem_of_log(log, horizon), LearnsInChoose::allowed));
  }
  return agents;
}

/// A stretch of the log on which entries are scored.
struct Phase {
  const Log& log;
  Schedule records;
  ReplayOptions options;
  std::uint64_t number;  // 0 or 1
};

/// The score of `fresh`, with the draws of competitor `competitor`.
double score(const Agent& fresh, const Phase& phase, const ContestOptions& contest,
             std::uint64_t competitor, StreamKey policy) {
  const StreamKey own = replicate_key(replicate_key(policy, competitor), phase.number);
  double sum = 0;
  double lowest = 0;
  for (std::uint32_t run = 0; run < contest.runs; ++run) {
    Agent agent = fresh;
    const double one = estimation::ratio_estimate(
        agent.replay(phase.log, phase.records, replicate_key(own, run), phase.options).sums);
    lowest = run == 0 ? one : std::min(lowest, one);
    sum += one;
  }
  return contest.statistic == ContestOptions::Statistic::lowest ? lowest : sum / contest.runs;
}

class Contest final : public Evaluator {
 public:
  explicit Contest(ContestOptions options) : options_(std::move(options)) {}

  LogAssumptions assumptions() const override {
    return estimation::weighting_assumptions(options_.weighting);
  }
  const RowSchema& schema() const override { return contest_result; }
  /// Costs (1 + copies (entries - 1)) runs replays of phase 1, finalists times runs of phase 2, and
  /// `truth` once per entry. Throws NotApplicable if a phase would have no record, and where an
  /// entry or `truth` cannot be used.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    const auto log = trial.log();
    const LogCut cut(*log, options_.share);
    const std::size_t first = cut.first().size();
    const bool has_final = options_.share < 1;
    if (first == 0 || (has_final && first == log->size())) {
      throw NotApplicable("contest: a phase has none of the log's " + std::to_string(log->size()) +
                          " records");
    }
    const std::vector<double> weights = estimation::record_weights(*log, options_.weighting);
    ReplayOptions replay;
    replay.weights = weights;
    const Phase qualification{*log, cut.first(), replay, 0};
    const Phase final{*log, cut.rest(), replay, 1};

    const std::vector<Agent> agents = competing(options_.entries, log, first);
    std::vector<std::size_t> entry_of;  // of each competitor
    for (std::size_t e = 0; e < agents.size(); ++e) {
      entry_of.insert(entry_of.end(), e == 0 ? 1 : options_.copies, e);
    }
    std::vector<double> scores;
    for (std::size_t c = 0; c < entry_of.size(); ++c) {
      scores.push_back(
          score(agents[entry_of[c]], qualification, options_, c, trial.policy_stream()));
    }
    std::vector<std::size_t> ranking(entry_of.size());
    std::iota(ranking.begin(), ranking.end(), std::size_t{0});
    std::stable_sort(ranking.begin(), ranking.end(),
                     [&](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });
    if (has_final) {
      ranking.resize(std::min<std::size_t>(ranking.size(), options_.finalists));
      std::sort(ranking.begin(), ranking.end());
      const std::vector<Agent> finalists = competing(options_.entries, log, log->size() - first);
      for (const std::size_t c : ranking) {
        scores[c] = score(finalists[entry_of[c]], final, options_, c, trial.policy_stream());
      }
      std::stable_sort(ranking.begin(), ranking.end(),
                       [&](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });
    }

    const std::size_t winner = ranking.front();
    const std::vector<double> truths = values(trial, log);
    const double value = truths[entry_of[winner]];
    const double best = *std::max_element(truths.begin(), truths.end());
    const double won = std::isnan(best) ? nan : value == best ? 1 : 0;
    rows.push_back(contest_result.row(
        log->size(),
        {contest_result.estimate(scores[winner]),
         contest_result.winner(static_cast<double>(entry_of[winner])), contest_result.value(value),
         contest_result.best_value(best), contest_result.best_wins(won),
         contest_result.loss(best - value), contest_result.optimism(scores[winner] - value)}));
  }

 private:
  std::vector<double> values(const Trial& trial, const std::shared_ptr<const Log>& log) const {
    if (!options_.truth) return std::vector<double>(options_.entries.size(), nan);
    const std::uint64_t horizon = log->size();
    std::vector<double> values;
    for (const Agent& agent : competing(options_.entries, log, horizon)) {
      values.push_back(
          estimation::true_value(options_.truth.get(), trial.with_agent(agent, horizon)));
    }
    return values;
  }

  ContestOptions options_;
};

struct UserOptions : ContestOptions {
  std::string texts = "ucb; epsilon_greedy; uniform_random";
  std::string truth_text;
};

std::shared_ptr<const Evaluator> make(const UserOptions& written) {
  ContestOptions options = written;
  for (const std::string& text : split_components(written.texts)) {
    contest_entry(text);
    options.entries.push_back(text);
  }
  if (options.entries.empty())
    throw SpecErrors("contest's entries: no entry; expected one or more, separated by semicolons");
  options.truth = estimation::truth_evaluator("contest", written.truth_text);
  return std::make_shared<Contest>(std::move(options));
}

const auto parameters = bind_parameters<UserOptions>(
    text(&UserOptions::texts, "entries",
         "what competes: algorithms with their parameters, separated by semicolons"),
    integer(&UserOptions::copies, "copies",
            "so many of every entry but the first, each with draws of its own")
        .repeats_work()
        .at_least(1)
        .at_most(100'000),
    integer(&UserOptions::runs, "runs", "replays of each entry, with other draws")
        .repeats_work()
        .at_least(1)
        .at_most(100'000)
        .source("thesis, section 2.4.5 (p. 53): 5 or 10"),
    choice(
        &UserOptions::statistic, "statistic",
        {{"mean", ContestOptions::Statistic::mean}, {"lowest", ContestOptions::Statistic::lowest}},
        "an entry's score: the mean of its runs, or the lowest")
        .source("thesis, section 2.4.4 (p. 52): a more risk-aware statistic"),
    real(&UserOptions::share, "share", "share of the records that are phase 1; 1: one phase only")
        .above(0)
        .at_most(1)
        .source("thesis, section 4.2.1 (p. 101): the first third"),
    integer(&UserOptions::finalists, "finalists",
            "entries that go on to phase 2, where there is one")
        .at_least(1)
        .at_most(100'000),
    text(&UserOptions::truth_text, "truth",
         "an evaluator of the environment that gives an entry's true value, as \"policy_value\"; "
         "empty: none"),
    group(&UserOptions::weighting, estimation::weighting_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "contest",
     .group = Group::contest_measures,
     .summary = "algorithms compete on one log: who wins, and how often it is the best",
     .source = "thesis, sections 2.4.4 (p. 52) and 2.4.5 (p. 53)",
     .revision = 2,  // as the evaluators that it may apply
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability = "How a contest should be held: how many entries, runs and records. Any log; "
                      "with `truth` a simulator. The scores are replays.",
     .properties = {.estimates_value = false}}};

}  // namespace replaybench::evaluators::contest
