#pragma once
// Division of the cells into shards that take about the same time.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "suite/plan/plan.hpp"

namespace replaybench {

/// The most shards of a table: an array of more jobs is refused by many schedulers.
inline constexpr std::size_t max_shards = 1000;

/// Gives each task, by its seconds, one of `shards` shards, 1-based: the longest task first, always to
/// the shard that has least (Graham 1969: the longest shard has at most 4/3 of the least possible). 0
/// seconds: shard 0, in none. Equal input gives equal output. O(n log n).
std::vector<std::uint32_t> balanced_shards(const std::vector<double>& seconds, std::size_t shards);

/// The shards of the cells of some studies, written once and read by each shard's process: all shards
/// divide the same cells in the same way, whatever the machines measure.
class ShardTable {
 public:
  explicit ShardTable(std::size_t shards) : shards_(shards) {}

  /// `shard_of_cell` has one entry per cell of the plan: 1 to shards(), or 0 for a cell of no shard.
  void add(const Plan& plan, std::vector<std::uint32_t> shard_of_cell);
  std::size_t shards() const { return shards_; }

  /// The shard of each cell of a plan. Throws DataError when the table is not of this plan: the study,
  /// a component's revision or a data file has changed since. O(bytes of the canonical texts).
  const std::vector<std::uint32_t>& of(const Plan& plan) const;

  /// As a file: a heading, then per study its name, the digest of its cells, their number, and their
  /// shards in runs ("3*5": five cells of shard 3).
  std::string text() const;
  /// Throws FileError, or DataError naming file and line. O(bytes).
  static ShardTable read(const std::filesystem::path& file);
  /// `name` is the file's, for messages.
  static ShardTable parse(std::string_view text, const std::string& name);

 private:
  struct Study {
    std::string name;
    std::string digest;
    std::vector<std::uint32_t> shard_of_cell;
  };

  std::size_t shards_;
  std::vector<Study> studies_;
  std::string file_;
};

}  // namespace replaybench
