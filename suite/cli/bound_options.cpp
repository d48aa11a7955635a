#include "suite/cli/bound_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "suite/numeric/decimal.hpp"
#include "suite/text/field_number.hpp"
#include "suite/text/whole_number.hpp"

namespace replaybench::cli {

namespace {

bool is_list(const ParameterInfo& info) { return info.type == ParameterType::texts; }

// Only a boolean that is true by default is switched off.
bool is_negated(const ParameterInfo& info) {
  return info.type == ParameterType::boolean && std::get<bool>(info.default_value);
}

std::string flag_of(const ParameterInfo& info) {
  std::string flag = (is_negated(info) ? "--no-" : "--") + info.name;
  std::replace(flag.begin(), flag.end(), '_', '-');
  return flag;
}

// The default as its flag's help shows it: nothing for what cannot be seen.
std::string shown_default(const ParameterValue& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  if (const auto* number = std::get_if<double>(&value)) return numeric::to_decimal(*number);
  const auto* text = std::get_if<std::string>(&value);
  return text && text->find_first_not_of(' ') != std::string::npos ? *text : std::string();
}

// Completion reads the choices from it.
std::string value_text(const ParameterInfo& info) {
  if (info.type == ParameterType::choice) {
    return fmt::format("TEXT:{{{}}}", fmt::join(info.choices, ","));
  }
  if (info.type == ParameterType::integer) return "INT in " + info.range_text();
  if (info.type == ParameterType::real) return "FLOAT in " + info.range_text();
  return "TEXT";
}

// A text that is no such number stays a text, which the validation refuses.
WrittenValue written_value(const ParameterInfo& info, const std::string& text) {
  if (info.type == ParameterType::boolean) return text == "true";
  if (info.type == ParameterType::integer) {
    if (const auto number = whole_number<std::int64_t>(text)) return *number;
  }
  double number = 0;
  if (info.type == ParameterType::real && parse_field_number(text, number)) return number;
  return text;
}

}  // namespace

Parameters GivenOptions::resolve(const std::vector<ParameterInfo>& described,
                                 std::vector<SpecProblem>& problems) const {
  ComponentText written;
  for (const ParameterInfo& info : described) {
    const auto found = given_.find(info.name);
    if (found == given_.end() || found->second.option->count() == 0) continue;
    const Given& given = found->second;
    const bool is_empty = is_list(info) ? std::ranges::count(given.items, "") > 0
                                        : info.type == ParameterType::text && given.text.empty();
    if (is_empty) {
      problems.push_back({{}, flag_of(info) + ": its value is empty"});
      continue;
    }
    written.parameters.push_back(
        {info.name, is_list(info) ? given.items : written_value(info, given.text), {}, {}});
  }
  return resolve_parameters(written, described, problems);
}

std::vector<std::string> GivenOptions::flags() const {
  std::vector<std::string> flags;
  for (const std::string& name : order_) {
    const CLI::Option& option = *given_.at(name).option;
    if (option.count() > 0) flags.push_back(option.get_name());
  }
  return flags;
}

void add_options(CLI::App& command, const std::vector<ParameterInfo>& described,
                 GivenOptions& given) {
  for (const ParameterInfo& info : described) {
    GivenOptions::Given& place = given.given_[info.name];
    CLI::Option* option = nullptr;
    if (info.type == ParameterType::boolean) {
      const bool negated = is_negated(info);
      option = command.add_flag_function(
          flag_of(info),
          [&place, negated](std::int64_t count) {
            place.text = (count > 0) != negated ? "true" : "false";
          },
          (negated ? "do not " : "") + info.meaning);
    } else if (is_list(info)) {
      option = command.add_option(flag_of(info), place.items,
                                  info.meaning + (info.keeps_commas ? "; repeatable" : ""));
      option->allow_extra_args(false);
      if (!info.keeps_commas) option->delimiter(',');
    } else {
      option = command.add_option(flag_of(info), place.text, info.meaning);
      option->type_name(value_text(info))->default_str(shown_default(info.default_value));
    }
    place.option = option;
    given.order_.push_back(info.name);
  }
}

}  // namespace replaybench::cli
