#pragma once
// Table 2.1 of the thesis (section 2.6.5, p. 60) as sweeps over sizes: what is timed by
// orders_bench, and fitted by bench_report.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace replaybench::bench {

/// The timed operation of an algorithm; a step is choose, then the update with the choice.
enum class Operation { choose, update, step };

inline std::string to_text(Operation operation) {
  if (operation == Operation::choose) return "choose";
  return operation == Operation::update ? "update" : "step";
}

/// One operation of one algorithm at growing sizes.
struct Sweep {
  std::string algorithm;  ///< the thesis's name, or ours
  std::string component;
  Operation operation;
  char along;                      ///< 'F' or 'K', what grows
  std::size_t fixed;               ///< the other one
  std::vector<std::size_t> sizes;  ///< increasing
  double printed;                  ///< the exponent in table 2.1; NaN if it has none
  double expected;                 ///< the exponent of what the code does
  std::int64_t iterations = 0;     ///< 0: as many as the least time takes
};

const std::vector<Sweep>& sweeps();

/// "order/update/lap/along_F/K:10/F:800"
std::string benchmark_name(const Sweep& sweep, std::size_t size);

}  // namespace replaybench::bench
