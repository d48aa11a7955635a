#pragma once
// Times of the interactions and names of the articles, for environments that represent a log of
// visits. The writers of logs use them.

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
