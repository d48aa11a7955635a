#pragma once
// An agent: any algorithm behind one type, with value semantics. The type-erased boundary is
// crossed once a schedule, not once a record: the loops over records are compiled for each
// algorithm.

#include <memory>
#include <string_view>

#include "suite/model/bandit.hpp"
#include "suite/model/environment.hpp"
#include "suite/model/reward_range.hpp"
#include "suite/model/state.hpp"
#include "suite/model/tally.hpp"

namespace replaybench {

class Agent {
 public:
  /// Wraps any algorithm that satisfies `Bandit`. (An Agent satisfies it too; the first condition keeps the check
  /// from using this constructor again.)
  template <class A>
  requires(!std::same_as<A, Agent>) && Bandit<A> explicit Agent(A algorithm);

  Agent(const Agent& other) : model_(other.model_->clone()) {}
  Agent& operator=(const Agent& other) {
    model_ = other.model_->clone();
    return *this;
  }
  Agent(Agent&&) noexcept = default;
  Agent& operator=(Agent&&) noexcept = default;

  Action choose(const Context& context, const ActionSet& actions, Draws& draws) const {
    return model_->choose(context, actions, draws);
  }
  void update(const Context& context, const ActionSet& actions, Action action, double reward) {
    model_->update(context, actions, action, reward);
  }

  /// Replay (thesis algorithm 10): compares the choice at each record of the schedule with the logged action. If
  /// they agree, the reward is counted and learned; otherwise the record is ignored. The i-th record of the
  /// schedule takes the draws of step i of `policy`. O(schedule) calls of `choose`, or O(accepted) if the
  /// algorithm can jump.
  Tally replay(const Log& log, const Schedule& schedule, StreamKey policy,
               const ReplayOptions& options = {}) {
    Tally tally;
    tally.curve.reserve(options.checkpoints.size());
    model_->replay(log, schedule, policy, options, tally);
    return tally;
  }
  /// Like `replay` above, but adds to `tally`: for a schedule that is replayed in chunks, each with its own
  /// ReplayOptions::first_slot. The number of records offered is added to `tally.sums.records`.
  void replay(const Log& log, const Schedule& schedule, StreamKey policy,
              const ReplayOptions& options, Tally& tally) {
    model_->replay(log, schedule, policy, options, tally);
  }

  /// Direct play (thesis algorithm 4): `horizon` interactions with the environment, all counted and learned. If the
  /// environment delays rewards, each reward is counted at its step and learned when it arrives; of rewards that
  /// arrive together the earlier step's comes first, and rewards due after the last step are dropped. O(horizon)
  /// calls of `choose` and `update`; memory for the contexts whose rewards are pending.
  Tally play(Environment& environment, std::uint64_t horizon, StreamKey policy,
             std::span<const std::uint64_t> checkpoints = {}) {
    if (environment.has_delays()) {
      return play_delayed(environment, horizon, policy, checkpoints);
    }
    return model_->play(environment, horizon, policy, checkpoints);
  }

  /// From now on the algorithm sees rewards scaled from these bounds to [0, 1], and its predictions of rewards are
  /// scaled back; what is counted keeps its units.
  void scale_rewards(const RewardBounds& bounds) { model_->scale_rewards(bounds); }

  /// False for static policies.
  bool learns() const { return model_->learns(); }
  /// False if the algorithm ignores contexts.
  bool uses_contexts() const { return model_->uses_contexts(); }
  /// True if the algorithm has `train`; it must then be trained before it is used.
  bool is_trained_offline() const { return model_->is_trained_offline(); }
  /// Learns from a whole log. Throws std::logic_error unless is_trained_offline().
  void train(const Log& log) { model_->train(log); }
  /// True if `probabilities` can be called.
  bool has_probabilities() const { return model_->has_probabilities(); }
  /// Sets out[i] to P(choose = actions[i]); `out` has actions.size() elements. Throws std::logic_error unless
  /// has_probabilities().
  void probabilities(const Context& context, const ActionSet& actions,
                     std::span<double> out) const {
    model_->probabilities(context, actions, out);
  }

  /// Name of the log's target policy (Log::targets) that this agent represents; empty for every other algorithm. An
  /// agent with a name cannot choose (std::logic_error).
  std::string_view given_target() const { return model_->given_target(); }

  /// True if `choose_display` can be called.
  bool chooses_displays() const { return model_->chooses_displays(); }
  /// Index of the chosen display in `batch` (not empty). Throws std::logic_error unless chooses_displays().
  std::size_t choose_display(std::span<const Display> batch, Draws& draws) const {
    return model_->choose_display(batch, draws);
  }
  /// True if `predicted_reward` can be called.
  bool predicts_rewards() const { return model_->predicts_rewards(); }
  /// E[reward | context, action] by the algorithm's own model. Throws std::logic_error unless predicts_rewards().
  double predicted_reward(const Context& context, Action action) const {
    return model_->predicted_reward(context, action);
  }

  /// True if `become_average_of` can be called.
  bool can_be_averaged() const { return model_->can_be_averaged(); }
  /// Sets the state to the mean of the states of `agents`, which must not be empty and must have this agent's
  /// algorithm and problem. Throws std::logic_error otherwise, and unless can_be_averaged().
  void become_average_of(std::span<const Agent> agents) { model_->become_average_of(agents); }

  /// True if the algorithm lists its state (suite/model/state.hpp); an algorithm of choose and update alone does not.
  bool tells_state() const { return model_->tells_state(); }
  /// Digest of the algorithm's state. Throws std::logic_error unless tells_state().
  std::uint64_t state_digest() const { return model_->state_digest(); }
  /// Bytes of the algorithm's state. Throws std::logic_error unless tells_state().
  std::size_t state_bytes() const { return model_->state_bytes(); }

 private:
  struct Model {
    virtual ~Model() = default;
    virtual std::unique_ptr<Model> clone() const = 0;
    virtual Action choose(const Context&, const ActionSet&, Draws&) const = 0;
    virtual void update(const Context&, const ActionSet&, Action, double) = 0;
    virtual void replay(const Log&, const Schedule&, StreamKey, const ReplayOptions&, Tally&) = 0;
    virtual Tally play(Environment&, std::uint64_t, StreamKey, std::span<const std::uint64_t>) = 0;
    virtual void scale_rewards(const RewardBounds&) = 0;
    virtual bool learns() const = 0;
    virtual bool uses_contexts() const = 0;
    virtual bool is_trained_offline() const = 0;
    virtual void train(const Log&) = 0;
    virtual bool has_probabilities() const = 0;
    virtual void probabilities(const Context&, const ActionSet&, std::span<double>) const = 0;
    virtual std::string_view given_target() const = 0;
    virtual bool chooses_displays() const = 0;
    virtual std::size_t choose_display(std::span<const Display>, Draws&) const = 0;
    virtual bool predicts_rewards() const = 0;
    virtual double predicted_reward(const Context&, Action) const = 0;
    virtual bool can_be_averaged() const = 0;
    virtual void become_average_of(std::span<const Agent>) = 0;
    virtual bool tells_state() const = 0;
    virtual std::uint64_t state_digest() const = 0;
    virtual std::size_t state_bytes() const = 0;
  };
  template <Bandit A>
  struct ModelOf;

  Tally play_delayed(Environment& environment, std::uint64_t horizon, StreamKey policy,
                     std::span<const std::uint64_t> checkpoints);

  std::unique_ptr<Model> model_;
};

}  // namespace replaybench

#include "suite/model/agent_inline.hpp"
