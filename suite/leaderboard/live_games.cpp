#include "suite/leaderboard/live_games.hpp"

#include <algorithm>

#include "suite/numeric/moments.hpp"

namespace replaybench {

namespace {

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn error = add("error");
  RowColumn one_game = add("one_game");
} result{};

// A environment from its step `first` on.
class Later final : public Environment {
 public:
  Later(Environment& environment, std::uint64_t first) : environment_(environment), first_(first) {}

  Action action_count() const override { return environment_.action_count(); }
  std::size_t dimension() const override { return environment_.dimension(); }
  std::size_t hidden_dimension() const override { return environment_.hidden_dimension(); }
  bool has_sparse_contexts() const override { return environment_.has_sparse_contexts(); }
  RewardRange rewards() const override { return environment_.rewards(); }
  bool has_pools() const override { return environment_.has_pools(); }
  void observe(std::uint64_t step) override { environment_.observe(first_ + step); }
  Context context() const override { return environment_.context(); }
  ActionSet actions() const override { return environment_.actions(); }
  double reward(Action action) const override { return environment_.reward(action); }
  double expected_reward(const Context& context, Action action,
                         Knowledge knowledge) const override {
    return environment_.expected_reward(context, action, knowledge);
  }

 private:
  Environment& environment_;
  std::uint64_t first_;
};

}  // namespace

const RowSchema& LiveGames::schema() const { return result; }

void LiveGames::evaluate(Trial& trial, std::vector<ResultRow>& rows) const {
  const auto environment = trial.environment();
  const double steps = static_cast<double>(trial.horizon());
  double one_game = 0;
  numeric::Moments truth;
  for (std::uint64_t game = 0; game <= games_; ++game) {
    Later later(*environment, game * trial.horizon());
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
  rows.push_back(result.row(trial.horizon(),
                            {result.estimate(truth.mean), result.error(truth.standard_error()),
                             result.one_game(one_game)}));
}

Cell with_evaluator(const Cell& cell, std::shared_ptr<const Evaluator> evaluator,
                    const std::string& identity) {
  Cell other = cell;
  other.simulation->set_evaluator(std::move(evaluator));
  const std::size_t at = cell.canonical.find("\nevaluator ") + 1;
  other.canonical.replace(at, cell.canonical.find('\n', at) - at, "evaluator " + identity);
  for (AxisValue& axis : other.axes) {
    if (axis.name == "evaluator") axis.value = identity;
  }
  return other;
}

}  // namespace replaybench
