#pragma once
// Parameters that say which action is meant.
//
// The user names an action by its name in the log. If actions have names, a number is a name too: 0
// means the action "0", never the first action of the dictionary, so that a user cannot mean one action
// and get another. If actions have no names (simulators), a number is the action's index.

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "suite/component/algorithm.hpp"
#include "suite/component/bind.hpp"

namespace replaybench {

/// An action as the user names it.
using ActionName = std::variant<std::int64_t, std::string>;
/// Several: numbers, or tokens separated by semicolons in one text.
using ActionNames = std::variant<std::vector<std::int64_t>, std::string>;

namespace bind_details {

extern const MemberAccess action_access, actions_access;

/// A parameter that names an action, or several.
MemberParameter naming_parameter(ParameterType type, std::ptrdiff_t offset,
                                 const MemberAccess& access, std::string name, std::string meaning);

}  // namespace bind_details

/// One action, by its token or number; `find_action` says which one it is.
template <class Options>
BoundParameter<Options> action(ActionName Options::*member, std::string name, std::string meaning) {
  return BoundParameter<Options>(bind_details::naming_parameter(
      ParameterType::action, bind_details::offset_of(member), bind_details::action_access,
      std::move(name), std::move(meaning)));
}

/// A list of actions: "item14; item3" or [14, 3]; `find_actions` says which ones they are.
template <class Options>
BoundParameter<Options> actions(ActionNames Options::*member, std::string name,
                                std::string meaning) {
  return BoundParameter<Options>(bind_details::naming_parameter(
      ParameterType::actions, bind_details::offset_of(member), bind_details::actions_access,
      std::move(name), std::move(meaning)));
}

/// The action of the problem that the user means. Throws NotApplicable "owner: ..." when there is
/// none: with the nearest names, or with the numbers that there are. O(K).
Action find_action(const std::string& owner, const ActionName& given, const Problem& problem);

/// Finds the action of each name in a list, in its order. Spaces around a name are ignored. Throws
/// NotApplicable as above, and for an empty token.
std::vector<Action> find_actions(const std::string& owner, const ActionNames& given,
                                 const Problem& problem);

}  // namespace replaybench
