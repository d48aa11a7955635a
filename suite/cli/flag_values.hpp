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

/// The words of --profile.
inline std::vector<std::string> profile_words() {
  return {profile_names.begin(), profile_names.end()};
}

}  // namespace replaybench::cli
