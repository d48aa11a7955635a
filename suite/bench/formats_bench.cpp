// Speed of the readers of dsjson, JSON lines, Vowpal Wabbit's text and Parquet, on bytes in memory. Texts stand
// beside a loop that only finds their line ends; bytes of Parquet are those of its values, decoded.

#include <benchmark/benchmark.h>

#include <cstring>
#include <functional>
#include <map>

#include "suite/bench/quick.hpp"
#include "suite/bench/race.hpp"
#include "suite/format/dsjson.hpp"
#include "suite/format/json_lines.hpp"
#include "suite/format/parquet.hpp"
#include "suite/format/vw_text.hpp"
#include "suite/log/csv_log.hpp"
#include "suite/numeric/decimal.hpp"
#include "suite/prepared/prepared_table.hpp"
#include "suite/stream/stream.hpp"
#include "suite/testing/files.hpp"
#include "suite/testing/thrift_bytes.hpp"

namespace replaybench {
namespace {

const std::size_t text_size = bench::unless_quick(std::size_t{64} << 20, std::size_t{1} << 18);
constexpr int actions = 5, features = 16;
const TableOptions without_intercept = [] {
  TableOptions options;
  options.intercept = false;
  return options;
}();

const std::string& text_of(const char* format);

std::string decimal(Draws& draws) {
  return numeric::to_decimal(static_cast<double>(draws.below(1000)) / 1000);
}

std::string repeated(const std::function<std::string(Draws&)>& event) {
  std::string text;
  for (std::uint64_t i = 0; text.size() < text_size; ++i) {
    Draws draws(derive_key(1, "log", "formats"), i);
    text += event(draws);
  }
  return text;
}

// A decision service's event: a context, and the tags and features of five actions.
std::string dsjson_event(Draws& draws) {
  const std::uint64_t chosen = draws.below(actions);
  std::string order = std::to_string(chosen + 1), tags;
  for (std::uint64_t a = 0; a < actions; ++a) {
    if (a != chosen) order += "," + std::to_string(a + 1);
    tags += std::string(a == 0 ? "" : ",") + R"({"_tag":"article )" + std::to_string(a) +
            R"(","i":{"age":)" + decimal(draws) + R"(,"topic":"t)" + std::to_string(a % 3) +
            R"("}})";
  }
  return R"({"_label_cost":)" + std::string(draws.below(2) == 0 ? "0" : "-1") +
         R"(,"_label_probability":0.2,"_label_Action":)" + std::to_string(chosen + 1) +
         R"(,"_labelIndex":)" + std::to_string(chosen) +
         R"(,"Timestamp":"2024-01-01T00:00:00Z","Version":"1","EventId":")" +
         std::to_string(draws.below(1'000'000'000)) + R"(","a":[)" + order +
         R"(],"c":{"User":{"age":)" + decimal(draws) + R"(,"new":true},"_multi":[)" + tags +
         R"(]},"p":[0.2,0.2,0.2,0.2,0.2]})" + "\n";
}

std::string json_event(Draws& draws) {
  std::string line = R"({"action":"article )" + std::to_string(draws.below(actions)) +
                     R"(","reward":)" + std::to_string(draws.below(2)) + R"(,"propensity":0.2)";
  for (int f = 0; f < features; ++f) {
    line += ",\"x_" + std::to_string(f) + "\":" + decimal(draws);
  }
  return line + "}\n";
}

std::string vw_event(Draws& draws) {
  const std::uint64_t chosen = draws.below(actions);
  std::string event = "shared |User age:" + decimal(draws) + " new\n";
  for (std::uint64_t a = 0; a < actions; ++a) {
    if (a == chosen) event += draws.below(2) == 0 ? "0:0:0.2 " : "0:-1:0.2 ";
    event += "|Article id=" + std::to_string(a) + " age:" + decimal(draws) + "\n";
  }
  return event + "\n";
}

// A log of numbers of three decimals, which all formats of the races have.
std::string csv_text() {
  std::string text = "action,reward";
  for (int f = 0; f < features; ++f) text += ",x_" + std::to_string(f);
  return text + "\n" + repeated([](Draws& draws) {
           std::string line =
               std::to_string(draws.below(actions)) + "," + std::to_string(draws.below(2));
           for (int f = 0; f < features; ++f) line += "," + decimal(draws);
           return line + "\n";
         });
}

const TableLog& table() {
  static const TableLog log = read_csv_log(text_of("csv"), "log", without_intercept);
  return log;
}

// One row group of required columns, PLAIN and not compressed: action (INT32), reward, x_0, ... (DOUBLE).
std::string parquet_file() {
  const Log& log = table().log;
  const std::size_t rows = log.size();
  std::string file = "PAR1";
  std::vector<ThriftBytes> schema{ThriftBytes().text(4, "root").whole(5, features + 2)}, chunks;
  const auto column = [&](const std::string& name, std::uint64_t type, const auto& value) {
    std::string page;
    for (std::size_t i = 0; i < rows; ++i) {
      const auto number = value(i);
      page.append(reinterpret_cast<const char*>(&number), sizeof number);
    }
    const std::string header =
        ThriftBytes()
            .whole(1, 0)
            .whole(2, page.size())
            .whole(3, page.size())
            .structure(5, ThriftBytes().whole(1, rows).whole(2, 0).whole(3, 3).whole(4, 3))
            .end();
    const std::size_t begin = file.size();
    file += header + page;
    schema.push_back(ThriftBytes().whole(1, type).whole(3, 0).text(4, name));
    chunks.push_back(ThriftBytes().structure(3, ThriftBytes()
                                                    .whole(1, type)
                                                    .texts(3, {name})
                                                    .whole(4, 0)
                                                    .whole(5, rows)
                                                    .whole(7, file.size() - begin)
                                                    .whole(9, begin)));
  };
  column("action", 1, [&](std::size_t i) { return static_cast<std::int32_t>(log.actions[i]); });
  column("reward", 5, [&](std::size_t i) { return log.rewards[i]; });
  for (std::size_t f = 0; f < features; ++f) {
    column("x_" + std::to_string(f), 5,
           [&](std::size_t i) { return log.contexts[i * log.dimension + f]; });
  }
  const std::string footer = ThriftBytes()
                                 .list(2, schema)
                                 .whole(3, rows)
                                 .list(4, {ThriftBytes().list(1, chunks).whole(3, rows)})
                                 .end();
  const auto size = static_cast<std::uint32_t>(footer.size());
  file += footer;
  return file.append(reinterpret_cast<const char*>(&size), sizeof size) + "PAR1";
}

using Open = std::function<std::unique_ptr<LogRows>(const std::string&)>;

void read_rows(benchmark::State& state, const std::string& bytes, const Open& open) {
  for (auto _ : state) benchmark::DoNotOptimize(read_log(*open(bytes)).log.size());
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * bytes.size()));
}

void line_ends(benchmark::State& state, const std::string& text) {
  for (auto _ : state) {
    std::size_t lines = 0;
    for (std::size_t at = text.find('\n'); at != text.npos; at = text.find('\n', at + 1)) ++lines;
    benchmark::DoNotOptimize(lines);
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text.size()));
}

const std::string& text_of(const char* format) {
  static const std::map<std::string, std::string (*)()> made{
      {"csv", csv_text},
      {"dsjson", [] { return repeated(dsjson_event); }},
      {"json", [] { return repeated(json_event); }},
      {"parquet", parquet_file},
      {"vw", [] { return repeated(vw_event); }}};
  static std::map<std::string, std::string> texts;
  const auto found = texts.find(format);
  return found != texts.end() ? found->second
                              : texts.emplace(format, made.at(format)()).first->second;
}

void read_dsjson(benchmark::State& state) {
  read_rows(state, text_of("dsjson"),
            [](const std::string& text) { return dsjson_rows(text_in_memory(text, "log"), {}); });
}
void line_ends_dsjson(benchmark::State& state) { line_ends(state, text_of("dsjson")); }
void read_json_lines(benchmark::State& state) {
  read_rows(state, text_of("json"),
            [](const std::string& text) { return json_lines_rows(text_in_memory(text, "log")); });
}
void line_ends_json_lines(benchmark::State& state) { line_ends(state, text_of("json")); }
void read_vw(benchmark::State& state) {
  read_rows(state, text_of("vw"),
            [](const std::string& text) { return vw_text_rows(text_in_memory(text, "log"), {}); });
}
void line_ends_vw(benchmark::State& state) { line_ends(state, text_of("vw")); }
void read_parquet(benchmark::State& state) {
  read_rows(state, text_of("parquet"),
            [](const std::string& bytes) { return parquet_rows(FileBytes(bytes), "log"); });
}

// Reads the CSV text against another form of the same log.
void race_csv(benchmark::State& state, const std::function<Log()>& other) {
  const Log log = other();
  if (log.rewards != table().log.rewards || log.contexts != table().log.contexts) {
    state.SkipWithError("the formats give different logs");
    return;
  }
  bench::race(
      state,
      [] {
        benchmark::DoNotOptimize(read_csv_log(text_of("csv"), "log", without_intercept).log.size());
      },
      [&] { benchmark::DoNotOptimize(other().size()); });
}

void parquet_over_csv(benchmark::State& state) {
  const FileBytes bytes(text_of("parquet"));
  race_csv(state, [&] { return read_log(*parquet_rows(bytes, "log"), without_intercept).log; });
}

void prepared_over_csv(benchmark::State& state) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "log";
  PreparedTable prepared;
  static_cast<TableLog&>(prepared) = table();
  write_prepared_table(file, prepared);
  race_csv(state, [&] { return read_prepared_table(file).log; });
}

BENCHMARK(parquet_over_csv)
    ->Name("speedup/read_parquet")
    ->Iterations(bench::unless_quick(5))
    ->Unit(benchmark::kMillisecond);
BENCHMARK(prepared_over_csv)
    ->Name("speedup/read_prepared")
    ->Iterations(bench::unless_quick(5))
    ->Unit(benchmark::kMillisecond);
BENCHMARK(read_dsjson)->Unit(benchmark::kMillisecond);
BENCHMARK(line_ends_dsjson)->Unit(benchmark::kMillisecond);
BENCHMARK(read_json_lines)->Unit(benchmark::kMillisecond);
BENCHMARK(line_ends_json_lines)->Unit(benchmark::kMillisecond);
BENCHMARK(read_vw)->Unit(benchmark::kMillisecond);
BENCHMARK(line_ends_vw)->Unit(benchmark::kMillisecond);
BENCHMARK(read_parquet)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace replaybench
