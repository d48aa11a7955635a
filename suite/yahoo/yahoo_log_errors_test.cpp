#include <algorithm>
#include <memory>

#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/errors.hpp"
#include "suite/yahoo/yahoo_log.hpp"

namespace replaybench {
namespace {

const std::string good_b = "100 id-1 0 |user 1 5 |id-1 |id-2";
const std::string good_a =
    "100 1 0 |user 1:1 2:0.5 3:0 4:0 5:0 6:0.5 |1 1:1 2:0 3:0 4:0 5:0 6:1 |2 1:1 2:0 3:0 4:0 5:0 "
    "6:1";

// Reads good, bad, good: the bad line has this anomaly alone; gives the text that was shown.
std::string seen_in(const std::string& good, const std::string& bad, YahooAnomaly anomaly,
                    bool left_out) {
  const std::string text = good + "\n" + bad + "\n" + good + "\n";
  CAPTURE(bad);
  const auto [log, report] = read_yahoo_log(text, "log");
  log.check();
  CHECK(report.lines == 3);
  CHECK(report.records == (left_out ? 2 : 3));
  CHECK(report.left_out == (left_out ? 1 : 0));
  for (std::size_t i = 0; i < yahoo_anomaly_count; ++i) {
    CHECK(report.anomalies[i].count == (i == static_cast<std::size_t>(anomaly) ? 1u : 0u));
  }
  REQUIRE(report[anomaly].first.size() == 1);
  const YahooPlace& place = report[anomaly].first[0];
  CHECK(place.file == 0);
  CHECK(place.line == 2);
  const std::string message =
      message_of<DataError>([&] { read_yahoo_log(text, "log", {.strict = true}); });
  if (anomaly == YahooAnomaly::missing_features) {
    CHECK(message.empty());
  } else {
    CHECK(message == "log:2: " + std::string(text_of(anomaly)) +
                         (place.seen.empty() ? "" : ": " + place.seen));
  }
  CHECK(report.text_of_place(anomaly, place).starts_with("log:2: "));
  CHECK(report.text().find("; at log:2") != std::string::npos);
  // No line that is left out leaves a trace in the dictionary.
  if (left_out) CHECK(log.action_count == 2);
  return place.seen;
}

TEST_CASE("yahoo_log errors: every class of bad R6B line is left out, and reported") {
  const auto seen = [](const std::string& bad, YahooAnomaly anomaly) {
    return seen_in(good_b, bad, anomaly, true);
  };
  using enum YahooAnomaly;
  CHECK(seen("x100 id-1 0 |user 1 5 |id-1", bad_timestamp) == R"("x100")");
  CHECK(seen("-100 id-1 0 |user 1 5 |id-1", bad_timestamp) == R"("-100")");
  CHECK(seen("100.5 id-1 0 |user 1 5 |id-1", bad_timestamp) == R"("100.5")");
  CHECK(seen("1234567890123456 id-1 0 |user 1 5 |id-1", bad_timestamp) == R"("1234567890123456")");
  CHECK(seen("100", bad_timestamp) == R"("100")");
  CHECK(seen("100 id-1 2 |user 1 5 |id-1", bad_click) == R"("2")");
  CHECK(seen("100 id-1 10 |user 1 5 |id-1", bad_click) == R"("10")");
  CHECK(seen("100 id-1 |user 1 5 |id-1", bad_click) == R"("|user")");
  CHECK(seen("100 id-1 ", bad_click).empty());
  CHECK(seen("100 id- 0 |user 1 5 |id-1", bad_token) == R"("id-")");
  CHECK(seen("100 1 0 |user 1 5 |id-1", bad_token) == R"("1")");
  CHECK(seen("100 id-1", bad_token) == R"("id-1")");
  CHECK(seen("100 id-1 0 |usr 1 5 |id-1", bad_token) == R"("|usr")");
  CHECK(seen("100 id-1 0 |users 1 5 |id-1", bad_token) == R"("|users")");
  CHECK(seen("100 id-1 0 1 5 |id-1", bad_token) == R"("1")");
  CHECK(seen("100 id-1 0 |user 1 x |id-1", bad_token) == R"("x")");
  CHECK(seen("100 id-1 0 |user 1 5:0.5 |id-1", bad_token) == R"("5:0.5")");
  CHECK(seen("100 id-1 0 |user 1 - |id-1", bad_token) == R"("-")");
  CHECK(seen("100 id-1 0 |user 1 5 |id-1 7", bad_token) == R"("7")");
  CHECK(seen("100 id-1 0 |user 1 5 |id-1 |", bad_token) == R"("|")");
  CHECK(seen("100 id-1 0 |user 1 5 |id-1 |id-", bad_token) == R"("|id-")");
  CHECK(seen("100 id-1 0 |user 1 5 |id-1 |9", bad_token) == R"("|9")");
  CHECK(seen("100\tid-1 0 |user 1 5 |id-1", bad_timestamp) == R"("100\tid-1")");
  CHECK(seen(std::string("100 id-1 0 |user 1 \0 |id-1", 27), bad_token) == R"("\x00")");
  CHECK(seen("100 id-1 0 |user 1 5\r |id-1", bad_token) == R"("5\r")");
  CHECK(seen("", empty_line).empty());
  CHECK(seen("  \r", empty_line).empty());
  CHECK(seen("100 id-1 0 |user 1 5", empty_pool).empty());
  CHECK(seen("100 id-1 0 |user 1 5 ", empty_pool).empty());
  CHECK(seen("100 id-9 0 |user 1 5 |id-1 |id-2", displayed_not_in_pool) == R"("id-9")");
  CHECK(seen("100 id-9 0 |user 1 5 |id-8 |id-7", displayed_not_in_pool) == R"("id-9")");
}

TEST_CASE("yahoo_log errors: every class of bad R6A line is left out, and reported") {
  const auto seen = [](const std::string& bad, YahooAnomaly anomaly) {
    return seen_in(good_a, bad, anomaly, true);
  };
  using enum YahooAnomaly;
  const std::string user = "100 1 0 |user 1:1 2:0 3:0 4:0 5:0 6:0";
  const std::string pool = " |1 1:1 2:0 3:0 4:0 5:0 6:1";
  CHECK(seen("-102 1 0 |user 1:1 2:0 3:0 4:0 5:0 6:0" + pool, bad_timestamp) == R"("-102")");
  CHECK(seen("100 1 yes |user 1:1 2:0 3:0 4:0 5:0 6:0" + pool, bad_click) == R"("yes")");
  CHECK(seen("100 id-1 0 |user 1:1 2:0 3:0 4:0 5:0 6:0" + pool, bad_token) == R"("id-1")");
  CHECK(seen("100 1 0 |user 1 2 3" + pool, bad_token) == R"("1")");
  CHECK(seen("100 1 0 |user 1:" + pool, bad_token) == R"("1:")");
  CHECK(seen("100 1 0 |user 1:x" + pool, bad_token) == R"("1:x")");
  CHECK(seen("100 1 0 |user 1:inf" + pool, bad_token) == R"("1:inf")");
  CHECK(seen("100 1 0 |user 1:1e999" + pool, bad_token) == R"("1:1e999")");
  CHECK(seen("100 1 0 |user 1:2:3" + pool, bad_token) == R"("1:2:3")");
  CHECK(seen(user + " |1 2:0.5 7", bad_token) == R"("7")");
  CHECK(seen(user + " | 1:1", bad_token) == R"("|")");
  CHECK(seen(user, empty_pool).empty());
  CHECK(seen(user + " |3 1:1 2:0 3:0 4:0 5:0 6:1", displayed_not_in_pool) == R"("1")");
}

TEST_CASE("yahoo_log errors: what can be mended is kept, mended and reported") {
  using enum YahooAnomaly;
  const auto kept = [](const std::string& line, YahooAnomaly anomaly, const std::string& seen) {
    CHECK(seen_in(line[4] == 'i' ? good_b : good_a, line, anomaly, false) == seen);
    static std::string text;
    text = line + "\n";
    auto reader = std::make_unique<YahooReader>(text, "log");
    REQUIRE(reader->next());
    return reader;
  };
  const auto features = [](const YahooReader& reader) {
    const auto ids = reader.record().features;
    return std::vector<std::uint32_t>(ids.begin(), ids.end());
  };
  using Ids = std::vector<std::uint32_t>;
  CHECK(features(*kept("100 id-1 0 |user 1 0 5 |id-1", feature_outside, R"("0")")) == Ids{1, 5});
  CHECK(features(*kept("100 id-1 0 |user 137 1 5 |id-1", feature_outside, R"("137")")) ==
        Ids{1, 5});
  CHECK(features(*kept("100 id-1 0 |user 1 5 -5 |id-1", feature_outside, R"("-5")")) == Ids{1, 5});
  CHECK(features(*kept("100 id-1 0 |user 1 99999999999999999999 5 |id-1", feature_outside,
                       R"("99999999999999999999")")) == Ids{1, 5});
  CHECK(features(*kept("100 id-1 0 |user 5 1 5 5 |id-1", duplicate_feature, R"("5")")) ==
        Ids{1, 5});
  CHECK(features(*kept("100 id-1 0 |user 1 |id-1", missing_features, "")) == Ids{1});
  CHECK(features(*kept("100 id-1 0 |user |id-1", missing_features, "")).empty());
  CHECK(features(*kept("100 id-1 0 |user|id-1", missing_features, "")).empty());
  CHECK(features(*kept("100 id-1 0 |user 5 6 |id-1", missing_constant, "")) == Ids{5, 6});
  CHECK(kept("099 id-1 0 |user 1 5 |id-1", time_backwards, R"("099")")->record().timestamp == 99);
  {
    const auto reader =
        kept("100 id-1 0 |user 1 5 |id-2 |id-1 |id-2 |id-2", duplicate_in_pool, R"("id-2")");
    CHECK(reader->record().pool.size() == 2);
  }
  const std::string user = "100 1 0 |user 1:1 2:0.5 3:0 4:0 5:0 6:0";
  const std::string one = " 1:1 2:0.25 3:0 4:0 5:0 6:1";
  {
    const auto reader = kept("100 1 0 |user 1:1 2:0.5 3:0 4:0 5:0 2:0.75 6:0 |1" + one,
                             duplicate_feature, R"("2:0.75")");
    CHECK(reader->record().weights[1] == 0.5);
  }
  {
    const auto reader =
        kept(user + " |1" + one + " |1 1:1 2:9 3:0 4:0 5:0 6:1", duplicate_in_pool, R"("1")");
    CHECK(reader->record().pool.size() == 1);
    REQUIRE(reader->record().article_weights.size() == 6);
    CHECK(reader->record().article_weights[1] == 0.25);
  }
  kept(user + " 7:1 |1" + one, feature_outside, R"("7:1")");
  kept(user + " |1" + one + " 0:1", feature_outside, R"("0:1")");
  kept("100 1 0 |user 1:1 2:0.5 |1" + one, incomplete_weights, R"("user")");
  kept(user + " |1" + one + " |2 1:1 2:1", incomplete_weights, R"("2")");
  kept("100 1 0 |user |1" + one, missing_features, "");
}

TEST_CASE("yahoo_log errors: a line that is left out for its pool does not count as kept") {
  const std::string lines = good_b + "\n100 id-1 0 |user 1 |id-2\n100 id-1 0 |user 5 |id-2\n" +
                            "100 id-1 0 |user 1 |id-1\n";
  const auto report = read_yahoo_log(lines, "log").report;
  CHECK(report.left_out == 2);
  CHECK(report[YahooAnomaly::missing_features].count == 1);
  CHECK(report[YahooAnomaly::missing_constant].count == 0);
}

TEST_CASE(
    "yahoo_log errors: a repeated anomaly is counted on every line, the first ten are shown") {
  std::string text = good_b + "\n";
  for (int i = 0; i < 25; ++i) text += "100 id-1 0 |user 1 5 5 |id-1 |id-1\n";
  text += "100 id-9 0 |user 1 5 |id-1 |id-1\n";
  const auto report = read_yahoo_log(text, "log").report;
  CHECK(report.records == 26);
  const auto& twice = report[YahooAnomaly::duplicate_in_pool];
  CHECK(twice.count == 25);
  REQUIRE(twice.first.size() == 10);
  CHECK(twice.first[0].line == 2);
  CHECK(twice.first[9].line == 11);
  CHECK(report[YahooAnomaly::duplicate_feature].count == 25);
  CHECK(read_yahoo_log(text, "log", {.shown = 2}).report.text() ==
        "Yahoo! R6B, 1 file, 27 lines: 26 records, 1 left out\n"
        "  displayed article not in its pool (line left out): 1 line; at log:27 \"id-9\"\n"
        "  article twice in its pool (counts once): 25 lines; at log:2 \"id-1\", log:3 \"id-1\", "
        "...\n"
        "  feature twice (counts once): 25 lines; at log:2 \"5\", log:3 \"5\", ...\n");
}

TEST_CASE("yahoo_log errors: a last line without its end is left out") {
  // "id-22" cut to "id-2" would be another article, and a shorter pool another weight.
  const auto [log, report] = read_yahoo_log(good_b + "\n100 id-1 0 |user 1 |id-1 |id-2", "log");
  CHECK(log.size() == 1);
  CHECK(report.lines == 2);
  CHECK(report[YahooAnomaly::cut_line].first.at(0).line == 2);
  CHECK(message_of<DataError>([] { read_yahoo_log(good_b, "log"); }) ==
        "no record is left: no Yahoo! log, 1 file, 1 line: 0 records, 1 left out\n"
        "  last line without its end (left out: its pool may be cut): 1 line; at log:1 "
        "\"100 id-1 0 |user 1 5 |id-1 |id-2\"");
}

TEST_CASE("yahoo_log errors: a line longer than the buffer is passed over") {
  const std::string endless(3 * TextLines::longest_line + 5, '7');
  const auto [log, report] =
      read_yahoo_log(good_b + "\n" + endless + "\n" + good_b + "\n" + endless, "log");
  CHECK(log.size() == 2);
  CHECK(report.lines == 4);
  CHECK(report[YahooAnomaly::long_line].count == 2);
  CHECK(report[YahooAnomaly::long_line].first.at(1).line == 4);
}

TEST_CASE("yahoo_log errors: empty files and files of another kind") {
  const TemporaryFolder folder;
  const auto empty = folder.write("empty", "");
  const auto packed = folder.write("empty.gz", gzip(""));
  const auto good = folder.write("good", good_b + "\n");
  const auto report = read_yahoo_log({empty, good, packed}).report;
  CHECK(report.records == 1);
  CHECK(report[YahooAnomaly::empty_file].count == 2);
  CHECK(report[YahooAnomaly::empty_file].first.at(1).file == 2);
  CHECK(report.text() ==
        "Yahoo! R6B, 3 files, 1 line: 1 record, 0 left out\n  empty file: 2 files; at " +
            empty.string() + ", " + packed.string() + "\n");
  CHECK_THROWS_AS(read_yahoo_log({empty}), DataError);
  CHECK_THROWS_AS(read_yahoo_log("action,reward\na,1\n", "log.csv"), DataError);
  CHECK(message_of<DataError>([&] { read_yahoo_log({empty}, {.strict = true}); }) ==
        empty.string() + ": empty file");
  // The other format's lines are not mixed in.
  const auto mixed = read_yahoo_log(good_b + "\n" + good_a + "\n", "log").report;
  CHECK(mixed.records == 1);
  CHECK(mixed[YahooAnomaly::bad_token].count == 1);
  CHECK(read_yahoo_log(good_b + "\n" + good_a + "\n", "log", {.format = YahooFormat::r6a})
            .report[YahooAnomaly::bad_token]
            .first.at(0)
            .line == 1);
}

// Lines that do not compress well: a gzip file of several blocks.
std::string long_log(std::size_t lines) {
  Draws draws({48}, 0);
  std::string text;
  for (std::size_t i = 0; i < lines; ++i) {
    const std::string shown = "id-" + std::to_string(100'000 + draws.below(900'000));
    text += std::to_string(1'000'000 + i) + " " + shown + " 0 |user 1";
    for (int f = 0; f < 10; ++f) text += " " + std::to_string(2 + 13 * f + draws.below(13));
    text += " |id-" + std::to_string(100'000 + draws.below(900'000)) + "x |" + shown + "\n";
  }
  return text;
}

TEST_CASE("yahoo_log errors: a gzip file that is cut keeps what was read, and says so") {
  const TemporaryFolder folder;
  const std::string text = long_log(40'000);
  const std::string bytes = gzip(text);
  const auto next = folder.write("next", "9000000 id-1 0 |user 1 5 |id-1 |id-2\n");
  for (const std::size_t length : {bytes.size() / 2, bytes.size() - 9, bytes.size() - 1}) {
    const auto cut = folder.write("cut.gz", bytes.substr(0, length));
    const auto [log, report] = read_yahoo_log({cut, next});
    log.check();
    const YahooReport::File& file = report.files[0];
    // The records are the text's first ones: as many as its first file.bytes bytes have line ends.
    const auto whole = std::count(text.begin(), text.begin() + static_cast<long>(file.bytes), '\n');
    CHECK(file.records == static_cast<std::size_t>(whole));
    CHECK(file.records > 15'000);
    CHECK(log.timestamps[file.records - 1] == std::to_string(1'000'000 + file.records - 1));
    CHECK(log.timestamps.back() == "9000000");
    CHECK(report[YahooAnomaly::truncated_gzip].count == 1);
    const bool ends_in_line = text[file.bytes - 1] != '\n';
    CHECK(report[YahooAnomaly::cut_line].count == (ends_in_line ? 1 : 0));
    CHECK(file.lines == file.records + (ends_in_line ? 1 : 0));
    CHECK(report.text().find("gzip file cut off (what was read before is kept): 1 file; at " +
                             cut.string() + ":" + std::to_string(file.records)) !=
          std::string::npos);
    CHECK(message_of<DataError>([&] { read_yahoo_log({cut}, {.strict = true}); })
              .starts_with(cut.string() + ": truncated gzip file: it ends at byte " +
                           std::to_string(length) + ", "));
  }
}

TEST_CASE("yahoo_log errors: a corrupt gzip file keeps what was read, and says so") {
  const TemporaryFolder folder;
  const std::string text = long_log(40'000);
  const std::string bytes = gzip(text);
  {
    std::string corrupt = bytes;
    corrupt[corrupt.size() - 5] ^= 1;  // in the checksum: the text is whole
    const auto report = read_yahoo_log({folder.write("sum.gz", corrupt)}).report;
    CHECK(report.records == 40'000);
    CHECK(report[YahooAnomaly::corrupt_gzip].count == 1);
    CHECK(report[YahooAnomaly::cut_line].count == 0);
  }
  {
    std::string corrupt = bytes;
    for (std::size_t i = 0; i < 64; ++i) corrupt[corrupt.size() / 2 + i] = '\xff';
    const auto path = folder.write("middle.gz", corrupt);
    const auto [log, report] = read_yahoo_log({path});
    log.check();
    CHECK(report.records > 15'000);
    CHECK(report.records < 40'000);
    CHECK(report[YahooAnomaly::corrupt_gzip].count == 1);
    // Strict: the first damage, which may be text that the wrong bytes unpack to.
    CHECK_THROWS_AS(read_yahoo_log({path}, {.strict = true}), DataError);
  }
  {
    const std::string two_lines = gzip(good_b + "\n" + good_b + "\n");
    const auto path = folder.write("after.gz", two_lines + "\x1f\x8bnot a member");
    const auto report = read_yahoo_log({path}).report;
    CHECK(report.records == 2);
    CHECK(report[YahooAnomaly::corrupt_gzip].first.at(0).line == 2);
  }
}

TEST_CASE("yahoo_log errors: no text breaks the reader, and every line is accounted for") {
  const std::string letters = std::string("0123456789 |:-.iduser\r\n\te+x") + '\0';
  for (std::uint64_t t = 0; t < 3000; ++t) {
    Draws draws({49}, t);
    std::string text;
    for (int i = 0; i < 6; ++i) text += (t % 2 ? good_a : good_b) + "\n";
    for (std::size_t n = 1 + draws.below(12); n > 0; --n) {
      const std::size_t at = draws.below(text.size());
      switch (draws.below(3)) {
        case 0:
          text[at] = letters[draws.below(letters.size())];
          break;
        case 1:
          text.erase(at, 1 + draws.below(8));
          break;
        default:
          text.insert(at, text.substr(draws.below(text.size()), draws.below(20)));
      }
      if (text.empty()) text = "\n";
    }
    YahooReader reader(text, "log");
    std::size_t records = 0;
    while (reader.next()) {
      ++records;
      const YahooRecord& record = reader.record();
      REQUIRE(std::is_sorted(record.features.begin(), record.features.end()));
      REQUIRE(std::binary_search(record.pool.begin(), record.pool.end(), record.displayed));
      REQUIRE(record.pool.back() < reader.articles().size());
    }
    const YahooReport& report = reader.report();
    REQUIRE(report.records == records);
    REQUIRE(report.lines == report.records + report.left_out);
    const auto feeds = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    REQUIRE(report.lines == feeds + (text.back() == '\n' ? 0 : 1));
    if (records > 0) read_yahoo_log(text, "log").log.check();
  }
}

}  // namespace
}  // namespace replaybench
