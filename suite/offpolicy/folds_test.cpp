#include "suite/offpolicy/folds.hpp"

#include <algorithm>

#include "suite/component/registry.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;
using Catch::Matchers::Contains;
using offpolicy::folds_of;

namespace {

Log log_of(std::size_t records) {
  Log log;
  log.action_count = 1;
  log.actions.assign(records, 0);
  log.rewards.assign(records, 0);
  return log;
}

}  // namespace

TEST_CASE("folds: each record has one, from its own draw") {
  const auto folds = folds_of("t", log_of(3000), 3, StreamKey{7});
  for (const std::uint32_t fold : {0u, 1u, 2u}) {
    const auto size = std::count(folds.begin(), folds.end(), fold);
    CHECK(size > 900);
    CHECK(size < 1100);
  }
  CHECK(*std::max_element(folds.begin(), folds.end()) == 2);
  for (const std::size_t i : {std::size_t{0}, std::size_t{17}, std::size_t{2999}}) {
    Draws draws(StreamKey{7}, i);
    CHECK(folds[i] == draws.below(3));
  }
  // More records change nothing for those before them.
  const auto more = folds_of("t", log_of(4000), 3, StreamKey{7});
  CHECK(std::equal(folds.begin(), folds.end(), more.begin()));
  CHECK(folds_of("t", log_of(3000), 3, StreamKey{8}) != folds);
}

TEST_CASE("folds: one is all records, more than records are refused") {
  CHECK(folds_of("t", log_of(4), 1, StreamKey{7}) == std::vector<std::uint32_t>(4, 0));
  CHECK(folds_of("t", log_of(0), 1, StreamKey{7}).empty());
  CHECK(folds_of("t", log_of(4), 4, StreamKey{7}).size() == 4);
  CHECK_THROWS_WITH(folds_of("dm", log_of(4), 5, StreamKey{7}),
                    Contains("dm: the log has 4 records, fewer than the 5 folds"));
}

TEST_CASE("folds: copies of a record are in its fold") {
  std::vector<std::uint32_t> drawn;
  for (std::uint32_t i = 0; i < 200; ++i)
    drawn.push_back(i / 2 + (i % 2) * 60);  // 40 of them twice
  const auto of_log = folds_of("t", log_of(200), 5, StreamKey{7});
  const auto of_copies = folds_of("t", log_of(200).select(drawn), 5, StreamKey{7});
  for (std::size_t i = 0; i < drawn.size(); ++i) CHECK(of_copies[i] == of_log[drawn[i]]);
  const std::vector<std::uint32_t> three{0, 1, 2, 0, 1, 2};
  CHECK_THROWS_WITH(folds_of("dm", log_of(3).select(three), 4, StreamKey{7}),
                    Contains("dm: the log has 3 records, fewer than the 4 folds"));
}
