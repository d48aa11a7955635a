#pragma once
// Reader of Hillstrom's e-mail test (Hillstrom 2008): one row a customer, twelve columns,
// CRLF; the e-mail was drawn uniformly from three.
//
//   segment   action: "Mens E-Mail", "No E-Mail" or "Womens E-Mail", numbered by name; p = 1/3
//   visit, conversion, spend   the outcome; one of them is the reward
//   all other columns, except for the class of history, which `history` has: the context

#include <filesystem>
#include <string_view>

#include "suite/model/log.hpp"

namespace replaybench::datasets::hillstrom {

enum class Reward { visit, conversion, spend };

struct ReaderOptions {
  Reward reward = Reward::visit;  ///< visit and conversion: 0 or 1; spend: dollars
  bool features = true;           ///< false: no context (only the intercept, if asked)
  bool intercept = true;          ///< append a constant feature 1, named "intercept"
};

/// Reads the log, plain or gzip. Features, in this order: recency (months / 12), history (dollars /
/// 1000), mens, womens, newbie (0 or 1), zip_code and channel (one-hot: "zip_code=Urban").
///
/// Throws DataError, with file and line, for a header that is not the published one, name by name
/// and in its order; a segment, zip code, channel or class of history that is none of the published
/// ones; a recency outside 1..12; a 0/1 column with another value; a history or spend that is no
/// finite number of at least 0; a file without records. Throws FileError when it is missing.
/// O(n).
Log read_hillstrom(const std::filesystem::path& file, const ReaderOptions& options = {});
/// Reads the log from a string; `name` is used in messages.
Log read_hillstrom(std::string_view text, const std::string& name,
                   const ReaderOptions& options = {});

}  // namespace replaybench::datasets::hillstrom
