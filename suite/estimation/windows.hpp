#pragma once
// Consecutive windows of a log: what windowed_bred and windowed_t_bred resample, each by itself.

#include <cstdint>
#include <string>
#include <vector>

#include "suite/component/registry.hpp"

namespace replaybench::estimation {

/// A stretch of a log, and what is offered of it in one resample.
struct Window {
  std::size_t first = 0;
  std::size_t records = 0;
  std::uint64_t slots = 0;
  double expected = 0;  ///< acceptances among the slots under uniform logging
};

/// The windows of a log, and the expansion of each.
struct WindowCut {
  bool by_pools = false;      ///< windows end if the pool changes
  std::uint64_t windows = 0;  ///< number; 0 means from window_size
  std::uint64_t window_size =
      0;  ///< approximate records per window; the maximum with by_pools; 0 means no limit
  double expansion = 0;  ///< 0: the pool's size
};

/// The windows of a log, in order, each record in one of them. Throws NotApplicable if the log is
/// shorter than the windows are many, or a window would offer no record. O(records).
std::vector<Window> cut_windows(const Log& log, const WindowCut& cut);

/// The parameters of WindowCut.
Binding<WindowCut> window_parameters();
/// Throws SpecErrors if the parameters of the evaluator `name` exclude each other.
void require_consistent(const std::string& name, const WindowCut& cut);

}  // namespace replaybench::estimation
