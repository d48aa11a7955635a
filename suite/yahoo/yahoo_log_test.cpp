#include "suite/yahoo/yahoo_log.hpp"

#include <algorithm>

#include "suite/stream/stream.hpp"
#include "suite/testing/allocation_count.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {
namespace {

using Ids = std::vector<std::uint32_t>;
using Names = std::vector<std::string>;

Names names_of(const YahooReader& reader, std::span<const Action> pool) {
  Names names;
  for (const Action action : pool) names.push_back(reader.articles()[action]);
  return names;
}

TEST_CASE("yahoo_log: R6B lines worked by hand") {
  const std::string text =
      "1317513291 id-560620 0 |user 1 9 11 13 23 16 136 |id-552077 |id-560620 |id-555224\n"
      "1317513292 id-555224 1 |user 1 |id-552077 |id-560620 |id-555224\n"
      "1317513293 id-7 1 |user |id-7 \r\n";
  YahooReader reader(text, "r6b");
  REQUIRE(reader.next());
  CHECK(reader.report().format == YahooFormat::r6b);
  CHECK(reader.record().timestamp == 1317513291);
  CHECK(reader.record().timestamp_text == "1317513291");
  CHECK(reader.articles()[reader.record().displayed] == "id-560620");
  CHECK_FALSE(reader.record().click);
  CHECK(std::ranges::equal(reader.record().features, Ids{1, 9, 11, 13, 16, 23, 136}));
  CHECK(reader.record().weights.empty());
  CHECK(reader.record().article_weights.empty());
  // The dictionary's order: the displayed article, then the pool as written.
  CHECK(names_of(reader, reader.record().pool) == Names{"id-560620", "id-552077", "id-555224"});
  CHECK_FALSE(reader.record().same_pool);
  REQUIRE(reader.next());
  CHECK(reader.record().displayed == 2);
  CHECK(reader.record().click);
  CHECK(std::ranges::equal(reader.record().features, Ids{1}));
  CHECK(std::ranges::equal(reader.record().pool, Ids{0, 1, 2}));
  CHECK(reader.record().same_pool);
  REQUIRE(reader.next());
  CHECK(reader.record().features.empty());
  CHECK(names_of(reader, reader.record().pool) == Names{"id-7"});
  CHECK_FALSE(reader.record().same_pool);
  CHECK_FALSE(reader.next());
  CHECK_FALSE(reader.next());
  CHECK(reader.report()[YahooAnomaly::missing_features].count == 2);

  const auto [log, report] = read_yahoo_log(text, "r6b");
  log.check();
  CHECK(report.records == 3);
  CHECK(report.left_out == 0);
  CHECK(log.dimension == 136);
  CHECK(log.action_names == Names{"id-7", "id-552077", "id-555224", "id-560620"});
  CHECK(log.action_count == 4);
  CHECK(log.actions == std::vector<Action>{3, 2, 0});
  CHECK(log.rewards == std::vector<double>{0, 1, 1});
  CHECK(log.timestamps == Names{"1317513291", "1317513292", "1317513293"});
  CHECK(log.active_first == std::vector<std::uint64_t>{0, 7, 8, 9});
  CHECK(log.active == Ids{7, 9, 11, 14, 21, 134, 135, 135, 135});  // f at f - 2, the constant last
  CHECK(log.feature_names[7] == "f9");
  CHECK(log.feature_names[135] == "intercept");
  CHECK(log.pools == Ids{0, 0, 1});
  CHECK(log.pool_table.size() == 2);
  CHECK(log.pool_table[0].size() == 3);
  CHECK(log.pool_table[1].contains(0));
}

TEST_CASE("yahoo_log: R6A lines worked by hand") {
  const std::string text =
      "1241160900 109513 0 |user 2:0.25 3:0.5 4:0 5:0.125 6:0.75 1:1.000000 "
      "|109498 2:0.3 3:0.1 4:0.2 5:0.4 6:0.6 1:1 |109513 6:6 5:5 4:4 3:3 2:2 1:1\n"
      "1241160900 109498 1 |user 6:1e-3 2:0.5 1:1 "
      "|109513 6:6 5:5 4:4 3:3 2:2 1:1 |109498 2:0.5 1:1\n";
  YahooReader reader(text, "r6a");
  REQUIRE(reader.next());
  CHECK(reader.report().format == YahooFormat::r6a);
  CHECK(std::ranges::equal(reader.record().features, Ids{1, 2, 3, 4, 5, 6}));
  CHECK(std::ranges::equal(reader.record().weights,
                           std::vector<double>{1, 0.25, 0.5, 0, 0.125, 0.75}));
  CHECK(names_of(reader, reader.record().pool) == Names{"109513", "109498"});
  CHECK(std::ranges::equal(reader.record().article_weights,
                           std::vector<double>{1, 2, 3, 4, 5, 6, 1, 0.3, 0.1, 0.2, 0.4, 0.6}));
  REQUIRE(reader.next());
  CHECK(reader.record().displayed == 1);
  CHECK(std::ranges::equal(reader.record().features, Ids{1, 2, 6}));
  CHECK(std::ranges::equal(reader.record().weights, std::vector<double>{1, 0.5, 0.001}));
  CHECK(std::ranges::equal(reader.record().pool, Ids{0, 1}));
  CHECK(std::ranges::equal(reader.record().article_weights,
                           std::vector<double>{1, 2, 3, 4, 5, 6, 1, 0.5, 0, 0, 0, 0}));
  CHECK_FALSE(reader.next());
  // Once a line: the user of the second line, and an article of it.
  CHECK(reader.report()[YahooAnomaly::incomplete_weights].count == 1);

  const auto [log, report] = read_yahoo_log(text, "r6a");
  log.check();
  CHECK_FALSE(log.is_sparse());
  CHECK(log.dimension == 6);
  CHECK(log.contexts == std::vector<double>{0.25, 0.5, 0, 0.125, 0.75, 1, 0.5, 0, 0, 0, 0.001, 1});
  CHECK(log.feature_names == Names{"f2", "f3", "f4", "f5", "f6", "intercept"});
  CHECK(log.actions == std::vector<Action>{1, 0});
  CHECK(log.pools == Ids{0, 0});
}

TEST_CASE("yahoo_log: several files, plain and gzip, are one log; order is checked") {
  const TemporaryFolder folder;
  const auto first = folder.write("1", "10 id-1 0 |user 1 5 |id-1 |id-2\n");
  const auto second = folder.write("2.gz", gzip("20 id-3 1 |user 1 6 |id-2 |id-3\n"
                                                "21 id-2 0 |user 1 6 |id-2 |id-3\n"));
  const auto third = folder.write("3", "21 id-2 1 |user 1 7 |id-2 |id-3\n");
  const auto [log, report] = read_yahoo_log({first, second, third});
  log.check();
  CHECK(log.timestamps == Names{"10", "20", "21", "21"});
  CHECK(log.action_names == Names{"id-1", "id-2", "id-3"});
  CHECK(log.actions == std::vector<Action>{0, 2, 1, 1});
  CHECK(log.pools == Ids{0, 1, 1, 1});
  REQUIRE(report.files.size() == 3);
  CHECK(report.files[1].name == second.string());
  CHECK(report.files[1].lines == 2);
  CHECK(report.files[1].records == 2);
  CHECK(report.files[1].bytes == 64);
  for (const auto& anomalies : report.anomalies) CHECK(anomalies.count == 0);

  const auto wrong = read_yahoo_log({second, first}).report;
  CHECK(wrong.records == 3);
  CHECK(wrong[YahooAnomaly::files_out_of_order].count == 1);
  CHECK(wrong[YahooAnomaly::files_out_of_order].first.at(0).file == 1);
  CHECK_THROWS_AS(read_yahoo_log({first, folder.path() / "none"}), FileError);

  std::size_t clicks = 0;
  const auto visited = visit_yahoo_log({first, second, third}, {}, [&](const YahooReader& reader) {
    clicks += reader.record().click ? 1 : 0;
  });
  CHECK(clicks == 2);
  CHECK(visited.records == 4);
}

// Records of the writer below.
struct Visit {
  std::uint64_t time;
  std::string displayed;
  bool click;
  Ids features;
  std::vector<double> weights;
  Names pool;  // sorted by name
  std::vector<std::vector<double>> pool_weights;
};

template <class T>
void shuffle(std::vector<T>& items, Draws& draws) {
  for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[draws.below(i)]);
}

// A line of either format, everything in a random order; weights are multiples of 1/64.
std::string line_of(const Visit& visit, bool weighted, Draws& draws) {
  const auto feature = [&](std::uint32_t id, double weight) {
    return " " + std::to_string(id) + (weighted ? ":" + std::to_string(weight) : "");
  };
  std::string line =
      std::to_string(visit.time) + " " + visit.displayed + (visit.click ? " 1 |user" : " 0 |user");
  std::vector<std::size_t> order(visit.features.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  shuffle(order, draws);
  for (const std::size_t i : order) {
    line += feature(visit.features[i], weighted ? visit.weights[i] : 1);
  }
  order.resize(visit.pool.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  if (draws.below(2) == 0) shuffle(order, draws);
  for (const std::size_t i : order) {
    line += " |" + visit.pool[i];
    for (std::uint32_t id = 1; weighted && id <= 6; ++id) {
      line += feature(id, visit.pool_weights[i][id - 1]);
    }
  }
  return line + "\n";
}

TEST_CASE("yahoo_log: what is written is read, whatever the order in the line") {
  const bool weighted = GENERATE(false, true);
  Draws draws({47}, weighted ? 1 : 0);
  const auto weight = [&] { return static_cast<double>(draws.below(129)) / 64; };
  std::vector<Visit> visits;
  std::string text;
  Names pool;
  std::vector<std::vector<double>> pool_weights;
  for (std::uint64_t t = 0; t < 4000; ++t) {
    if (t % 50 == 0) {
      pool.clear();
      for (std::size_t i = 0; i < 100; ++i) {
        if (draws.below(3) == 0) {
          pool.push_back((weighted ? "" : "id-") + std::to_string(1000 + t / 200 * 10 + i));
        }
      }
      pool_weights.assign(pool.size(), {});
      for (auto& weights : pool_weights) {
        for (int i = 0; i < 6; ++i) weights.push_back(weight());
      }
    }
    Visit visit{
        1'317'513'291 + t, pool[draws.below(pool.size())], draws.below(9) == 0, {}, {}, pool,
        pool_weights};
    const std::uint32_t last = weighted ? 6 : 136;
    for (std::uint32_t id = 1; id <= last; ++id) {
      if (!weighted && id > 1 && draws.below(8) != 0) continue;
      visit.features.push_back(id);
      visit.weights.push_back(weight());
    }
    text += line_of(visit, weighted, draws);
    visits.push_back(std::move(visit));
  }
  const TemporaryFolder folder;
  YahooReader reader({folder.write("log.gz", gzip(text))});
  std::size_t wrong = 0, same_pools = 0;
  std::size_t t = 0;
  for (; reader.next(); ++t) {
    const YahooRecord& record = reader.record();
    const Visit& visit = visits.at(t);
    Names names = names_of(reader, record.pool);
    bool good = record.timestamp == visit.time && record.click == visit.click &&
                reader.articles()[record.displayed] == visit.displayed &&
                std::ranges::equal(record.features, visit.features) &&
                std::ranges::is_sorted(record.pool) && names.size() == visit.pool.size();
    if (weighted) good = good && std::ranges::equal(record.weights, visit.weights);
    for (std::size_t i = 0; good && i < names.size(); ++i) {
      const auto at = std::ranges::find(visit.pool, names[i]);
      good = at != visit.pool.end();
      if (!good || !weighted) continue;
      good =
          std::ranges::equal(record.article_weights.subspan(6 * i, 6),
                             visit.pool_weights[static_cast<std::size_t>(at - visit.pool.begin())]);
    }
    wrong += good ? 0 : 1;
    same_pools += record.same_pool ? 1 : 0;
  }
  CHECK(t == 4000);
  CHECK(wrong == 0);
  CHECK(same_pools > 500);  // both ways through the pool were taken
  CHECK(same_pools < 3500);
  CHECK(reader.report().left_out == 0);
  CHECK(reader.report().files[0].bytes == text.size());
}

// Good lines, pools that change, and anomalies.
std::string text_of(std::size_t lines, bool weighted) {
  const std::string name = weighted ? "" : "id-";
  const std::string user = weighted ? "1:1 2:0.12345678901234567 3:-1e-300 5:1 6:1" : "1 99 27 136";
  std::string text;
  for (std::size_t i = 0; i < lines; ++i) {
    text += std::to_string(1'317'513'291 + i) + " " + name + "123456789 0 |user " + user;
    for (std::size_t k = 0; k < 20; ++k) {
      text += " |" + name + "12345678" + std::to_string((i / 3 + k) % 30);
      if (weighted) text += " 1:1 2:0.3 3:0.1 4:0.25 5:1 6:0";
    }
    text += " |" + name + "123456789" + (weighted ? " 1:1" : "") + "\n";
    // Left out, and kept with an article twice.
    text += std::to_string(i) + " " + name + "1 0 |user 1 a_token_that_does_not_belong_here\n";
    if (!weighted)
      text += std::to_string(i) + " id-123456781 0 |user 1 |id-123456781 |id-123456781\n";
  }
  return text;
}

std::size_t allocations_for(std::size_t lines, bool weighted) {
  const std::string text = text_of(lines, weighted);
  YahooReader reader(text, "memory");
  const std::size_t before = allocation_count();
  while (reader.next()) {
  }
  const std::size_t used = allocation_count() - before;
  REQUIRE(reader.report().records == (weighted ? lines : 2 * lines));
  REQUIRE(reader.report().left_out == lines);
  return used;
}

TEST_CASE("yahoo_log: a line costs no allocation, good or bad") {
  for (const bool weighted : {false, true}) {
    const std::size_t few = allocations_for(1000, weighted);
    CHECK(few > 0);
    CHECK(allocations_for(20'000, weighted) == few);
  }
}

}  // namespace
}  // namespace replaybench
