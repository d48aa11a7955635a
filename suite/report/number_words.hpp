#pragma once
// The number of a claim in words: its name, and its value in percent if the cited text has a percentage.

#include <string>
#include <string_view>

#include "suite/claim/verdict.hpp"

namespace replaybench {

/// An expression in words: "at(method, 'replay', bias)" is "bias of replay", "-min(log_ratio)" is "minus the least log
/// ratio". Parts that are neither columns, calls with a name of their own, nor + - * / of such stay as they are
/// written. O(length * depth).
std::string expression_words(std::string_view text);

/// A condition in words: "K == 10 and method != 'replay'" is "K = 10 and method ≠ replay". O(length).
std::string condition_words(std::string_view text);

/// Name of the number that a test judges: "slope of log of error against log of T (K = 10)", "ratio of ... to ...". Of
/// several rows the least clear one is shown.
std::string number_name(const DeclaredTest& test, std::size_t rows = 1);

/// Name of the number that is shown for a verdict; empty if there is no number.
std::string number_name(const Verdict& verdict);

/// `test_sentence` after the name of its number: "bias of replay, K = 20: 0.2531 ± 0.0012, ...".
std::string judged_sentence(const JudgedTest& test);

/// The number of a verdict in percent: "16.9 %". Empty unless the cited number, or else the statement, has a percentage that the
/// first test asks for, as a share or, as log1p of one, on a logarithmic scale, which is undone here.
std::string number_in_percent(const Verdict& verdict);

}  // namespace replaybench
