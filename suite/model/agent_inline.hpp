#pragma once
// The loop over records, compiled once for each algorithm. No allocation happens inside the loop.

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include "suite/model/stop.hpp"

namespace replaybench {

/// Keeps the sums at the checkpoints; goes on where an earlier piece of the same schedule stopped.
class CurveKeeper {
 public:
  CurveKeeper(Tally& tally, std::span<const std::uint64_t> checkpoints)
      : tally_(tally), checkpoints_(checkpoints), next_(tally.curve.size()) {
    tally_.curve.reserve(checkpoints.size());
  }
  void look(std::uint64_t records) {
    if (next_ < checkpoints_.size() && tally_.sums.accepted == checkpoints_[next_]) {
      tally_.sums.records = records;
      tally_.curve.push_back(tally_.sums);
      ++next_;
    }
  }

 private:
  Tally& tally_;
  std::span<const std::uint64_t> checkpoints_;
  std::size_t next_;
};

template <Bandit A>
struct Agent::ModelOf final : Agent::Model {
  explicit ModelOf(A algorithm) : algorithm_(std::move(algorithm)) {}

  std::unique_ptr<Model> clone() const override {
    auto copy = std::make_unique<ModelOf>(algorithm_);
    copy->bounds_ = bounds_;
    return copy;
  }
  void scale_rewards(const RewardBounds& bounds) override { bounds_ = bounds; }
  Action choose(const Context& context, const ActionSet& actions, Draws& draws) const override {
    stop_point();
    return algorithm_.choose(context, actions, draws);
  }
  void update(const Context& context, const ActionSet& actions, Action action,
              double reward) override {
    apply_update(algorithm_, context, actions, action, bounds_.scaled(reward));
  }
  bool learns() const override { return replaybench::learns<A>(); }
  bool uses_contexts() const override { return replaybench::uses_contexts<A>(); }
  bool is_trained_offline() const override { return TrainedOffline<A>; }
  void train(const Log& log) override {
    if constexpr (TrainedOffline<A>) {
      if (bounds_.are_unit()) return algorithm_.train(log);
      Log scaled = log;
      for (double& reward : scaled.rewards) reward = bounds_.scaled(reward);
      scaled.reward_bounds.reset();
      algorithm_.train(scaled);
    } else {
      throw std::logic_error("this algorithm is not trained from a log");
    }
  }
  bool has_probabilities() const override { return StochasticPolicy<A>; }
  void probabilities(const Context& context, const ActionSet& actions,
                     std::span<double> out) const override {
    stop_point();
    if constexpr (StochasticPolicy<A>) {
      algorithm_.probabilities(context, actions, out);
    } else {
      throw std::logic_error("this algorithm does not write down its probabilities");
    }
  }
  std::string_view given_target() const override {
    if constexpr (GivenByColumns<A>) {
      return algorithm_.given_target();
    } else {
      return {};
    }
  }
  bool chooses_displays() const override { return ChoosesDisplays<A>; }
  std::size_t choose_display(std::span<const Display> batch, Draws& draws) const override {
    if constexpr (ChoosesDisplays<A>) {
      return algorithm_.choose_display(batch, draws);
    } else {
      throw std::logic_error("this algorithm does not choose among displays");
    }
  }
  bool predicts_rewards() const override { return PredictsRewards<A>; }
  double predicted_reward(const Context& context, Action action) const override {
    if constexpr (PredictsRewards<A>) {
      return bounds_.unscaled(algorithm_.predicted_reward(context, action));
    } else {
      throw std::logic_error("this algorithm does not predict rewards");
    }
  }
  bool can_be_averaged() const override { return Averaging<A>; }
  void become_average_of(std::span<const Agent> agents) override {
    if constexpr (Averaging<A>) {
      std::vector<const A*> states;
      for (const Agent& agent : agents) {
        const auto* model = dynamic_cast<const ModelOf*>(agent.model_.get());
        if (!model) throw std::logic_error("an average of different algorithms");
        states.push_back(&model->algorithm_);
      }
      if (states.empty()) throw std::logic_error("an average of no agents");
      algorithm_.become_average_of(std::span<const A* const>(states));
    } else {
      throw std::logic_error("this algorithm's states cannot be averaged");
    }
  }
  bool tells_state() const override { return TellsState<A>; }
  std::uint64_t state_digest() const override {
    StateDigest digest;
    visit_state(digest);
    return digest.value();
  }
  std::size_t state_bytes() const override {
    StateSize size;
    visit_state(size);
    return size.bytes();
  }

  void replay(const Log& log, const Schedule& schedule, StreamKey policy,
              const ReplayOptions& options, Tally& tally) override {
    if (options.accepted_records) {
      options.accepted_records->reserve(options.accepted_records->size() + schedule.size());
    }
    const std::uint64_t offered_before = tally.sums.records;
    CurveKeeper curve(tally, options.checkpoints);
    // Counts and updates; false when the replay is to end.
    const auto accept = [&](std::size_t slot, std::size_t i, const Context& context) {
      const bool counts = options.tested.empty() || options.tested[slot];
      (counts ? tally.sums : tally.training)
          .accept(options.weights.empty() ? 1.0 : options.weights[i], log.rewards[i]);
      if (!options.learn_once || options.acceptances[i] == 0) {
        apply_update(algorithm_, context, log.available(i), log.actions[i],
                     bounds_.scaled(log.rewards[i]));
      }
      if (!options.acceptances.empty()) ++options.acceptances[i];
      if (options.accepted_records) {
        options.accepted_records->push_back(static_cast<std::uint32_t>(i));
      }
      curve.look(offered_before + slot + 1);
      return tally.sums.accepted + tally.training.accepted < options.max_accepted;
    };
    tally.sums.records = offered_before + run(log, schedule, policy, options, accept);
  }

  Tally play(Environment& environment, std::uint64_t horizon, StreamKey policy,
             std::span<const std::uint64_t> checkpoints) override {
    Tally tally;
    CurveKeeper curve(tally, checkpoints);
    for (std::uint64_t t = 0; t < horizon; ++t) {
      stop_point(t);
      environment.observe(t);
      const Context context = environment.context();
      Draws draws(policy, t);
      const Action action = algorithm_.choose(context, environment.actions(), draws);
      const double reward = environment.reward(action);
      tally.sums.accept(1.0, reward);
      tally.sums.expected += environment.expected_reward(context, action, Knowledge::full);
      apply_update(algorithm_, context, environment.actions(), action, bounds_.scaled(reward));
      curve.look(t + 1);
    }
    tally.sums.records = horizon;
    return tally;
  }

 private:
  template <class Visitor>
  void visit_state(Visitor& visitor) const {
    if constexpr (TellsState<A>) {
      algorithm_.visit_state(visitor);
    } else {
      throw std::logic_error(
          "this algorithm does not list its state: it needs visit_state (suite/model/state.hpp)");
    }
  }

  // Reads a slot's context: from the log, through the noise unless the slot is tested.
  class SlotContexts {
   public:
    SlotContexts(const Log& log, const ReplayOptions& options) : raw_(log), options_(options) {}
    Context operator()(std::size_t slot, std::size_t i) {
      if constexpr (!replaybench::uses_contexts<A>()) return Context();
      const Context context = raw_[i];
      if (!options_.noise || (!options_.tested.empty() && options_.tested[slot])) return context;
      return options_.noise->apply(options_.first_slot + slot, context);
    }
    // The context of a slot that comes soon.
    void prefetch(const Schedule& schedule, std::size_t slot) const {
      if constexpr (replaybench::uses_contexts<A>()) {
        if (slot + slots_ahead < schedule.size()) raw_.prefetch(schedule[slot + slots_ahead]);
      }
    }

   private:
    static constexpr std::size_t slots_ahead = 4;

    ContextReader raw_;
    const ReplayOptions& options_;
  };

  // The action that is compared with the logged action first: the record's own hint, or the last hint.
  class Hints {
   public:
    explicit Hints(const ReplayOptions& options) : of_records_(options.hints) {}
    Action of(std::size_t record) const {
      if (of_records_.empty() || of_records_[record] == no_hint) return last_;
      return of_records_[record];
    }
    void keep(std::size_t record, Action hint, Action logged) {
      last_ = hint;
      if (!of_records_.empty() && hint != logged) of_records_[record] = hint;
    }

   private:
    std::span<Action> of_records_;
    Action last_ = 0;
  };

  // The choice that stays until the next update or the next change of pool, if the algorithm gives one.
  class FixedChoice {
   public:
    FixedChoice(const Log& log, const Schedule& schedule, ReplayPath path)
        : log_(log), schedule_(schedule) {
      if constexpr (HasFixedChoice<A>) {
        is_used_ = path == ReplayPath::fastest && pools_are_long();
        is_due_ = is_used_;
        if (is_used_ && log.has_pools()) pools_ = log.pools.data() + schedule.first();
      }
    }

    // False if the record of the slot has to be compared with the algorithm's choice.
    bool read(const A& algorithm, std::size_t slot) {
      if constexpr (HasFixedChoice<A>) {
        if (!is_due_) return false;
        if (is_stale_ || is_of_another_pool(slot)) {
          choice_ = algorithm.fixed_choice(log_.available(schedule_[slot]));
          is_stale_ = false;
          if (pools_) pool_ = pools_[slot];
        }
        is_due_ = pools_ || choice_.has_value();
        return choice_.has_value();
      }
      return false;
    }
    bool is_of_another_pool(std::size_t slot) const { return pools_ && pools_[slot] != pool_; }
    // An update may have changed the choice.
    void forget() {
      is_stale_ = true;
      is_due_ = is_used_;
    }

    // Returns the first slot from `slot` on in which the choice was logged or the pool changes; the schedule's size
    // if there is none.
    std::size_t next(std::size_t slot) const {
      const std::size_t end = schedule_.size();
      const Action choice = *choice_;
      if (!pools_) {
        while (slot < end && log_.actions[schedule_[slot]] != choice) ++slot;
        return slot;
      }
      const Action* const actions = log_.actions.data() + schedule_.first();
      while (slot < end && actions[slot] != choice && pools_[slot] == pool_) ++slot;
      return slot;
    }

   private:
    // True if the choice is requested seldom for changes of pool: a contiguous schedule with few of them.
    bool pools_are_long() const {
      if (!log_.has_pools()) return true;
      if (!schedule_.is_range()) return false;
      const std::uint32_t* const pools = log_.pools.data() + schedule_.first();
      std::size_t changes = 0;
      for (std::size_t slot = 1; slot < schedule_.size(); ++slot) {
        changes += pools[slot] != pools[slot - 1];
      }
      return changes <= schedule_.size() / 16;
    }

    const Log& log_;
    const Schedule& schedule_;
    const std::uint32_t* pools_ = nullptr;  // by slot; null without pools
    std::optional<Action> choice_;
    std::uint32_t pool_ = 0;  // that of `choice_`
    bool is_used_ = false;
    bool is_due_ = false;  // false until the next update if the draws decide and there are no pools
    bool is_stale_ = true;
  };

  // Returns the number of slots that were offered.
  template <class Accept>
  std::size_t run(const Log& log, const Schedule& schedule, StreamKey policy,
                  const ReplayOptions& options, const Accept& accept) {
    SlotContexts contexts(log, options);
    Hints hints(options);
    FixedChoice fixed(log, schedule, options.path);
    std::size_t visits = 0;
    for (std::size_t slot = 0; slot < schedule.size(); ++slot) {
      stop_point(visits++);
      const bool is_fixed = fixed.read(algorithm_, slot);
      if (is_fixed) {
        slot = fixed.next(slot);
        if (slot == schedule.size()) break;
        if (fixed.is_of_another_pool(slot)) {
          --slot;
          continue;
        }
      }
      const std::size_t i = schedule[slot];
      contexts.prefetch(schedule, slot);
      const Context context = contexts(slot, i);
      if (!is_fixed) {
        Draws draws(policy, options.first_slot + slot);
        if (!chooses_logged(context, log, i, draws, hints, options.path)) continue;
      }
      if (!accept(slot, i, context)) return slot + 1;
      fixed.forget();
    }
    return schedule.size();
  }

  bool chooses_logged(const Context& context, const Log& log, std::size_t i, Draws& draws,
                      Hints& hints, ReplayPath path) const {
    const Action logged = log.actions[i];
    if constexpr (HasWouldChoose<A>) {
      if (path == ReplayPath::fastest) {
        Action hint = hints.of(i);
        const bool agrees = algorithm_.would_choose(context, log.available(i), logged, hint, draws);
        hints.keep(i, hint, logged);
        return agrees;
      }
    }
    return algorithm_.choose(context, log.available(i), draws) == logged;
  }

  A algorithm_;
  RewardBounds bounds_;
};

template <class A>
requires(!std::same_as<A, Agent>) && Bandit<A> Agent::Agent(A algorithm)
    : model_(std::make_unique<ModelOf<A>>(std::move(algorithm))) {}

}  // namespace replaybench
