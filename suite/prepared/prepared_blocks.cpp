#include "suite/prepared/prepared_blocks.hpp"

#include <algorithm>
#include <cmath>

#include "suite/prepared/number_column.hpp"

namespace replaybench {

using namespace prepared;

PreparedBlocks::PreparedBlocks(const std::filesystem::path& file) : PreparedTableFile(file) {
  verify();
  check_number_places();
  read_names();
  first_feature_ = 1 + (names_.has_propensities ? 1 : 0);
  std::uint64_t column = first_feature_ + header_.dimension;
  for (const TableNames::Target& target : names_.targets) {
    target_columns_.push_back(column);
    column += 1 + (target.has_all ? header_.action_count : 0);
  }
  for (std::size_t m = 0; m < names_.predictions.size(); ++m) {
    prediction_columns_.push_back(column);
    column += header_.action_count;
  }
}

void PreparedBlocks::read_names() {
  auto log = std::make_shared<Log>();
  log->action_count = static_cast<Action>(header_.action_count);
  log->dimension = header_.dimension;
  log->action_names = names_.actions;
  log->feature_names = names_.features;
  log->logger_names = names_.loggers;
  for (const TableNames::Target& named : names_.targets) {
    log->targets.push_back({named.name, {}, {}});
  }
  for (const std::string& name : names_.predictions) log->predictions.push_back({name, {}});
  read_pool_table(log->pool_table);
  names_of_log_ = std::move(log);
}

ReadReport PreparedBlocks::report() const {
  ReadReport report = origin_.report;
  report.has_intercept = names_.has_intercept;
  report.records = header_.records;
  const auto& sources = origin_.origin.sources;
  report.name = sources.empty() ? name_ : name_of_files(sources.front().name, sources.size());
  return report;
}

LogBlock PreparedBlocks::read(std::uint64_t first, std::size_t count, const BlockColumns& columns,
                              BlockBuffers& buffers) const {
  LogBlock block{.first = first, .size = count};
  if (columns.actions) {
    buffers.actions.resize(count);
    read_actions(first, buffers.actions);
    block.actions = buffers.actions;
  }
  if (columns.rewards) {
    buffers.rewards.resize(count);
    read_column(0, first, buffers.rewards);
    require(buffers.rewards, first, "reward", [](double value) { return std::isfinite(value); });
    block.rewards = buffers.rewards;
  }
  if (columns.propensities && has_propensities()) {
    buffers.propensities.resize(count);
    read_column(1, first, buffers.propensities);
    require(buffers.propensities, first, "propensity",
            [](double value) { return value > 0 && value <= 1; });
    block.propensities = buffers.propensities;
  }
  if (columns.pools && has_pools()) {
    buffers.pools.resize(count);
    read_pools(first, buffers.pools);
    block.pools = buffers.pools;
  }
  if (columns.loggers && !names_.loggers.empty()) {
    buffers.loggers.resize(count);
    read_loggers(first, buffers.loggers);
    block.loggers = buffers.loggers;
  }
  if (columns.contexts) {
    buffers.contexts.resize(count * header_.dimension);
    read_contexts(first, buffers.contexts);
    block.contexts = buffers.contexts;
  }
  return block;
}

void PreparedBlocks::read_target(std::size_t target, std::uint64_t first,
                                 std::span<double> out) const {
  read_column(target_columns_[target], first, out);
  require(out, first, "probability", [](double value) { return value >= 0 && value <= 1; });
}

void PreparedBlocks::read_target_of(std::size_t target, Action action, std::uint64_t first,
                                    std::span<double> out) const {
  read_column(target_columns_[target] + 1 + action, first, out);
  require(out, first, "probability", [](double value) { return value >= 0 && value <= 1; });
}

void PreparedBlocks::read_prediction_of(std::size_t model, Action action, std::uint64_t first,
                                        std::span<double> out) const {
  read_column(prediction_columns_[model] + action, first, out);
  require(out, first, "prediction", [](double value) { return std::isfinite(value); });
}

void PreparedBlocks::read_feature(std::uint32_t feature, std::uint64_t first,
                                  std::span<double> out) const {
  read_column(first_feature_ + feature, first, out);
  require(out, first, "feature", [](double value) { return std::isfinite(value); });
}

void PreparedBlocks::read_timestamps(std::uint64_t first, std::span<std::string> out) const {
  // Before them the end of the record before.
  std::vector<std::uint64_t> ends(out.size() + 1);
  const std::span<std::uint64_t> own = first > 0 ? std::span(ends) : std::span(ends).subspan(1);
  read_elements<std::uint64_t>(TableSection::time_ends, first > 0 ? first - 1 : 0, own);
  if (!std::is_sorted(ends.begin(), ends.end())) file_.fail_section(TableSection::time_ends);
  std::string buffer;
  const std::string_view times =
      file_.read(TableSection::times, ends.front(), ends.back() - ends.front(), buffer);
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = times.substr(ends[i] - ends.front(), ends[i + 1] - ends[i]);
  }
}

void PreparedBlocks::read_actions(std::uint64_t first, std::span<Action> out) const {
  if (header_.action_bytes() == 2) {
    read_elements<std::uint16_t>(TableSection::actions, first, out);
  } else {
    read_elements<Action>(TableSection::actions, first, out);
  }
  for (const Action action : out) {
    if (action >= header_.action_count) file_.fail_section(TableSection::actions);
  }
}

void PreparedBlocks::read_pools(std::uint64_t first, std::span<std::uint32_t> out) const {
  read_elements<std::uint32_t>(TableSection::pools, first, out);
  for (const std::uint32_t pool : out) {
    if (pool >= header_.pool_count) file_.fail_section(TableSection::pools);
  }
}

void PreparedBlocks::read_loggers(std::uint64_t first, std::span<std::uint32_t> out) const {
  read_elements<std::uint32_t>(TableSection::loggers, first, out);
  for (const std::uint32_t logger : out) {
    if (logger >= names_.loggers.size()) file_.fail_section(TableSection::loggers);
  }
}

void PreparedBlocks::read_contexts(std::uint64_t first, std::span<double> out) const {
  const std::size_t d = header_.dimension;
  for (std::size_t j = 0; j < d; ++j) read_column(first_feature_ + j, first, out.subspan(j), d);
  require(out, first * d, "feature", [](double value) { return std::isfinite(value); });
}

void PreparedBlocks::read_column(std::uint64_t column, std::uint64_t first, std::span<double> out,
                                 std::size_t stride) const {
  NumberPlace place;
  read_elements<NumberPlace>(TableSection::number_kinds, column, std::span(&place, 1));
  const std::size_t count = (out.size() + stride - 1) / stride;
  std::string buffer;
  const auto read = [&](std::uint64_t at, std::size_t size) {
    return file_.read(TableSection::numbers, place.offset + at, size, buffer);
  };
  if (!read_numbers(static_cast<NumberKind>(place.kind), read, header_.records,
                    {first, count, out.data(), stride})) {
    file_.fail_section(TableSection::numbers);
  }
}

template <class Allowed>
void PreparedBlocks::require(std::span<const double> values, std::uint64_t first, const char* what,
                             const Allowed& allowed) const {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (allowed(values[i])) continue;
    file_.fail("is damaged: record " + std::to_string(first + i) + " has an impossible " + what +
               "; prepare it again");
  }
}

}  // namespace replaybench
