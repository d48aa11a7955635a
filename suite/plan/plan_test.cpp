#include "suite/plan/plan.hpp"

#include <algorithm>
#include <set>

#include "suite/plan/master_seed.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/testing/studies.hpp"
#include "suite/text/errors.hpp"

using namespace replaybench;
using Texts = std::vector<std::string>;

namespace {

struct Simulation {
  std::string sweep = "'T = 5 10'";
  std::string datasets = "'two arms = bernoulli_arms{means=[0.4, 0.2]}'";
  std::string algorithms = "'ucb'";
  std::string evaluators = "'replay'";
  std::string horizon = "T";
  std::string extra = "replicates = 5\n";
  std::string table = {};
  std::string seed = "7";
  std::string name = "play";
  std::string before = {};  ///< other tasks

  std::string text() const {
    return "title = 't'\nquestion = 'q'\nseed = " + seed + "\n" + before +
           "[[simulation]]\nname = '" + name + "'\nsweep = [" + sweep + "]\ndatasets = [" +
           datasets + "]\nalgorithms = [" + algorithms + "]\nevaluators = [" + evaluators +
           "]\nhorizon = '" + horizon + "'\n" + extra + "[[table]]\nname = 'x'\nfrom = '" + name +
           "'\n" + table;
  }
};

std::string axes_of(const Cell& cell) {
  std::string text;
  for (const auto& axis : cell.axes) text += axis.name + "=" + axis.value + " ";
  return text;
}

Texts canonicals(const Simulation& simulation) {
  Texts texts;
  for (const Cell& cell : plan_of(simulation.text()).cells) {
    if (cell.task == simulation.name) texts.push_back(cell.canonical);
  }
  return texts;
}

}  // namespace

TEST_CASE("plan: combinations in order, the last axis fastest") {
  const std::vector<SweepAxis> sweep{{"a", {"1", "2"}, true}, {"b", {"x", "y", "z"}, false}};
  const auto rows = combinations(sweep, std::nullopt);
  REQUIRE(rows.size() == 6);
  std::string text;
  for (const auto& row : rows)
    text += row[0].first + row[0].second + row[1].first + row[1].second + " ";
  CHECK(text == "a1bx a1by a1bz a2bx a2by a2bz ");

  const auto kept = combinations(sweep, Expression::parse("a == 2 and b != 'y'"));
  REQUIRE(kept.size() == 2);
  CHECK(kept[0][1].second == "x");
  CHECK(kept[1][1].second == "z");
  CHECK(combinations({}, std::nullopt).size() == 1);
  CHECK_THROWS_AS(combinations(sweep, Expression::parse("a + 1")), ExpressionError);
}

TEST_CASE("plan: too many combinations are refused before they are made") {
  SweepAxis thousand{"a", Texts(1000, "1"), true};
  CHECK(combinations({thousand, thousand}, std::nullopt).size() == max_cells);
  CHECK_THROWS_AS(combinations({thousand, thousand, {"b", {"1", "2"}, true}}, std::nullopt),
                  SpecErrors);
  // The product of these sizes is 2^64, which wraps to 0 in the machine's arithmetic.
  const SweepAxis many{"a", Texts(65536, "1"), true};
  CHECK_THROWS_AS(combinations({many, many, many, many}, std::nullopt), SpecErrors);
}

TEST_CASE("plan: too many cells are refused") {
  for (const char* extra :
       {"replicates = 1000000000000000000\n", "replicates = 9223372036854775807\n",
        "replicates = 1000001\nblock = 1\n"}) {
    INFO(extra);
    Simulation many;
    many.extra = extra;
    CHECK(missing(problems_of(many.text()), {"4:1: simulation \"play\": it has", "1000000"}) == "");
  }
  Simulation wide;
  wide.sweep = "'T = 1..1000', 'U = 1..1001'";
  CHECK(missing(problems_of(wide.text()), {"more than 1000000 combinations"}) == "");
  Simulation block;
  block.extra = "replicates = 5\nblock = 9223372036854775807\n";
  CHECK(plan_of(block.text()).cells.size() == 2);
}

TEST_CASE("plan: cells come in the order of the spec, replicates in blocks") {
  Simulation simulation;
  simulation.algorithms = "'ucb', 'random = uniform_random'";
  simulation.evaluators = "'replay', 'replay_star'";
  simulation.extra = "replicates = 25\nblock = 10\n";
  const Plan plan = plan_of(simulation.text());
  REQUIRE(plan.cells.size() == 2 * 2 * 2 * 3);
  CHECK(axes_of(plan.cells[0]) == "T=5 dataset=two arms algorithm=ucb evaluator=replay horizon=5 ");
  CHECK(axes_of(plan.cells[3]) ==
        "T=5 dataset=two arms algorithm=ucb evaluator=replay_star horizon=5 ");
  CHECK(axes_of(plan.cells[6]) ==
        "T=5 dataset=two arms algorithm=random evaluator=replay horizon=5 ");
  CHECK(axes_of(plan.cells[12]) ==
        "T=10 dataset=two arms algorithm=ucb evaluator=replay horizon=10 ");
  for (std::size_t i = 0; i < plan.cells.size(); ++i) {
    CHECK(plan.cells[i].combination == i / 3);
    CHECK(plan.cells[i].simulation->first_replicate == 10 * (i % 3));
    CHECK(plan.cells[i].simulation->replicates == (i % 3 == 2 ? 5 : 10));
    CHECK(plan.cells[i].unavailable.empty());
  }
  CHECK(plan.cells[0].cost == 5 * 10);
  CHECK(plan.cells[14].cost == 10 * 5);
}

TEST_CASE("plan: everything that decides a result is in its text") {
  const Simulation base;
  const Texts before = canonicals(base);
  const auto differs = [&](const char* what, auto&& change) {
    INFO(what);
    Simulation other = base;
    change(other);
    const Texts after = canonicals(other);
    for (const auto& text : after)
      CHECK(std::find(before.begin(), before.end(), text) == before.end());
  };
  differs("seed", [](auto& s) { s.seed = "8"; });
  differs("the block's seed", [](auto& s) { s.extra += "seed = 8\n"; });
  differs("data set's parameter",
          [](auto& s) { s.datasets = "'two arms = bernoulli_arms{means=[0.4, 0.3]}'"; });
  differs("algorithm's parameter", [](auto& s) { s.algorithms = "'ucb = ucb{alpha=1.5}'"; });
  differs("algorithm", [](auto& s) { s.algorithms = "'ucb = epsilon_greedy'"; });
  differs("evaluator", [](auto& s) { s.evaluators = "'replay = replay_star'"; });
  differs("evaluator's parameter",
          [](auto& s) { s.evaluators = "'replay = replay{weights=\"pool_size\"}'"; });
  differs("logging policy", [](auto& s) { s.extra += "logging = 'fixed_action{epsilon=0.5}'\n"; });
  differs("horizon", [](auto& s) { s.horizon = "T + 1"; });
  differs("truth", [](auto& s) { s.extra += "truth = '0.4'\n"; });
  differs("replicates of the cell", [](auto& s) { s.extra = "replicates = 6\n"; });
  differs("rows kept", [](auto& s) { s.extra += "keep = 'rows'\n"; });
}

TEST_CASE("plan: a block with another study's seed has the cells of that study") {
  Simulation part;
  part.extra += "seed = 9\n";
  Simulation own;
  own.seed = "9";
  CHECK(canonicals(part) == canonicals(own));
  ExperimentSpec spec = spec_of(part.text());
  ExperimentSpec alone = spec_of(own.text());
  MasterSeed::confirmation().apply_to(spec);
  MasterSeed::confirmation().apply_to(alone);
  CHECK(spec.simulations[0].seed == alone.seed);
  CHECK(alone.seed == MasterSeed::confirmation().of(9));
  CHECK(spec.seed == MasterSeed::confirmation().of(7));
  CHECK(spec.master_seed == "confirmation");
}

TEST_CASE("plan: nothing else is in it") {
  const Simulation base;
  const Texts before = canonicals(base);
  const auto same = [&](const char* what, auto&& change) {
    INFO(what);
    Simulation other = base;
    change(other);
    const Texts after = canonicals(other);
    for (const auto& text : before)
      CHECK(std::find(after.begin(), after.end(), text) != after.end());
  };
  same("a task's name", [](auto& s) { s.name = "other"; });
  same("labels", [](auto& s) { s.algorithms = "'other label = ucb'"; });
  same("spelling of defaults", [](auto& s) { s.algorithms = "'ucb{ties=\"lowest\", alpha=2}'"; });
  same("spelling of numbers", [](auto& s) { s.datasets = "'bernoulli_arms{means=[4e-1, 0.20]}'"; });
  same("more values of the sweep, another place in the plan",
       [](auto& s) { s.sweep = "'T = 3 5 7 10'"; });
  same("another name of the variable", [](auto& s) {
    s.sweep = "'N = 5 10'";
    s.horizon = "N";
  });
  same("other algorithms in the study", [](auto& s) { s.algorithms = "'uniform_random', 'ucb'"; });
  same("tasks before it",
       [](auto& s) { s.before = "[[grid]]\nname = 'g'\ncolumns = ['y = 1']\n"; });
  same("tables", [](auto& s) { s.table = "columns = ['T']\n"; });
  same("more replicates in other cells", [](auto& s) { s.extra = "replicates = 11\nblock = 5\n"; });
  same("where the study lies", [](auto&) {});
}

TEST_CASE("plan: keys are unique") {
  Simulation simulation;
  simulation.algorithms = "'ucb', 'uniform_random', 'ucb{alpha=3}'";
  simulation.evaluators = "'replay', 'replay_star', 'online'";
  simulation.extra = "replicates = 30\nblock = 10\n";
  const Texts texts = canonicals(simulation);
  CHECK(texts.size() == 2 * 3 * 3 * 3);
  CHECK(std::set<std::string>(texts.begin(), texts.end()).size() == texts.size());
}

TEST_CASE("plan: substitution reaches components and labels") {
  Simulation simulation;
  simulation.sweep = "'T = 5', 'K = 2 3'";
  simulation.datasets = "'$K arms = bernoulli_arms{arms=$K}'";
  simulation.algorithms = "'epsilon $K = epsilon_greedy{epsilon=0.$K}'";
  const Plan plan = plan_of(simulation.text());
  REQUIRE(plan.cells.size() == 2);
  CHECK(axes_of(plan.cells[1]) ==
        "T=5 K=3 dataset=3 arms algorithm=epsilon 3 evaluator=replay horizon=5 ");
  CHECK(missing(plan.cells[1].canonical, {"arms=3", "epsilon=0.3"}) == "");
}

TEST_CASE("plan: what cannot run is unavailable with its reason") {
  Simulation oracle;
  oracle.algorithms = "'ucb', 'fixed_action{action=2}'";
  const Plan plan = plan_of(oracle.text());
  REQUIRE(plan.cells.size() == 4);
  CHECK(plan.cells[0].unavailable.empty());
  CHECK(missing(plan.cells[1].unavailable, {"there is no action 2"}) == "");
  Simulation no_file;
  no_file.datasets = "'log{path=\"/nowhere/log.csv\"}', 'bernoulli_arms'";
  const Plan without = plan_of(no_file.text());
  CHECK(missing(without.cells[0].unavailable, {"/nowhere/log.csv"}) == "");
  CHECK(without.cells[1].unavailable.empty());
}

TEST_CASE("plan: the cells that cannot run are these, with every evaluator and horizon") {
  Simulation simulation;
  simulation.sweep = "'T = 5 7'";
  simulation.datasets = "'two = bernoulli_arms{arms=2}', 'three = bernoulli_arms{arms=3}'";
  simulation.algorithms = "'third = fixed_action{action=2}', 'ucb'";
  simulation.evaluators = "'replay', 'online'";
  const Plan plan = plan_of(simulation.text());
  REQUIRE(plan.cells.size() == 16);
  for (const Cell& cell : plan.cells) {
    INFO(axes_of(cell));
    const bool without_action = missing(axes_of(cell), {"dataset=two", "algorithm=third"}).empty();
    CHECK(cell.unavailable.empty() == !without_action);
  }
}

TEST_CASE("plan: plans that share their data sets open each once") {
  Simulation simulation;
  simulation.datasets = "'bernoulli_arms'";
  const auto spec = std::make_shared<const ExperimentSpec>(spec_of(simulation.text()));
  OpenedDatasets datasets;
  const Plan first = make_plan(spec, Profile::standard, datasets);
  const Plan second = make_plan(spec, Profile::smoke, datasets);
  const Plan apart = make_plan(spec, Profile::standard);
  CHECK(first.cells[0].simulation->dataset == second.cells[0].simulation->dataset);
  CHECK(first.cells[0].simulation->dataset != apart.cells[0].simulation->dataset);
  CHECK(first.cells[0].canonical == apart.cells[0].canonical);
}

TEST_CASE("plan: a stand-in for data that are not here") {
  Simulation simulation;
  simulation.datasets =
      "'real = log{path=\"/nowhere/ else {.csv\"} else three = bernoulli_arms{arms=3} else two "
      "= "
      "bernoulli_arms{arms=2}'";
  const Plan plan = plan_of(simulation.text());
  REQUIRE(!plan.cells.empty());
  CHECK(plan.cells[0].unavailable.empty());
  CHECK(missing(plan.cells[0].canonical, {"arms=3"}) == "");
  CHECK(missing(axes_of(plan.cells[0]), {"dataset=three"}) == "");

  simulation.datasets = "'log{path=\"/nowhere/a.csv\"} else log{path=\"/nowhere/b.csv\"}'";
  CHECK(missing(plan_of(simulation.text()).cells[0].unavailable, {"/nowhere/a.csv"}) == "");
  // A fault in any of them is reported, also if it is not needed.
  simulation.datasets = "'bernoulli_arms else no_such_set'";
  CHECK_THROWS_AS(plan_of(simulation.text()), SpecErrors);
}

TEST_CASE("plan: a file's content is part of the text, its size of the cost") {
  const StudyFolder folder;
  folder.write("log.csv", "action,reward\na,1\nb,0\na,0\n");
  Simulation simulation;
  simulation.datasets = "'log{path=\"" + (folder.study() / "log.csv").string() + "\"}'";
  simulation.horizon = "0";
  const Plan before = plan_of(simulation.text());
  CHECK(before.cells[0].unavailable.empty());
  CHECK(before.cells[0].cost == 3 * 5);
  folder.write("log.csv", "action,reward\na,1\nb,0\na,1\n");
  CHECK(plan_of(simulation.text()).cells[0].canonical != before.cells[0].canonical);
}

TEST_CASE("plan: expressions that do not fit are reported with the task's place") {
  const auto told = [](auto&& change) {
    Simulation simulation;
    change(simulation);
    return problems_of(simulation.text());
  };
  for (const char* horizon : {"-T", "nan", "inf", "T + 0.5", "1e13"}) {
    INFO(horizon);
    CHECK(missing(told([&](auto& s) { s.horizon = horizon; }),
                  {"4:1: simulation \"play\": horizon"}) == "");
  }
  CHECK(missing(told([](auto& s) { s.horizon = "\"x\""; }),
                {"does not give one number for each combination"}) == "");
  CHECK(missing(told([](auto& s) { s.horizon = "where(T > 5, T)"; }),
                {"does not give one number"}) == "");
  CHECK(missing(told([](auto& s) { s.extra = "truth = 'where(T > 5, T)'\n"; }),
                {"does not give one number"}) == "");
  CHECK(missing(told([](auto& s) { s.extra = "only = 'T'\n"; }),
                {"4:1: ", "expected a condition"}) == "");
  CHECK(missing(told([](auto& s) { s.extra = "only = 'T > 100'\n"; }), {"leaves no combination"}) ==
        "");
  CHECK(missing(told([](auto& s) {
                  s.before = "[[grid]]\nname = 'g'\nsweep = ['K = 1']\nonly = 'K'\ncolumns = []\n";
                }),
                {"4:1: grid \"g\": ", "expected a condition"}) == "");
}

TEST_CASE("plan: a policy that learns writes no logs, and a file needs none") {
  Simulation simulation;
  simulation.extra = "logging = 'ucb{alpha=2}'\n";
  const std::string problems = problems_of(simulation.text());
  CHECK(missing(problems, {"\"logging\" is ucb, which learns", "uniform_random"}) == "");
  CHECK(std::count(problems.begin(), problems.end(), '\n') == 1);
  simulation.extra = "logging = 'table_policy{actions=[0, 1]}'\n";
  CHECK(problems_of(simulation.text()).empty());
  simulation.extra = "logging = 'best_policy{epsilon=0.5}'\n";  // knows the environment
  CHECK(problems_of(simulation.text()).empty());

  const StudyFolder folder;
  folder.write("log.csv", "action,reward\na,1\nb,0\n");
  simulation.extra = "logging = 'ucb'\n";
  simulation.datasets = "'log{path=\"" + (folder.study() / "log.csv").string() + "\"}'";
  simulation.horizon = "0";
  CHECK(problems_of(simulation.text()).empty());
}

TEST_CASE("plan: what is wrong in components is reported once, with the place of its text") {
  Simulation simulation;
  simulation.sweep = "'T = 1..200'";
  simulation.algorithms = "'ucb{alpa=1}', 'ucv', 'ucb{alpha=$X}'";
  const std::string problems = problems_of(simulation.text());
  CHECK(missing(problems, {"unknown parameter \"alpa\" of ucb"}) == "");
  CHECK(missing(problems, {"unknown algorithm \"ucv\""}) == "");
  CHECK(std::count(problems.begin(), problems.end(), '\n') == 3);
  Simulation kinds;
  kinds.algorithms = "'replay'";
  kinds.evaluators = "'ucb{alpha=1}'";
  CHECK(missing(problems_of(kinds.text()), {"\"replay\" is an evaluator; expected an algorithm",
                                            "\"ucb\" is an algorithm; expected an evaluator"}) ==
        "");

  Simulation together;  // valid alone, not together: the component's own refusal
  together.datasets = "'bernoulli_arms{arms=1, means=[0.1, 0.2]}'";
  together.evaluators = "'replay{checkpoints=[2, 1]}'";
  const std::string refusals = problems_of(together.text());
  CHECK(missing(refusals, {"7:12: bernoulli_arms: means has 2 numbers for 1 arms"}) == "");
  CHECK(missing(refusals, {"9:14: replay: checkpoints do not increase"}) == "");

  Simulation all_wrong;  // a problem in each of 100,000 combinations does not take forever
  all_wrong.sweep = "'T = 1..100000'";
  all_wrong.algorithms = "'ucb{alpha=-$T}'";
  const std::string many = problems_of(all_wrong.text());
  CHECK(std::count(many.begin(), many.end(), '\n') <= 102);
}

TEST_CASE("plan: labels that a sweep makes equal are refused") {
  Simulation simulation;
  simulation.sweep = "'a = 1 2', 'T = 5'";
  simulation.algorithms = "'X$a = uniform_random', 'X2 = ucb'";
  CHECK(missing(problems_of(simulation.text()),
                {"8:14: the label \"X2\" is there twice at a = 2, T = 5"}) == "");
  simulation.extra = "only = 'a < 2'\nreplicates = 5\n";
  CHECK(problems_of(simulation.text()).empty());
  simulation.algorithms = "'X$a = uniform_random', 'Y$a = ucb'";
  simulation.extra = "replicates = 5\n";
  CHECK(problems_of(simulation.text()).empty());
}

TEST_CASE("plan: a grid without a sweep has a column of its own") {
  const auto told = [](const std::string& column) {
    return problems_of(study_head + "[[grid]]\nname = 'g'\ncolumns = ['" + column +
                       " = 1']\n[[table]]\nname = 'x'\nfrom = 'g'\n");
  };
  CHECK(missing(told("combination"), {"6:11: \"combination\" is what a grid without sweep"}) == "");
  CHECK(told("y").empty());
}

TEST_CASE("plan: tables speak of columns and labels that there are") {
  const auto told = [](const std::string& table, const std::string& evaluators = "'replay'") {
    Simulation simulation;
    simulation.extra = "replicates = 5\nkeep = 'rows'\n";
    simulation.evaluators = evaluators;
    simulation.table = table;
    return problems_of(simulation.text());
  };
  CHECK(told("only = 'T > 5'\nderive = ['a = estimate_se * 2', 'b = a + accepted_n']\ncolumns = "
             "['T', 'b', 'horizon']\n")
            .empty());
  CHECK(missing(told("only = 'K > 5'\n"),
                {"13:1: table \"x\": in \"K > 5\": there is no column \"K\""}) == "");
  CHECK(told("derive = ['a = estimate_se * 2']\nonly = 'a > 5'\n").empty());
  CHECK(missing(told("derive = ['a = estimat']\n"), {"did you mean \"estimate\"?"}) == "");
  CHECK(missing(told("[[table.lookup]]\ncolumn = 'c'\nby = 'algoritm'\nvalues = { ucb = 1 }\n"),
                {"table \"x\": lookup: there is no column \"algoritm\" (did you mean"}) == "");
  CHECK(missing(told("derive = ['T = 1']\n"), {"there is a column \"T\" already"}) == "");
  CHECK(missing(told("columns = ['T', 'zeta']\n"), {"there is no column \"zeta\""}) == "");
  CHECK(missing(told("columns = ['T', 'T']\n"), {"\"T\" is there twice"}) == "");
  CHECK(told("replicates = true\ncolumns = ['replicate', 'estimate']\n").empty());
  CHECK(missing(told("replicates = true\ncolumns = ['estimate_se']\n"),
                {"there is no column \"estimate_se\""}) == "");
  const std::string both = "'replay', 'star = replay_star'";
  CHECK(told("difference = { axis = 'evaluator', minuend = 'replay', subtrahend = 'star' }\n", both)
            .empty());
  CHECK(
      missing(told("difference = { axis = 'evaluator', minuend = 'replay', subtrahend = 'ster' }\n",
                   both),
              {"there is no evaluator \"ster\" (did you mean \"star\"?)"}) == "");
  CHECK(told("difference = { axis = 'evaluator' }\n", both).empty());
  CHECK(missing(told("difference = { axis = 'evaluator' }\n"),
                {"difference: \"play\" has one evaluator; a difference is between two"}) == "");
  CHECK(missing(told("difference = { axis = 'evaluator', minuend = 'star', subtrahend = 'star' }\n",
                     both),
                {"minuend and subtrahend are both \"star\""}) == "");
  CHECK(
      missing(told("columns = ['evaluator']\n"
                   "difference = { axis = 'evaluator', minuend = 'replay', subtrahend = 'star' }\n",
                   both),
              {"there is no column \"evaluator\""}) == "");
  const auto then = [&](const std::string& second) {
    return told(
        "difference = { axis = 'evaluator', minuend = 'replay', subtrahend = 'star', then = { " +
            second + " } }\n",
        both);
  };
  CHECK(missing(then("axis = 'algorithm', minuend = 'ucb', subtrahend = 'greedy'"),
                {"there is no algorithm \"greedy\""}) == "");
  CHECK(missing(then("axis = 'algorithm'"), {"names the minuend and the subtrahend of both"}) ==
        "");
  CHECK(missing(then("axis = 'evaluator', minuend = 'replay', subtrahend = 'star'"),
                {"both are along the axis \"evaluator\""}) == "");
  Simulation taken;
  taken.sweep = "'T = 5', 'estimate_se = 1 2'";
  CHECK(missing(problems_of(taken.text()),
                {"\"estimate_se\" has the name of a result of replay"}) == "");
}

TEST_CASE("plan: the columns of evaluators with different numbers are united") {
  Simulation simulation;
  simulation.evaluators = "'replay', 'online_short'";
  const Plan plan = plan_of(simulation.text());
  Texts names;
  for (const auto& column : result_columns(plan, plan.spec->tables[0])) {
    if (column.name.find("_s") == std::string::npos || column.name == "reward_sum")
      names.push_back(column.name);
    const bool text =
        column.name == "dataset" || column.name == "algorithm" || column.name == "evaluator";
    CHECK(column.numeric == !text);
  }
  for (const char* name :
       {"T", "horizon", "step", "estimate", "estimate_n", "reward_sum", "expected"}) {
    CHECK(std::count(names.begin(), names.end(), name) == 1);
  }
}

TEST_CASE(
    "plan: the work of a cell counts what its evaluator repeats, and to how much it is limited") {
  const Plan plan =
      plan_of(study_head +
              "[[simulation]]\nname = 'play'\ndatasets = ['bernoulli_arms']\nalgorithms = ['ucb']\n"
              "evaluators = ['replay', 'bred{resamples=7}', 'trained{of=\"replay\", size=20}']\n"
              "horizon = '50'\nreplicates = 3\n[[table]]\nname = 'x'\nfrom = 'play'\n");
  REQUIRE(plan.cells.size() == 3);
  CHECK(plan.cells[0].cost == 3 * 50);
  CHECK(plan.cells[1].cost == 3 * 50 * 7);
  CHECK(plan.cells[2].cost == 3 * 20);
}

TEST_CASE("plan: a grid is one cell, its table row by row") {
  const std::string grid =
      study_head +
      "[[grid]]\nname = 'g'\nsweep = ['K = 2 3', 'reading = c x']\nonly = \"K > 2 or reading == "
      "'c'\"\n"
      "columns = ['square = K^2', 'next = square + 1']\n[[table]]\nname = 'g'\nfrom = 'g'\n";
  const Plan plan = plan_of(grid);
  REQUIRE(plan.cells.size() == 1);
  CHECK(plan.cells[0].cost == 3 * 2);
  CHECK(grid_table(*plan.cells[0].grid).to_csv() ==
        "K,reading,square,next\n2,c,4,5\n3,c,9,10\n3,x,9,10\n");
  GridSpec where = plan.spec->grids[0];
  where.columns = {{"w", Expression::parse("where(K > 2, K)")}};
  CHECK_THROWS_AS(grid_table(where), ExpressionError);
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = grid;
    text.replace(text.find(from), from.size(), to);
    return plan_of(text).cells[0].canonical;
  };
  CHECK(with("K^2", "K^3") != plan.cells[0].canonical);
  CHECK(with("K = 2 3", "K = 3 2") != plan.cells[0].canonical);
  CHECK(with("K > 2 or", "K > 1 or") != plan.cells[0].canonical);
  CHECK(with("seed = 7", "seed = 8") == plan.cells[0].canonical);  // no randomness in it
  CHECK(with("name = 'g'\nfrom", "name = 'h'\nfrom") == plan.cells[0].canonical);
}

TEST_CASE("plan: a text that would end a stored cell's is refused, others may span lines") {
  const auto grid = [](const std::string& column) {
    return study_head + "[[grid]]\nname = 'g'\nsweep = ['K = 2 3']\ncolumns = [\"\"\"" + column +
           "\"\"\"]\n[[table]]\nname = 'x'\nfrom = 'g'\n";
  };
  CHECK(problems_of(grid("y = K -\n1")).empty());
  CHECK(problems_of(grid("y = K ---\n1")).empty());
  CHECK(missing(problems_of(grid("y = K -\n---\n1")),
                {"4:1: grid \"g\": a line of its texts is \"---\"", "join it"}) == "");
}

TEST_CASE("plan: parts are part of a file's key, and nothing to a simulator's") {
  TemporaryFolder folder;
  const auto log = folder.write("log.csv", "action,reward\n0,1\n1,0\n0,0\n1,1\n");
  const auto canonical = [](const std::string& dataset, std::uint64_t parts) {
    ExperimentSpec spec = spec_of(Simulation{.datasets = "'" + dataset + "'"}.text());
    spec.simulations[0].parts = parts;
    const Plan plan = make_plan(std::make_shared<const ExperimentSpec>(spec), Profile::smoke);
    const SimulationCell& cell = *plan.cells.front().simulation;
    CHECK(cell.parts == (cell.dataset->log() ? parts : 0));
    return plan.cells.front().canonical;
  };
  const std::string file = "log{path=\"" + log.string() + "\"}";
  CHECK(canonical(file, 0) != canonical(file, 2));
  CHECK(canonical(file, 3) != canonical(file, 2));
  CHECK(canonical("bernoulli_arms", 2) == canonical("bernoulli_arms", 0));
}

TEST_CASE("plan: a table whose condition keeps no row is an error where the rows are known") {
  const std::string grid =
      study_head + "[grid.g]\nsweep = ['K = 1 2']\ncolumns = ['k = 2 * K']\n[table]\n";
  CHECK(problems_of(grid + "g.only = 'k > 3'\n").empty());
  CHECK(missing(problems_of(grid + "g.only = 'k > 4'\n"),
                {"8:1: table \"g\": only: no row fulfils \"k > 4\""}) == "");
  const std::string play = study_head +
                           "[simulation.s]\ndatasets = ['bernoulli_arms']\nalgorithms = ['ucb']\n"
                           "evaluators = ['replay']\nhorizon = '5'\n[table]\n";
  CHECK(problems_of(play + "s.only = \"evaluator == 'replay'\"\n").empty());
  CHECK(problems_of(play + "s.only = 'estimate > 7'\n").empty());  // known after the run only
  CHECK(missing(problems_of(play + "s.only = \"evaluator == 'online'\"\n"),
                {"table \"s\": only: no row fulfils"}) == "");
  CHECK(missing(problems_of(play + "s.only = 'horizon'\n"),
                {"table \"s\": in \"horizon\": ", "expected a condition"}) == "");
}
