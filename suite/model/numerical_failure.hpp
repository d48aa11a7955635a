#pragma once
// The error of a model that broke down numerically.

#include <stdexcept>

namespace replaybench {

/// Thrown by an algorithm whose model became singular or overflowed: what it would choose from then
/// on would mean nothing. The message names the algorithm and what happened.
class NumericalFailure : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace replaybench
