#pragma once
// Rating files: CSV with the columns user, item, rating and, optionally, time.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "suite/ratings/rating_table.hpp"

namespace replaybench::ratings {

/// A rating table with the names that its file has for users and items. Both are numbered by name,
/// for any order of the lines.
struct NamedRatings {
  RatingTable table;
  std::vector<std::string> users;
  std::vector<std::string> items;
  bool has_times = false;
};

/// Reads a rating file, plain or gzip. Names are any text that is not empty; other columns are
/// ignored. Throws FileError for a missing file and DataError "file:line: reason" for a line
/// that cannot be read, an empty name, a rating or time that is not a finite number, the second
/// rating of one item by one user, no ratings at all, and ratings of a single user (nothing can be
/// learned from others there). O(n log n).
NamedRatings read_ratings(const std::filesystem::path& path);
/// Reads ratings from a string; `name` is used in messages.
NamedRatings read_ratings(std::string_view text, std::string name);

/// Reads held-out ratings of users and items of `known`, numbered as there; a single user is
/// enough. Throws as above, and for a user or an item that `known` does not have, with the nearest
/// name.
RatingTable read_held_out(const std::filesystem::path& path, const NamedRatings& known);
RatingTable read_held_out(std::string_view text, std::string name, const NamedRatings& known);

}  // namespace replaybench::ratings
