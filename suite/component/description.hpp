#pragma once
// What all kinds of component say about themselves, and a component that a user named.

#include <stdexcept>
#include <string>
#include <vector>

#include "suite/component/bind.hpp"
#include "suite/component/parameters.hpp"

namespace replaybench {

/// Thrown by a factory when the component cannot be used here (an oracle on a real log, say): the
/// plan prints why.
class NotApplicable : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What all kinds of component say about themselves. The folder, the namespace and `name` are the
/// same word.
struct ComponentDescription {
  std::string name;
  std::string summary;  ///< one line
  std::string source;   ///< thesis algorithm, section or paper
  int revision = 1;     ///< part of result keys: raise it when results change
  std::vector<ParameterInfo> parameters;
};

/// A component that a user named, with its validated parameters.
template <class Description>
struct Component {
  const Description* description = nullptr;
  Parameters parameters{{}};

  /// "lin_ucb{alpha=1, ...}": the same text for the same thing. O(parameters).
  std::string canonical() const { return description->name + parameters.canonical(); }
  /// The canonical text with the revision, for result keys: "lin_ucb#1{alpha=1, ...}".
  std::string identity() const {
    return description->name + "#" + std::to_string(description->revision) + parameters.canonical();
  }
};

}  // namespace replaybench
