#pragma once
// Entangled splits of a log whose records may be copies (Log::originals): a bootstrap resample.
//
// The tests are drawn among the originals. A tested original is met once, and its reward counts as
// often as the log has copies of it, so that the estimate is about the distribution of the resample;
// no copy of it teaches.

#include <cstdint>
#include <span>

#include "suite/model/originals.hpp"
#include "suite/resample/entangled.hpp"

namespace replaybench::estimation {

class OriginalSplits {
 public:
  /// `log` must outlive this. O(n log n) with copies, otherwise O(1).
  explicit OriginalSplits(const Log& log) : log_(log), originals_(log) {}

  /// Without copies: EntangledSplit(records, tests, key). Else the share tests / records.size() of
  /// the originals all of whose copies are among `records` (increasing in the log, or a permutation),
  /// each by its first copy, are the tests; all other `records` except for further copies of
  /// tests teaches. O(records).
  EntangledSplit split(std::span<const std::uint32_t> records, std::size_t tests,
                       StreamKey key) const;
  /// Number of copies of record i in the log. O(1).
  double copies(std::size_t i) const {
    return log_.has_copies() ? static_cast<double>(originals_.copies_of(i).size()) : 1;
  }

 private:
  const Log& log_;
  Originals originals_;
};

}  // namespace replaybench::estimation
