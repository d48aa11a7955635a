#include "suite/evaluate/difference_sums.hpp"

#include <algorithm>
#include <vector>

namespace replaybench {

namespace {

DifferenceSums no_sums(std::span<const std::uint32_t> clusters) {
  const PartSums none(clusters);
  return {none, {}, none, none, none};
}

// Records whose parts are in memory at a time.
constexpr std::uint64_t at_once = std::uint64_t{1} << 13;

}  // namespace

DifferenceSums sums_of_lift(const RecordParts& estimate, const LogBlocks& log, double mean,
                            std::span<const std::uint32_t> clusters) {
  const double n = static_cast<double>(log.size());
  DifferenceSums sums = no_sums(clusters);
  std::vector<double> parts, steps;
  log.each({.rewards = true}, [&](const LogBlock& block) {
    parts.resize(block.size);
    steps.resize(block.size);
    estimate.read(block.first, parts, steps);
    for (std::size_t i = 0; i < block.size; ++i) {
      const double of_mean = (block.rewards[i] - mean) / n;
      sums.difference.add(parts[i] - of_mean);
      sums.first.add(parts[i]);
      sums.second.add(of_mean);
      sums.both.add(parts[i], of_mean);
      sums.steps.add(steps[i] - 1 / n);
    }
  });
  return sums;
}

DifferenceSums sums_of_difference(const RecordParts& first, const RecordParts& second,
                                  std::span<const std::uint32_t> clusters) {
  DifferenceSums sums = no_sums(clusters);
  std::vector<double> parts(at_once), steps(at_once), other_parts(at_once), other_steps(at_once);
  for (std::uint64_t from = 0; from < first.size(); from += at_once) {
    const std::size_t count = std::min(at_once, first.size() - from);
    first.read(from, std::span(parts).first(count), std::span(steps).first(count));
    second.read(from, std::span(other_parts).first(count), std::span(other_steps).first(count));
    for (std::size_t i = 0; i < count; ++i) {
      sums.difference.add(parts[i] - other_parts[i]);
      sums.steps.add(steps[i] - other_steps[i]);
    }
  }
  return sums;
}

statistics::Interval difference_interval(double value, const DifferenceSums& of, bool known_steps,
                                         double mean) {
  statistics::InfluenceSums sums = of.difference.sums();
  if (known_steps) sums = statistics::with_half_records(sums, of.steps.steps(), mean);
  return statistics::skewed_interval(value, sums, 0.95);
}

}  // namespace replaybench
