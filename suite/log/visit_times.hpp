#pragma once
// What an environment that stands for a log of visits knows beside its interactions: when they took
// place and what its articles are called. The writers of logs ask for it.

#include <cstddef>
#include <cstdint>
#include <string>

#include "suite/model/action.hpp"

namespace replaybench {

class VisitTimes {
 public:
  virtual ~VisitTimes() = default;
  /// Seconds of Unix at a step; does not fall from step to step.
  virtual std::uint64_t unix_time(std::uint64_t step) const = 0;
  /// Day of the log, from 0, in which a step is; each day is a file.
  virtual std::size_t day(std::uint64_t step) const = 0;
  /// "20111002"
  virtual std::string date(std::size_t day) const = 0;
  /// The number in the article's name.
  virtual std::uint64_t article_number(Action action) const = 0;
};

}  // namespace replaybench
