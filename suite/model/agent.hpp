#pragma once
// An agent: any algorithm behind one type, with value semantics. The type-erased boundary is
// crossed once a schedule, not once a record: the loops over records are compiled for each
// algorithm.

#include <memory>
#include <string_view>

#include "suite/model/bandit.hpp"
#include "suite/model/environment.hpp"
#include "suite/model/state.hpp"
#include "suite/model/tally.hpp"

namespace replaybench {

class Agent {
 public:
  /// Wraps any algorithm that satisfies `Bandit`. (An Agent satisfies it too, and asking whether it
  /// does would ask for this constructor again: hence the first condition.)
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

  /// Replay (thesis algorithm 10): at each record of the schedule asks for the choice; on agreement
  /// with the logged action the reward is counted and learned, else the whole record is ignored.
  /// The draws of the i-th record of the schedule are those of step i of `policy`. O(schedule)
  /// chooses, or O(accepted) where the algorithm can jump.
  Tally replay(const Log& log, const Schedule& schedule, StreamKey policy,
               const ReplayOptions& options = {}) {
    Tally tally;
    tally.curve.reserve(options.checkpoints.size());
    model_->replay(log, schedule, policy, options, tally);
    return tally;
  }
  /// The same, adding to `tally`: for a schedule that is offered in pieces, each with its
  /// ReplayOptions::first_slot. Records offered are added to `tally.sums.records`.
  void replay(const Log& log, const Schedule& schedule, StreamKey policy,
              const ReplayOptions& options, Tally& tally) {
    model_->replay(log, schedule, policy, options, tally);
  }

  /// Direct play (thesis algorithm 4): `horizon` interactions with the environment, all counted and
  /// learned.
  Tally play(Environment& environment, std::uint64_t horizon, StreamKey policy,
             std::span<const std::uint64_t> checkpoints = {}) {
    return model_->play(environment, horizon, policy, checkpoints);
  }

  /// False for static policies.
  bool learns() const { return model_->learns(); }
  /// False when the algorithm never looks at a context.
  bool uses_contexts() const { return model_->uses_contexts(); }
  /// True when `train` can be asked; an algorithm that offers it must be trained before it is used.
  bool is_trained_offline() const { return model_->is_trained_offline(); }
  /// Learns from a whole log; throws std::logic_error if the algorithm does not offer it.
  void train(const Log& log) { model_->train(log); }
  /// True when `probabilities` can be asked.
  bool has_probabilities() const { return model_->has_probabilities(); }
  /// P(choose = actions[i]) into out[i]; throws std::logic_error if the algorithm does not offer
  /// it.
  void probabilities(const Context& context, const ActionSet& actions,
                     std::span<double> out) const {
    model_->probabilities(context, actions, out);
  }

  /// The name of the log's target policy (Log::targets) that this agent stands for; empty: it is an
  /// algorithm of its own. One that stands for columns cannot be asked to choose (std::logic_error).
  std::string_view given_target() const { return model_->given_target(); }

  /// True when `choose_display` can be asked.
  bool chooses_displays() const { return model_->chooses_displays(); }
  /// The place of the chosen display in `batch` (not empty); throws std::logic_error if the
  /// algorithm does not offer it.
  std::size_t choose_display(std::span<const Display> batch, Draws& draws) const {
    return model_->choose_display(batch, draws);
  }
  /// True when `predicted_reward` can be asked.
  bool predicts_rewards() const { return model_->predicts_rewards(); }
  /// E[reward | context, action] by the algorithm's own model; throws std::logic_error if it does
  /// not offer it.
  double predicted_reward(const Context& context, Action action) const {
    return model_->predicted_reward(context, action);
  }

  /// True when `become_average_of` can be asked.
  bool can_be_averaged() const { return model_->can_be_averaged(); }
  /// Takes the mean of the states of `agents` (not empty, all of this one's algorithm and problem;
  /// throws std::logic_error otherwise, or if the algorithm does not offer it).
  void become_average_of(std::span<const Agent> agents) { model_->become_average_of(agents); }

  /// Digest of the algorithm's state; throws std::logic_error if it does not give its state.
  std::uint64_t state_digest() const { return model_->state_digest(); }
  /// Size of the algorithm's state; throws std::logic_error if it does not give its state.
  std::size_t state_bytes() const { return model_->state_bytes(); }

 private:
  struct Model {
    virtual ~Model() = default;
    virtual std::unique_ptr<Model> clone() const = 0;
    virtual Action choose(const Context&, const ActionSet&, Draws&) const = 0;
    virtual void update(const Context&, const ActionSet&, Action, double) = 0;
    virtual void replay(const Log&, const Schedule&, StreamKey, const ReplayOptions&, Tally&) = 0;
    virtual Tally play(Environment&, std::uint64_t, StreamKey, std::span<const std::uint64_t>) = 0;
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
    virtual std::uint64_t state_digest() const = 0;
    virtual std::size_t state_bytes() const = 0;
  };
  template <Bandit A>
  struct ModelOf;

  std::unique_ptr<Model> model_;
};

}  // namespace replaybench

#include "suite/model/agent_inline.hpp"
