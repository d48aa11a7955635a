#pragma once
// Parameters of components: what they may be, and what a user gave. One description serves
// validation, `describe`, the canonical text of result keys, and the reference pages.

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "suite/text/component_text.hpp"

namespace replaybench {

/// A parameter's value. Texts and choices are both std::string.
using ParameterValue = std::variant<bool, std::int64_t, double, std::string,
                                    std::vector<std::int64_t>, std::vector<double>>;

enum class ParameterType { boolean, integer, real, text, choice, integers, reals };

/// One parameter: name, type, default, range, meaning, source. Built by the functions below:
///   real("alpha", 1.0, "width of the confidence bound").at_least(0).source("thesis, algorithm 5")
struct ParameterInfo {
  std::string name;
  ParameterType type = ParameterType::real;
  ParameterValue default_value;
  std::string meaning;
  std::string source_text;
  double lowest = -std::numeric_limits<double>::infinity();
  double highest = std::numeric_limits<double>::infinity();
  bool lowest_open = false;
  bool highest_open = false;
  std::vector<std::string> choices;
  std::vector<double> candidates;  ///< what the tuning protocol tries; empty: not tuned

  ParameterInfo at_least(double value) &&;
  ParameterInfo above(double value) &&;
  ParameterInfo at_most(double value) &&;
  ParameterInfo below(double value) &&;
  ParameterInfo source(std::string text) &&;
  /// The values among which the fair-tuning protocol (thesis section 2.6.5) and the leaderboard
  /// choose; at most one parameter of an algorithm has them.
  ParameterInfo tuned_over(std::vector<double> values) &&;

  std::string type_name() const;
  /// "[0, inf[", "lowest | random", ...
  std::string range_text() const;
};

ParameterInfo boolean(std::string name, bool default_value, std::string meaning);
ParameterInfo integer(std::string name, std::int64_t default_value, std::string meaning);
ParameterInfo real(std::string name, double default_value, std::string meaning);
ParameterInfo text(std::string name, std::string default_value, std::string meaning);
/// The first choice is the default.
ParameterInfo choice(std::string name, std::vector<std::string> choices, std::string meaning);
ParameterInfo integers(std::string name, std::vector<std::int64_t> default_value,
                       std::string meaning);
ParameterInfo reals(std::string name, std::vector<double> default_value, std::string meaning);

/// A parameter's value as TOML text: shortest decimals, quoted texts, [a, b] lists.
std::string to_text(const ParameterValue& value);

/// The validated parameters of one component, all present, defaults spelt out.
class Parameters {
 public:
  explicit Parameters(std::map<std::string, ParameterValue> values) : values_(std::move(values)) {}

  /// The value; throws std::logic_error if there is no such parameter or it has another type (a bug
  /// of the component).
  template <class T>
  const T& get(const std::string& name) const {
    const auto found = values_.find(name);
    if (found == values_.end()) throw std::logic_error("no parameter \"" + name + "\"");
    if (const T* value = std::get_if<T>(&found->second)) return *value;
    throw std::logic_error("parameter \"" + name + "\" has another type");
  }
  double real(const std::string& name) const { return get<double>(name); }
  std::int64_t integer(const std::string& name) const { return get<std::int64_t>(name); }
  bool boolean(const std::string& name) const { return get<bool>(name); }
  const std::string& text(const std::string& name) const { return get<std::string>(name); }
  const std::vector<double>& reals(const std::string& name) const {
    return get<std::vector<double>>(name);
  }
  const std::vector<std::int64_t>& integers(const std::string& name) const {
    return get<std::vector<std::int64_t>>(name);
  }

  /// "{alpha=1, ties=\"lowest\"}": every parameter, sorted by name. Equal texts mean equal
  /// parameters.
  std::string canonical() const;

 private:
  std::map<std::string, ParameterValue> values_;
};

/// Checks what a user wrote against the descriptions; unknown names, wrong types and values out of
/// range are added to `problems` with their places. Integers are accepted where reals are wanted.
/// Returns the parameters, defaults where something was wrong or left out.
Parameters resolve_parameters(const ComponentText& written, const std::vector<ParameterInfo>& known,
                              std::vector<SpecProblem>& problems);

}  // namespace replaybench
