#pragma once
// The loops over records, compiled once for each algorithm. No allocation happens inside a loop.

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace replaybench {

/// Keeps the sums at the checkpoints; `curve` has its room before the loop begins.
class CurveKeeper {
 public:
  CurveKeeper(Tally& tally, std::span<const std::uint64_t> checkpoints)
      : tally_(tally), checkpoints_(checkpoints) {
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
  std::size_t next_ = 0;
};

/// For each action the places of a stretch of the log where it was logged, in order (a counting
/// sort).
class ActionPositions {
 public:
  ActionPositions(const Log& log, std::size_t first, std::size_t count);
  /// The first place at or after `from` where `action` was logged, or `end()`. Calls must not
  /// decrease `from`.
  std::size_t next(Action action, std::size_t from);
  std::size_t end() const { return end_; }

 private:
  std::vector<std::uint32_t> places_;
  std::vector<std::size_t> cursor_;  // per action: where its unread places begin
  std::vector<std::size_t> limit_;   // per action: where its places end
  std::size_t first_;
  std::size_t end_;
};

template <Bandit A>
struct Agent::ModelOf final : Agent::Model {
  explicit ModelOf(A algorithm) : algorithm_(std::move(algorithm)) {}

  std::unique_ptr<Model> clone() const override { return std::make_unique<ModelOf>(algorithm_); }
  Action choose(const Context& context, const ActionSet& actions, Draws& draws) const override {
    return algorithm_.choose(context, actions, draws);
  }
  void update(const Context& context, const ActionSet& actions, Action action,
              double reward) override {
    teach(algorithm_, context, actions, action, reward);
  }
  bool learns() const override { return replaybench::learns<A>(); }
  bool has_probabilities() const override { return StochasticPolicy<A>; }
  void probabilities(const Context& context, const ActionSet& actions,
                     std::span<double> out) const override {
    if constexpr (StochasticPolicy<A>) {
      algorithm_.probabilities(context, actions, out);
    } else {
      throw std::logic_error("this algorithm does not write down its probabilities");
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

  Tally replay(const Log& log, const Schedule& schedule, StreamKey policy,
               const ReplayOptions& options) override {
    if (options.accepted_records) options.accepted_records->reserve(schedule.size());
    Tally tally;
    CurveKeeper curve(tally, options.checkpoints);
    const auto accept = [&](std::size_t i, std::size_t offered, const Context& context) {
      tally.sums.accept(options.weights.empty() ? 1.0 : options.weights[i], log.rewards[i]);
      teach(algorithm_, context, log.available(i), log.actions[i], log.rewards[i]);
      if (options.accepted_records) {
        options.accepted_records->push_back(static_cast<std::uint32_t>(i));
      }
      curve.look(offered);
    };
    run(log, schedule, policy, options.path, accept);
    tally.sums.records = schedule.size();
    return tally;
  }

  Tally play(World& world, std::uint64_t horizon, StreamKey policy,
             std::span<const std::uint64_t> checkpoints) override {
    Tally tally;
    CurveKeeper curve(tally, checkpoints);
    for (std::uint64_t t = 0; t < horizon; ++t) {
      world.observe(t);
      const Context context = world.context();
      Draws draws(policy, t);
      const Action action = algorithm_.choose(context, world.actions(), draws);
      const double reward = world.reward(action);
      tally.sums.accept(1.0, reward);
      tally.sums.expected += world.expected_reward(context, action, Knowledge::full);
      teach(algorithm_, context, world.actions(), action, reward);
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
      throw std::logic_error("this algorithm does not tell its state");
    }
  }

  template <class Accept>
  void run(const Log& log, const Schedule& schedule, StreamKey policy, ReplayPath path,
           const Accept& accept) {
    if (path == ReplayPath::fastest) {
      if constexpr (FixedBetweenUpdates<A>) {
        if (algorithm_.choice_is_fixed_between_updates() && schedule.is_stretch() &&
            !log.has_pools()) {
          return jump(log, schedule, policy, accept);
        }
      }
      if constexpr (Agreeing<A>) {
        if (algorithm_.is_deterministic()) return agree(log, schedule, accept);
      }
    }
    ContextReader contexts(log);
    for (std::size_t step = 0; step < schedule.size(); ++step) {
      const std::size_t i = schedule[step];
      const Context context = contexts[i];
      Draws draws(policy, step);
      if (algorithm_.choose(context, log.available(i), draws) == log.actions[i]) {
        accept(i, step + 1, context);
      }
    }
  }

  template <class Accept>
  void agree(const Log& log, const Schedule& schedule, const Accept& accept) {
    Action hint = 0;
    ContextReader contexts(log);
    for (std::size_t step = 0; step < schedule.size(); ++step) {
      const std::size_t i = schedule[step];
      const Context context = contexts[i];
      if (algorithm_.agrees(context, log.available(i), log.actions[i], hint)) {
        accept(i, step + 1, context);
      }
    }
  }

  template <class Accept>
  void jump(const Log& log, const Schedule& schedule, StreamKey policy, const Accept& accept) {
    ActionPositions positions(log, schedule.first(), schedule.size());
    const ActionSet actions = ActionSet::all(log.action_count);
    ContextReader contexts(log);
    std::size_t place = schedule.first();
    while (place < positions.end()) {
      Draws draws(policy, place - schedule.first());
      const Action choice = algorithm_.choose(contexts[place], actions, draws);
      place = positions.next(choice, place);
      if (place == positions.end()) return;
      accept(place, place - schedule.first() + 1, contexts[place]);
      ++place;
    }
  }

  A algorithm_;
};

template <class A>
requires(!std::same_as<A, Agent>) && Bandit<A> Agent::Agent(A algorithm)
    : model_(std::make_unique<ModelOf<A>>(std::move(algorithm))) {}

}  // namespace replaybench
