#include "suite/leaderboard/evaluator_texts.hpp"
#include "suite/leaderboard/numbers.hpp"
#include "suite/leaderboard/publish.hpp"
#include "suite/page/markdown_cells.hpp"

namespace replaybench {

namespace {

std::string overall_section(const EvaluatorBoard& board) {
  std::string text = "## Overall\n\n";
  text += markdown_row({"evaluator", "mean rank", "tau", "mean bias", "RMSE", "coverage",
                        "simple regret", "µs a record", "tasks"}) +
          markdown_rule(1, 8);
  for (const OverallEvaluator& entry : board.overall) {
    text += markdown_row({entry.label + (entry.everywhere ? "" : " (not everything)"),
                          decimals(entry.mean_rank, 2), decimals(entry.tau, 3),
                          decimals(entry.absolute_bias, 4), decimals(entry.rmse, 4),
                          decimals(entry.coverage, 2), decimals(entry.simple_regret, 4),
                          nanoseconds_text(entry.microseconds), std::to_string(entry.tasks)});
  }
  return text + "\n";
}

std::string entry_row(const EvaluatorEntry& entry, const EvaluatorTaskBoard& task) {
  return markdown_row({entry.label, decimals(entry.rmse, 4), decimals(entry.absolute_bias, 4),
                       worst_bias_text(entry, task), decimals(entry.coverage, 2),
                       with_half_width(entry.tau, 3), decimals(entry.found, 2),
                       with_half_width(entry.simple_regret, 4), decimals(entry.interactions, 2),
                       decimals(entry.acceptance, 2), nanoseconds_text(entry.microseconds),
                       applicable_text(entry, task)});
}

std::string bias_table(const EvaluatorTaskBoard& task) {
  std::vector<std::string> header{"bias"};
  std::vector<std::string> truths{"*true value*"};
  for (const TrueValue& truth : task.truths) {
    header.push_back(truth.label);
    truths.push_back(decimals(truth.value.value, 3));
  }
  std::string text =
      markdown_row(header) + markdown_rule(1, task.truths.size()) + markdown_row(truths);
  for (const EvaluatorEntry& entry : task.entries) {
    if (entry.status != EntryStatus::played) continue;
    std::vector<std::string> cells{entry.label};
    for (const AlgorithmErrors& errors : entry.algorithms) {
      cells.push_back(errors.status == EntryStatus::played ? with_half_width(errors.bias, 3)
                                                           : no_number);
    }
    text += markdown_row(cells);
  }
  return text + "\n";
}

std::string task_section(const EvaluatorTaskBoard& task) {
  std::string text = "## " + task.task.title + " (`" + task.task.name + "`)\n\n" + task.task.about +
                     "\n\n" + facts_text(task, "`" + task.task.dataset.text + "`") + "\n\n";
  if (!task.unavailable.empty())
    return text + "Not here: " + markdown_cell(task.unavailable) + "\n\n";
  text +=
      markdown_row({"evaluator", "RMSE", "mean bias", "worst bias", "coverage", "tau", "best found",
                    "simple regret", "interactions", "acceptance", "µs a record", "algorithms"}) +
      markdown_rule(1, 11);
  std::string others;
  for (const EvaluatorEntry& entry : task.entries) {
    if (entry.status == EntryStatus::played) {
      text += entry_row(entry, task);
    } else {
      others += "- " + entry.label + ": " + to_string(entry.status) + ", " +
                markdown_cell(entry.reason) + "\n";
    }
  }
  text += entry_row(task.live_game, task) + "\n" + bias_table(task);
  return text + (others.empty() ? "" : others + "\n");
}

}  // namespace

std::string markdown(const EvaluatorBoard& board) {
  std::string text = "# Leaderboard of evaluators\n\nProfile " + to_string(board.profile) + ".\n\n";
  for (const Explanation& column : column_explanations()) {
    text += "- **" + column.name + "**: " + column.meaning + "\n";
  }
  text += "\n" + overall_section(board);
  for (const EvaluatorTaskBoard& task : board.tasks) text += task_section(task);
  return text;
}

}  // namespace replaybench
