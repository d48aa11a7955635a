#pragma once
// The concept of an algorithm: two functions, and optional members: two make a replay faster without changing any
// result (HasWouldChoose, HasFixedChoice), the others let more evaluators use the algorithm.

#include <concepts>
#include <optional>
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
/// `choose` is const: a replay calls it K times as often as `update`, so an algorithm that learns in
/// `choose` is biased by the evaluation itself (thesis section 4.4.2, p. 113: a challenge was won so). It draws
/// randomness only from `draws`, whose numbers depend only on the step. `update` receives the raw reward,
/// never a weighted reward, and may receive an action that `choose` did not return. An algorithm that needs the
/// actions that were available (for example, to recompute its probability of the action) has
/// `update(context, actions, action, reward)` instead.
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

/// Calls the update that `algorithm` has.
template <Bandit A>
void apply_update(A& algorithm, const Context& context, const ActionSet& actions, Action action,
                  double reward) {
  if constexpr (UpdatesWithPool<A>) {
    algorithm.update(context, actions, action, reward);
  } else {
    algorithm.update(context, action, reward);
  }
}

/// A policy that knows its distribution: probabilities(context, actions, out) sets out[i] to
/// P(choose = actions[i]). `out` has actions.size() elements.
template <class A>
concept StochasticPolicy = Bandit<A> && requires(const A& reader, const Context& context,
                                                 const ActionSet& actions, std::span<double> out) {
  { reader.probabilities(context, actions, out) } -> std::same_as<void>;
};

/// An algorithm that can compare the logged action with its choice at a lower cost than a choice. Only affects speed.
///
/// `would_choose(context, actions, logged, hint, draws)` equals `choose(context, actions, draws) == logged`, for
/// `logged` in `actions`. The position of `draws` is unspecified afterwards; if a bound decides, nothing needs to be
/// drawn. The replay keeps `hint`: the last action known to beat the record's logged action, or the last winner.
/// Its initial value may be any action, in or outside `actions`. It may change the speed, never the answer.
template <class A>
concept HasWouldChoose = Bandit<A> &&
    requires(const A& reader, const Context& context, const ActionSet& actions, Action logged,
             Action& hint, Draws& draws) {
  { reader.would_choose(context, actions, logged, hint, draws) } -> std::same_as<bool>;
};

/// An algorithm whose choice among the same actions can stay the same between two updates, for all contexts and all
/// draws: a replay then jumps from one acceptance to the next. Only affects speed.
///
/// `fixed_choice(actions)` returns the choice among `actions` until the next update; `std::nullopt` if the draws
/// decide, or if the answer costs more than it saves. The replay then calls `choose` for each record.
template <class A>
concept HasFixedChoice = Bandit<A> && requires(const A& reader, const ActionSet& actions) {
  { reader.fixed_choice(actions) } -> std::same_as<std::optional<Action>>;
};

/// An algorithm that can choose among displays, whose contexts and actions both differ (thesis algorithm 6,
/// chooseDisplay; challenge 2). `choose_display` returns the index in `batch` (not empty) of the display that is
/// most likely to be rewarded by the algorithm's model. `choose` is the special case of a single context, and its
/// rules hold: const, randomness only from `draws`, no allocation.
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

/// An algorithm whose states can be averaged (thesis algorithm 16): `become_average_of(states)` sets its state to
/// the mean of `states` (not empty, all made for the same problem).
template <class A>
concept Averaging = Bandit<A> && requires(A& writer, std::span<const A* const> states) {
  { writer.become_average_of(states) } -> std::same_as<void>;
};

/// An algorithm that learns once, from a whole log, before it is used, for example a classifier. It is usually a
/// static policy afterwards (`learns = false`). `train` may allocate; it discards an earlier training.
template <class A>
concept TrainedOffline = Bandit<A> && requires(A& writer, const Log& log) {
  { writer.train(log) } -> std::same_as<void>;
};

/// A policy that is given by columns of the log, not by a rule: the target policy (Log::targets) whose name
/// `given_target()` returns, which is not empty. It cannot choose; only evaluators of fixed policies can use it.
template <class A>
concept GivenByColumns = Bandit<A> && requires(const A& reader) {
  { reader.given_target() } -> std::convertible_to<std::string_view>;
};

/// False for algorithms that ignore contexts, which declare `static constexpr bool uses_contexts = false`: the
/// loops then read no contexts and pass a default-constructed Context.
template <class A>
constexpr bool uses_contexts() {
  if constexpr (requires { A::uses_contexts; }) {
    return A::uses_contexts;
  } else {
    return true;
  }
}

/// False for static policies, which declare `static constexpr bool learns = false`.
template <class A>
constexpr bool learns() {
  if constexpr (requires { A::learns; }) {
    return A::learns;
  } else {
    return true;
  }
}

}  // namespace replaybench
