#pragma once
// Records drawn with replacement with unequal probabilities.
//
// Source: Walker, "An efficient method for generating discrete random variables with general
// distributions", ACM TOMS 3, 1977; the table is filled as in Vose, IEEE TSE 17, 1991.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "suite/resample/record_source.hpp"

namespace replaybench {

/// Draws i with a probability in proportion to weight i, in O(1).
class WeightTable {
 public:
  /// `weights`: positive and finite, with a finite sum; 1 to 2^32 - 1 of them. Throws
  /// std::invalid_argument otherwise. O(n).
  explicit WeightTable(std::span<const double> weights);

  std::uint32_t draw(WordStream& words) const {
    const std::uint32_t place = words.below(static_cast<std::uint32_t>(keep_.size()));
    return words.uniform() < keep_[place] ? place : other_[place];
  }

 private:
  std::vector<double> keep_;          // probability of staying at a place
  std::vector<std::uint32_t> other_;  // where else
};

/// Each record of `records`, which must outlive the source, with a probability in proportion to its
/// weight in `table`, with replacement.
class WeightedRecords final : public RecordSource {
 public:
  /// `table` has a place for each of `records`.
  WeightedRecords(std::shared_ptr<const WeightTable> table, std::span<const std::uint32_t> records,
                  StreamKey key)
      : table_(std::move(table)), records_(records), words_(key, 0) {}
  void fill(std::span<std::uint32_t> out) override {
    for (std::uint32_t& record : out) record = records_[table_->draw(words_)];
  }

 private:
  std::shared_ptr<const WeightTable> table_;
  std::span<const std::uint32_t> records_;
  WordStream words_;
};

}  // namespace replaybench
