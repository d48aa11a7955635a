#pragma once
// Evaluation of a log in parts, possibly on several machines: each part is summed, the sums are merged and evaluated.
//
// All sums are exact: every division of the log and every order of the parts give the same bytes. Requires policies given
// by columns, and evaluators whose estimate is a mean or a ratio of terms of single records
// (BlockEvaluator::needs_whole_log). Tests that depend on the order of the records are omitted: dependence of neighbouring
// records, change of the logging policy, rounded or floored propensities. The interval of the difference from the mean
// logged reward does not use the half records of statistics::with_half_records.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suite/evaluate/evaluate_all.hpp"

namespace replaybench {

/// The first bytes of every part, of any version.
inline constexpr std::string_view part_beginning = "replaybench part ";

/// Common properties of the parts of a log.
struct PartialPlan {
  std::string reading;                  ///< canonical text of the options for reading a part
  std::vector<std::string> policies;    ///< canonical texts
  std::vector<std::string> evaluators;  ///< canonical texts
  std::vector<std::string> policy_labels, evaluator_labels;  ///< as the user wrote them
  std::uint64_t seed = 1;
};

/// The sums of a part of a log as bytes: a few kilobytes per policy and evaluator, at most 70 KB more if many terms differ,
/// and 100 bytes per action. They have a version and end with their SHA-256. `identity` differs between the parts of a log,
/// for example the SHA-256 of the part's file. Throws NotApplicable, with remedies, if a policy, an evaluator or the log
/// cannot be divided; throws like `evaluate`.
std::string sum_part(const InputLog& part, const std::string& identity,
                     std::span<const Component<AlgorithmDescription>> policies,
                     std::span<const Component<EvaluatorDescription>> evaluators,
                     const PartialPlan& plan, std::size_t jobs = 1);

/// The bytes of a part, with a name for messages.
struct NamedPart {
  std::string name;
  std::string bytes;
};

/// A log merged from parts: its size, its names and the reports of its readers, without records.
struct MergedLog {
  InputLog input;
  PartialPlan plan;
  EvaluationTable table;
};

/// Merges the parts of a log and evaluates it. Throws DataError for a part that is damaged, truncated, duplicate, or
/// of another version or plan (naming the difference); throws like `evaluate`. Requires at least one part.
/// The result does not depend on the order of the parts. O(bytes).
MergedLog evaluate_parts(std::span<const NamedPart> parts);

}  // namespace replaybench
