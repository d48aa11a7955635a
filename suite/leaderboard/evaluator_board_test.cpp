#include "suite/leaderboard/evaluator_board.hpp"

#include <cmath>

#include "suite/leaderboard/evaluator_probe.hpp"
#include "suite/testing/evaluator_tasks.hpp"

using namespace replaybench;

namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

const EvaluatorTaskFolder& arms_folder() {
  static const EvaluatorTaskFolder folder(
      Files{{"arms", evaluator_task_text(
                         "bernoulli_arms{means=[0.1, 0.9]}",
                         three_algorithms + "evaluators = ['dear = bootstrap{resamples=3}']\n")}});
  return folder;
}
const EvaluatorBoard& arms_board() {
  static const EvaluatorBoard board = arms_folder().board();
  return board;
}

TrueValue truth_of(const std::string& label, std::vector<double> values) {
  TrueValue truth;
  truth.label = label;
  truth.values = std::move(values);
  return truth;
}
AlgorithmErrors estimates_of(std::vector<double> estimates) {
  AlgorithmErrors errors;
  errors.estimates = std::move(estimates);
  return errors;
}

}  // namespace

TEST_CASE("leaderboard: an evaluator's numbers by hand") {
  EvaluatorTaskBoard board;
  board.truths = {truth_of("a", {0.5, 0.5}), truth_of("b", {0.3, 0.7})};
  EvaluatorEntry entry;
  entry.label = "e";
  entry.algorithms = {estimates_of({0.6, 0.4}), estimates_of({0.7, 0.7})};
  // Replicate 0: the interval of a has its truth; replicate 1: it has not. b has no intervals.
  entry.algorithms[0].lows = {0.4, 0.1};
  entry.algorithms[0].highs = {0.6, 0.45};
  entry.algorithms[1].lows = {missing, missing};
  entry.algorithms[1].highs = {missing, missing};
  EvaluatorEntry partial = entry;
  partial.label = "d";
  partial.algorithms[0].status = EntryStatus::not_applicable;
  EvaluatorEntry none;
  none.label = "c";
  none.status = EntryStatus::not_applicable;
  board.live_game = entry;
  board.entries = {none, partial, entry};
  judge_task(board);
  REQUIRE(board.entries[0].label == "e");  // all algorithms
  CHECK(board.entries[1].label == "d");    // some
  CHECK(board.entries[2].label == "c");    // none
  const EvaluatorEntry& judged = board.entries[0];
  // Errors 0.1 and -0.1 of a, 0.4 and 0 of b.
  CHECK(std::fabs(judged.algorithms[0].bias.value) < 1e-15);
  CHECK(std::fabs(judged.algorithms[0].rmse - 0.1) < 1e-15);
  CHECK(std::fabs(judged.algorithms[1].bias.value - 0.2) < 1e-15);
  CHECK(std::fabs(judged.absolute_bias - 0.1) < 1e-15);
  CHECK(judged.worst == 1);
  CHECK(std::fabs(judged.rmse - std::sqrt((0.01 + 0.01 + 0.16 + 0) / 4)) < 1e-15);
  CHECK(judged.coverage == 0.5);
  // Replicate 0: b is estimated above a, truly below; replicate 1: right.
  CHECK(judged.tau.value == 0);
  CHECK(judged.found == 0.5);
  CHECK(std::fabs(judged.simple_regret.value - 0.1) < 1e-15);
  CHECK(board.entries[1].applicable == 1);
  CHECK(std::isnan(board.entries[1].tau.value));

  EvaluatorTaskBoard other = board;
  other.entries.erase(other.entries.begin());
  const auto overall = overall_standings({board, other});
  REQUIRE(overall.size() == 2);
  CHECK(overall[0].label == "e");
  CHECK(overall[0].tasks == 1);
  CHECK_FALSE(overall[0].everywhere);
  CHECK(overall[0].mean_rank == 1);
  CHECK(overall[1].tasks == 0);
  CHECK(std::isnan(overall[1].mean_rank));
}

TEST_CASE("leaderboard: biases of opposite sign do not cancel") {
  EvaluatorTaskBoard board;
  board.truths = {truth_of("a", {0.5, 0.5}), truth_of("b", {0.3, 0.7})};
  EvaluatorEntry entry;
  entry.label = "e";
  entry.algorithms = {estimates_of({0.6, 0.6}), estimates_of({0.1, 0.5})};
  EvaluatorEntry worse = entry;
  worse.label = "d";
  worse.algorithms[0] = estimates_of({0.9, 0.9});
  board.live_game = entry;
  board.entries = {worse, entry};
  judge_task(board);
  REQUIRE(board.entries[0].label == "e");
  CHECK(std::fabs(board.entries[0].algorithms[1].bias.value + 0.2) < 1e-15);
  CHECK(std::fabs(board.entries[0].absolute_bias - 0.15) < 1e-15);
  CHECK(board.entries[0].worst == 1);  // below the truth, and further from it
  // A task that could not be computed asks nothing of anybody.
  EvaluatorTaskBoard unavailable;
  unavailable.unavailable = "the file is not there";
  const auto overall = overall_standings({board, unavailable});
  REQUIRE(overall.size() == 2);
  CHECK(overall[0].tasks == 1);
  CHECK(overall[0].everywhere);
  CHECK(overall[0].mean_rank == 1);
  CHECK(overall[1].mean_rank == 2);
  // The first replicate is in the right order, the second in the other.
  CHECK(overall[0].tau == 0);
  // Each group of tasks has ranks of its own, without those that it cannot rank.
  EvaluatorTaskBoard other = board;
  other.task.group = "other";
  other.entries.erase(other.entries.begin());
  other.entries.push_back(worse);
  other.entries.back().label = "c";
  other.entries.back().algorithms[1].status = EntryStatus::not_applicable;
  judge_task(other);
  const auto groups = overall_standings({board, other});
  REQUIRE(groups.size() == 4);
  CHECK(groups[1].group == board.task.group);
  CHECK(groups[2].group == "other");
  CHECK(groups[2].label == "d");
  CHECK(groups[2].mean_rank == 1);
  CHECK(groups[2].everywhere);
  CHECK(groups[3].label == "c");  // ranked nowhere, so that it must stay
  CHECK(groups[3].tasks == 0);
}

TEST_CASE("leaderboard: every registered evaluator is on the board, each in its place") {
  const EvaluatorTaskBoard& task = arms_board().tasks.at(0);
  CHECK(arms_board().failed_cells == 0);
  // But reference_scores and live_games; with the declared one.
  CHECK(task.entries.size() == evaluators_table().size() - 2 + 1);
  const auto status = [&](const std::string& label) { return evaluator_entry(task, label).status; };
  for (const char* played : {"replay", "bred", "s_bred", "red_inf", "arm_bootstrap", "dear"}) {
    INFO(played);
    CHECK(status(played) == EntryStatus::played);
  }
  // Evaluators that need the truth, or that do not estimate the algorithm's value.
  for (const char* other : {"online", "online_short", "click_rate", "history_distance",
                            "entangled_tuning", "batch_replay", "select_bandwidth"}) {
    INFO(other);
    CHECK(status(other) == EntryStatus::not_applicable);
    CHECK_FALSE(evaluator_entry(task, other).reason.empty());
  }
  CHECK(evaluator_entry(task, "bootstrap").reason.find("too slow") == 0);
  CHECK(evaluator_entry(task, "t_bred").reason.empty());  // 200 = 2 K resamples
  CHECK(evaluator_entry(task, "t_bred_inf").reason.find("too slow") == 0);
  const EvaluatorEntry& red = evaluator_entry(task, "red_inf");
  CHECK(red.applicable == 2);
  CHECK(red.algorithms[0].status == EntryStatus::not_applicable);
  CHECK(red.algorithms[0].reason.find("learn") != std::string::npos);
}

TEST_CASE("leaderboard: the choices that an evaluator asks for") {
  const EvaluatorTaskBoard& task = arms_board().tasks.at(0);
  CHECK(evaluator_entry(task, "replay").choices == 1);
  // K passes, B resamples; and a static policy's probabilities, for the standard error.
  CHECK(evaluator_entry(task, "bred").choices == 2 * 30 + 1);
  CHECK(evaluator_entry(task, "t_bred").choices == 2 * 100);
}

TEST_CASE("leaderboard: the truth of a static policy, and a live game's error") {
  const EvaluatorTaskBoard& task = arms_board().tasks.at(0);
  REQUIRE(task.truths.size() == 3);
  CHECK(std::fabs(task.truths[1].value.value - 0.5) < 0.05);
  for (const double value : task.truths[2].values) CHECK(std::fabs(value - 0.1) < 1e-12);
  CHECK(task.truths[0].value.value > 0.7);
  CHECK(task.truths[2].error < 1e-12);
  CHECK(task.live_game.applicable == 3);
  CHECK(task.live_game.interactions == 1);
  CHECK(task.live_game.rmse > 0.01);
  CHECK(task.live_game.rmse < 0.15);
}

TEST_CASE("leaderboard: the truth's evaluator must give the numbers that a truth has") {
  EvaluatorTask task = arms_folder().read().front();
  task.truth = {"online", "online", {}};
  CHECK_THROWS_AS(make_evaluator_board({task}, Profile::smoke, arms_folder().store, {}),
                  SpecErrors);
}

TEST_CASE("leaderboard: a file has no truth, so no evaluators") {
  const EvaluatorTaskFolder folder(
      Files{{"data", evaluator_task_text("log{path=\"nowhere.csv\"}", three_algorithms)}});
  const EvaluatorBoard board = folder.board();
  CHECK_FALSE(board.tasks.at(0).unavailable.empty());
  CHECK(board.overall.empty());
}

TEST_CASE(
    "leaderboard: an evaluator that does not apply to the first records alone is timed on all") {
  // The second logger has ten of the first 200 records, all without a reward.
  std::string text = evaluator_task_text(
      "logger_turns{of=\"bernoulli_arms{means=[0.02, 0.04]}\", second=\"uniform_random\", "
      "turn=190}",
      "algorithms = ['uniform_random', 'one arm = fixed_action{action=0}']\n");
  text.replace(text.find("horizon = 60"), 12, "horizon = 400");
  const EvaluatorBoard board = EvaluatorTaskFolder(Files{{"turns", text}}).board(1, 1e-3);
  const EvaluatorEntry& weighted = evaluator_entry(board.tasks.at(0), "weighted_ips");
  CHECK(weighted.status == EntryStatus::played);
  CHECK(weighted.microseconds > 0);
}

TEST_CASE("leaderboard: an algorithm that fails is reported, and the others are judged") {
  // LAP needs rewards of 0 and 1.
  const EvaluatorTaskFolder folder(
      Files{{"real", evaluator_task_text("gaussian_arms",
                                         "algorithms = ['ucb', 'lap', 'uniform_random']\n")}});
  const EvaluatorBoard board = folder.board();
  const EvaluatorTaskBoard& task = board.tasks.at(0);
  CHECK(board.failed_cells == 0);
  CHECK_FALSE(task.truths[1].unavailable.empty());
  const EvaluatorEntry& replay = evaluator_entry(task, "replay");
  CHECK(replay.applicable == 2);
  CHECK(replay.algorithms[1].status == EntryStatus::not_applicable);
  CHECK(task.live_game.applicable == 2);
}
