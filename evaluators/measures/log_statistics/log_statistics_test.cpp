#include "evaluators/measures/log_statistics/log_summary.hpp"
#include "suite/testing/environments.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::evaluators::log_statistics;
using namespace replaybench::testing;

namespace {

/// Twelve records: article 0 in the records 0-5, 1 in 0-11, 2 in 4-11, 3 in 9-11 except for 10.
///   record   0  1  2  3  4   5   6  7  8  9   10 11
///   pool     01 01 01 01 012 012 12 12 12 123 12 123
///   shown    0  1  0  1  2   0   1  2  1  3   2  1
///   reward   1  0  1  1  0   0   1  0  0  1   0  0
Log twelve() {
  const std::vector<std::vector<Action>> pools{{0, 1}, {0, 1, 2}, {1, 2}, {1, 2, 3}};
  const std::vector<std::size_t> pool_of{0, 0, 0, 0, 1, 1, 2, 2, 2, 3, 2, 3};
  Log log;
  log.action_count = 5;  // the last one is never there
  log.dimension = 4;
  log.actions = {0, 1, 0, 1, 2, 0, 1, 2, 1, 3, 2, 1};
  log.rewards = {1, 0, 1, 1, 0, 0, 1, 0, 0, 1, 0, 0};
  log.active_first.push_back(0);
  for (std::size_t i = 0; i < 12; ++i) {
    log.pools.push_back(log.pool_table.intern(pools[pool_of[i]]));
    // The first three records have the constant alone, the others one or two features more.
    if (i >= 3) log.active.push_back(0);
    if (i >= 8) log.active.push_back(2);
    log.active.push_back(3);
    log.active_first.push_back(log.active.size());
  }
  return log;
}

std::vector<ResultRow> rows(const std::string& text, const Dataset& dataset,
                            std::uint64_t horizon = 0) {
  return rows_of("log_statistics{" + text + "}", trial_of(dataset, Agent(Stochastic{}), horizon));
}

}  // namespace

TEST_CASE("log_statistics: zones by hand") {
  const auto zones = rows("of=\"zones\"", LogDataset(twelve()));
  const std::vector<std::vector<double>> expected{// estimate, first, records, pool, with_features
                                                  {0.75, 0, 4, 2, 1},    {0, 4, 2, 3, 2},
                                                  {1.0 / 3, 6, 3, 2, 3}, {1, 9, 1, 3, 1},
                                                  {0, 10, 1, 2, 1},      {0, 11, 1, 3, 1}};
  REQUIRE(zones.size() == expected.size());
  for (std::size_t i = 0; i < zones.size(); ++i) {
    CHECK(zones[i].step == i);
    CHECK(zones[i].values == expected[i]);
  }
}

TEST_CASE("log_statistics: actions by hand") {
  const auto actions = rows("of=\"actions\", windows=3", LogDataset(twelve()));
  REQUIRE(actions.size() == 4);
  const auto first_six = [&](std::size_t a) {
    return std::vector<double>(actions[a].values.begin(), actions[a].values.begin() + 6);
  };
  // estimate, displays, first, lifetime, share, whole
  CHECK(first_six(0) == std::vector<double>{2.0 / 3, 3, 0, 6, 0.5, 0});  // there from the beginning
  CHECK(first_six(1) == std::vector<double>{0.4, 5, 0, 12, 1, 0});
  CHECK(first_six(2) == std::vector<double>{0, 3, 4, 8, 8.0 / 12, 0});  // there at the end
  CHECK(first_six(3) == std::vector<double>{1, 1, 9, 2, 2.0 / 12, 0});
  // Article 1 in the windows 0-3, 4-7, 8-11, middles 2, 6, 10: 2, 1, 2 displays and 1, 1, 0
  // rewards. The centre is 6: slope (1 * -4 + 1 * 0) / (2 * 16 + 2 * 16) = -1/16; 12 records, mean
  // 0.4.
  CHECK(actions[1].values[6] == Approx(-1.0 / 16 * 12 / 0.4).epsilon(1e-12));
  CHECK(actions[1].values[7] == Approx(std::sqrt(0.4 * 0.6 / 64) * 12 / 0.4).epsilon(1e-12));
  CHECK(std::isnan(actions[2].values[6]));  // never rewarded
  CHECK(std::isnan(actions[3].values[6]));  // in one window only
}

TEST_CASE("log_statistics: an action that comes and goes is whole") {
  Log log = twelve();
  log.pools.back() = log.pools[10];  // article 3 is gone in the last record
  const auto actions = rows("of=\"actions\"", LogDataset(log));
  CHECK(actions[3].values[3] == 1);
  CHECK(actions[3].values[5] == 1);
}

TEST_CASE("log_statistics: windows by hand") {
  const auto windows = rows("of=\"windows\", windows=3, least=1", LogDataset(twelve()));
  REQUIRE(windows.size() == 3);
  // estimate, records, pool, active, best, second, favourable
  CHECK(windows[0].step == 4);
  CHECK(windows[0].values == std::vector<double>{0.75, 4, 2, 1.25, 1, 0.5, 0});
  CHECK(windows[1].step == 8);
  CHECK(windows[1].values == std::vector<double>{0.25, 4, 2.5, 2, 1, 0, 0});
  CHECK(windows[2].values == std::vector<double>{0.25, 4, 2.5, 3, 1, 0, 0});
  // Two displays: article 1 alone has them in the last window except for article 2 in none.
  const auto strict = rows("of=\"windows\", windows=3, least=2", LogDataset(twelve()));
  CHECK(strict[0].values[4] == 1);
  CHECK(strict[0].values[5] == 0.5);
  CHECK(std::isnan(strict[2].values[4]));
  // Equal bests are similar; a log of more windows than records has a record a window.
  const auto single = rows("of=\"windows\", windows=99", LogDataset(twelve()));
  CHECK(single.size() == 12);
}

TEST_CASE("log_statistics: curves by hand") {
  const auto curves = rows("of=\"curves\", windows=3", LogDataset(twelve()));
  // Lifetimes 12, 8, 6, 2: ranks of the actions 1, 2, 0, 3.
  REQUIRE(curves.size() == 3 + 2 + 2 + 1);
  CHECK(curves[0].step == 0);
  CHECK(std::vector<double>(curves[0].values.begin(), curves[0].values.begin() + 5) ==
        std::vector<double>{0.5, 1, 1, 2, 2});
  CHECK(curves[3].step == 4);  // the second action has no display in the first window
  CHECK(curves[3].values[2] == 2);
  CHECK(curves[7].step == 3 * 3 + 2);
  CHECK(curves[7].values[2] == 3);
}

TEST_CASE("log_statistics: the whole log") {
  const auto whole = rows("windows=3, least=1", LogDataset(twelve()));
  REQUIRE(whole.size() == 1);
  const auto& values = whole[0].values;
  CHECK(values[0] == Approx(5.0 / 12));
  CHECK(values[1] == 12);
  CHECK(values[2] == 4);  // actions
  CHECK(values[3] == 6);  // zones
  CHECK(values[4] == 4);  // the largest
  CHECK(values[5] == Approx((4 * 2 + 2 * 3 + 3 * 2 + 3 + 2 + 3) / 12.0));
  CHECK(values[6] == 0.25);
  CHECK(values[7] == Approx((5 * 2 + 4 * 3) / 9.0));
  CHECK(values[8] == 1);
  CHECK(values[9] == 0);
  CHECK(values[10] == 0);  // never ten together
  LogSummary summary(12, 3);
  Log log = twelve();
  log.pools.back() = log.pools[10];  // article 3 does not come back
  summary.add(log);
  summary.finish();
  // 0 and 1 from the first record to the end of record 5: 1 record with features of a pool of 2 and
  // 2 of a pool of 3; 1 and 2 from record 4 on: 2 of 3, 3 of 2, 1 of 3, 2 of 2.
  CHECK(summary.max_together(2) == Approx(2.0 * (2 / 3.0 + 3 / 2.0 + 1 / 3.0 + 2 / 2.0)));
  CHECK(summary.max_together(3) == Approx(3.0 * 2 / 3.0));
}

TEST_CASE("log_statistics: packed and dense contexts count the same") {
  const Log listed = twelve();
  Log packed = listed;
  auto bytes = std::make_shared<std::vector<std::uint8_t>>(12);
  Log dense = listed;
  dense.contexts.resize(12 * 4);
  for (std::size_t i = 0; i < 12; ++i) {
    for (auto at = listed.active_first[i]; at < listed.active_first[i + 1]; ++at) {
      (*bytes)[i] |= static_cast<std::uint8_t>(1 << listed.active[at]);
      dense.contexts[i * 4 + listed.active[at]] = 1;
    }
  }
  for (Log* log : {&packed, &dense}) {
    log->active.clear();
    log->active_first.clear();
  }
  packed.bits = {bytes->data(), 1, 12, bytes};
  const auto expected = rows("windows=3, least=1", LogDataset(listed))[0].values;
  CHECK(rows("windows=3, least=1", LogDataset(packed))[0].values == expected);
  CHECK(rows("windows=3, least=1", LogDataset(dense))[0].values == expected);
}

TEST_CASE("log_statistics: a log in pieces is the log") {
  const Log log = twelve();
  LogSummary whole(12, 5);
  whole.add(log);
  whole.finish();
  LogSummary pieces(12, 5);
  for (const std::size_t first : {0, 3, 7, 10}) {
    pieces.add(log.range(first, (first == 0 ? 3 : first == 3 ? 4 : first == 7 ? 3 : 2)));
  }
  pieces.finish();
  REQUIRE(pieces.zones().size() == whole.zones().size());
  for (std::size_t i = 0; i < whole.zones().size(); ++i) {
    CHECK(pieces.zones()[i].first == whole.zones()[i].first);
    CHECK(pieces.zones()[i].records == whole.zones()[i].records);
    CHECK(pieces.zones()[i].with_features == whole.zones()[i].with_features);
  }
  for (std::size_t a = 0; a < whole.lives().size(); ++a) {
    CHECK(pieces.lives()[a].lifetime == whole.lives()[a].lifetime);
    for (std::size_t w = 0; w < 5; ++w) {
      CHECK(pieces.cell(w, static_cast<Action>(a)).displays ==
            whole.cell(w, static_cast<Action>(a)).displays);
    }
  }
}

// The thesis's statements about the log, on the stand-in: at a small scale those that do not need
// many visits, with the tolerance of the text's "about" and of the size of the log.
TEST_CASE("log_statistics: the look-alike has the numbers that the thesis gives") {
  const auto dataset = dataset_of("r6b_like{scale=0.02}");
  const std::uint64_t records = 560'821;
  const auto log = rows("windows=150", *dataset, records)[0].values;
  CHECK(log[0] == Approx(0.031).margin(0.0015));  // a little more than 3 %
  CHECK(log[3] == Approx(926).epsilon(0.05));     // zones
  CHECK(log[4] / 0.02 == Approx(300'000).epsilon(0.3));
  CHECK(log[6] == Approx(0.22).margin(0.001));
  CHECK(log[7] == Approx(18).margin(1));
  const auto actions = rows("of=\"actions\"", *dataset, records);
  CHECK(actions.size() == 652);
  double whole = 0;
  double near = 0;
  double shorter = 0;
  double longest = 0;
  for (const ResultRow& row : actions) {
    if (row.values[5] != 1) continue;
    const double days = row.values[3] / 0.02 / 2e6;
    ++whole;
    near += days >= 0.75 && days < 1.4;
    shorter += days < 0.75;
    longest = std::max(longest, days);
  }
  CHECK(near / whole == Approx(0.70).margin(0.06));     // most
  CHECK(shorter / whole == Approx(0.27).margin(0.05));  // about a quarter
  CHECK((longest > 1.5 && longest < 2.3));
}
