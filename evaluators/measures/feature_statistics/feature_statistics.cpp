// Describes one feature of a log: how its values are distributed, and how the mean reward goes with
// them. No algorithm is played.
//
// Source: thesis, figure 2.3 (section 2.4.2, p. 49: "density plot of 3 continuous features") and
// figure 2.4 (section 2.5.2, p. 55: "click frequency against the value of 3 different features
// [...] the values appearing less than 5000 times in the dataset have been removed"). The thesis
// does not state how it smoothed its densities; here they are sums of Gaussian kernels with the
// bandwidth of Silverman, "Density estimation for statistics and data analysis", 1986, formula
// 3.31: 0.9 min(standard deviation, interquartile range / 1.34) n^(-1/5).
//
// Rows and columns, by what is described (`of`):
//   values     a row for each value seen `least` times or more, in increasing order. estimate: mean
//              reward of its records; standard_error of that; value; records; share: of all records
//   intervals  the same for `points` intervals of equal width from the smallest to the largest
//              value; value: middle of the interval
//   density    `points` rows, from three bandwidths below the smallest value to three above the
//              largest. estimate: density at value, per unit of the axis; value; records: used;
//              bandwidth; peaks: local maxima that are at least a tenth of the highest, the same in
//              every row
// With `logarithmic` the axis is the logarithm to base 10: intervals, bandwidth and density are of
// log10(value), `value` stays a value, and values of 0 and below are left out, as is `missing`.
// Shares are of all records. The step of a row is its number, from 1, or the number of its
// interval.

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/numeric/constants.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/numeric/moments.hpp"
#include "suite/statistics/bandwidth.hpp"

namespace replaybench::evaluators::feature_statistics {

namespace {

enum class FeatureView { values, intervals, density };

struct FeatureOptions {
  FeatureView of = FeatureView::values;
  std::uint64_t feature = 0;  ///< number, from 0
  bool logarithmic = false;
  std::uint64_t points = 200;  ///< of intervals and density; at least 2
  std::uint64_t least = 1;     ///< records that a value or an interval needs; at least 1
  double missing = -1e9;       ///< stands for a missing value
};

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn standard_error = add(Role::standard_error);
  RowColumn value = add("value");
  RowColumn records = add(Role::records);
  RowColumn share = add("share");
} result_of_rewards{};

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn value = add("value");
  RowColumn records = add(Role::records);
  RowColumn bandwidth = add("bandwidth");
  RowColumn peaks = add("peaks", Role::count);
} result_of_density{};

constexpr std::uint64_t chunk_size = 1u << 16;  // records
constexpr double lowest_peak = 0.1;             // of the highest

/// The rewards of a feature's values, and how many records there were in all.
struct ValueTable {
  std::map<double, numeric::Moments> rewards;
  std::uint64_t records = 0;
  std::uint64_t used = 0;
};

ValueTable table_of(Trial& trial, const FeatureOptions& options) {
  ValueTable table;
  trial.for_each_chunk(chunk_size, 1, [&](const Log& log) {
    if (options.feature >= log.dimension) {
      throw NotApplicable(
          fmt::format("the log has no feature {}; it has {}", options.feature, log.dimension));
    }
    ContextReader contexts(log);
    for (std::size_t i = 0; i < log.size(); ++i) {
      ++table.records;
      const double value = contexts[i][options.feature];
      if (value == options.missing || (options.logarithmic && value <= 0)) continue;
      table.rewards[value].add(log.rewards[i]);
      ++table.used;
    }
  });
  if (table.used == 0) {
    throw NotApplicable(fmt::format("no record has a value of feature {}", options.feature));
  }
  return table;
}

/// The axis of intervals and densities.
struct Axis {
  bool logarithmic;

  double place(double value) const {
    return logarithmic ? numeric::log(value) / numeric::ln_10 : value;
  }
  double value(double place) const {
    return logarithmic ? numeric::exp(numeric::ln_10 * place) : place;
  }
};

[[noreturn]] void refuse_range(const FeatureOptions& options) {
  throw NotApplicable(
      fmt::format("the values of feature {} are too far apart, or too close, for double precision",
                  options.feature));
}

ResultRow row_of_rewards(std::uint64_t step, double value, const numeric::Moments& rewards,
                         std::uint64_t all) {
  const auto& result = result_of_rewards;
  return result.row(step,
                    {result.estimate(rewards.mean), result.standard_error(rewards.standard_error()),
                     result.value(value), result.records(rewards.count),
                     result.share(static_cast<double>(rewards.count) / static_cast<double>(all))});
}

void rows_of_values(const ValueTable& table, std::uint64_t least, std::vector<ResultRow>& rows) {
  std::uint64_t number = 0;
  for (const auto& [value, rewards] : table.rewards) {
    if (rewards.count >= least) {
      rows.push_back(row_of_rewards(++number, value, rewards, table.records));
    }
  }
}

void rows_of_intervals(const ValueTable& table, const FeatureOptions& options,
                       std::vector<ResultRow>& rows) {
  const Axis axis{options.logarithmic};
  const double low = axis.place(table.rewards.begin()->first);
  const double high = axis.place(table.rewards.rbegin()->first);
  if (!std::isfinite(high - low)) refuse_range(options);
  const double width = (high - low) / static_cast<double>(options.points);
  std::vector<numeric::Moments> intervals(options.points);
  for (const auto& [value, rewards] : table.rewards) {
    // The largest value is in the last interval; alike values are all in the first.
    const double place = width > 0 ? (axis.place(value) - low) / width : 0;
    const auto last = static_cast<double>(options.points - 1);
    intervals[static_cast<std::size_t>(std::min(std::floor(place), last))].merge(rewards);
  }
  for (std::size_t k = 0; k < intervals.size(); ++k) {
    if (intervals[k].count < options.least) continue;
    const double middle = axis.value(low + (static_cast<double>(k) + 0.5) * width);
    rows.push_back(row_of_rewards(k + 1, middle, intervals[k], table.records));
  }
}

/// A value's place on the axis, and how many records have it.
struct Weighted {
  double place;
  double count;
};

/// The p-quantile: the first place with at least a share p of the records at it or below.
double quantile(const std::vector<Weighted>& places, double all, double p) {
  double below = 0;
  for (const auto& [place, count] : places) {
    below += count;
    if (below >= p * all) return place;
  }
  return places.back().place;
}

double bandwidth_of(const std::vector<Weighted>& places, double all) {
  numeric::Sum sum;
  for (const auto& [place, count] : places) sum.add(count * place);
  const double mean = sum.value() / all;
  numeric::Sum squares;
  for (const auto& [place, count] : places) squares.add(count * (place - mean) * (place - mean));
  const double deviation = std::sqrt(squares.value() / (all - 1));
  const double range = quantile(places, all, 0.75) - quantile(places, all, 0.25);
  return statistics::silverman_bandwidth(deviation, range, all);
}

std::size_t peaks_of(const std::vector<double>& density) {
  const double least = lowest_peak * *std::ranges::max_element(density);
  std::size_t peaks = 0;
  for (std::size_t k = 0; k < density.size(); ++k) {
    const bool rises = k == 0 || density[k] > density[k - 1];
    const bool falls = k + 1 == density.size() || density[k] >= density[k + 1];
    peaks += rises && falls && density[k] >= least;
  }
  return peaks;
}

void rows_of_density(const ValueTable& table, const FeatureOptions& options,
                     std::vector<ResultRow>& rows) {
  const Axis axis{options.logarithmic};
  if (table.rewards.size() < 2) {
    throw NotApplicable(fmt::format("all values of feature {} are alike", options.feature));
  }
  std::vector<Weighted> places;
  for (const auto& [value, rewards] : table.rewards) {
    places.push_back({axis.place(value), static_cast<double>(rewards.count)});
  }
  const auto all = static_cast<double>(table.used);
  const double bandwidth = bandwidth_of(places, all);
  const double low = places.front().place - 3 * bandwidth;
  const double high = places.back().place + 3 * bandwidth;
  if (!(bandwidth > 0) || !std::isfinite(high - low)) refuse_range(options);
  std::vector<double> values;
  std::vector<double> density;
  for (std::uint64_t k = 0; k < options.points; ++k) {
    const double x =
        low + (high - low) * static_cast<double>(k) / static_cast<double>(options.points - 1);
    numeric::Sum sum;
    for (const auto& [place, count] : places) {
      const double z = (x - place) / bandwidth;
      sum.add(count * numeric::exp(-0.5 * z * z));
    }
    values.push_back(axis.value(x));
    density.push_back(sum.value() / (all * bandwidth * numeric::sqrt_two_pi));
  }
  const auto& result = result_of_density;
  const std::size_t peaks = peaks_of(density);
  for (std::size_t k = 0; k < density.size(); ++k) {
    rows.push_back(result.row(
        k + 1, {result.estimate(density[k]), result.value(values[k]), result.records(table.used),
                result.bandwidth(bandwidth), result.peaks(peaks)}));
  }
}

class FeatureStatistics final : public Evaluator {
 public:
  explicit FeatureStatistics(const FeatureOptions& options) : options_(options) {}

  const RowSchema& schema() const override {
    if (options_.of == FeatureView::density) return result_of_density;
    return result_of_rewards;
  }
  /// One pass over the log, in pieces: O(records log(values)) time, O(values) memory, for the
  /// density O(values points) time. Throws NotApplicable if there is no such feature or
  /// no record has a value of it, and for a density if all values are equal or their range is too large or too
  /// small for double precision.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    const ValueTable table = table_of(trial, options_);
    switch (options_.of) {
      case FeatureView::values:
        rows_of_values(table, options_.least, rows);
        break;
      case FeatureView::intervals:
        rows_of_intervals(table, options_, rows);
        break;
      case FeatureView::density:
        rows_of_density(table, options_, rows);
        break;
    }
  }

 private:
  FeatureOptions options_;
};

std::shared_ptr<const Evaluator> make(const FeatureOptions& options) {
  return std::make_shared<FeatureStatistics>(options);
}

const auto parameters = bind_parameters<FeatureOptions>(
    choice(&FeatureOptions::of, "of",
           {{"values", FeatureView::values},
            {"intervals", FeatureView::intervals},
            {"density", FeatureView::density}},
           "mean rewards of each value, or of intervals; or the density of the values"),
    integer(&FeatureOptions::feature, "feature", "number of the feature, from 0").at_least(0),
    boolean(&FeatureOptions::logarithmic, "logarithmic",
            "intervals and density on a logarithmic axis; values of 0 and below are left out"),
    integer(&FeatureOptions::points, "points", "intervals, or points of the density")
        .at_least(2)
        .at_most(100'000),
    integer(&FeatureOptions::least, "least", "records that a value or an interval needs")
        .at_least(1)
        .source("thesis, figure 2.4 (section 2.5.2, p. 55): 5000"),
    real(&FeatureOptions::missing, "missing", "the number that stands for a missing value")
        .finite());

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "feature_statistics",
     .group = Group::log_measures,
     .summary = "describes a feature of a log: density of its values, mean reward by its value",
     .source = "thesis figure 2.3 (section 2.4.2, p. 49), figure 2.4 (section 2.5.2, p. 55)",
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability = "Any log with features; the algorithm is not played. Mean rewards are those "
                      "of the actions that the log shows.",
     .properties = {.estimates_value = false}}};

}  // namespace replaybench::evaluators::feature_statistics
