#pragma once
// The distinct contexts of a log, for evaluators that keep one queue of records for each.

#include <cstdint>
#include <string>
#include <vector>

#include "suite/component/registry.hpp"

namespace replaybench::estimation {

/// Each record's state: contexts with the same features and the same pool are one.
class ContextStates {
 public:
  /// Throws NotApplicable, naming `evaluator`, if there are more than `most`.
  /// O(n (dimension + log most)), O(most dimension) memory in addition to the result.
  ContextStates(const std::string& evaluator, const Log& log, std::uint64_t most);

  /// In the order of their first record.
  std::size_t size() const { return count_; }
  std::uint32_t operator[](std::size_t record) const { return states_[record]; }
  /// The records of each state, in order. O(n).
  std::vector<std::vector<std::uint32_t>> records() const;

 private:
  // Returns the number of leading records with at most `most` distinct contexts.
  std::size_t read(const Log& log, std::uint64_t most);

  std::size_t count_ = 0;
  std::vector<std::uint32_t> states_;
};

/// The parameter "most_contexts" of such an evaluator.
template <class Options>
BoundParameter<Options> most_contexts_parameter(std::uint64_t Options::*member) {
  return integer(
             member, "most_contexts",
             "a log with more distinct contexts is refused: a queue for each would be empty soon")
      .at_least(1)
      .at_most(1'000'000);
}

}  // namespace replaybench::estimation
