#include <fmt/format.h>

#include <cmath>
#include <fstream>

#include "suite/bench/report/sections.hpp"

namespace replaybench::bench {

std::optional<numeric::PowerLaw> measured_order(const Measurements& measured, const Sweep& sweep) {
  std::vector<double> sizes;
  std::vector<double> times;
  for (const std::size_t size : sweep.sizes) {
    const auto seconds = measured.seconds(benchmark_name(sweep, size));
    if (!seconds) return std::nullopt;
    sizes.push_back(static_cast<double>(size));
    times.push_back(*seconds);
  }
  return numeric::fit_power_law(sizes, times);
}

namespace {

std::string order_text(double exponent) {
  return std::isnan(exponent) ? "-" : fmt::format("{:g}", exponent);
}

std::string verdict_of(const Sweep& sweep, double exponent) {
  const bool expected = std::fabs(exponent - sweep.expected) <= order_tolerance;
  if (!expected) return "NOT WHAT THE CODE SAYS";
  if (std::isnan(sweep.printed)) return "as the code says; not in the table";
  if (sweep.printed == sweep.expected) return "as printed";
  return "as the code says, not as printed";
}

}  // namespace

std::string orders_section(const Measurements& measured, const std::filesystem::path& folder) {
  std::ofstream csv(folder / "table_2_1.csv");
  csv << "algorithm,operation,along,from,to,fixed,exponent,standard_error,code,printed\n";
  std::string text =
      fmt::format("{:<26}{:<8}{:<7}{:<14}{:<8}{:>9}{:>8}{:>6}{:>9}  {}\n", "algorithm", "", "along",
                  "from .. to", "at", "exponent", "+-", "code", "printed", "verdict");
  for (const Sweep& sweep : sweeps()) {
    const auto distribution = measured_order(measured, sweep);
    const std::string range = fmt::format("{} .. {}", sweep.sizes.front(), sweep.sizes.back());
    const std::string at = fmt::format("{} = {}", sweep.along == 'F' ? 'K' : 'F', sweep.fixed);
    text += fmt::format("{:<26}{:<8}{:<7}{:<14}{:<8}", sweep.algorithm, to_text(sweep.operation),
                        sweep.along, range, at);
    if (!distribution) {
      text += "absent\n";
      continue;
    }
    text += fmt::format("{:>9.2f}{:>8.2f}{:>6}{:>9}  {}\n", distribution->exponent,
                        distribution->standard_error, order_text(sweep.expected),
                        order_text(sweep.printed), verdict_of(sweep, distribution->exponent));
    csv << fmt::format("\"{}\",{},{},{},{},{},{:.4f},{:.4f},{},{}\n", sweep.algorithm,
                       to_text(sweep.operation), sweep.along, sweep.sizes.front(),
                       sweep.sizes.back(), sweep.fixed, distribution->exponent,
                       distribution->standard_error, sweep.expected,
                       std::isnan(sweep.printed) ? "" : order_text(sweep.printed));
  }
  return text;
}

}  // namespace replaybench::bench
