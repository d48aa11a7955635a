#include "suite/offpolicy/block_policy.hpp"

#include <algorithm>

namespace replaybench::offpolicy {

BlockPolicy::BlockPolicy(const std::string& owner, const Agent& agent, const LogBlocks& log)
    : log_(log), of_algorithm_(std::in_place, owner, agent, log.header()) {
  if (agent.given_target().empty()) return;
  of_algorithm_.reset();
  const auto& targets = log.header().targets;
  const TargetPolicy& given = given_columns(owner, log.header(), agent.given_target());
  target_ = static_cast<std::size_t>(&given - targets.data());
}

void BlockPolicy::read(std::uint64_t first, std::span<double> out) {
  if (target_) return log_.read_target(*target_, first, out);
  for (std::size_t i = 0; i < out.size(); ++i) {
    of_algorithm_->read(first + i);
    out[i] = of_algorithm_->logged();
  }
}

bool BlockPolicy::has_all() const { return !target_ || log_.target_has_all(*target_); }

numeric::ExactSum BlockPolicy::exact_sum_of(std::span<const Action> actions) {
  numeric::ExactSum sum;
  if (!target_) {
    const Log& log = log_.header();
    for (std::size_t i = 0; i < log.size(); ++i) {
      of_algorithm_->read(i);
      const ActionSet available = log.available(i);
      for (const Action action : actions) {
        if (available.contains(action)) {
          sum.add(of_algorithm_->all()[available.place_of(action)]);
        }
      }
    }
    return sum;
  }
  std::vector<double> values;
  for (const Action action : actions) {
    log_.each({}, [&](const LogBlock& block) {
      values.resize(block.size);
      log_.read_target_of(*target_, action, block.first, values);
      for (const double value : values) sum.add(value);
    });
  }
  return sum;
}

}  // namespace replaybench::offpolicy
