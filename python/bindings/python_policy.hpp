#pragma once
// An algorithm written in Python as one of the engine's.

#include <pybind11/pybind11.h>

#include <memory>
#include <string>

#include "suite/component/registry.hpp"

namespace replaybench::python {

/// The draws of one step, lent to `choose` for the time of the call.
class LentDraws {
 public:
  double uniform() { return lent().uniform(); }
  double normal() { return lent().normal(); }
  std::uint32_t below(std::uint32_t n);
  std::uint64_t bits() { return lent().bits(); }

  void lend(Draws* draws) { draws_ = draws; }

 private:
  Draws& lent();

  Draws* draws_ = nullptr;
};

/// A description whose agents are deep copies of `policy` (an object with `choose`, and `update` if it
/// learns). It is called under the interpreter's lock, which the caller must hold from the first
/// agent's making to the last one's end. Throws what the object's methods raise, and
/// pybind11::value_error for a choice that is not available.
std::shared_ptr<const AlgorithmDescription> describe_python_policy(pybind11::object policy);

/// Describes the algorithm whose agents `maker(n_actions, n_features)` makes: a new object for each agent. Making an
/// agent also throws what `maker` raises.
std::shared_ptr<const AlgorithmDescription> describe_python_maker(const std::string& name,
                                                                  pybind11::object maker);

}  // namespace replaybench::python
