#pragma once
// Records drawn near a place that moves along the log: the resampling of a kernel density estimate
// for a time series.
//
// Source: thesis, section 5.11.1 (p. 196), which describes it in a sentence ("at step t [...]
// sample an event from a discrete distribution, centered around the t-th record of the dataset")
// and leaves it to future work; Robinson, "Nonparametric estimators for time series", 1983, for the
// theory.
//
// The distribution is a Gaussian number of records, rounded: P(centre + j) = Phi((j + 1/2) / w) -
// Phi((j - 1/2) / w). Beyond the ends of the log it is reflected (record -1 is record 0), not cut
// off: the kernel stays symmetric, so that over a whole pass every record is expected as often as
// any other, which near the ends of a truncated one it is not.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "suite/resample/record_source.hpp"

namespace replaybench {

class NearbyRecords final : public RecordSource {
 public:
  /// A pass of `slots` slots over `records` >= 1 records, slot s centred at record floor(s records
  /// / slots); `width` in records, >= 0 and below 2^50. O(1) memory; a few ns a record.
  NearbyRecords(std::uint32_t records, std::uint64_t slots, double width, StreamKey key);
  /// A pass that stays visits[i] slots at record i; `visits` (not empty) must outlive the source,
  /// and no more slots than it adds up to may be asked for.
  NearbyRecords(std::span<const std::uint32_t> visits, double width, StreamKey key);

  void fill(std::span<std::uint32_t> out) override;

 private:
  std::uint32_t next_centre();
  double next_normal();
  std::uint32_t reflected(double place) const;

  std::uint32_t records_;
  std::uint64_t slots_;  // 0: of visits_
  std::span<const std::uint32_t> visits_;
  double width_;
  StreamKey key_;
  std::uint32_t centre_ = 0;
  std::uint64_t turn_ = 0;  // (s records) mod slots; or slots spent at the centre
  std::uint64_t block_ = 0;
  std::array<double, 256> normals_;
  std::size_t next_ = 256;
};

/// For each place, the mean of `values` (one per record) over the records that NearbyRecords of
/// this width draws there: sum_j P(place i, record j) values[j]. The matrix P is symmetric, so that
/// for values = visits it is also how often each record is drawn on average. Exact up to a width of
/// 14 records; for larger ones the kernel is a step function of 255 steps, which a mean of values
/// between 0 and 1 misses by less than 1e-3. O(records) time, times up to 255; O(records) memory.
std::vector<double> mean_near(std::span<const double> values, double width);

}  // namespace replaybench
