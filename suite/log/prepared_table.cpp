#include "suite/log/prepared_table.hpp"

#include <algorithm>
#include <fstream>
#include <limits>
#include <new>
#include <stdexcept>

#include "suite/log/number_column.hpp"
#include "suite/log/prepared_table_format.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench {

using namespace prepared;

namespace {

class TableReading {
 public:
  explicit TableReading(const std::filesystem::path& path) : name_(path.string()), file_(path) {
    const std::string_view bytes = file_.bytes();
    if (bytes.size() < header_bytes) {
      fail(bytes.starts_with(magic) ? "is a prepared log that was cut in its header"
                                    : "is not a prepared log");
    }
    try {
      header_ = table_header_of(bytes.substr(0, header_bytes));
    } catch (const DataError& error) {
      fail(error.what());
    }
    check_sizes();
    for (const TableSection small : {TableSection::names, TableSection::origin}) {
      if (!is_whole(small)) fail_section(small);
    }
    try {
      names_ = table_names_of(section(TableSection::names));
    } catch (const DataError&) {
      fail_section(TableSection::names);
    }
    try {
      ByteReading in(section(TableSection::origin));
      origin_ = origin_of(in);
      in.end();
    } catch (const DataError&) {
      fail_section(TableSection::origin);
    }
    if (names_.features.size() != header_.dimension ||
        names_.actions.size() != header_.action_count ||
        header_[TableSection::number_kinds].bytes / sizeof(NumberPlace) !=
            names_.number_columns()) {
      fail_section(TableSection::names);
    }
  }

  void verify() const {
    std::string damaged;
    for (std::size_t s = 0; s < table_section_count; ++s) {
      const auto section = static_cast<TableSection>(s);
      if (is_whole(section)) continue;
      const Header::Place& place = header_[section];
      damaged += std::string(damaged.empty() ? "" : ", ") + name_of(section) + " (bytes " +
                 std::to_string(place.offset) + " to " +
                 std::to_string(place.offset + padded(place.bytes)) + ")";
    }
    if (!damaged.empty()) {
      fail("is damaged: these sections do not have their checksums: " + damaged +
           "; prepare it anew");
    }
  }

  PreparedTable read() {
    verify();
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
      fail("is damaged: " + quoted_text(wrong.what(), 300) + "; prepare it anew");
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
    summary.file_bytes = file_.bytes().size();
    summary.content_digest = header_.content_digest();
    summary.origin = origin_;
    return summary;
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const {
    throw DataError(name_ + ": " + reason);
  }
  [[noreturn]] void fail_section(TableSection section) const {
    fail(std::string("is damaged in its ") + name_of(section) + ": prepare it anew");
  }
  [[noreturn]] void refuse_size() const {
    throw EnvironmentError(name_ + ": " + std::to_string(header_.records) + " records of " +
                           std::to_string(header_.dimension) +
                           " features need more memory than there is");
  }
  std::string_view section(TableSection which) const {
    return file_.bytes().substr(header_[which].offset, header_[which].bytes);
  }
  bool is_whole(TableSection which) const {
    const Header::Place& place = header_[which];
    return sha256(file_.bytes().substr(place.offset, padded(place.bytes))) == place.digest;
  }
  template <class T>
  T element(TableSection which, std::size_t i) const {
    T value;
    std::memcpy(&value, file_.bytes().data() + header_[which].offset + i * sizeof(T), sizeof(T));
    return value;
  }

  void check_sizes() const;
  void read_log(Log& log) const;
  void read_actions(Log& log) const;
  void read_pools(Log& log) const;
  void read_texts(PreparedTable& table) const;
  void read_groups(CsvLogReport& report) const;
  std::vector<std::uint32_t> read_indices(TableSection which, std::size_t names) const;

  // The next columns of numbers as rows of `width`.
  void read_rows(std::vector<double>& rows, std::size_t width, std::size_t& column) const {
    const std::size_t n = header_.records;
    if (width > 0 && n > std::numeric_limits<std::size_t>::max() / sizeof(double) / width) {
      refuse_size();
    }
    rows.resize(n * width);
    const std::string_view numbers = section(TableSection::numbers);
    for (std::size_t j = 0; j < width; ++j, ++column) {
      const auto place = element<NumberPlace>(TableSection::number_kinds, column);
      if (place.kind >= static_cast<std::uint64_t>(NumberKind::count) ||
          place.offset > numbers.size() ||
          !read_numbers(static_cast<NumberKind>(place.kind), numbers.substr(place.offset), n,
                        rows.data() + j, width)) {
        fail_section(TableSection::numbers);
      }
    }
  }

  std::string name_;
  FileBytes file_;
  TableHeader header_;
  TableNames names_;
  PreparedOrigin origin_;
};

void TableReading::check_sizes() const {
  const std::uint64_t size = file_.bytes().size();
  std::uint64_t end = header_bytes;
  for (const Header::Place& place : header_.sections) {
    // No sum can overflow: what is taken for granted is bounded before.
    if (place.offset != end || place.bytes > std::uint64_t{1} << 55)
      fail("is damaged in its header");
    end += padded(place.bytes);
  }
  if (size < end) {
    fail("was cut: " + std::to_string(size) + " of " + std::to_string(end) +
         " bytes are there; prepare it anew");
  }
  if (size > end) {
    fail("has " + std::to_string(size - end) + " bytes after its end; prepare it anew");
  }
  const std::uint64_t n = header_.records;
  const auto bytes_of = [&](TableSection which) { return header_[which].bytes; };
  const auto is_column = [&](TableSection which, std::uint64_t width) {
    return bytes_of(which) == 0 || bytes_of(which) == n * width;
  };
  const bool plausible = n > 0 && n <= size && header_.dimension <= size &&
                         header_.action_count > 0 && header_.action_count <= size &&
                         header_.action_count <= std::numeric_limits<Action>::max() &&
                         header_.pool_count <= size;
  if (!plausible || bytes_of(TableSection::actions) != n * header_.action_bytes() ||
      bytes_of(TableSection::number_kinds) % sizeof(NumberPlace) != 0 ||
      !is_column(TableSection::pools, 4) || !is_column(TableSection::clusters, 4) ||
      !is_column(TableSection::segments, 4) || !is_column(TableSection::loggers, 4) ||
      !is_column(TableSection::time_ends, 8) ||
      (header_.pool_count == 0) != (bytes_of(TableSection::pools) == 0)) {
    fail("is damaged in its header");
  }
}

void TableReading::read_log(Log& log) const {
  log.action_count = static_cast<Action>(header_.action_count);
  log.dimension = header_.dimension;
  log.action_names = names_.actions;
  log.feature_names = names_.features;
  std::size_t column = 0;
  read_rows(log.rewards, 1, column);
  if (names_.has_propensities) read_rows(log.propensities, 1, column);
  read_rows(log.contexts, log.dimension, column);
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
  read_pools(log);
}

void TableReading::read_actions(Log& log) const {
  log.actions.resize(header_.records);
  for (std::size_t i = 0; i < log.actions.size(); ++i) {
    log.actions[i] = header_.action_bytes() == 2
                         ? Action{element<std::uint16_t>(TableSection::actions, i)}
                         : element<Action>(TableSection::actions, i);
  }
}

void TableReading::read_pools(Log& log) const {
  const std::uint64_t count = header_[TableSection::pool_members].bytes / sizeof(std::uint32_t);
  const auto number = [&](std::uint64_t i) {
    return element<std::uint32_t>(TableSection::pool_members, i);
  };
  std::uint64_t next = header_.pool_count;
  std::vector<Action> pool;
  for (std::uint32_t p = 0; p < header_.pool_count; ++p) {
    if (next > count || number(p) == 0 || number(p) > count - next) {
      fail_section(TableSection::pool_members);
    }
    pool.clear();
    for (std::uint32_t k = 0; k < number(p); ++k) pool.push_back(number(next + k));
    next += number(p);
    const bool increasing =
        std::adjacent_find(pool.begin(), pool.end(), std::greater_equal<>()) == pool.end();
    if (!increasing || pool.back() >= header_.action_count || log.pool_table.intern(pool) != p) {
      fail_section(TableSection::pool_members);
    }
  }
  if (next != count) fail_section(TableSection::pool_members);
  if (header_.pool_count == 0) return;
  log.pools.resize(header_.records);
  for (std::size_t i = 0; i < log.pools.size(); ++i) {
    log.pools[i] = element<std::uint32_t>(TableSection::pools, i);
    if (log.pools[i] >= header_.pool_count) fail_section(TableSection::pools);
  }
}

void TableReading::read_texts(PreparedTable& table) const {
  table.has_intercept = names_.has_intercept;
  table.origin = origin_;
  table.report = names_.report;
  table.report.records = header_.records;
  table.report.segment_names = names_.segments;
  read_groups(table.report);
  if (header_[TableSection::time_ends].bytes == 0) return;
  const std::string_view texts = section(TableSection::times);
  std::uint64_t begin = 0;
  table.log.timestamps.reserve(header_.records);
  for (std::size_t i = 0; i < header_.records; ++i) {
    const auto end = element<std::uint64_t>(TableSection::time_ends, i);
    if (end < begin || end > texts.size()) fail_section(TableSection::time_ends);
    table.log.timestamps.emplace_back(texts.substr(begin, end - begin));
    begin = end;
  }
}

void TableReading::read_groups(CsvLogReport& report) const {
  std::uint32_t clusters = 0;
  for (std::size_t i = 0; i < header_[TableSection::clusters].bytes / 4; ++i) {
    // They are numbered by first appearance: what counts them needs no more room than records.
    const auto cluster = element<std::uint32_t>(TableSection::clusters, i);
    if (cluster > clusters) fail_section(TableSection::clusters);
    if (cluster == clusters) ++clusters;
    report.clusters.push_back(cluster);
  }
  report.segments = read_indices(TableSection::segments, names_.segments.size());
}

// One number below `names` per record, where there are names.
std::vector<std::uint32_t> TableReading::read_indices(TableSection which, std::size_t names) const {
  std::vector<std::uint32_t> indices(header_[which].bytes / 4);
  for (std::size_t i = 0; i < indices.size(); ++i) {
    indices[i] = element<std::uint32_t>(which, i);
    if (indices[i] >= names) fail_section(which);
  }
  if (indices.empty() != (names == 0)) fail_section(which);
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
  return TableReading(file).read();
}

PreparedTableSummary summary_of_prepared_table(const std::filesystem::path& file) {
  return TableReading(file).summary();
}

void verify_prepared_table(const std::filesystem::path& file) { TableReading(file).verify(); }

}  // namespace replaybench
