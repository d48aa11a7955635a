// A prepared log of the size and shape of Yahoo! R6B: opening, verifying, and replays of it.
//
// The log is made up and written into a temporary folder: pools of 50 news that change 60 times a
// day, some 650 news in all, 18 of 136 features active except for the nights, if there is the
// constant alone, clicks of 1 to 10 percent, fifteen days. The environment variable
// REPLAYBENCH_BENCH_RECORDS says how many records: 28000000 are R6B; the default, 1,000,000, is
// for a quick look. `full_seconds` is the time of 28 million records, in proportion to those there
// are (which does LinUCB wrong: with fewer records its models are colder).
//
// The thesis's times: a replay of the random policy over the first third of R6B (9 million records)
// takes 45 minutes (section 4.4.1, p. 109), one of LinUCB about 5 hours (appendix A.5.3, p. 233).
// `thesis` is the ratio for as many records.

#include <benchmark/benchmark.h>
#include <stdlib.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "suite/bench/quick.hpp"
#include "suite/bench/race.hpp"
#include "suite/bench/subjects.hpp"
#include "suite/prepared/prepared_log.hpp"
#include "suite/stream/word_stream.hpp"

namespace {

using namespace replaybench;
using namespace replaybench::bench;

constexpr double full = 28e6;
constexpr double thesis_records = 9e6;

std::size_t wanted_records() {
  const char* text = std::getenv("REPLAYBENCH_BENCH_RECORDS");
  const std::size_t records =
      text ? std::strtoull(text, nullptr, 10) : unless_quick<std::size_t>(1'000'000, 10'000);
  if (records < 10'000) throw std::runtime_error("REPLAYBENCH_BENCH_RECORDS: at least 10000");
  return records;
}

/// Megabytes, of /proc: "VmRSS" or "VmHWM".
double memory(const std::string& key) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(key + ":")) return std::stod(line.substr(key.size() + 1)) / 1024;
  }
  return 0;
}

/// The pool of the module over time: the oldest news gives place to a new one, or one goes for a
/// while and comes back.
class Module {
 public:
  Module() {
    for (Action a = 0; a < 50; ++a) order_.push_back(a);
  }
  void change(WordStream& words) {
    if (++changes_ % 3 != 0) {
      order_.erase(order_.begin());
      order_.push_back(next_++);
    } else if (!gone_.empty()) {
      order_.push_back(gone_.back());
      gone_.pop_back();
    } else {
      const auto place = order_.begin() + words.below(static_cast<std::uint32_t>(order_.size()));
      gone_.push_back(*place);
      order_.erase(place);
    }
  }
  Action news() const { return next_; }
  std::vector<Action> pool() const {
    std::vector<Action> sorted = order_;
    std::sort(sorted.begin(), sorted.end());
    return sorted;
  }

 private:
  std::vector<Action> order_;  // by age
  std::vector<Action> gone_;
  Action next_ = 50;
  std::size_t changes_ = 0;
};

void write_log(const std::filesystem::path& file, std::size_t records) {
  constexpr std::size_t days = 15;
  constexpr std::size_t changes = 60 * days;
  constexpr std::size_t dimension = 136;
  constexpr std::uint32_t visitors = 1 << 14;
  WordStream words({1}, 0);
  std::vector<std::vector<std::uint32_t>> features(visitors);
  for (auto& active : features) {
    for (std::uint32_t f = 0; f + 1 < dimension; ++f) {
      if (words.below(1000) < 126) active.push_back(f);  // 17 of 135
    }
    active.push_back(dimension - 1);
  }
  const std::vector<std::uint32_t> night{dimension - 1};

  std::vector<std::string> names;
  for (std::size_t f = 0; f < dimension; ++f) names.push_back("f" + std::to_string(f));
  PreparedLogWriter writer(file, names);
  Module module;
  std::vector<Action> pool;
  std::size_t zone = changes;
  for (std::size_t i = 0; i < records; ++i) {
    if (const std::size_t now = i * changes / records; now != zone) {
      if (i > 0) module.change(words);
      pool = module.pool();
      writer.set_pool(pool);
      zone = now;
    }
    const Action action = pool[words.below(static_cast<std::uint32_t>(pool.size()))];
    const bool click = words.below(1000) < 10 + action * 2654435761u % 90;
    const bool is_night = i * days * 100 / records % 100 < 22;
    writer.add(1'317'513'291 + i * days * 86'400 / records, action, click,
               is_night ? night : features[words.below(visitors)]);
  }
  writer.finish(module.news(), {}, {});
}

/// The log's file; removed at the end of the program.
class File {
 public:
  File() {
    std::string name = (std::filesystem::temp_directory_path() / "replaybench_XXXXXX").string();
    if (!::mkdtemp(name.data())) throw std::runtime_error("mkdtemp");
    folder_ = name;
    write_log(path(), wanted_records());
  }
  ~File() { std::filesystem::remove_all(folder_); }
  std::filesystem::path path() const { return folder_ / "r6b.replaybench"; }

 private:
  std::filesystem::path folder_;
};

const std::filesystem::path& path_of_log() {
  static const File file;
  static const std::filesystem::path path = file.path();
  return path;
}

const Log& the_log() {
  static const auto log = PreparedLog(path_of_log()).log();
  return *log;
}

Tally replay(const std::string& text, std::size_t records, ReplayPath path,
             std::vector<std::uint32_t>* accepted = nullptr) {
  Agent agent = replaying_agent(text, the_log().action_count, the_log().dimension);
  ReplayOptions options;
  options.path = path;
  options.accepted_records = accepted;
  return agent.replay(the_log(), Schedule::range(0, records), {1}, options);
}

void count(benchmark::State& state, double seconds) {
  const double records = static_cast<double>(wanted_records());
  state.counters["records"] = records;
  state.counters["full_seconds"] =
      seconds / static_cast<double>(state.iterations()) * full / records;
}

template <class Work>
void time_work(benchmark::State& state, const Work& work) {
  double seconds = 0;
  for (auto _ : state) seconds += cpu_seconds(work);
  count(state, seconds);
}

// The log opened and all its features looked at. Registered first: later, memory that was given
// back would count as there before.
void memory_of_log(benchmark::State& state) {
  path_of_log();
  const double before = memory("VmRSS");
  std::shared_ptr<const Log> log;
  for (auto _ : state) {
    log = PreparedLog(path_of_log()).log();
    std::size_t sum = 0;
    for (std::size_t i = 0; i < log->size(); ++i) sum += log->bits.row(i)[0];
    benchmark::DoNotOptimize(sum);
  }
  const double records = static_cast<double>(wanted_records());
  state.counters["records"] = records;
  state.counters["full_megabytes"] = before + (memory("VmRSS") - before) * full / records;
  state.counters["file_bytes_per_record"] =
      static_cast<double>(PreparedLog(path_of_log()).file_bytes()) / records;
}

void open_log(benchmark::State& state) {
  path_of_log();
  time_work(state, [&] { benchmark::DoNotOptimize(PreparedLog(path_of_log()).log()->size()); });
}

void verify_log(benchmark::State& state) {
  const PreparedLog prepared(path_of_log());
  time_work(state, [&] { prepared.verify(); });
  state.SetBytesProcessed(static_cast<std::int64_t>(prepared.file_bytes()) * state.iterations());
}

void replay_log(benchmark::State& state, const std::string& text, double thesis_seconds) {
  // The fastest path does what the plain one does.
  const std::size_t some = std::min<std::size_t>(the_log().size(), 100'000);
  std::vector<std::uint32_t> plain;
  std::vector<std::uint32_t> fastest;
  const double reward = replay(text, some, ReplayPath::plain, &plain).sums.reward();
  if (replay(text, some, ReplayPath::fastest, &fastest).sums.reward() != reward ||
      plain != fastest) {
    return state.SkipWithError("the two paths accept different records");
  }
  Tally tally;
  double seconds = 0;
  for (auto _ : state) {
    seconds += cpu_seconds([&] { tally = replay(text, the_log().size(), ReplayPath::fastest); });
  }
  count(state, seconds);
  state.counters["accepted"] = static_cast<double>(tally.sums.accepted);
  state.counters["click_rate"] = tally.sums.reward() / static_cast<double>(tally.sums.accepted);
  state.counters["peak_megabytes"] = memory("VmHWM");
  if (thesis_seconds > 0) {
    state.counters["thesis"] =
        thesis_seconds * full / thesis_records / state.counters["full_seconds"];
  }
}

BENCHMARK(memory_of_log)->Name("prepared_log/memory")->Iterations(1)->Unit(benchmark::kMillisecond);
BENCHMARK(open_log)->Name("prepared_log/open")->Unit(benchmark::kMillisecond);
BENCHMARK(verify_log)->Name("prepared_log/verify")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(replay_log, uniform_random, "uniform_random", 45 * 60)
    ->Name("prepared_log/replay/uniform_random")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(replay_log, ucb, "ucb{alpha=0.1}", 0)
    ->Name("prepared_log/replay/ucb")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(replay_log, ucb_alpha_2, "ucb{alpha=2}", 0)
    ->Name("prepared_log/replay/ucb_alpha_2")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(replay_log, lin_ucb, "lin_ucb{alpha=0.3, lambda=10}", 5 * 3600)
    ->Name("prepared_log/replay/lin_ucb")
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(replay_log, lin_ucb_alpha_1, "lin_ucb{alpha=1, lambda=1}", 5 * 3600)
    ->Name("prepared_log/replay/lin_ucb_alpha_1")
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

}  // namespace
