#pragma once
// The error of a model that broke down numerically.

#include <string>
#include <utility>

#include "suite/text/errors.hpp"

namespace replaybench {

/// Thrown by an algorithm whose model became singular or overflowed: what it would choose from then
/// on would mean nothing. The message names the algorithm and what happened.
class NumericalFailure : public Error {
 public:
  explicit NumericalFailure(std::string message) : Error(ErrorKind::data, std::move(message)) {}
};

}  // namespace replaybench
