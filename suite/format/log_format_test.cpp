#include "suite/format/log_format.hpp"

#include <zstd.h>

#include <fstream>
#include <iterator>

#include "suite/log/csv_log.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {
namespace {

std::string zstd(std::string_view text) {
  std::string bytes(ZSTD_compressBound(text.size()), '\0');
  bytes.resize(ZSTD_compress(bytes.data(), bytes.size(), text.data(), text.size(), 3));
  return bytes;
}

std::string bytes_of(const char* name) {
  std::ifstream file(std::filesystem::path(__FILE__).parent_path() / name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST_CASE("log_format: recognised by the content") {
  const std::pair<const char*, LogFormat> texts[] = {
      {"action,reward\na,1\n", LogFormat::csv},
      {"", LogFormat::csv},
      {"action|reward\n1|2\n", LogFormat::csv},
      {"1|2\n", LogFormat::csv},
      {"a|b,c\n", LogFormat::csv},
      {"{\"action\":1}\n", LogFormat::json},
      {"\n {\"action\":1, \"reward\":0} \r\n{", LogFormat::json},
      {"{\n\"action\":1}\n", LogFormat::csv},
      {"{\"a\":1,\"_multi\":[{\"_label\":\"2:3:.3\"}]}\n", LogFormat::csv},
      {"{\"action\",b}\n", LogFormat::csv},
      {"PARE\x15", LogFormat::parquet},
      {"1:-1:0.5 | a\n", LogFormat::vw},
      {"1:-1:0.5\t| a\n", LogFormat::vw},
      {"1:-1e-05:0.5 |n a:1\n", LogFormat::vw},
      {"1:0:2.5E-3 |n a:1\n", LogFormat::vw},
      {"1e:1 | a\n", LogFormat::csv},
      {"\xef\xbb\xbfshared |u a\n", LogFormat::vw},
      {"\n\n1:-1:0.5 't| a, b\n", LogFormat::vw},
      {"| a b\n", LogFormat::vw},
      {"{\"RewardValue\":1,\"EventId\":\"x\"}\n", LogFormat::dsjson},
      {"{\"x\":1,\n\"_label_cost\":1}\n", LogFormat::dsjson},
      {"PAR1\x15", LogFormat::parquet},
      {"PK\x03\x04....action.npy", LogFormat::npz},
      {"PK\x03\x04....log.csv", LogFormat::csv},
  };
  for (const auto& [text, format] : texts) {
    INFO(text);
    CHECK(recognise_log(text) == format);
  }
  CHECK(recognise_log({"SQLite format 3\0", 16}) == LogFormat::sqlite);
  CHECK(log_format_names.find("vw") == LogFormat::vw);
  CHECK_FALSE(log_format_names.find("xml"));
}

TEST_CASE("log_format: every format, plain, gzip and zstd, whatever the name") {
  const TemporaryFolder folder;
  const std::pair<const char*, std::string> logs[] = {
      {"csv", "action,reward,propensity\n1,1,0.5\n2,0,0.25\n"},
      {"vw", "1:-1:0.5 |\n2:0:0.25 |\n"},
      {"dsjson",
       "{\"_label_cost\":-1,\"_label_Action\":1,\"_label_probability\":0.5}\n"
       "{\"_label_cost\":0,\"_label_Action\":2,\"_label_probability\":0.25}\n"},
      {"json",
       "{\"action\":1,\"reward\":1,\"propensity\":0.5}\n"
       "{\"reward\":0,\"propensity\":0.25,\"action\":2}\n"},
  };
  for (const auto& [name, text] : logs) {
    for (const std::string& bytes : {text, gzip(text), zstd(text)}) {
      const auto path = folder.write("log.bin", bytes);
      for (const auto format : {std::optional<LogFormat>(), log_format_names.find(name)}) {
        LogRowsOptions options;
        options.format = format;
        const auto log = read_log(*open_log_rows(path, options)).log;
        CHECK(log.actions == std::vector<Action>{0, 1});
        CHECK(log.rewards == std::vector<double>{1, 0});
        CHECK(log.propensities == std::vector<double>{.5, .25});
      }
    }
  }
  for (const char* file : {"npz_files/bandit_feedback.npz", "parquet_files/duckdb_zstd.parquet"}) {
    const std::string bytes = bytes_of(file);
    const auto plain = read_log(*open_log_rows(folder.write("log", bytes))).log;
    for (const std::string& packed : {gzip(bytes), zstd(bytes)}) {
      const auto log = read_log(*open_log_rows(folder.write("log", packed))).log;
      CHECK(log.actions == plain.actions);
      CHECK(log.contexts == plain.contexts);
    }
  }
}

TEST_CASE("log_format: a damaged packed log is an error, and so is the wrong format") {
  const TemporaryFolder folder;
  const std::string text = "action,reward\n1,1\n2,0\n";
  for (const std::string& packed : {gzip(text), zstd(text)}) {
    const auto path = folder.write("cut", packed.substr(0, packed.size() - 3));
    CHECK_THROWS_AS(read_log(*open_log_rows(path)), TruncatedText);
  }
  const auto path = folder.write("log.csv", text);
  const std::pair<LogFormat, const char*> wrong[] = {
      {LogFormat::parquet, "log.csv: it is no Parquet file"},
      {LogFormat::npz, "log.csv: broken zip file"},
      {LogFormat::vw, "log.csv: 3 of 3 lines cannot be used"},
      {LogFormat::dsjson, "log.csv: 3 of 3 lines cannot be used"},
  };
  for (const auto& [format, expected] : wrong) {
    LogRowsOptions options;
    options.format = format;
    CHECK_THROWS_WITH(read_log(*open_log_rows(path, options)), Catch::Matchers::Contains(expected));
  }
  LogRowsOptions csv;
  csv.format = LogFormat::csv;
  const auto parquet = folder.write("log.parquet", bytes_of("parquet_files/duckdb_zstd.parquet"));
  CHECK_THROWS_WITH(open_log_rows(parquet, csv),
                    Catch::Matchers::Contains("this is a Parquet file"));
}

}  // namespace
}  // namespace replaybench
