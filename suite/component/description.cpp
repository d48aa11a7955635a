#include "suite/component/description.hpp"

#include <algorithm>

namespace replaybench {

namespace {

ComponentText parsed(const std::string& text) {
  std::vector<SpecProblem> problems;
  ComponentText component = parse_component(text, {}, problems);
  if (!problems.empty()) throw std::logic_error(text + ": " + problems[0].text());
  return component;
}

}  // namespace

std::vector<std::string> aliases_of(const ComponentDescription& description) {
  return split_components(description.aliases);
}

std::string alias_named(const ComponentDescription& description, std::string_view name) {
  const std::string wanted = folded_name(name);
  if (folded_name(description.name) == wanted) return description.name;
  for (const auto& alias : aliases_of(description)) {
    if (folded_name(parsed(alias).name) == wanted) return alias;
  }
  return {};
}

std::string meaning_of_alias(const ComponentDescription& description, const std::string& alias) {
  const std::size_t brace = alias.find('{');
  return description.name + (brace == std::string::npos ? std::string() : alias.substr(brace));
}

ComponentText without_alias(ComponentText written, const std::string& alias,
                            const ComponentDescription& description,
                            std::vector<SpecProblem>& problems) {
  for (auto& fixed : parsed(alias).parameters) {
    const auto given =
        std::find_if(written.parameters.begin(), written.parameters.end(),
                     [&](const WrittenParameter& other) { return other.name == fixed.name; });
    if (given == written.parameters.end()) {
      fixed.name_place = fixed.value_place = written.place;
      written.parameters.push_back(std::move(fixed));
    } else if (given->value != fixed.value) {
      problems.push_back({given->value_place, "parameter \"" + fixed.name + "\": " + written.name +
                                                  " stands for " +
                                                  meaning_of_alias(description, alias)});
    }
  }
  written.name = description.name;
  return written;
}

FamilyMember family_member(const ComponentDescription& description) {
  ComponentText text = parsed(description.family);
  if (text.parameters.size() != 1) {
    throw std::logic_error(description.name + "'s family is not a name with one parameter");
  }
  return {std::move(text.name), std::move(text.parameters[0])};
}

}  // namespace replaybench
