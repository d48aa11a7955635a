#pragma once
// Several evaluations as a table for a reader, and as CSV for a program.

#include "suite/cli/evaluation_output.hpp"
#include "suite/evaluate/evaluate_all.hpp"

namespace replaybench::cli {

/// A line per pair, the differences between algorithms, and below them what is to be known of the
/// numbers, numbered; a dash where there is no number, or it is withheld.
void print_table(const EvaluationOutput& output, const InputLog& input,
                 const EvaluationTable& table);

/// A header, and per part of the log a line of kind "estimate" per pair and one of kind "difference"
/// per paired difference ("algorithm" less "minus"), with all digits; empty fields where there is no
/// number. The fields "withheld" and "warnings" are sentences, several of them joined by " | ".
void print_csv(const EvaluationOutput& output, const EvaluationTable& table);

}  // namespace replaybench::cli
