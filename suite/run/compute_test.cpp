#include "suite/run/compute.hpp"

#include <cmath>
#include <map>

#include "suite/numeric/moments.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/studies.hpp"

using namespace replaybench;

namespace {

const struct : RowSchema { RowColumn estimate = add(Role::estimate); } one_number{};

// One cell a combination unless `block` says otherwise.
Plan study(const std::string& algorithms, const std::string& extra,
           const std::string& evaluators = "'replay'") {
  return plan_of(study_head +
                 "[[simulation]]\nname = 'play'\ndatasets = ['linear_model{actions=4, features=3, "
                 "universal=1}']\n"
                 "algorithms = [" +
                 algorithms + "]\nevaluators = [" + evaluators + "]\nhorizon = '40'\n" + extra +
                 "[[table]]\nname = 'x'\nfrom = 'play'\n");
}

Table rows_of(const Cell& cell) { return Table::from_csv(compute(cell), "cell"); }
const NumberColumn& numbers(const Table& table, const std::string& name) {
  return std::get<NumberColumn>(table.column(name));
}

// Input of an evaluator in each replicate: the log, the live environment, and the key of the
// algorithm's draws.
struct Met {
  std::vector<Action> actions;
  std::vector<double> contexts;
  std::vector<double> rewards;
  std::vector<double> live;
  std::uint64_t policy = 0;
};

class Probe final : public Evaluator {
 public:
  explicit Probe(std::vector<Met>& met) : met_(met) {}
  const RowSchema& schema() const override { return one_number; }
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    Met met;
    const auto log = trial.log();
    met.actions = log->actions;
    met.contexts = log->contexts;
    met.rewards = log->rewards;
    const auto environment = trial.environment();
    for (std::uint64_t step = 0; step < 10; ++step) {
      environment->observe(step);
      const Context context = environment->context();
      met.live.insert(met.live.end(), context.values().begin(), context.values().end());
      for (Action a = 0; a < environment->action_count(); ++a)
        met.live.push_back(environment->reward(a));
    }
    met.policy = trial.policy_stream().value;
    met_.push_back(std::move(met));
    rows.push_back(one_number.row(1, {one_number.estimate(0)}));
  }

 private:
  std::vector<Met>& met_;
};

// Every replicate of the cell, as an evaluator meets it.
std::vector<Met> met_by(Cell cell) {
  std::vector<Met> met;
  cell.simulation->set_evaluator(std::make_shared<const Probe>(met));
  compute(cell);
  return met;
}

Met met_by_first(const std::string& algorithm, const std::string& extra = "replicates = 1\n",
                 const std::string& evaluator = "'replay'") {
  return met_by(study(algorithm, extra, evaluator).cells.at(0)).at(0);
}

}  // namespace

TEST_CASE("compute: moments are those of the rows, to the last bit") {
  const std::string truth = "truth = '0.5'\nreplicates = 30\nblock = 30\n";
  const std::string evaluators = "'replay{checkpoints=[1, 5, 9, 14]}'";
  const Table rows = rows_of(study("'lin_ucb'", truth + "keep = 'rows'\n", evaluators).cells.at(0));
  const Table moments = rows_of(study("'lin_ucb'", truth, evaluators).cells.at(0));

  std::map<std::pair<double, std::string>, numeric::Moments> by_hand;
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    for (const auto& name : rows.names()) {
      if (name == "replicate" || name == "step") continue;
      auto& sums = by_hand[{numbers(rows, "step")[row], name}];
      if (!std::isnan(numbers(rows, name)[row])) sums.add(numbers(rows, name)[row]);
    }
  }
  REQUIRE(moments.rows() == by_hand.size());
  std::size_t fewer = 0;
  for (std::size_t row = 0; row < moments.rows(); ++row) {
    const auto& sums = by_hand.at(
        {numbers(moments, "step")[row], std::get<TextColumn>(moments.column("metric"))[row]});
    CHECK(numbers(moments, "count")[row] == static_cast<double>(sums.count));
    CHECK(numbers(moments, "mean")[row] == sums.mean);
    CHECK(numbers(moments, "m2")[row] == sums.m2);
    fewer += sums.count < 30;
  }
  // Step 14 of 40 records over 4 actions is not always reached; a standard error of one record is
  // NaN.
  CHECK(fewer > 0);
}

TEST_CASE("compute: errors against the truth") {
  const Table rows =
      rows_of(study("'ucb'", "truth = '0.3'\nreplicates = 20\nkeep = 'rows'\n").cells.at(0));
  REQUIRE(rows.rows() == 20);
  for (std::size_t row = 0; row < 20; ++row) {
    const double error = numbers(rows, "estimate")[row] - 0.3;
    CHECK(numbers(rows, "error")[row] == error);
    CHECK(numbers(rows, "squared_error")[row] == error * error);
  }
}

TEST_CASE("compute: a row with fewer or more numbers than the cell has columns is refused") {
  class Careless final : public Evaluator {
   public:
    explicit Careless(int numbers) : numbers_(numbers) {}
    const RowSchema& schema() const override { return one_number; }
    void evaluate(Trial&, std::vector<ResultRow>& rows) const override {
      rows.push_back(one_number.row(1, {one_number.estimate(0)}));
      rows.back().values.resize(static_cast<std::size_t>(numbers_));
    }

   private:
    int numbers_;
  };
  for (const char* keep : {"rows", "moments"}) {
    Cell cell = study("'ucb'", std::string("replicates = 1\nkeep = '") + keep + "'\n").cells.at(0);
    for (const int numbers : {0, 1, 2}) {
      cell.simulation->set_evaluator(std::make_shared<const Careless>(numbers));
      if (numbers == 1) {
        CHECK_NOTHROW(compute(cell));
      } else {
        CHECK_THROWS_AS(compute(cell), std::logic_error);
      }
    }
  }
}

TEST_CASE("compute: ranges of replicates put together are the whole, row by row") {
  const auto cells = [](int block) {
    return study("'epsilon_greedy'",
                 "replicates = 20\nkeep = 'rows'\nblock = " + std::to_string(block) + "\n")
        .cells;
  };
  const std::string whole = compute(cells(20).at(0));
  for (const int block : {1, 7, 10}) {
    INFO("block " << block);
    std::string together;
    for (const Cell& cell : cells(block)) {
      const std::string part = compute(cell);
      together += together.empty() ? part : part.substr(part.find('\n') + 1);
    }
    CHECK(together == whole);
  }
}

TEST_CASE("compute: the same cell gives the same bytes, another replicate or seed others") {
  const Cell cell = study("'epsilon_greedy'", "replicates = 5\nkeep = 'rows'\n").cells.at(0);
  CHECK(compute(cell) == compute(cell));
  Cell other = cell;
  other.simulation->seed = 8;
  CHECK(compute(other) != compute(cell));
  const auto met = met_by(cell);
  for (std::size_t i = 1; i < met.size(); ++i) {
    CHECK(met[i].actions != met[0].actions);
    CHECK(met[i].contexts != met[0].contexts);
    CHECK(met[i].policy != met[0].policy);
  }
}

TEST_CASE(
    "compute: two algorithms and two evaluators meet the same log and the same live environment") {
  const Met ucb = met_by_first("'ucb'");
  REQUIRE(ucb.actions.size() == 40);
  REQUIRE(ucb.contexts.size() == 40 * 4);
  for (const char* algorithm :
       {"'lin_ucb'", "'ucb{alpha=3}'", "'best_policy'", "'uniform_random'"}) {
    INFO(algorithm);
    const Met other = met_by_first(algorithm);
    CHECK(other.actions == ucb.actions);
    CHECK(other.contexts == ucb.contexts);
    CHECK(other.rewards == ucb.rewards);
    CHECK(other.live == ucb.live);
  }
  const Met star = met_by_first("'ucb'", "replicates = 1\n", "'replay_star'");
  CHECK(star.actions == ucb.actions);
  CHECK(star.rewards == ucb.rewards);
  CHECK(star.policy == ucb.policy);
}

TEST_CASE("compute: another logging policy acts otherwise on the same contexts") {
  const Met uniform = met_by_first("'ucb'");
  const Met other =
      met_by_first("'ucb'", "replicates = 1\nlogging = 'fixed_action{action=1, epsilon=0.5}'\n");
  CHECK(other.actions != uniform.actions);
  CHECK(other.contexts == uniform.contexts);
  CHECK(other.live == uniform.live);
  CHECK(other.policy == uniform.policy);
}

TEST_CASE("compute: the algorithm's stream has its name, not its parameters") {
  const auto policy = [](const char* algorithm) { return met_by_first(algorithm).policy; };
  CHECK(policy("'epsilon_greedy{epsilon=0.1}'") == policy("'epsilon_greedy{epsilon=0.9}'"));
  CHECK(policy("'epsilon_greedy'") != policy("'uniform_random'"));
}

TEST_CASE("compute: the algorithm's stream is another on each data set") {
  const auto on = [](const std::string& dataset) {
    const Plan plan =
        plan_of(study_head + "[[simulation]]\nname = 'play'\ndatasets = ['" + dataset +
                "']\nalgorithms = ['ucb']\nevaluators = ['replay']\nhorizon = '40'\n"
                "replicates = 1\n[[table]]\nname = 'x'\nfrom = 'play'\n");
    return met_by(plan.cells.at(0)).at(0).policy;
  };
  const auto four = on("linear_model{actions=4, features=3, universal=1}");
  CHECK(four == on("linear_model{actions=4, features=3, universal=1}"));
  CHECK(four != on("linear_model{actions=5, features=3, universal=1}"));
}

TEST_CASE("compute: the log and live play are apart, with the same model") {
  const Met met = met_by_first("'ucb'");
  // Contexts of the live environment's first step and of the first record: different draws.
  CHECK(std::vector<double>(met.live.begin(), met.live.begin() + 4) !=
        std::vector<double>(met.contexts.begin(), met.contexts.begin() + 4));
}

TEST_CASE("compute: nothing reached gives a header only") {
  const Table moments =
      rows_of(study("'ucb'", "replicates = 3\n", "'replay{checkpoints=[1000]}'").cells.at(0));
  CHECK(moments.rows() == 0);
  CHECK(moments.names() == std::vector<std::string>{"step", "metric", "count", "mean", "m2"});
}

TEST_CASE("compute: a simulated log without a horizon is refused, not empty") {
  Cell cell = study("'ucb'", "replicates = 1\n").cells.at(0);
  cell.simulation->horizon = 0;
  CHECK_THROWS_AS(compute(cell), NotApplicable);
}

TEST_CASE("compute: what cells have in common changes no result") {
  const Plan plan = study("'ucb', 'lin_ucb', 'uniform_random'", "replicates = 4\nblock = 2\n",
                          "'replay', 'log_statistics', 'bootstrap{of=\"replay\", resamples=3}'");
  for (const std::uint64_t room :
       {std::uint64_t{0}, std::uint64_t{4'000}, std::uint64_t{1} << 20}) {
    INFO(room << " bytes");
    SharedLogs logs(room);
    for (const Cell& cell : plan.cells) CHECK(compute(cell, &logs) == compute(cell));
  }
  // Four logs are written for 36 cells' replicates, and two are kept at a time where there is no more room: those of the
  // replicates before make way.
  const std::uint64_t of_a_log = trial_of(*plan.cells[0].simulation, 0).log()->bytes();
  for (const std::uint64_t room : {of_a_log * 5 / 2, std::uint64_t{1} << 20}) {
    INFO(room << " bytes");
    SharedLogs logs(room);
    std::size_t borrowed = 0;
    for (const std::uint64_t first : {0, 2}) {
      for (const Cell& cell : plan.cells) {
        if (cell.simulation->first_replicate != first) continue;
        compute(cell, &logs);
        const auto times = logs.take_times();
        CHECK((times.written > 0) != (times.borrowed > 0));
        borrowed += times.borrowed > 0;
      }
    }
    CHECK(borrowed == plan.cells.size() - 2);
  }
}

TEST_CASE("compute: cells have a log in common if all that decides it is the same") {
  const auto group = [](const std::string& head, const std::string& extra) {
    return log_group(*plan_of(study_head + "[[simulation]]\nname = 'play'\n" + head +
                              "evaluators = ['replay']\nreplicates = 1\n" + extra +
                              "[[table]]\nname = 'x'\nfrom = 'play'\n")
                          .cells.at(0)
                          .simulation);
  };
  const std::string arms = "datasets = ['bernoulli_arms']\n";
  const std::string ucb = "algorithms = ['ucb']\n";
  const std::string usual = group(arms + ucb, "horizon = '40'\n");
  CHECK(group(arms + "algorithms = ['moss']\n", "horizon = '40'\n") == usual);
  CHECK(group(arms + ucb, "horizon = '41'\n") != usual);
  CHECK(group("datasets = ['bernoulli_arms{means=[0.1, 0.2]}']\n" + ucb, "horizon = '40'\n") !=
        usual);
  CHECK(group(arms + ucb, "horizon = '40'\nlogging = 'fixed_action{action=0}'\n") != usual);
}
