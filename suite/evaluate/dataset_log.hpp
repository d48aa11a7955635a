#pragma once
// The log of a registered data set: that of a file of the catalogue, or one that is written in a
// simulator.

#include <cstdint>
#include <string>

#include "suite/logs/open_log.hpp"

namespace replaybench {

struct DatasetLogOptions {
  /// Number of records of a simulator's log, or of the first records of a file; 0 means all of a file, and is not allowed for a simulator.
  std::uint64_t records = 0;
  /// The policy that writes a simulator's log, as component text; empty: default_logging().
  std::string logging = {};
  std::uint64_t seed = 1;
};

/// Records of one written log: more take more memory than most machines have.
inline constexpr std::uint64_t max_written_records = 1'000'000'000;

struct DatasetLog {
  std::string name;  ///< the data set, canonical: "linear_model{...}"
  InputLog input;    ///< its `generated` says by whom a simulator's log was written
};

/// The log of the data set that a user wrote as "name" or "name{parameter=value, ...}". A simulator's
/// is the log of the first replicate of a study with this seed, horizon and logging policy.
///
/// Throws SpecErrors for an unknown data set or logging policy, for a simulator without a number of
/// records or with more than it has steps, for a logging policy that learns (its log would depend on
/// the rewards), and for a file with a logging policy or with fewer records; NotApplicable if the
/// policy does not suit the data set; FileError and DataError as the data set's reader.
/// O(records * (the policy's choice + features)).
DatasetLog open_dataset_log(const std::string& dataset, const DatasetLogOptions& options);

}  // namespace replaybench
