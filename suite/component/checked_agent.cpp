#include "suite/component/checked_agent.hpp"

#include <cmath>
#include <stdexcept>

#include "suite/numeric/decimal.hpp"

namespace replaybench {

namespace {

void require(bool holds, const std::string& what) {
  if (!holds) throw std::invalid_argument(what);
}

std::string allowed_rewards(RewardRange range) {
  switch (range) {
    case RewardRange::binary:
      return "0 or 1";
    case RewardRange::unit:
      return "in [0, 1]";
    case RewardRange::real:
      return "a finite number";
  }
  return {};
}

bool allows(RewardRange range, double reward) {
  if (range == RewardRange::binary) return reward == 0 || reward == 1;
  if (range == RewardRange::unit) return reward >= 0 && reward <= 1;
  return std::isfinite(reward);
}

}  // namespace

void CheckedAgent::check(const Context& context, const ActionSet& actions) const {
  require(context.size() == problem_.dimension,
          "the context has " + std::to_string(context.size()) +
              " features; the algorithm was made for " + std::to_string(problem_.dimension));
  for (std::size_t i = 0; i < context.size(); ++i) {
    require(std::isfinite(context[i]), "feature " + std::to_string(i) + " of the context is " +
                                           numeric::to_decimal(context[i]) +
                                           ", not a finite number");
  }
  require(actions.size() > 0, "the pool of available actions is empty");
  for (Action i = 0; i < actions.size(); ++i) {
    require(actions[i] < problem_.action_count,
            "the pool has action " + std::to_string(actions[i]) + "; the actions are 0 to " +
                std::to_string(problem_.action_count - 1));
    require(i == 0 || actions[i - 1] < actions[i],
            "the pool of available actions is not increasing");
  }
}

Action CheckedAgent::choose(const Context& context, const ActionSet& actions, Draws& draws) const {
  check(context, actions);
  return agent_.choose(context, actions, draws);
}

void CheckedAgent::update(const Context& context, const ActionSet& actions, Action action,
                          double reward) {
  check(context, actions);
  require(actions.contains(action),
          "action " + std::to_string(action) + " is not in the pool of available actions");
  require(allows(problem_.rewards, reward), "the reward is " + numeric::to_decimal(reward) +
                                                "; it must be " +
                                                allowed_rewards(problem_.rewards));
  agent_.update(context, actions, action, reward);
}

}  // namespace replaybench
