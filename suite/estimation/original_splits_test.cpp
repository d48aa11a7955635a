#include "suite/estimation/original_splits.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

std::vector<std::uint32_t> numbers(std::size_t count) {
  std::vector<std::uint32_t> all(count);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

// A log of coins, drawn with replacement from one of so many records.
Log resample_of_coins(std::size_t records, std::uint64_t key) {
  Log log;
  log.action_count = 2;
  log.dimension = 1;
  std::vector<std::uint32_t> drawn;
  Draws draws({key}, 0);
  for (std::size_t i = 0; i < records; ++i) {
    log.contexts.push_back(static_cast<double>(i));
    log.actions.push_back(draws.below(2));
    log.rewards.push_back(draws.below(2));
    drawn.push_back(draws.below(static_cast<std::uint32_t>(records)));
  }
  return log.select(drawn);
}

}  // namespace

TEST_CASE("original splits: without copies the split is that of the records") {
  const Log log = plain_log(1, std::vector<Action>(50, 0), std::vector<double>(50, 0));
  const estimation::OriginalSplits splits(log);
  const auto split = splits.split(numbers(50), 7, {3});
  const EntangledSplit plain(numbers(50), 7, {3});
  CHECK(split.tests == plain.tests);
  CHECK(split.training == plain.training);
  CHECK(splits.copies(4) == 1);
}

TEST_CASE("original splits: a tested original is met once, and no copy of it teaches") {
  const Log log = resample_of_coins(300, 41);
  const estimation::OriginalSplits splits(log);
  const std::set<std::uint32_t> different(log.originals.begin(), log.originals.end());
  const auto split = splits.split(numbers(300), 60, {3});
  CHECK(static_cast<double>(split.tests.size()) ==
        Approx(0.2 * static_cast<double>(different.size())).margin(0.51));
  std::set<std::uint32_t> tested;
  double copies = 0;
  for (const std::uint32_t record : split.tests) {
    CHECK(tested.insert(log.originals[record]).second);
    copies += splits.copies(record);
  }
  for (const std::uint32_t record : split.training) {
    CHECK_FALSE(tested.contains(log.originals[record]));
  }
  CHECK(static_cast<double>(split.training.size()) + copies == 300);
  // In a part of the records only records with all copies in this part are tested.
  const std::vector<std::uint32_t> first_half = numbers(150);
  const auto part = splits.split(first_half, 30, {4});
  for (const std::uint32_t record : part.tests) {
    CHECK(std::count(log.originals.begin() + 150, log.originals.end(), log.originals[record]) == 0);
  }
}

TEST_CASE("original splits: where all records are copies of one, nothing is tested") {
  const Log log = plain_log(1, {0}, {1}).select(std::vector<std::uint32_t>{0, 0, 0});
  const auto split = estimation::OriginalSplits(log).split(numbers(3), 1, {3});
  CHECK(split.tests.empty());
  CHECK(split.training.size() == 3);
}
