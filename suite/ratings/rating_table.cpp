#include "suite/ratings/rating_table.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "suite/numeric/moments.hpp"
#include "suite/text/errors.hpp"

namespace replaybench::ratings {

namespace {

void check(const Rating& rating, std::size_t users, std::size_t items) {
  if (rating.user >= users || rating.item >= items) {
    throw DataError("a rating of item " + std::to_string(rating.item) + " by user " +
                    std::to_string(rating.user) + " in a table of " + std::to_string(users) +
                    " users and " + std::to_string(items) + " items, numbered from 0");
  }
  if (!std::isfinite(rating.value) || !std::isfinite(rating.time)) {
    throw DataError("the rating of item " + std::to_string(rating.item) + " by user " +
                    std::to_string(rating.user) + " is not finite");
  }
}

}  // namespace

RatingTable::RatingTable(std::size_t users, std::size_t items, std::vector<Rating> ratings)
    : users_(users), items_(items), ratings_(std::move(ratings)) {
  if (ratings_.empty()) throw DataError("a table without ratings");
  numeric::Sum sum;
  for (const Rating& rating : ratings_) {
    check(rating, users_, items_);
    sum.add(rating.value);
  }
  mean_ = sum.value() / static_cast<double>(ratings_.size());
  by_user_ = lines(Axis::users);
  by_item_ = lines(Axis::items);
  for (std::size_t u = 0; u < users_; ++u) {
    const auto row = of(Axis::users, u);
    const auto same = [](const RatingEntry& a, const RatingEntry& b) { return a.place == b.place; };
    const auto twice = std::adjacent_find(row.begin(), row.end(), same);
    if (twice == row.end()) continue;
    throw DataError("user " + std::to_string(u) + " rated item " + std::to_string(twice->place) +
                    " twice");
  }
}

RatingTable::Lines RatingTable::lines(Axis axis) const {
  const auto line_of = [axis](const Rating& r) { return axis == Axis::users ? r.user : r.item; };
  Lines out;
  out.first.assign(size(axis) + 1, 0);
  for (const Rating& rating : ratings_) ++out.first[line_of(rating) + 1];
  for (std::size_t l = 0; l < size(axis); ++l) out.first[l + 1] += out.first[l];
  out.entries.resize(ratings_.size());
  std::vector<std::size_t> next = out.first;
  for (const Rating& rating : ratings_) {
    const std::uint32_t place = axis == Axis::users ? rating.item : rating.user;
    out.entries[next[line_of(rating)]++] = {place, rating.value};
  }
  out.means.resize(size(axis));
  for (std::size_t l = 0; l < size(axis); ++l) {
    const auto begin = out.entries.begin() + static_cast<std::ptrdiff_t>(out.first[l]);
    const auto end = out.entries.begin() + static_cast<std::ptrdiff_t>(out.first[l + 1]);
    std::sort(begin, end,
              [](const RatingEntry& a, const RatingEntry& b) { return a.place < b.place; });
    double sum = 0;
    for (auto entry = begin; entry != end; ++entry) sum += entry->value;
    if (begin != end) out.means[l] = sum / static_cast<double>(end - begin);
  }
  return out;
}

std::span<const RatingEntry> RatingTable::of(Axis axis, std::size_t which) const {
  const Lines& lines = axis == Axis::users ? by_user_ : by_item_;
  return std::span(lines.entries)
      .subspan(lines.first[which], lines.first[which + 1] - lines.first[which]);
}

std::optional<double> RatingTable::find(std::size_t user, std::size_t item) const {
  const auto row = of(Axis::users, user);
  const auto found =
      std::lower_bound(row.begin(), row.end(), item,
                       [](const RatingEntry& e, std::size_t place) { return e.place < place; });
  if (found == row.end() || found->place != item) return std::nullopt;
  return found->value;
}

std::optional<double> RatingTable::mean(Axis axis, std::size_t which) const {
  if (of(axis, which).empty()) return std::nullopt;
  return (axis == Axis::users ? by_user_ : by_item_).means[which];
}

RatingTable RatingTable::subset(std::span<const std::size_t> places) const {
  std::vector<Rating> some;
  some.reserve(places.size());
  for (const std::size_t place : places) some.push_back(ratings_[place]);
  return RatingTable(users_, items_, std::move(some));
}

}  // namespace replaybench::ratings
