#pragma once
// The leaderboard of one log: which algorithm to deploy, given only this log?
//
//   Tuning   A random half of the records (of the clusters, if there are any) tunes each algorithm by entangled
//            validation, weighted by importance if the propensities are not uniform.
//   Ranking  One evaluator evaluates all algorithms on the whole log. Their differences from the first one are paired.
//   Ties     An algorithm may be the best unless a paired one-sided test at level 0.05 / (m - 1) finds it worse than the
//            first one; m is the number of settings that were tried, the candidates of the tuning included. Whatever
//            became first, only a test against a worse setting can exclude the best of the m by mistake, and there are m - 1
//            of these: with probability 95% the best one is not excluded (Bonferroni).
//   Optimism The estimate of the first one is too high on average, because it was chosen for it. So the ranking is
//            repeated on the half that tuned, and its first algorithm evaluated on the other half, which chose nothing.

#include <atomic>
#include <cstdint>
#include <limits>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "suite/evaluate/evaluate_all.hpp"
#include "suite/leaderboard/cost.hpp"
#include "suite/table/table.hpp"
#include "suite/text/option.hpp"

namespace replaybench {

/// An algorithm that wants to be on the board.
struct Competitor {
  std::string text;  ///< as a user writes it; of a policy that columns of the log give, its name
  Component<AlgorithmDescription> algorithm;
  bool is_target = false;
};

/// A text and a reason for leaving it out.
struct Absentee {
  std::string text;
  std::string reason;
};

struct Competitors {
  std::vector<Competitor> all;
  std::vector<Absentee> absent;
};

/// The target policies of the log, and the algorithms of these texts; without texts every registered one that plays on a
/// log alone, so no oracle, no counter-example, none that is trained offline. Throws SpecErrors with everything wrong in the
/// texts.
Competitors competitors_for(const Log& log, const std::vector<std::string>& texts);

/// The values to try of a competitor's tuned parameter; none if it has none, or the user gave it.
std::vector<std::string> tuning_values(const Competitor& competitor);

/// Progress of a board, for display.
struct LogBoardProgress {
  std::atomic<const char*> stage = "reading";
  std::atomic<std::uint64_t> done = 0, of = 0;  ///< evaluations; twins while it rehearses
};

struct LogBoardOptions {
  EvaluationOptions evaluation = {};  ///< seed, repetitions, jobs and the log's name
  std::string evaluator = {};  ///< component text; empty: by `log_board_evaluator`, or a rehearsal
  /// Resamples for the paired intervals of an evaluator without influences of records; 0: none, else at least 40.
  std::uint64_t bootstrap = 40;
  std::uint64_t twins = 0;  ///< of each kind, of the rehearsal that chooses the evaluator; 0: none
  double minutes = 0;       ///< of the rehearsal; 0: no limit
  bool timings =
      false;  ///< measures the time of a choice and of an update, which no two runs have equal
  LogBoardProgress* progress = nullptr;
};

/// An algorithm with its setting, in its place on the board.
struct LogEntry {
  std::size_t competitor = 0;  ///< index in Competitors::all
  std::string algorithm;       ///< component text with the tuned parameter
  std::string parameter;       ///< that was tuned; empty: none
  std::string value;           ///< the value that won
  Component<AlgorithmDescription> component;
  std::optional<Evaluation> evaluation;  ///< none if the evaluator cannot be used
  std::string unranked;                  ///< reason for having no rank; empty if it has one
  std::size_t rank = 0;
  PairedEstimate behind;     ///< the first estimate minus this one, at `LogBoard::level`
  bool may_be_best = false;  ///< not excluded
  Cost cost;
};

/// The ranking of the half that tuned, judged by the half that did not.
struct HeldOutWinner {
  std::string algorithm;
  double choosing =
      std::numeric_limits<double>::quiet_NaN();  ///< its estimate on the half that chose it
  std::size_t rank = 0;                          ///< on the whole log; 0: none
  Evaluation judged;                             ///< on the other half
  Lift lift;                                     ///< there, over the mean logged reward
};

struct LogBoard {
  std::string log;
  std::uint64_t records = 0, ranked_records = 0;  ///< a larger log is sampled
  Action actions = 0;
  std::size_t dimension = 0;
  std::uint64_t seed = 1;
  statistics::IntervalEstimate log_value;
  std::string evaluator, because;
  std::string tuner;  ///< evaluator of the tuning; empty if nothing was tuned
  std::uint64_t tuning_records = 0;
  std::size_t settings = 0;  ///< m
  double level = 0.95;       ///< of the two-sided intervals of differences, 1 - 2 * 0.05 / (m - 1)
  std::vector<LogEntry> entries;  ///< best first, then those without a rank
  std::vector<Absentee> absent;
  std::optional<HeldOutWinner> held_out;
  std::vector<std::string> notes;  ///< sentences with marks of options

  /// Number of entries with a rank.
  std::size_t ranked() const;
};

/// The evaluator of the ranking where none is named, and the reason: the default for these algorithms, but an evaluator with the
/// influences of records where `importance_bred` is the default, because ties are decided by them. O(records).
struct RankingEvaluator {
  std::string text, because;
};
RankingEvaluator log_board_evaluator(const InputLog& input, const std::vector<Competitor>& all);

/// Tunes, ranks and judges. A setting that breaks down numerically gives way to the next one; an algorithm without any left has
/// no rank. The same log and options give the same numbers for any number of jobs, except for times, and
/// for a rehearsal that minutes end. Throws SpecErrors for an unknown evaluator and for a log with segments, DataError for a log
/// without records. Costs `settings` evaluations on at most 400,000 slots, two and a half of each algorithm, and
/// resamples of these where the evaluator has no influences.
LogBoard make_log_board(const InputLog& input, const Competitors& competitors,
                        const LogBoardOptions& options);

/// The answer in a sentence without full stop: the algorithm to take, with its interval, and the ties.
std::string answer_of(const LogBoard& board);
/// Sentences on the ties, the optimism and the cheapest of those that may be the best, each with its word.
std::vector<std::pair<std::string, std::string>> explanations_of(const LogBoard& board);
/// The board's notes, and what speaks against the evaluation of the first algorithm, with marks of options.
std::vector<std::string> warnings_of(const LogBoard& board);
/// The reasons for missing ranks, each with the texts that have it, in the order of the texts.
std::vector<Absentee> unranked_by_reason(const LogBoard& board);

/// A row for each entry.
Table log_board_table(const LogBoard& board);
/// The answer, the rows of the table and everything else, with marks of options in `style`.
nlohmann::ordered_json log_board_json(const LogBoard& board, OptionStyle style);
/// The JSON Schema of that. O(1).
nlohmann::ordered_json log_board_schema();

/// Origin of a page, shown on it.
struct LogBoardOrigin {
  std::string command, version, log_digest;
};
/// One HTML file that needs no other.
std::string log_board_page(const LogBoard& board, const LogBoardOrigin& origin, OptionStyle style);

}  // namespace replaybench
