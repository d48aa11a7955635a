#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <set>

#include "suite/bench/report/sections.hpp"

namespace replaybench::bench {

namespace {

const std::vector<int> action_counts{2, 10, 50, 200};
const std::vector<int> feature_counts{0, 15, 50, 136};
const std::vector<int> sparse_feature_counts{50, 136};
constexpr std::size_t name_width = 27;
constexpr std::size_t width = 10;

std::string name_of(const std::string& operation, const std::string& algorithm, int k, int f,
                    bool sparse = false) {
  return fmt::format("algorithm/{}/{}/K:{}/F:{}{}", operation, algorithm, k, f,
                     sparse ? "/sparse" : "");
}

// A component's text without the quotes, which neither a table nor gnuplot needs.
std::string label_of(std::string algorithm) {
  std::erase(algorithm, '"');
  return algorithm;
}

struct Algorithms {
  std::vector<std::string> contextual;
  std::vector<std::string> plain;  // that ignore the context
};

Algorithms algorithms_of(const Measurements& measured) {
  Algorithms found;
  std::set<std::string> seen;
  for (const Measurement& one : measured.all()) {
    const auto parts = parts_of(one.name);
    if (parts[0] != "algorithm" || !seen.insert(parts[2]).second) continue;
    bool contextual = false;
    for (const Measurement& other : measured.all()) {
      contextual = contextual || other.name == name_of("step", parts[2], 2, 15);
    }
    (contextual ? found.contextual : found.plain).push_back(parts[2]);
  }
  return found;
}

// Nanoseconds with three significant digits: one unit in a table, so that its numbers compare.
std::string cell(const std::optional<double>& seconds) {
  if (!seconds) return fmt::format("{:>{}}", "-", width);
  const double ns = 1e9 * *seconds;
  const double unit = ns < 1e3 ? 1 : std::pow(10, std::floor(std::log10(ns)) - 2);
  const int digits = ns < 9.995 ? 2 : ns < 99.95 ? 1 : 0;
  return fmt::format("{:>{}.{}f}", unit == 1 ? ns : unit * std::round(ns / unit), width, digits);
}

std::string contextual_table(const Measurements& measured, const std::vector<std::string>& names,
                             const std::string& operation, bool sparse) {
  const auto& features = sparse ? sparse_feature_counts : feature_counts;
  std::string text =
      fmt::format("{}{}\n{:<{}}", operation, sparse ? ", sparse contexts" : "", "", name_width);
  std::string second = fmt::format("{:<{}}", "", name_width);
  for (const int k : action_counts) {
    text += fmt::format("{:>{}}", fmt::format("K = {}", k), width);
    text += std::string((features.size() - 1) * width, ' ');
    for (const int f : features) second += fmt::format("{:>{}}", fmt::format("F = {}", f), width);
  }
  text += "\n" + second + "\n";
  for (const std::string& name : names) {
    text += fmt::format("{:<{}}", label_of(name), name_width);
    for (const int k : action_counts) {
      for (const int f : features) {
        text += cell(measured.seconds(name_of(operation, name, k, f, sparse)));
      }
    }
    text += "\n";
  }
  return text + "\n";
}

std::string plain_table(const Measurements& measured, const std::vector<std::string>& names,
                        const std::vector<std::string>& operations) {
  std::string text = fmt::format("{:<{}}", "", name_width);
  std::string second = text;
  for (const std::string& operation : operations) {
    text += fmt::format("{:>{}}", operation, width);
    text += std::string((action_counts.size() - 1) * width, ' ');
    for (const int k : action_counts) {
      second += fmt::format("{:>{}}", fmt::format("K = {}", k), width);
    }
  }
  text += "\n" + second + "\n";
  for (const std::string& name : names) {
    text += fmt::format("{:<{}}", label_of(name), name_width);
    for (const std::string& operation : operations) {
      for (const int k : action_counts) {
        text += cell(measured.seconds(name_of(operation, name, k, 0)));
      }
    }
    text += "\n";
  }
  return text + "\n";
}

std::string bytes_text(const std::optional<double>& bytes) {
  if (!bytes) return "0 B";
  if (*bytes < 1e4) return fmt::format("{:.0f} B", *bytes);
  if (*bytes < 1e6) return fmt::format("{:.0f} kB", *bytes / 1e3);
  return fmt::format("{:.1f} MB", *bytes / 1e6);
}

std::string state_table(const Measurements& measured, const Algorithms& algorithms) {
  std::string text = fmt::format("{:<{}}", "bytes of state, K = 10", name_width);
  for (const int f : feature_counts) {
    text += fmt::format("{:>{}}", fmt::format("F = {}", f), width);
  }
  text += "\n";
  for (const auto* names : {&algorithms.contextual, &algorithms.plain}) {
    for (const std::string& name : *names) {
      text += fmt::format("{:<{}}", label_of(name), name_width);
      for (const int f : feature_counts) {
        const std::string step = name_of("step", name, 10, f);
        if (!measured.seconds(step)) continue;
        if (f > 0 && names == &algorithms.plain) continue;
        text += fmt::format("{:>{}}", bytes_text(measured.number(step, "state_bytes")), width);
      }
      text += "\n";
    }
  }
  return text;
}

void write_rows(const Measurements& measured, const std::filesystem::path& file) {
  std::ofstream out(file);
  out << "algorithm,operation,K,F,sparse,ns,state_bytes\n";
  for (const Measurement& one : measured.all()) {
    const auto parts = parts_of(one.name);
    if (parts[0] != "algorithm" || !one.error.empty()) continue;
    out << fmt::format("\"{}\",{},{},{},{},{:.2f},{:.0f}\n", label_of(parts[2]), parts[1],
                       part_of(one.name, "K"), part_of(one.name, "F"),
                       parts.back() == "sparse" ? 1 : 0, 1e9 * one.seconds,
                       measured.number(one.name, "state_bytes").value_or(0));
  }
}

// The step's nanoseconds of each algorithm over sizes.
template <class NameAt>
std::vector<Line> lines_of(const Measurements& measured, const std::vector<std::string>& names,
                           const std::vector<int>& sizes, const NameAt& name_at) {
  std::vector<Line> lines;
  for (const std::string& name : names) {
    Line line{label_of(name), {}};
    for (const int size : sizes) {
      const auto seconds = measured.seconds(name_at(name, size));
      line.values.push_back(seconds ? 1e9 * *seconds : std::numeric_limits<double>::quiet_NaN());
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

// A figure of four panels, from the fastest algorithms to the slowest: all lines, and those of each panel with the labels at
// their ends, which are `label_height` decades of the axis high. `axis` has a size's place for each of `sizes`.
template <class NameAt>
void write_panels(const Measurements& measured, const std::filesystem::path& folder,
                  const std::string& stem, const std::vector<std::string>& names,
                  const std::vector<int>& sizes, const std::vector<int>& axis, double label_height,
                  const NameAt& name_at) {
  constexpr std::size_t panels = 4;
  const std::vector<Line> lines = lines_of(measured, names, sizes, name_at);
  write_lines(folder / (stem + ".csv"), axis, lines);
  for (std::size_t panel = 0; panel < panels; ++panel) {
    const auto place = [&](std::size_t p) {
      return lines.begin() + static_cast<std::ptrdiff_t>(p * lines.size() / panels);
    };
    const std::vector<Line> some(place(panel), place(panel + 1));
    const std::string name = fmt::format("{}_{}", stem, panel + 1);
    write_lines(folder / (name + ".csv"), axis, some);
    write_labels(folder / (name + "_labels.csv"), some, label_height);
  }
}

}  // namespace

std::string algorithms_section(const Measurements& measured, const std::filesystem::path& folder,
                               bool full) {
  const Algorithms algorithms = algorithms_of(measured);
  write_rows(measured, folder / "algorithms.csv");
  const auto along_f = [](const std::string& name, int f) { return name_of("step", name, 10, f); };
  const auto along_k = [](const std::string& name, int k) { return name_of("step", name, k, 15); };
  const auto alone = [](const std::string& name, int k) { return name_of("step", name, k, 0); };
  const auto fastest_first = [&](std::vector<std::string> names, const auto& name_at) {
    std::stable_sort(names.begin(), names.end(), [&](const auto& a, const auto& b) {
      const int most = action_counts.back();
      return measured.seconds(name_at(a, most)).value_or(0) <
             measured.seconds(name_at(b, most)).value_or(0);
    });
    return names;
  };
  const auto contextual = fastest_first(algorithms.contextual, along_k);
  const auto plain = fastest_first(algorithms.plain, alone);
  std::vector<int> dimensions = feature_counts;
  for (int& dimension : dimensions) ++dimension;  // the constant: an axis of logarithms has no 0
  write_panels(measured, folder, "by_F", contextual, feature_counts, dimensions, 0.32, along_f);
  write_panels(measured, folder, "by_K", contextual, action_counts, action_counts, 0.32, along_k);
  write_panels(measured, folder, "plain", plain, action_counts, action_counts, 0.13, alone);

  std::string text = "Contextual algorithms, nanoseconds of CPU time of one ";
  const std::vector<std::string> operations =
      full ? std::vector<std::string>{"choose", "update", "step"}
           : std::vector<std::string>{"step"};
  for (const std::string& operation : operations) {
    text += contextual_table(measured, algorithms.contextual, operation, false);
    if (full) text += contextual_table(measured, algorithms.contextual, operation, true);
  }
  text += "Algorithms that ignore the context, nanoseconds of CPU time\n";
  text += plain_table(measured, algorithms.plain, operations);
  if (full) text += state_table(measured, algorithms);
  return text;
}

}  // namespace replaybench::bench
