#pragma once
// Flags that several commands have.

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "suite/text/errors.hpp"
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

/// The value that a user wrote after `flag`, in the spelling of an option of logs. What is wrong is added to
/// `problems`; the value is then the empty one.
template <class Spelling>
typename Spelling::Value spelt_value(const std::string& flag,
                                     const typename Spelling::Written& written,
                                     std::vector<SpecProblem>& problems) {
  typename Spelling::Value value{};
  for (const std::string& problem : Spelling::read(written, value)) {
    problems.push_back({{}, flag + ": " + problem});
  }
  return value;
}

}  // namespace replaybench::cli
