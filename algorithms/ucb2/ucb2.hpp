#pragma once
// UCB2: an upper confidence bound, evaluated once per epoch; epochs of an action grow
// geometrically.
//
// Source: Auer, Cesa-Bianchi, Fischer, "Finite-time analysis of the multiarmed bandit problem",
// Machine Learning 47, 2002, figure 2; named by the thesis (section 2.6.5, p. 60), which prints
// only UCB1.
//
//   paper               here
//   alpha in (0, 1)     alpha
//   tau(r) = ceil((1 + alpha)^r)
//   n                   n_               number of updates
//   n_j, xbar_j         pulls_[j], means_[j]
//   r_j                 the largest r with tau(r) <= n_j
//   tau(r_j)            kept as widths_[j] and shifts_[j], all that the index needs of it
//   tau(r_j + 1)        end_[j]          the number of pulls at which the epoch of j ends
//   xbar_j + sqrt((1 + alpha) ln(e n / tau(r_j)) / (2 tau(r_j)))     index(j)
//
// The paper's loop plays the action of the highest index exactly tau(r_j + 1) - tau(r_j) times,
// then adds 1 to r_j. Here the loop is elsewhere, so an epoch is a thing that UPDATE begins and
// ends; CHOOSE plays the action of the running epoch, otherwise the highest index:
//   - the first update whose action has the highest index of its pool begins an epoch of this action;
//   - the epoch of j ends when n_j reaches tau(r_j + 1). Where an action is only played as chosen,
//     n_j = tau(r_j) between epochs, so this is the paper's count. Its epochs of length 0
//     (tau(r) = tau(r + 1) for small r) select the same action again and are left out: r_j moves to
//     the largest r of that tau at once;
//   - an update of another action while the running epoch's action was available is an expert's
//     (thesis, algorithm 3, section 1.4.3, p. 21): it is learned, and the epoch goes on;
//   - when the running epoch's action is not in the pool, CHOOSE plays the highest index of the
//     pool, and learning that begins an epoch of it: the former epoch is broken off. If its action
//     is selected again later, it is played up to the same tau(r_j + 1);
//   - an action never learned has index +infinity. One that comes late waits for the end of the
//     running epoch.
//   - ties: by the lowest index, or uniformly at random.

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/learning/index_policy.hpp"
#include "suite/numeric/elementary.hpp"

namespace replaybench::algorithms::ucb2 {

class Ucb2 : public learning::IndexPolicy<Ucb2> {
 public:
  /// `alpha` in [1e-6, 1[.
  Ucb2(Action action_count, double alpha, Ties ties)
      : IndexPolicy(ties),
        means_(action_count, std::numeric_limits<double>::infinity()),
        widths_(action_count),
        shifts_(action_count),
        rewards_(action_count),
        pulls_(action_count),
        end_(action_count, 1),
        base_(1 + alpha),
        log_base_(numeric::log(base_)) {}

  /// O(K), with a square root an action; O(1) while an epoch runs.
  Action choose(const Context& context, const ActionSet& actions, Draws& draws) const {
    if (runs_in(actions)) return playing_;
    return IndexPolicy::choose(context, actions, draws);
  }
  /// As `choose`.
  void probabilities(const Context& context, const ActionSet& actions,
                     std::span<double> out) const {
    if (!runs_in(actions)) return IndexPolicy::probabilities(context, actions, out);
    for (Action i = 0; i < actions.size(); ++i) out[i] = actions[i] == playing_ ? 1 : 0;
  }
  /// O(1); O(K) at the beginning of an epoch. Throws NumericalFailure when a sum of rewards
  /// overflows.
  void update(const Context&, const ActionSet& actions, Action action, double reward);

  /// As `choose`.
  std::optional<Action> fixed_choice(const ActionSet& actions) const {
    if (runs_in(actions)) return playing_;
    return IndexPolicy::fixed_choice(actions);
  }
  bool would_choose(const Context& context, const ActionSet& actions, Action logged, Action& hint,
                    Draws& draws) const {
    if (runs_in(actions)) return logged == playing_;
    return IndexPolicy::would_choose(context, actions, logged, hint, draws);
  }

  /// Upper confidence bound of an action; +infinity before its first reward.
  double index(Action action) const {
    return means_[action] + std::sqrt(widths_[action] * (shifts_[action] + log_n_));
  }
  /// The number of pulls at which the running or next epoch of an action ends.
  double end_of_epoch(Action action) const { return end_[action]; }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(means_, widths_, shifts_, rewards_, pulls_, end_, n_, playing_);
  }

 private:
  static constexpr Action nobody = std::numeric_limits<Action>::max();

  bool runs_in(const ActionSet& actions) const {
    return playing_ != nobody && actions.contains(playing_);
  }
  double tau(double r) const;
  void end_epoch(Action action);

  std::vector<double> means_;
  std::vector<double> widths_;  // (1 + alpha) / (2 tau)
  std::vector<double> shifts_;  // 1 - ln tau
  std::vector<double> rewards_;
  std::vector<double> pulls_;
  std::vector<double> end_;
  double base_;
  double log_base_;
  double log_n_ = 0;
  std::uint64_t n_ = 0;
  Action playing_ = nobody;  // whose epoch runs
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::ucb2
