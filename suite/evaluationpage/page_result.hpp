#pragma once
// The parts of a result that a page shows, read from JSON.

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "suite/evaluationpage/svg_chart.hpp"

namespace replaybench::evaluationpage {

using Json = nlohmann::ordered_json;

/// The number at a JSON pointer; NaN if it is null or not there.
double number_at(const Json& json, const std::string& pointer);
/// The text at a JSON pointer; empty if there is none.
std::string text_at(const Json& json, const std::string& pointer);

/// The numbers of one key of a list of objects.
std::vector<double> column(const Json& list, const std::string& key);
/// The middle record of each stretch of a list with the keys "first" and "records".
std::vector<double> middles(const Json& stretches);

/// A number with its interval; NaN for numbers that are withheld or do not exist.
struct Estimated {
  double value = nan, low = nan, high = nan;
  double standard_error = nan;  ///< NaN: taken from the interval

  /// Standard error that decides the digits shown; NaN if there is no interval either.
  double error() const { return standard_error > 0 ? standard_error : (high - low) / (2 * 1.96); }
  bool has_interval() const;
};
Estimated estimated_at(const Json& json, const std::string& pointer);
/// "0.69 to 0.74", with the digits of the error; a dash without an interval.
std::string shown_range(const Estimated& of, bool is_difference = false);
std::string shown(const Estimated& of, bool is_difference = false);

/// One policy under one evaluator, on a part of the log.
struct PairResult {
  const Json* json = nullptr;
  Series series = 1;      ///< of the policy, from 1; 1 for all if there are more than 4
  std::string policy;     ///< its name, or as the user wrote it if two have one name
  std::string evaluator;  ///< name without parameters, or with them if two have one name
  Estimated estimate;
  Estimated lift;  ///< over the log's mean, of --baseline logged or of the evaluation
};

struct PartResult {
  std::string name;  ///< of the segment; "whole log"
  double records = 0;
  Estimated log_mean;
  std::vector<PairResult> pairs;
  std::vector<const Json*> differences;
};

/// A result of either form, one evaluation or several.
struct PageResult {
  const Json* json = nullptr;
  PartResult whole;
  std::vector<PartResult> segments;
  std::vector<std::string> policies;  ///< in the order of the command
  std::string first_evaluator;        ///< that answers for most policies
  /// By policy: the evaluator that a rehearsal recommends; empty if there is none.
  std::vector<std::string> recommended;

  /// True of the evaluator that answers for the pair's policy: the recommended one, else the first.
  bool answers(const PairResult& pair) const;
  /// The pairs that answer, a policy each: the headline.
  std::vector<const PairResult*> headline() const;
};

PageResult read_result(const Json& json);

}  // namespace replaybench::evaluationpage
