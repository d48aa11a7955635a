#pragma once
// The text form of a component with parameters: `lin_ucb{alpha=1, lambda=1}`. The same in TOML
// files and on the command line.

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "suite/text/errors.hpp"

namespace replaybench {

/// A value as written: a boolean, a number, a text, or a list of numbers or of texts. An empty list is one of
/// integers.
using WrittenValue =
    std::variant<bool, std::int64_t, double, std::string, std::vector<std::int64_t>,
                 std::vector<double>, std::vector<std::string>>;

struct WrittenParameter {
  std::string name;
  WrittenValue value;
  SourcePlace name_place;
  SourcePlace value_place;
};

struct ComponentText {
  std::string name;
  SourcePlace place;
  std::vector<WrittenParameter> parameters;  ///< in the order written
};

/// Parses `name` or `name{key=value, ...}`: values as in TOML, and words without quotes
/// (ties=random). A name has letters, digits, _ and -; its existence is not checked here. `place`
/// is the place of the text's first character. Adds the first mistake to `problems`. O(length).
ComponentText parse_component(std::string_view text, const SourcePlace& place,
                              std::vector<SpecProblem>& problems);

/// A name for fuzzy comparison, if no name matches exactly: in lower case, without _ and -.
std::string folded_name(std::string_view name);

/// The texts between the semicolons of `list` that stand outside braces, brackets and quotes,
/// without the spaces around them; empty ones are left out. For a parameter that holds several
/// components. O(length).
std::vector<std::string> split_components(std::string_view list);

}  // namespace replaybench
