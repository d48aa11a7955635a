#pragma once
// The blocks of a prepared table: no column is ever in memory as a whole, and
// the file is not mapped.

#include <filesystem>
#include <vector>

#include "suite/model/log_blocks.hpp"
#include "suite/model/read_report.hpp"
#include "suite/prepared/prepared_table_file.hpp"

namespace replaybench {

class PreparedBlocks final : public LogBlocks, prepared::PreparedTableFile {
 public:
  /// Checks all checksums. Throws as read_prepared_table. O(bytes).
  explicit PreparedBlocks(const std::filesystem::path& file);

  const std::shared_ptr<const Log>& shared_header() const override { return names_of_log_; }
  std::uint64_t size() const override { return header_.records; }
  bool has_propensities() const override { return names_.has_propensities; }
  bool has_pools() const override { return header_.pool_count > 0; }
  /// True if records have clusters or segments, which no block has.
  bool has_groups() const {
    return header_[prepared::TableSection::clusters].bytes > 0 || !names_.segments.empty();
  }
  bool has_action_features() const {
    return header_[prepared::TableSection::action_features].bytes > 0;
  }
  /// As in PreparedTable, except for clusters and segments.
  ReadReport report() const;
  const PreparedOrigin& origin() const { return origin_.origin; }

  /// Throws DataError, with the record, for a value that no log has.
  LogBlock read(std::uint64_t first, std::size_t count, const BlockColumns& columns,
                BlockBuffers& buffers) const override;
  void read_target(std::size_t target, std::uint64_t first, std::span<double> out) const override;
  bool target_has_all(std::size_t target) const override { return names_.targets[target].has_all; }
  void read_target_of(std::size_t target, Action action, std::uint64_t first,
                      std::span<double> out) const override;
  void read_prediction_of(std::size_t model, Action action, std::uint64_t first,
                          std::span<double> out) const override;
  void read_feature(std::uint32_t feature, std::uint64_t first,
                    std::span<double> out) const override;
  bool has_timestamps() const override {
    return header_[prepared::TableSection::time_ends].bytes > 0;
  }
  void read_timestamps(std::uint64_t first, std::span<std::string> out) const override;

 private:
  void read_names();
  void read_actions(std::uint64_t first, std::span<Action> out) const;
  void read_pools(std::uint64_t first, std::span<std::uint32_t> out) const;
  void read_loggers(std::uint64_t first, std::span<std::uint32_t> out) const;
  void read_contexts(std::uint64_t first, std::span<double> out) const;
  void read_column(std::uint64_t column, std::uint64_t first, std::span<double> out,
                   std::size_t stride = 1) const;
  template <class Allowed>
  void require(std::span<const double> values, std::uint64_t first, const char* what,
               const Allowed& allowed) const;

  std::shared_ptr<const Log> names_of_log_;
  // Where the columns of the features, of each target and of each of the predictions begin.
  std::uint64_t first_feature_ = 0;
  std::vector<std::uint64_t> target_columns_, prediction_columns_;
};

}  // namespace replaybench
