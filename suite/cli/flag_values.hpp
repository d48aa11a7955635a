#pragma once
// Flags that several commands have.

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "suite/text/errors.hpp"
#include "suite/text/profile.hpp"
#include "suite/text/quoted_text.hpp"
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

/// What separates the parts of a text, as a user writes it after `flag`: ';', 'tab', '\t'. What is not
/// one character is added to `problems`, and `usual` stands for it.
inline char separator_of(const std::string& flag, const std::string& text, char usual,
                         std::vector<SpecProblem>& problems) {
  if (text == "tab" || text == "\\t") return '\t';
  if (text.size() == 1 && text[0] != '"' && text[0] != '\n' && text[0] != '\0') return text[0];
  problems.push_back({{},
                      flag + ": " + quoted_text(text) +
                          " is not one character; allowed: a character such as ';', or tab"});
  return usual;
}

}  // namespace replaybench::cli
