#pragma once
// True value of an algorithm in an environment, from many games played live.
//
// Source: thesis algorithm 4 (section 1.4.3, p. 21), repeated: the truth of the leaderboard's
// evaluator tasks.
// Plays 1 + `games` games of T steps (the horizon) in the trial's environment: the same model,
// other contexts and other draws of the algorithm in each. Game i is played on steps
// i T .. (i + 1) T - 1 of the environment, which must not change with time.
// Columns:
//   estimate    mean, over the games but the first, of the expected rewards of the chosen actions
//   error       its standard error over the games; NaN for one game
//   one_game    mean reward of the first game, as a live test of T interactions would see it

#include <cstdint>

#include "suite/component/reference_evaluator.hpp"

namespace replaybench::evaluators::live_games {

class LiveGames final : public ReferenceEvaluator {
 public:
  explicit LiveGames(std::uint64_t games) : games_(games) {}

  const RowSchema& schema() const override;
  /// One row, at the horizon. O(games * horizon) interactions. Throws NotApplicable on a file or
  /// without a horizon.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;

 private:
  std::uint64_t games_;
};

}  // namespace replaybench::evaluators::live_games
