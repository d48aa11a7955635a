#pragma once
// Entries of the table of functions.hpp, for the files that fill the table.

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "suite/theory/functions.hpp"

namespace replaybench::theory {

template <auto function, typename... Doubles, std::size_t... index>
double call_formula(double (*)(Doubles...), std::span<const double> x,
                    std::index_sequence<index...>) {
  return function(x[index]...);
}

template <typename... Doubles>
constexpr std::size_t formula_arity(double (*)(Doubles...)) {
  return sizeof...(Doubles);
}

inline std::vector<std::string> argument_names(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = text.find(' ');
    words.emplace_back(text.substr(0, end));
    text = end == text.npos ? std::string_view() : text.substr(end + 1);
  }
  return words;
}

/// `arguments` are separated by single spaces; their number is checked against the function by
/// functions_test.cpp.
template <auto function>
ScalarFunction entry(const char* name, std::string_view arguments, const char* meaning,
                     const char* source) {
  auto names = argument_names(arguments);
  if (names.size() != formula_arity(function)) {
    throw std::logic_error(std::string(name) + ": argument names do not match the function");
  }
  return {name, std::move(names), meaning, source, [](std::span<const double> x) {
            return call_formula<function>(function, x,
                                          std::make_index_sequence<formula_arity(function)>{});
          }};
}

/// The formulas of chapter 5 (functions_of_bootstrap.cpp).
void add_bootstrap_functions(std::vector<ScalarFunction>& table);

}  // namespace replaybench::theory
