#pragma once
// What an algorithm is: two functions, and optional members that make it faster without changing
// any result.

#include <concepts>
#include <span>
#include <string_view>

#include "suite/model/action.hpp"
#include "suite/model/context.hpp"
#include "suite/model/display.hpp"
#include "suite/model/log.hpp"
#include "suite/model/ties.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench {

/// A contextual bandit algorithm (thesis algorithm 4): a value that can be copied, chooses, and
/// learns.
///
/// `choose` is const: under replay it is called K times more often than `update`, and an algorithm
/// that learns from being asked is biased by the evaluation itself (thesis section 4.4.2, p. 113: a
/// challenge was won so). It draws randomness only from `draws`, whose numbers depend on the step
/// alone. `update` gets the raw reward, never a weighted one, and may get an action that `choose`
/// did not return. An algorithm that must know what was available then (to recompute with which
/// probability it would have chosen the action, say) has `update(context, actions, action, reward)`
/// instead.
template <class A>
concept UpdatesWithoutPool = requires(A& writer, const Context& context, Action action,
                                      double reward) {
  { writer.update(context, action, reward) } -> std::same_as<void>;
};
template <class A>
concept UpdatesWithPool = requires(A& writer, const Context& context, const ActionSet& actions,
                                   Action action, double reward) {
  { writer.update(context, actions, action, reward) } -> std::same_as<void>;
};
template <class A>
concept Bandit = std::copy_constructible<A> && std::is_nothrow_move_constructible_v<A> &&
    (UpdatesWithoutPool<A> || UpdatesWithPool<A>)&&requires(const A& reader, const Context& context,
                                                            const ActionSet& actions,
                                                            Draws& draws) {
  { reader.choose(context, actions, draws) } -> std::same_as<Action>;
};

/// Updates `algorithm` by whichever update it has.
template <Bandit A>
void apply_update(A& algorithm, const Context& context, const ActionSet& actions, Action action,
                  double reward) {
  if constexpr (UpdatesWithPool<A>) {
    algorithm.update(context, actions, action, reward);
  } else {
    algorithm.update(context, action, reward);
  }
}

/// A policy whose distribution of choice can be written down: out[i] = P(choose = actions[i]).
/// `out` has actions.size() places.
template <class A>
concept StochasticPolicy = Bandit<A> && requires(const A& reader, const Context& context,
                                                 const ActionSet& actions, std::span<double> out) {
  { reader.probabilities(context, actions, out) } -> std::same_as<void>;
};

/// An algorithm that can tell, cheaper than by choosing, whether it would choose the logged action.
///
/// `would_choose_logged(context, actions, logged, hint)` equals `choose(context, actions, draws) == logged`
/// while `is_deterministic()` holds. `hint` is any action, held by the loop (the one that beat this
/// record's logged action before, else the last one that won): it may change the speed, never the
/// answer.
template <class A>
concept ComparesLoggedAction = Bandit<A> &&
    requires(const A& reader, const Context& context, const ActionSet& actions, Action logged,
             Action& hint) {
  { reader.would_choose_logged(context, actions, logged, hint) } -> std::same_as<bool>;
  { reader.is_deterministic() } -> std::same_as<bool>;
};

/// An algorithm that can tell, cheaper than by choosing, whether the draws matter to the choice, and
/// what it is where they do not.
///
/// `rank_of_logged(context, actions, logged, hint)`: Rank::beaten where no draws make `choose` return
/// `logged`, `alone` where all do, else `tied`. `hint` as above.
template <class A>
concept ComparesScores = Bandit<A> &&
    requires(const A& reader, const Context& context, const ActionSet& actions, Action logged,
             Action& hint) {
  { reader.rank_of_logged(context, actions, logged, hint) } -> std::same_as<Rank>;
};

/// An algorithm that draws at each choice, and knows whether it would choose the logged action for less
/// work than a choice takes.
///
/// `would_choose(context, actions, logged, draws)` equals `choose(context, actions, draws) == logged`;
/// the position of `draws` is unspecified afterwards.
template <class A>
concept HasWouldChoose = Bandit<A> &&
    requires(const A& reader, const Context& context, const ActionSet& actions, Action logged,
             Draws& draws) {
  { reader.would_choose(context, actions, logged, draws) } -> std::same_as<bool>;
};

/// An algorithm whose choice among the same actions stays the same between two updates, whatever the
/// contexts and the draws, while `choice_is_fixed_between_updates()` holds: a replay can jump from one
/// acceptance to the next.
template <class A>
concept FixedBetweenUpdates = Bandit<A> && requires(const A& reader) {
  { reader.choice_is_fixed_between_updates() } -> std::same_as<bool>;
};

/// An algorithm whose choice among the same actions stays the same between two updates, whatever the
/// contexts, and whatever the draws unless several actions are equally good.
///
/// `untied_choice(actions)`: what `choose` returns among `actions` until the next update; nothing where
/// the draws decide.
template <class A>
concept FixedUnlessTied = Bandit<A> && requires(const A& reader, const ActionSet& actions) {
  { reader.untied_choice(actions) } -> std::same_as<std::optional<Action>>;
};

/// An algorithm that can choose among displays, whose contexts and actions both differ, as
/// challenge 2 of the thesis asks it to (algorithm 6, chooseDisplay): the place of the display that
/// it takes for the most likely to be rewarded. `choose` is the special case of a single context.
/// `batch` is not empty; the rules of `choose` hold: const, randomness from `draws` alone, no
/// allocation.
template <class A>
concept ChoosesDisplays = Bandit<A> &&
    requires(const A& reader, std::span<const Display> batch, Draws& draws) {
  { reader.choose_display(batch, draws) } -> std::same_as<std::size_t>;
};

/// An algorithm whose model predicts E[reward | context, action].
template <class A>
concept PredictsRewards = Bandit<A> &&
    requires(const A& reader, const Context& context, Action action) {
  { reader.predicted_reward(context, action) } -> std::same_as<double>;
};

/// An algorithm whose states can be averaged, as thesis algorithm 16 asks: afterwards this one's
/// state is the mean of `states` (not empty, all made for the same problem).
template <class A>
concept Averaging = Bandit<A> && requires(A& writer, std::span<const A* const> states) {
  { writer.become_average_of(states) } -> std::same_as<void>;
};

/// An algorithm that learns once, from a whole log, before it is used: a classifier, say. Usually a
/// static policy afterwards (`learns = false`). `train` may allocate; it forgets an earlier
/// training.
template <class A>
concept TrainedOffline = Bandit<A> && requires(A& writer, const Log& log) {
  { writer.train(log) } -> std::same_as<void>;
};

/// A policy that is given by columns of the log, not by a rule: it stands for the target policy of
/// that name (Log::targets), has no choice to make, and can be judged by evaluators of fixed policies
/// only. `given_target()` is not empty.
template <class A>
concept GivenByColumns = Bandit<A> && requires(const A& reader) {
  { reader.given_target() } -> std::convertible_to<std::string_view>;
};

/// False for algorithms that never look at a context, which say so with
/// `static constexpr bool uses_contexts = false`: the loops then read none (a default-made Context
/// is passed).
template <class A>
constexpr bool uses_contexts() {
  if constexpr (requires { A::uses_contexts; }) {
    return A::uses_contexts;
  } else {
    return true;
  }
}

/// True for algorithms whose scores are dear and kept until the next update, which say so with
/// `static constexpr bool caches_scores = true`: where pools change, a replay then asks for those of
/// the logged actions in place of all that are available.
template <class A>
constexpr bool caches_scores() {
  if constexpr (requires { A::caches_scores; }) {
    return A::caches_scores;
  } else {
    return false;
  }
}

/// False for static policies, which say so with `static constexpr bool learns = false`.
template <class A>
constexpr bool learns() {
  if constexpr (requires { A::learns; }) {
    return A::learns;
  } else {
    return true;
  }
}

}  // namespace replaybench
