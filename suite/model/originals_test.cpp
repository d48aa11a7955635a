#include "suite/model/originals.hpp"

#include <stdexcept>

#include "suite/testing/catch.hpp"

using namespace replaybench;

namespace {

Log numbered_log(std::size_t records) {
  Log log;
  log.action_count = 1;
  log.actions.assign(records, 0);
  for (std::size_t i = 0; i < records; ++i) log.rewards.push_back(static_cast<double>(i));
  return log;
}

std::vector<std::uint32_t> records_of(const Schedule& schedule) {
  std::vector<std::uint32_t> records;
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    records.push_back(static_cast<std::uint32_t>(schedule[i]));
  }
  return records;
}

using Records = std::vector<std::uint32_t>;

}  // namespace

TEST_CASE("originals: a record that is selected twice is known as a copy, also of copies") {
  const Log log = numbered_log(4);
  CHECK_FALSE(log.select(Records{3, 1, 0}).has_copies());
  const Log resample = log.select(Records{3, 1, 3, 0});
  CHECK(resample.originals == Records{3, 1, 3, 0});
  CHECK(resample.select(Records{2, 0, 1}).originals == Records{3, 3, 1});
  CHECK(resample.select(Records{1, 1}).originals == Records{1, 1});
  CHECK(resample.range(1, 2).originals == Records{1, 3});
  resample.check();
  Log wrong = resample;
  wrong.originals.pop_back();
  CHECK_THROWS_AS(wrong.check(), std::logic_error);
}

TEST_CASE("originals: the groups of a log with copies and of one without") {
  const Log log = numbered_log(4);
  CHECK(Originals(log).count() == 4);
  CHECK(Originals(log).group_of(2) == 2);
  const Log resample = log.select(Records{3, 1, 3, 0});
  const Originals originals(resample);
  REQUIRE(originals.count() == 3);
  CHECK(originals.group_of(0) == 2);
  CHECK(originals.group_of(2) == 2);
  CHECK(originals.group_of(3) == 0);
  const auto copies = originals.copies_of(2);
  CHECK(Records(copies.begin(), copies.end()) == Records{0, 2});
}

TEST_CASE("log cut: without copies the first records, with copies the first originals") {
  const Log log = numbered_log(5);
  const LogCut plain(log, 0.5);
  CHECK(records_of(plain.first()) == Records{0, 1});
  CHECK(plain.first().is_range());
  CHECK(records_of(plain.rest()) == Records{2, 3, 4});
  CHECK(plain.first_log(1).rewards == std::vector<double>{0});
  CHECK(plain.rest_log().rewards == std::vector<double>{2, 3, 4});

  // Originals 0, 1, 3 and 4: the first half of them are 0 and 1.
  const Log resample = log.select(Records{4, 1, 3, 1, 0, 4});
  const LogCut cut(resample, 0.5);
  CHECK(records_of(cut.first()) == Records{1, 3, 4});
  CHECK(records_of(cut.rest()) == Records{0, 2, 5});
  CHECK(cut.first_log(2).rewards == std::vector<double>{1, 1});
  CHECK(cut.rest_log().rewards == std::vector<double>{4, 3, 4});
  CHECK(records_of(LogCut(resample, 0).first()).empty());
  CHECK(records_of(LogCut(resample, 1).rest()).empty());
}
