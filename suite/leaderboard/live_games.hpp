#pragma once
// The truth of the second page: what an algorithm is worth in a environment, from games played
// live.

#include <cstdint>
#include <string>

#include "suite/plan/plan.hpp"

namespace replaybench {

/// Plays 1 + `games` games of `horizon` steps in the trial's environment: the same model, other
/// contexts and other draws of the algorithm in each. Columns:
///   estimate    mean of the games but the first: of the expected rewards of the chosen actions
///   error       its standard error over the games; NaN for one game
///   one_game    mean reward of the first game, as a live test of T interactions would see it
/// Game i is played on steps i T .. (i + 1) T - 1 of the environment, so it must not change with
/// time.
class LiveGames final : public Evaluator {
 public:
  explicit LiveGames(std::uint64_t games) : games_(games) {}

  const RowSchema& schema() const override;
  /// One row. Throws NotApplicable on a file.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;

 private:
  std::uint64_t games_;
};

/// A cell of an evaluator with another evaluator, which is named `identity` in the store: the same
/// environments, replicates and algorithm.
Cell with_evaluator(const Cell& cell, std::shared_ptr<const Evaluator> evaluator,
                    const std::string& identity);

}  // namespace replaybench
