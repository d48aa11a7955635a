// Speed of the reader of the Yahoo! R6B logs on plain text in memory, one core: bytes and lines a
// second. Aim: 200 MB/s.
//
//   same pool     the pool changes every 30,000 lines (926 zones in 28 million records) and is
//                 written in the same order
//   shuffled      every line writes its pool in another order, so that none is known by its text
//   log           same pool, filling a Log
//
// against the loop that only finds the line ends.

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "suite/bench/quick.hpp"
#include "suite/stream/stream.hpp"
#include "suite/yahoo/yahoo_log.hpp"

namespace replaybench {
namespace {

const std::size_t text_size = bench::unless_quick(std::size_t{32} << 20, std::size_t{1} << 20);

// Lines as in the data: 18 features, 26 to 50 articles; about 480 bytes.
std::string r6b_text(bool shuffled) {
  Draws draws({50}, 0);
  std::string text;
  text.reserve(text_size + 4096);
  std::vector<std::string> pool;
  for (std::size_t t = 0; text.size() < text_size; ++t) {
    if (t % 30'000 == 0) {
      pool.clear();
      const std::uint32_t size = 26 + draws.below(25);
      for (std::uint32_t k = 0; k < size; ++k) {
        pool.push_back(" |id-" + std::to_string(550'000 + 100 * k + draws.below(100)));
      }
    }
    const std::string displayed =
        pool[draws.below(static_cast<std::uint32_t>(pool.size()))].substr(2);
    text += std::to_string(1'317'513'291 + t / 20) + " " + displayed +
            (draws.below(30) == 0 ? " 1" : " 0") + " |user 1";
    for (std::uint32_t f = 17; f > 0; --f) text += " " + std::to_string(8 * f - draws.below(7));
    if (shuffled) {
      for (std::size_t i = pool.size(); i > 1; --i) {
        std::swap(pool[i - 1], pool[draws.below(static_cast<std::uint32_t>(i))]);
      }
    }
    for (const auto& article : pool) text += article;
    text += '\n';
  }
  return text;
}

const std::string& text_of(bool shuffled) {
  static const std::string same = r6b_text(false), other = r6b_text(true);
  return shuffled ? other : same;
}

void count(benchmark::State& state, const std::string& text, std::size_t lines) {
  state.SetBytesProcessed(static_cast<std::int64_t>(text.size()) * state.iterations());
  state.SetItemsProcessed(static_cast<std::int64_t>(lines) * state.iterations());
}

void read_records(benchmark::State& state, bool shuffled) {
  const std::string& text = text_of(shuffled);
  std::size_t records = 0;
  for (auto _ : state) {
    YahooReader reader(text, "memory");
    std::size_t sum = 0;
    while (reader.next()) sum += reader.record().features.size() + reader.record().pool.size();
    benchmark::DoNotOptimize(sum);
    records = reader.report().records;
    if (reader.report().left_out > 0) state.SkipWithError("a line was left out");
  }
  count(state, text, records);
}

void fill_log(benchmark::State& state) {
  std::size_t records = 0;
  for (auto _ : state) records = read_yahoo_log(text_of(false), "memory").log.size();
  count(state, text_of(false), records);
}

void find_lines(benchmark::State& state) {
  std::size_t lines = 0;
  for (auto _ : state) {
    lines = 0;
    TextLines text;
    text.open(text_in_memory(text_of(false), "memory"));
    while (text.next() == TextLines::Found::line) ++lines;
  }
  count(state, text_of(false), lines);
}

BENCHMARK(find_lines)->Name("lines")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_records, same pool, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_records, shuffled, true)->Unit(benchmark::kMillisecond);
BENCHMARK(fill_log)->Name("log")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace replaybench
