#pragma once
// An environment: a simulator that can be played live, and whose truth is known.

#include <cstdint>

#include "suite/model/action.hpp"
#include "suite/model/context.hpp"
#include "suite/model/reward_range.hpp"

namespace replaybench {

/// The knowledge of an oracle that predicts a reward.
enum class Knowledge {
  full,       ///< the model and the hidden part of the context
  posterior,  ///< the model, and the distribution of the hidden part given the features (Bayes)
  plug_in,    ///< the model, with the features put instead of the hidden part
};

/// The reward that a learning algorithm receives, and when.
struct Feedback {
  double reward = 0;        ///< the visible reward, which may differ from the earned one
  std::uint64_t delay = 0;  ///< steps: it arrives after the choice of that many steps later
  bool lost = false;        ///< it never arrives
};

/// A distribution over (context, rewards of all actions), one independent draw per step (thesis
/// section 1.4.3, p. 21).
///
/// The draws of a step depend only on the stream key and the step, so all algorithms get the same
/// contexts and, for the same action, the same rewards. Not thread-safe: use one object per replicate.
class Environment {
 public:
  virtual ~Environment() = default;
  virtual Action action_count() const = 0;
  /// Number of features that a learning algorithm sees, including the constant feature.
  virtual std::size_t dimension() const = 0;
  virtual std::size_t hidden_dimension() const { return 0; }
  /// True if every context is sparse, with features that are 0 or 1.
  virtual bool has_sparse_contexts() const { return false; }
  /// Range of the rewards.
  virtual RewardRange rewards() const { return RewardRange::binary; }
  /// True if `actions()` changes from step to step.
  virtual bool has_pools() const { return false; }

  /// Number of steps; 0 if unlimited.
  virtual std::uint64_t length() const { return 0; }

  /// Draws step `step` (below `length()` unless that is 0); the functions below then refer to it.
  virtual void observe(std::uint64_t step) = 0;
  virtual Context context() const = 0;
  virtual ActionSet actions() const { return ActionSet::all(action_count()); }
  /// The reward of `action` at this step; equal for repeated calls.
  virtual double reward(Action action) const = 0;
  /// E[reward of action | context], with the given knowledge. `full` requires context.hidden()
  /// if the environment has a hidden part. Does not depend on the observed step, unless the
  /// environment itself changes from step to step.
  virtual double expected_reward(const Context& context, Action action,
                                 Knowledge knowledge) const = 0;

  /// True if rewards reach an algorithm late, changed or not at all, as given by `feedback`. An
  /// environment that wraps another one forwards both functions, or rejects it.
  virtual bool has_delays() const { return false; }
  /// The feedback to an algorithm that plays `action` at this step; equal for repeated calls.
  virtual Feedback feedback(Action action) const { return {.reward = reward(action)}; }
};

}  // namespace replaybench
