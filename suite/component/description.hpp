#pragma once
// The common part of all descriptions of components, and a component that a user named.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "suite/component/bind.hpp"
#include "suite/component/parameters.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {

/// Thrown by a factory when the component cannot be used here (an oracle on a real log, say): the
/// plan prints why.
class NotApplicable : public Error {
 public:
  explicit NotApplicable(std::string message)
      : Error(ErrorKind::not_applicable, std::move(message)) {}
};

/// The use for which a component is the default; exactly one component has each use.
enum class DefaultFor {
  nothing,
  logging,          ///< algorithm: writes simulated logs
  column_policies,  ///< algorithm: represents a policy given by columns of the log (Log::targets)
  live_play,        ///< evaluator: measures an algorithm in a simulator
  logs,             ///< evaluator: evaluates an algorithm on a log
  target_policies   ///< evaluator: evaluates a policy given by columns of the log
};

/// The common part of the descriptions of algorithms, evaluators and data sets. The folder, the namespace and `name` are
/// the same word.
struct ComponentDescription {
  std::string name;
  std::string summary;  ///< one line
  std::string source;   ///< thesis algorithm, section or paper
  int revision = 1;     ///< part of result keys: raise it when results change
  std::vector<ParameterInfo> parameters;
  /// Other names in the field, separated by semicolons, each with the parameters that it implies:
  /// "snips{weights=\"propensity\"}; ips{weights=\"propensity\", star=true}". Names that differ from `name` only in
  /// capitals, _ and - need no alias.
  std::string aliases = {};
};

/// The other name of `description` that `name` is, as component text (an alias, or its own name
/// where only capitals, _ and - differ); empty: none. O(aliases).
std::string alias_named(const ComponentDescription& description, std::string_view name);

/// The aliases of `description` as component texts, in their order.
std::vector<std::string> aliases_of(const ComponentDescription& description);

/// "red_inf{star=true}": what an alias, given as component text, stands for.
std::string meaning_of_alias(const ComponentDescription& description, const std::string& alias);

/// `written`, which has the name of `alias`, with the component's own name and the parameters that
/// the alias stands for. One of these that is written with another value is added to `problems`.
ComponentText without_alias(ComponentText written, const std::string& alias,
                            const ComponentDescription& description,
                            std::vector<SpecProblem>& problems);

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
