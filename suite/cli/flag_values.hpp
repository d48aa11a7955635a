#pragma once
// Flags that several commands have.

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "suite/text/profile.hpp"
#include "suite/text/whole_number.hpp"

namespace replaybench::cli {

/// Adds --seed, a whole number below 2^64; CLI11 alone would take -1 and numbers of any length.
inline CLI::Option* add_seed(CLI::App& command, std::uint64_t& seed, const std::string& meaning) {
  const auto not_a_seed = [](const std::string& text) -> std::string {
    if (whole_number<std::uint64_t>(text)) return {};
    return "\"" + text + "\" is not a whole number below 2^64";
  };
  return command.add_option("--seed", seed, meaning)
      ->check(CLI::Validator(not_a_seed, "0..18446744073709551615"))
      ->capture_default_str();
}

/// A check for a number above 0. CLI11's own message prints the largest number with 309 digits.
inline CLI::Validator above_zero() {
  const auto not_above_zero = [](const std::string& text) -> std::string {
    double value = 0;
    if (CLI::detail::lexical_cast(text, value) && value > 0) return {};
    return "\"" + text + "\" is not a number above 0";
  };
  return CLI::Validator(not_above_zero, "POSITIVE");
}

/// The words of --profile.
inline std::vector<std::string> profile_words() {
  return {profile_names.begin(), profile_names.end()};
}

}  // namespace replaybench::cli
