#pragma once
// KuaiRand: videos that the feed of Kuaishou drew uniformly from a pool of 7,583, and what users did
// with them. A uniform log of many actions.
//
// Source: Gao et al. 2022, doi 10.1145/3511808.3557624; manifest.toml says where the files are.
// Nobody who wrote this has them: the reader keeps to the documented header and refuses another. Not
// in the thesis.
//   K     the different videos of the file, at most 7,583, numbered by their ids
//   p_t   1/K: given which videos the file has, each record shows any of them alike
// The file "random" alone is read: standard feeds have no known propensities.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "suite/model/log.hpp"

namespace replaybench::datasets::kuairand {

inline constexpr std::size_t published_pool = 7583;
inline constexpr std::size_t tabs = 15;

enum class Reward { click, like, follow, long_view };

struct ReaderOptions {
  Reward reward = Reward::click;
  bool tab = true;        ///< the page of the application as context, one-hot: "tab=0" .. "tab=14"
  bool intercept = true;  ///< append a constant feature 1, named "intercept"
};

/// Reads the log, plain or gzip; timestamps are kept. Throws DataError, with file and line, for a
/// header that is not the documented one (with what differs), an id that is no whole number, another
/// value than 0 or 1 in the columns of feedback, a tab outside 0..14, a record of the standard feed
/// (is_rand 0), more than 7,583 videos, and a file without records; FileError when it is
/// missing. O(n).
Log read_kuairand(const std::filesystem::path& file, const ReaderOptions& options = {});
/// Reads the log from a string; `name` is used in messages.
Log read_kuairand(std::string_view text, const std::string& name,
                  const ReaderOptions& options = {});

/// A text in the format of the file with made-up records, as many as `rows`. O(rows).
std::string look_alike(std::size_t rows);

/// What to know before the log is replayed: how many records are earlier than the one before, where
/// there are any. A file that is grouped by user is no stream of visitors. O(n).
std::vector<std::string> warnings_of(const Log& log);

}  // namespace replaybench::datasets::kuairand
