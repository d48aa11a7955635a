#include "suite/run/shard_table.hpp"

#include <numeric>
#include <random>

#include "suite/run/runner.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/studies.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"

using namespace replaybench;

namespace {

Plan table_study(const std::string& horizons) {
  return plan_of(study_head + "[[simulation]]\nname = 'play'\nsweep = ['T = " + horizons +
                 "']\ndatasets = ['bernoulli_arms']\nalgorithms = ['ucb', "
                 "'uniform_random']\nevaluators = ['replay']\nhorizon = 'T'\nreplicates = 3\n"
                 "[[table]]\nname = 'x'\nfrom = 'play'\n");
}

std::vector<double> loads_of(const std::vector<double>& seconds,
                             const std::vector<std::uint32_t>& shard_of, std::size_t shards) {
  std::vector<double> loads(shards + 1, 0.0);
  for (std::size_t i = 0; i < seconds.size(); ++i) loads[shard_of[i]] += seconds[i];
  return loads;
}

std::string problem_of(const std::string& text) {
  try {
    ShardTable::parse(text, "f");
  } catch (const DataError& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("shards: the longest first, to the shard that has least") {
  CHECK(balanced_shards({1, 5, 0, 3, 3}, 2) == std::vector<std::uint32_t>{1, 1, 0, 2, 2});
  CHECK(balanced_shards({2, 2, 2}, 5) == std::vector<std::uint32_t>{1, 2, 3});
  CHECK(balanced_shards({}, 3).empty());
  // Graham's worst case for two shards: 7/6 of the best.
  const std::vector<double> worst{3, 3, 2, 2, 2};
  const auto loads = loads_of(worst, balanced_shards(worst, 2), 2);
  CHECK(std::max(loads[1], loads[2]) == 7);
}

TEST_CASE("shards: within Graham's bound, nothing left out") {
  std::mt19937 random(7);
  std::lognormal_distribution<double> length(0, 2);
  for (const std::size_t shards : {1u, 3u, 40u, 1000u}) {
    std::vector<double> seconds(3000);
    for (double& one : seconds) one = length(random);
    const auto shard_of = balanced_shards(seconds, shards);
    const auto loads = loads_of(seconds, shard_of, shards);
    CHECK(loads[0] == 0);
    const double sum = std::accumulate(seconds.begin(), seconds.end(), 0.0);
    const double least = std::max(sum / static_cast<double>(shards),
                                  *std::max_element(seconds.begin(), seconds.end()));
    CHECK(*std::max_element(loads.begin(), loads.end()) <= least * 4 / 3);
    CHECK(balanced_shards(seconds, shards) == shard_of);
  }
}

TEST_CASE("a table of shards is read as it was written, and knows its studies") {
  const Plan one = table_study("5..16");
  const Plan other = table_study("20..30");
  ShardTable table(7);
  std::vector<std::uint32_t> shard_of(one.cells.size());
  for (std::size_t i = 0; i < shard_of.size(); ++i) shard_of[i] = i < 9 ? 3 : i % 8;
  table.add(one, shard_of);
  CHECK_THROWS_AS(table.add(other, {1, 2}), std::logic_error);
  const ShardTable again = ShardTable::parse(table.text(), "f");
  CHECK(again.shards() == 7);
  CHECK(again.of(one) == shard_of);
  CHECK(again.text() == table.text());
  CHECK_THROWS_AS(again.of(other), DataError);
  table.add(other, std::vector<std::uint32_t>(other.cells.size(), 7));
  CHECK(ShardTable::parse(table.text(), "f").of(other).back() == 7);
}

TEST_CASE("a table of shards that is cut short or forged is refused, with its line") {
  const Plan plan = table_study("5..16");
  ShardTable table(7);
  table.add(plan, std::vector<std::uint32_t>(plan.cells.size(), 2));
  const std::string whole = table.text();
  const std::size_t heading = whole.find("study");
  for (std::size_t length = 0; length < whole.size(); ++length) {
    if (length == heading) continue;  // a table of no study
    INFO(whole.substr(0, length));
    REQUIRE(problem_of(whole.substr(0, length)).starts_with("f:"));
  }
  const std::string start = "replaybench shards 1\nshards 3\nstudy s\ndigest d\n";
  CHECK(problem_of(start + "cells 2\n1 3\n").empty());
  CHECK(
      problem_of(start + "cells 2\n1 4\n") ==
      "f:6: \"4\" is not SHARD or SHARD*CELLS, with a shard of at most 3 and at most 1 cells left");
  CHECK(problem_of(start + "cells 2\n1 3 3\n").starts_with("f:6: \"3\""));
  CHECK(problem_of(start + "cells 2\n1*99999999999\n").starts_with("f:6: "));
  CHECK(problem_of(start + "cells 2\n1*0\n").starts_with("f:6: "));
  CHECK(problem_of(start + "cells 2\n-1 1\n").starts_with("f:6: "));
  CHECK(problem_of(start + "cells 2\n\n\n1*\n").starts_with("f:8: "));
  CHECK(
      problem_of(start + "cells 99999999999999\n1\n").starts_with("f:5: cells \"99999999999999\""));
  CHECK(problem_of("replaybench shards 1\nshards 1001\n").starts_with("f:2: "));
  CHECK(problem_of("replaybench shards 1\nshards 0\n").starts_with("f:2: "));
  CHECK(problem_of("replaybench shards 2\n").starts_with("f:1: "));
}

TEST_CASE("run: the shards of a table are the whole, each cell once") {
  const Plan plan = table_study("5..16");
  std::vector<double> seconds;
  for (const Cell& cell : plan.cells) seconds.push_back(cell.cost);
  const auto shard_of = balanced_shards(seconds, 3);
  const StudyFolder folder;
  const Store store(folder.root() / "store");
  std::size_t computed = 0;
  for (const std::size_t shard : {2, 3, 1}) {
    RunOptions options;
    options.shard = {shard, 3};
    options.shard_of_cell = &shard_of;
    const RunSummary summary = run(plan, store, options);
    CHECK(summary.computed == summary.cells);
    computed += summary.computed;
  }
  CHECK(computed == plan.cells.size());
}
