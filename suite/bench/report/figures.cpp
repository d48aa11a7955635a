#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "suite/bench/report/sections.hpp"

namespace replaybench::bench {

namespace {

// The heights nearest to the increasing `wanted` (least squares) that are `gap` apart at least. Labels that would overlap are
// a block, whose middle is the mean of what they want.
std::vector<double> spread(const std::vector<double>& wanted, double gap) {
  struct Block {
    double sum;  // of the heights wanted for the block's lowest label
    std::size_t size;
    double lowest() const { return sum / static_cast<double>(size); }
    double top(double gap) const { return lowest() + gap * static_cast<double>(size - 1); }
  };
  std::vector<Block> blocks;
  for (const double height : wanted) {
    blocks.push_back({height, 1});
    while (blocks.size() > 1) {
      const Block upper = blocks.back();
      Block& lower = blocks[blocks.size() - 2];
      if (upper.lowest() - lower.top(gap) >= gap) break;
      const auto shift = gap * static_cast<double>(lower.size * upper.size);
      lower = {lower.sum + upper.sum - shift, lower.size + upper.size};
      blocks.pop_back();
    }
  }
  std::vector<double> heights;
  for (const Block& block : blocks) {
    for (std::size_t i = 0; i < block.size; ++i) {
      heights.push_back(block.lowest() + gap * static_cast<double>(i));
    }
  }
  return heights;
}

}  // namespace

void write_lines(const std::filesystem::path& file, const std::vector<int>& sizes,
                 const std::vector<Line>& lines) {
  std::ofstream out(file);
  out << "size";
  for (const Line& line : lines) out << ",\"" << line.name << "\"";
  out << "\n";
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    out << sizes[i];
    for (const Line& line : lines) {
      const double value = line.values[i];
      out << "," << (std::isnan(value) ? "NaN" : fmt::format("{:.2f}", value));
    }
    out << "\n";
  }
}

void write_labels(const std::filesystem::path& file, const std::vector<Line>& lines,
                  double decades) {
  std::vector<const Line*> sorted;
  for (const Line& line : lines) {
    if (line.values.back() > 0) sorted.push_back(&line);
  }
  std::sort(sorted.begin(), sorted.end(),
            [](const Line* a, const Line* b) { return a->values.back() < b->values.back(); });
  std::vector<double> wanted;
  wanted.reserve(sorted.size());
  for (const Line* line : sorted) wanted.push_back(std::log10(line->values.back()));
  const std::vector<double> heights = spread(wanted, decades);
  std::ofstream out(file);
  out << "name,end,height\n";
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    out << fmt::format("\"{}\",{:.2f},{:.4f}\n", sorted[i]->name, sorted[i]->values.back(),
                       std::pow(10, heights[i]));
  }
}

}  // namespace replaybench::bench
