#include "suite/rehearsal/error_scores.hpp"

#include <algorithm>
#include <cmath>

#include "suite/numeric/elementary.hpp"

namespace replaybench::rehearsal {

namespace {

double squared_error(const TwinEstimate& of) {
  return (of.estimate - of.value) * (of.estimate - of.value);
}

double mean_squared_error(std::span<const TwinEstimate> estimates) {
  double sum = 0;
  for (const TwinEstimate& of : estimates) sum += squared_error(of);
  return sum / static_cast<double>(estimates.size());
}

}  // namespace

TwinErrors errors_of(std::span<const TwinEstimate> estimates) {
  const double n = static_cast<double>(estimates.size());
  TwinErrors errors;
  double bias = 0, held = 0, width = 0, intervals = 0;
  for (const TwinEstimate& of : estimates) {
    bias += (of.estimate - of.value) / n;
    errors.withheld += (of.withheld ? 1 : 0) / n;
    if (!std::isfinite(of.low) || !std::isfinite(of.high)) continue;
    ++intervals;
    held += of.low <= of.value && of.value <= of.high;
    width += of.high - of.low;
  }
  double squares = 0;
  for (const TwinEstimate& of : estimates) {
    const double from_mean = of.estimate - of.value - bias;
    squares += from_mean * from_mean;
  }
  errors.bias = bias;
  errors.deviation = std::sqrt(squares / (n - 1));
  errors.error = std::sqrt(mean_squared_error(estimates));
  errors.intervals = intervals / n;
  if (intervals > 0) {
    errors.coverage = held / intervals;
    errors.width = width / intervals;
  }
  return errors;
}

ErrorRatios error_ratios(std::span<const std::vector<double>> errors) {
  const std::size_t candidates = errors.empty() ? 0 : errors.front().size();
  ErrorRatios ratios{std::vector<double>(candidates, 0), std::vector<double>(candidates, 0)};
  for (const auto& of_kind : errors) {
    const double least = *std::min_element(of_kind.begin(), of_kind.end());
    for (std::size_t m = 0; m < candidates; ++m) {
      const double ratio = of_kind[m] > least ? of_kind[m] / least : 1;
      ratios.mean_log[m] += numeric::log(ratio) / static_cast<double>(errors.size());
      ratios.worst[m] = std::max(ratios.worst[m], ratio);
    }
  }
  return ratios;
}

ErrorRanking rank_by_errors(std::span<const std::vector<std::vector<TwinEstimate>>> estimates) {
  std::vector<std::vector<double>> errors;
  for (const auto& of_kind : estimates) {
    errors.emplace_back();
    for (const auto& of_candidate : of_kind) {
      errors.back().push_back(std::sqrt(mean_squared_error(of_candidate)));
    }
  }
  ErrorRatios ratios = error_ratios(errors);
  ErrorRanking ranking{.scores = std::move(ratios.mean_log), .worst = std::move(ratios.worst)};
  const std::size_t candidates = ranking.scores.size();
  const std::size_t best = static_cast<std::size_t>(
      std::min_element(ranking.scores.begin(), ranking.scores.end()) - ranking.scores.begin());
  for (std::size_t m = 0; m < candidates; ++m) {
    // Of log(error / best error) of a kind: half the mean of the relative squared errors' difference.
    double variance = 0;
    for (std::size_t kind = 0; kind < estimates.size(); ++kind) {
      const auto &of = estimates[kind][m], &of_best = estimates[kind][best];
      const double scale = errors[kind][m] * errors[kind][m],
                   best_scale = errors[kind][best] * errors[kind][best];
      if (!(scale > 0) || !(best_scale > 0)) continue;
      const double n = static_cast<double>(of.size());
      double squares = 0;
      for (std::size_t r = 0; r < of.size(); ++r) {
        const double difference =
            (squared_error(of[r]) / scale - squared_error(of_best[r]) / best_scale) / 2;
        squares += difference * difference;
      }
      variance += squares / (n - 1) / n;
    }
    ranking.standard_error.push_back(std::sqrt(variance) / static_cast<double>(estimates.size()));
  }
  for (std::size_t m = 0; m < candidates; ++m) {
    const bool ties = ranking.scores[m] - ranking.scores[best] <= 2 * ranking.standard_error[m];
    const auto better = std::count_if(ranking.scores.begin(), ranking.scores.end(),
                                      [&](double score) { return score < ranking.scores[m]; });
    ranking.ranks.push_back(ties ? 1 : 1 + static_cast<std::size_t>(better));
  }
  return ranking;
}

}  // namespace replaybench::rehearsal
