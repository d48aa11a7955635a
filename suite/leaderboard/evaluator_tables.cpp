// CSV tables of the board of evaluators.

#include "suite/leaderboard/publish.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/report/row_builder.hpp"

namespace replaybench {

Table evaluators_table_of(const EvaluatorBoard& board) {
  constexpr statistics::IntervalEstimate none{nan, nan, nan};
  RowBuilder rows;
  for (const EvaluatorTaskBoard& task : board.tasks) {
    const auto add = [&](const EvaluatorEntry& entry) {
      const bool played = entry.status == EntryStatus::played && entry.applicable > 0;
      const auto number = [&](const std::string& name, double value) {
        rows.number(name, played ? value : nan);
      };
      rows.text("task", task.task.name);
      rows.text("evaluator", entry.label);
      rows.text("status", to_string(entry.status));
      rows.text("reason", entry.reason);
      rows.text("component", entry.text);
      rows.number("algorithms", static_cast<double>(entry.applicable));
      number("absolute_bias", entry.absolute_bias);
      number("worst_bias", played ? entry.algorithms[entry.worst].bias.value : nan);
      rows.text("worst_algorithm", played ? task.truths[entry.worst].label : "");
      number("rmse", entry.rmse);
      number("coverage", entry.coverage);
      rows.interval("tau", played ? entry.tau : none);
      number("best_found", entry.found);
      rows.interval("simple_regret", played ? entry.simple_regret : none);
      number("interactions", entry.interactions);
      number("acceptance", entry.acceptance);
      rows.number("choices", entry.choices);
    };
    for (const EvaluatorEntry& entry : task.entries) add(entry);
    if (task.unavailable.empty()) add(task.live_game);
  }
  return std::move(rows).table();
}

Table overall_table(const EvaluatorBoard& board) {
  RowBuilder rows;
  for (const OverallEvaluator& entry : board.overall) {
    rows.text("group", entry.group);
    rows.text("evaluator", entry.label);
    rows.number("mean_rank", entry.mean_rank);
    rows.number("tasks", static_cast<double>(entry.tasks));
    rows.text("everywhere", entry.everywhere ? "yes" : "no");
    rows.number("absolute_bias", entry.absolute_bias);
    rows.number("rmse", entry.rmse);
    rows.number("coverage", entry.coverage);
    rows.number("tau", entry.tau);
    rows.number("simple_regret", entry.simple_regret);
  }
  return std::move(rows).table();
}

Table errors_table(const EvaluatorBoard& board) {
  RowBuilder rows;
  for (const EvaluatorTaskBoard& task : board.tasks) {
    const auto add = [&](const EvaluatorEntry& entry) {
      for (std::size_t a = 0; a < entry.algorithms.size(); ++a) {
        const AlgorithmErrors& errors = entry.algorithms[a];
        if (errors.status != EntryStatus::played) continue;
        rows.text("task", task.task.name);
        rows.text("evaluator", entry.label);
        rows.text("algorithm", task.truths[a].label);
        rows.number("truth", task.truths[a].value.value);
        rows.interval("bias", errors.bias);
        rows.number("rmse", errors.rmse);
        rows.number("coverage", errors.coverage);
        rows.number("interactions", errors.interactions);
        rows.number("acceptance", errors.acceptance);
      }
    };
    for (const EvaluatorEntry& entry : task.entries) add(entry);
    if (task.unavailable.empty()) add(task.live_game);
  }
  return std::move(rows).table();
}

Table truths_table(const EvaluatorBoard& board) {
  RowBuilder rows;
  for (const EvaluatorTaskBoard& task : board.tasks) {
    for (const TrueValue& truth : task.truths) {
      rows.text("task", task.task.name);
      rows.text("algorithm", truth.label);
      rows.text("component", truth.text);
      rows.text("unavailable", truth.unavailable);
      rows.interval("value", truth.value);
      rows.number("error", truth.error);
    }
  }
  return std::move(rows).table();
}

Table evaluator_costs_table(const EvaluatorBoard& board) {
  RowBuilder rows;
  for (const EvaluatorTaskBoard& task : board.tasks) {
    for (const EvaluatorEntry& entry : task.entries) {
      if (entry.status != EntryStatus::played) continue;
      rows.text("task", task.task.name);
      rows.text("evaluator", entry.label);
      rows.number("microseconds", entry.microseconds);
      rows.number("choices", entry.choices);
    }
  }
  return std::move(rows).table();
}

}  // namespace replaybench
