#pragma once
// Epoch-greedy: each epoch begins with uniform exploration and ends with exploitation; only the
// exploration steps teach.
//
// Source: thesis, section 1.4.3 (p. 21; text, no listing) and section 4.4.3 (p. 114; an example:
// tau steps of exploration, 99 tau of exploitation); Langford, Zhang, "The epoch-greedy algorithm
// for contextual multi-armed bandits", NIPS 2007. They differ, so there are two forms:
//
//   form = thesis   an epoch has E = epoch_length steps: n_e of exploration, then E - n_e of
//   exploitation, with
//                   n_e = min(E, ceil(exploration E e^-decay)) in the epoch e = 1, 2, ...
//   form = paper    the epoch e has one step of exploration, then s(e) = floor(sqrt(e / K) /
//   exploration) of exploitation
//
//   thesis, paper       here
//   E                   epoch_length
//   n                   exploration_steps()       "chosen according to some criteria that decreases
//   over time"
//   tau, 99 tau         epoch_length = 100 tau, exploration = 0.01, decay = 0
//   s(n) = c sqrt(n / (K ln m))   c = 1 / exploration; ln m, the size of the class of hypotheses,
//   is a part of it
//   K                   action_count
//   black-box learner   a ridge regression of the reward for each action
//   (suite/learning/ridge.hpp), played greedily
//
// Deviations from the print and readings:
//   - neither text gives numbers. decay = 1/3 makes the exploration of T steps grow as T^(2/3), the
//     rate of the paper's bound and of its own s(n).
//   - the paper learns a new hypothesis from all exploration data at each epoch; the ridge
//     regression learns record by record, to the same weights.
//   - the number of updates determines the current step, because only updates change the state. Under
//     replay an ignored record is no step. The action of an update counts as the step's action even if
//     `choose` did not return it; records that are not uniform then teach in exploration steps too.
//   - an action without an exploration step is not exploited while the pool has an explored one,
//     because the hypothesis does not cover it. (Scored +infinity it would be exploited and, as
//     exploitation does not teach, forever.)
//   - ties by the lowest index, or uniformly at random.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/learning/ridge.hpp"
#include "suite/model/bandit.hpp"
#include "suite/model/ties.hpp"

namespace replaybench::algorithms::epoch_greedy {

enum class Form { thesis, paper };

struct Options {
  Form form = Form::thesis;
  double exploration = 0.1;         ///< in (0, 1]
  std::uint64_t epoch_length = 50;  ///< >= 1; Form::thesis only
  double decay = 1.0 / 3;           ///< >= 0; Form::thesis only
  double lambda = 1;                ///< > 0
  Ties ties = Ties::lowest;
};

/// Not thread-safe, not even its const functions on one object (they share a buffer that is no part
/// of the state); copies are independent. All memory is allocated by the constructor: about 8 K d^2
/// / 2 bytes.
class EpochGreedy {
 public:
  EpochGreedy(Action action_count, std::size_t dimension, const Options& options);

  /// O(1) in an exploration step, otherwise O(K d), or O(d + K a) for a sparse context.
  Action choose(const Context& context, const ActionSet& actions, Draws& draws) const {
    if (exploring()) return actions[draws.below(actions.size())];
    ridge_.read(context);
    return best_action(actions, options_.ties, draws, [this](Action a) { return score(a); });
  }
  /// O(d^2) in an exploration step, otherwise O(1). Throws NumericalFailure when a model becomes
  /// singular or overflows.
  void update(const Context& context, Action action, double reward);

  void probabilities(const Context& context, const ActionSet& actions, std::span<double> out) const;

  /// The next step is one of exploration.
  bool exploring() const { return step_ < exploration_steps_; }
  /// Number of the epoch at hand, from 1.
  std::uint64_t epoch() const { return epoch_; }
  /// Exploration steps of the epoch at hand, and all its steps.
  std::uint64_t exploration_steps() const { return exploration_steps_; }
  std::uint64_t steps() const { return steps_; }
  /// The weights learned for an action.
  std::span<const double> theta(Action action) const { return ridge_.theta(action); }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(ridge_, trained_, epoch_, step_, exploration_steps_, steps_);
  }

 private:
  double score(Action action) const {
    return trained_[action] ? ridge_.mean(action) : -std::numeric_limits<double>::infinity();
  }
  void begin_epoch();

  Options options_;
  double action_count_;
  learning::Ridge ridge_;
  std::vector<std::uint8_t> trained_;
  std::uint64_t epoch_ = 1;
  std::uint64_t step_ = 0;  // within the epoch
  std::uint64_t exploration_steps_ = 1;
  std::uint64_t steps_ = 1;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::epoch_greedy
