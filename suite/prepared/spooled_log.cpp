#include "suite/prepared/spooled_log.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace replaybench {

namespace {

constexpr std::size_t action_column = 0, reward_column = 1;

}  // namespace

void SpooledLog::place_columns(const Log& part) {
  std::size_t next = reward_column + 1;
  if (part.has_propensities()) propensity_ = next++;
  if (part.has_pools()) pool_ = next++;
  if (part.has_loggers()) logger_ = next++;
  if (!part.timestamps.empty()) time_length_ = next++;
  first_feature_ = next;
  // Without columns of features there is an intercept at most.
  features_ = part.contexts.empty() ? 0 : part.dimension;
  next += features_;
  const auto place_table = [&](const std::vector<double>& rows) {
    const Table table{next, rows.size() / part.size(), {}};
    next += table.width;
    return table;
  };
  for (const TargetPolicy& target : part.targets) {
    const std::size_t logged = next++;
    targets_.push_back({logged, place_table(target.all)});
  }
  for (const RewardPredictions& given : part.predictions) {
    predictions_.push_back(place_table(given.all));
  }
}

void SpooledLog::add(const Log& part) {
  if (size() == 0) place_columns(part);
  const std::size_t n = part.size();
  std::vector<prepared::NumberColumn> columns;
  const std::vector<double> actions(part.actions.begin(), part.actions.end());
  const std::vector<double> pools(part.pools.begin(), part.pools.end());
  const std::vector<double> loggers(part.loggers.begin(), part.loggers.end());
  std::vector<double> lengths;
  std::string times;
  for (const std::string& time : part.timestamps) {
    lengths.push_back(static_cast<double>(time.size()));
    times += time;
  }
  time_places_.push_back(times_.size());
  times_.append(times);
  const auto add_rows = [&](const std::vector<double>& rows) {
    const std::size_t width = rows.size() / n;
    for (std::size_t j = 0; j < width; ++j) columns.push_back({rows.data() + j, n, width});
  };
  add_rows(actions);
  add_rows(part.rewards);
  add_rows(part.propensities);
  add_rows(pools);
  add_rows(loggers);
  add_rows(lengths);
  add_rows(part.contexts);
  for (const TargetPolicy& target : part.targets) {
    add_rows(target.logged);
    add_rows(target.all);
  }
  for (const RewardPredictions& given : part.predictions) add_rows(given.all);
  chunks_.add(columns);
}

void SpooledLog::finish(LogNames names) {
  number_of_ = std::move(names.number_of);
  logger_number_of_ = std::move(names.logger_number_of);
  auto columns = names.columns.begin();
  for (Target& target : targets_) {
    if (target.all.width > 0) target.all.of_action = std::move(*columns++);
  }
  for (Table& table : predictions_) table.of_action = std::move(*columns++);
  header_ = std::make_shared<const Log>(std::move(names.header));
}

LogBlock SpooledLog::read(std::uint64_t first, std::size_t count, const BlockColumns& columns,
                          BlockBuffers& buffers) const {
  LogBlock block{.first = first, .size = count};
  const auto read_column = [&](std::size_t column, std::vector<double>& out) {
    out.resize(count);
    chunks_.read(column, {first, count, out.data()});
  };
  // As numbers they have passed through the rewards' buffer, before that is filled.
  const auto read_whole_numbers = [&](std::size_t column, auto& out) {
    read_column(column, buffers.rewards);
    out.resize(count);
    std::transform(buffers.rewards.begin(), buffers.rewards.end(), out.begin(),
                   [](double number) { return static_cast<std::uint32_t>(number); });
  };
  if (columns.actions) {
    read_whole_numbers(action_column, buffers.actions);
    for (Action& action : buffers.actions) action = number_of_[action];
    block.actions = buffers.actions;
  }
  if (columns.pools && has_pools()) {
    read_whole_numbers(*pool_, buffers.pools);
    block.pools = buffers.pools;
  }
  if (columns.loggers && logger_) {
    read_whole_numbers(*logger_, buffers.loggers);
    for (std::uint32_t& logger : buffers.loggers) logger = logger_number_of_[logger];
    block.loggers = buffers.loggers;
  }
  if (columns.rewards) {
    read_column(reward_column, buffers.rewards);
    block.rewards = buffers.rewards;
  }
  if (columns.propensities && propensity_) {
    read_column(*propensity_, buffers.propensities);
    block.propensities = buffers.propensities;
  }
  if (columns.contexts) {
    buffers.contexts.resize(count * header().dimension);
    read_contexts(first, count, buffers.contexts);
    block.contexts = buffers.contexts;
  }
  return block;
}

void SpooledLog::read_contexts(std::uint64_t first, std::size_t count,
                               std::span<double> out) const {
  if (features_ == 0) std::fill(out.begin(), out.end(), 1.0);
  for (std::size_t j = 0; j < features_; ++j) {
    chunks_.read(first_feature_ + j, {first, count, out.data() + j, features_});
  }
}

void SpooledLog::read_timestamps(std::uint64_t first, std::span<std::string> out) const {
  std::vector<double> lengths;
  std::string buffer;
  for (std::size_t done = 0; done < out.size();) {
    const std::uint64_t part = (first + done) / records_per_part;
    const std::size_t skipped = (first + done) % records_per_part;
    const std::size_t count = std::min(records_per_part - skipped, out.size() - done);
    lengths.resize(skipped + count);
    chunks_.read(*time_length_, {part * records_per_part, lengths.size(), lengths.data()});
    std::uint64_t place = time_places_[part];
    for (std::size_t i = 0; i < skipped; ++i) place += static_cast<std::uint64_t>(lengths[i]);
    std::uint64_t size = 0;
    for (std::size_t i = skipped; i < lengths.size(); ++i) {
      size += static_cast<std::uint64_t>(lengths[i]);
    }
    std::string_view texts = times_.read(place, size, buffer);
    for (std::size_t i = skipped; i < lengths.size(); ++i) {
      const auto length = static_cast<std::size_t>(lengths[i]);
      out[done++] = texts.substr(0, length);
      texts.remove_prefix(length);
    }
  }
}

void SpooledLog::read_target(std::size_t target, std::uint64_t first, std::span<double> out) const {
  chunks_.read(targets_[target].logged, {first, out.size(), out.data()});
}

void SpooledLog::read_target_of(std::size_t target, Action action, std::uint64_t first,
                                std::span<double> out) const {
  read_table(targets_[target].all, action, first, out);
}

void SpooledLog::read_prediction_of(std::size_t model, Action action, std::uint64_t first,
                                    std::span<double> out) const {
  read_table(predictions_[model], action, first, out);
}

void SpooledLog::read_table(const Table& table, Action action, std::uint64_t first,
                            std::span<double> out) const {
  chunks_.read(table.column + table.of_action[action], {first, out.size(), out.data()});
}

void SpooledLog::read_feature(std::uint32_t feature, std::uint64_t first,
                              std::span<double> out) const {
  if (features_ == 0) return std::fill(out.begin(), out.end(), 1.0);
  chunks_.read(first_feature_ + feature, {first, out.size(), out.data()});
}

}  // namespace replaybench
