#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <thread>

#include "suite/cli/commands.hpp"
#include "suite/cli/flag_values.hpp"
#include "suite/cli/interruption.hpp"
#include "suite/cli/log_leaderboard.hpp"
#include "suite/cli/origin_lines.hpp"
#include "suite/cli/progress.hpp"
#include "suite/cli/study_runs.hpp"
#include "suite/leaderboard/numbers.hpp"
#include "suite/leaderboard/publish.hpp"
#include "suite/page/home.hpp"
#include "suite/text/sha256.hpp"

namespace replaybench::cli {

namespace {

struct LeaderboardOptions {
  std::vector<std::string> tasks;
  std::string profile = "standard";
  std::string store;
  std::string results;
  std::size_t jobs = std::max(1u, std::thread::hardware_concurrency());
  bool no_timings = false;
  bool publish = false;
  bool recompute = false;
};

// CPU seconds of one measurement.
double timing_seconds(Profile profile) { return profile == Profile::smoke ? 0.0002 : 0.002; }

void print(const Board& board) {
  for (const TaskBoard& task : board.tasks) {
    fmt::print("{}: ", task.task.name);
    if (!task.unavailable.empty()) {
      fmt::print("skipped: {}\n", task.unavailable);
      continue;
    }
    std::size_t played = 0;
    for (const Entry& entry : task.entries) played += takes_rank(entry);
    fmt::print("{} algorithms", played);
    if (board.profile == Profile::smoke) {
      fmt::print(", {} replicates: a test of the program, not of the algorithms\n",
                 task.task.replicates);
      continue;
    }
    if (!task.ranked) {
      fmt::print(", not ranked: {}\n", task.why_not_ranked);
      continue;
    }
    fmt::print(", {}\n", leaders_text(task));
  }
  for (const TaskBoard& task : board.tasks) {
    for (const Entry& entry : task.entries) {
      if (entry.status == EntryStatus::failed) {
        tell("  FAILED " + task.task.name + " " + entry.algorithm->name + ": " + entry.reason);
      } else if (!entry.note.empty()) {
        tell("  FAILED " + task.task.name + " " + entry.algorithm->name + " with " + entry.note);
      }
    }
  }
}

void print(const EvaluatorBoard& board) {
  for (const EvaluatorTaskBoard& task : board.tasks) {
    fmt::print("{}: ", task.task.name);
    if (!task.unavailable.empty()) {
      fmt::print("skipped: {}\n", task.unavailable);
      continue;
    }
    std::size_t played = 0;
    for (const EvaluatorEntry& entry : task.entries) played += entry.status == EntryStatus::played;
    fmt::print("{} evaluators of {} algorithms", played, task.truths.size());
    const EvaluatorEntry& best = task.entries.front();
    if (board.profile == Profile::smoke) {
      fmt::print(", {} replicates: a test of the program, not of the evaluators",
                 task.task.replicates);
    } else if (played > 0)
      fmt::print(", smallest error {} (RMSE {:.4f})", best.label, best.rmse);
    fmt::print("\n");
  }
  for (const EvaluatorTaskBoard& task : board.tasks) {
    for (const EvaluatorEntry& entry : task.entries) {
      for (std::size_t a = 0; a < entry.algorithms.size(); ++a) {
        const AlgorithmErrors& errors = entry.algorithms[a];
        if (errors.status == EntryStatus::failed) {
          tell("  FAILED " + task.task.name + " " + entry.label + " of " + task.truths[a].label +
               ": " + errors.reason);
        }
      }
    }
  }
}

bool any_failure(const Board& board) {
  for (const TaskBoard& task : board.tasks) {
    for (const Entry& entry : task.entries) {
      if (entry.status == EntryStatus::failed || !entry.note.empty()) return true;
    }
  }
  return board.failed_cells > 0;
}

bool any_failure(const EvaluatorBoard& board) { return board.failed_cells > 0; }

}  // namespace

void add_leaderboard(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand(
      "leaderboard",
      "every algorithm on every task of experiments/leaderboard, tuned and ranked, and every "
      "evaluator against the truth; or, with --log, every algorithm on one log: which one to "
      "deploy");
  auto options = std::make_shared<LeaderboardOptions>();
  command->add_option("task", options->tasks, "tasks by name [all]")->type_name("TASK...");
  command
      ->add_option("--profile", options->profile,
                   "smoke (seconds), standard (minutes), or full (an hour or more)")
      ->check(CLI::IsMember(profile_words()))
      ->capture_default_str();
  command->add_option("--jobs", options->jobs, "threads [all cores]")->check(CLI::Range(1, 256));
  command->add_option("--store", options->store, "folder of the stored cells [results/store]");
  command->add_option("--results", options->results, "folder for the leaderboard [results]");
  command->add_flag("--no-timings", options->no_timings, "leave out what differs between two runs");
  command
      ->add_flag("--publish", options->publish,
                 "write what a repository keeps to results/published/leaderboard: Markdown and the "
                 "shorter tables")
      ->excludes("--results")
      ->excludes("task");
  command->add_flag("--recompute", options->recompute,
                    "also recompute the stored cells that another engine or an unknown build "
                    "computed");
  auto log_request = std::make_shared<LogLeaderboardRequest>();
  add_log_leaderboard_flags(*command, *log_request);
  command->callback([=, &context] {
    if (log_request->is_given(*command)) {
      log_request->evaluation.options.evaluation.jobs = options->jobs;
      log_request->evaluation.command = context.command;
      log_request->timings = !options->no_timings;
      run_log_leaderboard(*log_request);
      return;
    }
    const Profile profile = *profile_names.find(options->profile);
    const auto tasks = read_leaderboard(leaderboard_folder(context), profile, options->tasks);
    const std::filesystem::path results = options->results.empty()
                                              ? context.workplace / "results"
                                              : std::filesystem::path(options->results);
    const Store store(options->store.empty() ? results / "store"
                                             : std::filesystem::path(options->store));
    std::optional<Progress> progress;
    std::string shown;
    const auto show = [&](const std::string& stage, const RunProgress& numbers) {
      if (stage != shown) progress.emplace("leaderboard, " + stage);
      shown = stage;
      progress->show(numbers);
    };
    const Interruption interruption;
    JobRecord record(store, Job::here(build_text()));
    const auto end = [&](const RunSummary& summary) {
      progress.reset();
      tell(summary.unseen
               ? std::string("stopped between two stages; run again to go on")
               : fmt::format("stopped; {} of {} cells of this stage ({}) kept; run again to go on",
                             summary.stored(), summary.cells, shown));
      interruption.end();
    };
    BoardOptions board_options;
    board_options.run.jobs = options->jobs;
    board_options.run.recompute = options->recompute;
    board_options.run.stop = &interruption.requested();
    board_options.run.abandon = end;
    board_options.run.grace = [&] { return interruption.grace(RunDivision().grace); };
    board_options.run.stored = [&](const std::string& key, double seconds) {
      record.note(key, seconds);
    };
    board_options.timing_seconds = options->no_timings ? 0 : timing_seconds(profile);
    // A page of some tasks must not take the place of the page that shows them all.
    const auto folder =
        options->publish
            ? default_published(context.workplace, profile) / "leaderboard"
            : results / (options->tasks.empty() ? "leaderboard" : "leaderboard_selection");
    const bool both = !tasks.algorithms.empty() && !tasks.evaluators.empty();
    std::string digests;
    const auto finish = [&](const auto& board, const char* page, const char* text) {
      progress.reset();
      digests += publish(board, {folder, context.home}, both,
                         options->publish ? BoardFiles::of_repository : BoardFiles::all);
      print(board);
      fmt::print("{}{}", changed_line(board.origins, "recomputed"),
                 options->recompute ? std::string() : kept_line(board.origins, "leaderboard"));
      fmt::print("page    {}\n", (folder / (options->publish ? text : page)).string());
      if (any_failure(board)) context.exit_code = ExitCode::failed_cells;
    };
    try {
      if (!tasks.algorithms.empty()) {
        finish(make_board(tasks.algorithms, profile, store, board_options, show), "index.html",
               "leaderboard.md");
      }
      if (!tasks.evaluators.empty()) {
        finish(make_evaluator_board(tasks.evaluators, profile, store, board_options, show),
               "evaluators.html", "evaluators.md");
      }
    } catch (const BoardStopped& stopped) {
      end(stopped.summary());
    }
    if (!options->publish) refresh_home(results);
    fmt::print("digest  {}\n", both ? sha256_hex(digests) : digests);
  });
}

}  // namespace replaybench::cli
