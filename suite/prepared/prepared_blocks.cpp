#include "suite/prepared/prepared_blocks.hpp"

#include <cmath>

#include "suite/prepared/number_column.hpp"

namespace replaybench {

using namespace prepared;

PreparedBlocks::PreparedBlocks(const std::filesystem::path& file) : PreparedTableFile(file) {
  verify();
  check_number_places();
  read_names();
  std::uint64_t column = 1 + (names_.has_propensities ? 1 : 0) + header_.dimension;
  for (const TableNames::Target& target : names_.targets) {
    target_columns_.push_back(column);
    column += 1 + (target.has_all ? header_.action_count : 0);
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
  LogBlock block{first, count, {}, {}, {}, {}, {}};
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

void PreparedBlocks::read_actions(std::uint64_t first, std::span<Action> out) const {
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = header_.action_bytes() == 2
                 ? Action{element<std::uint16_t>(TableSection::actions, first + i)}
                 : element<Action>(TableSection::actions, first + i);
    if (out[i] >= header_.action_count) file_.fail_section(TableSection::actions);
  }
}

void PreparedBlocks::read_pools(std::uint64_t first, std::span<std::uint32_t> out) const {
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = element<std::uint32_t>(TableSection::pools, first + i);
    if (out[i] >= header_.pool_count) file_.fail_section(TableSection::pools);
  }
}

void PreparedBlocks::read_contexts(std::uint64_t first, std::span<double> out) const {
  const std::size_t d = header_.dimension;
  const std::uint64_t column = 1 + (names_.has_propensities ? 1 : 0);
  for (std::size_t j = 0; j < d; ++j) read_column(column + j, first, out.subspan(j), d);
  require(out, first * d, "feature", [](double value) { return std::isfinite(value); });
}

void PreparedBlocks::read_column(std::uint64_t column, std::uint64_t first, std::span<double> out,
                                 std::size_t stride) const {
  const auto place = element<NumberPlace>(TableSection::number_kinds, column);
  const std::string_view bytes = file_.section(TableSection::numbers).substr(place.offset);
  const std::size_t count = (out.size() + stride - 1) / stride;
  if (!read_numbers(static_cast<NumberKind>(place.kind), bytes, header_.records,
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

Log PreparedBlocks::select(std::span<const std::uint32_t> records) const {
  Log log = header();
  log.targets.clear();
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

}  // namespace replaybench
