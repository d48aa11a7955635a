#pragma once
// Tables for the figures: lines over sizes, and labels at the lines' ends.

#include <filesystem>
#include <string>
#include <vector>

namespace replaybench::bench {

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
