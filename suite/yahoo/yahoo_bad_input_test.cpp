// The files of bad_input/: what the reader must say of each, and what it must keep.

#include <algorithm>
#include <set>

#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/errors.hpp"
#include "suite/yahoo/yahoo_log.hpp"

namespace replaybench {
namespace {

using enum YahooAnomaly;

struct Row {
  const char* file;
  YahooAnomaly anomaly;
  std::size_t line;  ///< 0: the message is of the file
  std::size_t kept;  ///< records
  std::size_t left_out;
  const char* seen;  ///< quoted in the message
};

constexpr Row rows[] = {
    {"r6b_bad_timestamp", bad_timestamp, 3, 4, 1, R"("1o2")"},
    {"r6b_bad_click", bad_click, 3, 4, 1, R"("2")"},
    {"r6b_bad_token", bad_token, 3, 4, 1, R"("5x")"},
    {"r6b_empty_line", empty_line, 3, 4, 1, ""},
    {"r6b_long_line.gz", long_line, 3, 4, 1, ""},
    {"r6b_cut_line", cut_line, 3, 2, 1, R"("102 id-1 0 |user 1 5 |id-1 |id-")"},
    {"r6b_empty_pool", empty_pool, 3, 4, 1, ""},
    {"r6b_displayed_not_in_pool", displayed_not_in_pool, 3, 4, 1, R"("id-9")"},
    {"r6b_duplicate_in_pool", duplicate_in_pool, 3, 5, 0, R"("id-2")"},
    {"r6b_feature_outside", feature_outside, 3, 5, 0, R"("137")"},
    {"r6b_duplicate_feature", duplicate_feature, 3, 5, 0, R"("5")"},
    {"r6b_missing_features", missing_features, 3, 5, 0, ""},
    {"r6b_missing_constant", missing_constant, 3, 5, 0, ""},
    {"r6b_time_backwards", time_backwards, 3, 5, 0, R"("99")"},
    {"r6a_bad_timestamp", bad_timestamp, 3, 4, 1, R"("-102")"},
    {"r6a_bad_click", bad_click, 3, 4, 1, R"("yes")"},
    {"r6a_bad_token", bad_token, 3, 4, 1, R"("2:nan")"},
    {"r6a_empty_pool", empty_pool, 3, 4, 1, ""},
    {"r6a_displayed_not_in_pool", displayed_not_in_pool, 3, 4, 1, R"("7")"},
    {"r6a_duplicate_in_pool", duplicate_in_pool, 3, 5, 0, R"("1")"},
    {"r6a_feature_outside", feature_outside, 3, 5, 0, R"("7:1")"},
    {"r6a_duplicate_feature", duplicate_feature, 3, 5, 0, R"("6:1")"},
    {"r6a_missing_features", missing_features, 3, 5, 0, ""},
    {"r6a_incomplete_weights", incomplete_weights, 3, 5, 0, R"("1")"},
    {"empty_file", empty_file, 0, 0, 0, ""},
    {"r6b_out_of_order", files_out_of_order, 1, 4, 0, ""},  // read behind r6b_in_order
    {"r6b_truncated.gz", truncated_gzip, 85, 85, 1, ""},    // and line 86 is cut
    {"r6b_corrupt.gz", corrupt_gzip, 85, 85, 1, ""},
    {"r6b_corrupt_checksum.gz", corrupt_gzip, 200, 200, 0, ""},
    {"r6b_garbage_behind.gz", corrupt_gzip, 2, 2, 0, ""},
};

std::filesystem::path folder() {
  return std::filesystem::path(__FILE__).parent_path() / "bad_input";
}

TEST_CASE("yahoo_log bad input: each file gives its anomaly, with its line, and keeps the rest") {
  if (!std::filesystem::exists(folder())) {
    WARN("the sources are not here: their files are not read");
    return;
  }
  for (const Row& row : rows) {
    CAPTURE(row.file);
    const bool second = row.anomaly == files_out_of_order;
    std::vector<std::filesystem::path> files;
    if (second) files.push_back(folder() / "r6b_in_order");
    files.push_back(folder() / row.file);
    std::size_t records = 0;
    const YahooReport report = visit_yahoo_log(files, {}, [&](const YahooReader&) { ++records; });
    CHECK(records == report.records);
    CHECK(report.records == row.kept);
    CHECK(report.left_out == row.left_out);
    CHECK(report.lines == row.kept + row.left_out);
    const bool damaged = row.anomaly == truncated_gzip || row.anomaly == corrupt_gzip;
    for (std::size_t i = 0; i < yahoo_anomaly_count; ++i) {
      const auto anomaly = static_cast<YahooAnomaly>(i);
      const bool also_cut = anomaly == cut_line && damaged && row.left_out == 1;
      CHECK(report.anomalies[i].count == (anomaly == row.anomaly || also_cut ? 1u : 0u));
    }
    REQUIRE(report[row.anomaly].first.size() == 1);
    const YahooPlace& place = report[row.anomaly].first[0];
    CHECK(place.line == row.line);
    CHECK(place.file == (second ? 1u : 0u));
    if (*row.seen != '\0') CHECK(place.seen == row.seen);
    std::string message = files.back().string();
    if (row.line > 0) message += ":" + std::to_string(row.line);
    CHECK(report.text_of_place(row.anomaly, place).starts_with(message + ": "));
    // The report for the user names the place too.
    CHECK(report.text().find("; at " + message) != std::string::npos);
    // Strict: the first of these ends the reading, except for what is normal at night.
    const std::string strict = message_of<DataError>(
        [&] { visit_yahoo_log(files, {.strict = true}, [](const YahooReader&) {}); });
    if (row.anomaly == missing_features) {
      CHECK(strict.empty());
    } else {
      CHECK(strict.starts_with(files.back().string()));
    }
  }
}

TEST_CASE("yahoo_log bad input: no file and no kind of anomaly is forgotten") {
  if (!std::filesystem::exists(folder())) return;
  std::set<std::string> known{"README.md", "r6b_in_order"};
  std::set<YahooAnomaly> kinds;
  for (const Row& row : rows) {
    known.insert(row.file);
    kinds.insert(row.anomaly);
  }
  std::set<std::string> here;
  for (const auto& entry : std::filesystem::directory_iterator(folder())) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with("prepared_")) here.insert(name);
  }
  CHECK(here == known);
  CHECK(kinds.size() == yahoo_anomaly_count);
}

}  // namespace
}  // namespace replaybench
