#include "suite/leaderboard/board.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <stdexcept>

#include "suite/leaderboard/publish.hpp"
#include "suite/report/selection.hpp"
#include "suite/testing/leaderboard_tasks.hpp"

using namespace replaybench;
using Numbers = std::vector<double>;
using Names = std::vector<std::string>;

namespace {

Entry played(const std::string& name, const Numbers& scores) {
  Entry entry;
  entry.algorithm = described(name);
  entry.scores = scores;
  return entry;
}

// 1 + t, 1 - t, 1 + 2t, ... : numbers around 1 with some spread.
Numbers around(double centre, double spread) {
  Numbers numbers;
  for (int i = 0; i < 16; ++i) numbers.push_back(centre + spread * ((i * 7) % 5 - 2));
  return numbers;
}

}  // namespace

TEST_CASE("leaderboard: the standings of a task by hand") {
  TaskBoard task;
  task.task.horizon = 100;
  task.task.replicates = 16;
  task.entries = {played("exp3", around(0.2, 0.001)), played("ucb", around(0.5, 0.01)),
                  played("uniform_random", around(0.2, 0.001)),
                  played("lin_ucb", around(0.7, 0.02))};
  Entry absent;
  absent.algorithm = described("first_context");
  absent.status = EntryStatus::not_applicable;
  task.entries.push_back(absent);
  ReferenceScores references;
  references.best_scores = Numbers(16, 0.8);
  references.best = {0.8, 0.8, 0.8};
  references.uniform = {0.2, 0.2, 0.2};
  task.references = references;
  judge_task(task);

  CHECK(task.ranked);
  CHECK(task.entries[0].algorithm->name == "lin_ucb");
  CHECK(task.entries[0].rank == 1);
  CHECK(task.entries[0].worst_rank == 1);
  CHECK(task.entries[0].indistinguishable.empty());
  CHECK(task.entries[0].regret.value == Approx(100 * (0.8 - task.entries[0].score.value)));
  CHECK(task.entries[1].algorithm->name == "ucb");
  CHECK(task.entries[1].share == Approx((task.entries[1].score.value - 0.2) / 0.6));
  // The last two have the same scores: a shared rank, and no difference.
  CHECK(task.entries[2].rank == 3.5);
  CHECK(task.entries[3].rank == 3.5);
  CHECK(task.entries[2].best_rank == 3);
  CHECK(task.entries[2].worst_rank == 4);
  CHECK(task.entries[2].indistinguishable == Names{task.entries[3].algorithm->name});
  CHECK(task.entries[4].status == EntryStatus::not_applicable);
  CHECK(task.comparisons.size() == 6);
  CHECK(task.comparisons[0].difference.value > 0);
}

TEST_CASE("leaderboard: a counter-example is scored and takes no rank from anybody") {
  TaskBoard task;
  task.task.horizon = 100;
  task.task.replicates = 16;
  task.entries = {played("fixed_action", around(0.9, 0.001)), played("ucb", around(0.5, 0.01)),
                  played("lin_ucb", around(0.7, 0.02)),
                  played("ucb_v_counting_choose", around(0.6, 0.01))};
  judge_task(task);
  CHECK(task.ranked);
  CHECK(task.entries[0].algorithm->name == "lin_ucb");
  CHECK(task.entries[0].rank == 1);
  CHECK(task.entries[1].algorithm->name == "ucb");
  CHECK(task.entries[1].rank == 2);
  CHECK(task.entries[2].algorithm->name == "fixed_action");
  CHECK(task.entries[2].score.value == Approx(0.9).epsilon(0.01));
  CHECK_FALSE(takes_rank(task.entries[2]));
  CHECK(task.comparisons.size() == 1);
  const auto overall = overall_standings({task});
  REQUIRE(overall.size() == 2);
  CHECK(overall[0].algorithm->name == "lin_ucb");
}

TEST_CASE("leaderboard: what cannot be ranked says why") {
  const auto reason = [](std::vector<Numbers> scores) {
    TaskBoard task;
    task.task.replicates = scores.front().size();
    const char* names[] = {"ucb", "lin_ucb", "exp3"};
    for (std::size_t i = 0; i < scores.size(); ++i) {
      task.entries.push_back(played(names[i], scores[i]));
    }
    judge_task(task);
    CHECK_FALSE(task.ranked);
    return task.why_not_ranked;
  };
  CHECK(reason({{1}, {2}}).find("one replicate") != std::string::npos);
  CHECK(reason({around(1, 0.1)}).find("fewer than two") != std::string::npos);
  // Six that agree have p = 2 / 2^6: enough for one pair, not for three.
  CHECK(reason({Numbers(6, 1), Numbers(6, 2), Numbers(6, 3)})
            .find("6 replicates cannot separate 3") == 0);
  CHECK(reason({{1, 1, 1, 1}, {2, 2, 2, 2}, {3, 3, 3, 3}}).find("4 replicates cannot separate 3") ==
        0);
  Numbers reversed = around(1, 0.1);
  std::reverse(reversed.begin(), reversed.end());
  CHECK(reason({around(1, 0.1), reversed}).find("the order is noise") != std::string::npos);
}

TEST_CASE("leaderboard: mean ranks are over the ranked tasks; who missed one stands below") {
  const auto task = [](bool ranked, const std::vector<std::pair<std::string, double>>& ranks) {
    TaskBoard board;
    board.ranked = ranked;
    for (const auto& [name, rank] : ranks) {
      Entry entry = played(name, {});
      entry.rank = rank;
      entry.share = 1 / rank;
      if (rank == 0) entry.status = EntryStatus::failed;
      board.entries.push_back(entry);
    }
    return board;
  };
  const auto overall = overall_standings({task(true, {{"ucb", 2}, {"lin_ucb", 3}, {"lap", 1}}),
                                          task(true, {{"ucb", 4}, {"lin_ucb", 1}, {"lap", 0}}),
                                          task(false, {{"ucb", 1}, {"lin_ucb", 9}, {"lap", 1}})});
  REQUIRE(overall.size() == 3);
  CHECK(overall[0].algorithm->name == "lin_ucb");
  CHECK(overall[0].mean_rank == 2);
  CHECK(overall[0].mean_share == Approx((1.0 / 3 + 1) / 2));
  CHECK(overall[1].algorithm->name == "ucb");
  CHECK(overall[1].mean_rank == 3);
  CHECK(overall[2].algorithm->name == "lap");
  CHECK(overall[2].mean_rank == 1);
  CHECK_FALSE(overall[2].everywhere);
  CHECK(overall[2].ranked_tasks == 1);
  const auto nothing = overall_standings({task(false, {{"ucb", 1}})});
  CHECK(std::isnan(nothing[0].mean_rank));
  CHECK_FALSE(nothing[0].everywhere);
}

TEST_CASE("leaderboard: the same tables for any number of jobs, and again from the store") {
  const Files tasks{{"arms", task_text("bernoulli_arms{means=[0.2, 0.8]}")},
                    {"linear", task_text("linear_model{features=3, actions=3, universal=1}")}};
  const TaskFolder folder(tasks);
  const Board alone = folder.board(1);
  CHECK(alone.failed_cells == 0);
  CHECK(alone.oracles == Names{"best_policy"});
  const std::string scores = scores_table(alone).to_csv();
  CHECK(scores_table(folder.board(2)).to_csv() == scores);
  const TaskFolder other(tasks);
  std::map<std::string, RunProgress> stages;
  const Board together = other.board(
      3, 0,
      [&](const std::string& stage, const RunProgress& progress) { stages[stage] = progress; });
  CHECK(stages.size() == 2);
  for (const std::string stage : {"selection", "report"}) {
    INFO(stage);
    CHECK(stages[stage].cells > 0);
    CHECK(stages[stage].cells_done == stages[stage].cells);
  }
  CHECK(scores_table(together).to_csv() == scores);
  CHECK(tasks_table(together).to_csv() == tasks_table(alone).to_csv());
  CHECK(overall_table(together).to_csv() == overall_table(alone).to_csv());
  CHECK(comparisons_table(together).to_csv() == comparisons_table(alone).to_csv());

  // The reported scores are those of the study's first replicates, with the selected candidate.
  const TaskBoard& task = alone.tasks[0];
  const Entry& entry = entry_of(task, "ucb");
  const auto plan =
      make_plan(std::make_shared<const ExperimentSpec>(study_of(task.task)), Profile::smoke);
  std::vector<CombinationRows> selecting;
  for (const Cell& cell : plan.cells) {
    if (cell.simulation->algorithm.description != entry.algorithm) continue;
    const auto found = folder.store.load(cell.canonical);
    const bool reported = cell.simulation->first_replicate == 0;
    const bool chosen = axis_value(cell.axes, "candidate") == entry.candidate;
    INFO(cell.canonical);
    CHECK(found.payload.has_value() == (!reported || chosen));  // no other was played
    if (!reported) {
      selecting.emplace_back(cell).payloads = {Table::from_csv(*found.payload, "stored")};
    } else if (chosen) {
      CHECK(numbers(Table::from_csv(*found.payload, "stored"), "expected") == entry.scores);
    }
  }
  // And the candidate is the one whose mean is highest on the other replicates.
  double highest = -1;
  std::string best;
  for (const auto& combination : selecting) {
    const auto values = numbers(combination.payloads[0], "estimate");
    REQUIRE(values.size() == 2);
    if ((values[0] + values[1]) / 2 > highest) {
      highest = (values[0] + values[1]) / 2;
      best = axis_value(combination.axes, "candidate");
    }
  }
  CHECK(entry.candidate == best);
}

TEST_CASE("leaderboard: references are what the environment allows") {
  const TaskFolder folder(Files{{"arms", task_text("bernoulli_arms{means=[0.2, 0.8, 0.5]}")},
                                {"drift", task_text("drifting_arms{arms=4, period=5}")}});
  const Board board = folder.board();
  const TaskBoard& arms = board.tasks[0];
  REQUIRE(arms.references);
  CHECK(arms.references->best.value == Approx(0.8).epsilon(1e-12));
  CHECK(arms.references->best_fixed.value == Approx(0.8).epsilon(1e-12));
  CHECK(arms.references->uniform.value == Approx(0.5).epsilon(1e-12));
  CHECK(arms.actions == 3);
  CHECK(arms.score_name == "expected");
  CHECK(entry_of(arms, "fixed_action").regret.value == Approx(40 * 0.6).epsilon(1e-12));
  CHECK(entry_of(arms, "fixed_action").share == Approx(-1).epsilon(1e-12));
  // If means change, the best policy changes with them, and nothing does better in any replicate.
  const TaskBoard& drift = board.tasks[1];
  CHECK(drift.references->best.value > drift.references->best_fixed.value + 0.05);
  for (const Entry& entry : drift.entries) {
    if (entry.status != EntryStatus::played) continue;
    for (std::size_t i = 0; i < entry.scores.size(); ++i) {
      CHECK(entry.scores[i] <= drift.references->best_scores[i]);
    }
  }
}

TEST_CASE("leaderboard: a file is cut into replicates; who cannot play says why") {
  std::string csv = "action,reward,x\n";
  for (int i = 0; i < 100; ++i) {
    csv += std::to_string(i % 3) + "," + std::to_string(i % 2) + "," + std::to_string(i) + "\n";
  }
  TemporaryFolder data;
  const auto file = data.write("log.csv", csv);
  const TaskFolder folder(
      Files{{"log", "title = 't'\nabout = 'a'\nseed = 1\ndataset = 'log{path=\"" + file.string() +
                        "\"}'\nevaluator = 'replay'\nhorizon = 0\nreplicates = 3\n"
                        "selection = 1\n"}});
  const Board board = folder.board();
  const TaskBoard& task = board.tasks[0];
  CHECK(task.unavailable == "");
  CHECK(task.is_file);
  CHECK(task.records == 100);
  CHECK_FALSE(task.references);
  CHECK(task.score_name == "estimate");
  CHECK_FALSE(task.ranked);
  // Action 0 is logged in every third record: its parts are 25 records, 8 or 9 of them its own, and
  // its reward is that of every second of them.
  const Entry& fixed = entry_of(task, "fixed_action");
  REQUIRE(fixed.status == EntryStatus::played);
  CHECK(fixed.accepted == Approx(25.0 / 3).epsilon(1e-12));
  // Records 0, 3, ..., 24; 27, ..., 48; 51, ..., 72: 9, 8 and 8, of which 4, 4 and 4 are odd.
  REQUIRE(fixed.scores.size() == 3);
  CHECK(fixed.scores[0] == Approx(4.0 / 9).epsilon(1e-12));
  CHECK(fixed.scores[1] == Approx(4.0 / 8).epsilon(1e-12));
  CHECK(fixed.scores[2] == Approx(4.0 / 8).epsilon(1e-12));
  CHECK(std::isnan(fixed.regret.value));
  const Entry& counting = entry_of(task, "ucb_v_counting_choose");
  CHECK(counting.status == EntryStatus::not_applicable);
  CHECK(counting.reason.find("learns from being asked") != std::string::npos);
}

TEST_CASE("leaderboard: a task without its data, and evaluators that cannot be used on it") {
  const TaskFolder missing(
      Files{{"log", task_text("log{path=\"nowhere.csv\"}", "evaluator = 'replay'\n")}});
  const Board board = missing.board();
  CHECK_FALSE(board.tasks[0].unavailable.empty());
  CHECK(board.tasks[0].entries.empty());
  CHECK(board.overall.empty());
  // Direct play without a horizon fails in every cell, and is reported as that.
  const TaskFolder no_horizon(
      Files{{"arms",
             "title = 't'\nabout = 'a'\nseed = 1\ndataset = "
             "'bernoulli_arms'\nevaluator = 'online'\nhorizon = 0\nreplicates = 2\n"
             "selection = 1\n"}});
  const Board failed = no_horizon.board();
  CHECK(failed.failed_cells > 0);
  const Entry& entry = entry_of(failed.tasks[0], "fixed_action");
  CHECK(entry.status == EntryStatus::failed);
  CHECK(entry.reason.find("needs a horizon") != std::string::npos);
  CHECK(entry_of(failed.tasks[0], "ucb").status == EntryStatus::failed);
}

TEST_CASE(
    "leaderboard: costs: bytes that do not depend on the clock, times that are taken on demand") {
  const TaskFolder folder(Files{{"linear", task_text("linear_model{features=4}")}});
  const Board without = folder.board();
  const Board with = folder.board(1, 1e-5);
  const Entry& cheap = entry_of(without.tasks[0], "ucb");
  CHECK(std::isnan(cheap.cost.choose_ns));
  CHECK(cheap.cost.state_bytes > 0);
  // LinUCB keeps a 5 x 5 matrix for each of 10 actions, at least its upper half.
  CHECK(entry_of(without.tasks[0], "lin_ucb").cost.state_bytes >= 10 * 15 * sizeof(double));
  for (const Entry& entry : with.tasks[0].entries) {
    if (entry.status != EntryStatus::played) continue;
    INFO(entry.algorithm->name);
    CHECK(entry.cost.choose_ns > 0);
    CHECK(entry.cost.update_ns > 0);
    CHECK(entry.cost.state_bytes ==
          entry_of(without.tasks[0], entry.algorithm->name).cost.state_bytes);
  }
}

namespace {

struct AlwaysSecond {
  static constexpr bool learns = false;
  static constexpr bool uses_contexts = false;
  Action choose(const Context&, const ActionSet& actions, Draws&) const { return actions[1]; }
  void update(const Context&, Action, double) {}
};

AlgorithmDescription guest_of(const std::string& name) {
  AlgorithmDescription guest;
  guest.name = name;
  guest.make = [](const Parameters&, const Problem&) { return Agent(AlwaysSecond()); };
  return guest;
}

}  // namespace

TEST_CASE("leaderboard: a guest is played, compared and ranked, and nothing of it is stored") {
  const TaskFolder folder(Files{{"arms", task_text("bernoulli_arms{means=[0.2, 0.8, 0.5]}")}});
  const Board alone = folder.board();
  const AlgorithmDescription guest = guest_of("always_second");
  BoardOptions options;
  int calls = 0;
  options.guests = {{&guest}, [&calls](const std::function<void()>& play) {
                      ++calls;
                      play();
                    }};
  const auto kept = [&] {
    const std::filesystem::recursive_directory_iterator files(folder.folder.path() / "store");
    return std::distance(begin(files), end(files));
  };
  const auto before = kept();
  const Board board = make_board(folder.read(), Profile::smoke, folder.store, options);
  CHECK(kept() == before);
  CHECK(calls == 1);
  const TaskBoard& task = board.tasks[0];
  const Entry& entry = entry_of(task, "always_second");
  CHECK(entry.is_guest);
  REQUIRE(entry.status == EntryStatus::played);
  REQUIRE(entry.scores.size() == 3);
  for (const double score : entry.scores) CHECK(score == Approx(0.8).epsilon(1e-12));
  CHECK(entry.regret.value == Approx(0).margin(1e-12));
  CHECK(task.entries[0].algorithm == &guest);
  CHECK(task.entries.size() == alone.tasks[0].entries.size() + 1);
  CHECK(board.overall.size() == alone.overall.size() + 1);
  // The others' scores are what they are without it.
  for (const Entry& other : alone.tasks[0].entries) {
    INFO(other.algorithm->name);
    CHECK(entry_of(task, other.algorithm->name).scores == other.scores);
  }
  const std::string scores = scores_table(board).to_csv();
  CHECK(scores.find("arms,always_second,played,") != std::string::npos);
  CHECK(costs_table(board).to_csv().find("always_second") == std::string::npos);
}

TEST_CASE("leaderboard: a guest needs a name of its own, and what it throws is thrown") {
  const TaskFolder folder(Files{{"arms", task_text("bernoulli_arms")}});
  const auto board_with = [&](const std::vector<const AlgorithmDescription*>& guests) {
    BoardOptions options;
    options.guests.algorithms = guests;
    return make_board(folder.read(), Profile::smoke, folder.store, options);
  };
  const AlgorithmDescription ucb = guest_of("ucb");
  const AlgorithmDescription mine = guest_of("mine");
  const auto refusal = [&](const std::vector<const AlgorithmDescription*>& guests) {
    try {
      board_with(guests);
    } catch (const SpecErrors& error) {
      return std::string(error.what());
    }
    return std::string("nothing was thrown");
  };
  CHECK(refusal({&ucb}).find("the name \"ucb\"") != std::string::npos);
  CHECK(refusal({&mine, &mine}).find("the name \"mine\"") != std::string::npos);
  AlgorithmDescription broken = guest_of("broken");
  broken.make = [](const Parameters&, const Problem&) -> Agent { throw std::domain_error("no"); };
  CHECK_THROWS_AS(board_with({&broken}), std::domain_error);
  broken.make = [](const Parameters&, const Problem&) -> Agent { throw NotApplicable("not here"); };
  const Board board = board_with({&broken});
  CHECK(entry_of(board.tasks[0], "broken").status == EntryStatus::not_applicable);
  CHECK(entry_of(board.tasks[0], "broken").reason == "not here");
}

TEST_CASE("leaderboard: references must give the numbers that references have") {
  const TaskFolder folder(Files{
      {"arms", task_text("bernoulli_arms", "evaluator = 'online'\nreferences = 'replay'\n")}});
  CHECK_THROWS_AS(folder.board(), SpecErrors);
  const TaskFolder without(Files{{"arms", task_text("bernoulli_arms", "evaluator = 'online'\n")}});
  CHECK_FALSE(without.board().tasks[0].references);
}
