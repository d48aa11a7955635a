#include "suite/leaderboard/live_games.hpp"

#include <algorithm>

#include "suite/numeric/moments.hpp"

namespace replaybench {

namespace {

// A world from its step `first` on.
class Later final : public World {
 public:
  Later(World& world, std::uint64_t first) : world_(world), first_(first) {}

  Action action_count() const override { return world_.action_count(); }
  std::size_t dimension() const override { return world_.dimension(); }
  std::size_t hidden_dimension() const override { return world_.hidden_dimension(); }
  bool has_sparse_contexts() const override { return world_.has_sparse_contexts(); }
  RewardRange rewards() const override { return world_.rewards(); }
  bool has_pools() const override { return world_.has_pools(); }
  void observe(std::uint64_t step) override { world_.observe(first_ + step); }
  Context context() const override { return world_.context(); }
  ActionSet actions() const override { return world_.actions(); }
  double reward(Action action) const override { return world_.reward(action); }
  double expected_reward(const Context& context, Action action,
                         Knowledge knowledge) const override {
    return world_.expected_reward(context, action, knowledge);
  }

 private:
  World& world_;
  std::uint64_t first_;
};

}  // namespace

void LiveGames::evaluate(Trial& trial, std::vector<ResultRow>& rows) const {
  const auto world = trial.world();
  const double steps = static_cast<double>(trial.horizon());
  double one_game = 0;
  numeric::Moments truth;
  for (std::uint64_t game = 0; game <= games_; ++game) {
    Later later(*world, game * trial.horizon());
    // Apart from the draws of the evaluators' passes.
    constexpr std::uint64_t first = std::uint64_t{1} << 52;
    const Tally tally =
        trial.agent().play(later, trial.horizon(), replicate_key(trial.policy(), first + game));
    if (game == 0) {
      one_game = tally.sums.reward / steps;
    } else {
      truth.add(tally.sums.expected / steps);
    }
  }
  rows.push_back({trial.horizon(), {truth.mean, truth.standard_error(), one_game}});
}

Cell with_evaluator(const Cell& cell, std::shared_ptr<const Evaluator> evaluator,
                    const std::string& identity) {
  Cell other = cell;
  other.simulation->evaluator = std::move(evaluator);
  const std::size_t at = cell.canonical.find("\nevaluator ") + 1;
  other.canonical.replace(at, cell.canonical.find('\n', at) - at, "evaluator " + identity);
  for (AxisValue& axis : other.axes) {
    if (axis.name == "evaluator") axis.value = identity;
  }
  return other;
}

}  // namespace replaybench
