// bench_report FOLDER [--quick]: reads the reports of the benchmark programs in FOLDER and prints the tables and the targets.
// Writes there measured.md (the same as a page), algorithms.txt and the tables as CSV. Exit code 1 if a benchmark failed or a
// target is missed, 2 if there is nothing to read. --quick: the times of a quick run mean nothing, so a target need only be
// measured.

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <fstream>
#include <string_view>

#include "suite/bench/report/sections.hpp"

namespace replaybench::bench {

namespace {

void write_page(const std::filesystem::path& file, const std::string& context,
                const std::vector<Target>& targets, const std::string& tables) {
  std::ofstream out(file);
  out << "# Measured times\n\nWritten by `make bench` ([how](README.md)). " << context << ".\n\n"
      << "| target | bound | measured | |\n|---|---|---|---|\n";
  for (const Target& target : targets) {
    out << fmt::format("| {} | {} | {} | {} |\n", target.label, target.bound, target.measured,
                       target.met ? "met" : "**missed**");
  }
  out << "\n```text\n" << tables << "```\n";
}

int report(const std::filesystem::path& folder, bool quick) {
  const Measurements measured(folder);
  std::ofstream(folder / "algorithms.txt") << measured.context() << "\n\n"
                                           << algorithms_section(measured, folder, true);
  const std::string tables = fmt::format(
      "{}\n{}\nTable 2.1, measured: exponents of the time\n{}\n"
      "Figure 2.6, measured: the algorithm's own time\n{}\n"
      "Statements of the thesis about time\n{}",
      programs_section(measured), algorithms_section(measured, folder, false),
      orders_section(measured, folder), thesis_section(measured, folder),
      sentences_section(measured, folder));
  fmt::print("{}\n\n{}\n", measured.context(), tables);
  bool good = std::all_of(measured.all().begin(), measured.all().end(),
                          [](const Measurement& one) { return one.error.empty(); });
  const std::vector<Target> all = targets(measured);
  for (const Target& target : all) {
    const bool passed = quick ? target.is_measured : target.met;
    const char* verdict = !target.is_measured ? "NOT MEASURED"
                          : quick             ? "(not judged)"
                          : passed            ? "ok"
                                              : "MISSED";
    fmt::print("target: {} {}: measured {} {}\n", target.label, target.bound, target.measured,
               verdict);
    good = good && passed;
  }
  write_page(folder / "measured.md", measured.context(), all, tables);
  return good ? 0 : 1;
}

}  // namespace

}  // namespace replaybench::bench

int main(int count, char** values) {
  const bool quick = count == 3 && std::string_view(values[2]) == "--quick";
  if (count != 2 && !quick) {
    std::fputs("usage: bench_report FOLDER [--quick]\n", stderr);
    return 2;
  }
  try {
    return replaybench::bench::report(values[1], quick);
  } catch (const std::exception& problem) {
    fmt::print(stderr, "{}\n", problem.what());
    return 2;
  }
}
