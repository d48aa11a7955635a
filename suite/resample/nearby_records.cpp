#include "suite/resample/nearby_records.hpp"

#include <cmath>
#include <stdexcept>

#include "suite/numeric/elementary.hpp"

namespace replaybench {

NearbyRecords::NearbyRecords(std::uint32_t records, std::uint64_t slots, double width,
                             StreamKey key)
    : records_(records), slots_(slots), width_(width), key_(key) {
  if (records == 0 || slots == 0 || slots > (std::uint64_t{1} << 53)) {
    throw std::invalid_argument("NearbyRecords: no records, or no slots, or 2^53 or more");
  }
  if (!(width >= 0) || width >= 0x1p50) {
    throw std::invalid_argument("NearbyRecords: the width must be from 0 to 2^50");
  }
}

NearbyRecords::NearbyRecords(std::span<const std::uint32_t> visits, double width, StreamKey key)
    : NearbyRecords(static_cast<std::uint32_t>(visits.size()), 1, width, key) {
  slots_ = 0;
  visits_ = visits;
}

// Without a product that could overflow: s records / slots grows by records / slots a slot.
std::uint32_t NearbyRecords::next_centre() {
  if (slots_ == 0) {
    while (turn_ == visits_[centre_]) {
      turn_ = 0;
      ++centre_;
    }
    ++turn_;
    return centre_;
  }
  const std::uint32_t centre = centre_;
  turn_ += records_;
  centre_ += static_cast<std::uint32_t>(turn_ / slots_);
  turn_ %= slots_;
  return centre;
}

double NearbyRecords::next_normal() {
  if (next_ == normals_.size()) {
    fill_normals(key_, block_++, normals_);
    next_ = 0;
  }
  return normals_[next_++];
}

// Period 2 n, the second half read backwards.
std::uint32_t NearbyRecords::reflected(double place) const {
  const double n = records_;
  if (place >= 0 && place < n) return static_cast<std::uint32_t>(place);
  double turned = place - 2 * n * std::floor(place / (2 * n));
  if (turned >= n) turned = 2 * n - 1 - turned;
  // A quotient that rounds up to the next period leaves -1 or less.
  return turned < 0 ? 0 : static_cast<std::uint32_t>(turned);
}

void NearbyRecords::fill(std::span<std::uint32_t> out) {
  for (std::uint32_t& record : out) {
    const double centre = next_centre();
    record = width_ > 0 ? reflected(centre + std::floor(width_ * next_normal() + 0.5))
                        : static_cast<std::uint32_t>(centre);
  }
}

namespace {

// Sums of the values of the records ..., reflected at both ends without end, as nearby records are.
class ReflectedSums {
 public:
  explicit ReflectedSums(std::span<const double> values) : sums_(values.size() + 1) {
    for (std::size_t i = 0; i < values.size(); ++i) sums_[i + 1] = sums_[i] + values[i];
  }
  /// Sum of `steps` values from `place` on; `place` may be outside the log.
  double sum(std::int64_t place, std::int64_t steps) const {
    return before(place + steps) - before(place);
  }

 private:
  double before(std::int64_t place) const {
    const auto n = static_cast<std::int64_t>(sums_.size()) - 1;
    std::int64_t turn = place / (2 * n);
    std::int64_t rest = place % (2 * n);
    if (rest < 0) {
      rest += 2 * n;
      --turn;
    }
    const double all = sums_.back();
    const double part = rest <= n ? sums_[static_cast<std::size_t>(rest)]
                                  : 2 * all - sums_[static_cast<std::size_t>(2 * n - rest)];
    return 2 * all * static_cast<double>(turn) + part;
  }

  std::vector<double> sums_;
};

}  // namespace

std::vector<double> mean_near(std::span<const double> values, double width) {
  std::vector<double> means(values.begin(), values.end());
  if (width == 0 || values.empty()) return means;
  // An odd number of steps, each of an odd number of places, is symmetric about 0. Beyond nine
  // deviations there is nothing.
  constexpr std::int64_t max_steps = 255;
  const auto reach = static_cast<std::int64_t>(std::ceil(9 * width)) + 1;
  std::int64_t places = (2 * reach + max_steps) / max_steps;
  places += 1 - places % 2;
  std::int64_t steps = (2 * reach + places) / places;
  steps += 1 - steps % 2;
  const std::int64_t first = -(steps * places - 1) / 2;
  std::vector<double> mass(static_cast<std::size_t>(steps));
  for (std::int64_t step = 0; step < steps; ++step) {
    const double low = static_cast<double>(first + step * places) - 0.5;
    mass[static_cast<std::size_t>(step)] =
        (numeric::normal_cdf((low + static_cast<double>(places)) / width) -
         numeric::normal_cdf(low / width)) /
        static_cast<double>(places);
  }
  const ReflectedSums sums(values);
  for (std::size_t i = 0; i < means.size(); ++i) {
    means[i] = 0;
    for (std::int64_t step = 0; step < steps; ++step) {
      means[i] += mass[static_cast<std::size_t>(step)] *
                  sums.sum(static_cast<std::int64_t>(i) + first + step * places, places);
    }
  }
  return means;
}

}  // namespace replaybench
