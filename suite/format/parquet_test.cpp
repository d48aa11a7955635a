// Parquet: files of four independent writers (parquet_files/README.md), and broken ones.

#include "suite/format/parquet.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <fstream>
#include <iterator>

#include "suite/format/parquet_column.hpp"
#include "suite/format/parquet_metadata.hpp"
#include "suite/format/table_rows.hpp"
#include "suite/log/csv_log.hpp"
#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {
namespace {

std::vector<std::filesystem::path> fixtures() {
  std::vector<std::filesystem::path> files;
  const auto folder = std::filesystem::path(__FILE__).parent_path() / "parquet_files";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".parquet") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::size_t column_of(const LogRows& rows, const char* name) { return *rows.header().find(name); }

TEST_CASE("parquet: every value of every writer's file") {
  const auto files = fixtures();
  REQUIRE(files.size() == 17);
  for (const auto& path : files) {
    INFO(path.filename().string());
    const auto rows = parquet_rows(ReadableFile(path), path.string());
    REQUIRE(rows->header().size() == 9);
    const auto text = [&](const char* name) {
      return std::string(rows->fields()[column_of(*rows, name)]);
    };
    const auto number = [&](const char* name) { return rows->number(column_of(*rows, name)); };
    int wrong = 0;
    int i = 0;
    for (; rows->next(); ++i) {
      wrong += text("action") != "item" + std::to_string(i * 7 % 5);
      wrong += number("reward") != (i % 3 == 0 ? 1 : 0);
      wrong += number("propensity") != (1 + i % 4) / 8.0;
      wrong += number("x_0") != i / 7.0;
      wrong += number("x_1") != i - 150;
      wrong += text("id") != std::to_string(9007199254740993 + i);
      const bool late = i % 5 != 0;
      wrong += text("late") != (late ? std::to_string(i * 10) : "");
      wrong += late ? number("late") != i * 10
                    : std::bit_cast<std::uint64_t>(number("late")) != absent_bits;
      wrong += text("seen") != (i % 2 == 1 ? "true" : "false");
      wrong += number("seen") != i % 2;
      wrong += text("note") != (i % 4 == 0 ? "" : "n" + std::to_string(i));
      wrong += rows->line() != static_cast<std::size_t>(i + 1) || rows->is_bad();
    }
    CHECK(i == 300);
    CHECK(wrong == 0);
  }
}

TEST_CASE("parquet: the log is that of the same rows as CSV") {
  std::string csv = "action,reward,propensity,x_0,x_1,id,late,seen,note\n";
  for (int i = 0; i < 300; ++i) {
    csv += "item" + std::to_string(i * 7 % 5) + "," + (i % 3 == 0 ? "1" : "0") + "," +
           text_of_number((1 + i % 4) / 8.0) + "," + text_of_number(i / 7.0) + "," +
           std::to_string(i - 150) + ",1,2,true,\n";
  }
  const TableLog expected = read_csv_log(csv, "log.csv");
  for (const auto& path : fixtures()) {
    INFO(path.filename().string());
    const auto rows = parquet_rows(ReadableFile(path), path.string());
    const TableLog got = read_log(*rows);
    CHECK(got.report.records == 300);
    CHECK(got.log.actions == expected.log.actions);
    CHECK(got.log.rewards == expected.log.rewards);
    CHECK(got.log.propensities == expected.log.propensities);
    CHECK(got.log.contexts == expected.log.contexts);
    CHECK(got.log.action_names == expected.log.action_names);
    CHECK(got.log.feature_names == expected.log.feature_names);
    CHECK(got.report.ignored_columns == expected.report.ignored_columns);
  }
}

TEST_CASE("parquet: columns by name, and an absent value is a bad row") {
  const auto path = fixtures().front();
  const auto rows = parquet_rows(ReadableFile(path), "log.parquet");
  const TableLog got =
      read_log(*rows, {.intercept = false, .skip_bad_lines = true, .features = {"late", "seen"}});
  CHECK(got.report.records == 240);
  CHECK(got.report.bad_lines == 60);
  REQUIRE(got.report.first_bad.size() == 10);
  CHECK(got.report.first_bad[0].line == 1);
  CHECK(got.report.first_bad[0].reason.find("column \"late\"") == 0);
  CHECK(got.report.first_bad[0].reason.find("is empty") != std::string::npos);
  CHECK(got.log.contexts[0] == 10);
  CHECK(got.log.contexts[1] == 1);
  const auto again = parquet_rows(ReadableFile(path), "log.parquet");
  const auto message = message_of<DataError>([&] { read_log(*again, {.features = {"note"}}); });
  CHECK(message.find("column \"note\" holds texts") != message.npos);
}

TEST_CASE("parquet: roles by other names, texts as features, clusters and segments") {
  for (const auto& path : fixtures()) {
    INFO(path.filename().string());
    TableOptions options;
    options.intercept = false;
    options.columns = {{"action", "x_1"}, {"reward", "seen"}};
    options.categorical = {"action"};
    options.cluster = "id";
    options.segment = "reward";
    const auto rows = parquet_rows(ReadableFile(path), "log.parquet");
    const auto [log, report] = read_log(*rows, options);
    CHECK(log.action_count == 300);
    CHECK(log.action_names[log.actions[299]] == "149");
    CHECK(log.rewards[1] == 1);
    CHECK(log.feature_names == std::vector<std::string>{"x_0", "action=item0", "action=item1",
                                                        "action=item2", "action=item3",
                                                        "action=item4"});
    CHECK(log.contexts[6] == 1 / 7.0);
    CHECK(log.contexts[6 + 3] == 1);  // item2
    CHECK(report.clusters[299] == 299);
    CHECK(report.segment_names == std::vector<std::string>{"0", "1"});
    CHECK(report.segments[0] == 1);
  }
}

// Reads it all, with all columns as texts and numbers.
bool reads(const std::string& bytes, bool all) {
  try {
    const auto rows = parquet_rows(FileBytes(bytes), "broken.parquet");
    if (all) {
      while (rows->next()) {
      }
    } else {
      read_log(*rows, {.skip_bad_lines = true}).log.check();
    }
    return true;
  } catch (const DataError& error) {
    const std::string_view message = error.what();
    CHECK(message.starts_with("broken.parquet: "));
    for (const char c : message) {
      if (static_cast<unsigned char>(c) < 0x20 && c != '\n') FAIL("control character in a message");
    }
    return false;
  }
}

TEST_CASE("parquet: a file that is cut is never a shorter log") {
  for (const auto& path : fixtures()) {
    const std::string bytes = bytes_of(path);
    INFO(path.filename().string());
    for (std::size_t length = 0; length < bytes.size(); length += 1 + bytes.size() / 97) {
      CHECK_FALSE(reads(bytes.substr(0, length), true));
    }
  }
}

TEST_CASE("parquet: changed bytes are an error or a log") {
  const auto files = fixtures();
  int errors = 0, logs = 0;
  for (std::size_t f = 0; f < files.size(); ++f) {
    const std::string bytes = bytes_of(files[f]);
    const StreamKey key = derive_key(f + 1, "format", "parquet_test");
    for (std::uint64_t i = 0; i < 400; ++i) {
      Draws draws(key, i);
      std::string mutated = bytes;
      // The footer decides most: half of the changes are there.
      const auto size = static_cast<std::uint32_t>(bytes.size());
      for (std::uint32_t n = 1 + draws.below(3); n > 0; --n) {
        const std::uint32_t at =
            draws.below(2) ? draws.below(size) : size - 1 - draws.below(size / 4);
        mutated[at] = static_cast<char>(draws.below(256));
      }
      (reads(mutated, i % 2 == 0) ? logs : errors) += 1;
    }
  }
  CHECK(errors > 1000);
  CHECK(logs > 100);
}

TEST_CASE("parquet: only the pages of used columns are read, from a file that may become shorter") {
  const TemporaryFolder folder;
  const auto path =
      std::filesystem::path(__FILE__).parent_path() / "parquet_files" / "duckdb_v2.parquet";
  std::string bytes = bytes_of(path);
  const auto footer = parquet::read_footer(ReadableFile(path));
  for (std::size_t i = 0; i < footer.columns.size(); ++i) {
    const std::string& name = footer.columns[i].name;
    if (name != "id" && name != "late" && name != "seen" && name != "note") continue;
    for (const auto& group : footer.groups) {
      const parquet::Chunk& chunk = group.chunks[i];
      bytes.replace(chunk.offset, chunk.bytes, chunk.bytes, '\xff');
    }
  }
  const auto damaged = folder.write("log.parquet", bytes);
  const auto read = [](const std::filesystem::path& file, const TableOptions& options) {
    return read_log(*parquet_rows(ReadableFile(file), "log"), options).log;
  };
  const Log log = read(damaged, {}), whole = read(path, {});
  CHECK(log.size() == 300);
  CHECK(log.actions == whole.actions);
  CHECK(log.rewards == whole.rewards);
  CHECK(log.contexts == whole.contexts);
  CHECK(message_of<DataError>([&] {
          read(damaged, {.categorical = {"note"}});
        }).find("log: column \"note\", row group 1, rows from 1: page at byte ") == 0);

  const auto rows = parquet_rows(ReadableFile(damaged), "log");
  std::filesystem::resize_file(damaged, 40);
  CHECK(message_of<FileError>([&] {
          while (rows->next()) {
          }
        }).find("log.parquet: it was shortened while it was read") != std::string::npos);
}

TEST_CASE("parquet: a page whose header is long") {
  // Data page v1 of one INT32 with statistics of 1,000 bytes.
  const std::string page =
      std::string("\x15\x00\x15\x08\x15\x08\x2c\x15\x02\x15\x00\x15\x06\x15\x06\x1c\x18\xe8\x07",
                  19) +
      std::string(1000, 'm') + std::string("\0\0\0\x07\0\0\0", 7);
  parquet::Column column;
  column.type = parquet::Type::int32;
  const auto read = [&](std::uint64_t bytes) {
    const ReadableFile file(FileBytes{page});
    parquet::ColumnReader reader(file, column);
    parquet::Chunk chunk;
    chunk.bytes = bytes;
    chunk.values = 1;
    reader.begin(chunk);
    reader.read(1);
    return reader.numbers().front();
  };
  CHECK(read(page.size()) == 7);
  CHECK(message_of<DataError>([&] { read(900); }).starts_with("page at byte 0: "));
}

// All that a file says: its names, and every value as a text and as the bytes of a number; or nothing.
std::string content(const std::string& bytes) {
  std::string out;
  try {
    const auto rows = parquet_rows(FileBytes(bytes), "changed.parquet");
    for (const auto& name : rows->header().names()) out += name + ",";
    while (rows->next()) {
      for (std::size_t c = 0; c < rows->header().size(); ++c) {
        out.append(rows->fields()[c]).push_back(',');
        if (rows->is_number(c)) {
          const auto number = std::bit_cast<std::array<char, sizeof(double)>>(rows->number(c));
          out.append(number.data(), number.size());
        }
      }
    }
  } catch (const DataError&) {
    return {};
  }
  return out;
}

namespace {

// Turns each `step`-th bit of the footers of two files.
void check_changed_bits(std::size_t step) {
  const auto folder = std::filesystem::path(__FILE__).parent_path() / "parquet_files";
  for (const char* name : {"duckdb_v2", "arrow_rs_v2_delta"}) {
    INFO(name);
    const std::string bytes = bytes_of(folder / (std::string(name) + ".parquet"));
    const std::string expected = content(bytes);
    REQUIRE_FALSE(expected.empty());
    std::uint32_t length = 0;
    std::memcpy(&length, bytes.data() + bytes.size() - 8, sizeof length);
    std::size_t refused = 0, same = 0, other = 0;
    for (std::size_t bit = 8 * (bytes.size() - 8 - length); bit < 8 * bytes.size(); bit += step) {
      std::string changed = bytes;
      changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ 1 << bit % 8);
      const std::string got = content(changed);
      (got.empty() ? refused : got == expected ? same : other) += 1;
    }
    // DuckDB says only once, and with one number (17 or 11 to 14), that x_1 has a sign.
    CHECK(other <= (name == std::string("duckdb_v2") ? 1 : 0));
    CHECK(refused > 1000 / step);
    CHECK(same > 1000 / step);  // statistics, texts of the writer, sizes that nothing needs
  }
}

}  // namespace

TEST_CASE("parquet: a changed bit of the footer is an error or changes nothing that is read") {
  check_changed_bits(7);  // every bit of a byte, in turns
}

TEST_CASE("parquet: any changed bit of the footer", "[long]") { check_changed_bits(1); }

// A footer by hand: one required INT32 column, one row group.
std::string tiny_file(std::string_view page, std::string_view rows_varint, std::string_view values,
                      std::string_view kind = {}) {
  const auto text = [](std::string_view bytes) { return std::string(bytes); };
  const std::string element = std::string("\x48\x04root\x15\x02\x00", 9);  // name, 1 child
  const std::string leaf =
      std::string("\x15\x02\x25\x00\x18\x06reward", 12) + text(kind) + std::string(1, '\0');
  std::string footer = std::string("\x15\x02\x19\x2c", 4) + element + leaf;
  footer += std::string("\x16", 1) + text(rows_varint);  // rows
  footer += std::string("\x19\x1c\x19\x1c\x3c", 5);      // groups, chunks, meta
  footer += std::string("\x15\x02\x19\x05\x19\x18\x06reward\x15\x00\x16", 16);  // type .. codec
  footer += text(values) + std::string("\x16\x00\x16", 3);
  footer += std::string(1, static_cast<char>(2 * page.size())) + std::string("\x26\x08\x00\x00", 4);
  footer += std::string("\x16\x00\x16", 3) + text(rows_varint) + std::string("\x00\x00", 2);
  std::string file = "PAR1" + text(page) + footer;
  const auto length = static_cast<std::uint32_t>(footer.size());
  file.append(reinterpret_cast<const char*>(&length), 4);
  return file + "PAR1";
}

// A data page of version 1 with one INT32, 7, and `padding`.
std::string tiny_page(std::string_view padding = {}) {
  const char size = static_cast<char>(2 * (4 + padding.size()));
  return std::string("\x15\x00\x15", 3) + size + "\x15" + size +
         std::string("\x2c\x15\x02\x15\x00\x15\x06\x15\x06\x00\x00\x07\0\0\0", 15) +
         std::string(padding);
}

TEST_CASE("parquet: padding and levels without width, as some writers have them") {
  const auto folder = std::filesystem::path(__FILE__).parent_path() / "parquet_files" / "variants";
  const auto read = [&](const char* name) { return content(bytes_of(folder / name)); };
  CHECK_FALSE(read("plain.parquet").empty());
  CHECK(read("padded.parquet") == read("plain.parquet"));
  CHECK_FALSE(read("v2.parquet").empty());
  CHECK(read("v2_zero_width_levels.parquet") == read("v2.parquet"));
  // Eight zero bytes are padding; others are values that the metadata do not tell.
  const auto tiny = [](std::string_view padding) {
    return content(tiny_file(tiny_page(padding), "\x02", "\x02"));
  };
  CHECK_FALSE(tiny("").empty());
  CHECK(tiny(std::string(8, '\0')) == tiny(""));
  CHECK(tiny(std::string(4, '\0')).empty());
  CHECK(tiny(std::string(7, '\0') + "x").empty());
}

TEST_CASE("parquet: dates as texts, files without rows, encrypted files") {
  const std::string date("\x25\x0c", 2);  // converted type 6
  const auto rows = parquet_rows(FileBytes(tiny_file(tiny_page(), "\x02", "\x02", date)), "tiny");
  REQUIRE(rows->next());
  CHECK(rows->fields()[0] == "1970-01-08");
  CHECK(rows->number(0) == 7);

  // No rows, and a chunk whose page is said to be at byte 0.
  std::string empty = tiny_file("", std::string_view("\0", 1), std::string_view("\0", 1));
  const std::size_t place = empty.find(std::string("\x26\x08\x00\x00", 4));
  REQUIRE(place != empty.npos);
  empty[place + 1] = '\0';
  CHECK_FALSE(parquet_rows(FileBytes(empty), "empty")->next());

  for (const char* file : {"PARE\x15\x04PARE", "PAR1\x15\x04PARE"}) {
    CHECK(message_of<DataError>([&] {
            parquet_rows(FileBytes(std::string(file)), "f");
          }).find("f: the Parquet file is encrypted") == 0);
  }
}

TEST_CASE("parquet: forged sizes are refused before anything is allocated for them") {
  // Data page v1 of 4 bytes: one value of 4 bytes, PLAIN.
  const std::string page(
      "\x15\x00\x15\x08\x15\x08\x2c\x15\x02\x15\x00\x15\x06\x15\x06\x00\x00\x07\0\0\0", 21);
  const std::string good = tiny_file(page, "\x02", "\x02");
  {
    const auto rows = parquet_rows(FileBytes(good), "tiny");
    REQUIRE(rows->next());
    CHECK(rows->number(0) == 7);
    CHECK_FALSE(rows->next());
  }
  const auto message = [](const std::string& bytes) {
    return message_of<DataError>([&] {
      const auto rows = parquet_rows(FileBytes(bytes), "forged");
      while (rows->next()) {
      }
    });
  };
  const std::string huge("\x80\x80\x80\x80\x80\x80\x01", 7);  // 2^41 rows
  CHECK(message(tiny_file(page, huge, huge)).find("rows in") != std::string::npos);
  CHECK(message(tiny_file(page, "\x04", "\x04")).find("values are missing") != std::string::npos);
  CHECK(message(tiny_file(page, "\x04", "\x02")).find("1 values in a group of 2 rows") !=
        std::string::npos);
  std::string long_page = page;
  long_page[3] = '\x7e';  // unpacked size 63, packed 4
  CHECK(message(tiny_file(long_page, "\x02", "\x02")).find("says that it has 63") !=
        std::string::npos);
  // Facts stated twice must agree, and the values must be read.
  const auto changed = [&](std::string_view from, std::string_view to, std::size_t which) {
    std::size_t at = good.find(from);
    for (; which > 0; --which) at = good.find(from, at + 1);
    std::string bytes = good;
    return message(bytes.replace(at, from.size(), to));
  };
  CHECK(changed("reward", "rewarD", 0).find("\"rewarD\" of the schema is column \"reward\"") !=
        std::string::npos);
  CHECK(changed("reward", "rewarD", 1).find("\"reward\" of the schema is column \"rewarD\"") !=
        std::string::npos);
  CHECK(changed(std::string("\x15\x02\x25", 3), std::string("\x15\x08\x25", 3), 0)
            .find("has type 4 in the schema, 1 in a row group") != std::string::npos);
  CHECK(changed(std::string("\x25\x00\x18", 3), std::string("\x25\x06\x18", 3), 0)
            .find("unknown repetition") != std::string::npos);
  const std::string padded = tiny_file(
      std::string("\x15\x00\x15\x10\x15\x10\x2c\x15\x02\x15\x00\x15\x06\x15\x06\x00\x00\x07\0\0\0"
                  "\x09\0\0\0",
                  25),
      "\x02", "\x02");
  CHECK(message(padded).find("more bytes than its values take") != std::string::npos);
  std::string longer = good;
  longer.insert(longer.size() - 8, 1, '\0');
  ++longer[longer.size() - 8];
  CHECK(message(longer).find("its metadata ends at byte") != std::string::npos);
  std::string footer = good;
  footer[footer.size() - 5] = '\x7f';
  CHECK(message(footer).find("longer than the file") != std::string::npos);
  CHECK(message("PAR1").find("truncated Parquet file") != std::string::npos);
  CHECK(message("PAR1" + std::string(100, 'x')).find("truncated Parquet file") !=
        std::string::npos);
  CHECK(message("text").find("no Parquet file") != std::string::npos);
}

}  // namespace
}  // namespace replaybench
