#include "suite/prepared/prepared_table.hpp"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <limits>
#include <new>
#include <span>
#include <stdexcept>
#include <utility>

#include "suite/model/sparse_contexts.hpp"
#include "suite/numeric/huge_pages.hpp"
#include "suite/prepared/number_column.hpp"
#include "suite/prepared/prepared_table_file.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench {

using namespace prepared;

namespace {

class TableReading : PreparedTableFile {
 public:
  using PreparedTableFile::PreparedTableFile;
  using PreparedTableFile::verify;

  PreparedTable read() {
    verify();
    check_number_places();
    PreparedTable table;
    try {
      read_log(table.log);
      read_texts(table);
    } catch (const std::bad_alloc&) {
      refuse_size();
    } catch (const std::length_error&) {
      refuse_size();
    }
    try {
      table.log.check();
    } catch (const std::logic_error& wrong) {
      file_.fail("is damaged: " + quoted_text(wrong.what(), 300) + "; prepare it again");
    }
    return table;
  }

  PreparedTableSummary summary() const {
    PreparedTableSummary summary;
    summary.records = header_.records;
    summary.features = header_.dimension;
    summary.actions = header_.action_count;
    summary.pools = header_.pool_count;
    summary.targets = names_.targets.size();
    summary.predictions = names_.predictions.size();
    summary.has_propensities = names_.has_propensities;
    summary.has_clusters = header_[TableSection::clusters].bytes > 0;
    summary.has_timestamps = header_[TableSection::time_ends].bytes > 0;
    summary.segments = names_.segments;
    summary.loggers = names_.loggers;
    summary.file_bytes = file_.size();
    summary.content_digest = header_.content_digest();
    summary.origin = origin_.origin;
    return summary;
  }

 private:
  [[noreturn]] void refuse_size() const {
    throw FileError(name_ + ": " + std::to_string(header_.records) + " records of " +
                    std::to_string(header_.dimension) + " features need more memory than there is");
  }
  void read_log(Log& log) const;
  void read_actions(Log& log) const;
  void read_pools_of(Log& log) const;
  void read_action_features(Log& log) const;
  void read_texts(PreparedTable& table) const;
  void read_groups(ReadReport& report) const;
  std::vector<std::uint32_t> read_indices(TableSection which, std::size_t names) const;

  // The next columns of numbers as rows of `width`.
  void read_rows(std::vector<double>& rows, std::size_t width, std::size_t& column) const {
    const std::size_t n = header_.records;
    if (width > 0 && n > std::numeric_limits<std::size_t>::max() / sizeof(double) / width) {
      refuse_size();
    }
    numeric::reserve_large(rows, n * width);
    rows.resize(n * width);
    // Some records of all columns at a time: the rows stay in the cache until they are full.
    constexpr std::size_t at_once = 1024;
    for (std::size_t first = 0; first < n; first += at_once) {
      const std::size_t count = std::min(at_once, n - first);
      read_some_rows(first, std::span(rows).subspan(first * width, count * width), width, column);
    }
    column += width;
  }

  // Rows from record `first` on.
  void read_some_rows(std::size_t first, std::span<double> rows, std::size_t width,
                      std::size_t column) const {
    const std::string_view numbers = file_.section(TableSection::numbers);
    for (std::size_t j = 0; j < width; ++j) {
      const auto place = element<NumberPlace>(TableSection::number_kinds, column + j);
      if (!read_numbers(static_cast<NumberKind>(place.kind), numbers.substr(place.offset),
                        header_.records, {first, rows.size() / width, rows.data() + j, width})) {
        file_.fail_section(TableSection::numbers);
      }
    }
  }

  // Lists the ones of the contexts in place of read_rows, if list_sparse_contexts would do so. Otherwise returns false,
  // for most logs after a few rows.
  bool list_contexts(Log& log, std::size_t& column) const {
    const std::size_t n = header_.records, width = log.dimension;
    if (!ListedContexts::are_worth_it(n, width, 0)) return false;
    ListedContexts listed(n, width);
    const std::size_t at_once = std::max<std::size_t>(1, (1 << 16) / width);
    std::vector<double> rows;
    for (std::size_t first = 0; first < n; first += at_once) {
      rows.resize(std::min(at_once, n - first) * width);
      read_some_rows(first, rows, width, column);
      for (std::size_t i = 0; i < rows.size(); i += width) {
        if (!listed.add(std::span(rows).subspan(i, width))) return false;
      }
    }
    std::move(listed).move_to(log);
    column += width;
    return true;
  }
};

void TableReading::read_log(Log& log) const {
  log.action_count = static_cast<Action>(header_.action_count);
  log.dimension = header_.dimension;
  log.action_names = names_.actions;
  log.feature_names = names_.features;
  std::size_t column = 0;
  read_rows(log.rewards, 1, column);
  if (names_.has_propensities) read_rows(log.propensities, 1, column);
  if (!list_contexts(log, column)) read_rows(log.contexts, log.dimension, column);
  for (const TableNames::Target& named : names_.targets) {
    TargetPolicy& target = log.targets.emplace_back();
    target.name = named.name;
    read_rows(target.logged, 1, column);
    if (named.has_all) read_rows(target.all, log.action_count, column);
  }
  for (const std::string& name : names_.predictions) {
    RewardPredictions& given = log.predictions.emplace_back();
    given.name = name;
    read_rows(given.all, log.action_count, column);
  }
  log.loggers = read_indices(TableSection::loggers, names_.loggers.size());
  log.logger_names = names_.loggers;
  read_actions(log);
  read_pools_of(log);
  for (std::size_t i = 0; i < header_[TableSection::originals].bytes / 4; ++i) {
    log.originals.push_back(element<std::uint32_t>(TableSection::originals, i));
  }
  read_action_features(log);
}

void TableReading::read_action_features(Log& log) const {
  const std::size_t sets = header_[TableSection::action_sets].bytes / 4;
  if (header_[TableSection::action_features].bytes == 0) {
    if (sets > 0) file_.fail_section(TableSection::action_sets);
    return;
  }
  NumberedFeatures read = file_.read_section(TableSection::action_features, action_features_of);
  if (read.set_numbers.empty()) file_.fail_section(TableSection::action_features);
  if (sets == 0 && read.set_numbers[0] != 0) file_.fail_section(TableSection::action_features);
  for (std::size_t i = 0; i < sets; ++i) {
    const auto set = element<std::uint32_t>(TableSection::action_sets, i);
    if (set >= read.set_numbers.size()) file_.fail_section(TableSection::action_sets);
    log.action_sets.push_back(read.set_numbers[set]);
  }
  log.action_features = std::make_shared<const ActionFeatures>(std::move(read.features));
}

void TableReading::read_actions(Log& log) const {
  log.actions.resize(header_.records);
  for (std::size_t i = 0; i < log.actions.size(); ++i) {
    log.actions[i] = header_.action_bytes() == 2
                         ? Action{element<std::uint16_t>(TableSection::actions, i)}
                         : element<Action>(TableSection::actions, i);
  }
}

void TableReading::read_pools_of(Log& log) const {
  read_pool_table(log.pool_table);
  if (header_.pool_count == 0) return;
  log.pools.resize(header_.records);
  for (std::size_t i = 0; i < log.pools.size(); ++i) {
    log.pools[i] = element<std::uint32_t>(TableSection::pools, i);
    if (log.pools[i] >= header_.pool_count) file_.fail_section(TableSection::pools);
  }
}

void TableReading::read_texts(PreparedTable& table) const {
  table.origin = origin_.origin;
  table.report = origin_.report;
  table.report.has_intercept = names_.has_intercept;
  table.report.records = header_.records;
  table.report.segment_names = names_.segments;
  read_groups(table.report);
  if (header_[TableSection::time_ends].bytes == 0) return;
  const std::string_view texts = file_.section(TableSection::times);
  std::uint64_t begin = 0;
  table.log.timestamps.reserve(header_.records);
  for (std::size_t i = 0; i < header_.records; ++i) {
    const auto end = element<std::uint64_t>(TableSection::time_ends, i);
    if (end < begin || end > texts.size()) file_.fail_section(TableSection::time_ends);
    table.log.timestamps.emplace_back(texts.substr(begin, end - begin));
    begin = end;
  }
  if (begin != texts.size()) file_.fail_section(TableSection::times);
}

void TableReading::read_groups(ReadReport& report) const {
  std::uint32_t clusters = 0;
  for (std::size_t i = 0; i < header_[TableSection::clusters].bytes / 4; ++i) {
    // They are numbered by first appearance: what counts them needs no more room than records.
    const auto cluster = element<std::uint32_t>(TableSection::clusters, i);
    if (cluster > clusters) file_.fail_section(TableSection::clusters);
    if (cluster == clusters) ++clusters;
    report.clusters.push_back(cluster);
  }
  report.segments = read_indices(TableSection::segments, names_.segments.size());
}

// One number below `names` per record, if there are names.
std::vector<std::uint32_t> TableReading::read_indices(TableSection which, std::size_t names) const {
  std::vector<std::uint32_t> indices(header_[which].bytes / 4);
  for (std::size_t i = 0; i < indices.size(); ++i) {
    indices[i] = element<std::uint32_t>(which, i);
    if (indices[i] >= names) file_.fail_section(which);
  }
  if (indices.empty() != (names == 0)) file_.fail_section(which);
  return indices;
}

}  // namespace

bool is_prepared_table(const std::filesystem::path& file) {
  if (!PreparedLog::is_one(file)) return false;
  std::ifstream in(file, std::ios::binary);
  char bytes[16] = {};
  in.read(bytes, sizeof(bytes));
  std::uint64_t written_version = 0;
  std::memcpy(&written_version, bytes + magic.size(), sizeof(written_version));
  return in && written_version == table_version;
}

PreparedTable read_prepared_table(const std::filesystem::path& file) {
  PreparedTable table = TableReading(file).read();
  const auto& sources = table.origin.sources;
  table.report.name =
      sources.empty() ? file.string() : name_of_files(sources.front().name, sources.size());
  return table;
}

PreparedTableSummary summary_of_prepared_table(const std::filesystem::path& file) {
  return TableReading(file).summary();
}

void verify_prepared_table(const std::filesystem::path& file) { TableReading(file).verify(); }

}  // namespace replaybench
