#include "suite/rehearsal/twin_world.hpp"

#include "suite/model/numerical_failure.hpp"
#include "suite/numeric/nan.hpp"

namespace replaybench::rehearsal {

TwinWorld::TwinWorld(const RehearsedLog& log, const TwinMaker& maker, const Twin& twin,
                     StreamKey key)
    : log_(*log.log),
      maker_(maker),
      twin_(twin),
      rewards_(log.log->reward_range()),
      contexts_(*log.log),
      records_key_(replicate_key(key, 0)),
      rewards_key_(replicate_key(key, 1)) {}

void TwinWorld::observe(std::uint64_t step) {
  step_ = step;
  record_ = Draws(records_key_, step).below(static_cast<std::uint32_t>(log_.size()));
  context_ = contexts_[record_];
}

double TwinWorld::reward(Action action) const {
  Draws draws(rewards_key_, step_);
  return maker_.draw_reward(twin_.means[record_ * log_.action_count + action], action, draws);
}

double TwinWorld::expected_reward(const Context&, Action action, Knowledge) const {
  return twin_.means[record_ * log_.action_count + action];
}

std::vector<double> live_values(const RehearsedLog& log, const TwinMaker& maker, const Twin& twin,
                                std::span<const Component<AlgorithmDescription>> algorithms,
                                std::uint64_t plays, StreamKey key) {
  const std::uint64_t steps = log.log->size();
  const Problem problem = problem_of_log(twin.log, steps);
  std::vector<double> values;
  for (const auto& algorithm : algorithms) {
    double expected = 0;
    try {
      for (std::uint64_t play = 0; play < plays; ++play) {
        TwinWorld world(log, maker, twin, replicate_key(key, 2 * play));
        Agent agent = make_agent(algorithm, problem);
        expected += agent.play(world, steps, replicate_key(key, 2 * play + 1)).sums.expected;
      }
    } catch (const NumericalFailure&) {
      expected = nan;
    }
    values.push_back(expected / static_cast<double>(plays * steps));
  }
  return values;
}

}  // namespace replaybench::rehearsal
