#pragma once
// A log that was read part by part, as blocks: memory does not grow with its records.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "suite/log/log_sink.hpp"
#include "suite/model/log_blocks.hpp"
#include "suite/prepared/number_chunks.hpp"

namespace replaybench {

/// To be filled by read_log_in_parts before it is read.
class SpooledLog final : public LogBlocks, public LogSink {
 public:
  static constexpr std::uint64_t usual_memory = std::uint64_t{32} << 20;
  /// See NumberChunks.
  explicit SpooledLog(std::uint64_t bytes_in_memory = usual_memory)
      : chunks_(records_per_part, bytes_in_memory), times_(bytes_in_memory) {}

  void add(const Log& part) override;
  void finish(LogNames names) override;

  const std::shared_ptr<const Log>& shared_header() const override { return header_; }
  std::uint64_t size() const override { return chunks_.size(); }
  bool has_propensities() const override { return propensity_.has_value(); }
  bool has_pools() const override { return header().pool_table.size() > 0; }
  bool is_in_file() const { return chunks_.is_in_file(); }

  LogBlock read(std::uint64_t first, std::size_t count, const BlockColumns& columns,
                BlockBuffers& buffers) const override;
  void read_target(std::size_t target, std::uint64_t first, std::span<double> out) const override;
  bool target_has_all(std::size_t target) const override { return targets_[target].all.width > 0; }
  void read_target_of(std::size_t target, Action action, std::uint64_t first,
                      std::span<double> out) const override;
  void read_prediction_of(std::size_t model, Action action, std::uint64_t first,
                          std::span<double> out) const override;
  void read_feature(std::uint32_t feature, std::uint64_t first,
                    std::span<double> out) const override;
  bool has_timestamps() const override { return time_length_.has_value(); }
  void read_timestamps(std::uint64_t first, std::span<std::string> out) const override;

 private:
  // Columns with a number per action; none of a target whose probabilities of all actions are not known.
  struct Table {
    std::size_t column = 0;
    std::size_t width = 0;
    std::vector<std::size_t> of_action;  // its place among them
  };
  struct Target {
    std::size_t logged = 0;  // the column of the logged actions
    Table all;
  };

  void place_columns(const Log& part);
  void read_contexts(std::uint64_t first, std::size_t count, std::span<double> out) const;
  void read_table(const Table& table, Action action, std::uint64_t first,
                  std::span<double> out) const;

  prepared::NumberChunks chunks_;
  prepared::SpilledBytes times_;            // the texts, one after the other
  std::vector<std::uint64_t> time_places_;  // where those of each part begin
  std::shared_ptr<const Log> header_;
  std::vector<Action> number_of_;
  std::vector<std::uint32_t> logger_number_of_;
  // Columns: the action, the reward, and these.
  std::optional<std::size_t> propensity_, pool_, logger_, time_length_;
  std::size_t first_feature_ = 0, features_ = 0;
  std::vector<Target> targets_;
  std::vector<Table> predictions_;
};

}  // namespace replaybench
