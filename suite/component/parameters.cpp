#include "suite/component/parameters.hpp"

#include <algorithm>
#include <cmath>

#include "suite/numeric/decimal.hpp"
#include "suite/text/option.hpp"
#include "suite/text/quoted_text.hpp"

template class std::vector<replaybench::ParameterInfo>;

namespace replaybench {

ParameterInfo::ParameterInfo() = default;
ParameterInfo::ParameterInfo(const ParameterInfo&) = default;
ParameterInfo::ParameterInfo(ParameterInfo&&) noexcept = default;
ParameterInfo& ParameterInfo::operator=(const ParameterInfo&) = default;
ParameterInfo& ParameterInfo::operator=(ParameterInfo&&) noexcept = default;
ParameterInfo::~ParameterInfo() = default;

std::string ParameterInfo::type_name() const {
  switch (type) {
    case ParameterType::boolean:
      return "boolean";
    case ParameterType::integer:
      return "integer";
    case ParameterType::real:
      return "real";
    case ParameterType::text:
    case ParameterType::text_or_texts:
      return "text";
    case ParameterType::choice:
      return "choice";
    case ParameterType::integers:
      return "list of integers";
    case ParameterType::reals:
      return "list of reals";
    case ParameterType::texts:
      return "list of texts";
    case ParameterType::action:
      return "name or number of an action";
    case ParameterType::actions:
      return "text of names or list of numbers of actions";
  }
  return "?";
}

std::string ParameterInfo::range_text() const {
  if (!allowed.empty()) return allowed;
  if (type == ParameterType::boolean) return "true | false";
  if (type == ParameterType::text || type == ParameterType::texts ||
      type == ParameterType::text_or_texts) {
    return "any";
  }
  if (type == ParameterType::action) return "a name, or a number from 0";
  if (type == ParameterType::actions) return "\"name; name; ...\", or numbers from 0";
  if (type == ParameterType::choice) {
    std::string text;
    for (const auto& choice : choices) text += (text.empty() ? "" : " | ") + choice;
    return text;
  }
  const bool open_left = lowest_open || std::isinf(lowest);
  const bool open_right = highest_open || std::isinf(highest);
  return (open_left ? "(" : "[") + numeric::to_decimal(lowest) + ", " +
         numeric::to_decimal(highest) + (open_right ? ")" : "]");
}

ParameterInfo parameter_info(ParameterType type, std::string name, std::string meaning) {
  ParameterInfo info;
  info.name = std::move(name);
  info.type = type;
  info.meaning = std::move(meaning);
  return info;
}

const ParameterInfo* find_parameter(const std::vector<ParameterInfo>& parameters,
                                    std::string_view name) {
  const auto found = std::find_if(parameters.begin(), parameters.end(),
                                  [&](const ParameterInfo& info) { return info.name == name; });
  return found == parameters.end() ? nullptr : &*found;
}

ParameterInfo with_default(ParameterInfo info, ParameterValue value,
                           const std::vector<ParameterInfo>& others) {
  for (const ParameterInfo& other : others) {
    if (other.name == info.name) throw std::logic_error("two parameters \"" + info.name + "\"");
  }
  if (info.type == ParameterType::choice) {
    const auto first =
        std::find(info.choices.begin(), info.choices.end(), value_as<std::string>(value));
    if (first != info.choices.end()) std::rotate(info.choices.begin(), first, first + 1);
  }
  info.default_value = std::move(value);
  return info;
}

namespace {

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

template <class T>
std::string list_text(const std::vector<T>& values) {
  std::string text = "[";
  for (const T& value : values) {
    if (text.size() > 1) text += ", ";
    text += to_text(ParameterValue(value));
  }
  return text + "]";
}

}  // namespace

std::string to_text(const ParameterValue& value) {
  return std::visit(
      [](const auto& v) -> std::string {
        using T = std::decay_t<decltype(v)>;
        if constexpr (std::is_same_v<T, bool>) {
          return v ? "true" : "false";
        } else if constexpr (std::is_same_v<T, std::int64_t>) {
          return std::to_string(v);
        } else if constexpr (std::is_same_v<T, double>) {
          return numeric::to_decimal(v);
        } else if constexpr (std::is_same_v<T, std::string>) {
          return quoted(v);
        } else {
          return list_text(v);
        }
      },
      value);
}

const ParameterValue& Parameters::value(const std::string& name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) throw std::logic_error("no parameter \"" + name + "\"");
  return found->second;
}

std::string Parameters::canonical() const {
  std::string text = "{";
  for (const auto& [name, value] : values_) {
    if (unsaid_.contains(name)) continue;
    if (text.size() > 1) text += ", ";
    text += name + "=" + to_text(value);
  }
  return text + "}";
}

namespace {

// Sets `value` to the written value as the wanted type. Returns false if it cannot be converted.
bool convert(const WrittenValue& written, ParameterType type, ParameterValue& value) {
  switch (type) {
    case ParameterType::boolean:
      if (!std::holds_alternative<bool>(written)) return false;
      value = std::get<bool>(written);
      return true;
    case ParameterType::integer:
      if (!std::holds_alternative<std::int64_t>(written)) return false;
      value = std::get<std::int64_t>(written);
      return true;
    case ParameterType::real:
      if (const auto* integer = std::get_if<std::int64_t>(&written)) {
        value = static_cast<double>(*integer);
      } else if (const auto* real = std::get_if<double>(&written)) {
        value = *real;
      } else {
        return false;
      }
      return true;
    case ParameterType::text:
    case ParameterType::choice:
      if (!std::holds_alternative<std::string>(written)) return false;
      value = std::get<std::string>(written);
      return true;
    case ParameterType::integers:
      if (!std::holds_alternative<std::vector<std::int64_t>>(written)) return false;
      value = std::get<std::vector<std::int64_t>>(written);
      return true;
    case ParameterType::texts:
      if (const auto* one = std::get_if<std::string>(&written)) {
        value = std::vector<std::string>{*one};
      } else if (const auto* several = std::get_if<std::vector<std::string>>(&written)) {
        value = *several;
      } else {
        const auto* none = std::get_if<std::vector<std::int64_t>>(&written);
        if (!none || !none->empty()) return false;
        value = std::vector<std::string>{};
      }
      return true;
    case ParameterType::text_or_texts:
      if (const auto* several = std::get_if<std::vector<std::string>>(&written);
          several && several->size() > 1) {
        value = *several;
        return true;
      } else if (several && several->size() == 1) {
        value = several->front();
        return true;
      }
      return convert(written, ParameterType::text, value);
    case ParameterType::action:
      return convert(written, ParameterType::text, value) ||
             convert(written, ParameterType::integer, value);
    case ParameterType::actions:
      return convert(written, ParameterType::text, value) ||
             convert(written, ParameterType::integers, value);
    case ParameterType::reals:
      if (const auto* integer_list = std::get_if<std::vector<std::int64_t>>(&written)) {
        value = std::vector<double>(integer_list->begin(), integer_list->end());
      } else if (const auto* real_list = std::get_if<std::vector<double>>(&written)) {
        value = *real_list;
      } else {
        return false;
      }
      return true;
  }
  return false;
}

bool in_range(const ParameterInfo& info, double value) {
  if (std::isnan(value)) return false;
  if (info.lowest_open ? value <= info.lowest : value < info.lowest) return false;
  return !(info.highest_open ? value >= info.highest : value > info.highest);
}

// Returns the problem with the value, or an empty string.
std::string range_problem(const ParameterInfo& info, const ParameterValue& value) {
  const bool is_action = info.type == ParameterType::action || info.type == ParameterType::actions;
  const auto outside = [&](double number) {
    return in_range(info, number)
               ? std::string()
               : numeric::to_decimal(number) + (is_action ? " is not " : " is outside ") +
                     info.range_text();
  };
  const auto unfit = [&](std::int64_t number) {
    if (auto problem = outside(static_cast<double>(number)); !problem.empty()) return problem;
    if (number >= info.smallest && number <= info.largest) return std::string();
    return std::to_string(number) + " is not from " + std::to_string(info.smallest) + " to " +
           std::to_string(info.largest);
  };
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return unfit(*integer);
  if (const auto* real = std::get_if<double>(&value)) return outside(*real);
  if (const auto* list = std::get_if<std::vector<std::int64_t>>(&value)) {
    for (const auto element : *list) {
      if (auto problem = unfit(element); !problem.empty()) return problem;
    }
  }
  if (const auto* list = std::get_if<std::vector<double>>(&value)) {
    for (const double element : *list) {
      if (auto problem = outside(element); !problem.empty()) return problem;
    }
  }
  if (info.type == ParameterType::choice) {
    const auto& chosen = std::get<std::string>(value);
    for (const auto& allowed : info.choices) {
      if (chosen == allowed) return {};
    }
    const std::string nearest = nearest_name(chosen, info.choices);
    return quoted_text(chosen) + " is not one of " + info.range_text() +
           (nearest.empty() ? nearest : " (did you mean " + quoted_text(nearest) + "?)");
  }
  return {};
}

// "a ", or "an " before a vowel.
const char* article(const std::string& noun) {
  return noun.find_first_of("aeiou") == 0 ? "an " : "a ";
}

std::string shortened(const std::string& text) {
  constexpr std::size_t limit = 80;
  return text.size() <= limit ? text : text.substr(0, limit) + "...";
}

std::string expected_value(const ParameterInfo& info) {
  if (info.type == ParameterType::choice) return "one of " + info.range_text();
  return article(info.type_name()) + info.type_name();
}

// Returns the problems with a value of the parameter's type. A value without problems gets its canonical form.
std::vector<std::string> value_problems(const ParameterInfo& info, ParameterValue& value) {
  if (std::string problem = range_problem(info, value); !problem.empty()) return {problem};
  return info.check ? info.check(value) : std::vector<std::string>{};
}

}  // namespace

Parameters resolve_parameters(const ComponentText& written, const std::vector<ParameterInfo>& known,
                              std::vector<SpecProblem>& problems) {
  std::map<std::string, ParameterValue> values;
  std::vector<std::string> names;
  std::set<std::string> given;
  for (const auto& info : known) {
    values[info.name] = info.default_value;
    names.push_back(info.name);
  }
  const bool of_component = !written.name.empty();
  for (const auto& parameter : written.parameters) {
    const ParameterInfo* info = find_parameter(known, parameter.name);
    if (!info) {
      problems.push_back(
          {parameter.name_place,
           "unknown " +
               (of_component ? "parameter \"" + parameter.name + "\" of " + written.name
                             : "option " + quoted_text(parameter.name)) +
               suggestion(parameter.name, names)});
      continue;
    }
    const std::string subject =
        of_component ? "parameter \"" + info->name + "\" of " + written.name : option(info->name);
    ParameterValue value;
    if (!convert(parameter.value, info->type, value)) {
      problems.push_back({parameter.value_place, subject + " is " +
                                                     shortened(to_text(parameter.value)) +
                                                     "; expected " + expected_value(*info)});
      continue;
    }
    if (const auto wrong = value_problems(*info, value); !wrong.empty()) {
      for (const std::string& problem : wrong) {
        problems.push_back({parameter.value_place, subject + ": " + problem});
      }
      continue;
    }
    values[info->name] = std::move(value);
    given.insert(info->name);
  }
  std::set<std::string> unsaid;
  for (const auto& info : known) {
    if (info.added_later && values[info.name] == info.default_value) unsaid.insert(info.name);
  }
  return Parameters(std::move(values), std::move(unsaid), std::move(given));
}

}  // namespace replaybench
