#pragma once
// The numbers of a prepared table that estimators of fixed policies need, block by block from the
// mapped file: no column is ever in memory as a whole.

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "suite/model/action.hpp"
#include "suite/prepared/prepared_table_file.hpp"

namespace replaybench {

/// Safe to read from several threads.
class PreparedNumbers : prepared::PreparedTableFile {
 public:
  struct Target {
    std::string name;
    bool has_all = false;  ///< the probabilities of all actions are known
  };

  /// Checks all checksums. Throws as read_prepared_table. O(bytes).
  explicit PreparedNumbers(const std::filesystem::path& file);

  std::uint64_t records() const { return header_.records; }
  Action action_count() const { return static_cast<Action>(header_.action_count); }
  bool has_propensities() const { return names_.has_propensities; }
  bool has_clusters() const { return header_[prepared::TableSection::clusters].bytes > 0; }
  bool has_segments() const { return !names_.segments.empty(); }
  const std::vector<Target>& targets() const { return targets_; }

  /// The columns of records `first` to `first` + out.size() - 1. All throw DataError, with the
  /// record, for a value that no log has. O(out.size()).
  void read_rewards(std::uint64_t first, std::span<double> out) const;
  /// In (0, 1]. Needs propensities.
  void read_propensities(std::uint64_t first, std::span<double> out) const;
  /// A target policy's probabilities of the logged actions, in [0, 1].
  void read_target(std::size_t target, std::uint64_t first, std::span<double> out) const;
  /// Its probabilities of one action. Needs those of all actions.
  void read_target_of(std::size_t target, Action action, std::uint64_t first,
                      std::span<double> out) const;
  void read_actions(std::uint64_t first, std::span<Action> out) const;

 private:
  void read_column(std::uint64_t column, std::uint64_t first, std::span<double> out) const;
  template <class Allowed>
  void require(std::span<const double> values, std::uint64_t first, const char* what,
               const Allowed& allowed) const;

  std::vector<Target> targets_;
  std::vector<std::uint64_t> target_columns_;  // where each target's columns begin
};

}  // namespace replaybench
