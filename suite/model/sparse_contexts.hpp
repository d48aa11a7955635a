#pragma once
// Storage of contexts whose features are 0 or 1 and mostly 0, such as those of categories: the features that are 1
// are listed. A log with 900 categories takes 12 bytes per record in place of 7,200, and linear models use sparse
// products.

#include <cstddef>
#include <cstdint>
#include <span>

#include "suite/model/log.hpp"

namespace replaybench {

/// Rows of 0s and 1s whose ones are collected record by record. A dense log and its listed form agree up to
/// roundoff in linear models, so the form depends on the contexts only, not on the format of the file.
class ListedContexts {
 public:
  /// True if `records` contexts with `ones` features that are 1 in total are stored as lists: at least 64
  /// features, of which one in 16 is 1 on average at most. With fewer features dense products are as fast.
  static bool are_worth_it(std::uint64_t records, std::uint64_t dimension, std::uint64_t ones) {
    constexpr std::uint64_t fewest_features = 64, features_per_one = 16;
    return dimension >= fewest_features && ones <= records * dimension / features_per_one;
  }

  /// For `records` contexts of `dimension` features.
  ListedContexts(std::uint64_t records, std::size_t dimension)
      : records_(records), dimension_(dimension), first_{0} {}

  /// Adds a context. Returns false if it has a feature that is neither 0 nor 1, or if the contexts are not
  /// worth listing with it; then nothing more may be added. O(dimension).
  bool add(std::span<const double> context);
  /// Adds a context by its ones, in increasing order. O(ones).
  void add_ones(std::span<const std::uint32_t> ones);

  /// Moves the lists to the log, in place of its contexts. Requires that all records were added.
  void move_to(Log& log) &&;

 private:
  std::uint64_t records_;
  std::size_t dimension_;
  std::vector<std::uint64_t> first_;
  std::vector<std::uint32_t> ones_;
};

/// Lists the ones of a dense log if all its features are 0 or 1 and `ListedContexts::are_worth_it`. O(records *
/// features), and O(features) for most other logs.
void list_sparse_contexts(Log& log);

}  // namespace replaybench
