#include "suite/yahoo/yahoo_writer.hpp"

#include <algorithm>

#include "suite/prepared/prepared_log.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/errors.hpp"
#include "suite/yahoo/yahoo_log.hpp"

namespace replaybench {
namespace {

using Packing = YahooFileWriter::Packing;

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Requires that a reader returns the same log.
void require_same(const Log& a, const Log& b) {
  REQUIRE(a.size() == b.size());
  CHECK(a.dimension == b.dimension);
  CHECK(a.action_names == b.action_names);
  CHECK(a.actions == b.actions);
  CHECK(a.rewards == b.rewards);
  CHECK(a.timestamps == b.timestamps);
  CHECK(a.pools == b.pools);
  CHECK(a.contexts == b.contexts);
  CHECK(a.active == b.active);
  CHECK(a.active_first == b.active_first);
}

/// 3 articles that come and go, 3 to 5 features a visitor, every fourth visitor without.
Log small_log(std::size_t records) {
  Log log;
  log.action_count = 4;
  log.dimension = 136;
  log.active_first.push_back(0);
  log.action_names = {"id-1", "id-7", "id-12", "id-500003"};
  for (std::size_t i = 0; i < records; ++i) {
    Draws draws({31}, i);
    if (i % 4 != 3) {
      const std::uint32_t first = draws.below(40);
      for (std::uint32_t k = 0; k < 2 + draws.below(3); ++k) log.active.push_back(first + 30 * k);
    }
    log.active.push_back(135);
    log.active_first.push_back(log.active.size());
    const std::vector<Action> pool =
        i % 10 < 5 ? std::vector<Action>{0, 1, 2} : std::vector<Action>{1, 2, 3};
    log.pools.push_back(log.pool_table.intern(pool));
    log.actions.push_back(i == 0 ? 0 : pool[draws.below(3)]);
    log.rewards.push_back(draws.below(3) == 0 ? 1 : 0);
    log.timestamps.push_back(std::to_string(1317513291 + i / 3));
  }
  log.check();
  return log;
}

/// An environment of two days and two visits each: the second day's pool is another one.
class FourVisits final : public Environment, public VisitTimes {
 public:
  Action action_count() const override { return 3; }
  std::size_t dimension() const override { return 136; }
  bool has_sparse_contexts() const override { return true; }
  std::uint64_t length() const override { return 4; }
  void observe(std::uint64_t step) override { step_ = step; }
  Context context() const override {
    return Context::sparse(values_,
                           step_ % 2 == 0 ? std::span(active_) : std::span(active_).last(1));
  }
  ActionSet actions() const override { return ActionSet(std::span(pool_).subspan(step_ / 2, 2)); }
  double reward(Action action) const override { return action == 1 ? 1 : 0; }
  double expected_reward(const Context&, Action action, Knowledge) const override {
    return reward(action);
  }
  std::uint64_t unix_time(std::uint64_t step) const override { return 100 + step; }
  std::size_t day(std::uint64_t step) const override { return step / 2; }
  std::string date(std::size_t day) const override { return day == 0 ? "20111002" : "20111003"; }
  std::uint64_t article_number(Action action) const override { return 550'000 + action; }

 private:
  std::uint64_t step_ = 0;
  std::vector<double> values_ = std::vector<double>(136);
  std::vector<std::uint32_t> active_{0, 134, 135};
  std::vector<Action> pool_{0, 1, 2};
};

}  // namespace

TEST_CASE("yahoo_writer: a line by hand") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "log";
  YahooFileWriter file(path, Packing::plain);
  const std::vector<std::string> pool{"id-1", "id-22"};
  file.set_pool(pool);
  file.write("1317513291", "id-22", true, std::vector<std::uint32_t>{0, 7, 134, 135});
  file.write("1317513292", "id-1", false, std::vector<std::uint32_t>{135});
  CHECK_FALSE(std::filesystem::exists(path));
  file.close();
  CHECK(text_of(path) ==
        "1317513291 id-22 1 |user 1 2 9 136 |id-1 |id-22\n"
        "1317513292 id-1 0 |user 1 |id-1 |id-22\n");
}

TEST_CASE("yahoo_writer: the reader gives the log again, plain and packed") {
  const TemporaryFolder folder;
  const Log log = small_log(500);
  for (const Packing packing : {Packing::plain, Packing::gzip}) {
    const auto path = folder.path() / "log";
    write_yahoo_log(log, path, packing);
    const auto [again, report] = read_yahoo_log({path}, {.strict = true});
    CHECK(report.format == YahooFormat::r6b);
    again.check();
    // The reader numbers by name, as this log is numbered.
    require_same(again, log);
    for (std::size_t i = 0; i < log.size(); ++i) {
      const ActionSet pool = again.available(i);
      REQUIRE(pool.size() == log.available(i).size());
      for (Action k = 0; k < pool.size(); ++k) REQUIRE(pool[k] == log.available(i)[k]);
    }
  }
}

TEST_CASE("yahoo_writer: R6A") {
  Log log;
  log.action_count = 2;
  log.dimension = 6;
  log.action_names = {"109498", "109513"};
  for (std::size_t i = 0; i < 100; ++i) {
    Draws draws({32}, i);
    for (int k = 0; k < 5; ++k) log.contexts.push_back(draws.uniform());
    log.contexts.push_back(1);
    log.actions.push_back(i == 0 ? 0 : draws.below(2));
    log.rewards.push_back(draws.below(2));
    log.pools.push_back(log.pool_table.intern({0, 1}));
    log.timestamps.push_back("1241160900");
  }
  log.check();
  const TemporaryFolder folder;
  write_yahoo_log(log, folder.path() / "a");
  const auto [again, report] = read_yahoo_log({folder.path() / "a"}, {.strict = true});
  CHECK(report.format == YahooFormat::r6a);
  require_same(again, log);
}

TEST_CASE("yahoo_writer: an environment under uniform logging, a file a day") {
  FourVisits environment;
  const TemporaryFolder folder;
  std::vector<std::uint64_t> seen;
  const auto files = generate_yahoo_log(
      environment, {7}, folder.path(), YahooForm::text,
      [&](std::uint64_t done, std::uint64_t all) { seen.push_back(10 * done + all); });
  REQUIRE(files.size() == 2);
  CHECK(files[0].filename() == "ydata-fp-td-clicks-v2_0.20111002");
  CHECK(files[1].filename() == "ydata-fp-td-clicks-v2_0.20111003");
  CHECK(seen == std::vector<std::uint64_t>{4, 44});
  const auto line = [](std::uint64_t step) {
    Draws draws({7}, step);
    const Action action = static_cast<Action>(step / 2) + draws.below(2);
    return std::to_string(100 + step) + " id-55000" + std::to_string(action) +
           (action == 1 ? " 1" : " 0") + (step % 2 == 0 ? " |user 1 2 136" : " |user 1");
  };
  CHECK(text_of(files[0]) ==
        line(0) + " |id-550000 |id-550001\n" + line(1) + " |id-550000 |id-550001\n");
  CHECK(text_of(files[1]) ==
        line(2) + " |id-550001 |id-550002\n" + line(3) + " |id-550001 |id-550002\n");
  const auto packed = generate_yahoo_log(environment, {7}, folder.path(), YahooForm::gzip);
  CHECK(packed[0].filename() == "ydata-fp-td-clicks-v2_0.20111002.gz");
  require_same(read_yahoo_log(packed).log, read_yahoo_log(files).log);
}

TEST_CASE("yahoo_writer: a prepared log has the visits of the text") {
  FourVisits environment;
  const TemporaryFolder folder;
  const Log text =
      read_yahoo_log(generate_yahoo_log(environment, {7}, folder.path(), YahooForm::text)).log;
  generate_prepared_log(environment, {7}, folder.path() / "log");
  const PreparedLog prepared(folder.path() / "log");
  const auto log = prepared.log();
  log->check();
  REQUIRE(prepared.origin().sources.size() == 2);
  CHECK(prepared.origin().sources[1].name == "ydata-fp-td-clicks-v2_0.20111003");
  CHECK(prepared.origin().sources[1].records == 2);
  CHECK(log->rewards == text.rewards);
  CHECK(log->feature_names == text.feature_names);
  CHECK(log->action_names == std::vector<std::string>{"id-550000", "id-550001", "id-550002"});
  REQUIRE(log->size() == 4);
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(log->actions[i] == text.actions[i]);
    CHECK(log->available(i).size() == 2);
    CHECK(std::to_string(prepared.timestamp(i)) == text.timestamps[i]);
    for (std::uint32_t f = 0; f < 136; ++f) CHECK(log->feature(i, f) == text.feature(i, f));
  }
}

TEST_CASE("yahoo_writer: what cannot be written") {
  const TemporaryFolder folder;
  Log log = small_log(5);
  log.rewards[3] = 0.5;
  const auto path = folder.path() / "log";
  CHECK_THROWS_AS(write_yahoo_log(log, path), DataError);
  log.rewards[3] = 1;
  CHECK_THROWS_AS(write_yahoo_log(log, folder.path() / "missing" / "log"), FileError);
  log.dimension = 137;
  CHECK_THROWS_AS(write_yahoo_log(log, path), DataError);
  // Nothing half-written is left.
  CHECK(std::filesystem::is_empty(folder.path()));
}

}  // namespace replaybench
