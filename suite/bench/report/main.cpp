// bench_report FOLDER: reads the reports of the benchmark programs in FOLDER, prints the tables and
// the targets, and leaves algorithms.txt and the tables as CSV there. Exit code 1 when a target is
// missed or a benchmark failed, 2 when there is nothing to read.

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <fstream>

#include "suite/bench/report/sections.hpp"

int main(int count, char** values) {
  using namespace replaybench::bench;
  if (count != 2) {
    std::fputs("usage: bench_report FOLDER\n", stderr);
    return 2;
  }
  try {
    const std::filesystem::path folder = values[1];
    const Measurements measured(folder);
    std::ofstream(folder / "algorithms.txt") << measured.context() << "\n\n"
                                             << algorithms_section(measured, folder, true);
    fmt::print("{}\n\n{}\n", measured.context(), programs_section(measured));
    fmt::print("{}", algorithms_section(measured, folder, false));
    fmt::print("Table 2.1, measured: exponents of the time\n{}\n",
               orders_section(measured, folder));
    fmt::print("Figure 2.6, measured: the algorithm's own time\n{}\n",
               thesis_section(measured, folder));
    fmt::print("What the thesis says about time\n{}\n", sentences_section(measured, folder));
    bool good = std::all_of(measured.all().begin(), measured.all().end(),
                            [](const Measurement& one) { return one.error.empty(); });
    for (const Target& target : targets(measured)) {
      fmt::print("target: {} {}: measured {} {}\n", target.label, target.bound, target.measured,
                 target.met ? "ok" : "MISSED");
      good = good && target.met;
    }
    return good ? 0 : 1;
  } catch (const std::exception& problem) {
    fmt::print(stderr, "{}\n", problem.what());
    return 2;
  }
}
