#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

/// Predicts `base + slope * sum of the features`.
struct Predictor {
  double base = 0;
  double slope = 0;
  std::uint64_t* updates = nullptr;
  Action choose(const Context&, const ActionSet& actions, Draws&) const { return actions[0]; }
  void update(const Context&, Action, double) {
    if (updates) ++*updates;
  }
  double predicted_reward(const Context& context, Action) const {
    double sum = base;
    for (const double x : context.values()) sum += slope * x;
    return sum;
  }
};

}  // namespace

TEST_CASE("click_rate: two contexts by hand") {
  // Truth 0.8 in the first context, 0.2 in the second; the prediction is the context's feature 0.
  const auto dataset = dataset_of("tabular{actions=1, means=[0.8, 0.2]}");
  struct First : Predictor {
    double predicted_reward(const Context& context, Action) const { return context[0]; }
  };
  const auto rows = rows_of("click_rate{displays=500}", trial_of(*dataset, Agent(First{}), 10));
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].step == 10);
  const double share = rows[0].values[0];  // of the first context
  CHECK((share > 0.4 && share < 0.6));
  CHECK(rows[0].values[1] == Approx(0.8 * share + 0.2 * (1 - share)).epsilon(1e-12));
  CHECK(rows[0].values[2] == Approx(0.04).epsilon(1e-12));
  CHECK(rows[0].values[3] == 1);
}

TEST_CASE("click_rate: a constant ranks half the pairs, and its error is the truth's spread") {
  const auto dataset = dataset_of("tabular{actions=1, means=[0.8, 0.2]}");
  const auto rows =
      rows_of("click_rate{displays=500}", trial_of(*dataset, Agent(Predictor{0.5, 0}), 10));
  CHECK(rows[0].values[3] == 0.5);
  CHECK(rows[0].values[2] == Approx(0.09).epsilon(1e-12));
}

TEST_CASE("click_rate: learns every record, and looks at the checkpoints") {
  const auto dataset = dataset_of("click_rate_toy");
  std::uint64_t updates = 0;
  const auto rows = rows_of("click_rate{displays=50, checkpoints=[1, 1024, 1025, 3000, 4000]}",
                            trial_of(*dataset, Agent(Predictor{0, -0.01, &updates}), 3000));
  REQUIRE(rows.size() == 4);
  CHECK(rows[3].step == 3000);
  CHECK(updates == 3000);
  // The larger a code, the larger its contributor: the wrong sign ranks nearly all pairs wrong.
  CHECK(rows[0].values[3] < 0.25);
  for (const auto& row : rows) CHECK(row.values == rows[0].values);  // it learns nothing
}

TEST_CASE("click_rate: for algorithms that predict, on simulated data") {
  const auto dataset = dataset_of("click_rate_toy");
  CHECK_THROWS_AS(rows_of("click_rate", trial_of(*dataset, Agent(Alternating{}), 10)),
                  NotApplicable);
  const LogDataset file(plain_log(1, {0, 0}, {1, 0}));
  CHECK_THROWS_AS(rows_of("click_rate", trial_of(file, Agent(Predictor{}))), NotApplicable);
}
