#include "suite/evaluate/evaluate_all.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <stdexcept>

#include "suite/evaluate/estimate_errors.hpp"
#include "suite/evaluate/evaluation_warnings.hpp"
#include "suite/evaluate/log_facts.hpp"
#include "suite/evaluate/paired_bootstrap.hpp"
#include "suite/numeric/elementary.hpp"
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

// Each record's part in the error of the log's mean.
std::vector<double> influences_on_mean(const Log& log, double mean) {
  std::vector<double> parts(log.size());
  const double n = static_cast<double>(log.size());
  for (std::size_t i = 0; i < log.size(); ++i) parts[i] = (log.rewards[i] - mean) / n;
  return parts;
}

// What is 0 but for roundoff, against numbers of this size.
double without_roundoff(double value, double size) {
  return std::fabs(value) <= 1e-12 * size ? 0 : value;
}

bool has_heavy_tail(const Evaluation& evaluation) {
  return evaluation.tail && evaluation.tail->has_no_variance();
}

// The numbers of a difference, first less second, of estimates of rewards with this mean.
PairedEstimate difference_of_parts(double first, double second, std::vector<double> parts,
                                   std::span<const double> other, std::vector<double> steps,
                                   std::span<const double> other_steps, double mean,
                                   std::span<const std::uint32_t> clusters) {
  const double size = std::fmax(std::fabs(first), std::fabs(second));
  const double value = without_roundoff(first - second, size);
  for (std::size_t i = 0; i < parts.size(); ++i) parts[i] -= other[i];
  const double variance = variance_of(parts, clusters);
  if (!std::isfinite(variance)) return {{value, nan, nan}, "fewer than two records or clusters"};
  for (std::size_t i = 0; i < steps.size(); ++i) steps[i] -= other_steps[i];
  const auto [low, high] = difference_interval(value, parts, steps, mean, clusters);
  return {{value, value + without_roundoff(low - value, size),
           value + without_roundoff(high - value, size)},
          clusters.empty() ? "corrected for skewness, paired by record"
                           : "corrected for skewness, paired by cluster"};
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

Lift lift_of(const Evaluation& evaluation, const Log& log,
             std::span<const std::uint32_t> clusters) {
  const double mean = evaluation.log_value.value;
  const double estimate = evaluation.estimate;
  if (evaluation.influences.empty()) {
    Lift lift = {without_interval(estimate - mean, evaluation), {}};
    lift.relative = mean > 0 ? without_interval(estimate / mean - 1, evaluation)
                             : PairedEstimate{{}, no_relative_lift};
    return lift;
  }
  Lift lift;
  if (has_heavy_tail(evaluation)) {
    lift.absolute = {{estimate - mean, nan, nan}, no_variance};
    lift.relative = {{mean > 0 ? estimate / mean - 1 : nan, nan, nan}, no_variance};
    return lift;
  }
  const std::vector<double> of_mean = influences_on_mean(log, mean);
  const std::vector<double> steps_of_mean(log.size(), 1 / static_cast<double>(log.size()));
  lift.absolute = difference_of_parts(estimate, mean, evaluation.influences, of_mean,
                                      evaluation.reward_steps, steps_of_mean, mean, clusters);
  if (!(mean > 0)) {
    lift.relative.method = no_relative_lift;
    return lift;
  }
  const double a = variance_of(evaluation.influences, clusters);
  const double b = variance_of(of_mean, clusters);
  if (!std::isfinite(a) || !std::isfinite(b)) {
    lift.relative = {{estimate / mean - 1, nan, nan}, "fewer than two records or clusters"};
    return lift;
  }
  const auto ratio = statistics::paired_ratio_interval(
      estimate, a, mean, b, covariance_of(evaluation.influences, of_mean, clusters),
      comparison_quantile());
  lift.relative = {{without_roundoff(estimate / mean - 1, 1), without_roundoff(ratio.low - 1, 1),
                    without_roundoff(ratio.high - 1, 1)},
                   clusters.empty() ? "Fieller, paired by record" : "Fieller, paired by cluster"};
  if (!std::isfinite(ratio.low)) {
    lift.relative.estimate.low = lift.relative.estimate.high = nan;
    lift.relative.method = "no interval: the log's mean reward is too near 0 for its error";
  }
  return lift;
}

PairedEstimate paired_difference(const Evaluation& first, const Evaluation& second,
                                 std::span<const std::uint32_t> clusters) {
  for (const Evaluation* one : {&first, &second}) {
    if (one->influences.empty()) return without_interval(first.estimate - second.estimate, *one);
  }
  if (has_heavy_tail(first) || has_heavy_tail(second)) {
    return {{first.estimate - second.estimate, nan, nan}, no_variance};
  }
  return difference_of_parts(first.estimate, second.estimate, first.influences, second.influences,
                             first.reward_steps, second.reward_steps, first.log_value.value,
                             clusters);
}

namespace {

// One part of a log, and everything that is evaluated on it.
class PartEvaluation {
 public:
  PartEvaluation(std::shared_ptr<const Log> log, std::vector<std::uint32_t> clusters,
                 std::span<const Component<AlgorithmDescription>> algorithms,
                 std::span<const Component<EvaluatorDescription>> evaluators,
                 const ComparisonOptions& options)
      : facts_(std::move(log), std::move(clusters)),
        algorithms_(algorithms),
        evaluators_(evaluators),
        options_(options) {
    options_.evaluation.clusters = facts_.clusters();
    options_.evaluation.keep_influences =
        options.evaluation.keep_influences || options.lift || algorithms.size() > 1;
  }

  // `missing`: what the whole log's reader warns of; null: a segment.
  EvaluatedSegment run(const std::vector<EvaluationWarning>* missing) {
    EvaluatedSegment result;
    result.whole = missing != nullptr;
    result.records = facts_.log().size();
    result.log_value = facts_.value();
    for (std::size_t e = 0; e < evaluators_.size(); ++e) {
      const std::size_t first = result.pairs.size();
      for (std::size_t a = 0; a < algorithms_.size(); ++a) {
        result.pairs.push_back(evaluate_pair(a, e, missing));
      }
      compare(std::span(result.pairs).subspan(first), result.differences);
    }
    const bool none = std::none_of(result.pairs.begin(), result.pairs.end(),
                                   [](const EvaluatedPair& pair) { return pair.evaluation; });
    if (result.whole && none && first_failure_) std::rethrow_exception(first_failure_);
    return result;
  }

 private:
  const std::vector<std::uint32_t>& clusters() const { return facts_.clusters(); }

  EvaluatedPair evaluate_pair(std::size_t algorithm, std::size_t evaluator,
                              const std::vector<EvaluationWarning>* missing) {
    EvaluatedPair pair{algorithm, evaluator, {}, {}, {}};
    try {
      pair.evaluation =
          evaluate(facts_, algorithms_[algorithm], evaluators_[evaluator], options_.evaluation);
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::file) throw;
      pair.not_applicable = error.marked();
      if (!first_failure_) first_failure_ = std::current_exception();
    }
    if (pair.evaluation && missing) {
      auto& violations = pair.evaluation->assumption_violations;
      violations.insert(violations.end(), missing->begin(), missing->end());
    }
    return pair;
  }

  // The lifts and differences under one evaluator.
  void compare(std::span<EvaluatedPair> pairs, std::vector<PairedDifference>& differences) const {
    const auto estimates = [](const EvaluatedPair& pair) {
      return pair.evaluation && pair.evaluation->estimates_value;
    };
    const bool influences = std::all_of(pairs.begin(), pairs.end(), [&](const auto& pair) {
      return !estimates(pair) || !pair.evaluation->influences.empty();
    });
    PairedBootstrap bootstrap;
    if (!influences && options_.bootstrap > 0) bootstrap = resample(pairs);
    for (EvaluatedPair& pair : pairs) {
      if (!options_.lift || !estimates(pair)) continue;
      pair.lift = bootstrap.empty() ? lift_of(*pair.evaluation, facts_.log(), clusters())
                                    : bootstrap.lift(pair.algorithm, *pair.evaluation);
    }
    for (std::size_t a = 0; a < pairs.size(); ++a) {
      for (std::size_t b = a + 1; b < pairs.size(); ++b) {
        if (!estimates(pairs[a]) || !estimates(pairs[b])) continue;
        const Evaluation& one = *pairs[a].evaluation;
        const Evaluation& other = *pairs[b].evaluation;
        differences.push_back(
            {pairs[a].algorithm, pairs[b].algorithm, pairs[a].evaluator,
             bootstrap.empty()
                 ? paired_difference(one, other, clusters())
                 : bootstrap.difference(pairs[a].algorithm, one, pairs[b].algorithm, other)});
      }
    }
  }

  PairedBootstrap resample(std::span<const EvaluatedPair> pairs) const {
    std::vector<std::size_t> chosen;
    for (const EvaluatedPair& pair : pairs) {
      if (pair.evaluation && pair.evaluation->estimates_value) chosen.push_back(pair.algorithm);
    }
    return PairedBootstrap(facts_.log(), algorithms_, chosen, evaluators_[pairs.front().evaluator],
                           options_.evaluation, options_.bootstrap);
  }

  LogFacts facts_;
  std::span<const Component<AlgorithmDescription>> algorithms_;
  std::span<const Component<EvaluatorDescription>> evaluators_;
  ComparisonOptions options_;
  std::exception_ptr first_failure_;
};

// Clusters numbered from 0 again, as far as they are in this part.
std::vector<std::uint32_t> clusters_of(const InputLog& input,
                                       std::span<const std::uint32_t> records) {
  std::vector<std::uint32_t> clusters;
  if (input.clusters.empty()) return clusters;
  constexpr std::uint32_t none = ~std::uint32_t{0};
  std::vector<std::uint32_t> number(
      *std::max_element(input.clusters.begin(), input.clusters.end()) + std::size_t{1}, none);
  std::uint32_t next = 0;
  for (const std::uint32_t record : records) {
    std::uint32_t& mine = number[input.clusters[record]];
    if (mine == none) mine = next++;
    clusters.push_back(mine);
  }
  return clusters;
}

}  // namespace

EvaluationTable evaluate_all(const InputLog& input,
                             std::span<const Component<AlgorithmDescription>> algorithms,
                             std::span<const Component<EvaluatorDescription>> evaluators,
                             const ComparisonOptions& options) {
  if (!input.log || input.log->size() == 0) {
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
  for (std::size_t segment = 0; segment < count; ++segment) {
    const auto& records = members[segment];
    PartEvaluation part(std::make_shared<const Log>(input.log->select(records)),
                        clusters_of(input, records), algorithms, evaluators, options);
    table.segments.push_back(part.run(nullptr));
    EvaluatedSegment& result = table.segments.back();
    result.name = input.segment_names[segment];
    if (records.size() < few_segment_records) {
      result.note = fmt::format("only {} record{}: too few to compare it with other segments",
                                records.size(), records.size() == 1 ? "" : "s");
    }
  }
  const auto missing = find_missing_input(input);
  table.segments.push_back(
      PartEvaluation(input.log, input.clusters, algorithms, evaluators, options).run(&missing));
  return table;
}

}  // namespace replaybench
