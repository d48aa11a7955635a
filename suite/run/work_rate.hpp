#pragma once
// Times of cells by kind: what was measured of some cells of a kind says how long the others take.

#include <string>

#include "suite/plan/plan.hpp"

namespace replaybench {

/// The labels that decide a cell's kind; "-" for one that it has not.
struct CellKind {
  std::string task, algorithm, evaluator;

  auto operator<=>(const CellKind&) const = default;
};

/// O(axes).
CellKind kind_of(const Cell& cell);

/// Seconds of a core per unit of work (Cell::cost), over the measured cells of a kind.
struct WorkRate {
  double work = 0;
  double seconds = 0;

  void add(double more_work, double more_seconds) {
    work += more_work;
    seconds += more_seconds;
  }
  bool is_measured() const { return work > 0; }
  /// Expected seconds of `some_work`; 0 if nothing is measured.
  double seconds_of(double some_work) const {
    return is_measured() ? seconds / work * some_work : 0;
  }
};

}  // namespace replaybench
