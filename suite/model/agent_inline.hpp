#pragma once
// The loops over records, compiled once for each algorithm. No allocation happens inside a loop.

#include <algorithm>
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

  std::unique_ptr<Model> clone() const override { return std::make_unique<ModelOf>(algorithm_); }
  Action choose(const Context& context, const ActionSet& actions, Draws& draws) const override {
    stop_point();
    return algorithm_.choose(context, actions, draws);
  }
  void update(const Context& context, const ActionSet& actions, Action action,
              double reward) override {
    apply_update(algorithm_, context, actions, action, reward);
  }
  bool learns() const override { return replaybench::learns<A>(); }
  bool uses_contexts() const override { return replaybench::uses_contexts<A>(); }
  bool is_trained_offline() const override { return TrainedOffline<A>; }
  void train(const Log& log) override {
    if constexpr (TrainedOffline<A>) {
      algorithm_.train(log);
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
      return algorithm_.predicted_reward(context, action);
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
        apply_update(algorithm_, context, log.available(i), log.actions[i], log.rewards[i]);
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
      apply_update(algorithm_, context, environment.actions(), action, reward);
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
      throw std::logic_error("this algorithm does not give its state");
    }
  }

  // How a slot's context is read: from the log, through the noise unless the slot is tested.
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

  // The loops give the number of slots that were offered.
  template <class Accept>
  std::size_t run(const Log& log, const Schedule& schedule, StreamKey policy,
                  const ReplayOptions& options, const Accept& accept) {
    if (options.path == ReplayPath::fastest) {
      if constexpr (FixedUnlessTied<A>) {
        if (can_jump(log, schedule)) return jump(log, schedule, policy, options, accept);
      }
      if constexpr (FixedBetweenUpdates<A>) {
        if (algorithm_.choice_is_fixed_between_updates() && can_jump(log, schedule)) {
          return jump(log, schedule, policy, options, accept);
        }
      }
      if constexpr (ComparesLoggedAction<A>) {
        if (algorithm_.is_deterministic()) return agree(log, schedule, options, accept);
      }
      if constexpr (ComparesScores<A>) return rank(log, schedule, policy, options, accept);
    }
    SlotContexts contexts(log, options);
    for (std::size_t slot = 0; slot < schedule.size(); ++slot) {
      stop_point(slot);
      const std::size_t i = schedule[slot];
      contexts.prefetch(schedule, slot);
      const Context context = contexts(slot, i);
      Draws draws(policy, options.first_slot + slot);
      if (chooses_logged(context, log.available(i), log.actions[i], draws, options.path)) {
        if (!accept(slot, i, context)) return slot + 1;
      }
    }
    return schedule.size();
  }

  bool chooses_logged(const Context& context, const ActionSet& actions, Action logged, Draws& draws,
                      ReplayPath path) const {
    if constexpr (HasWouldChoose<A>) {
      if (path == ReplayPath::fastest) {
        return algorithm_.would_choose(context, actions, logged, draws);
      }
    }
    return algorithm_.choose(context, actions, draws) == logged;
  }

  template <class Accept>
  std::size_t agree(const Log& log, const Schedule& schedule, const ReplayOptions& options,
                    const Accept& accept) {
    Hints hints(options);
    SlotContexts contexts(log, options);
    for (std::size_t slot = 0; slot < schedule.size(); ++slot) {
      stop_point(slot);
      const std::size_t i = schedule[slot];
      contexts.prefetch(schedule, slot);
      const Context context = contexts(slot, i);
      Action hint = hints.of(i);
      const bool agrees =
          algorithm_.would_choose_logged(context, log.available(i), log.actions[i], hint);
      hints.keep(i, hint, log.actions[i]);
      if (agrees) {
        if (!accept(slot, i, context)) return slot + 1;
      }
    }
    return schedule.size();
  }

  template <class Accept>
  std::size_t rank(const Log& log, const Schedule& schedule, StreamKey policy,
                   const ReplayOptions& options, const Accept& accept) {
    Hints hints(options);
    SlotContexts contexts(log, options);
    for (std::size_t slot = 0; slot < schedule.size(); ++slot) {
      stop_point(slot);
      const std::size_t i = schedule[slot];
      contexts.prefetch(schedule, slot);
      const Context context = contexts(slot, i);
      const ActionSet actions = log.available(i);
      Action hint = hints.of(i);
      const Rank rank = algorithm_.rank_of_logged(context, actions, log.actions[i], hint);
      hints.keep(i, hint, log.actions[i]);
      if (rank == Rank::beaten) continue;
      if (rank == Rank::tied_best) {
        Draws draws(policy, options.first_slot + slot);
        if (algorithm_.choose(context, actions, draws) != log.actions[i]) continue;
      }
      if (!accept(slot, i, context)) return slot + 1;
    }
    return schedule.size();
  }

  // A jump requests the choice after each update and, if there are pools, after each change of pool.
  static bool can_jump(const Log& log, const Schedule& schedule) {
    if (!log.has_pools()) return true;
    if (caches_scores<A>() || !schedule.is_range()) return false;
    const std::uint32_t* const pools = log.pools.data() + schedule.first();
    std::size_t changes = 0;
    for (std::size_t slot = 1; slot < schedule.size(); ++slot) {
      changes += pools[slot] != pools[slot - 1];
    }
    return changes <= schedule.size() / 16;
  }

  // Returns the first slot from `slot` on in which `action` was logged or the pool changes; the schedule's size if
  // there is none. `pools` is null without pools.
  static std::size_t next_of(const Log& log, const Schedule& schedule, std::size_t slot,
                             Action action, const std::uint32_t* pools) {
    const std::size_t end = schedule.size();
    if (!pools) {
      while (slot < end && log.actions[schedule[slot]] != action) ++slot;
      return slot;
    }
    const Action* const actions = log.actions.data() + schedule.first();
    const std::uint32_t pool = pools[slot];
    while (slot < end && actions[slot] != action && pools[slot] == pool) ++slot;
    return slot;
  }

  // Requires a contiguous schedule if the log has pools.
  template <class Accept>
  std::size_t jump(const Log& log, const Schedule& schedule, StreamKey policy,
                   const ReplayOptions& options, const Accept& accept) {
    const std::uint32_t* const pools =
        log.has_pools() ? log.pools.data() + schedule.first() : nullptr;
    SlotContexts contexts(log, options);
    // The choice from `slot` on until the next update or another pool; std::nullopt if the draws decide.
    const auto fixed_choice = [&](std::size_t slot,
                                  const ActionSet& actions) -> std::optional<Action> {
      if constexpr (FixedUnlessTied<A>) {
        return algorithm_.untied_choice(actions);
      } else {
        Draws draws(policy, options.first_slot + slot);
        return algorithm_.choose(Context(), actions, draws);
      }
    };
    std::size_t visits = 0;
    std::optional<Action> fixed;
    bool is_stale = true;
    std::uint32_t pool = 0;  // that of `fixed`
    for (std::size_t slot = 0; slot < schedule.size();) {
      stop_point(visits++);
      const ActionSet actions = log.available(schedule[slot]);
      if (is_stale || (pools && pools[slot] != pool)) {
        fixed = fixed_choice(slot, actions);
        is_stale = false;
        if (pools) pool = pools[slot];
      }
      if (fixed) {
        slot = next_of(log, schedule, slot, *fixed, pools);
        if (slot == schedule.size() || (pools && pools[slot] != pool)) continue;
      } else {
        Draws draws(policy, options.first_slot + slot);
        if (algorithm_.choose(Context(), actions, draws) != log.actions[schedule[slot]]) {
          ++slot;
          continue;
        }
      }
      const std::size_t i = schedule[slot];
      if (!accept(slot, i, contexts(slot, i))) return slot + 1;
      ++slot;
      is_stale = true;
    }
    return schedule.size();
  }

  A algorithm_;
};

template <class A>
requires(!std::same_as<A, Agent>) && Bandit<A> Agent::Agent(A algorithm)
    : model_(std::make_unique<ModelOf<A>>(std::move(algorithm))) {}

}  // namespace replaybench
