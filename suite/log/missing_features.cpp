#include "suite/log/missing_features.hpp"

#include <fmt/core.h>

#include <cmath>

#include "suite/numeric/moments.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench {

namespace {

constexpr std::size_t columns_in_full = 3;

}  // namespace

std::vector<std::string> fill_missing_features(Log& log, std::size_t columns,
                                               const std::string& file) {
  std::vector<std::string> sentences;
  std::size_t more_columns = 0, more_values = 0;
  for (std::size_t column = 0; column < columns; ++column) {
    numeric::Sum sum;
    std::size_t missing = 0;
    for (std::size_t i = column; i < log.contexts.size(); i += log.dimension) {
      if (std::isnan(log.contexts[i])) {
        ++missing;
      } else {
        sum.add(log.contexts[i]);
      }
    }
    if (missing == 0) continue;
    const std::string name = quoted_text(log.feature_names[column]);
    if (missing == log.size()) {
      throw DataError(file + ": column " + name + " has no value on any line; " +
                      option("features") + " names the columns to read");
    }
    const double mean = sum.value() / static_cast<double>(log.size() - missing);
    for (std::size_t i = column; i < log.contexts.size(); i += log.dimension) {
      if (std::isnan(log.contexts[i])) log.contexts[i] = mean;
    }
    if (sentences.size() < columns_in_full) {
      sentences.push_back(fmt::format(
          "feature {}: {} of {} values {} as the mean of the others, {:.6g}", name, missing,
          log.size(), missing == 1 ? "is missing and counts" : "are missing and count", mean));
    } else {
      ++more_columns;
      more_values += missing;
    }
  }
  if (more_columns > 0) {
    sentences.push_back(fmt::format(
        "{} more features lack {} values, which count as the mean of the feature's others",
        more_columns, more_values));
  }
  return sentences;
}

}  // namespace replaybench
