#pragma once
// The formulas by name, for the expression language of the experiments' tables and claims.

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace replaybench::theory {

/// A formula: `evaluate` takes exactly arguments.size() numbers in that order (unchecked) and gives
/// NaN outside the formula's domain; it throws nothing and may be called from any thread.
struct ScalarFunction {
  std::string name;
  std::vector<std::string> arguments;
  std::string meaning;
  std::string source;  ///< theorem or line of the thesis, erratum (A..), or "derived"
  double (*evaluate)(std::span<const double>) = nullptr;
};

/// All functions, sorted by name; names are unique.
const std::vector<ScalarFunction>& functions();

/// The function of that name, or nullptr. O(log n).
const ScalarFunction* find_function(std::string_view name);

}  // namespace replaybench::theory
