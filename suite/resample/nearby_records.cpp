#include "suite/resample/nearby_records.hpp"

#include <cmath>
#include <stdexcept>

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

}  // namespace replaybench
