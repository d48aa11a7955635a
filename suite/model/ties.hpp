#pragma once
// Who wins when several actions have the same highest score.

#include <array>
#include <concepts>
#include <cstddef>
#include <limits>
#include <optional>
#include <type_traits>

#include "suite/model/action.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench {

/// How ties for the highest score are broken: by the lowest action index, or uniformly at random.
enum class Ties { lowest, random };

/// A score that costs less for four actions at once: score.scores_of_four(actions) are the scores of the four,
/// the same bits as one by one.
template <class Score>
concept ScoresFourAtOnce = requires(const Score& score, const std::array<Action, 4>& actions) {
  { score.scores_of_four(actions) } -> std::same_as<std::array<double, 4>>;
};

/// The action of the set with the highest score(action); ties as stated. `score` never gives NaN.
/// One pass; under `Ties::random` a k-way tie costs k - 1 draws (reservoir sampling), no tie costs
/// none.
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

/// The action that best_action returns whatever the draws; nothing where they decide, which is under
/// `Ties::random` where several actions have the highest score. O(actions).
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

/// A score in two parts: score(a) is floor(a) + bonus(a), and bonus(a) is at least 0 and dear. An action
/// whose floor is above another's score beats it, whatever its rise.
template <class Score>
concept HasBonus = requires(const Score& score, Action action) {
  score.mean(action);
  score.bonus(action);
};

/// What `score` says of an action beside the logged one, whose score is `logged_score`: the action's
/// score, or its floor where that is higher already.
template <class Score>
double score_against(double logged_score, Action action, const Score& score) {
  if constexpr (HasBonus<Score>) {
    const double floor = score.mean(action);
    return floor > logged_score ? floor : floor + score.bonus(action);
  } else {
    return score(action);
  }
}

/// True when `logged` is the action that best_action(..., Ties::lowest, ...) returns. Scores the
/// logged action, then the hint, and stops at the first action that beats it; sets `hint` to an
/// action that beat it.
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

/// How an action's score compares with those of the others.
enum class Rank {
  beaten,  ///< another one is higher: best_action returns another action, whatever the draws
  alone,   ///< all others are lower: best_action returns it, whatever the draws
  tied     ///< none is higher, some are equal: the draws or the order decide
};

/// Scores the logged action, then the hint, and stops at the first action with a higher score; sets
/// `hint` to it.
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

}  // namespace replaybench
