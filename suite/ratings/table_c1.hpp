#pragma once
// Table C.1 of the thesis: five users, five items, one gap.

#include "suite/ratings/rating_table.hpp"

namespace replaybench::ratings {

inline constexpr std::size_t alice = 0, bob = 1, charlie = 2, dave = 3, eve = 4;

/// Alice 5 3 4 4 -; Bob 3 1 2 3 3; Charlie 4 3 4 3 5; Dave 3 3 1 5 4; Eve 1 5 5 2 1.
inline RatingTable table_c1() {
  constexpr double values[5][5] = {
      {5, 3, 4, 4, 0}, {3, 1, 2, 3, 3}, {4, 3, 4, 3, 5}, {3, 3, 1, 5, 4}, {1, 5, 5, 2, 1}};
  std::vector<Rating> ratings;
  for (std::uint32_t u = 0; u < 5; ++u) {
    for (std::uint32_t i = 0; i < 5; ++i) {
      if (values[u][i] > 0) ratings.push_back({u, i, values[u][i]});
    }
  }
  return RatingTable(5, 5, std::move(ratings));
}

}  // namespace replaybench::ratings
