#include "suite/prepared/prepared_blocks.hpp"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "suite/prepared/prepared_table.hpp"
#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/sha256.hpp"

using namespace replaybench;
using prepared::TableSection;

namespace {

// Columns of several forms: rewards of two values, propensities in a list, doubles. Two policies
// have all probabilities: the second one's columns come after all those of the first.
TableLog table_text(std::size_t records) {
  std::string text = "action,reward,propensity,x_1,pi,t_a,t_b,t_c,u_a,u_b,u_c,q_a,q_b,q_c,logger\n";
  for (std::size_t i = 0; i < records; ++i) {
    Draws draws({415}, i);
    text += std::string(1, "abc"[draws.below(3)]) + "," + std::to_string(draws.below(2)) + ",0." +
            std::to_string(1 + draws.below(9)) + "," + std::to_string(draws.uniform()) + "," +
            std::to_string(draws.uniform()) + ",0.25,0.5,0.25,0.7,0.2,0.1," +
            std::to_string(draws.uniform()) + ",2,-1,l" + std::to_string(i % 3) + "\n";
  }
  TableOptions options;
  options.policy_columns = {"pi"};
  options.policy_patterns = {"t_*", "u_*"};
  options.prediction_patterns = {"q_*"};
  return read_csv_log(text, "t.csv", options);
}

void write(const std::filesystem::path& file, TableLog csv) {
  PreparedTable table;
  table.log = std::move(csv.log);
  table.report = std::move(csv.report);
  table.origin.format = "csv";
  write_prepared_table(file, table);
}

// One column in blocks of seven, which divide no number of bits.
template <class T, class Read>
std::vector<T> in_blocks(std::uint64_t records, const Read& read) {
  std::vector<T> all(records);
  for (std::uint64_t first = 0; first < records; first += 7) {
    const std::size_t count = std::min<std::uint64_t>(7, records - first);
    read(first, std::span(all).subspan(first, count));
  }
  return all;
}

}  // namespace

TEST_CASE("prepared_blocks: listed contexts are read as lists by a table, dense by blocks") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "log";
  constexpr int records = 2500;
  // `last`: the number of the last record, 0 in the others. It makes the contexts dense if it is not 1.
  const auto read = [](const std::string& last) {
    std::string text = "action,reward,x_1,site\n";
    for (int i = 1; i <= records; ++i) {
      text += std::string(1, "ab"[i % 2]) + ",1," + (i == records ? last : "0") + ",s" +
              std::to_string(i * 37 % 97) + "\n";
    }
    TableOptions options;
    options.categorical = {"site"};
    return read_csv_log(text, "sites.csv", options);
  };
  for (const bool listed : {true, false}) {
    const Log log = read(listed ? "1" : "0.5").log;
    write(file, read(listed ? "1" : "0.5"));
    const Log back = read_prepared_table(file).log;
    CHECK(log.is_sparse() == listed);
    CHECK(back.contexts == log.contexts);
    CHECK(back.active_first == log.active_first);
    CHECK(back.active == log.active);
    const PreparedBlocks blocks(file);
    const LogInMemory memory(log);
    BlockBuffers ours, theirs;
    const LogBlock a = blocks.read(1000, 1500, {.contexts = true}, ours);
    const LogBlock b = memory.read(1000, 1500, {.contexts = true}, theirs);
    CHECK(a.contexts.size() == 1500 * log.dimension);
    CHECK(std::equal(a.contexts.begin(), a.contexts.end(), b.contexts.begin(), b.contexts.end()));
  }
}

TEST_CASE("prepared_blocks: blocks are the columns of the table") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "log";
  write(file, table_text(500));
  const Log log = read_prepared_table(file).log;
  const PreparedBlocks blocks(file);
  CHECK(blocks.size() == 500);
  CHECK(blocks.has_propensities());
  CHECK_FALSE(blocks.has_pools());
  CHECK_FALSE(blocks.has_groups());
  CHECK(blocks.report().records == 500);
  const Log& header = blocks.header();
  CHECK(header.size() == 0);
  CHECK(header.action_names == log.action_names);
  CHECK(header.feature_names == log.feature_names);
  BlockBuffers buffers;
  const BlockColumns all{true, true, true, true, true, true};
  std::vector<double> rewards, propensities, contexts;
  std::vector<Action> actions;
  std::vector<std::uint32_t> loggers;
  // Blocks of seven, which divide no number of bits.
  for (std::uint64_t first = 0; first < 500; first += 7) {
    const LogBlock block =
        blocks.read(first, std::min<std::uint64_t>(7, 500 - first), all, buffers);
    CHECK(block.pools.empty());
    rewards.insert(rewards.end(), block.rewards.begin(), block.rewards.end());
    propensities.insert(propensities.end(), block.propensities.begin(), block.propensities.end());
    contexts.insert(contexts.end(), block.contexts.begin(), block.contexts.end());
    actions.insert(actions.end(), block.actions.begin(), block.actions.end());
    loggers.insert(loggers.end(), block.loggers.begin(), block.loggers.end());
  }
  CHECK(rewards == log.rewards);
  CHECK(propensities == log.propensities);
  CHECK(contexts == log.contexts);
  CHECK(actions == log.actions);
  CHECK(loggers == log.loggers);
  CHECK(header.logger_names == log.logger_names);
  const auto doubles = [&](const auto& read) { return in_blocks<double>(log.size(), read); };
  REQUIRE(header.targets.size() == log.targets.size());
  for (std::size_t t = 0; t < log.targets.size(); ++t) {
    CAPTURE(t);
    CHECK(header.targets[t].name == log.targets[t].name);
    CHECK(blocks.target_has_all(t) == !log.targets[t].all.empty());
    CHECK(doubles([&](auto first, auto out) { blocks.read_target(t, first, out); }) ==
          log.targets[t].logged);
    if (log.targets[t].all.empty()) continue;
    for (Action a = 0; a < 3; ++a) {
      const auto column =
          doubles([&](auto first, auto out) { blocks.read_target_of(t, a, first, out); });
      for (std::size_t i = 0; i < log.size(); ++i) {
        REQUIRE(column[i] == log.targets[t].all[i * 3 + a]);
      }
    }
  }
  REQUIRE(header.predictions.size() == 1);
  for (Action a = 0; a < 3; ++a) {
    const auto column =
        doubles([&](auto first, auto out) { blocks.read_prediction_of(0, a, first, out); });
    for (std::size_t i = 0; i < log.size(); ++i) {
      REQUIRE(column[i] == log.predictions[0].all[i * 3 + a]);
    }
  }
  for (std::uint32_t f = 0; f < log.dimension; ++f) {
    const auto column = doubles([&](auto first, auto out) { blocks.read_feature(f, first, out); });
    for (std::size_t i = 0; i < log.size(); ++i) REQUIRE(column[i] == log.feature(i, f));
  }
  const Log chosen = blocks.select(std::vector<std::uint32_t>{3, 4, 499});
  const Log expected = log.select(std::vector<std::uint32_t>{3, 4, 499});
  CHECK(chosen.actions == expected.actions);
  CHECK(chosen.contexts == expected.contexts);
  CHECK(chosen.propensities == expected.propensities);
}

TEST_CASE("prepared_blocks: a damaged file, or one of forged values, is refused") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "log";
  TableLog csv = table_text(300);
  for (double& propensity : csv.log.propensities) propensity = 0.5;
  csv.log.propensities[0] = 0.25;
  write(file, std::move(csv));
  std::ifstream in(file, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  auto header = prepared::table_header_of(bytes.substr(0, prepared::header_bytes));
  std::string flipped = bytes;
  flipped[header[TableSection::numbers].offset + 20] ^= 1;
  const auto reason = [&](const std::string& content, const auto& read) {
    const auto bad = folder.write("bad", content);
    return message_of<DataError>([&] { read(PreparedBlocks(bad)); });
  };
  const auto open = [](const PreparedBlocks&) {};
  CHECK_THAT(reason(flipped, open), Catch::Matchers::Contains("do not have their checksums"));
  CHECK_THAT(reason(bytes.substr(0, bytes.size() - 64), open),
             Catch::Matchers::Contains("was cut"));
  // The second column is two values and bits; one of them becomes 1.5, with right checksums.
  prepared::NumberPlace place;
  std::memcpy(&place, bytes.data() + header[TableSection::number_kinds].offset + sizeof(place),
              sizeof(place));
  const double forged = 1.5;
  std::string changed = bytes;
  prepared::Header::Place& numbers = header[TableSection::numbers];
  std::memcpy(changed.data() + numbers.offset + place.offset + 8, &forged, 8);
  numbers.digest =
      sha256(std::string_view(changed).substr(numbers.offset, prepared::padded(numbers.bytes)));
  changed.replace(0, prepared::header_bytes, prepared::to_bytes(header));
  BlockBuffers buffers;
  const auto propensities = [&](const PreparedBlocks& log) {
    log.read(200, 100, {.propensities = true}, buffers);
  };
  CHECK_THAT(reason(changed, propensities),
             Catch::Matchers::Contains("record 200 has an impossible propensity"));
}
