#pragma once
// Several algorithms and several evaluators on one log: every pair, the lift over the logging
// policy, differences between the algorithms, the whole log and its segments.
//
// Estimates of one log share its records, so their errors are dependent: the interval of a
// difference comes from the difference of the records' influences (influences_of), not from
// two intervals. If an evaluator has no influences, a paired bootstrap provides the interval on request:
// records (or clusters) are drawn with replacement, in the log's order, and all algorithms get the
// same resamples.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "suite/evaluate/evaluation.hpp"

namespace replaybench {

/// Maximum number of segments; a column with more values is an identifier.
inline constexpr std::size_t max_segments = 100'000;
/// A segment with fewer records gets a note.
inline constexpr std::size_t few_segment_records = 100;

struct ComparisonOptions {
  EvaluationOptions evaluation = {};  ///< `keep_details` is for the whole log, not for segments
  bool lift = false;                  ///< over the logging policy
  std::uint64_t bootstrap =
      0;  ///< resamples of the paired bootstrap; 0 means none; otherwise at least 40
};

/// A number that compares two estimates of one log, with its paired interval, 95% unless another level is asked for.
struct PairedEstimate {
  statistics::IntervalEstimate estimate = {nan, nan, nan};  ///< NaN if there is none
  std::string method;  ///< method of the interval, or the reason why there is none
};

/// An algorithm's estimate minus the mean logged reward.
struct Lift {
  PairedEstimate absolute;
  /// Relative to the mean logged reward: 0.1 is 10 % more. The interval is Fieller's for paired numbers.
  PairedEstimate relative;
};

struct EvaluatedPair {
  std::size_t algorithm = 0;  ///< in the order given
  std::size_t evaluator = 0;
  std::optional<Evaluation> evaluation;  ///< none if the two do not fit
  std::string not_applicable;            ///< the reason, a sentence with marks of options
  std::optional<Lift> lift;              ///< if requested and there is an estimate
};

/// The estimate of `first` minus the estimate of `second`, by one evaluator.
struct PairedDifference {
  std::size_t first = 0;
  std::size_t second = 0;
  std::size_t evaluator = 0;
  PairedEstimate difference;
};

/// All pairs on one part of the log.
struct EvaluatedSegment {
  std::string name;  ///< of the part; empty for the whole log and for the segment of empty cells
  bool whole = false;
  std::uint64_t records = 0;
  std::string note;  ///< note on few records; otherwise empty
  statistics::IntervalEstimate log_value;
  std::vector<EvaluatedPair> pairs;           ///< by evaluator, then algorithm
  std::vector<PairedDifference> differences;  ///< by evaluator, then first < second
};

struct EvaluationTable {
  std::vector<std::string> algorithms;  ///< canonical texts
  std::vector<std::string> evaluators;
  std::vector<EvaluatedSegment> segments;  ///< in natural order, the whole log last
};

/// Evaluates every algorithm under every evaluator, on each segment of the input (if it has any)
/// and on the whole log. A learning algorithm learns on each segment separately. A pair that does
/// not fit (NotApplicable, DataError, or SpecErrors of an option that does not suit the evaluator) gets
/// a sentence instead of an estimate; if no pair fits the whole log, throws the error of the first
/// one. Throws SpecErrors for more than max_segments segments. The same log and options give the same bytes,
/// for any number of jobs.
EvaluationTable evaluate_all(const InputLog& input,
                             std::span<const Component<AlgorithmDescription>> algorithms,
                             std::span<const Component<EvaluatorDescription>> evaluators,
                             const ComparisonOptions& options = {});

/// The algorithm of a target policy given by columns of a log. Its agents can only be made for a log
/// with a target of this name.
Component<AlgorithmDescription> algorithm_of_target(const std::string& name);
/// The name of the target policy of such an algorithm; empty for other algorithms.
std::string target_of_algorithm(const Component<AlgorithmDescription>& algorithm);

/// The lift of an evaluation with parts, or the reason why there is none. O(records).
Lift lift_of(const Evaluation& evaluation, const LogBlocks& log,
             std::span<const std::uint32_t> clusters);

/// The difference of two evaluations of one log under one evaluator, from their parts, or the
/// reason why there is none. O(records).
PairedEstimate paired_difference(const Evaluation& first, const Evaluation& second,
                                 std::span<const std::uint32_t> clusters, double level = 0.95);

/// The clusters of these records of the input, numbered from 0 as they come; none if it has none. O(records).
std::vector<std::uint32_t> clusters_of(const InputLog& input,
                                       std::span<const std::uint32_t> records);

}  // namespace replaybench
