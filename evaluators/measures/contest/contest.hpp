#pragma once
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
// truth for that of the log.
// The algorithm of the trial takes no part.

#include <memory>
#include <string>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/estimation/record_weights.hpp"

namespace replaybench::evaluators::contest {

struct ContestOptions {
  std::vector<std::string> entries;  ///< texts of algorithms, at least one
  std::uint32_t copies = 1;          ///< >= 1
  std::uint32_t runs = 1;            ///< >= 1
  enum class Statistic { mean, lowest };
  Statistic statistic = Statistic::mean;
  double share = 1;                        ///< (0, 1]
  std::uint32_t finalists = 5;             ///< >= 1
  std::shared_ptr<const Evaluator> truth;  ///< null if not asked for
  estimation::Weighting weighting;
};

class Contest final : public Evaluator {
 public:
  explicit Contest(ContestOptions options) : options_(std::move(options)) {}

  LogAssumptions assumptions() const override {
    return estimation::weighting_assumptions(options_.weighting);
  }
  const RowSchema& schema() const override;
  /// Costs (1 + copies (entries - 1)) runs replays of phase 1, finalists times runs of phase 2, and
  /// `truth` once per entry. Throws NotApplicable if a phase would have no record, and where an
  /// entry or `truth` cannot be used.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;

 private:
  std::vector<double> values(const Trial& trial, const std::shared_ptr<const Log>& log) const;

  ContestOptions options_;
};

}  // namespace replaybench::evaluators::contest
