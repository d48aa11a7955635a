#include "suite/ratings/reward_neighbours.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "suite/model/numerical_failure.hpp"
#include "suite/ratings/memory_limit.hpp"

namespace replaybench::ratings {

namespace {

// The number of lines, where similarities of all pairs can be kept; before anything is allocated.
std::size_t checked_lines(Axis axis, std::size_t users, std::size_t items, std::string_view owner) {
  const std::size_t lines = axis == Axis::users ? users : items;
  check_memory(cells(lines, lines) + 3 * cells(users, items),
               std::string(owner) + ": rewards of " + std::to_string(users) + " users and " +
                   std::to_string(items) + " actions, with a similarity for each pair of " +
                   (axis == Axis::users ? "users" : "actions") + ",");
  return lines;
}

}  // namespace

RewardNeighbours::RewardNeighbours(std::string_view owner, Axis axis, std::size_t users,
                                   std::size_t items, const RewardNeighbourOptions& options)
    : owner_(owner),
      axis_(axis),
      options_(options),
      lines_(checked_lines(axis, users, items, owner)),
      cells_(users * items),
      users_(users),
      items_(items),
      similarities_(lines_ * lines_),
      nearest_(std::min(options.neighbours, lines_)) {}

double RewardNeighbours::between(std::size_t a, std::size_t b) const {
  const bool adjusted = options_.similarity == SimilarityKind::adjusted_cosine;
  const std::vector<Mean>& places = axis_ == Axis::users ? items_ : users_;
  PairSums sums;
  for (std::size_t place = 0; place < places.size(); ++place) {
    const Mean& of_a = cell(a, place);
    const Mean& of_b = cell(b, place);
    if (of_a.count == 0 || of_b.count == 0) continue;
    const double centre = adjusted ? places[place].mean : 0;
    sums.add(of_a.mean - centre, of_b.mean - centre);
  }
  const double value =
      options_.similarity == SimilarityKind::pearson ? sums.correlation() : sums.cosine();
  if (options_.significance == 0) return value;
  return value * static_cast<double>(std::min(sums.count(), options_.significance)) /
         static_cast<double>(options_.significance);
}

void RewardNeighbours::renew(std::size_t line) {
  for (std::size_t other = 0; other < lines_; ++other) {
    if (other == line) continue;
    similarities_[line * lines_ + other] = similarities_[other * lines_ + line] =
        between(line, other);
  }
}

void RewardNeighbours::learn(std::size_t user, std::size_t item, double reward) {
  cells_[user * items_.size() + item].add(reward);
  users_[user].add(reward);
  items_[item].add(reward);
  all_.add(reward);
  if (!std::isfinite(users_[user].sum * users_[user].sum) ||
      !std::isfinite(items_[item].sum * items_[item].sum) || !std::isfinite(all_.sum)) {
    throw NumericalFailure(std::string(owner_) +
                           ": the sums of the rewards overflowed; scale the rewards");
  }
  renew(axis_ == Axis::users ? user : item);
}

double RewardNeighbours::from_neighbours(std::size_t user, std::size_t item) const {
  const bool of_users = axis_ == Axis::users;
  const std::size_t self = of_users ? user : item;
  const std::size_t place = of_users ? item : user;
  std::size_t found = 0;
  for (std::size_t other = 0; other < lines_; ++other) {
    const double near = similarity(self, other);
    if (other == self || near <= 0) continue;
    if (found == nearest_.size() && near <= nearest_[found - 1].similarity) continue;
    const Mean& shown = cell(other, place);
    if (shown.count == 0) continue;
    std::size_t at = found < nearest_.size() ? found++ : found - 1;
    for (; at > 0 && nearest_[at - 1].similarity < near; --at) nearest_[at] = nearest_[at - 1];
    nearest_[at] = {near, shown.mean - (of_users ? users_[other].mean : 0)};
  }
  const double base = of_users ? users_[user].mean : 0;
  if (found == 0) {
    // A user who is not known yet has the mean of all.
    if (!of_users || users_[user].count == 0) return items_[item].mean;
    return base + items_[item].mean - all_.mean;
  }
  double above = 0;
  double below = 0;
  for (std::size_t n = 0; n < found; ++n) {
    above += nearest_[n].similarity * nearest_[n].deviation;
    below += nearest_[n].similarity;
  }
  const double predicted = base + above / below;
  return std::isfinite(predicted) ? predicted : items_[item].mean;
}

double RewardNeighbours::predict(std::size_t user, std::size_t item) const {
  if (items_[item].count == 0) return std::numeric_limits<double>::infinity();
  const Mean& own = cells_[user * items_.size() + item];
  return (own.sum + options_.prior * from_neighbours(user, item)) / (own.count + options_.prior);
}

}  // namespace replaybench::ratings
