#include <algorithm>
#include <cmath>
#include <numeric>

#include "suite/estimation/tally_estimates.hpp"
#include "suite/estimation/zone_logs.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

enum Column : std::size_t {
  column_estimate,
  column_compared,
  column_accepted,
  column_compared_accepted,
  column_also,
  column_also_accepted,
  column_truth,
  column_truth_sd,
  column_live,
  column_zone,
  column_subsample,
  column_records,
  column_actions,
  column_drawn,
  column_zones
};

/// Zones {1, 3} (6 records), {0, 1, 3} (2 records: too few for its three actions), {1, 3} again
/// (4).
Log log_with_zones() {
  Log log =
      plain_log(4, {1, 3, 1, 1, 3, 3, 0, 3, 3, 1, 1, 3}, {1, 0, 0, 1, 1, 0, 1, 1, 0, 1, 1, 0});
  const auto small = log.pool_table.intern({1, 3});
  const auto large = log.pool_table.intern({0, 1, 3});
  log.pools = {small, small, small, small, small, small, large, large, small, small, small, small};
  return log;
}

Agent ucb(Action actions) { return testing::make_agent("ucb{alpha=1}", actions); }

double mean_over_all_orders(const Log& log, const Agent& fresh) {
  std::vector<std::uint32_t> order(log.size());
  std::iota(order.begin(), order.end(), 0);
  double sum = 0;
  double count = 0;
  do {
    Agent agent = fresh;
    sum += estimation::ratio_estimate(agent.replay(log, Schedule::of(order), {1}).sums);
    ++count;
  } while (std::next_permutation(order.begin(), order.end()));
  return sum / count;
}

}  // namespace

TEST_CASE("zone_errors: zones by hand") {
  const LogDataset dataset(log_with_zones());
  // Action 0 of a zone is action 1 of the log: rewards 1, 0, 1 in the first zone, 1, 1 in the last.
  const auto rows = rows_of(
      "zone_errors{numbering=\"dictionary\", subsamples=2, permutations=3, "
      "compare=\"replay_star\"}",
      trial_of(dataset, Agent(Always{0})));
  REQUIRE(rows.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) {
    const auto& values = rows[i].values;
    const bool last = i >= 2;
    CHECK(rows[i].step == (last ? 4 : 0) + i % 2);
    CHECK(values[column_zone] == (last ? 2 : 0));
    CHECK(values[column_subsample] == i % 2);
    CHECK(values[column_zones] == 3);
    CHECK(values[column_records] == (last ? 4 : 6));
    CHECK(values[column_actions] == 2);
    CHECK(values[column_drawn] == (last ? 2 : 3));
    // A static policy accepts the same records in every order.
    CHECK(values[column_truth] == Approx(last ? 1 : 2.0 / 3).epsilon(1e-15));
    CHECK(values[column_truth_sd] == Approx(0).margin(1e-15));
    CHECK(std::isnan(values[column_live]));
    CHECK(std::isnan(values[column_also]));
    CHECK(std::isnan(values[column_also_accepted]));
  }
}

TEST_CASE("zone_errors: the truth is the mean over all orders") {
  // One zone of 6 records, 720 orders; 20,000 of them drawn.
  Log log = log_with_zones().range(0, 6);
  const Log zone = estimation::zone_log(log, 0, 6);
  const double exact = mean_over_all_orders(zone, ucb(2));
  const LogDataset dataset(std::move(log));
  const auto row =
      rows_of("zone_errors{numbering=\"dictionary\", subsamples=1, permutations=20000}",
              trial_of(dataset, ucb(4)))[0]
          .values;
  REQUIRE(row[column_truth_sd] > 0.1);
  require_near(row[column_truth], exact, row[column_truth_sd] / std::sqrt(20'000.0));
}

TEST_CASE("zone_errors: the mean error of replay is that over all subsamples and orders of time") {
  // Subsamples of 3 of the 6 records, in the order of the log: 20 of them.
  const Log zone = estimation::zone_log(log_with_zones(), 0, 6);
  numeric::Moments exact;
  for (std::uint32_t a = 0; a < 6; ++a) {
    for (std::uint32_t b = a + 1; b < 6; ++b) {
      for (std::uint32_t c = b + 1; c < 6; ++c) {
        const std::vector<std::uint32_t> chosen{a, b, c};
        Agent agent = ucb(2);
        exact.add(estimation::ratio_estimate(agent.replay(zone, Schedule::of(chosen), {1}).sums));
      }
    }
  }
  const LogDataset dataset(log_with_zones().range(0, 6));
  const auto rows = rows_of(
      "zone_errors{numbering=\"dictionary\", subsamples=8000, permutations=1, of=\"replay\"}",
      trial_of(dataset, ucb(4)));
  REQUIRE(rows.size() == 8'000);
  numeric::Moments seen;
  for (const auto& row : rows) {
    seen.add(row.values[column_estimate] + row.values[column_truth]);
    CHECK(row.values[column_compared] == row.values[column_estimate]);
    CHECK(row.values[column_accepted] == row.values[column_compared_accepted]);
  }
  require_near(seen.mean, exact.mean, seen.standard_error());
}

TEST_CASE("zone_errors: numbered at random, who comes first is arbitrary") {
  // Two records of two actions with rewards 0 and 1: UCB accepts the record of its lowest action
  // first, then the other if it comes later. Over orders and numberings: 0 or 1 if that of the
  // lowest comes last, otherwise 1/2.
  const LogDataset dataset(plain_log(2, {0, 1}, {0, 1}));
  const auto truth = [&](const std::string& numbering) {
    return rows_of("zone_errors{subsamples=1, permutations=4000, numbering=\"" + numbering + "\"}",
                   trial_of(dataset, ucb(2)))[0]
        .values[column_truth];
  };
  require_near(truth("random"), 0.5, std::sqrt(0.125 / 4'000));
  require_near(truth("dictionary"), 0.25, std::sqrt(0.0625 / 4'000));
}

TEST_CASE("zone_errors: what the inner evaluators say of a subsample that is the whole zone") {
  // A pool of one action: T / K = T, so that every subsample is the zone.
  Log log = plain_log(2, {1, 1, 1, 1}, {1, 0, 0, 1});
  log.pools.assign(4, log.pool_table.intern({1}));
  const LogDataset dataset(std::move(log));
  const auto row =
      rows_of("zone_errors{subsamples=1, permutations=2}", trial_of(dataset, ucb(2)))[0].values;
  CHECK(row[column_truth] == 0.5);
  CHECK(row[column_estimate] == 0);
  CHECK(row[column_compared] == 0);
  CHECK(row[column_accepted] == 4);
  CHECK(row[column_compared_accepted] == 4);
}

TEST_CASE("zone_errors: a third evaluator has the truth and the subsamples of the others") {
  const auto dataset = dataset_of("pool_segments{pool_sizes=[2, 3], means=[0.2, 0.4], records=60}");
  const Trial trial = trial_of(*dataset, ucb(3), 240);
  const auto errors = [&](const std::string& evaluators) {
    return rows_of("zone_errors{subsamples=3, permutations=5, " + evaluators + "}", trial);
  };
  const auto three = errors("also=\"s_bred{resamples=1}\"");
  const auto first = errors("of=\"s_bred{resamples=10}\"");
  const auto third = errors("of=\"s_bred{resamples=1}\"");
  REQUIRE(three.size() == 12);
  bool differs = false;
  for (std::size_t i = 0; i < three.size(); ++i) {
    const auto& values = three[i].values;
    CHECK(values[column_also] == third[i].values[column_estimate]);
    CHECK(values[column_also_accepted] == third[i].values[column_accepted]);
    CHECK(values[column_truth] == third[i].values[column_truth]);
    CHECK(values[column_estimate] == first[i].values[column_estimate]);
    CHECK(values[column_compared] == first[i].values[column_compared]);
    differs = differs || values[column_also] != values[column_estimate];
  }
  CHECK(differs);
}

TEST_CASE("zone_errors: nothing accepted is an estimate of 0") {
  // Replay of one of two records agrees with action 1 in half of the subsamples.
  const LogDataset dataset(plain_log(2, {0, 1}, {1, 1}));
  const auto rows = rows_of("zone_errors{numbering=\"dictionary\", subsamples=40, permutations=2}",
                            trial_of(dataset, Agent(Always{1})));
  std::size_t empty = 0;
  for (const auto& row : rows) {
    const double accepted = row.values[column_compared_accepted];
    CHECK(row.values[column_compared] == (accepted == 0 ? -1 : 0));
    empty += accepted == 0;
  }
  CHECK(empty > 5);
  CHECK(empty < 35);
}

TEST_CASE("zone_errors: shares together are the whole") {
  const auto dataset = dataset_of("pool_segments{pool_sizes=[2, 3], means=[0.2, 0.4], records=30}");
  const Trial trial = trial_of(*dataset, ucb(3), 400);
  const auto whole = rows_of("zone_errors{subsamples=2, permutations=5}", trial);
  REQUIRE(whole.size() == 28);  // 13 zones of 30 records and one of 10
  std::vector<ResultRow> parts;
  for (int share = 0; share < 3; ++share) {
    for (const auto& row : rows_of("zone_errors{subsamples=2, permutations=5, shares=3, share=" +
                                       std::to_string(share) + "}",
                                   trial)) {
      parts.push_back(row);
    }
  }
  std::sort(parts.begin(), parts.end(),
            [](const auto& a, const auto& b) { return a.step < b.step; });
  REQUIRE(parts.size() == whole.size());
  for (std::size_t i = 0; i < whole.size(); ++i) {
    CHECK(parts[i].step == whole[i].step);
    for (const std::size_t column : {column_estimate, column_compared, column_truth}) {
      CHECK(parts[i].values[column] == whole[i].values[column]);
    }
  }
}

TEST_CASE("zone_errors: live plays the distribution of the zone") {
  // All actions of a segment have the same mean: the expected reward of any play is that.
  const auto segments =
      dataset_of("pool_segments{pool_sizes=[2, 5], means=[0.2, 0.4], records=100}");
  for (const auto& row : rows_of("zone_errors{subsamples=1, permutations=1, live=true}",
                                 trial_of(*segments, ucb(5), 600))) {
    CHECK(row.values[column_live] ==
          Approx(row.values[column_actions] == 2 ? 0.2 : 0.4).epsilon(1e-12));
  }
  // With different means: g_A(T / K) as many plays of `environment` give it.
  const auto arms = dataset_of("bernoulli_arms{means=[0.2, 0.5, 0.9]}");
  numeric::Moments live;
  numeric::Moments replayed;
  for (std::uint64_t replicate = 0; replicate < 300; ++replicate) {
    const auto row = rows_of("zone_errors{subsamples=1, permutations=20, live=true}",
                             trial_of(*arms, ucb(3), 300, replicate))[0]
                         .values;
    live.add(row[column_live]);
    replayed.add(row[column_truth]);
  }
  const auto played = estimates_of("online", *arms, ucb(3), 100, 4'000);
  const auto error = [&](const numeric::Moments& moments) {
    return std::hypot(moments.standard_error(), played.standard_error());
  };
  require_near(live.mean, played.mean, error(live));
  require_near(replayed.mean, played.mean, error(replayed));
}

TEST_CASE("zone_errors: the zones of a log, with contexts and without") {
  Log log = log_with_zones();
  log.dimension = 2;
  log.propensities.assign(12, 0.5);
  for (int i = 0; i < 24; ++i) log.contexts.push_back(i);
  const LogDataset dataset(std::move(log));
  for (const bool with_contexts : {true, false}) {
    Trial trial = trial_of(dataset, ucb(4));
    std::vector<estimation::ZoneLog> zones;
    CHECK(estimation::for_each_zone(trial, with_contexts, [&](const estimation::ZoneLog& zone) {
            zones.push_back(zone);
          }) == 3);
    REQUIRE(zones.size() == 3);
    const estimation::ZoneLog& last = zones[2];
    CHECK(last.number == 2);
    CHECK(last.first == 8);
    CHECK(last.pool == std::vector<Action>{1, 3});
    last.log->check();
    CHECK(last.log->action_count == 2);
    CHECK(last.log->actions == std::vector<Action>{1, 0, 0, 1});
    CHECK(last.log->rewards == std::vector<double>{0, 1, 1, 0});
    CHECK(last.log->propensities.size() == 4);
    CHECK(!last.log->has_pools());
    CHECK(last.log->dimension == (with_contexts ? 2 : 0));
    CHECK(last.log->contexts.size() == (with_contexts ? 8 : 0));
    if (with_contexts) CHECK(last.log->contexts.front() == 16);
    CHECK(zones[1].pool == std::vector<Action>{0, 1, 3});
    CHECK(zones[1].log->actions == std::vector<Action>{0, 2});
  }
}

TEST_CASE("zone_errors: zones longer than a piece of a simulated log") {
  // 2^17 records a piece: the first zone ends in the second, the second in the third.
  const auto dataset =
      dataset_of("pool_segments{pool_sizes=[2, 3], means=[0.2, 0.4], records=140000}");
  Trial trial = trial_of(*dataset, ucb(3), 280'010);
  std::vector<std::size_t> sizes;
  std::vector<Action> begin;
  estimation::for_each_zone(trial, false, [&](const estimation::ZoneLog& zone) {
    sizes.push_back(zone.log->size());
    begin.insert(begin.end(), zone.log->actions.begin(), zone.log->actions.end());
  });
  CHECK(sizes == std::vector<std::size_t>{140'000, 140'000, 10});
  CHECK(begin == trial.log()->actions);  // the pools are 0 .. K - 1
}

TEST_CASE("zone_errors: what does not fit together is refused") {
  CHECK_THROWS_AS(evaluator_of("zone_errors{of=\"online\"}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("zone_errors{compare=\"nothing\"}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("zone_errors{also=\"online\"}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("zone_errors{shares=2, share=2}"), SpecErrors);
  const LogDataset dataset(log_with_zones());
  CHECK_THROWS_AS(rows_of("zone_errors{live=true}", trial_of(dataset, ucb(4))), NotApplicable);
}

TEST_CASE("zone_errors: an action that is named is the same in every zone and numbering") {
  Log log = log_with_zones();
  log.action_names = {"z", "b", "y", "d"};
  const LogDataset dataset(log);
  const auto make = [](const Problem& problem) {
    return testing::make_agent("fixed_action{action=\"b\"}", problem);
  };
  for (const char* numbering : {"random", "dictionary"}) {
    CAPTURE(numbering);
    const auto rows = rows_of(
        "zone_errors{subsamples=1, permutations=20, numbering=\"" + std::string(numbering) + "\"}",
        Trial(dataset, make, {}, 0, {}));
    REQUIRE(rows.size() == 2);
    // Rewards of b: 1, 0, 1 in the first zone, 1, 1 in the last.
    CHECK(rows[0].values[column_truth] == Approx(2.0 / 3));
    CHECK(rows[1].values[column_truth] == 1);
  }
}
