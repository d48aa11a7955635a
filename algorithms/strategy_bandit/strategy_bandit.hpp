#pragma once
// A bandit whose actions are recommendation strategies: a base bandit picks a strategy, the strategy
// chooses the action.
//
// Source: thesis section 1.4.3 (p. 21; remark on the possible actions to perform): "a
// contextual bandit approach could be used to learn efficiently which complex and preprocessed
// strategy to use", and to "limit the impact of a bad new strategy". The text gives no pseudo-code;
// what follows is our reading.
//
//   thesis                     here
//   the strategies             strategies_[s], any algorithms; most are learners
//   the bandit that uses them  base_, an algorithm whose actions are the strategies 0 .. N - 1
//   contextual information     the context, which the base and the strategies both see
//
// The quotation goes on "depending on some contextual information": base = "lin_ucb" does that, the
// default base ignores the context.
//
// `choose` lets the base choose a strategy s, then s an action of the pool. `update` learns twice:
//   - The strategies. With `share` each of them learns from every shown action; without, only
//     the credited strategy learns.
//   - The base, of the strategy that chose the action. `choose` is const and may not note it down,
//     so it is recovered: P(s | x, a) is proportional to b(s | x) pi_s(a | x), with the base's and
//     the strategies' distributions as they were at the choice. Rewards that come late are credited
//     by the distributions at their arrival: where these changed in between, to another strategy. A
//     base that does not randomise leaves one strategy. Otherwise the credited one is drawn from
//     P(s | x, a): the reward depends only on x and a, so (x, s, a, r) has the same
//     distribution as with s recorded.
// Crediting every strategy that would have chosen a would be wrong: of a strategy that is rarely
// picked, the base would see only the contexts in which it agrees with an often picked strategy.
//
// The draw of the credit is a function of the actions and rewards that were learned: same history,
// same state. An action that no strategy that the base could pick would have chosen (a learner fed
// from outside) is credited to nobody; with `share` the strategies still learn from it.
//
// A strategy that chooses at random without giving its probabilities (`ad_predictor`, for example) is taken
// at its word where the base leaves one strategy; with a base that randomises it is an error at the
// first update that needs its probability.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "suite/component/inner_algorithm.hpp"
#include "suite/model/agent.hpp"

namespace replaybench::algorithms::strategy_bandit {

/// Not thread-safe, not even its const functions on one object (they share buffers that are no part
/// of the state); copies are independent. All memory is allocated by the constructor (the strategies
/// may allocate for themselves).
class StrategyBandit {
 public:
  /// `base`: made for strategies.size() actions. `strategies`: at least one, made for
  /// `action_count` actions, none of which changes in `choose`. `share`: see above. Throws
  /// std::invalid_argument without a strategy.
  StrategyBandit(Action action_count, Agent base, std::vector<Agent> strategies, bool share);

  /// O(choice of the base and of one strategy).
  Action choose(const Context& context, const ActionSet& actions, Draws& draws) const;
  /// O(a choice of the base, a choice of each strategy and their updates). Needs `action` in
  /// `actions`. Throws NotApplicable if the strategy to credit cannot be known.
  void update(const Context& context, const ActionSet& actions, Action action, double reward);

  /// The strategy that `update` would credit with this action; none if no strategy that the base
  /// could pick would have chosen it.
  std::optional<Action> credited(const Context& context, const ActionSet& actions,
                                 Action action) const;

  const Agent& base() const { return base_; }
  const std::vector<Agent>& strategies() const { return strategies_; }

  /// Visits the digest of each agent, and zeros up to its size in bytes.
  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit_agent(visit, base_);
    for (const Agent& strategy : strategies_) visit_agent(visit, strategy);
    visit(history_.value(), updates_);
  }

 protected:
  ActionSet all_strategies() const {
    return ActionSet::all(static_cast<Action>(strategies_.size()));
  }

  Agent base_;
  std::vector<Agent> strategies_;

  // Data of the current record; not part of the state.
  mutable std::vector<double> picks_;   // the base's distribution over strategies
  mutable std::vector<double> advice_;  // a strategy's distribution over the pool

 private:
  // The base's distribution over the strategies, into picks_; returns how many it may pick.
  std::size_t read_picks(const Context& context) const;
  // pi_s(action); `alone`: whether s is the only strategy that the base may pick.
  double likelihood(const Agent& strategy, bool alone, const Context& context,
                    const ActionSet& actions, Action action) const;

  bool share_;
  StateDigest history_;  // of the actions and rewards learned
  std::uint64_t updates_ = 0;
};

/// StrategyBandit for a base and strategies that all have probabilities.
class StochasticStrategyBandit : public StrategyBandit {
 public:
  using StrategyBandit::StrategyBandit;
  /// sum_s b(s | x) pi_s(a | x) for each action of the pool.
  void probabilities(const Context& context, const ActionSet& actions, std::span<double> out) const;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::strategy_bandit
