#pragma once
// Several algorithms and several evaluators on one log: every pair, the lift over the policy that
// wrote the log, differences between the algorithms, the whole log and its segments.
//
// Estimates of one log share its records, so their errors are dependent: the interval of a
// difference comes from the difference of the records' influences (influences_of), not from
// two intervals. Where an evaluator has no influences, a paired bootstrap makes it, if asked for:
// records (or clusters) are drawn with replacement, in the log's order, and each resample is given
// to all algorithms.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "suite/evaluate/evaluation.hpp"

namespace replaybench {

/// Segments beyond which a log is not divided: its column is an identifier.
inline constexpr std::size_t max_segments = 100'000;
/// Records below which a segment's numbers are noted as few.
inline constexpr std::size_t few_segment_records = 100;

struct ComparisonOptions {
  EvaluationOptions evaluation = {};  ///< `keep_details` is for the whole log, not for segments
  bool lift = false;                  ///< over the policy that wrote the log
  std::uint64_t bootstrap = 0;  ///< resamples of the paired bootstrap; 0: none, else at least 40
};

/// A number that compares two estimates of one log, with its paired 95% interval.
struct PairedEstimate {
  statistics::IntervalEstimate estimate = {nan, nan, nan};  ///< NaN if there is none
  std::string method;  ///< method of the interval, or why there is none, in words
};

/// An algorithm's estimate less the log's mean reward.
struct Lift {
  PairedEstimate absolute;
  /// In parts of the log's mean: 0.1 is 10 % more. Its interval is Fieller's for paired numbers.
  PairedEstimate relative;
};

struct EvaluatedPair {
  std::size_t algorithm = 0;  ///< in the order given
  std::size_t evaluator = 0;
  std::optional<Evaluation> evaluation;  ///< none: the two do not fit
  std::string not_applicable;            ///< why not, in a sentence, with marks of options
  std::optional<Lift> lift;              ///< where asked for, and there is an estimate
};

/// The estimate of `first` less that of `second`, under one evaluator.
struct PairedDifference {
  std::size_t first = 0;
  std::size_t second = 0;
  std::size_t evaluator = 0;
  PairedEstimate difference;
};

/// All pairs on one part of the log.
struct EvaluatedSegment {
  std::string name;  ///< of the part; empty: the whole log, or the segment of empty cells
  bool whole = false;
  std::uint64_t records = 0;
  std::string note;  ///< that it has few records; otherwise empty
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
/// and on the whole log. An algorithm that learns learns on each segment alone. A pair that does not
/// fit (NotApplicable, DataError, or SpecErrors of an option that does not suit the evaluator) gets a
/// sentence in the place of an estimate; if no pair fits on the whole log, throws what the first one
/// threw. Throws SpecErrors for more than max_segments segments. The same log and options give the same bytes,
/// for any number of jobs.
EvaluationTable evaluate_all(const InputLog& input,
                             std::span<const Component<AlgorithmDescription>> algorithms,
                             std::span<const Component<EvaluatorDescription>> evaluators,
                             const ComparisonOptions& options = {});

/// The algorithm that stands for a target policy which a log gives by columns. Its agents can be made
/// for a log with a target of that name only.
Component<AlgorithmDescription> algorithm_of_target(const std::string& name);
/// The name of the target policy for which an algorithm stands; empty: none.
std::string target_of_algorithm(const Component<AlgorithmDescription>& algorithm);

/// The lift of an evaluation with parts, or why there is none. O(records).
Lift lift_of(const Evaluation& evaluation, const LogBlocks& log,
             std::span<const std::uint32_t> clusters);

/// The difference of two evaluations of one log under one evaluator, from their parts, or why
/// there is none. O(records).
PairedEstimate paired_difference(const Evaluation& first, const Evaluation& second,
                                 std::span<const std::uint32_t> clusters);

}  // namespace replaybench
