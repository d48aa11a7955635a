// The reader of Yahoo! R6A and R6B. What it says of a line does not depend on the lines before it,
// although it remembers the last pool: each line is read once more alone and compared.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "suite/fuzz/target.hpp"
#include "suite/text/errors.hpp"
#include "suite/yahoo/yahoo_log.hpp"

namespace {

using namespace replaybench;

struct Visit {
  std::uint64_t timestamp;
  std::string displayed;
  bool click;
  std::vector<std::uint32_t> features;
  std::vector<double> weights;
  std::vector<std::pair<std::string, std::vector<double>>> pool;  // by name
  friend bool operator==(const Visit&, const Visit&) = default;
};

Visit copy_of(const YahooReader& reader) {
  const YahooRecord& record = reader.record();
  const auto& names = reader.articles();
  require(std::is_sorted(record.features.begin(), record.features.end()), "features are sorted");
  require(
      std::adjacent_find(record.features.begin(), record.features.end()) == record.features.end(),
      "features are distinct");
  require(record.features.empty() ||
              (record.features.front() >= 1 && record.features.back() <= r6b_features),
          "features are in their range");
  require(std::is_sorted(record.pool.begin(), record.pool.end()), "a pool is sorted");
  require(std::adjacent_find(record.pool.begin(), record.pool.end()) == record.pool.end(),
          "a pool is distinct");
  require(std::binary_search(record.pool.begin(), record.pool.end(), record.displayed),
          "the displayed article is in its pool");
  require(record.pool.back() < names.size(), "articles are in the dictionary");
  const bool weighted = reader.report().format == YahooFormat::r6a;
  require(record.weights.size() == (weighted ? record.features.size() : 0), "weights");
  require(record.article_weights.size() == (weighted ? record.pool.size() * r6a_features : 0),
          "weights of articles");
  Visit visit{record.timestamp,
              names[record.displayed],
              record.click,
              {record.features.begin(), record.features.end()},
              {record.weights.begin(), record.weights.end()},
              {}};
  for (std::size_t i = 0; i < record.pool.size(); ++i) {
    std::vector<double> row;
    if (weighted) {
      const auto own = record.article_weights.subspan(i * r6a_features, r6a_features);
      row.assign(own.begin(), own.end());
    }
    visit.pool.emplace_back(names[record.pool[i]], std::move(row));
  }
  std::sort(visit.pool.begin(), visit.pool.end());
  return visit;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t feed = text.find('\n');
    const std::size_t size = feed == text.npos ? text.size() : feed + 1;
    lines.emplace_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return lines;
}

// Reads the lines together and one by one.
void compare(std::string_view text, YahooFormat format) {
  const auto lines = lines_of(text);
  YahooReader together(text, "text", {.format = format});
  std::array<std::size_t, yahoo_anomaly_count> alone_counts{};
  std::size_t read = 0;
  const auto read_alone = [&](std::size_t end, const Visit* visit) {
    for (; read < end; ++read) {
      YahooReader alone(lines[read], "line", {.format = format});
      const bool good = alone.next();
      const bool expected = visit != nullptr && read + 1 == end;
      require(good == expected, "a line is as good alone as among others");
      if (good) require(copy_of(alone) == *visit, "a record is the same alone as among others");
      for (std::size_t i = 0; i < yahoo_anomaly_count; ++i) {
        alone_counts[i] += alone.report().anomalies[i].count;
      }
    }
  };
  while (together.next()) {
    const Visit visit = copy_of(together);
    require(together.report().lines <= lines.size(), "no more lines than there are");
    read_alone(together.report().lines, &visit);
  }
  read_alone(lines.size(), nullptr);
  const YahooReport& report = together.report();
  require(report.lines == lines.size(), "every line is accounted for");
  require(report.lines == report.records + report.left_out, "lines = records + left out");
  for (std::size_t i = 0; i < yahoo_anomaly_count; ++i) {
    // These two a line alone cannot have.
    const auto anomaly = static_cast<YahooAnomaly>(i);
    if (anomaly == YahooAnomaly::empty_file || anomaly == YahooAnomaly::time_backwards) continue;
    require(report.anomalies[i].count == alone_counts[i], "anomalies are counted a line at a time");
  }
  require_printable(report.text());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  YahooFormat format = YahooFormat::r6b;
  bool clean = true;
  try {
    const auto [log, report] = read_yahoo_log(text, "text");
    log.check();
    require(log.size() == report.records && report.records > 0, "records");
    require_printable(report.text());
    format = report.format;
    for (std::size_t i = 0; i < yahoo_anomaly_count; ++i) {
      clean = clean && (report.anomalies[i].count == 0 ||
                        static_cast<YahooAnomaly>(i) == YahooAnomaly::missing_features);
    }
  } catch (const DataError& error) {
    clean = false;
    require_printable(error.what());
  }
  bool strict_reads = true;
  try {
    read_yahoo_log(text, "text", {.strict = true});
  } catch (const DataError& error) {
    strict_reads = false;
    require_printable(error.what());
  }
  require(strict_reads == clean, "strict refuses what has an anomaly, and nothing else");
  if (std::count(text.begin(), text.end(), '\n') < 8) compare(text, format);
  return 0;
}
