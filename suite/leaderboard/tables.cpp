// CSV tables of the board of algorithms.

#include <cmath>

#include "suite/leaderboard/publish.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/report/row_builder.hpp"

namespace replaybench {

namespace {

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : " ") + name;
  return text;
}

constexpr statistics::IntervalEstimate none{nan, nan, nan};

}  // namespace

Table scores_table(const Board& board) {
  RowBuilder rows;
  for (const TaskBoard& task : board.tasks) {
    for (const Entry& entry : task.entries) {
      const bool played = entry.status == EntryStatus::played;
      const bool ranked = takes_rank(entry) && task.ranked;
      const ParameterInfo* parameter = tuned_parameter(*entry.algorithm);
      rows.text("task", task.task.name);
      rows.text("algorithm", entry.algorithm->name);
      rows.text("status", to_string(entry.status));
      rows.text("reason", played ? entry.note : entry.reason);
      rows.text("parameter", parameter ? parameter->name : "");
      rows.text("value", entry.candidate);
      rows.interval("mean", played ? entry.score : none);
      rows.interval("regret", played ? entry.regret : none);
      rows.number("share", played ? entry.share : nan);
      rows.number("accepted", played ? entry.accepted : nan);
      rows.number("rank", ranked ? entry.rank : nan);
      rows.number("best_rank", ranked ? static_cast<double>(entry.best_rank) : nan);
      rows.number("worst_rank", ranked ? static_cast<double>(entry.worst_rank) : nan);
      rows.text("indistinguishable_from", played ? joined(entry.indistinguishable) : "");
      const bool measured = played && !entry.is_guest;
      rows.number("state_bytes", measured ? entry.cost.bytes() : nan);
    }
  }
  return std::move(rows).table();
}

Table tasks_table(const Board& board) {
  RowBuilder rows;
  for (const TaskBoard& task : board.tasks) {
    const auto reference = [&](const std::string& name,
                               const statistics::IntervalEstimate ReferenceScores::*member) {
      rows.number(name, task.references ? ((*task.references).*member).value : nan);
    };
    rows.text("task", task.task.name);
    rows.text("title", task.task.title);
    rows.text("dataset", task.task.dataset.text);
    rows.text("evaluator", task.task.evaluator.text);
    rows.text("score", task.score_name);
    rows.number("horizon", static_cast<double>(task.task.horizon));
    rows.number("replicates", static_cast<double>(task.task.replicates));
    rows.number("selection", static_cast<double>(task.task.selection));
    rows.text("unavailable", task.unavailable);
    rows.text("ranked", task.ranked ? "yes" : "no");
    rows.text("why_not_ranked", task.why_not_ranked);
    reference("best_policy", &ReferenceScores::best);
    reference("best_fixed_action", &ReferenceScores::best_fixed);
    reference("uniform_choice", &ReferenceScores::uniform);
  }
  return std::move(rows).table();
}

Table overall_table(const Board& board) {
  RowBuilder rows;
  for (const OverallEntry& entry : board.overall) {
    rows.text("algorithm", entry.algorithm->name);
    rows.number("mean_rank", entry.mean_rank);
    rows.number("mean_share", entry.mean_share);
    rows.number("ranked_tasks", static_cast<double>(entry.ranked_tasks));
    rows.text("everywhere", entry.everywhere ? "yes" : "no");
  }
  return std::move(rows).table();
}

Table comparisons_table(const Board& board) {
  RowBuilder rows;
  for (const TaskBoard& task : board.tasks) {
    for (const statistics::PairComparison& pair : task.comparisons) {
      rows.text("task", task.task.name);
      rows.text("higher", task.entries[pair.a].algorithm->name);
      rows.text("lower", task.entries[pair.b].algorithm->name);
      rows.interval("difference", pair.difference);
      rows.number("p_value", pair.p_value);
      rows.number("adjusted", pair.adjusted);
    }
  }
  return std::move(rows).table();
}

Table costs_table(const Board& board) {
  RowBuilder rows;
  for (const TaskBoard& task : board.tasks) {
    for (const Entry& entry : task.entries) {
      if (entry.status != EntryStatus::played || entry.is_guest) continue;
      rows.text("task", task.task.name);
      rows.text("algorithm", entry.algorithm->name);
      rows.number("choose_ns", entry.cost.choose_ns);
      rows.number("update_ns", entry.cost.update_ns);
      rows.number("state_bytes", entry.cost.bytes());
    }
  }
  return std::move(rows).table();
}

}  // namespace replaybench
