#include <cmath>

#include "suite/testing/catch.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

/// Plays action 0 until its first reward, then action 1.
struct Switching {
  Action action = 0;
  Action choose(const Context&, const ActionSet&, Draws&) const { return action; }
  void update(const Context&, Action, double reward) { action = reward > 0 ? 1 : action; }
};

}  // namespace

TEST_CASE("score_course: a log by hand") {
  // Windows of 3, 3 and 4 records. The algorithm accepts 0 and 1, then, playing action 1, 4, 6 and 7.
  const LogDataset dataset(
      plain_log(3, {0, 0, 1, 0, 1, 2, 1, 1, 0, 2}, {0, 1, 1, 1, 0, 0, 1, 0, 1, 0}));
  const auto rows =
      rows_of("score_course{windows=3, least=1}", trial_of(dataset, Agent(Switching{})));
  REQUIRE(rows.size() == 3);
  const auto check = [&](std::size_t w, std::vector<double> expected) {
    INFO(w);
    for (std::size_t i = 0; i < expected.size(); ++i) CHECK(rows[w].values[i] == expected[i]);
  };
  CHECK(rows[0].step == 3);
  CHECK(rows[1].step == 6);
  CHECK(rows[2].step == 10);
  check(0, {2.0 / 3, 3, 3, 1, 0.5, 0.5});  // record 2 too, by action 1
  check(1, {0, 1, 3, 1, 0, 1});
  check(2, {0.5, 2, 4, 1, 0.5, 0.5});
  // With two records an action: in the second window there is none.
  const auto fewer =
      rows_of("score_course{windows=3, least=2}", trial_of(dataset, Agent(Switching{})));
  CHECK(std::isnan(fewer[1].values[3]));
  CHECK(std::isnan(fewer[1].values[5]));
  CHECK_THROWS_AS(rows_of("score_course{windows=11}", trial_of(dataset, Agent(Switching{}))),
                  NotApplicable);
}

TEST_CASE("score_course: one window is replay, with the same weights; windows cut its records") {
  const auto dataset = dataset_of("linear_model{features=3, actions=4}");
  const Trial whole = trial_of(*dataset, Agent(Always{2}), 400);
  for (const char* weights : {"none", "pool_size"}) {
    const std::string text = std::string("weights=\"") + weights + "\"";
    const auto one = rows_of("score_course{windows=1, " + text + "}", whole);
    const auto replay = rows_of("replay{" + text + "}", whole);
    CHECK(one[0].values[0] == replay[0].values[0]);
    const auto seven = rows_of("score_course{windows=7, " + text + "}", whole);
    double rewards = 0;
    double accepted = 0;
    double records = 0;
    for (const auto& row : seven) {
      rewards += row.values[0] * row.values[1];
      accepted += row.values[1];
      records += row.values[2];
    }
    CHECK(accepted == one[0].values[1]);
    CHECK(records == 400);
    CHECK(rewards == Approx(one[0].values[0] * accepted));
  }
}
