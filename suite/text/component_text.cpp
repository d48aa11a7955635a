#include "suite/text/component_text.hpp"

#include <toml++/toml.h>

#include <algorithm>

namespace replaybench {

namespace {

bool is_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  });
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

bool read_list(const toml::array& list, WrittenValue& value) {
  std::vector<std::int64_t> integers;
  std::vector<double> reals;
  for (const auto& element : list) {
    if (const auto* integer = element.as_integer()) {
      integers.push_back(integer->get());
      reals.push_back(static_cast<double>(integer->get()));
    } else if (const auto* real = element.as_floating_point()) {
      reals.push_back(real->get());
    } else {
      return false;
    }
  }
  if (integers.size() == reals.size()) {
    value = std::move(integers);
  } else {
    value = std::move(reals);
  }
  return true;
}

bool read_value(const toml::node& node, WrittenValue& value) {
  if (const auto* boolean = node.as_boolean()) {
    value = boolean->get();
  } else if (const auto* integer = node.as_integer()) {
    value = integer->get();
  } else if (const auto* real = node.as_floating_point()) {
    value = real->get();
  } else if (const auto* text = node.as_string()) {
    value = text->get();
  } else if (const auto* list = node.as_array()) {
    return read_list(*list, value);
  } else {
    return false;
  }
  return true;
}

}  // namespace

ComponentText parse_component(std::string_view text, const SourcePlace& place,
                              std::vector<SpecProblem>& problems) {
  ComponentText component;
  component.place = place;
  const std::size_t brace = text.find('{');
  component.name = trimmed(text.substr(0, brace));
  if (!is_name(component.name)) {
    problems.push_back({place, "\"" + std::string(text) +
                                   "\" is not a component; expected name or name{key=value, ...}"});
    return component;
  }
  if (brace == std::string_view::npos) return component;

  // "v=" in front, so a column of the parsed text is `shift` less in the user's.
  constexpr std::string_view prefix = "v=";
  const auto placed = [&](const toml::source_position& position) {
    SourcePlace at = place;
    at.column = place.column + brace + position.column - 1 - prefix.size();
    return at;
  };
  try {
    const toml::table parsed = toml::parse(std::string(prefix) + std::string(text.substr(brace)));
    const toml::table* table = parsed["v"].as_table();
    if (!table) throw std::runtime_error("expected {key=value, ...}");
    for (const auto& [key, node] : *table) {
      WrittenParameter parameter;
      parameter.name = key.str();
      parameter.name_place = placed(key.source().begin);
      parameter.value_place = placed(node.source().begin);
      if (read_value(node, parameter.value)) {
        component.parameters.push_back(std::move(parameter));
      } else {
        problems.push_back({parameter.value_place, "parameter \"" + parameter.name +
                                                       "\" must be a boolean, a number, a text or "
                                                       "a list of numbers"});
      }
    }
  } catch (const toml::parse_error& error) {
    problems.push_back({placed(error.source().begin), std::string(error.description())});
  } catch (const std::runtime_error& error) {
    problems.push_back({place, error.what()});
  }
  return component;
}

std::vector<std::string> split_components(std::string_view list) {
  std::vector<std::string> parts;
  std::string part;
  int depth = 0;
  char quote = 0;
  const auto finish = [&] {
    const auto first = part.find_first_not_of(" \t\n");
    if (first != std::string::npos) {
      parts.push_back(part.substr(first, part.find_last_not_of(" \t\n") - first + 1));
    }
    part.clear();
  };
  for (std::size_t i = 0; i < list.size(); ++i) {
    const char c = list[i];
    if (c == ';' && depth == 0 && !quote) {
      finish();
      continue;
    }
    part += c;
    if (quote) {
      if (c == '\\' && quote == '"' && i + 1 < list.size()) {
        part += list[++i];
      } else if (c == quote) {
        quote = 0;
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  finish();
  return parts;
}

}  // namespace replaybench
