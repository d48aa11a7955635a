// The sentences of section 2.6.5 (p. 60) about time (figure 2.6), judged by the times of
// thesis_bench.

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <limits>

#include "suite/bench/report/sections.hpp"

namespace replaybench::bench {

namespace {

constexpr double endless = std::numeric_limits<double>::infinity();
const std::vector<std::string> online{"UCB", "Perceptron-UCB", "LAP"};
const std::vector<std::string> online_contextual{"Perceptron-UCB", "LAP"};

std::optional<double> over(const Measurements& measured, const std::string& algorithm,
                           const std::string& other, int features) {
  const auto time = [&](const std::string& name) {
    return measured.seconds(fmt::format("run/{}/F:{}", name, features));
  };
  const auto a = time(algorithm);
  const auto b = time(other);
  if (!a || !b) return std::nullopt;
  return *a / *b;
}

// The least ratio over several, and the largest; nothing unless all are there.
struct Range {
  std::optional<double> least, largest;
};

Range over_each(const Measurements& measured, const std::string& algorithm,
                const std::vector<std::string>& others, int features) {
  Range range{endless, 0};
  for (const std::string& other : others) {
    const auto ratio = over(measured, algorithm, other, features);
    if (!ratio) return {};
    range.least = std::min(*range.least, *ratio);
    range.largest = std::max(*range.largest, *ratio);
  }
  return range;
}

std::string range_text(const Sentence& sentence) {
  if (sentence.high == endless) return fmt::format("{:g} or more", sentence.low);
  return fmt::format("{:g} to {:g}", sentence.low, sentence.high);
}

}  // namespace

std::vector<Sentence> sentences(const Measurements& measured) {
  const std::string results = "section 2.6.5, p. 60; figure 2.6";
  const std::string ten = "LinUCB takes approximately 10 times more time than the others";
  const std::string orders = "LinUCB is two orders of magnitude slower than Perceptron-UCB and LAP";
  const std::string eco =
      "Eco-LinUCB still takes significantly more time than the three online ones";
  const Range few = over_each(measured, "LinUCB", online_contextual, 15);
  const Range many = over_each(measured, "LinUCB", online_contextual, 50);
  // "Approximately" within a factor of two; an order of magnitude is the nearest power of ten;
  // "significantly" half as much again.
  return {
      {results, ten + " (F = 15)", "LinUCB over Perceptron-UCB and LAP, least", 5, 20, few.least},
      {results, ten + " (F = 15)", "the same, largest", 5, 20, few.largest},
      {results, ten + " (F = 15)", "LinUCB over UCB", 5, 20, over(measured, "LinUCB", "UCB", 15)},
      {results, ten + " (F = 15)", "LinUCB over Eco-LinUCB, T_up = 50", 5, 20,
       over(measured, "LinUCB", "Eco-LinUCB", 15)},
      {results, orders + " (F = 50)", "LinUCB over both, least", 31.6, 316, many.least},
      {results, orders + " (F = 50)", "the same, largest", 31.6, 316, many.largest},
      {results, "LinUCB takes more than 50 times more time than LAP (F = 50)", "LinUCB over LAP",
       50, endless, over(measured, "LinUCB", "LAP", 50)},
      {results, eco + " (F = 15, T_up = 50)", "Eco-LinUCB over each, least", 1.5, endless,
       over_each(measured, "Eco-LinUCB", online, 15).least},
      {results, eco + " (F = 50, T_up = 500)", "Eco-LinUCB over each, least", 1.5, endless,
       over_each(measured, "Eco-LinUCB", online, 50).least},
      {"section 2.6.6, p. 65",
       "Sherman and Morrison's formula gains less time than LAP does (F = 50)",
       "LinUCB by that formula over LAP", 1, endless,
       over(measured, "LinUCB Sherman-Morrison", "LAP", 50)},
  };
}

std::string sentences_section(const Measurements& measured, const std::filesystem::path& folder) {
  std::ofstream csv(folder / "sentences.csv");
  csv << "where,sentence,ratio,low,high,measured,comes_out\n";
  std::string text;
  for (const Sentence& sentence : sentences(measured)) {
    const std::string value =
        sentence.measured ? fmt::format("{:.3g}", *sentence.measured) : "absent";
    const char* verdict = !sentence.measured     ? "not measured"
                          : sentence.comes_out() ? "holds"
                                                 : "does not hold";
    text += fmt::format("{}\n  {}: {} (allowed: {}): {}\n", sentence.text, sentence.ratio, value,
                        range_text(sentence), verdict);
    csv << fmt::format("\"{}\",\"{}\",\"{}\",{:g},{:g},{},{}\n", sentence.where, sentence.text,
                       sentence.ratio, sentence.low, sentence.high, sentence.measured ? value : "",
                       sentence.comes_out() ? 1 : 0);
  }
  return text;
}

}  // namespace replaybench::bench
