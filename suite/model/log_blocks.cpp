#include "suite/model/log_blocks.hpp"

#include <utility>

namespace replaybench {

namespace {

template <class T>
std::span<const T> part_of(const std::vector<T>& column, bool wanted, std::uint64_t first,
                           std::size_t count) {
  if (!wanted || column.empty()) return {};
  return std::span(column).subspan(first, count);
}

// A column of `rows`, which have this width.
void copy_column(const std::vector<double>& rows, std::size_t width, std::size_t column,
                 std::uint64_t first, std::span<double> out) {
  const double* at = rows.data() + first * width + column;
  for (double& value : out) {
    value = *at;
    at += width;
  }
}

}  // namespace

void LogBlocks::read_timestamps(std::uint64_t first, std::span<std::string> out) const {
  const auto begin = header().timestamps.begin() + static_cast<std::ptrdiff_t>(first);
  std::copy(begin, begin + static_cast<std::ptrdiff_t>(out.size()), out.begin());
}

Log LogBlocks::select(std::span<const std::uint32_t> records) const {
  Log log = header();
  log.targets.clear();
  log.predictions.clear();
  log.logger_names.clear();
  auto next = records.begin();
  each({true, true, true, true, true}, [&](const LogBlock& block) {
    const std::uint64_t end = block.first + block.size;
    for (; next != records.end() && *next < end; ++next) {
      const std::size_t i = *next - block.first;
      log.actions.push_back(block.actions[i]);
      log.rewards.push_back(block.rewards[i]);
      if (!block.propensities.empty()) log.propensities.push_back(block.propensities[i]);
      if (!block.pools.empty()) log.pools.push_back(block.pools[i]);
      const auto context = block.contexts.subspan(i * log.dimension, log.dimension);
      log.contexts.insert(log.contexts.end(), context.begin(), context.end());
    }
  });
  return log;
}

LogBlock LogInMemory::read(std::uint64_t first, std::size_t count, const BlockColumns& columns,
                           BlockBuffers& buffers) const {
  LogBlock block{.first = first, .size = count};
  block.actions = part_of(log_->actions, columns.actions, first, count);
  block.rewards = part_of(log_->rewards, columns.rewards, first, count);
  block.propensities = part_of(log_->propensities, columns.propensities, first, count);
  block.pools = part_of(log_->pools, columns.pools, first, count);
  block.loggers = part_of(log_->loggers, columns.loggers, first, count);
  if (!columns.contexts) return block;
  const std::size_t d = log_->dimension;
  if (!log_->is_sparse()) {
    block.contexts = std::span(log_->contexts).subspan(first * d, count * d);
    return block;
  }
  buffers.contexts.resize(count * d);
  ContextReader contexts(*log_);
  for (std::size_t i = 0; i < count; ++i) {
    const auto values = contexts[first + i].values();
    std::copy(values.begin(), values.end(), buffers.contexts.begin() + i * d);
  }
  block.contexts = buffers.contexts;
  return block;
}

void LogInMemory::read_target(std::size_t target, std::uint64_t first,
                              std::span<double> out) const {
  const auto begin = log_->targets[target].logged.begin() + first;
  std::copy(begin, begin + out.size(), out.begin());
}

void LogInMemory::read_target_of(std::size_t target, Action action, std::uint64_t first,
                                 std::span<double> out) const {
  copy_column(log_->targets[target].all, log_->action_count, action, first, out);
}

void LogInMemory::read_prediction_of(std::size_t model, Action action, std::uint64_t first,
                                     std::span<double> out) const {
  copy_column(log_->predictions[model].all, log_->action_count, action, first, out);
}

void LogInMemory::read_feature(std::uint32_t feature, std::uint64_t first,
                               std::span<double> out) const {
  if (!log_->is_sparse()) return copy_column(log_->contexts, log_->dimension, feature, first, out);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = log_->feature(first + i, feature);
}

namespace {

// Facts or records of a log without its unlogged actions.
std::shared_ptr<const Log> without_unlogged(const Log& from) {
  auto log = std::make_shared<Log>(from);
  log->action_count = from.logged_count();
  log->unlogged = 0;
  if (!log->action_names.empty()) log->action_names.resize(log->action_count);
  log->targets.clear();
  for (RewardPredictions& given : log->predictions) {
    const std::vector<double> all = std::exchange(given.all, {});
    for (std::size_t first = 0; first < all.size(); first += from.action_count) {
      const auto row = std::span(all).subspan(first, log->action_count);
      given.all.insert(given.all.end(), row.begin(), row.end());
    }
  }
  return log;
}

class LoggedActions final : public LogBlocks {
 public:
  explicit LoggedActions(std::shared_ptr<const LogBlocks> all)
      : all_(std::move(all)), header_(without_unlogged(all_->header())) {}

  const std::shared_ptr<const Log>& shared_header() const override { return header_; }
  std::uint64_t size() const override { return all_->size(); }
  bool has_propensities() const override { return all_->has_propensities(); }
  bool has_pools() const override { return all_->has_pools(); }
  LogBlock read(std::uint64_t first, std::size_t count, const BlockColumns& columns,
                BlockBuffers& buffers) const override {
    return all_->read(first, count, columns, buffers);
  }
  void read_target(std::size_t target, std::uint64_t first, std::span<double> out) const override {
    all_->read_target(target, first, out);
  }
  bool target_has_all(std::size_t target) const override { return all_->target_has_all(target); }
  void read_target_of(std::size_t target, Action action, std::uint64_t first,
                      std::span<double> out) const override {
    all_->read_target_of(target, action, first, out);
  }
  void read_prediction_of(std::size_t model, Action action, std::uint64_t first,
                          std::span<double> out) const override {
    all_->read_prediction_of(model, action, first, out);
  }
  void read_feature(std::uint32_t feature, std::uint64_t first,
                    std::span<double> out) const override {
    all_->read_feature(feature, first, out);
  }
  bool has_timestamps() const override { return all_->has_timestamps(); }
  void read_timestamps(std::uint64_t first, std::span<std::string> out) const override {
    all_->read_timestamps(first, out);
  }

 private:
  std::shared_ptr<const LogBlocks> all_;
  std::shared_ptr<const Log> header_;
};

}  // namespace

std::shared_ptr<const LogBlocks> log_of_logged_actions(std::shared_ptr<const LogBlocks> log) {
  if (log->header().unlogged == 0) return log;
  if (log->header().size() == log->size()) {
    return std::make_shared<const LogInMemory>(without_unlogged(log->header()));
  }
  return std::make_shared<const LoggedActions>(std::move(log));
}

}  // namespace replaybench
