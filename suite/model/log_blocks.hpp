#pragma once
// A log as blocks of records, in memory or in a file that is larger than it.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "suite/model/log.hpp"

namespace replaybench {

/// Some records in a row. Columns that were not asked for, or that the log does not have, are empty.
struct LogBlock {
  std::uint64_t first = 0;  ///< the number of its first record
  std::size_t size = 0;
  std::span<const Action> actions = {};
  std::span<const double> rewards = {};
  std::span<const double> propensities = {};
  std::span<const std::uint32_t> pools = {};
  std::span<const double> contexts = {};  ///< size x dimension, row by row
  std::span<const std::uint32_t> loggers = {};
};

/// The columns that a sweep reads.
struct BlockColumns {
  bool actions = false;
  bool rewards = false;
  bool propensities = false;
  bool pools = false;
  bool contexts = false;
  bool loggers = false;
};

/// Memory of a reader of blocks for columns that are not in memory. One per thread.
struct BlockBuffers {
  std::vector<Action> actions;
  std::vector<double> rewards, propensities, contexts;
  std::vector<std::uint32_t> pools, loggers;
};

/// A log of actions that is read block by block, by several threads at once. All that read throw DataError
/// for a damaged file.
class LogBlocks {
 public:
  LogBlocks() = default;
  virtual ~LogBlocks() = default;
  LogBlocks(const LogBlocks&) = delete;
  LogBlocks& operator=(const LogBlocks&) = delete;

  /// Facts known without reading records: numbers and names of actions and features, pools, names
  /// of target policies, predictions and loggers. For a log in memory the log itself, otherwise a log without records.
  virtual const std::shared_ptr<const Log>& shared_header() const = 0;
  const Log& header() const { return *shared_header(); }
  virtual std::uint64_t size() const = 0;
  virtual bool has_propensities() const = 0;
  virtual bool has_pools() const = 0;
  /// The number of actions available at a record of this pool; any number of a log without pools. O(1).
  Action pool_size(std::uint32_t pool) const {
    return has_pools() ? header().pool_table[pool].size() : header().logged_count();
  }

  /// Records first .. first + count - 1, which must be there. What it gives is valid until the next call
  /// with these buffers. O(count * columns).
  virtual LogBlock read(std::uint64_t first, std::size_t count, const BlockColumns& columns,
                        BlockBuffers& buffers) const = 0;
  /// Probabilities of the logged actions under a target policy (an index into header().targets). O(count).
  virtual void read_target(std::size_t target, std::uint64_t first,
                           std::span<double> out) const = 0;
  /// True if the target's probabilities of all actions are known.
  virtual bool target_has_all(std::size_t target) const = 0;
  /// Its probabilities of one action; needs those of all. O(count).
  virtual void read_target_of(std::size_t target, Action action, std::uint64_t first,
                              std::span<double> out) const = 0;
  /// What a reward model (an index into header().predictions) predicts of one action. O(count).
  virtual void read_prediction_of(std::size_t model, Action action, std::uint64_t first,
                                  std::span<double> out) const = 0;
  /// One feature of the contexts. O(count), of a sparse log O(count log active).
  virtual void read_feature(std::uint32_t feature, std::uint64_t first,
                            std::span<double> out) const = 0;
  virtual bool has_timestamps() const { return !header().timestamps.empty(); }
  /// The timestamps of the records from `first` on, as written; needs has_timestamps. O(count).
  virtual void read_timestamps(std::uint64_t first, std::span<std::string> out) const;
  /// The timestamp of one record, as above.
  std::string timestamp(std::uint64_t record) const {
    std::string time;
    read_timestamps(record, {&time, 1});
    return time;
  }
  /// The log of these records, in increasing order; if it is not in memory, without target policies, predictions and
  /// loggers, and by a sweep.
  /// O(result + n).
  virtual Log select(std::span<const std::uint32_t> records) const;

  /// visit(block) for all records in their order.
  template <class Visit>
  void each(const BlockColumns& columns, const Visit& visit) const {
    each(0, size(), columns, visit);
  }
  /// Like the function above, for records first .. end - 1.
  template <class Visit>
  void each(std::uint64_t first, std::uint64_t end, const BlockColumns& columns,
            const Visit& visit) const {
    BlockBuffers buffers;
    const std::uint64_t step = records_per_block(columns);
    for (; first < end; first += step) {
      const auto count = static_cast<std::size_t>(std::min(step, end - first));
      visit(read(first, count, columns, buffers));
    }
  }

 private:
  // Contexts of a block have some 8 MB at most.
  std::uint64_t records_per_block(const BlockColumns& columns) const {
    constexpr std::uint64_t records = std::uint64_t{1} << 15;
    if (!columns.contexts) return records;
    return std::clamp<std::uint64_t>((1 << 20) / std::max<std::size_t>(header().dimension, 1), 1,
                                     records);
  }
};

/// The blocks of a log in memory: views, except for the contexts of a sparse log and for single columns of rows.
class LogInMemory final : public LogBlocks {
 public:
  explicit LogInMemory(std::shared_ptr<const Log> log) : log_(std::move(log)) {}
  /// A log that outlives this object.
  explicit LogInMemory(const Log& log) : log_(std::shared_ptr<const void>(), &log) {}

  const std::shared_ptr<const Log>& shared_header() const override { return log_; }
  std::uint64_t size() const override { return log_->size(); }
  bool has_propensities() const override { return log_->has_propensities(); }
  bool has_pools() const override { return log_->has_pools(); }
  LogBlock read(std::uint64_t first, std::size_t count, const BlockColumns& columns,
                BlockBuffers& buffers) const override;
  void read_target(std::size_t target, std::uint64_t first, std::span<double> out) const override;
  bool target_has_all(std::size_t target) const override {
    return !log_->targets[target].all.empty();
  }
  void read_target_of(std::size_t target, Action action, std::uint64_t first,
                      std::span<double> out) const override;
  void read_prediction_of(std::size_t model, Action action, std::uint64_t first,
                          std::span<double> out) const override;
  void read_feature(std::uint32_t feature, std::uint64_t first,
                    std::span<double> out) const override;
  Log select(std::span<const std::uint32_t> records) const override {
    return log_->select(records);
  }

 private:
  std::shared_ptr<const Log> log_;
};

/// A log without its unlogged actions and the target policies that have them: the log itself if there are none, otherwise
/// a copy in memory of a log in memory, and a view of another. O(1), O(bytes) of a copy.
std::shared_ptr<const LogBlocks> log_of_logged_actions(std::shared_ptr<const LogBlocks> log);

}  // namespace replaybench
