#include <fmt/format.h>

#include <fstream>

#include "suite/bench/report/sections.hpp"

namespace replaybench::bench {

namespace {

const std::vector<std::string> compared{"UCB",        "Perceptron-UCB", "LAP",
                                        "Eco-LinUCB", "LinUCB",         "LinUCB Sherman-Morrison"};
constexpr int features_of_runs[] = {15, 50};
constexpr double runs = 1'000;

std::optional<double> run_seconds(const Measurements& measured, const std::string& kind,
                                  const std::string& algorithm, int features) {
  return measured.seconds(fmt::format("{}/{}/F:{}", kind, algorithm, features));
}

}  // namespace

std::string thesis_section(const Measurements& measured, const std::filesystem::path& folder) {
  std::ofstream csv(folder / "figure_2_6.csv");
  csv << "algorithm,F_15,F_50\n";
  std::string text = fmt::format("{:<26}{:>12}{:>12}{:>16}{:>16}\n", "1,000 runs of 5,000 steps",
                                 "F = 15", "F = 50", "over LAP, 15", "over LAP, 50");
  for (const std::string& name : compared) {
    text += fmt::format("{:<26}", name);
    csv << "\"" << name << "\"";
    std::string ratios;
    for (const int features : features_of_runs) {
      const auto seconds = run_seconds(measured, "run", name, features);
      const auto lap = run_seconds(measured, "run", "LAP", features);
      text += fmt::format("{:>12}", seconds ? time_text(runs * *seconds) : "absent");
      csv << "," << (seconds ? fmt::format("{:.5f}", runs * *seconds) : "NaN");
      ratios +=
          fmt::format("{:>16}", seconds && lap ? fmt::format("{:.2f}", *seconds / *lap) : "-");
    }
    text += ratios + "\n";
    csv << "\n";
  }
  text += fmt::format("{:<26}", "(the thesis's simulator)");
  for (const int features : features_of_runs) {
    const auto seconds = run_seconds(measured, "live", "nothing", features);
    text += fmt::format("{:>12}", seconds ? time_text(runs * *seconds) : "absent");
  }
  return text + "\n";
}

std::optional<double> figure_2_5_seconds(const Measurements& measured) {
  constexpr double values = 8;
  constexpr double problems_of_each_size = 3;  // q_max = 2, 5, 10
  double sum = 0;
  // LinUCB by Sherman and Morrison's formula: the same choices up to roundoff.
  for (const char* name :
       {"UCB", "Perceptron-UCB", "LAP", "Eco-LinUCB", "LinUCB Sherman-Morrison"}) {
    for (const int features : features_of_runs) {
      const auto seconds = run_seconds(measured, "live", name, features);
      if (!seconds) return std::nullopt;
      sum += runs * values * problems_of_each_size * *seconds;
    }
  }
  return sum;
}

}  // namespace replaybench::bench
