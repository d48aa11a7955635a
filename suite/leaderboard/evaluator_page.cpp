#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "suite/leaderboard/page_values.hpp"
#include "suite/leaderboard/plots.hpp"
#include "suite/leaderboard/publish.hpp"
#include "suite/page/template.hpp"

namespace replaybench {

namespace {

using nlohmann::json;

std::string title_of(const EvaluatorEntry& entry) {
  return entry.evaluator ? entry.text + ": " + entry.evaluator->summary
                         : "a live test of the algorithm, of as many steps as the log has records";
}

// Of what is no component, the live game: empty.
std::string address(const EvaluatorDescription* evaluator, const ComponentPages& pages) {
  return evaluator ? pages.of(*evaluator) : std::string();
}

bool played(const EvaluatorEntry& entry) { return entry.status == EntryStatus::played; }

// The groups of tasks, each with its evaluators.
json overall_values(const EvaluatorBoard& board, const ComponentPages& pages) {
  auto groups = json::array();
  double last = 1;
  for (const OverallEvaluator& entry : board.overall) {
    if (groups.empty() || groups.back()["group"] != entry.group) {
      groups.push_back(
          {{"group", entry.group}, {"number", groups.size() + 1}, {"rows", json::array()}});
    }
    if (entry.mean_rank > last) last = entry.mean_rank;
  }
  std::size_t group = 0;
  for (const OverallEvaluator& entry : board.overall) {
    if (groups[group]["group"] != entry.group) ++group;
    groups[group]["rows"].push_back(
        {{"name", entry.label},
         {"page", address(entry.evaluator, pages)},
         {"summary", entry.evaluator ? entry.evaluator->summary : std::string()},
         {"everywhere", entry.everywhere},
         {"mean_rank", number(entry.mean_rank, 2)},
         {"length", length_bar(last - entry.mean_rank, last - 1)},
         {"tau", number(entry.tau, 3)},
         {"bias", number(entry.absolute_bias, 4)},
         {"rmse", number(entry.rmse, 4)},
         {"coverage", number(entry.coverage, 2)},
         {"simple_regret", number(entry.simple_regret, 4)},
         {"microseconds", time_number(entry.microseconds)},
         {"tasks_played", count_number(entry.tasks)}});
  }
  return groups;
}

BarScale tau_scale(const EvaluatorTaskBoard& task) {
  double low = 0;
  for (const EvaluatorEntry& entry : task.entries) {
    if (played(entry) && entry.tau.low < low) low = entry.tau.low;
  }
  return {std::max(low, -1.0), 1};
}

// The scales that the rows of a task share.
struct Scales {
  double rmse = 0;     // the smallest
  double bias = 1e-6;  // the largest, whatever its sign
  BarScale tau;

  explicit Scales(const EvaluatorTaskBoard& task)
      : rmse(task.live_game.rmse), tau(tau_scale(task)) {
    for (const EvaluatorEntry& entry : task.entries) {
      if (played(entry) && entry.rmse < rmse) rmse = entry.rmse;
      for (const AlgorithmErrors& errors : entry.algorithms) {
        if (errors.status == EntryStatus::played) {
          bias = std::max(bias, std::fabs(errors.bias.value));
        }
      }
    }
  }
};

// A square of the map of biases.
json bias_square(const AlgorithmErrors& errors, const std::string& who, double most) {
  if (errors.status != EntryStatus::played) {
    return {{"played", false},
            {"about", to_string(errors.status) + ": " + errors.reason},
            {"text", no_number},
            {"half", nullptr}};
  }
  json values = number(errors.bias, 3);
  values["played"] = true;
  values["over"] = errors.bias.value > 0;
  values["sure"] = errors.bias.low > 0 || errors.bias.high < 0;
  values["strength"] = fmt::format("{:.2f}", 0.75 * std::fabs(errors.bias.value) / most);
  values["about"] = who + ": bias " + with_half_width(errors.bias, 4) + ", RMSE " +
                    decimals(errors.rmse, 4) + ", coverage " + decimals(errors.coverage, 2) +
                    ", interactions " + decimals(errors.interactions, 2);
  return values;
}

json entry_values(const EvaluatorEntry& entry, const EvaluatorTaskBoard& task, const Scales& scales,
                  const ComponentPages& pages) {
  const double yards[] = {0, task.live_game.tau.value};
  json worst = number(entry.algorithms[entry.worst].bias.value, 4);
  worst["label"] = task.truths[entry.worst].label;
  auto biases = json::array();
  for (std::size_t a = 0; a < entry.algorithms.size(); ++a) {
    biases.push_back(
        bias_square(entry.algorithms[a], entry.label + ", " + task.truths[a].label, scales.bias));
  }
  return {{"name", entry.label},
          {"page", address(entry.evaluator, pages)},
          {"title", title_of(entry)},
          {"rmse", number(entry.rmse, 4)},
          {"length", length_bar(entry.rmse > 0 ? scales.rmse / entry.rmse : std::nan(""), 1)},
          {"bias", number(entry.absolute_bias, 4)},
          {"worst", worst},
          {"coverage", number(entry.coverage, 2)},
          {"tau", number(entry.tau, 3)},
          {"bar", interval_bar(entry.tau, scales.tau, yards)},
          {"found", number(entry.found, 2)},
          {"simple_regret", number(entry.simple_regret, 4)},
          {"interactions", number(entry.interactions, 2)},
          {"acceptance", number(entry.acceptance, 2)},
          {"microseconds", time_number(entry.microseconds)},
          {"applicable", number(static_cast<double>(entry.applicable),
                                fmt::format("{}/{}", entry.applicable, task.truths.size()))},
          {"biases", biases}};
}

json truth_values(const EvaluatorTaskBoard& task) {
  auto truths = json::array();
  for (const TrueValue& truth : task.truths) {
    truths.push_back(
        {{"label", truth.label},
         {"text", truth.text},
         {"about", with_half_width(truth.value, 4)},
         {"value", truth.unavailable.empty() ? decimals(truth.value.value, 3) : no_number}});
  }
  return truths;
}

// Adds the results of a task that was played.
void add_played(const EvaluatorTaskBoard& task, const ComponentPages& pages, json& values) {
  const Scales scales(task);
  double error = 0;
  for (const TrueValue& truth : task.truths) {
    if (truth.unavailable.empty() && truth.error > error) error = truth.error;
  }
  NamesByReason absent;
  auto rows = json::array();
  auto remarks = json::array();
  for (const EvaluatorEntry& entry : task.entries) {
    if (played(entry)) {
      rows.push_back(entry_values(entry, task, scales, pages));
      continue;
    }
    absent.add(entry.label, to_string(entry.status) + ": " + entry.reason);
    remarks.push_back(
        {{"name", entry.label}, {"text", to_string(entry.status) + ", " + entry.reason}});
  }
  values["logging"] = task.task.logging.text;
  values["actions"] = task.actions;
  values["features"] = features_text(task.dimension);
  values["horizon"] = thousands(static_cast<double>(task.task.horizon));
  values["replicates"] = task.task.replicates;
  values["games"] = task.task.live_games;
  values["error"] = decimals(error, 4);
  values["axis"] = bar_axis(scales.tau);
  values["rows"] = rows;
  values["live_game"] = entry_values(task.live_game, task, scales, pages);
  values["truths"] = truth_values(task);
  values["has_absent"] = !remarks.empty();
  values["absent"] = absent.values();
  values["remarks"] = remarks;
}

json task_values(const EvaluatorTaskBoard& task, const ComponentPages& pages) {
  json values{{"name", task.task.name},
              {"title", task.task.title},
              {"about", task.task.about},
              {"dataset", task.task.dataset.text},
              {"unavailable", task.unavailable}};
  if (task.unavailable.empty()) add_played(task, pages, values);
  return values;
}

json described_values(const ComponentPages& pages) {
  auto rows = json::array();
  for (const EvaluatorDescription* evaluator : evaluators_table()) {
    rows.push_back({{"name", evaluator->name},
                    {"page", pages.of(*evaluator)},
                    {"summary", evaluator->summary},
                    {"applicability", evaluator->applicability},
                    {"source", evaluator->source}});
  }
  return rows;
}

json board_values(const EvaluatorBoard& board, bool first_page, const ComponentPages& pages) {
  auto tasks = json::array();
  for (const EvaluatorTaskBoard& task : board.tasks) tasks.push_back(task_values(task, pages));
  return {{"profile", to_string(board.profile)},
          {"evaluators", board.overall.size()},
          {"task_count", board.tasks.size()},
          {"one_task", board.tasks.size() == 1},
          {"first_page", first_page},
          {"smoke", board.profile == Profile::smoke},
          {"overall", overall_values(board, pages)},
          {"tasks", tasks},
          {"columns", json::parse(leaderboard_templates().text("evaluator_columns.json"))},
          {"described", described_values(pages)}};
}

}  // namespace

std::string markdown(const EvaluatorBoard& board, const ComponentPages& pages) {
  return leaderboard_templates().render("evaluators.md", board_values(board, false, pages));
}

std::string evaluator_page(const EvaluatorBoard& board, bool first_page,
                           const ComponentPages& pages) {
  return html_document(
      "Replaybench: Leaderboard of evaluators",
      leaderboard_templates().render("evaluators.html", board_values(board, first_page, pages)),
      true);
}

}  // namespace replaybench
