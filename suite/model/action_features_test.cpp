#include "suite/model/action_features.hpp"

#include <memory>
#include <stdexcept>

#include "suite/model/log.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;

namespace {

using Values = std::vector<ActionFeaturesBuilder::Value>;
using Members = std::vector<ActionFeatures::Member>;

std::vector<double> dense(const SparseRow& row, std::size_t dimension) {
  std::vector<double> values(dimension);
  for (std::size_t i = 0; i < row.places.size(); ++i) values[row.places[i]] = row.values[i];
  return values;
}

// Two sets over the actions 0, 2 and 5 and the features "a" and "b".
ActionFeatures example() {
  ActionFeaturesBuilder builder;
  Values first{{1, 2}, {0, 1}}, second{{1, -1}}, none{};
  const std::uint32_t rows[] = {builder.add_row(first), builder.add_row(second),
                                builder.add_row(none)};
  Members one{{5, rows[1]}, {0, rows[0]}, {2, rows[2]}}, other{{2, rows[0]}};
  builder.add_set(one);
  builder.add_set(other);
  return std::move(builder).build({"a", "b"});
}

}  // namespace

TEST_CASE("action features: the row of each action of a set; of others zeros") {
  const ActionFeatures features = example();
  CHECK(features.sets() == 2);
  CHECK(dense(features.of(0, 0), 2) == std::vector<double>{1, 2});
  CHECK(dense(features.of(0, 5), 2) == std::vector<double>{0, -1});
  CHECK(features.of(0, 2).places.empty());
  CHECK(features.of(0, 1).places.empty());
  CHECK(dense(features.of(1, 2), 2) == std::vector<double>{1, 2});
  CHECK(features.of(1, 0).places.empty());
}

TEST_CASE("action features: rows and sets are stored once, whatever the order of their parts") {
  ActionFeaturesBuilder builder;
  Values one{{3, 1}, {1, 2}}, other{{1, 1.5}, {3, 1}, {1, .5}, {2, 0}}, third{{1, 2}};
  CHECK(builder.add_row(one) == 0);
  CHECK(builder.add_row(other) == 0);  // 1.5 + 0.5; a zero is no value
  CHECK(builder.add_row(third) == 1);
  CHECK(third.empty());
  Members set{{0, 0}, {1, 1}}, same{{1, 1}, {0, 0}}, different{{1, 1}};
  CHECK(builder.add_set(set) == 0);
  CHECK(builder.add_set(same) == 0);
  CHECK(builder.add_set(different) == 1);
}

TEST_CASE("action features: each of many rows and sets is new once") {
  constexpr std::uint32_t count = 5000;
  ActionFeaturesBuilder builder;
  for (int time = 0; time < 2; ++time) {
    for (std::uint32_t i = 0; i < count; ++i) {
      Values values{{i % 7, 1.0 + i / 7}};
      Members members{{i % 11, i / 11}};
      REQUIRE(builder.add_row(values) == i);
      REQUIRE(builder.add_set(members) == i);
    }
  }
}

TEST_CASE("action features: renumbered actions and features") {
  const Action action_of[] = {1, ActionFeatures::no_action, 0, 7, 7, 2};
  const std::uint32_t place_of[] = {1, 0};
  const ActionFeatures features = example().renumbered(action_of, place_of, {"b", "a"});
  CHECK(features.names() == std::vector<std::string>{"b", "a"});
  CHECK(dense(features.of(0, 1), 2) == std::vector<double>{2, 1});
  CHECK(dense(features.of(0, 2), 2) == std::vector<double>{-1, 0});
  CHECK(dense(features.of(1, 0), 2) == std::vector<double>{2, 1});
  features.check(3);
  CHECK_THROWS_AS(features.check(2), std::logic_error);
}

TEST_CASE("action features: a log's parts keep them") {
  Log log;
  log.action_count = 6;
  log.actions = {0, 2, 5};
  log.rewards = {0, 1, 0};
  log.action_features = std::make_shared<const ActionFeatures>(example());
  log.action_sets = {0, 1, 0};
  log.check();
  const std::uint32_t chosen[] = {1, 2};
  for (const Log& part : {log.range(1, 2), log.select(chosen)}) {
    part.check();
    ContextReader contexts(part);
    CHECK(dense(contexts[0].action_features(2), 2) == std::vector<double>{1, 2});
    CHECK(dense(contexts[1].action_features(5), 2) == std::vector<double>{0, -1});
  }
  log.action_sets[1] = 2;
  CHECK_THROWS_AS(log.check(), std::logic_error);
}
