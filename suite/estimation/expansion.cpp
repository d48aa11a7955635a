#include "suite/estimation/expansion.hpp"

#include <fmt/core.h>

#include <cmath>

namespace replaybench::estimation {

double mean_pool_size(const Log& log, std::size_t first, std::size_t count) {
  const Action size = log.available(first).size();
  if (!log.has_pools()) return size;
  double inverse_sizes = 0;
  bool constant = true;
  for (std::size_t i = first; i < first + count; ++i) {
    constant = constant && log.available(i).size() == size;
    inverse_sizes += 1.0 / log.available(i).size();
  }
  // Without roundoff where all pools are of one size.
  return constant ? size : static_cast<double>(count) / inverse_sizes;
}

double mean_pool_size(const Log& log) {
  return log.size() == 0 ? log.action_count : mean_pool_size(log, 0, log.size());
}

std::uint64_t expanded_size(const Log& log, double expansion, double multiple) {
  return expanded_size_for(log, expansion, mean_pool_size(log) * multiple);
}

std::uint64_t expanded_size_for(const Log& log, double expansion, double draws) {
  const bool by_pools = expansion == 0;
  const double logs = by_pools ? draws : expansion;
  const double slots = logs * static_cast<double>(log.size());
  const double whole = std::floor(slots + 0.5);
  const bool is_whole = std::fabs(slots - whole) <= 1e-6 || (by_pools && log.has_pools());
  if (whole < 1 || !is_whole || whole >= 0x1p53) {
    throw NotApplicable(fmt::format(
        "an expansion of {} for {} records offers {} records: not a whole number from 1 on",
        by_pools ? logs : expansion, log.size(), slots));
  }
  return static_cast<std::uint64_t>(whole);
}

}  // namespace replaybench::estimation
