#include "suite/yahoo/prepare_yahoo.hpp"

#include <stdexcept>

#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/sha256.hpp"
#include "suite/yahoo/yahoo_log.hpp"

using namespace replaybench;

namespace {

// Lines of R6B with a bad one now and then, nights without features, times that go back.
std::string r6b_text(std::size_t lines, std::uint64_t key) {
  std::string text;
  Draws draws({key}, 0);
  std::vector<std::uint32_t> pool{1, 2, 3};
  for (std::size_t i = 0; i < lines; ++i) {
    if (draws.below(30) == 0) {
      pool = {draws.below(20), 20 + draws.below(20), 40 + draws.below(20)};
      if (draws.below(3) == 0) pool.pop_back();
    }
    const std::uint32_t displayed =
        draws.below(50) == 0 ? 99 : pool[draws.below(static_cast<std::uint32_t>(pool.size()))];
    text += std::to_string(1'317'513'291 + i / 3 - (draws.below(40) == 0 ? 9 : 0)) + " id-" +
            std::to_string(displayed) + (draws.below(9) == 0 ? " 1" : " 0") + " |user";
    if (draws.below(20) != 0) text += " 1";
    for (std::uint32_t f = i % 300 < 80 ? 0 : draws.below(30); f > 0; --f) {
      text += " " + std::to_string(1 + draws.below(137));
    }
    for (const std::uint32_t article : pool) text += " |id-" + std::to_string(article);
    text += draws.below(60) == 0 ? " x\n" : "\n";
  }
  return text;
}

void require_same_logs(const Log& a, const Log& b) {
  a.check();
  b.check();
  REQUIRE(a.action_count == b.action_count);
  REQUIRE(a.dimension == b.dimension);
  REQUIRE(a.actions == b.actions);
  REQUIRE(a.rewards == b.rewards);
  REQUIRE(a.propensities == b.propensities);
  REQUIRE(a.pools == b.pools);
  REQUIRE(a.action_names == b.action_names);
  REQUIRE(a.feature_names == b.feature_names);
  REQUIRE(a.pool_table.size() == b.pool_table.size());
  for (std::uint32_t p = 0; p < a.pool_table.size(); ++p) {
    const ActionSet x = a.pool_table[p];
    const ActionSet y = b.pool_table[p];
    REQUIRE(x.size() == y.size());
    for (Action k = 0; k < x.size(); ++k) REQUIRE(x[k] == y[k]);
  }
  ContextReader x(a);
  ContextReader y(b);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Context left = x[i];
    const Context right = y[i];
    REQUIRE(left.is_sparse());
    REQUIRE(right.is_sparse());
    REQUIRE(std::equal(left.values().begin(), left.values().end(), right.values().begin(),
                       right.values().end()));
    REQUIRE(std::equal(left.active().begin(), left.active().end(), right.active().begin(),
                       right.active().end()));
  }
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("prepare_yahoo: the beginning of a file shows its format") {
  CHECK(begins_as_r6b("1317513291 id-560620 0 |user 1 9 11"));
  CHECK(begins_as_r6b("1 id-"));
  for (const char* other : {"", "1317513291", " id-5 0", "x id-5", "1317513291 560620 0 |user",
                            "1317513291  id-5", "action,reward"}) {
    CAPTURE(other);
    CHECK_FALSE(begins_as_r6b(other));
  }
}

TEST_CASE("prepare_yahoo: the prepared log is the log that is read") {
  const TemporaryFolder folder;
  const std::string second_text = r6b_text(2500, 2);
  const auto first = folder.write("one", r6b_text(3000, 1));
  const auto second = folder.write("two.gz", gzip(second_text));
  const auto file = folder.path() / "r6b.replaybench";
  std::vector<PrepareProgress> steps;
  const PreparedOrigin origin = prepare_yahoo_log(
      {first, second}, {}, file, [&](const PrepareProgress& step) { steps.push_back(step); });
  const YahooLog read = read_yahoo_log({first, second});
  const PreparedLog prepared(file);
  prepared.verify();
  const auto log = prepared.log();
  require_same_logs(*log, read.log);
  CHECK(log->timestamps.empty());
  for (std::size_t i = 0; i < log->size(); ++i) {
    REQUIRE(std::to_string(prepared.timestamp(i)) == read.log.timestamps[i]);
  }
  CHECK(prepared.origin() == origin);
  CHECK(origin.lines == 5500);
  CHECK(origin.left_out == read.report.left_out);
  CHECK(origin.left_out > 50);
  REQUIRE(origin.sources.size() == 2);
  CHECK(origin.sources[1].name == second.string());
  CHECK(origin.sources[1].bytes == std::filesystem::file_size(second));
  CHECK(origin.sources[1].sha256 == sha256_hex_of_file(second));
  CHECK(origin.sources[0].records + origin.sources[1].records == log->size());
  CHECK(has(origin.text(), "displayed article not in its pool (line left out): "));
  CHECK(has(origin.text(), "time before that of the record before (line kept): "));
  REQUIRE(steps.size() == 4);
  CHECK(steps[1].doing == "SHA-256 of " + second.string());
  CHECK(steps[2].doing == "reading " + first.string());
  CHECK(steps[3].file == 1);
  CHECK(steps[3].files == 2);
  CHECK(steps[3].records == origin.sources[0].records);

  // Without the folder in the names, the bytes do not depend on where it is.
  const auto named =
      prepare_yahoo_log({first, second}, {}, folder.path() / "named", {}, folder.path());
  CHECK(named.sources[1].name == "two.gz");
  CHECK_FALSE(has(named.text(), folder.path().string()));

  // Plain or packed, the records are the same.
  const auto plain = folder.write("two", second_text);
  prepare_yahoo_log({first, plain}, {}, folder.path() / "again");
  CHECK(PreparedLog(folder.path() / "again").content_digest() == prepared.content_digest());
}

TEST_CASE("prepare_yahoo: a folder stands for its days, in their order") {
  const TemporaryFolder folder;
  const auto day = [](unsigned d) { return "ydata-fp-td-clicks-v2_0.201110" + std::to_string(d); };
  CHECK(r6b_file_name(1) == "ydata-fp-td-clicks-v2_0.20111002");
  CHECK(r6b_file_name(15) == day(16));
  CHECK_THROWS_AS(r6b_file_name(16), std::logic_error);
  CHECK(r6b_day_of("some/where/" + day(12) + ".gz") == 11u);
  CHECK(r6b_day_of(day(12)) == 11u);
  CHECK_FALSE(r6b_day_of(day(17)).has_value());
  CHECK_FALSE(r6b_day_of("x" + day(12)).has_value());

  const auto destination = folder.path() / "r6b.replaybench";
  CHECK(has(message_of<FileError>([&] { prepare_yahoo_log({folder.path()}, {}, destination); }),
            "none of the files ydata-fp-td-clicks-v2_0.20111002 to"));
  CHECK_THROWS_AS(find_r6b_files(folder.path() / "none"), FileError);
  folder.write(day(12) + ".gz", gzip("30 id-1 0 |user 1 5 |id-1\n"));
  folder.write(day(11), "20 id-2 0 |user 1 5 |id-2\n");
  folder.write(day(10), "10 id-3 0 |user 1 5 |id-3\n");
  folder.write(day(10) + ".gz", "not read: the plain file is there");
  const PreparedOrigin origin = prepare_yahoo_log({folder.path()}, {}, destination);
  CHECK(origin.missing.size() == 12);
  CHECK(origin.missing.front() == r6b_file_name(1));
  CHECK(has(origin.text(), "  missing: ydata-fp-td-clicks-v2_0.20111016\n"));
  CHECK(PreparedLog(destination).action_names() ==
        std::vector<std::string>{"id-1", "id-2", "id-3"});
  const R6bFiles some = find_r6b_files(folder.path(), 10, 12);
  CHECK(some.files.size() == 2);
  CHECK(some.missing == std::vector<std::string>{r6b_file_name(12)});
}

TEST_CASE("prepare_yahoo: what fails leaves the old file as it was") {
  const TemporaryFolder folder;
  const auto good = folder.write("good", "10 id-3 0 |user 1 5 |id-3\n");
  const auto destination = folder.path() / "out";
  prepare_yahoo_log({good}, {}, destination);
  const std::string digest = PreparedLog(destination).content_digest();
  const auto r6a = folder.write("r6a", "1241160900 109513 0 |user 2:0.5 1:1 |109513 2:0.3 1:1\n");
  const auto bad = folder.write("bad", "x\n");
  CHECK(has(message_of<DataError>([&] { prepare_yahoo_log({r6a}, {}, destination); }),
            "is an R6A log"));
  CHECK(has(message_of<DataError>([&] { prepare_yahoo_log({bad}, {}, destination); }),
            "no record is left"));
  CHECK(has(message_of<DataError>([&] { prepare_yahoo_log({bad}, {.strict = true}, destination); }),
            "bad:1: bad timestamp"));
  CHECK_THROWS_AS(prepare_yahoo_log({good, folder.path() / "none"}, {}, destination), FileError);
  CHECK_THROWS_AS(
      prepare_yahoo_log({good}, {}, destination,
                        [](const PrepareProgress&) { throw std::runtime_error("stop"); }),
      std::runtime_error);
  CHECK(PreparedLog(destination).content_digest() == digest);
  CHECK_FALSE(std::filesystem::exists(folder.path() / "out.part"));
}
