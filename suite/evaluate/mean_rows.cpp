#include "suite/evaluate/mean_rows.hpp"

#include <cmath>
#include <cstdint>
#include <map>
#include <utility>

#include "suite/numeric/moments.hpp"
#include "suite/numeric/nan.hpp"

namespace replaybench {

namespace {

// A column over the repetitions.
struct ColumnMeans {
  numeric::Moments values;
  numeric::Moments squares;

  void add(double value) {
    if (std::isnan(value)) return;
    values.add(value);
    squares.add(value * value);
  }
};

ResultRow mean_row(const RowSchema& columns, ResultRow row, const std::vector<ColumnMeans>& means) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const Role role = columns[i].role;
    double& value = row.values[i];
    if (means[i].values.count == 0 || role == Role::interval_low || role == Role::interval_high) {
      value = nan;
    } else if (role == Role::standard_error) {
      const numeric::Moments& estimates = means[*columns.find(Role::estimate)].values;
      const double between =
          estimates.count > 1 ? estimates.variance() / static_cast<double>(estimates.count) : 0;
      value = std::sqrt(means[i].squares.mean + between);
    } else {
      value = means[i].values.mean;
    }
  }
  return row;
}

}  // namespace

std::vector<ResultRow> mean_rows(const RowSchema& columns,
                                 const std::vector<std::vector<ResultRow>>& repetitions) {
  if (repetitions.size() == 1) return repetitions.front();
  struct Place {
    ResultRow first;
    std::vector<ColumnMeans> means;
  };
  std::map<std::pair<std::uint64_t, std::uint64_t>, Place> places;  // step, how many before at it
  for (const auto& rows : repetitions) {
    std::map<std::uint64_t, std::uint64_t> seen;
    for (const ResultRow& row : rows) {
      Place& place = places[{row.step, seen[row.step]++}];
      place.first = row;
      place.means.resize(columns.size());
      for (std::size_t i = 0; i < columns.size(); ++i) place.means[i].add(row.values[i]);
    }
  }
  std::vector<ResultRow> result;
  for (const auto& [at, place] : places) {
    result.push_back(mean_row(columns, place.first, place.means));
  }
  return result;
}

}  // namespace replaybench
