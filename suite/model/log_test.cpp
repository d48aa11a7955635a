#include "suite/model/log.hpp"

#include <cmath>
#include <stdexcept>

#include "suite/testing/catch.hpp"

using namespace replaybench;

namespace {

Log small_log() {
  Log log;
  log.action_count = 3;
  log.dimension = 2;
  log.hidden_dimension = 1;
  log.contexts = {1, 2, 3, 4};
  log.hidden = {5, 6};
  log.actions = {2, 0};
  log.rewards = {1, 0.5};
  log.propensities = {0.25, 1};
  log.pools = {log.pool_table.intern({1, 2}), log.pool_table.intern({0})};
  return log;
}

std::string complaint(const Log& log) {
  try {
    log.check();
  } catch (const std::logic_error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a record is a view of its columns") {
  const Log log = small_log();
  CHECK_NOTHROW(log.check());
  const Record record = ContextReader(log).record(1);
  CHECK(record.context.size() == 2);
  CHECK(record.context[1] == 4);
  CHECK(record.context.hidden()[0] == 6);
  CHECK(record.action == 0);
  CHECK(record.reward == 0.5);
  CHECK(record.propensity == 1);
  CHECK(record.actions.size() == 1);
  CHECK(log.available(0)[1] == 2);
  CHECK_FALSE(log.available(0).is_all());
}

TEST_CASE("columns left out mean what the header says") {
  Log log = small_log();
  log.hidden.clear();
  log.propensities.clear();
  log.pools.clear();
  CHECK_NOTHROW(log.check());
  CHECK(ContextReader(log)[0].hidden().empty());
  CHECK(std::isnan(log.propensity(0)));
  CHECK(log.available(0).is_all());
  CHECK(log.available(0).size() == 3);
}

TEST_CASE("packed binary features are the same log as lists of them") {
  constexpr std::size_t n = 40;
  for (const std::size_t dimension : {1u, 8u, 64u, 67u, 136u}) {
    INFO(dimension);
    Log listed;
    listed.action_count = 2;
    listed.dimension = dimension;
    listed.active_first.push_back(0);
    auto rows = std::make_shared<std::vector<std::uint8_t>>(n * ((dimension + 7) / 8));
    const std::size_t stride = (dimension + 7) / 8;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::uint32_t f = 0; f < dimension; ++f) {
        if ((i * 31 + f * f * 7) % 5 != 0) continue;
        listed.active.push_back(f);
        (*rows)[i * stride + f / 8] |= static_cast<std::uint8_t>(1 << (f % 8));
      }
      listed.active_first.push_back(listed.active.size());
      listed.actions.push_back(i % 2);
      listed.rewards.push_back(0);
    }
    Log packed = listed;
    packed.active_first.clear();
    packed.active.clear();
    packed.bits = {rows->data(), stride, n, rows};
    listed.check();
    packed.check();
    CHECK(packed.is_sparse());
    const auto same = [&](const Log& a, const Log& b) {
      REQUIRE(a.size() == b.size());
      a.check();
      ContextReader left(a);
      ContextReader right(b);
      for (std::size_t i = 0; i < a.size(); ++i) {
        const Context x = left[i];
        const Context y = right[i];
        CHECK(
            std::equal(x.active().begin(), x.active().end(), y.active().begin(), y.active().end()));
        CHECK(
            std::equal(x.values().begin(), x.values().end(), y.values().begin(), y.values().end()));
        for (std::uint32_t f = 0; f < dimension; ++f) {
          if (a.feature(i, f) != x[f] || b.feature(i, f) != x[f]) FAIL(i << " " << f);
        }
      }
    };
    same(packed, listed);
    same(packed.range(7, 20), listed.range(7, 20));
    const std::vector<std::uint32_t> chosen{39, 0, 5, 5, 12};
    same(packed.select(chosen), listed.select(chosen));
    CHECK(packed.select({}).is_sparse());
  }
  Log log = small_log();
  log.contexts.clear();
  const std::uint8_t bytes[2] = {3, 4};
  log.bits = {bytes, 1, 2, nullptr};
  CHECK(complaint(log) == "log record 1: a bit beyond the dimension");
  log.bits.records = 1;
  CHECK(complaint(log) == "log: columns of different lengths");
}

TEST_CASE("check names what is broken and where") {
  Log log = small_log();
  SECTION("action outside the dictionary") {
    log.actions[1] = 3;
    CHECK(complaint(log) == "log record 1: action outside the dictionary");
  }
  SECTION("action outside its pool") {
    log.actions[0] = 0;
    CHECK(complaint(log) == "log record 0: action outside its pool");
  }
  SECTION("unknown pool") {
    log.pools[1] = 2;
    CHECK(complaint(log) == "log record 1: unknown pool");
  }
  SECTION("unknown logger") {
    log.logger_names = {"a", "b"};
    log.loggers = {1, 2};
    CHECK(complaint(log) == "log record 1: unknown logger");
    log.loggers = {1};
    CHECK(complaint(log) == "log: columns of different lengths");
    log.loggers = {1, 0};
    CHECK(complaint(log).empty());
  }
  SECTION("reward") {
    log.rewards[1] = std::nan("");
    CHECK(complaint(log) == "log record 1: reward is not finite");
  }
  SECTION("propensities") {
    for (const double wrong : {0.0, -0.1, 1.0000001, std::nan("")}) {
      log.propensities[0] = wrong;
      CHECK(complaint(log) == "log record 0: propensity outside (0, 1]");
    }
    log.propensities[0] = 1e-71;
    CHECK(complaint(log) == "log record 0: propensity below 1e-70: its weight overflows");
  }
  SECTION("features") {
    log.contexts[3] = std::numeric_limits<double>::infinity();
    CHECK(complaint(log) == "log: a feature is not finite");
  }
  SECTION("column lengths") {
    const std::string wanted = "log: columns of different lengths";
    Log broken = log;
    broken.contexts.pop_back();
    CHECK(complaint(broken) == wanted);
    broken = log;
    broken.rewards.push_back(0);
    CHECK(complaint(broken) == wanted);
    broken = log;
    broken.hidden.pop_back();
    CHECK(complaint(broken) == wanted);
    broken = log;
    broken.propensities.pop_back();
    CHECK(complaint(broken) == wanted);
    broken = log;
    broken.pools.pop_back();
    CHECK(complaint(broken) == wanted);
    broken = log;
    broken.timestamps = {"only one"};
    CHECK(complaint(broken) == wanted);
  }
}

TEST_CASE("the pool table keeps each pool once") {
  PoolTable table;
  CHECK(table.size() == 0);
  CHECK(table.intern({0, 4}) == 0);
  CHECK(table.intern({4}) == 1);
  CHECK(table.intern({0, 4}) == 0);
  CHECK(table.intern({0, 3, 4}) == 2);
  CHECK(table.size() == 3);
  CHECK(table[0].size() == 2);
  CHECK(table[0][1] == 4);
  CHECK(table[1].size() == 1);
  CHECK(table[1][0] == 4);
  CHECK(table[2].contains(3));
  CHECK_FALSE(table[2].contains(2));
}

TEST_CASE("action sets: all, and a list") {
  const ActionSet all = ActionSet::all(3);
  CHECK(all.is_all());
  CHECK(all.contains(2));
  CHECK_FALSE(all.contains(3));
  CHECK(all[2] == 2);
  const std::vector<Action> list{1, 5, 9};
  const ActionSet some(list);
  CHECK_FALSE(some.is_all());
  CHECK(some.size() == 3);
  CHECK(some[1] == 5);
  CHECK(some.contains(9));
  CHECK_FALSE(some.contains(0));
  CHECK_FALSE(some.contains(6));
  CHECK_FALSE(some.contains(10));
}

TEST_CASE("a sparse log keeps the places of its ones") {
  Log log;
  log.action_count = 2;
  log.dimension = 5;
  log.active_first = {0, 2, 2, 4};
  log.active = {1, 4, 0, 3};
  log.actions = {0, 1, 0};
  log.rewards = {1, 0, 0.5};
  log.check();
  CHECK(log.reward_range() == RewardRange::unit);
  ContextReader contexts(log);
  const auto values = [&](std::size_t i) {
    const auto view = contexts[i].values();
    return std::vector<double>(view.begin(), view.end());
  };
  CHECK(values(0) == std::vector<double>{0, 1, 0, 0, 1});
  CHECK(values(1) == std::vector<double>(5));
  CHECK(contexts[1].is_sparse());
  CHECK(contexts[1].active().empty());
  CHECK(values(2) == std::vector<double>{1, 0, 0, 1, 0});
  CHECK(values(0) == std::vector<double>{0, 1, 0, 0, 1});

  const Log first = log.first_records(2);
  first.check();
  CHECK(first.active == std::vector<std::uint32_t>{1, 4});
  const Log last = log.range(1, 2);
  last.check();
  CHECK(last.active_first == std::vector<std::uint64_t>{0, 0, 2});
  CHECK(last.active == std::vector<std::uint32_t>{0, 3});
  CHECK(last.actions == std::vector<Action>{1, 0});
  CHECK(last.rewards == std::vector<double>{0, 0.5});
  const std::uint32_t twice[] = {2, 0, 1, 2};
  const Log selected = log.select(twice);
  selected.check();
  CHECK(selected.active_first == std::vector<std::uint64_t>{0, 2, 4, 4, 6});
  CHECK(selected.active == std::vector<std::uint32_t>{0, 3, 1, 4, 0, 3});
  CHECK(selected.actions == std::vector<Action>{0, 0, 1, 0});
  CHECK(selected.rewards == std::vector<double>{0.5, 1, 0, 0.5});
  Log broken = log;
  broken.active = {4, 1, 0, 3};
  CHECK_THROWS_AS(broken.check(), std::logic_error);
  broken.active = {1, 5, 0, 3};
  CHECK_THROWS_AS(broken.check(), std::logic_error);
  broken = log;
  broken.active_first.pop_back();
  CHECK_THROWS_AS(broken.check(), std::logic_error);
}

TEST_CASE("selected records keep every column, and may repeat") {
  Log log = small_log();
  log.timestamps = {"1", "2"};
  log.action_names = {"x", "y", "z"};
  log.loggers = {1, 0};
  log.logger_names = {"new", "old"};
  const std::uint32_t records[] = {1, 0, 1};
  const Log selected = log.select(records);
  selected.check();
  CHECK(selected.action_count == 3);
  CHECK(selected.contexts == std::vector<double>{3, 4, 1, 2, 3, 4});
  CHECK(selected.hidden == std::vector<double>{6, 5, 6});
  CHECK(selected.actions == std::vector<Action>{0, 2, 0});
  CHECK(selected.rewards == std::vector<double>{0.5, 1, 0.5});
  CHECK(selected.propensities == std::vector<double>{1, 0.25, 1});
  CHECK(selected.timestamps == std::vector<std::string>{"2", "1", "2"});
  CHECK(selected.action_names == log.action_names);
  CHECK(selected.loggers == std::vector<std::uint32_t>{0, 1, 0});
  CHECK(selected.logger_names == log.logger_names);
  CHECK(selected.available(0).contains(0));
  CHECK_FALSE(selected.available(1).contains(0));
  CHECK(log.select({}).size() == 0);
}

TEST_CASE("a stretch keeps every column") {
  Log log = {};
  log.action_count = 3;
  log.dimension = 1;
  log.hidden_dimension = 2;
  log.contexts = {1, 2, 3, 4};
  log.hidden = {1, 2, 3, 4, 5, 6, 7, 8};
  log.actions = {0, 1, 2, 0};
  log.rewards = {0.5, 0.25, 1, 0};
  log.propensities = {0.5, 0.25, 0.125, 1};
  const auto two = log.pool_table.intern({0, 2});
  const auto all = log.pool_table.intern({0, 1, 2});
  log.pools = {two, all, two, all};
  log.timestamps = {"10", "20", "30", "40"};
  log.loggers = {0, 1, 1, 0};
  log.logger_names = {"new", "old"};
  const Log part = log.range(1, 2);
  CHECK(part.action_count == 3);
  CHECK(part.dimension == 1);
  CHECK(part.hidden_dimension == 2);
  CHECK(part.contexts == std::vector<double>{2, 3});
  CHECK(part.hidden == std::vector<double>{3, 4, 5, 6});
  CHECK(part.actions == std::vector<Action>{1, 2});
  CHECK(part.rewards == std::vector<double>{0.25, 1});
  CHECK(part.propensities == std::vector<double>{0.25, 0.125});
  CHECK(part.timestamps == std::vector<std::string>{"20", "30"});
  CHECK(part.loggers == std::vector<std::uint32_t>{1, 1});
  CHECK(part.logger_names == log.logger_names);
  REQUIRE(part.has_pools());
  CHECK(part.available(0).size() == 3);
  CHECK(part.available(1).size() == 2);
}
