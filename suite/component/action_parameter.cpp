#include "suite/component/action_parameter.hpp"

#include <algorithm>

#include "suite/text/errors.hpp"

namespace replaybench {

namespace bind_details {
namespace {

template <class Name, class Numbers>
constexpr MemberAccess naming{[](const void* member) {
                                return std::visit(
                                    [](const auto& given) { return ParameterValue(given); },
                                    *static_cast<const Name*>(member));
                              },
                              [](void* member, const ParameterValue& value) {
                                auto& name = *static_cast<Name*>(member);
                                if (const auto* text = std::get_if<std::string>(&value)) {
                                  name = *text;
                                } else {
                                  name = value_as<Numbers>(value);
                                }
                              }};

}  // namespace

constinit const MemberAccess action_access = naming<ActionName, std::int64_t>;
constinit const MemberAccess actions_access = naming<ActionNames, std::vector<std::int64_t>>;

MemberParameter naming_parameter(ParameterType type, std::ptrdiff_t offset,
                                 const MemberAccess& access, std::string name,
                                 std::string meaning) {
  auto info = parameter_info(type, std::move(name), std::move(meaning));
  info.lowest = 0;
  return {std::move(info), offset, access};
}

}  // namespace bind_details

namespace {

// Up to three names, the nearest first; where none is near, the first three.
std::string some_names(const std::string& token, std::vector<std::string> names) {
  constexpr std::size_t shown = 3;
  std::string text;
  std::size_t count = 0;
  for (; count < shown; ++count) {
    const std::string nearest = nearest_name(token, names);
    if (nearest.empty()) break;
    text += (count == 0 ? "; did you mean \"" : ", \"") + nearest + "\"";
    std::erase(names, nearest);
  }
  if (count > 0) return text + "?";
  text = "; the first:";
  for (; count < std::min(shown, names.size()); ++count) {
    text += (count == 0 ? " \"" : ", \"") + names[count] + "\"";
  }
  return text;
}

std::string counted_actions(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " action" : " actions");
}

Action find_token(const std::string& owner, const std::string& token, bool is_number,
                  const std::vector<std::string>& names) {
  const auto found = std::find(names.begin(), names.end(), token);
  if (found != names.end()) return static_cast<Action>(found - names.begin());
  throw NotApplicable(owner + ": no action is named \"" + token + "\"" +
                      (is_number ? " (where actions have names, a number is a name too)" : "") +
                      "; the data set has " + counted_actions(names.size()) +
                      some_names(token, names));
}

}  // namespace

Action find_action(const std::string& owner, const ActionName& given, const Problem& problem) {
  const auto* const number = std::get_if<std::int64_t>(&given);
  if (problem.action_names) {
    return find_token(owner, number ? std::to_string(*number) : std::get<std::string>(given),
                      number != nullptr, *problem.action_names);
  }
  const std::string there = "; the data set has " + counted_actions(problem.action_count) +
                            ", numbered from 0 to " + std::to_string(problem.action_count - 1);
  if (!number) {
    throw NotApplicable(owner + ": no action is named \"" + std::get<std::string>(given) +
                        "\": the actions have no names here" + there);
  }
  if (*number < 0 || *number >= static_cast<std::int64_t>(problem.action_count)) {
    throw NotApplicable(owner + ": there is no action " + std::to_string(*number) + there);
  }
  return static_cast<Action>(*number);
}

std::vector<Action> find_actions(const std::string& owner, const ActionNames& given,
                                 const Problem& problem) {
  std::vector<Action> found;
  if (const auto* const numbers = std::get_if<std::vector<std::int64_t>>(&given)) {
    for (const std::int64_t number : *numbers) found.push_back(find_action(owner, number, problem));
    return found;
  }
  const auto& text = std::get<std::string>(given);
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(';', begin), text.size());
    std::string token = text.substr(begin, end - begin);
    token.erase(0, std::min(token.find_first_not_of(' '), token.size()));
    token.erase(token.find_last_not_of(' ') + 1);
    if (token.empty()) {
      throw NotApplicable(owner + ": \"" + text + "\" has an empty name; names are separated by ;");
    }
    found.push_back(find_action(owner, token, problem));
    begin = end + 1;
  }
  return found;
}

}  // namespace replaybench
