#include <limits>

#include "suite/leaderboard/publish.hpp"
#include "suite/leaderboard/rows.hpp"
#include "suite/text/files.hpp"
#include "suite/text/sha256.hpp"

namespace replaybench {

Table evaluators_table_of(const EvaluatorBoard& board) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  Rows rows;
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
      rows.interval("tau", played ? entry.tau : statistics::IntervalEstimate{nan, nan, nan});
      number("best_found", entry.found);
      rows.interval("lost", played ? entry.lost : statistics::IntervalEstimate{nan, nan, nan});
      number("interactions", entry.interactions);
      number("acceptance", entry.acceptance);
      rows.number("choices", entry.choices);
    };
    for (const EvaluatorEntry& entry : task.entries) add(entry);
    if (task.unavailable.empty()) add(task.live_game);
  }
  return std::move(rows).table();
}

Table errors_table(const EvaluatorBoard& board) {
  Rows rows;
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
  Rows rows;
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
  Rows rows;
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

std::string publish(const EvaluatorBoard& board, const std::filesystem::path& folder,
                    bool first_page) {
  const auto csv = [](const Table& table) { return table.names().empty() ? "" : table.to_csv(); };
  std::filesystem::create_directories(folder);
  std::string all;
  for (const auto& [name, table] : {std::pair("evaluators.csv", evaluators_table_of(board)),
                                    std::pair("evaluator_errors.csv", errors_table(board)),
                                    std::pair("evaluator_truths.csv", truths_table(board))}) {
    const std::string text = csv(table);
    write_file(folder / name, text);
    all += std::string(name) + "\n" + text;
  }
  write_file(folder / "evaluator_costs.csv", csv(evaluator_costs_table(board)));
  write_file(folder / "evaluators.md", markdown(board));
  write_file(folder / "evaluators.html", evaluator_page(board, first_page));
  return sha256_hex(all);
}

}  // namespace replaybench
