#include "suite/ratings/split.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "suite/text/errors.hpp"

namespace replaybench::ratings {

namespace {

std::vector<std::size_t> shuffled(std::size_t n, StreamKey key) {
  std::vector<std::size_t> places(n);
  std::iota(places.begin(), places.end(), std::size_t{0});
  Draws draws(key, 0);
  for (std::size_t i = n; i > 1; --i) {
    std::swap(places[i - 1], places[draws.below(static_cast<std::uint32_t>(i))]);
  }
  return places;
}

std::size_t tested(std::size_t n, double share) {
  const auto count = static_cast<std::size_t>(std::llround(share * static_cast<double>(n)));
  if (count == 0 || count >= n) {
    throw DataError("a part of the split is empty: " + std::to_string(count) + " of " +
                    std::to_string(n) + " ratings would be tested");
  }
  return count;
}

// The last `count` of `order` are tested.
Split last_of(std::vector<std::size_t> order, std::size_t count) {
  Split out;
  const auto cut = order.end() - static_cast<std::ptrdiff_t>(count);
  out.train.assign(order.begin(), cut);
  out.test.assign(cut, order.end());
  std::sort(out.train.begin(), out.train.end());
  std::sort(out.test.begin(), out.test.end());
  return out;
}

Split split_of(const std::vector<bool>& is_tested) {
  Split out;
  for (std::size_t i = 0; i < is_tested.size(); ++i) {
    (is_tested[i] ? out.test : out.train).push_back(i);
  }
  return out;
}

}  // namespace

Split random_split(const RatingTable& table, double share, StreamKey key) {
  const std::size_t n = table.ratings().size();
  return last_of(shuffled(n, key), tested(n, share));
}

std::vector<Split> folds(const RatingTable& table, std::size_t count, StreamKey key) {
  const std::size_t n = table.ratings().size();
  if (count < 2 || count > n) {
    throw DataError(std::to_string(count) + " folds of " + std::to_string(n) +
                    " ratings: allowed are 2 to as many as there are ratings");
  }
  const auto order = shuffled(n, key);
  std::vector<Split> out;
  for (std::size_t f = 0; f < count; ++f) {
    std::vector<bool> is_tested(n, false);
    for (std::size_t i = f * n / count; i < (f + 1) * n / count; ++i) is_tested[order[i]] = true;
    out.push_back(split_of(is_tested));
  }
  return out;
}

Split leave_one_out(const RatingTable& table, StreamKey key) {
  const auto ratings = table.ratings();
  std::vector<std::vector<std::size_t>> of_user(table.users());
  for (std::size_t i = 0; i < ratings.size(); ++i) of_user[ratings[i].user].push_back(i);
  std::vector<bool> is_tested(ratings.size(), false);
  bool any = false;
  for (std::size_t u = 0; u < of_user.size(); ++u) {
    if (of_user[u].size() < 2) continue;
    Draws draws(key, u);
    is_tested[of_user[u][draws.below(static_cast<std::uint32_t>(of_user[u].size()))]] = true;
    any = true;
  }
  if (!any) throw DataError("leave-one-out: no user has two ratings");
  return split_of(is_tested);
}

Split split_by_time(const RatingTable& table, double share) {
  const auto ratings = table.ratings();
  const auto earlier = [](const Rating& a, const Rating& b) { return a.time < b.time; };
  const auto [first, last] = std::minmax_element(ratings.begin(), ratings.end(), earlier);
  if (first->time == last->time) {
    throw DataError("split by time: all ratings have the same time; is there no column \"time\"?");
  }
  std::vector<std::size_t> order(ratings.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return ratings[a].time < ratings[b].time; });
  return last_of(std::move(order), tested(ratings.size(), share));
}

}  // namespace replaybench::ratings
