#include "suite/prepared/prepared_table.hpp"

#include <bit>
#include <cstring>
#include <fstream>
#include <iterator>

#include "suite/log/action_table.hpp"
#include "suite/log/record_copies.hpp"
#include "suite/prepared/number_column.hpp"
#include "suite/prepared/prepared_table_format.hpp"
#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"

namespace replaybench {
namespace {

using prepared::TableSection;

// Every kind of column that a text can have.
std::string wide_text(std::size_t records) {
  std::string text =
      "action,reward,propensity,pool,timestamp,user,site,x_a,x_b,pi,t_a1,t_a2,t_a10,q_a1,q_a2,"
      "q_a10,more\n";
  for (std::size_t i = 0; i < records; ++i) {
    Draws draws({91}, i);
    const bool small = draws.below(2) == 0;
    const char* action = small ? (draws.below(2) ? "a1" : "a10") : "a2";
    text += std::string(action) + "," + std::to_string(draws.uniform()) + ",0." +
            std::to_string(1 + draws.below(9)) + "," + (small ? "a10 a1" : "a1 a2 a10") + ",t" +
            std::string(draws.below(3), 'x') + ",u" + std::to_string(draws.below(20)) + ",s" +
            std::to_string(draws.below(3)) + "," + std::to_string(draws.below(2)) + "," +
            std::to_string(draws.uniform()) + ",0.25," + (small ? "0.5,,0.5" : "0.25,0.5,0.25") +
            ",1,2,0.1,z\n";
  }
  return text + "a1,oops\n";
}

PreparedTable table_of(const std::string& text, bool intercept = true) {
  TableOptions options;
  options.intercept = intercept;
  options.skip_bad_lines = true;
  options.categorical = {"site"};
  options.cluster = "user";
  options.policy_columns = {"pi"};
  options.policy_patterns = {"t_*"};
  options.prediction_patterns = {"q_*"};
  TableLog csv = read_csv_log(text, "wide.csv", options);
  PreparedTable table;
  table.log = std::move(csv.log);
  table.report = std::move(csv.report);
  table.origin.format = "csv";
  table.origin.sources = {
      {"wide.csv", text.size(), std::string(64, '0'), table.report.lines, table.log.size()}};
  return table;
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) {
    return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
  });
}

void require_same(const PreparedTable& a, const PreparedTable& b) {
  const Log &x = a.log, &y = b.log;
  CHECK(x.action_count == y.action_count);
  CHECK(x.dimension == y.dimension);
  CHECK(same_bits(x.contexts, y.contexts));
  CHECK(x.actions == y.actions);
  CHECK(same_bits(x.rewards, y.rewards));
  CHECK(same_bits(x.propensities, y.propensities));
  CHECK(x.pools == y.pools);
  REQUIRE(x.pool_table.size() == y.pool_table.size());
  for (std::uint32_t p = 0; p < x.pool_table.size(); ++p) {
    REQUIRE(x.pool_table[p].size() == y.pool_table[p].size());
    for (Action k = 0; k < x.pool_table[p].size(); ++k) {
      CHECK(x.pool_table[p][k] == y.pool_table[p][k]);
    }
  }
  CHECK(x.timestamps == y.timestamps);
  CHECK(x.action_names == y.action_names);
  CHECK(x.feature_names == y.feature_names);
  REQUIRE(x.targets.size() == y.targets.size());
  for (std::size_t t = 0; t < x.targets.size(); ++t) {
    CHECK(x.targets[t].name == y.targets[t].name);
    CHECK(same_bits(x.targets[t].logged, y.targets[t].logged));
    CHECK(same_bits(x.targets[t].all, y.targets[t].all));
  }
  REQUIRE(x.predictions.size() == y.predictions.size());
  for (std::size_t t = 0; t < x.predictions.size(); ++t) {
    CHECK(x.predictions[t].name == y.predictions[t].name);
    CHECK(same_bits(x.predictions[t].all, y.predictions[t].all));
  }
  CHECK(x.loggers == y.loggers);
  CHECK(x.logger_names == y.logger_names);
  const ReadReport &r = a.report, &s = b.report;
  CHECK(r.lines == s.lines);
  CHECK(r.records == s.records);
  CHECK(r.bad_lines == s.bad_lines);
  REQUIRE(r.first_bad.size() == s.first_bad.size());
  for (std::size_t i = 0; i < r.first_bad.size(); ++i) {
    CHECK(r.first_bad[i].line == s.first_bad[i].line);
    CHECK(r.first_bad[i].reason == s.first_bad[i].reason);
  }
  CHECK(r.ignored_columns == s.ignored_columns);
  CHECK(r.warnings == s.warnings);
  CHECK(r.clusters == s.clusters);
  CHECK(r.segments == s.segments);
  CHECK(r.segment_names == s.segment_names);
  CHECK(r.has_intercept == s.has_intercept);
  CHECK(a.origin == b.origin);
}

std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string reason_of(const std::filesystem::path& file) {
  return message_of<DataError>([&] { read_prepared_table(file); });
}

prepared::TableHeader header_of(const std::string& bytes) {
  return prepared::table_header_of(bytes.substr(0, prepared::header_bytes));
}

// The file with these bytes in a section, its checksums made right.
std::string resigned(std::string bytes, TableSection section, std::size_t at,
                     const std::string& put) {
  auto header = header_of(bytes);
  prepared::Header::Place& place = header[section];
  bytes.replace(place.offset + at, put.size(), put);
  place.digest =
      sha256(std::string_view(bytes).substr(place.offset, prepared::padded(place.bytes)));
  return bytes.replace(0, prepared::header_bytes, prepared::to_bytes(header));
}

// The log of wide_text with features of actions, and each third record three times.
PreparedTable table_with_actions(std::size_t records) {
  PreparedTable table = table_of(wide_text(records));
  const char* const items = "action,price,kind\na1,2.5,new\na2,0.1,old\na10,-1,new\n";
  const auto rows = csv_rows(text_in_memory(items, "items.csv"));
  add_action_table(table.log, *rows);
  RecordWeights weights;
  for (std::size_t i = 0; i < table.log.size(); ++i) weights.add(i % 3 == 0 ? 3 : 1);
  weights.apply(table);
  table.report.records = table.log.size();
  return table;
}

TEST_CASE("prepared table: features of actions and copies of records come back") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "log.replaybench";
  const PreparedTable table = table_with_actions(50);
  write_prepared_table(file, table);
  const PreparedTable back = read_prepared_table(file);
  CHECK(back.log.originals == table.log.originals);
  CHECK(back.report.clusters == table.report.clusters);
  REQUIRE(back.log.has_action_features());
  CHECK(back.log.action_features->names() == table.log.action_features->names());
  for (std::size_t i = 0; i < table.log.size(); ++i) {
    for (Action action = 0; action < table.log.action_count; ++action) {
      const SparseRow a = table.log.action_features->of(table.log.action_set(i), action);
      const SparseRow b = back.log.action_features->of(back.log.action_set(i), action);
      CHECK(std::equal(a.places.begin(), a.places.end(), b.places.begin(), b.places.end()));
      CHECK(std::equal(a.values.begin(), a.values.end(), b.values.begin(), b.values.end()));
    }
  }
}

TEST_CASE("prepared table: sets of features by record, and those of damaged files") {
  ActionFeaturesBuilder builder;
  std::vector<ActionFeaturesBuilder::Value> values{{1, 0.5}};
  const std::uint32_t row = builder.add_row(values);
  std::vector<ActionFeatures::Member> first{{0, row}}, second{{0, row}, {2, row}};
  builder.add_set(first);
  builder.add_set(second);
  const ActionFeatures features = std::move(builder).build({"a", "b"});
  const std::string bytes = prepared::to_bytes(features);
  const auto read = prepared::action_features_of(bytes);
  CHECK(read.set_numbers == std::vector<std::uint32_t>{0, 1});
  CHECK(read.features.set(1).size() == 2);
  CHECK(read.features.row(0).values[0] == 0.5);
  for (std::size_t cut = 0; cut < bytes.size(); ++cut) {
    CHECK_THROWS_AS(prepared::action_features_of(bytes.substr(0, cut)), DataError);
  }
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string damaged = bytes;
    damaged[at] = '\xff';
    try {
      prepared::action_features_of(damaged).features.check(~Action{0});
    } catch (const DataError&) {
    }
  }
}

TEST_CASE("prepared_table: what is written is read, to the last bit") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "log.replaybench";
  for (const std::size_t records : {1u, 2u, 9u, 700u}) {
    for (const bool intercept : {true, false}) {
      CAPTURE(records, intercept);
      const PreparedTable table = table_of(wide_text(records), intercept);
      write_prepared_table(file, table);
      CHECK(is_prepared_table(file));
      CHECK(PreparedLog::is_one(file));
      verify_prepared_table(file);
      const PreparedTable back = read_prepared_table(file);
      back.log.check();
      require_same(table, back);
    }
  }
  const PreparedTableSummary summary = summary_of_prepared_table(file);
  CHECK(summary.records == 700);
  CHECK(summary.actions == 3);
  CHECK(summary.targets == 2);
  CHECK(summary.predictions == 1);
  CHECK(summary.has_propensities);
  CHECK(summary.has_clusters);
  CHECK(summary.has_timestamps);
  CHECK(summary.file_bytes == std::filesystem::file_size(file));
}

TEST_CASE("prepared_table: the least log, and one with segments and loggers") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "log";
  PreparedTable least;
  TableLog csv = read_csv_log("action,reward\nb,1\na,0\n", "t", {.intercept = false});
  least.log = std::move(csv.log);
  least.report = std::move(csv.report);
  write_prepared_table(file, least);
  require_same(least, read_prepared_table(file));
  TableOptions by;
  by.segment = "site";
  csv = read_csv_log("action,reward,site,logger\nb,1,s10,v2\na,0,s9,v1\nb,0,,v2\n", "t", by);
  PreparedTable parts{std::move(csv), {}};
  write_prepared_table(file, parts);
  require_same(parts, read_prepared_table(file));
  CHECK(summary_of_prepared_table(file).segments.size() == 3);
  CHECK(summary_of_prepared_table(file).loggers == std::vector<std::string>{"v1", "v2"});
}

TEST_CASE("prepared_table: the same log has the same content, from whatever file") {
  const TemporaryFolder folder;
  const auto digest_of = [&](const PreparedTable& table) {
    write_prepared_table(folder.path() / "log", table);
    return summary_of_prepared_table(folder.path() / "log").content_digest;
  };
  PreparedTable table = table_of(wide_text(50));
  const std::string digest = digest_of(table);
  table.origin.sources[0].name = "other";
  CHECK(digest_of(table) == digest);
  // Records that the reader left out, and its warnings, are no part of the log.
  std::string text = wide_text(50);
  CHECK(digest_of(table_of(text + "a2,oops\n,\n")) == digest);
  text.insert(text.find('\n'), ",still_more");
  for (std::size_t at = text.find(",z\n"); at != text.npos; at = text.find(",z\n", at + 3)) {
    text.insert(at + 2, ",9");
  }
  const PreparedTable ignoring = table_of(text);
  CHECK(ignoring.report.ignored_columns.size() == 2);
  CHECK(digest_of(ignoring) == digest);
  table.report.warnings.emplace_back("odd");
  CHECK(digest_of(table) == digest);
  table.log.feature_names[0] += "x";
  CHECK(digest_of(table) != digest);
  table.log.feature_names[0].pop_back();
  table.log.rewards[3] += 1;
  CHECK(digest_of(table) != digest);
}

TEST_CASE("prepared_table: damage is found and named") {
  const TemporaryFolder folder;
  const auto good = folder.path() / "good";
  write_prepared_table(good, table_of(wide_text(300)));
  const std::string bytes = bytes_of(good);
  const auto header = header_of(bytes);
  const auto reason = [&](const std::string& content) {
    return reason_of(folder.write("bad", content));
  };
  CHECK(reason(bytes).empty());
  for (std::size_t s = 0; s < prepared::table_section_count; ++s) {
    if (header.sections[s].bytes == 0) continue;
    std::string flipped = bytes;
    flipped[header.sections[s].offset] ^= 1;
    CAPTURE(s);
    CHECK(has(reason(flipped), std::string(prepared::name_of(static_cast<TableSection>(s)))));
  }
  std::string flipped = bytes;
  flipped[40] ^= 1;
  CHECK(has(reason(flipped), "is damaged in its header"));
  CHECK(has(reason(bytes.substr(0, 100)), "was cut in its header"));
  for (std::size_t size = prepared::header_bytes; size < bytes.size(); size += 511) {
    REQUIRE(has(reason(bytes.substr(0, size)), "was cut: "));
  }
  CHECK(has(reason(bytes + "x"), "has 1 bytes after its end"));
  CHECK(has(reason("action,reward\na,1\n"), "is not a prepared log"));
  CHECK_FALSE(is_prepared_table(folder.path() / "none"));
  CHECK_THROWS_AS(read_prepared_table(folder.path() / "none"), FileError);
  CHECK(has(message_of<DataError>([&] { PreparedLog{good}; }), "that of a table"));
}

TEST_CASE("prepared_table: forged values with right checksums are refused") {
  const TemporaryFolder folder;
  const auto good = folder.path() / "good";
  write_prepared_table(good, table_of(wide_text(300)));
  const std::string bytes = bytes_of(good);
  const std::string high(4, '\xff');
  const auto reason = [&](TableSection section, std::size_t at, const std::string& put) {
    return reason_of(folder.write("bad", resigned(bytes, section, at, put)));
  };
  CHECK(has(reason(TableSection::actions, 0, "\xff\xff"), "damaged"));
  CHECK(has(reason(TableSection::pools, 0, high), "pools"));
  CHECK(has(reason(TableSection::pool_members, 0, high), "pool members"));
  CHECK(has(reason(TableSection::clusters, 40, high), "clusters"));
  CHECK(has(reason(TableSection::time_ends, 16, high), "time ends"));
  // The last timestamp, which is not empty, without its last byte: that is then no one's.
  const auto written = header_of(bytes);
  const std::uint64_t end = written[TableSection::times].bytes - 1;
  const std::string shorter(reinterpret_cast<const char*>(&end), sizeof(end));
  CHECK(has(reason(TableSection::time_ends, 8 * (written.records - 1), shorter), "times"));
  CHECK(has(reason(TableSection::number_kinds, 0, high), "number kinds"));
  CHECK(has(reason(TableSection::number_kinds, 8, high), "number kinds"));
  CHECK(has(reason(TableSection::names, 0, high), "names"));
  CHECK(has(reason(TableSection::origin, 0, high), "origin"));
  // A reward that is no number: the first column, all doubles.
  CHECK(has(reason(TableSection::numbers, 0, std::string(8, '\xff')), "reward is not finite"));
  // Counts of the header that nothing stands behind.
  for (const int which : {0, 1, 2, 3}) {
    auto header = header_of(bytes);
    for (const std::uint64_t forged :
         {std::uint64_t{0}, std::uint64_t{1} << 40, ~std::uint64_t{0}}) {
      std::uint64_t* const counts[] = {&header.records, &header.dimension, &header.action_count,
                                       &header.pool_count};
      *counts[which] = forged;
      std::string changed = bytes;
      changed.replace(0, prepared::header_bytes, prepared::to_bytes(header));
      CAPTURE(which, forged);
      CHECK(has(reason_of(folder.write("bad", changed)), "damaged"));
    }
  }
}

TEST_CASE("prepared_table: no byte is two columns, and none is nothing") {
  const TemporaryFolder folder;
  const auto good = folder.path() / "good";
  write_prepared_table(good, table_of(wide_text(300)));
  const std::string bytes = bytes_of(good);
  const auto place_of = [&](std::size_t column) {
    prepared::NumberPlace place;
    std::memcpy(
        &place,
        bytes.data() + header_of(bytes)[TableSection::number_kinds].offset + column * sizeof(place),
        sizeof(place));
    return place;
  };
  const auto reason = [&](std::size_t column, const prepared::NumberPlace& place) {
    const std::string put(reinterpret_cast<const char*>(&place), sizeof(place));
    return reason_of(
        folder.write("bad", resigned(bytes, TableSection::number_kinds, 16 * column, put)));
  };
  CHECK(reason(1, place_of(1)).empty());
  CHECK(has(reason(1, place_of(0)), "number kinds"));  // the same bytes as the column before
  auto later = place_of(1);
  later.offset += 8;
  CHECK(has(reason(1, later), "number kinds"));
  // A shorter form leaves bytes that nothing reads.
  auto shorter = place_of(0);
  REQUIRE(shorter.kind == static_cast<std::uint64_t>(prepared::NumberKind::full));
  shorter.kind = static_cast<std::uint64_t>(prepared::NumberKind::single);
  CHECK(has(reason(0, shorter), "number kinds"));
  const std::size_t last = header_of(bytes)[TableSection::number_kinds].bytes / 16 - 1;
  auto end = place_of(last);
  end.kind = static_cast<std::uint64_t>(prepared::NumberKind::full);
  CHECK(has(reason(last, end), "damaged in its numbers"));
}

// A log of so many records and features, each column of features the same few bytes.
std::string forged_table(std::uint64_t records, std::uint64_t features, prepared::NumberKind kind,
                         std::uint64_t step) {
  using namespace prepared;
  TableNames names;
  names.features.resize(features);
  names.actions = {"a"};
  std::string kinds, sections[table_section_count];
  for (std::uint64_t column = 0; column <= features; ++column) {
    const NumberPlace place{static_cast<std::uint64_t>(kind), column * step};
    kinds.append(reinterpret_cast<const char*>(&place), sizeof(place));
  }
  const auto put = [&](TableSection section, std::string bytes) {
    sections[static_cast<std::size_t>(section)] = std::move(bytes);
  };
  put(TableSection::number_kinds, kinds);
  put(TableSection::numbers, std::string(step * (features + 1) + (step == 0 ? 64 : 0), '\0'));
  put(TableSection::actions, std::string(2 * records, '\0'));
  put(TableSection::names, to_bytes(names));
  put(TableSection::origin, to_bytes(PreparedOrigin{}, ReadReport{}));
  TableHeader header;
  header.records = records;
  header.dimension = features;
  header.action_count = 1;
  std::string body;
  for (std::size_t s = 0; s < table_section_count; ++s) {
    header.sections[s].offset = header_bytes + body.size();
    header.sections[s].bytes = sections[s].size();
    sections[s].resize(padded(sections[s].size()));
    header.sections[s].digest = sha256(sections[s]);
    body += sections[s];
  }
  return to_bytes(header) + body;
}

TEST_CASE("prepared_table: a small file is no large log") {
  using prepared::NumberKind;
  const TemporaryFolder folder;
  // A forger needs the same as a writer.
  const auto small = folder.write("small", forged_table(8, 3, NumberKind::bits, 24));
  CHECK(read_prepared_table(small).log.contexts == std::vector<double>(24));
  // 200,000 records of 30,000 features, 48 GB, of two megabytes: nothing is allocated for them.
  for (std::uint64_t kind = 0; kind <= static_cast<std::uint64_t>(NumberKind::count); ++kind) {
    for (const std::uint64_t step : {0, 24}) {
      CAPTURE(kind, step);
      const auto file = folder.write(
          "forged", forged_table(200'000, 30'000, static_cast<NumberKind>(kind), step));
      CHECK(has(reason_of(file), "damaged in its number"));
    }
  }
}

TEST_CASE("prepared_table: whatever bytes come, a log or a DataError") {
  const TemporaryFolder folder;
  const auto good = folder.path() / "good";
  write_prepared_table(good, table_of(wide_text(20)));
  const std::string bytes = bytes_of(good);
  const auto header = header_of(bytes);
  std::size_t read = 0;
  for (std::uint64_t i = 0; i < 1500; ++i) {
    Draws draws({92}, i);
    const auto section = static_cast<TableSection>(draws.below(prepared::table_section_count));
    const auto size = static_cast<std::uint32_t>(header[section].bytes);
    if (size == 0) continue;
    const std::string put(1, static_cast<char>(draws.below(256)));
    const auto file = folder.write("bad", resigned(bytes, section, draws.below(size), put));
    try {
      read_prepared_table(file).log.check();
      ++read;
    } catch (const DataError&) {
    }
  }
  CHECK(read > 100);
  CHECK(read < 1400);
}

TEST_CASE("prepared_table: a log that no text gives is the caller's fault") {
  const TemporaryFolder folder;
  PreparedTable table = table_of(wide_text(3));
  table.log.hidden = {1, 2, 3};
  CHECK_THROWS_AS(write_prepared_table(folder.path() / "log", table), std::logic_error);
  CHECK(has(message_of<DataError>([&] { write_prepared_table(folder.path() / "log", {}); }),
            "no record"));
  CHECK(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace replaybench
