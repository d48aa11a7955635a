#include "suite/evaluate/replay_of_blocks.hpp"

#include <algorithm>
#include <utility>

#include "suite/estimation/tally_estimates.hpp"
#include "suite/model/passed_records.hpp"
#include "suite/model/stop.hpp"

namespace replaybench {

namespace {

// The mean of the accepted records, whose weights are 1.
class PartsOfAccepted final : public RecordParts {
 public:
  PartsOfAccepted(std::shared_ptr<const LogBlocks> log,
                  std::shared_ptr<const std::vector<bool>> accepted, double count, double estimate,
                  bool has_steps)
      : log_(std::move(log)),
        accepted_(std::move(accepted)),
        count_(count),
        estimate_(estimate),
        has_steps_(has_steps) {}

  std::uint64_t size() const override { return accepted_->size(); }
  bool has_steps() const override { return has_steps_; }
  void read(std::uint64_t first, std::span<double> parts, std::span<double> steps) const override {
    BlockBuffers buffers;
    const LogBlock block = log_->read(first, parts.size(), {.rewards = true}, buffers);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const double weight = (*accepted_)[first + i] ? 1 : 0;
      parts[i] = weight * (block.rewards[i] - estimate_) / count_;
      steps[i] = has_steps_ ? weight / count_ : 0;
    }
  }

 private:
  std::shared_ptr<const LogBlocks> log_;
  std::shared_ptr<const std::vector<bool>> accepted_;
  double count_, estimate_;
  bool has_steps_;
};

}  // namespace

bool is_plain_replay(const Component<EvaluatorDescription>& evaluator) {
  if (evaluator.description->properties.is_default_for != DefaultFor::logs) return false;
  std::vector<SpecProblem> none;
  const auto usual =
      find_component(evaluator.description->name, {}, evaluators_table(), "evaluator", none);
  return evaluator.canonical() == usual.value().canonical();
}

ReplayOfBlocks replay_of_blocks(const LogBlocks& log, Agent agent, StreamKey policy,
                                bool wants_accepted) {
  // As counted_replay: an algorithm that jumps sorts each of these stretches by action.
  const std::size_t step = std::max<std::size_t>(records_per_count, log.header().action_count);
  Log part = log.header();
  part.targets.clear();
  auto accepted = std::make_shared<std::vector<bool>>(wants_accepted ? log.size() : 0);
  std::vector<std::uint32_t> of_part;
  BlockBuffers buffers;
  Tally tally;
  for (std::uint64_t first = 0; first < log.size(); first += step) {
    stop_point();
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(step, log.size() - first));
    const LogBlock block = log.read(first, count, {true, true, true, true, true}, buffers);
    part.actions.assign(block.actions.begin(), block.actions.end());
    part.rewards.assign(block.rewards.begin(), block.rewards.end());
    part.propensities.assign(block.propensities.begin(), block.propensities.end());
    part.pools.assign(block.pools.begin(), block.pools.end());
    part.contexts.assign(block.contexts.begin(), block.contexts.end());
    ReplayOptions options;
    options.first_slot = first;
    if (wants_accepted) options.accepted_records = &of_part;
    agent.replay(part, Schedule::in_order(part), policy, options, tally);
    for (const std::uint32_t record : of_part) (*accepted)[first + record] = true;
    of_part.clear();
    count_passed(count);
  }
  ReplayOfBlocks replay{std::move(tally.sums), nullptr};
  if (wants_accepted) replay.accepted = std::move(accepted);
  return replay;
}

ResultRow row_of(const ReplayOfBlocks& replay, const RowSchema& schema) {
  const Sums& sums = replay.sums;
  ResultRow row;
  row.step = sums.records;
  row.values.resize(schema.size());
  const auto set = [&](Role role, double value) { row.values[schema.find(role).value()] = value; };
  set(Role::estimate, estimation::ratio_estimate(sums));
  set(Role::standard_error, estimation::ratio_standard_error(sums));
  set(Role::accepted, static_cast<double>(sums.accepted));
  set(Role::records, static_cast<double>(sums.records));
  set(Role::reward_sum, sums.reward());
  return row;
}

std::shared_ptr<const RecordParts> parts_of_accepted(
    const LogFacts& facts, std::shared_ptr<const std::vector<bool>> accepted, double estimate) {
  const auto count = static_cast<double>(std::count(accepted->begin(), accepted->end(), true));
  if (count == 0) return nullptr;
  return std::make_shared<const PartsOfAccepted>(facts.blocks(), std::move(accepted), count,
                                                 estimate,
                                                 facts.reward_range() != RewardRange::real);
}

}  // namespace replaybench
