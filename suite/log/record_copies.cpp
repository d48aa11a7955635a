#include "suite/log/record_copies.hpp"

#include <algorithm>
#include <cmath>

#include "suite/numeric/decimal.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {

namespace {

constexpr std::uint64_t most_of_least = 64;
constexpr double close_enough = 1e-3;  // probabilities are written with few digits
constexpr std::uint64_t max_records = std::uint64_t{1} << 28;

}  // namespace

ProportionalCounts proportional_counts(std::span<const double> weights) {
  std::vector<double> distinct(weights.begin(), weights.end());
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  ProportionalCounts result;
  if (distinct.empty()) return result;
  double factor = 0;
  for (std::uint64_t least = 1; least <= most_of_least; ++least) {
    const double tried = static_cast<double>(least) / distinct[0];
    double error = 0;
    for (const double weight : distinct) {
      error = std::max(error, std::abs(std::round(tried * weight) / (tried * weight) - 1));
    }
    if (factor > 0 && error >= result.largest_error) continue;
    factor = tried;
    result.largest_error = error;
    if (error <= close_enough) break;
  }
  for (const double weight : weights) {
    result.counts.push_back(static_cast<std::uint64_t>(std::round(factor * weight)));
  }
  return result;
}

void RecordWeights::apply(TableLog& table) const {
  if (weights_.empty()) return;
  const auto [counts, largest_error] = proportional_counts(weights_);
  std::uint64_t total = 0;
  for (const std::uint64_t count : counts) total = std::min(max_records + 1, total + count);
  ReadReport& report = table.report;
  if (total > max_records) {
    const auto [least, most] = std::minmax_element(weights_.begin(), weights_.end());
    throw DataError(report.name + ": the weights of records differ by a factor of " +
                    numeric::to_decimal(std::round(*most / *least)) +
                    ": as copies they would be more than " + std::to_string(max_records) +
                    " records");
  }
  if (total == counts.size()) return;
  std::vector<std::uint32_t> records;
  records.reserve(total);
  for (std::uint32_t i = 0; i < counts.size(); ++i) records.insert(records.end(), counts[i], i);
  table.log = table.log.select(records);
  const auto repeat = [&](std::vector<std::uint32_t>& column) {
    if (column.empty()) return;
    std::vector<std::uint32_t> repeated;
    for (const std::uint32_t i : records) repeated.push_back(column[i]);
    column = std::move(repeated);
  };
  repeat(report.clusters);
  repeat(report.segments);
  if (report.clusters.empty()) report.clusters = std::move(records);
  report.warnings.push_back(
      std::to_string(counts.size()) + " records of unequal weights stand as " +
      std::to_string(total) + " copies, in proportion to their weights" +
      (largest_error > close_enough
           ? " within " + numeric::to_decimal(std::ceil(1000 * largest_error) / 10) + " %"
           : "") +
      "; intervals take the copies of a record as one");
}

}  // namespace replaybench
