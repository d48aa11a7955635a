#pragma once
// What a world that stands for a log of visits knows beside its interactions: when they took place
// and what its articles are called. Log writers ask for it.

#include <cstdint>

#include "suite/model/action.hpp"

namespace replaybench {

class VisitTimes {
 public:
  virtual ~VisitTimes() = default;
  /// Seconds of Unix at a step; does not fall from step to step.
  virtual std::uint64_t unix_time(std::uint64_t step) const = 0;
  /// Day of the log, from 0, of a step; and the Unix second at which that day begins.
  virtual std::size_t day(std::uint64_t step) const = 0;
  virtual std::uint64_t first_second(std::size_t day) const = 0;
  /// The number that the article has in its name.
  virtual std::uint64_t article_number(Action action) const = 0;
};

}  // namespace replaybench
