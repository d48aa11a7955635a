#include "suite/evaluate/evaluate_all.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <iterator>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "suite/evaluate/difference_sums.hpp"
#include "suite/evaluate/evaluation_interval.hpp"
#include "suite/evaluate/evaluation_warnings.hpp"
#include "suite/evaluate/log_facts.hpp"
#include "suite/evaluate/paired_bootstrap.hpp"
#include "suite/model/pool.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/offpolicy/shared_fits.hpp"
#include "suite/statistics/ratio_interval.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench {

namespace {

constexpr double comparison_level = 0.95;

constexpr const char* no_variance = "no interval: the terms of the estimate have no variance";

double comparison_quantile() { return numeric::normal_quantile(0.5 + comparison_level / 2); }

constexpr const char* no_relative_lift = "no relative lift: the log's mean reward is not above 0";

// A number that compares `evaluation`, which has no influences, with something.
PairedEstimate without_interval(double value, const Evaluation& evaluation) {
  const char* const why =
      !std::isfinite(evaluation.estimate) ? "there is no estimate"
      : evaluation.repetitions > 1
          ? "no interval: several repetitions have no influences of the records"
          : "no interval: this evaluator gives no influence of each record on its estimate; "
            "a paired bootstrap of 200 resamples has one";
  return {{value, nan, nan}, why};
}

// Returns 0 for a value that is rounding error relative to numbers of this size.
double without_roundoff(double value, double size) {
  return std::fabs(value) <= 1e-12 * size ? 0 : value;
}

bool has_heavy_tail(const Evaluation& evaluation) {
  return evaluation.tail && evaluation.tail->has_no_variance();
}

// A difference, first less second, of estimates of rewards with this mean.
PairedEstimate paired(double first, double second, const DifferenceSums& sums, bool known_steps,
                      double mean, bool by_cluster, double level) {
  const double size = std::fmax(std::fabs(first), std::fabs(second));
  const double value = without_roundoff(first - second, size);
  if (!std::isfinite(sums.difference.variance())) {
    return {{value, nan, nan}, "fewer than two records or clusters"};
  }
  const auto [low, high] = difference_interval(value, sums, known_steps, mean, level);
  return {{value, value + without_roundoff(low - value, size),
           value + without_roundoff(high - value, size)},
          by_cluster ? "corrected for skewness, paired by cluster"
                     : "corrected for skewness, paired by record"};
}

// Allows for rewards of actions that the log never shows, which may change the number by `unknown`.
void widen_paired(PairedEstimate& of, double unknown) {
  if (!(unknown > 0) || !std::isfinite(of.estimate.low)) return;
  widen(of.estimate, unknown);
  of.method += widened_words;
}

}  // namespace

Component<AlgorithmDescription> algorithm_of_target(const std::string& name) {
  std::vector<SpecProblem> problems;
  auto found = find_component(
      fmt::format("{}{{name={}}}", algorithm_for_columns(), quoted_text(name, name.size())), {},
      algorithms_table(), "algorithm", problems);
  if (!found) throw SpecErrors(problems);
  return std::move(*found);
}

std::string target_of_algorithm(const Component<AlgorithmDescription>& algorithm) {
  if (algorithm.description->name != algorithm_for_columns()) return {};
  return value_as<std::string>(algorithm.parameters.value("name"));
}

Lift lift_of(const Evaluation& evaluation, const LogBlocks& log,
             std::span<const std::uint32_t> clusters) {
  const double mean = evaluation.log_value.value;
  const double estimate = evaluation.estimate;
  if (!evaluation.parts) {
    Lift lift = {without_interval(estimate - mean, evaluation), {}};
    lift.relative = mean > 0 ? without_interval(estimate / mean - 1, evaluation)
                             : PairedEstimate{.method = no_relative_lift};
    return lift;
  }
  Lift lift;
  if (has_heavy_tail(evaluation)) {
    lift.absolute = {{estimate - mean, nan, nan}, no_variance};
    lift.relative = {{mean > 0 ? estimate / mean - 1 : nan, nan, nan}, no_variance};
    return lift;
  }
  const DifferenceSums sums = sums_of_lift(*evaluation.parts, log, mean, clusters);
  lift.absolute = paired(estimate, mean, sums, evaluation.parts->has_steps(), mean,
                         !clusters.empty(), comparison_level);
  if (!(mean > 0)) {
    widen_paired(lift.absolute, evaluation.unknown);
    lift.relative.method = no_relative_lift;
    return lift;
  }
  const LiftVariances of = variances_of_lift(*evaluation.parts, log, mean, clusters);
  if (!std::isfinite(of.estimate) || !std::isfinite(of.mean)) {
    lift.relative = {{estimate / mean - 1, nan, nan}, "fewer than two records or clusters"};
    return lift;
  }
  // Fieller's interval with the quantiles of the absolute lift, which skewness makes different to either
  // side: the two then agree on whether there is a lift.
  const double variance = sums.difference.variance();
  const double covariance = (of.estimate + of.mean - variance) / 2;
  const auto ratio_within = [&](double distance) {
    const double quantile =
        variance > 0 ? std::max(distance, 0.0) / std::sqrt(variance) : comparison_quantile();
    return statistics::paired_ratio_interval(estimate, of.estimate, mean, of.mean, covariance,
                                             quantile);
  };
  const auto& absolute = lift.absolute.estimate;
  const auto lower = ratio_within(absolute.value - absolute.low);
  const auto upper = ratio_within(absolute.high - absolute.value);
  lift.relative = {{without_roundoff(estimate / mean - 1, 1), without_roundoff(lower.low - 1, 1),
                    without_roundoff(upper.high - 1, 1)},
                   clusters.empty() ? "Fieller, corrected for skewness, paired by record"
                                    : "Fieller, corrected for skewness, paired by cluster"};
  if (!std::isfinite(lower.low) || !std::isfinite(upper.high)) {
    lift.relative.estimate.low = lift.relative.estimate.high = nan;
    lift.relative.method = "no interval: the log's mean reward is too near 0 for its error";
  }
  widen_paired(lift.absolute, evaluation.unknown);
  widen_paired(lift.relative, evaluation.unknown / mean);
  return lift;
}

PairedEstimate paired_difference(const Evaluation& first, const Evaluation& second,
                                 std::span<const std::uint32_t> clusters, double level) {
  for (const Evaluation* one : {&first, &second}) {
    if (!one->parts) return without_interval(first.estimate - second.estimate, *one);
  }
  if (has_heavy_tail(first) || has_heavy_tail(second)) {
    return {{first.estimate - second.estimate, nan, nan}, no_variance};
  }
  const bool known_steps = first.parts->has_steps() && second.parts->has_steps();
  PairedEstimate difference = paired(first.estimate, second.estimate,
                                     sums_of_difference(*first.parts, *second.parts, clusters),
                                     known_steps, first.log_value.value, !clusters.empty(), level);
  widen_paired(difference, first.unknown + second.unknown);
  return difference;
}

namespace {

// One part of a log, and everything that is evaluated on it.
class PartEvaluation {
 public:
  PartEvaluation(std::shared_ptr<const LogBlocks> log, std::vector<std::uint32_t> clusters,
                 double propensity_parameters,
                 std::span<const Component<AlgorithmDescription>> algorithms,
                 std::span<const Component<EvaluatorDescription>> evaluators,
                 const ComparisonOptions& options)
      : facts_(std::move(log), std::move(clusters), propensity_parameters),
        algorithms_(algorithms),
        evaluators_(evaluators),
        options_(options) {
    options_.evaluation.clusters = facts_.clusters();
    options_.evaluation.keep_parts =
        options.evaluation.keep_parts || options.lift || algorithms.size() > 1;
  }

  // `missing`: warnings of the log's reader that concern this part.
  EvaluatedSegment run(const std::vector<EvaluationWarning>& missing, bool whole) {
    EvaluatedSegment result;
    result.whole = whole;
    options_.evaluation.keep_details = options_.evaluation.keep_details && result.whole;
    result.records = facts_.size();
    result.log_value = facts_.value();
    const std::size_t pairs = algorithms_.size() * evaluators_.size();
    result.pairs.resize(pairs);
    std::vector<std::exception_ptr> failures(pairs);
    const auto evaluate_pair = [&](std::uint64_t number) {
      EvaluatedPair& pair = result.pairs[number];
      pair.algorithm = number % algorithms_.size();
      pair.evaluator = number / algorithms_.size();
      failures[number] = try_evaluation(pair, missing);
    };
    SharedPool(options_.evaluation.jobs)->for_each(pairs, evaluate_pair);
    const bool none = std::none_of(result.pairs.begin(), result.pairs.end(),
                                   [](const EvaluatedPair& pair) { return pair.evaluation; });
    if (result.whole && none && failures.front()) std::rethrow_exception(failures.front());
    for (std::size_t e = 0; e < evaluators_.size(); ++e) {
      compare(std::span(result.pairs).subspan(e * algorithms_.size(), algorithms_.size()),
              result.differences);
    }
    return result;
  }

 private:
  const std::vector<std::uint32_t>& clusters() const { return facts_.clusters(); }

  // Returns what was thrown where the two do not fit, else null.
  std::exception_ptr try_evaluation(EvaluatedPair& pair,
                                    const std::vector<EvaluationWarning>& missing) const {
    try {
      pair.evaluation = evaluate(facts_, algorithms_[pair.algorithm], evaluators_[pair.evaluator],
                                 options_.evaluation);
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::file) throw;
      pair.not_applicable = error.marked();
      return std::current_exception();
    }
    auto& violations = pair.evaluation->assumption_violations;
    violations.insert(violations.end(), missing.begin(), missing.end());
    return nullptr;
  }

  // The lifts and differences under one evaluator.
  void compare(std::span<EvaluatedPair> pairs, std::vector<PairedDifference>& differences) const {
    const auto estimates = [](const EvaluatedPair& pair) {
      return pair.evaluation && pair.evaluation->estimates_value;
    };
    const bool influences = std::all_of(pairs.begin(), pairs.end(), [&](const auto& pair) {
      return !estimates(pair) || pair.evaluation->parts;
    });
    PairedBootstrap bootstrap;
    if (!influences && options_.bootstrap > 0) bootstrap = resample(pairs);
    SharedPool pool(options_.evaluation.jobs);
    pool->for_each(pairs.size(), [&](std::uint64_t number) {
      EvaluatedPair& pair = pairs[number];
      if (!options_.lift || !estimates(pair)) return;
      pair.lift = bootstrap.empty() ? lift_of(*pair.evaluation, *facts_.blocks(), clusters())
                                    : bootstrap.lift(pair.algorithm, *pair.evaluation);
    });
    std::vector<std::pair<std::size_t, std::size_t>> compared;
    for (std::size_t a = 0; a < pairs.size(); ++a) {
      for (std::size_t b = a + 1; b < pairs.size(); ++b) {
        if (estimates(pairs[a]) && estimates(pairs[b])) compared.emplace_back(a, b);
      }
    }
    const std::size_t before = differences.size();
    differences.resize(before + compared.size());
    pool->for_each(compared.size(), [&](std::uint64_t number) {
      const EvaluatedPair& first = pairs[compared[number].first];
      const EvaluatedPair& second = pairs[compared[number].second];
      differences[before + number] = {
          first.algorithm, second.algorithm, first.evaluator,
          bootstrap.empty() ? paired_difference(*first.evaluation, *second.evaluation, clusters())
                            : bootstrap.difference(first.algorithm, *first.evaluation,
                                                   second.algorithm, *second.evaluation)};
    });
  }

  PairedBootstrap resample(std::span<const EvaluatedPair> pairs) const {
    std::vector<std::size_t> chosen;
    for (const EvaluatedPair& pair : pairs) {
      if (pair.evaluation && pair.evaluation->estimates_value) chosen.push_back(pair.algorithm);
    }
    const bool own = std::all_of(chosen.begin(), chosen.end(), [&](std::size_t algorithm) {
      return target_of_algorithm(algorithms_[algorithm]).empty();
    });
    const LogFacts& facts = own ? facts_.of_logged_actions() : facts_;
    return PairedBootstrap(facts.log(), algorithms_, chosen, evaluators_[pairs.front().evaluator],
                           options_.evaluation, options_.bootstrap);
  }

  LogFacts facts_;
  offpolicy::SharedFits fits_{facts_.shared_log()};
  std::span<const Component<AlgorithmDescription>> algorithms_;
  std::span<const Component<EvaluatorDescription>> evaluators_;
  ComparisonOptions options_;
};

}  // namespace

std::vector<std::uint32_t> clusters_of(const InputLog& input,
                                       std::span<const std::uint32_t> records) {
  std::vector<std::uint32_t> clusters;
  if (input.clusters.empty()) return clusters;
  std::unordered_map<std::uint32_t, std::uint32_t> number;
  for (const std::uint32_t record : records) {
    const auto next = static_cast<std::uint32_t>(number.size());
    clusters.push_back(number.emplace(input.clusters[record], next).first->second);
  }
  return clusters;
}

EvaluationTable evaluate_all(const InputLog& input,
                             std::span<const Component<AlgorithmDescription>> algorithms,
                             std::span<const Component<EvaluatorDescription>> evaluators,
                             const ComparisonOptions& options) {
  if (!input.log || input.blocks_of_log()->size() == 0) {
    throw DataError(options.evaluation.log_name + " has no record");
  }
  const std::size_t count = input.segment_names.size();
  if (count > max_segments) {
    throw SpecErrors(
        fmt::format("{}: the column has {} different values; at most {} segments are evaluated",
                    option("by"), count, max_segments));
  }
  EvaluationTable table;
  for (const auto& algorithm : algorithms) table.algorithms.push_back(algorithm.canonical());
  for (const auto& evaluator : evaluators) table.evaluators.push_back(evaluator.canonical());
  std::vector<std::vector<std::uint32_t>> members(count);
  for (std::size_t i = 0; i < input.segments.size(); ++i) {
    members[input.segments[i]].push_back(static_cast<std::uint32_t>(i));
  }
  const auto missing = find_missing_input(input);
  std::vector<EvaluationWarning> of_segments;
  std::copy_if(missing.begin(), missing.end(), std::back_inserter(of_segments),
               [](const EvaluationWarning& warning) {
                 return warning.kind == WarningKind::propensities_estimated;
               });
  const auto evaluate_segment = [&](std::size_t segment) {
    const auto& records = members[segment];
    EvaluatedSegment result =
        PartEvaluation(std::make_shared<const LogInMemory>(
                           std::make_shared<const Log>(input.log->select(records))),
                       clusters_of(input, records), input.propensity_parameters, algorithms,
                       evaluators, options)
            .run(of_segments, false);
    result.name = input.segment_names[segment];
    if (records.size() < few_segment_records) {
      result.note = fmt::format("only {} record{}: too few to compare it with other segments",
                                records.size(), records.size() == 1 ? "" : "s");
    }
    return result;
  };
  // The whole log is begun first: it takes longest.
  table.segments.resize(count + 1);
  SharedPool(options.evaluation.jobs)->for_each(count + 1, [&](std::uint64_t number) {
    if (number > 0) {
      table.segments[number - 1] = evaluate_segment(number - 1);
      return;
    }
    table.segments[count] =
        PartEvaluation(input.blocks_of_log(), input.clusters, input.propensity_parameters,
                       algorithms, evaluators, options)
            .run(missing, true);
  });
  return table;
}

}  // namespace replaybench
