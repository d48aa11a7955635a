// Speed of read_csv_log on plain text, against two references on the same bytes: a loop that only
// finds the line ends (what memory allows), and the loop a scientist writes first (std::getline,
// std::stringstream, std::stod).
//
// The texts are in memory; "file" reads the same bytes from the page cache.

#include <benchmark/benchmark.h>
#include <stdlib.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "suite/bench/quick.hpp"
#include "suite/bench/race.hpp"
#include "suite/log/csv_log.hpp"
#include "suite/numeric/decimal.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench {
namespace {

const std::size_t text_size = bench::unless_quick(std::size_t{128} << 20, std::size_t{1} << 20);

// A decimal as data files have them: full doubles (16-17 digits), rounded ones (6-9 digits), and
// short ones.
std::string random_decimal(Draws& draws) {
  const double value = 20 * draws.uniform() - 10;
  switch (draws.below(3)) {
    case 0:
      return numeric::to_decimal(value);
    case 1:
      return numeric::to_decimal(static_cast<double>(static_cast<std::int64_t>(value * 1e6)) / 1e6);
    default:
      return numeric::to_decimal(static_cast<double>(draws.below(10)));
  }
}

std::string header(std::size_t features) {
  std::string text = "action,reward,propensity";
  for (std::size_t f = 0; f < features; ++f) text += ",x_" + std::to_string(f);
  return text + "\n";
}

// Lines are drawn again for the first 16 MiB and then repeated: the caches and the branch predictor
// do not remember so much.
template <class AppendLine>
std::string repeated(std::string text, const AppendLine& append_line) {
  const std::size_t start = text.size();
  text.reserve(text_size + text_size / 4);
  for (std::uint64_t i = 0; text.size() < text_size / 8; ++i) append_line(text, i);
  const std::size_t period = text.size() - start;
  while (text.size() < text_size) text.append(text, start, period);
  return text;
}

const std::string& narrow() {
  static const std::string text = repeated("action,reward\n", [](std::string& to, std::uint64_t i) {
    Draws draws(derive_key(1, "log", "narrow"), i);
    to += "item" + std::to_string(draws.below(50)) + "," + std::to_string(draws.below(2)) + "\n";
  });
  return text;
}

const std::string& wide() {
  static const std::string text = repeated(header(16), [](std::string& to, std::uint64_t i) {
    Draws draws(derive_key(1, "log", "wide"), i);
    to += "item" + std::to_string(draws.below(50)) + "," + std::to_string(draws.below(2)) + "," +
          numeric::to_decimal(1.0 / (1 + draws.below(50)));
    for (int f = 0; f < 16; ++f) (to += ",") += random_decimal(draws);
    to += "\n";
  });
  return text;
}

// Like a line of the Open Bandit Dataset: many features, nearly all "0.0".
const std::string& zeros() {
  static const std::string text = repeated(header(34), [](std::string& to, std::uint64_t i) {
    Draws draws(derive_key(1, "log", "zeros"), i);
    to += std::to_string(draws.below(34)) + "," + std::to_string(draws.below(250) == 0 ? 1 : 0) +
          ",0.029411764705882353";
    for (int f = 0; f < 34; ++f) to += draws.below(500) ? ",0.0" : ",1.0";
    to += "\n";
  });
  return text;
}

using Text = const std::string& (*)();

void count_bytes(benchmark::State& state, const std::string& text) {
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text.size()));
}

void read_log(benchmark::State& state, Text make) {
  const std::string& text = make();
  for (auto _ : state) benchmark::DoNotOptimize(read_csv_log(text, "memory").log.size());
  count_bytes(state, text);
}

void read_log_file(benchmark::State& state, Text make) {
  const std::string& text = make();
  std::string folder = (std::filesystem::temp_directory_path() / "csv_log_bench_XXXXXX").string();
  if (!::mkdtemp(folder.data())) return state.SkipWithError("mkdtemp");
  const auto path = std::filesystem::path(folder) / "log.csv";
  std::ofstream(path, std::ios::binary) << text;
  for (auto _ : state) benchmark::DoNotOptimize(read_csv_log(path).log.size());
  count_bytes(state, text);
  std::filesystem::remove_all(folder);
}

void reference_line_ends(benchmark::State& state, Text make) {
  const std::string& text = make();
  for (auto _ : state) {
    std::size_t lines = 0;
    const char* at = text.data();
    const char* const end = at + text.size();
    while (const auto* found = static_cast<const char*>(
               std::memchr(at, '\n', static_cast<std::size_t>(end - at)))) {
      ++lines;
      at = found + 1;
    }
    benchmark::DoNotOptimize(lines);
  }
  count_bytes(state, text);
}

std::size_t read_by_streams(const std::string& text) {
  std::istringstream input(text);
  std::string line, field;
  std::vector<std::string> actions;
  std::vector<double> numbers;
  std::getline(input, line);
  while (std::getline(input, line)) {
    std::stringstream fields(line);
    std::getline(fields, field, ',');
    actions.push_back(field);
    while (std::getline(fields, field, ',')) numbers.push_back(std::stod(field));
  }
  return actions.size() + numbers.size();
}

// On an eighth of the text: the streams are slow.
void speedup(benchmark::State& state, Text make) {
  const std::string& whole = make();
  const std::string text = whole.substr(0, whole.find('\n', text_size / 8) + 1);
  const auto log = read_csv_log(text, "memory").log;
  const std::size_t features = log.dimension - 1;  // without the intercept
  const std::size_t fields = log.size() * (2 + log.has_propensities() + features);
  if (read_by_streams(text) != fields) {
    return state.SkipWithError("the suite and the streams read different numbers of fields");
  }
  bench::race(
      state, [&] { benchmark::DoNotOptimize(read_by_streams(text)); },
      [&] { benchmark::DoNotOptimize(read_csv_log(text, "memory").log.size()); });
}

// NOLINTBEGIN(bugprone-macro-parentheses): the argument is part of a name
#define REPLAYBENCH_CSV(text)                                                         \
  BENCHMARK_CAPTURE(read_log, text, &text)->Unit(benchmark::kMillisecond);            \
  BENCHMARK_CAPTURE(read_log_file, text, &text)->Unit(benchmark::kMillisecond);       \
  BENCHMARK_CAPTURE(reference_line_ends, text, &text)->Unit(benchmark::kMillisecond); \
  BENCHMARK_CAPTURE(speedup, csv_##text, &text)                                       \
      ->Iterations(bench::unless_quick(3))                                            \
      ->Unit(benchmark::kMillisecond)
// NOLINTEND(bugprone-macro-parentheses)

REPLAYBENCH_CSV(narrow);
REPLAYBENCH_CSV(wide);
REPLAYBENCH_CSV(zeros);

}  // namespace
}  // namespace replaybench
