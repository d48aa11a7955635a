#pragma once
// Parameters of components: what they may be, and what a user gave. One description serves
// validation, `describe`, the canonical text of result keys, and the reference pages.

#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "suite/text/component_text.hpp"

namespace replaybench {

/// A parameter's value. Texts and choices are both std::string.
using ParameterValue =
    std::variant<bool, std::int64_t, double, std::string, std::vector<std::int64_t>,
                 std::vector<double>, std::vector<std::string>>;

/// `action` and `actions`: suite/component/action_parameter.hpp.
/// `texts`: a list of texts; one text is a list of one. `text_or_texts`: a text; a list of several is
/// allowed too, and a list of one is its text. It is declared and written as a text.
enum class ParameterType {
  boolean,
  integer,
  real,
  text,
  choice,
  integers,
  reals,
  texts,
  action,
  actions,
  text_or_texts
};

/// One parameter: name, type, default, range, meaning, source. Made by the functions of
/// suite/component/bind.hpp.
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
  /// Limits of the integer member that the value fills, in addition to the range.
  std::int64_t smallest = std::numeric_limits<std::int64_t>::min();
  std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  std::vector<std::string> choices;  ///< the default is the first
  /// Allowed values, in words, of a value that is written as a string (see `spelt`).
  std::string allowed;
  /// For such a value: returns the problems with a value, without the parameter's name, or writes the value in its
  /// canonical form. Null if every value in the range is allowed.
  std::vector<std::string> (*check)(ParameterValue& value) = nullptr;
  std::vector<double> candidates;  ///< tried by the tuning protocol; empty if not tuned
  /// For lists of strings: the character between key and value of each item ("action=item"), which Python also accepts as
  /// a dict; 0 if items are plain strings.
  char pair_separator = 0;
  /// For lists of strings: items may contain commas, so a command line does not split them there.
  bool keeps_commas = false;
  /// Left out of canonical texts at its default, so that keys of results and streams do not change.
  bool added_later = false;
  /// The component repeats its work this number of times: its time is roughly proportional to the value.
  bool repeats_work = false;
  /// Most of the component's work is on this number of records, not on the whole log; 0 means all.
  bool limits_records = false;

  // Defined once: inlined copies were a third of the time that a component takes to compile.
  ParameterInfo();
  ParameterInfo(const ParameterInfo&);
  ParameterInfo(ParameterInfo&&) noexcept;
  ParameterInfo& operator=(const ParameterInfo&);
  ParameterInfo& operator=(ParameterInfo&&) noexcept;
  ~ParameterInfo();

  std::string type_name() const;
  /// "[0, inf)", "lowest | random", ...
  std::string range_text() const;
};

}  // namespace replaybench
extern template class std::vector<replaybench::ParameterInfo>;
namespace replaybench {

/// A parameter with any value in its type.
ParameterInfo parameter_info(ParameterType type, std::string name, std::string meaning);

/// The one of that name; null if there is none.
const ParameterInfo* find_parameter(const std::vector<ParameterInfo>& parameters,
                                    std::string_view name);

/// `info` with its default, which becomes the first of the choices. Throws std::logic_error when
/// one of `others` has its name.
ParameterInfo with_default(ParameterInfo info, ParameterValue value,
                           const std::vector<ParameterInfo>& others);

/// The value as a T. Throws std::logic_error when it has another type (a bug of the component).
template <class T>
const T& value_as(const ParameterValue& value) {
  if (const T* typed = std::get_if<T>(&value)) return *typed;
  throw std::logic_error("a parameter has another type than its member");
}

/// A parameter's value as TOML text: shortest decimals, quoted texts, [a, b] lists.
std::string to_text(const ParameterValue& value);

/// The validated parameters of one component, all present, defaults spelt out.
class Parameters {
 public:
  /// `unsaid`: names that the canonical text leaves out. `given`: names that the user wrote.
  explicit Parameters(std::map<std::string, ParameterValue> values,
                      std::set<std::string> unsaid = {}, std::set<std::string> given = {})
      : values_(std::move(values)), unsaid_(std::move(unsaid)), given_(std::move(given)) {}

  /// Throws std::logic_error if there is no such parameter (a bug of the component).
  const ParameterValue& value(const std::string& name) const;

  /// True if the user wrote this parameter, be it with the value of its default. O(log parameters).
  bool given(const std::string& name) const { return given_.contains(name); }

  /// "{alpha=1, ties=\"lowest\"}": every parameter, sorted by name, except for those that were added later
  /// and have their default. Equal texts mean equal parameters.
  std::string canonical() const;

 private:
  std::map<std::string, ParameterValue> values_;
  std::set<std::string> unsaid_;
  std::set<std::string> given_;
};

/// Checks what a user wrote against the descriptions; unknown names, wrong types and values out of
/// range are added to `problems` with their places. Integers are accepted where reals are wanted.
/// Returns the parameters, defaults where something was wrong or left out. Without a component's name
/// these are options of a command or a call, and the problems name them by marks (suite/text/option.hpp).
Parameters resolve_parameters(const ComponentText& written, const std::vector<ParameterInfo>& known,
                              std::vector<SpecProblem>& problems);

}  // namespace replaybench
