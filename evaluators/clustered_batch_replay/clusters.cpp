#include "evaluators/clustered_batch_replay/clusters.hpp"

#include <algorithm>
#include <limits>

#include "suite/model/stop.hpp"

namespace replaybench::evaluators::clustered_batch_replay {

namespace {

constexpr int max_rounds = 50;

/// Points and centres, row by row.
class KMeans {
 public:
  KMeans(const Log& log, std::size_t groups, StreamKey key)
      : dimension_(log.dimension),
        points_(log.size() * log.dimension),
        centres_(groups * log.dimension),
        group_(log.size(), 0) {
    ContextReader contexts(log);
    for (std::size_t i = 0; i < log.size(); ++i) {
      std::ranges::copy(contexts[i].values(), points_.begin() + offset(i));
    }
    seed(groups, key);
  }

  std::vector<std::uint32_t> run() {
    assign();
    for (int round = 1; round < max_rounds; ++round) {
      move_centres();
      if (!assign()) break;
    }
    return group_;
  }

 private:
  std::ptrdiff_t offset(std::size_t row) const {
    return static_cast<std::ptrdiff_t>(row * dimension_);
  }
  double distance2(std::size_t point, std::size_t centre) const {
    const double* x = points_.data() + offset(point);
    const double* c = centres_.data() + offset(centre);
    double sum = 0;
    for (std::size_t j = 0; j < dimension_; ++j) sum += (x[j] - c[j]) * (x[j] - c[j]);
    return sum;
  }
  void set_centre(std::size_t centre, std::size_t point) {
    std::copy_n(points_.begin() + offset(point), dimension_, centres_.begin() + offset(centre));
  }
  // Each next centre is a point drawn in proportion to its squared distance from those there are.
  void seed(std::size_t groups, StreamKey key) {
    Draws draws(key, 0);
    set_centre(0, draws.below(static_cast<std::uint32_t>(group_.size())));
    std::vector<double> nearest(group_.size(), std::numeric_limits<double>::infinity());
    for (std::size_t g = 1; g < groups; ++g) {
      double total = 0;
      for (std::size_t i = 0; i < nearest.size(); ++i) {
        stop_point(i);
        nearest[i] = std::min(nearest[i], distance2(i, g - 1));
        total += nearest[i];
      }
      double left = draws.uniform() * total;
      std::size_t chosen = 0;
      for (std::size_t i = 0; i < nearest.size(); ++i) {
        if (nearest[i] > 0) chosen = i;  // the last such, where roundoff leaves something
        if (nearest[i] > 0 && left < nearest[i]) break;
        left -= nearest[i];
      }
      set_centre(g, chosen);
    }
  }
  bool assign() {
    bool moved = false;
    const std::size_t groups = dimension_ == 0 ? 1 : centres_.size() / dimension_;
    for (std::size_t i = 0; i < group_.size(); ++i) {
      stop_point(i);
      std::uint32_t best = 0;
      double least = distance2(i, 0);
      for (std::uint32_t g = 1; g < groups; ++g) {
        const double distance = distance2(i, g);
        if (distance < least) {
          least = distance;
          best = g;
        }
      }
      moved = moved || best != group_[i];
      group_[i] = best;
    }
    return moved;
  }
  void move_centres() {
    std::vector<double> sums(centres_.size(), 0);
    std::vector<double> counts(dimension_ == 0 ? 1 : centres_.size() / dimension_, 0);
    for (std::size_t i = 0; i < group_.size(); ++i) {
      ++counts[group_[i]];
      for (std::size_t j = 0; j < dimension_; ++j) {
        sums[group_[i] * dimension_ + j] += points_[i * dimension_ + j];
      }
    }
    for (std::size_t g = 0; g < counts.size(); ++g) {
      if (counts[g] == 0) continue;
      for (std::size_t j = 0; j < dimension_; ++j) {
        centres_[g * dimension_ + j] = sums[g * dimension_ + j] / counts[g];
      }
    }
  }

  std::size_t dimension_;
  std::vector<double> points_;
  std::vector<double> centres_;
  std::vector<std::uint32_t> group_;
};

}  // namespace

std::vector<std::uint32_t> cluster_contexts(const Log& log, std::size_t groups, StreamKey key) {
  return KMeans(log, groups, key).run();
}

}  // namespace replaybench::evaluators::clustered_batch_replay
