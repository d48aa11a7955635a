#pragma once
// Verdicts of studies under additional master seeds: confirmations.csv, a row per study,
// profile and seed. Rows are added by `replaybench verify --seeds --record`, on any day and any machine.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "suite/claim/verdict.hpp"

namespace replaybench {

/// The file of these rows in a folder of published results.
inline constexpr const char* confirmations_name = "confirmations.csv";

/// The verdicts of one study on one additional seed.
struct SeedVerdicts {
  std::string study;
  std::string profile;
  std::uint32_t seed = 0;  ///< of the further ones, from 1
  std::uint64_t judged = 0;
  std::uint64_t as_expected = 0;
  std::string otherwise;  ///< "id: verdict" of those that are not as expected, with "; " between
  std::string build;      ///< the program that judged them: version, commit, compiler

  /// Notes a verdict; one that no test decided does not count.
  void add(const Verdict& verdict);
};

/// Sums over studies for one additional seed of a profile.
struct SeedSummary {
  std::string profile;
  std::uint32_t seed = 0;
  std::uint64_t studies = 0, judged = 0, as_expected = 0;
};

/// The rows of a file; none when there is no such file. Other columns are passed over. Throws DataError for
/// another form.
std::vector<SeedVerdicts> read_seed_verdicts(const std::filesystem::path& file);

/// Adds rows to the file, ordered by study, profile and seed; they replace rows with the same three. The file
/// appears whole or not at all. Throws DataError, FileError.
void record_seed_verdicts(const std::filesystem::path& file, const std::vector<SeedVerdicts>& rows);

/// By profile and seed, in order.
std::vector<SeedSummary> seed_summaries(const std::vector<SeedVerdicts>& rows);

}  // namespace replaybench
