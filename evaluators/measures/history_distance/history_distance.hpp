#pragma once
// Distance between the histories that an algorithm sees under replay and in direct play: the exact
// total variation distance, by enumerating all logs of a small environment.
//
// Source: thesis theorems 2 (section 3.4, p. 75) and 11 (section 3.6.3, p. 92); Li et al. 2011,
// theorem 1.
//   h_L   the first L = `length` retained events (context, action, reward)
//   n     `records`: records of each log
//   P_D   distribution of h_L in direct play, by following the algorithm through all histories
//   P_R   distribution of h_L under replay given that at least L of n records were accepted, by
//   running
//         replay on each of the (2 X K)^n logs over X contexts, K actions and rewards 0 and 1,
//         weighted with the log's probability
//   estimate = 1/2 sum_h |P_D(h) - P_R(h)|
// Theorem 2 is about infinite logs. With uniform logging a record is accepted with probability 1/K
// regardless of earlier events, so *when* events are retained is independent of *which*, and the theorem
// holds given n records too: the estimate is 0 up to roundoff. With another logging policy it is
// not (theorem 11), unless the log is thinned to uniform first (see replay_thinned).
//
// stochastic: the algorithm's random choices are enumerated with the rest, a choice of action a with
// the probability that the algorithm gives in its state; a record is accepted with the probability
// of its action. Then the suite's replay is not run: the enumeration is one of the definition.
//
// Columns: estimate, NaN when no log has L acceptances; acceptance_probability, of at least L
// acceptances; logs, the number of logs that were replayed (stochastic: of paths to L acceptances).
// Needs an enumerable environment (tabular), and an algorithm without randomness or, for
// stochastic, one that gives its probabilities.

#include <vector>

#include "suite/component/registry.hpp"

namespace replaybench::evaluators::history_distance {

struct HistoryDistanceOptions {
  std::size_t length = 2;
  std::size_t records = 5;                    ///< at least `length`
  std::vector<double> logging_probabilities;  ///< one per action, sum 1; empty: uniform
  bool thinning = false;                      ///< needs positive logging probabilities
  bool stochastic = false;                    ///< enumerate the algorithm's choices too
};

class HistoryDistance final : public Evaluator {
 public:
  explicit HistoryDistance(HistoryDistanceOptions options) : options_(std::move(options)) {}

  const RowSchema& schema() const override;
  /// One row whose step is `length`. Throws NotApplicable when the environment cannot be
  /// enumerated, is too large (more than 5 million logs), has another number of actions than
  /// logging_probabilities, when the algorithm chooses at random without
  /// `stochastic`, and when it gives no probabilities with it. O((2 X K)^n) replays.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;

 private:
  HistoryDistanceOptions options_;
};

}  // namespace replaybench::evaluators::history_distance
