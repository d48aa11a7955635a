#pragma once
// The numbers of many passes over a part of a log whose pools may change: the columns of
// PassStatistics, with an acceptance that knows the pools.

#include <cstdint>

#include "suite/estimation/resampled_replay.hpp"

namespace replaybench::estimation {

/// Size of the passes: numbers of records, of slots per pass, and of slots that would be
/// accepted under uniform logging.
struct Scope {
  double records = 0;
  double slots = 0;
  double expected = 0;

  void add(const Scope& other) {
    records += other.records;
    slots += other.slots;
    expected += other.expected;
  }
};

class ScopeStatistics {
 public:
  ScopeStatistics(const Scope& scope, Combine combine)
      : scope_(scope), passes_(combine, scope.slots / scope.expected) {}

  /// `used`: how many records of the scope were accepted at least once.
  void add(const Sums& sums, std::uint64_t used) {
    passes_.add(sums, {});
    accepted_ += static_cast<double>(sums.accepted);
    distinct_.add(static_cast<double>(used) / scope_.records);
    if (used > 0) copies_.add(static_cast<double>(sums.accepted) / static_cast<double>(used));
  }

  /// The row of the passes so far, with the columns of PassStatistics. `over_logs` as in PassStatistics.
  ResultRow row(std::uint64_t step, double over_logs) const {
    ResultRow row = passes_.row(step, over_logs);
    const PassColumns& c = PassStatistics::columns();
    row[c.acceptance] = accepted_ / (static_cast<double>(distinct_.count) * scope_.expected);
    row[c.distinct] = distinct_.mean;
    if (copies_.count > 0) row[c.copies] = copies_.mean;
    return row;
  }

 private:
  Scope scope_;
  PassStatistics passes_;
  double accepted_ = 0;
  numeric::Moments distinct_;
  numeric::Moments copies_;
};

}  // namespace replaybench::estimation
