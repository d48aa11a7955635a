#pragma once
// The parts of the bench report. Each returns its text and writes its numbers as CSV into a folder.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "suite/bench/orders.hpp"
#include "suite/bench/report/measurements.hpp"
#include "suite/numeric/power_law.hpp"

namespace replaybench::bench {

/// "12.3 ns", "4.56 us"
std::string time_text(double seconds);

/// The benchmarks without a sweep: times, rates, ratios; and all failures.
std::string programs_section(const Measurements& measured);

/// Every algorithm over K and F: algorithms.csv, and for the figures by_F.csv, by_K.csv and plain.csv with their panels.
/// `full` has all operations, otherwise only the step.
std::string algorithms_section(const Measurements& measured, const std::filesystem::path& folder,
                               bool full);

/// Table 2.1 measured: table_2_1.csv.
std::string orders_section(const Measurements& measured, const std::filesystem::path& folder);

/// Tolerance of a measured exponent around the order.
inline constexpr double order_tolerance = 0.3;

/// The power law through the times of a sweep; nothing unless all its sizes were timed.
std::optional<numeric::PowerLaw> measured_order(const Measurements& measured, const Sweep& sweep);

/// The thesis's experiment: figure_2_6.csv, and what figure 2.5 would take.
std::string thesis_section(const Measurements& measured, const std::filesystem::path& folder);

/// A sentence of the thesis about time, and the ratio of times that decides it. No target: what comes
/// out depends on the machine, the compiler and the libraries.
struct Sentence {
  std::string where;
  std::string text;
  std::string ratio;               ///< of what, over what
  double low, high;                ///< the ratios that the sentence is read to allow
  std::optional<double> measured;  ///< nothing if an algorithm is missing

  bool comes_out() const { return measured && low <= *measured && *measured <= high; }
};
std::vector<Sentence> sentences(const Measurements& measured);

/// The sentences with what was measured: sentences.csv.
std::string sentences_section(const Measurements& measured, const std::filesystem::path& folder);

/// A condition that must hold.
struct Target {
  std::string label;
  std::string bound;     ///< "< 2x"
  std::string measured;  ///< "nothing" where its program or its algorithm is missing
  bool is_measured = false;
  bool met = false;
};
std::vector<Target> targets(const Measurements& measured);

/// CPU seconds of figure 2.5 in full (thesis, section 2.6.5, p. 60: 1,000 runs, 8 values, 6
/// problems, 5 algorithms, 5,000 steps), the simulator included; nothing if an algorithm is
/// missing.
std::optional<double> figure_2_5_seconds(const Measurements& measured);

/// A line of a figure; a value is NaN if nothing was measured.
struct Line {
  std::string name;
  std::vector<double> values;
};

/// Writes a column of sizes, then a column for each line.
void write_lines(const std::filesystem::path& file, const std::vector<int>& sizes,
                 const std::vector<Line>& lines);

/// Writes each line's name, its last value, and the height of its label on a logarithmic axis: near the last value, but
/// `decades` from the next label at least. Lines without a last value have no label.
void write_labels(const std::filesystem::path& file, const std::vector<Line>& lines,
                  double decades);

}  // namespace replaybench::bench
