#include "suite/component/algorithm.hpp"

namespace replaybench {

std::shared_ptr<const std::vector<std::string>> action_names_of(
    const std::shared_ptr<const Log>& log) {
  if (log->action_names.empty()) return nullptr;
  return {log, &log->action_names};
}

Problem problem_of_log(const std::shared_ptr<const Log>& log, std::uint64_t horizon) {
  Problem problem;
  problem.action_count = log->action_count;
  problem.dimension = log->dimension;
  if (log->action_features) problem.action_dimension = log->action_features->dimension();
  problem.reward_bounds = log->reward_bounds;
  problem.horizon = horizon;
  problem.rewards = log->reward_range();
  problem.action_names = action_names_of(log);
  for (const TargetPolicy& target : log->targets) problem.target_names.push_back(target.name);
  return problem;
}

Agent make_agent(const Component<AlgorithmDescription>& algorithm, const Problem& problem) {
  const AlgorithmDescription& description = *algorithm.description;
  if (!fits(problem.rewards, description.rewards)) {
    if (problem.reward_bounds && description.rewards == RewardRange::unit) {
      Problem scaled = problem;
      scaled.rewards = RewardRange::unit;
      Agent agent = description.make(algorithm.parameters, scaled);
      agent.scale_rewards(*problem.reward_bounds);
      return agent;
    }
    throw NotApplicable(description.name +
                        (description.rewards == RewardRange::binary
                             ? " learns from rewards that are 0 or 1"
                             : " learns from rewards in [0, 1]") +
                        "; here they are " +
                        (problem.rewards == RewardRange::unit ? "in [0, 1], not only 0 and 1"
                                                              : "not all in [0, 1]"));
  }
  return description.make(algorithm.parameters, problem);
}

}  // namespace replaybench
