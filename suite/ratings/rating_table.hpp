#pragma once
// Ratings of items by users: a sparse table, row by row and column by column.
//
// Source: thesis, appendix C: U users, I items, r_{u,i}, "the matrix is sparse".

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace replaybench::ratings {

/// One rating; `time` is any number that grows with time (0 if it is not known).
struct Rating {
  std::uint32_t user = 0;
  std::uint32_t item = 0;
  double value = 0;
  double time = 0;
};

/// A rating within a row or a column: the other coordinate, and the value.
struct RatingEntry {
  std::uint32_t place = 0;
  double value = 0;
};

/// Axis of similarity and neighbours.
enum class Axis { users, items };

class RatingTable {
 public:
  /// Users are 0 .. users - 1, items likewise; the ratings stay in this order. Throws DataError for
  /// no rating at all, a user or item out of range, a value or time that is not finite, and two
  /// ratings of one item by one user. O(n log n) time, O(n + users + items) memory.
  RatingTable(std::size_t users, std::size_t items, std::vector<Rating> ratings);

  std::size_t users() const { return users_; }
  std::size_t items() const { return items_; }
  std::size_t size(Axis axis) const { return axis == Axis::users ? users_ : items_; }
  std::span<const Rating> ratings() const { return ratings_; }
  /// The ratings of a user (place: the item) or of an item (place: the user), by place. O(1).
  std::span<const RatingEntry> of(Axis axis, std::size_t which) const;
  /// The rating, or nothing. O(log ratings of the user).
  std::optional<double> find(std::size_t user, std::size_t item) const;
  /// Mean of all ratings.
  double mean() const { return mean_; }
  /// Mean rating of a user or an item; nothing if it has none. O(1).
  std::optional<double> mean(Axis axis, std::size_t which) const;
  /// The ratings at these places, of the same users and items. Throws DataError as the constructor.
  RatingTable subset(std::span<const std::size_t> places) const;

 private:
  struct Lines {
    std::vector<std::size_t> first;  // of each line, and the end
    std::vector<RatingEntry> entries;
    std::vector<double> means;
  };
  Lines lines(Axis axis) const;

  std::size_t users_;
  std::size_t items_;
  std::vector<Rating> ratings_;
  Lines by_user_;
  Lines by_item_;
  double mean_ = 0;
};

}  // namespace replaybench::ratings
