#include "suite/offpolicy/block_policy.hpp"

#include <algorithm>

#include "suite/numeric/wide.hpp"

namespace replaybench::offpolicy {

BlockPolicy::BlockPolicy(const std::string& owner, const Agent& agent, const LogBlocks& log)
    : log_(log), rows_(std::in_place, owner, agent, log.header()) {
  if (agent.given_target().empty()) return;
  if (log.header().size() != log.size()) rows_.reset();
  const auto& targets = log.header().targets;
  const TargetPolicy& given = given_columns(owner, log.header(), agent.given_target());
  target_ = static_cast<std::size_t>(&given - targets.data());
}

void BlockPolicy::read(std::uint64_t first, std::span<double> out) {
  if (target_) return log_.read_target(*target_, first, out);
  for (std::size_t i = 0; i < out.size(); ++i) {
    rows_->read(first + i);
    out[i] = rows_->logged();
  }
}

void BlockPolicy::read(const LogBlock& block, const BlockPredictions& predictions,
                       PredictedBlock& out) {
  out.probabilities.resize(block.size);
  out.predicted.resize(block.size);
  out.value.assign(block.size, 0);
  if (rows_) {
    read_rows(block, predictions, out);
  } else {
    read_columns(block, predictions, out);
  }
}

void BlockPolicy::read_rows(const LogBlock& block, const BlockPredictions& predictions,
                            PredictedBlock& out) {
  const Log& log = log_.header();
  const double offset = predictions.offset;
  for (std::size_t i = 0; i < block.size; ++i) {
    const std::uint64_t record = block.first + i;
    rows_->read(record);
    const double* const row =
        log.predictions[predictions.model].all.data() + record * log.action_count;
    const ActionSet actions = log.available(record);
    const auto target = rows_->all();
    double& value = out.value[i];
    for (Action j = 0; j < target.size(); ++j) value += target[j] * (row[actions[j]] - offset);
    if (offset != 0) value += offset * above_one(target);
    out.probabilities[i] = rows_->logged();
    out.predicted[i] = row[block.actions[i]] - offset;
  }
}

// An action that is not available has probability 0, and adds nothing.
void BlockPolicy::read_columns(const LogBlock& block, const BlockPredictions& predictions,
                               PredictedBlock& out) {
  const double offset = predictions.offset;
  log_.read_target(*target_, block.first, out.probabilities);
  std::vector<double> target(block.size), predicted(block.size);
  std::vector<numeric::Wide> beyond(offset == 0 ? 0 : block.size, -1);
  for (Action action = 0; action < log_.header().action_count; ++action) {
    log_.read_target_of(*target_, action, block.first, target);
    log_.read_prediction_of(predictions.model, action, block.first, predicted);
    for (std::size_t i = 0; i < block.size; ++i) {
      const double q = predicted[i] - offset;
      out.value[i] += target[i] * q;
      if (block.actions[i] == action) out.predicted[i] = q;
    }
    for (std::size_t i = 0; i < beyond.size(); ++i) beyond[i] += target[i];
  }
  for (std::size_t i = 0; i < beyond.size(); ++i) {
    out.value[i] += offset * static_cast<double>(beyond[i]);
  }
}

numeric::ExactSum BlockPolicy::sum_of_unseen(const UnseenActions& unseen) {
  numeric::ExactSum sum;
  std::vector<std::size_t> contexts;
  std::vector<double> target;
  log_.each({.pools = true, .contexts = true}, [&](const LogBlock& block) {
    unseen.read_contexts(block, contexts);
    if (rows_) {
      for (std::size_t i = 0; i < block.size; ++i) {
        rows_->read(block.first + i);
        unseen.add(contexts[i], log_.header().available(block.first + i), rows_->all(), sum);
      }
      return;
    }
    target.resize(block.size);
    for (Action action = 0; action < log_.header().action_count; ++action) {
      if (!unseen.has(action)) continue;
      log_.read_target_of(*target_, action, block.first, target);
      for (std::size_t i = 0; i < block.size; ++i) {
        if (unseen.has(contexts[i], action)) sum.add(target[i]);
      }
    }
  });
  return sum;
}

bool BlockPolicy::has_all() const { return !target_ || log_.target_has_all(*target_); }

numeric::ExactSum BlockPolicy::exact_sum_of(std::span<const Action> actions) {
  numeric::ExactSum sum;
  if (!target_) {
    const Log& log = log_.header();
    for (std::size_t i = 0; i < log.size(); ++i) {
      rows_->read(i);
      const ActionSet available = log.available(i);
      for (const Action action : actions) {
        if (available.contains(action)) {
          sum.add(rows_->all()[available.place_of(action)]);
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
