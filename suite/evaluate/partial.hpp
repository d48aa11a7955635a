#pragma once
// The evaluation of a log whose parts are elsewhere: each part is summed where it is, the sums are merged and judged.
//
// All sums are exact: one part or many, in any order and however the log was divided, give the same bytes. It is for
// policies that columns of the log give, under evaluators whose estimate is a mean or a ratio of terms of single
// records (BlockEvaluator::needs_whole_log). Tests that need the records in their order are not made: dependence of
// records near each other, change of the logging policy along the log, rounded or floored propensities. The interval of
// the difference from the log's mean is without the half records of statistics::with_half_records.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suite/evaluate/evaluate_all.hpp"

namespace replaybench {

/// The first bytes of every part, of any version.
inline constexpr std::string_view part_beginning = "replaybench part ";

/// What the parts of a log have in common.
struct PartialPlan {
  std::string reading;                ///< canonical text of the options by which the parts are read
  std::vector<std::string> policies;  ///< canonical texts
  std::vector<std::string> evaluators;                       ///< canonical texts
  std::vector<std::string> policy_labels, evaluator_labels;  ///< as the user wrote them
  std::uint64_t seed = 1;
};

/// The bytes of what a part of a log adds: some kilobytes for each policy under each evaluator, at most 70 KB more
/// where many terms differ; 100 bytes an action. They have a version and end with their SHA-256. `identity`: a text that
/// two parts of a log never share, for example the SHA-256 of the part's file. Throws NotApplicable, with the remedies,
/// where a policy, an evaluator or the log cannot be divided, and as `evaluate`.
std::string sum_part(const InputLog& part, const std::string& identity,
                     std::span<const Component<AlgorithmDescription>> policies,
                     std::span<const Component<EvaluatorDescription>> evaluators,
                     const PartialPlan& plan, std::size_t jobs = 1);

/// The bytes of a part, with a name for messages.
struct NamedPart {
  std::string name;
  std::string bytes;
};

/// A log that was merged from parts: without records, but with its size, its names and the reports of its readers.
struct MergedLog {
  InputLog input;
  PartialPlan plan;
  EvaluationTable table;
};

/// Merges the parts of a log and evaluates it. Throws DataError for a part that is damaged, cut short, of another
/// version or plan (naming what differs), or there twice; and as `evaluate` where no estimate can be made. Needs a part.
/// The result does not depend on the order of the parts. O(bytes).
MergedLog evaluate_parts(std::span<const NamedPart> parts);

}  // namespace replaybench
