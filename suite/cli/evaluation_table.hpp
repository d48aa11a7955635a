#pragma once
// Several evaluations as a table for a reader, and as CSV for a program.

#include "suite/cli/evaluation_output.hpp"
#include "suite/evaluate/evaluate_all.hpp"

namespace replaybench::cli {

/// A line per pair, the differences between algorithms, and below them numbered notes; a dash where
/// there is no number, or it is withheld. Columns that apply to no line are left out. Notes on segments
/// are one per kind, with the number of segments that have it.
void print_table(const EvaluationOutput& output, const InputLog& input,
                 const EvaluationTable& table);

/// Prints the table without the lines about the log and its mean reward.
void print_lines_of_table(const EvaluationOutput& output, const EvaluationTable& table);

/// A header, and per part of the log a line of kind "estimate" per pair and one of kind "difference"
/// per paired difference ("algorithm" less "minus"), with all digits; empty fields if there is no
/// number. The fields "withheld" and "warnings" are sentences, several of them joined by " | ".
void print_csv(const EvaluationOutput& output, const EvaluationTable& table);

/// The fields that are columns of this CSV, in their order.
std::vector<Field> csv_columns();

}  // namespace replaybench::cli
