#pragma once
// Sums of an estimate of a fixed policy over some records of a log. All are exact: the sums of the parts of a log,
// merged in any order, are those of the log, to the last bit.

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>

#include "suite/numeric/exact_sum.hpp"
#include "suite/statistics/largest_terms.hpp"
#include "suite/terms/term_sums.hpp"

namespace replaybench::offpolicy {

struct BlockSums {
  BlockSums(terms::TermShape shape, statistics::LargestTerms largest_terms)
      : terms(shape), largest(std::move(largest_terms)) {}

  terms::TermSums terms, importance;  ///< `importance`: pi / p, where the terms have other weights
  statistics::LargestTerms largest;   ///< weight times reward
  double least_exponent = std::numeric_limits<double>::infinity();  ///< of a log-mean
  double largest_exponent = -std::numeric_limits<double>::infinity();
  double least_reward = std::numeric_limits<double>::infinity();
  bool unit_rewards = true;    ///< all in [0, 1]
  std::uint64_t rewarded = 0;  ///< of a weight above 0 and a reward of 1
  /// Of a part of a log: the policy's probabilities of all actions are known, and those of the actions that the part
  /// does not show are summed here by the actions' names.
  bool has_all = false;
  std::map<std::string, numeric::ExactSum> not_shown = {};

  /// `other`: of the same estimate. `has_all` is then true if it is of both.
  void merge(const BlockSums& other);
  /// Canonical bytes of the sums of a part, some kilobytes, and the sums that have them, which are taken from `bytes`:
  /// throws std::invalid_argument for others.
  void write(std::string& out) const;
  static BlockSums read(std::string_view& bytes);
};

}  // namespace replaybench::offpolicy
