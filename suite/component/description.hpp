#pragma once
// The common part of all descriptions of components, and a component that a user named.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "suite/component/bind.hpp"
#include "suite/component/parameters.hpp"
#include "suite/text/enum_names.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {

/// Thrown by a factory when the component cannot be used here (an oracle on a real log, for example): the
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

/// The group of an algorithm or evaluator in the lists, which have the groups in this order.
enum class Group {
  none,  ///< data sets
  // algorithms
  fixed_policies,
  without_context,
  changing_rewards,
  linear_models,
  other_models,
  trained_offline,
  collaborative_filtering,
  composed,
  // evaluators that estimate the mean reward of an algorithm
  simulators,
  replay,
  bred,
  propensity_weights,
  reward_models,
  slates,
  doses,
  // evaluators that apply another evaluator
  wrappers,
  // evaluators that measure something else; their folder is evaluators/measures
  log_measures,
  evaluator_measures,
  contest_measures,
  prediction_measures,
  policy_measures,
};
inline constexpr EnumNames<Group, 22> group_titles(
    {{Group::none, "none"},
     {Group::fixed_policies, "fixed policies"},
     {Group::without_context, "without context"},
     {Group::changing_rewards, "rewards that change or are adversarial"},
     {Group::linear_models, "with context: linear models"},
     {Group::other_models, "with context: other models"},
     {Group::trained_offline, "trained offline on a log"},
     {Group::collaborative_filtering, "collaborative filtering"},
     {Group::composed, "made of other algorithms"},
     {Group::simulators, "true values, in a simulator"},
     {Group::replay, "replay"},
     {Group::bred, "BRED and RED: replay of an expanded log"},
     {Group::propensity_weights, "off-policy: propensity weights"},
     {Group::reward_models, "off-policy: with a reward model"},
     {Group::slates, "slates"},
     {Group::doses, "doses and other real-valued actions"},
     {Group::wrappers, "applied to another evaluator"},
     {Group::log_measures, "of a log"},
     {Group::evaluator_measures, "of evaluators and their intervals"},
     {Group::contest_measures, "of contests"},
     {Group::prediction_measures, "of predictions"},
     {Group::policy_measures, "of policies in a simulator"}});

/// The common part of the descriptions of algorithms, evaluators and data sets. The folder, the namespace and `name` are
/// the same word.
struct ComponentDescription {
  std::string name;
  Group group = Group::none;  ///< required for algorithms and evaluators
  bool is_core =
      false;  ///< among the few that `list` shows first; its line there has at most 80 characters
  std::string summary;  ///< one line
  std::string source;   ///< thesis algorithm, section or paper
  int revision = 1;     ///< part of result keys: raise it when results change
  std::vector<ParameterInfo> parameters;
  /// Other names in the field, separated by semicolons, each with the parameters that it implies:
  /// "snips{weights=\"propensity\"}; ips{weights=\"propensity\", star=true}". Names that differ from `name` only in
  /// capitals, _ and - need no alias.
  std::string aliases = {};
  /// The text of this component as a member of a family: the component that heads the family, with the one parameter by
  /// which its members differ, for example "ips{weights=\"clipped\"}". A user may write it, with the member's other
  /// parameters, instead of the member's name. The head is a member too. Empty if there is no family.
  std::string family = {};
};

/// The other name of `description` that `name` is, as component text (an alias, or its own name
/// where only capitals, _ and - differ); empty if none. O(aliases).
std::string alias_named(const ComponentDescription& description, std::string_view name);

/// The aliases of `description` as component texts, in their order.
std::vector<std::string> aliases_of(const ComponentDescription& description);

/// The meaning of an alias, given as component text: "red_inf{star=true}".
std::string meaning_of_alias(const ComponentDescription& description, const std::string& alias);

/// `written`, which has the name of `alias`, with the component's own name and the parameters that
/// the alias stands for. One of these that is written with another value is added to `problems`.
ComponentText without_alias(ComponentText written, const std::string& alias,
                            const ComponentDescription& description,
                            std::vector<SpecProblem>& problems);

/// The head and the parameter of a component's family. Throws std::logic_error unless `family` has one parameter.
struct FamilyMember {
  std::string head;
  WrittenParameter parameter;
};
FamilyMember family_member(const ComponentDescription& description);

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
