// True value of an algorithm in an environment, from many games played live.
//
// Source: thesis algorithm 4 (section 1.4.3, p. 21), repeated: the truth of the leaderboard's
// evaluator tasks.
// Plays 1 + `games` games of T steps (the horizon) in the trial's environment: the same model,
// other contexts and other draws of the algorithm in each. Game i is played on steps
// i T .. (i + 1) T - 1 of the environment, which must not change with time.
// Columns:
//   estimate    mean, over the games but the first, of the expected rewards of the chosen actions
//   error       its standard error over the games; NaN for one game
//   one_game    mean reward of the first game, as a live test of T interactions would see it

#include <cstdint>

#include "suite/component/reference_evaluator.hpp"
#include "suite/numeric/moments.hpp"

namespace replaybench::evaluators::live_games {

namespace {

const TrueValueColumns result{};

// An environment from its step `first` on.
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
  bool has_delays() const override { return environment_.has_delays(); }
  Feedback feedback(Action action) const override { return environment_.feedback(action); }

 private:
  Environment& environment_;
  std::uint64_t first_;
};

class LiveGames final : public ReferenceEvaluator {
 public:
  explicit LiveGames(std::uint64_t games) : games_(games) {}

  const RowSchema& schema() const override { return result; }
  /// One row, at the horizon. O(games * horizon) interactions. Throws NotApplicable on a file or
  /// without a horizon.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    const auto environment = trial.environment();
    if (trial.horizon() == 0) throw NotApplicable("live games need a horizon");
    const double steps = static_cast<double>(trial.horizon());
    double one_game = 0;
    numeric::Moments truth;
    for (std::uint64_t game = 0; game <= games_; ++game) {
      Later later(*environment, game * trial.horizon());
      constexpr std::uint64_t first = std::uint64_t{1} << 52;
      const Tally tally = trial.agent().play(later, trial.horizon(),
                                             replicate_key(trial.policy_stream(), first + game));
      if (game == 0) {
        one_game = tally.sums.reward() / steps;
      } else {
        truth.add(tally.sums.expected / steps);
      }
    }
    rows.push_back(result.row(trial.horizon(),
                              {result.estimate(truth.mean), result.error(truth.standard_error()),
                               result.one_game(one_game)}));
  }

 private:
  std::uint64_t games_;
};

struct Options {
  std::uint64_t games = 20;
};

std::shared_ptr<const Evaluator> make(const Options& options) {
  return std::make_shared<LiveGames>(options.games);
}

const auto parameters = bind_parameters<Options>(
    integer(&Options::games, "games", "games whose mean is the estimate, besides one apart")
        .repeats_work()
        .at_least(1));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "live_games",
     .group = Group::simulators,
     .summary = "true value of an algorithm in one environment: the mean of many live games",
     .source = "thesis algorithm 4 (section 1.4.3, p. 21), repeated",
     .revision = 2,  // exact sums: other last bits
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability =
         "Simulators that do not change with time: the truth that estimates are compared with.",
     .properties = {.plays_environment = true}}};

}  // namespace replaybench::evaluators::live_games
