#pragma once
// Criteo's uplift data: users of randomised tests of advertising, treated or not, and who visited or
// bought.
//
// Source: Diemert, Betlei, Renaudin, Amini, Gregoir, Rahier 2021, arXiv 2111.10106, version 2.1;
// manifest.toml says where the file is. Nobody who wrote this has it: the reader keeps to the
// documented header and refuses another. Not in the thesis.
//   K = 2   actions control and treated
//   p_t     0.15 and 0.85
// What treatment is worth for a user differs little, and rewards are rare (visits 4.7 %).

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "suite/model/log.hpp"

namespace replaybench::datasets::criteo_uplift {

enum class Reward { visit, conversion };

struct ReaderOptions {
  Reward reward = Reward::visit;
  bool features = true;   ///< f0 .. f11 as context
  bool intercept = true;  ///< append a constant feature 1, named "intercept"
};

/// Reads the log, plain or gzip. Throws DataError, with file and line, for a header that is not the
/// documented one (with what differs), a feature that is no finite number, another value than 0 or
/// 1 in the other columns, and a file without records; FileError when it is missing. O(n);
/// 14 million records with features take 1.7 GB.
Log read_criteo_uplift(const std::filesystem::path& file, const ReaderOptions& options = {});
/// Reads the log from a string; `name` is used in messages.
Log read_criteo_uplift(std::string_view text, const std::string& name,
                       const ReaderOptions& options = {});

/// A text in the format of the file with made-up users, as many as `rows`, of whom about a share
/// `treated` is treated. O(rows).
std::string look_alike(std::size_t rows, double treated = 0.85);

/// That the share of treated records is not 0.85, where it is not (z beyond 5).
std::vector<std::string> warnings_of(const Log& log);

}  // namespace replaybench::datasets::criteo_uplift
