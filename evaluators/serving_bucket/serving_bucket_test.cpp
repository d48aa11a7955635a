#include <cmath>

#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

enum Column : std::size_t {
  column_estimate,
  column_standard_error,
  column_accepted,
  column_records,
  column_online,
  column_ratio
};

/// The action that was logged last, 0 at first: a model that learns from everything it is given.
struct Follower {
  Action last = 0;
  Action choose(const Context&, const ActionSet&, Draws&) const { return last; }
  void update(const Context&, Action action, double) { last = action; }
};

}  // namespace

TEST_CASE("serving_bucket: every record teaches, agreements count") {
  // Asked before it learns: 0, 0, 1, 1, 0 against the log's 0, 1, 1, 0, 0.
  const LogDataset dataset(plain_log(2, {0, 1, 1, 0, 0}, {1, 1, 0, 1, 1}));
  const auto row = rows_of("serving_bucket", trial_of(dataset, Agent(Follower{})))[0];
  CHECK(row.step == 5);
  CHECK(row.values[column_estimate] == Approx(2.0 / 3).epsilon(1e-15));
  CHECK(row.values[column_accepted] == 3);
  CHECK(row.values[column_records] == 5);
  CHECK(std::isnan(row.values[column_online]));
  CHECK(std::isnan(row.values[column_ratio]));
}

TEST_CASE("serving_bucket: of a static policy it is replay") {
  const auto dataset = dataset_of("pool_segments{pool_sizes=[2, 5], means=[0.2, 0.4], records=50}");
  const Trial trial = trial_of(*dataset, Agent(Always{1}), 300);
  for (const char* weights : {"", "{weights=\"pool_size\"}"}) {
    const auto ours = rows_of(std::string("serving_bucket") + weights, trial)[0].values;
    const auto replayed = rows_of(std::string("replay") + weights, trial)[0].values;
    CHECK(ours[column_estimate] == replayed[0]);
    CHECK(ours[column_standard_error] == replayed[1]);
    CHECK(ours[column_accepted] == replayed[2]);
    // Three stretches of 0.2 and three of 0.4.
    CHECK(ours[column_online] == Approx(0.3).epsilon(1e-12));
    CHECK(ours[column_ratio] == ours[column_estimate] / ours[column_online]);
  }
}

TEST_CASE("serving_bucket: offline and online agree in the mean, for a model that learns") {
  // 400 logs of 400 records; replay, which teaches a third of them, is below.
  const auto dataset = dataset_of("bernoulli_arms{means=[0.2, 0.5, 0.3]}");
  numeric::Moments difference;
  numeric::Moments online;
  numeric::Moments replayed;
  for (std::uint64_t replicate = 0; replicate < 400; ++replicate) {
    const Agent model = testing::make_agent("emp{epsilon=0, learn_from=\"all\"}",
                                            plain_log(3, {0, 1, 2}, {0, 0, 1}));
    const Trial trial = trial_of(*dataset, model, 400, replicate);
    const auto row = rows_of("serving_bucket", trial)[0].values;
    difference.add(row[column_estimate] - row[column_online]);
    online.add(row[column_online]);
    replayed.add(value_of("replay", "estimate", trial));
  }
  require_near(difference.mean, 0, difference.standard_error());
  CHECK(replayed.mean + 4 * replayed.standard_error() < online.mean);
}
