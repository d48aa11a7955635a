#include <fmt/format.h>

#include "suite/leaderboard/numbers.hpp"
#include "suite/leaderboard/publish.hpp"
#include "suite/page/markdown_cells.hpp"

namespace replaybench {

namespace {

std::string overall_section(const Board& board) {
  std::string text = "## Overall\n\n";
  if (ranked_tasks(board) == 0) {
    return text + "On none of the tasks do any two algorithms differ: nothing is ranked.\n\n";
  }
  text += markdown_row({"algorithm", "mean rank", "share", "ranked tasks"}) + markdown_rule(1, 3);
  for (const OverallEntry& entry : board.overall) {
    text += markdown_row({entry.algorithm->name + (entry.everywhere ? "" : " (not on every task)"),
                          decimals(entry.mean_rank, 2), decimals(entry.mean_share, 3),
                          std::to_string(entry.ranked_tasks)});
  }
  return text + "\n";
}

std::string task_section(const TaskBoard& task) {
  std::string text = "## " + task.task.title + " (`" + task.task.name + "`)\n\n" + task.task.about +
                     "\n\n`" + task.task.dataset.text + "`, evaluator `" +
                     task.task.evaluator.text + "`, ";
  if (task.task.horizon > 0) text += "horizon " + std::to_string(task.task.horizon) + ", ";
  text += std::to_string(task.task.replicates) + " replicates, tuned on " +
          std::to_string(task.task.selection) + " others.\n\n";
  if (!task.unavailable.empty())
    return text + "Not here: " + markdown_cell(task.unavailable) + "\n\n";
  if (task.references) {
    text += "Best policy " + decimals(task.references->best.value, 4) + ", best fixed action " +
            decimals(task.references->best_fixed.value, 4) + ", uniform choice " +
            decimals(task.references->uniform.value, 4) + ".\n\n";
  }
  if (!task.ranked) text += "**Not ranked**: " + task.why_not_ranked + ".\n\n";
  for (const auto& warning : task.warnings) text += "Warning: " + markdown_cell(warning) + ".\n\n";
  text += markdown_row({"algorithm", "tuned", "rank", "rank range", "mean reward", "regret",
                        "share", "choose ns", "update ns", "bytes"}) +
          markdown_rule(2, 8);
  std::string others;
  for (const Entry& entry : task.entries) {
    const std::string& name = entry.algorithm->name;
    if (entry.status != EntryStatus::played) {
      others +=
          "- " + name + ": " + to_string(entry.status) + ", " + markdown_cell(entry.reason) + "\n";
      continue;
    }
    text += markdown_row({name, tuned_text(entry), task.ranked ? rank_text(entry.rank) : no_number,
                          task.ranked ? rank_range(entry) : no_number,
                          with_half_width(entry.score, 4), with_half_width(entry.regret, 1),
                          decimals(entry.share, 3), nanoseconds_text(entry.cost.choose_ns),
                          nanoseconds_text(entry.cost.update_ns),
                          thousands(static_cast<double>(entry.cost.state_bytes))});
    if (!entry.note.empty())
      others += "- " + name + ": failed with " + markdown_cell(entry.note) + "\n";
  }
  return text + "\n" + (others.empty() ? "" : others + "\n");
}

}  // namespace

std::string markdown(const Board& board) {
  std::string text = "# Leaderboard\n\nProfile " + to_string(board.profile) + ". " +
                     std::to_string(algorithms_of(board)) + " algorithms on " +
                     std::to_string(board.tasks.size()) +
                     " tasks, each tuned on replicates apart.\n\n";
  text +=
      "Mean reward and regret with 95% intervals (Student's t over replicates). Regret: against "
      "the "
      "best policy of the environment given the features, over the horizon. Share: 0 is a uniform "
      "choice, "
      "1 the best policy. Two algorithms differ when the paired t-test over replicates on common "
      "random numbers says so after Holm's adjustment over all pairs of the task (family-wise "
      "error "
      "5%); \"rank range\" is what these tests allow. Tasks on which no two differ are not "
      "ranked and do not count in the mean rank. Times are of this machine.\n\n";
  text += overall_section(board);
  for (const TaskBoard& task : board.tasks) text += task_section(task);
  if (!board.oracles.empty()) {
    text += fmt::format("Not ranked anywhere, because they know the simulator's truth: {}.\n",
                        fmt::join(board.oracles, ", "));
  }
  if (!board.trained_offline.empty()) {
    text += fmt::format(
        "Not ranked anywhere, because they are trained from a log before they play: {}.\n",
        fmt::join(board.trained_offline, ", "));
  }
  return text;
}

}  // namespace replaybench
