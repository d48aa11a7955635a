#include "suite/evaluate/difference_sums.hpp"

#include <algorithm>
#include <vector>

namespace replaybench {

namespace {

// Records whose parts are in memory at a time.
constexpr std::uint64_t at_once = std::uint64_t{1} << 13;

// visit(part of the estimate, its step, part of the log's mean) for each record.
template <class Visit>
void for_each_part(const RecordParts& estimate, const LogBlocks& log, double mean,
                   const Visit& visit) {
  const double n = static_cast<double>(log.size());
  std::vector<double> parts, steps;
  log.each({.rewards = true}, [&](const LogBlock& block) {
    parts.resize(block.size);
    steps.resize(block.size);
    estimate.read(block.first, parts, steps);
    for (std::size_t i = 0; i < block.size; ++i) {
      visit(parts[i], steps[i], (block.rewards[i] - mean) / n);
    }
  });
}

}  // namespace

DifferenceSums sums_of_lift(const RecordParts& estimate, const LogBlocks& log, double mean,
                            std::span<const std::uint32_t> clusters) {
  const double step_of_mean = 1 / static_cast<double>(log.size());
  DifferenceSums sums{PartSums(clusters), {}};
  for_each_part(estimate, log, mean, [&](double part, double step, double of_mean) {
    sums.difference.add(part - of_mean);
    if (estimate.has_steps()) sums.steps.add(step - step_of_mean);
  });
  return sums;
}

LiftVariances variances_of_lift(const RecordParts& estimate, const LogBlocks& log, double mean,
                                std::span<const std::uint32_t> clusters) {
  PartSums of_estimate(clusters), of_log(clusters);
  for_each_part(estimate, log, mean, [&](double part, double, double of_mean) {
    of_estimate.add(part);
    of_log.add(of_mean);
  });
  return {of_estimate.variance(), of_log.variance()};
}

DifferenceSums sums_of_difference(const RecordParts& first, const RecordParts& second,
                                  std::span<const std::uint32_t> clusters) {
  const bool steps_known = first.has_steps() && second.has_steps();
  DifferenceSums sums{PartSums(clusters), {}};
  std::vector<double> parts(at_once), steps(at_once), other_parts(at_once), other_steps(at_once);
  for (std::uint64_t from = 0; from < first.size(); from += at_once) {
    const std::size_t count = std::min(at_once, first.size() - from);
    first.read(from, std::span(parts).first(count), std::span(steps).first(count));
    second.read(from, std::span(other_parts).first(count), std::span(other_steps).first(count));
    for (std::size_t i = 0; i < count; ++i) {
      sums.difference.add(parts[i] - other_parts[i]);
      if (steps_known) sums.steps.add(steps[i] - other_steps[i]);
    }
  }
  return sums;
}

statistics::Interval difference_interval(double value, const DifferenceSums& of, bool known_steps,
                                         double mean, double level) {
  statistics::InfluenceSums sums = of.difference.sums();
  if (of.difference.is_by_cluster()) {
    sums = scaled_influences(sums, factor_of_clusters(static_cast<double>(sums.count), level));
  }
  if (known_steps) sums = statistics::with_half_records(sums, of.steps.steps(), mean);
  return statistics::skewed_interval(value, sums, level);
}

}  // namespace replaybench
