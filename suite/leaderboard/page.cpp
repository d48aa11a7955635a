#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "suite/leaderboard/numbers.hpp"
#include "suite/leaderboard/page_values.hpp"
#include "suite/leaderboard/plots.hpp"
#include "suite/leaderboard/publish.hpp"
#include "suite/page/template.hpp"

namespace replaybench {

// Generated from suite/leaderboard/templates by cmake/embed.cmake.
const std::vector<EmbeddedText>& leaderboard_template_files();

const Templates& leaderboard_templates() {
  static const Templates templates(leaderboard_template_files());
  return templates;
}

namespace {

using nlohmann::json;

const Entry* entry_of(const TaskBoard& task, const AlgorithmDescription* algorithm) {
  for (const Entry& entry : task.entries) {
    if (entry.algorithm == algorithm) return &entry;
  }
  return nullptr;
}

std::size_t played_on(const TaskBoard& task) {
  std::size_t played = 0;
  for (const Entry& entry : task.entries) played += takes_rank(entry);
  return played;
}

// A square of the heat map: the rank of an algorithm on a task.
json square(const TaskBoard& task, const AlgorithmDescription* algorithm) {
  const Entry* entry = entry_of(task, algorithm);
  if (!entry || entry->status != EntryStatus::played) {
    return {{"played", false},
            {"about", entry ? to_string(entry->status) + ": " + entry->reason : std::string()}};
  }
  const double count = static_cast<double>(played_on(task));
  const double worse = count > 1 ? (entry->rank - 1) / (count - 1) : 0;
  std::string about = task.task.title + ": " + with_half_width(entry->score, 4) + ", rank " +
                      rank_text(entry->rank) + " of " + fmt::format("{:.0f}", count) + ", ranks " +
                      rank_range(*entry);
  if (!tuned_text(*entry).empty()) about += ", " + tuned_text(*entry);
  return {{"played", true},
          {"about", about},
          {"top", entry->best_rank == 1},
          {"strength", fmt::format("{:.2f}", 0.6 * (1 - worse))},
          {"v", numeric::to_decimal(entry->rank)},
          {"text", rank_text(entry->rank)}};
}

json overall_values(const Board& board, const ComponentPages& pages) {
  const std::size_t ranked = ranked_tasks(board);
  double last = 1;
  for (const OverallEntry& entry : board.overall) {
    if (entry.mean_rank > last) last = entry.mean_rank;
  }
  auto rows = json::array();
  for (const OverallEntry& entry : board.overall) {
    auto squares = json::array();
    for (const TaskBoard& task : board.tasks) {
      if (task.ranked) squares.push_back(square(task, entry.algorithm));
    }
    rows.push_back({{"name", entry.algorithm->name},
                    {"page", pages.of(*entry.algorithm)},
                    {"summary", entry.algorithm->summary},
                    {"everywhere", entry.everywhere},
                    {"mean_rank", number(entry.mean_rank, 2)},
                    {"length", length_bar(last - entry.mean_rank, last - 1)},
                    {"share", number(entry.mean_share, 3)},
                    {"tasks_played", number(static_cast<double>(entry.ranked_tasks),
                                            fmt::format("{}/{}", entry.ranked_tasks, ranked))},
                    {"squares", squares}});
  }
  return rows;
}

json indistinguishable(const Entry& entry, const TaskBoard& task) {
  const std::size_t count = entry.indistinguishable.size();
  const bool all = count + 1 == played_on(task);
  return {{"count", count},
          {"all", all},
          {"none", !all && count == 0},
          {"some", !all && count > 0},
          {"names", fmt::format("{}", fmt::join(entry.indistinguishable, ", "))}};
}

json entry_values(const Entry& entry, const TaskBoard& task, const BarScale& scale,
                  const ComponentPages& pages) {
  const bool ranked = task.ranked && takes_rank(entry);
  const json unranked = number(std::nan(""), no_number);
  return {
      {"name", entry.algorithm->name},
      {"page", pages.of(*entry.algorithm)},
      {"summary", entry.algorithm->summary},
      {"leads", ranked && entry.best_rank == 1},
      {"rank", ranked ? number(entry.rank, rank_text(entry.rank)) : unranked},
      {"open", ranked ? number(static_cast<double>(entry.best_rank), rank_range(entry)) : unranked},
      {"score", number(entry.score, 4)},
      {"bar", interval_bar(entry.score, task, scale)},
      {"regret", number(entry.regret, 1)},
      {"share", number(entry.share, 3)},
      {"accepted", number(entry.accepted, 1)},
      {"tuned", tuned_text(entry)},
      {"indistinguishable", indistinguishable(entry, task)},
      {"choose_ns", time_number(entry.cost.choose_ns)},
      {"update_ns", time_number(entry.cost.update_ns)},
      {"bytes", entry.cost.state_bytes ? count_number(*entry.cost.state_bytes) : json(nullptr)}};
}

// Upper bounds (oracles): not ranked, not sorted.
json reference_values(const TaskBoard& task, const BarScale& scale) {
  if (!task.references) return nullptr;
  auto rows = json::array();
  const auto add = [&](const std::string& name, const std::string& title,
                       const statistics::IntervalEstimate& interval) {
    if (std::isnan(interval.value)) return;
    rows.push_back({{"name", name},
                    {"title", title},
                    {"score", number(interval, 4)},
                    {"bar", interval_bar(interval, task, scale)}});
  };
  add("best policy",
      "at each step the action with the highest expected reward, given the features and the model: "
      "an oracle",
      task.references->best);
  add("best fixed action", "the best single action in hindsight: an oracle",
      task.references->best_fixed);
  add("uniform choice", "expected reward of a uniform choice", task.references->uniform);
  return {{"best", decimals(task.references->best.value, 4)},
          {"best_fixed", decimals(task.references->best_fixed.value, 4)},
          {"uniform", decimals(task.references->uniform.value, 4)},
          {"reference_rows", rows}};
}

// Adds the algorithms that did not play, by reason, and the candidates that failed; `remarks` in the board's order.
void add_absent(const TaskBoard& task, json& values) {
  NamesByReason absent;
  auto failed = json::array();
  auto remarks = json::array();
  for (const Entry& entry : task.entries) {
    const std::string& name = entry.algorithm->name;
    if (entry.status != EntryStatus::played) {
      absent.add(name, to_string(entry.status) + ": " + entry.reason);
      remarks.push_back({{"name", name}, {"text", to_string(entry.status) + ", " + entry.reason}});
    } else if (!entry.note.empty()) {
      failed.push_back({{"name", name}, {"note", entry.note}});
      remarks.push_back({{"name", name}, {"text", "failed with " + entry.note}});
    }
  }
  values["has_absent"] = !remarks.empty();
  values["absent"] = absent.values();
  values["failed_candidates"] = failed;
  values["remarks"] = remarks;
}

json task_values(const TaskBoard& task, const ComponentPages& pages) {
  const BarScale scale = BarScale::of(task);
  auto for_reference = json::array();
  auto rows = json::array();
  for (const Entry& entry : task.entries) {
    if (entry.status != EntryStatus::played) continue;
    (takes_rank(entry) ? rows : for_reference).push_back(entry_values(entry, task, scale, pages));
  }
  json values{
      {"name", task.task.name},
      {"title", task.task.title},
      {"about", task.task.about},
      {"dataset", task.task.dataset.text},
      {"evaluator", task.task.evaluator.text},
      {"sizes", nullptr},
      {"horizon", task.task.horizon > 0 ? std::to_string(task.task.horizon) : std::string()},
      {"horizon_text", thousands(static_cast<double>(task.task.horizon))},
      {"is_file", task.is_file},
      {"records", thousands(static_cast<double>(task.records))},
      {"stretches", task.task.replicates + task.task.selection},
      {"replicates", task.task.replicates},
      {"selection", task.task.selection},
      {"score_text", score_text(task)},
      {"unavailable", task.unavailable},
      {"warnings", task.warnings},
      {"ranked", task.ranked},
      {"why_not_ranked", task.why_not_ranked},
      {"leaders", task.ranked ? leaders_text(task) : std::string()},
      {"axis", bar_axis(scale)},
      {"references", reference_values(task, scale)},
      {"unranked_rows", for_reference},
      {"has_unranked_rows", !for_reference.empty()},
      {"rows", rows}};
  if (task.actions > 0) {
    values["sizes"] = {{"actions", task.actions}, {"features", features_text(task.dimension)}};
  }
  add_absent(task, values);
  return values;
}

json described_values(const Board& board, const ComponentPages& pages) {
  std::map<std::string, const AlgorithmDescription*> by_name;
  for (const OverallEntry& entry : board.overall) by_name[entry.algorithm->name] = entry.algorithm;
  auto rows = json::array();
  for (const auto& [name, algorithm] : by_name) {
    std::string tuned = no_number;
    if (const ParameterInfo* parameter = tuned_parameter(*algorithm)) {
      tuned = parameter->name + ":";
      for (const double value : parameter->candidates) tuned += " " + numeric::to_decimal(value);
    }
    rows.push_back({{"name", name},
                    {"page", pages.of(*algorithm)},
                    {"summary", algorithm->summary},
                    {"tuned", tuned},
                    {"source", algorithm->source}});
  }
  return rows;
}

json board_values(const Board& board, bool second_page, const ComponentPages& pages) {
  auto ranked = json::array();
  auto tasks = json::array();
  for (const TaskBoard& task : board.tasks) {
    if (task.ranked) ranked.push_back({{"name", task.task.name}, {"title", task.task.title}});
    tasks.push_back(task_values(task, pages));
  }
  return {{"profile", to_string(board.profile)},
          {"algorithms", algorithms_of(board)},
          {"task_count", board.tasks.size()},
          {"one_task", board.tasks.size() == 1},
          {"second_page", second_page},
          {"anything_ranked", !ranked.empty()},
          {"ranked_count", ranked.size()},
          {"one_ranked", ranked.size() == 1},
          {"ranked_tasks", ranked},
          {"overall", overall_values(board, pages)},
          {"cost_plot", cost_plot(board)},
          {"tasks", tasks},
          {"smoke", board.profile == Profile::smoke},
          {"for_reference", fmt::format("{}", fmt::join(board.for_reference, ", "))},
          {"oracles", fmt::format("{}", fmt::join(board.oracles, ", "))},
          {"trained_offline", fmt::format("{}", fmt::join(board.trained_offline, ", "))},
          {"described", described_values(board, pages)}};
}

}  // namespace

std::string markdown(const Board& board, const ComponentPages& pages) {
  return leaderboard_templates().render("leaderboard.md", board_values(board, false, pages));
}

std::string leaderboard_page(const Board& board, bool second_page, const ComponentPages& pages) {
  return html_document(
      "Replaybench: Leaderboard",
      leaderboard_templates().render("leaderboard.html", board_values(board, second_page, pages)),
      true);
}

}  // namespace replaybench
