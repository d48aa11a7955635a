#pragma once
// The choice among actions by score, and ties for the highest score.

#include <array>
#include <concepts>
#include <cstddef>
#include <limits>
#include <optional>
#include <type_traits>

#include "suite/model/action.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench {

/// Rule for ties for the highest score: the lowest action index, or a uniformly random action.
enum class Ties { lowest, random };

/// A score that is cheaper for four actions at once: score.scores_of_four(actions) returns the same bits as
/// four calls of score(action).
template <class Score>
concept ScoresFourAtOnce = requires(const Score& score, const std::array<Action, 4>& actions) {
  { score.scores_of_four(actions) } -> std::same_as<std::array<double, 4>>;
};

/// Returns the action of the set (not empty) with the highest score(action); `ties` breaks ties. `score` must not
/// return NaN. One pass, O(actions). With `Ties::random` a tie of k actions takes k - 1 draws (reservoir
/// sampling); without a tie nothing is drawn.
template <class Score>
Action best_action(const ActionSet& actions, Ties ties, Draws& draws, Score&& score) {
  Action best = actions[0];
  double best_score = score(best);
  std::uint32_t tied = 1;
  const auto consider = [&](Action action, double candidate) {
    if (candidate > best_score) {
      best = action;
      best_score = candidate;
      tied = 1;
    } else if (candidate == best_score && ties == Ties::random && draws.below(++tied) == 0) {
      best = action;
    }
  };
  Action i = 1;
  if constexpr (ScoresFourAtOnce<std::remove_cvref_t<Score>>) {
    for (; i + 4 <= actions.size(); i += 4) {
      const std::array<Action, 4> four{actions[i], actions[i + 1], actions[i + 2], actions[i + 3]};
      const std::array<double, 4> scores = score.scores_of_four(four);
      for (std::size_t l = 0; l < 4; ++l) consider(four[l], scores[l]);
    }
  }
  for (; i < actions.size(); ++i) consider(actions[i], score(actions[i]));
  return best;
}

/// Returns the action that best_action returns for all draws; `std::nullopt` if the draws decide, which they do
/// with `Ties::random` if several actions have the highest score. O(actions).
template <class Score>
std::optional<Action> untied_best(const ActionSet& actions, Ties ties, const Score& score) {
  Action best = actions[0];
  double best_score = score(best);
  bool is_tied = false;
  for (Action i = 1; i < actions.size(); ++i) {
    const Action action = actions[i];
    const double candidate = score(action);
    if (candidate > best_score) {
      best = action;
      best_score = candidate;
      is_tied = false;
    } else if (candidate == best_score) {
      is_tied = true;
    }
  }
  if (is_tied && ties == Ties::random) return std::nullopt;
  return best;
}

/// A score in two parts: score(a) == mean(a) + bonus(a), with a bonus of at least 0 that is expensive to
/// compute. An action whose mean is above another action's score beats it for every bonus.
template <class Score>
concept HasBonus = requires(const Score& score, Action action) {
  score.mean(action);
  score.bonus(action);
};

/// Returns a number that compares with `logged_score` as the score of `action` does: its mean if that is above
/// `logged_score` already, otherwise its score.
template <class Score>
double score_against(double logged_score, Action action, const Score& score) {
  if constexpr (HasBonus<Score>) {
    const double mean = score.mean(action);
    return mean > logged_score ? mean : mean + score.bonus(action);
  } else {
    return score(action);
  }
}

/// True if `logged`, one of `actions`, is the action that best_action(..., Ties::lowest, ...) returns. Scores the
/// logged action, then the hint, and stops at the first action that beats the logged action; sets `hint` to
/// that action, or to `logged` if there is none. O(actions).
template <class Score>
bool is_best_action(const ActionSet& actions, Action logged, Action& hint, const Score& score) {
  const double logged_score = score(logged);
  const auto beats = [&](Action action) {
    const double candidate = score_against(logged_score, action, score);
    return candidate > logged_score || (candidate == logged_score && action < logged);
  };
  const bool hint_counts = hint != logged && actions.contains(hint);
  if (hint_counts && beats(hint)) return false;
  for (Action i = 0; i < actions.size(); ++i) {
    const Action action = actions[i];
    if (action == logged || (hint_counts && action == hint)) continue;
    if (beats(action)) {
      hint = action;
      return false;
    }
  }
  hint = logged;
  return true;
}

/// An action's score compared with the scores of the other actions.
enum class Rank {
  beaten,       ///< another score is higher: best_action never returns the action
  unique_best,  ///< all other scores are lower: best_action always returns the action
  tied_best  ///< no score is higher, some are equal: the draws or the order of the actions decide
};

/// Returns the rank of `logged`, one of `actions`. Scores the logged action, then the hint, and stops at the first
/// action with a higher score; sets `hint` to that action. O(actions).
template <class Score>
Rank rank_of(const ActionSet& actions, Action logged, Action& hint, const Score& score) {
  const double logged_score = score(logged);
  bool tied = false;
  const auto beats = [&](Action action) {
    const double candidate = score_against(logged_score, action, score);
    tied = tied || candidate == logged_score;
    return candidate > logged_score;
  };
  const bool hint_counts = hint != logged && actions.contains(hint);
  if (hint_counts && beats(hint)) return Rank::beaten;
  for (Action i = 0; i < actions.size(); ++i) {
    const Action action = actions[i];
    if (action == logged || (hint_counts && action == hint)) continue;
    if (beats(action)) {
      hint = action;
      return Rank::beaten;
    }
  }
  return tied ? Rank::tied_best : Rank::unique_best;
}

/// Equals `best_action(actions, ties, draws, score) == logged` for `logged` in `actions`, at a lower cost: scores the
/// logged action, then the hint, and stops at the first action that beats the logged action. Draws only if a tie
/// decides. O(actions).
template <class Score>
bool would_be_best(const ActionSet& actions, Ties ties, Draws& draws, Action logged, Action& hint,
                   const Score& score) {
  if (ties == Ties::lowest) return is_best_action(actions, logged, hint, score);
  const Rank rank = rank_of(actions, logged, hint, score);
  if (rank != Rank::tied_best) return rank == Rank::unique_best;
  return best_action(actions, ties, draws, score) == logged;
}

}  // namespace replaybench
