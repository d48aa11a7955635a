#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "suite/leaderboard/evaluator_texts.hpp"
#include "suite/leaderboard/page_cells.hpp"
#include "suite/leaderboard/plots.hpp"
#include "suite/leaderboard/publish.hpp"

namespace replaybench {

namespace {

std::string name_cell(const std::string& label, const std::string& title) {
  return fmt::format("<th scope=row title=\"{}\">{}</th>", html(title), html(label));
}

std::string title_of(const EvaluatorEntry& entry) {
  return entry.evaluator ? entry.text + ": " + entry.evaluator->summary
                         : "a live test of the algorithm, of as many steps as the log has records";
}

bool played(const EvaluatorEntry& entry) { return entry.status == EntryStatus::played; }

std::string overall_section(const EvaluatorBoard& board) {
  std::string text =
      "<h2 id=overall>Overall</h2>\n<p>Mean rank by error, and the other numbers, over the tasks "
      "on "
      "which an evaluator can estimate every algorithm. Those that cannot do so everywhere stand "
      "below the others: their means are over other tasks.</p>\n"
      "<div class=scroll><table class=sortable id=overall_evaluators><thead><tr>" +
      header("evaluator") + header("mean rank", number_up) + header("", "data-fixed") +
      header("tau", number_down) + header("mean bias", number_up) + header("RMSE", number_up) +
      header("coverage", number_down) + header("simple regret", number_up) +
      header("µs a record", number_up) + header("tasks", number_down) + "</tr></thead>\n<tbody>\n";
  double most = 1;
  for (const OverallEvaluator& entry : board.overall) {
    if (entry.mean_rank > most) most = entry.mean_rank;
  }
  for (const OverallEvaluator& entry : board.overall) {
    text += "<tr>" + name_cell(entry.label, entry.evaluator ? entry.evaluator->summary : "") +
            number_cell(entry.mean_rank, decimals(entry.mean_rank, 2)) + "<td>" +
            length_bar(entry.mean_rank, most) + "</td>" +
            number_cell(entry.tau, decimals(entry.tau, 3)) +
            number_cell(entry.absolute_bias, decimals(entry.absolute_bias, 4)) +
            number_cell(entry.rmse, decimals(entry.rmse, 4)) +
            number_cell(entry.coverage, decimals(entry.coverage, 2)) +
            number_cell(entry.simple_regret, decimals(entry.simple_regret, 4)) +
            number_cell(entry.microseconds, nanoseconds_text(entry.microseconds)) +
            number_cell(static_cast<double>(entry.tasks), std::to_string(entry.tasks)) + "</tr>\n";
  }
  return text + "</tbody></table></div>\n";
}

BarScale tau_scale(const EvaluatorTaskBoard& task) {
  double low = 0;
  for (const EvaluatorEntry& entry : task.entries) {
    if (played(entry) && entry.tau.low < low) low = entry.tau.low;
  }
  return {std::max(low, -1.0), 1};
}

std::string entry_row(const EvaluatorEntry& entry, const EvaluatorTaskBoard& task, double most,
                      const BarScale& scale) {
  const double yards[] = {0, task.live_game.tau.value};
  const double worst = entry.algorithms[entry.worst].bias.value;
  return "<tr>" + name_cell(entry.label, title_of(entry)) +
         number_cell(entry.rmse, decimals(entry.rmse, 4)) + "<td>" + length_bar(entry.rmse, most) +
         "</td>" + number_cell(entry.absolute_bias, decimals(entry.absolute_bias, 4)) +
         fmt::format("<td class=number data-v=\"{}\">{} <span class=minor>{}</span></td>",
                     numeric::to_decimal(worst), decimals(worst, 4),
                     html(task.truths[entry.worst].label)) +
         number_cell(entry.coverage, decimals(entry.coverage, 2)) +
         number_cell(entry.tau.value, value_with_interval(entry.tau, 3)) + "<td>" +
         interval_bar(entry.tau, scale, yards) + "</td>" +
         number_cell(entry.found, decimals(entry.found, 2)) +
         number_cell(entry.simple_regret.value, value_with_interval(entry.simple_regret, 4)) +
         number_cell(entry.interactions, decimals(entry.interactions, 2)) +
         number_cell(entry.acceptance, decimals(entry.acceptance, 2)) +
         number_cell(entry.microseconds, nanoseconds_text(entry.microseconds)) +
         number_cell(static_cast<double>(entry.applicable), applicable_text(entry, task)) +
         "</tr>\n";
}

std::string evaluators_of_task(const EvaluatorTaskBoard& task) {
  const BarScale scale = tau_scale(task);
  std::string text =
      fmt::format("<div class=scroll><table class=sortable id=\"table_{}\"><thead><tr>",
                  html(task.task.name)) +
      header("evaluator") + header("RMSE", number_up) + header("", "data-fixed") +
      header("mean bias", number_up) + header("worst bias", number_down) +
      header("coverage", number_down) + header("tau", number_down) +
      header(bar_axis(scale), "data-fixed") + header("best found", number_down) +
      header("simple regret", number_up) + header("interactions", number_down) +
      header("acceptance", number_down) + header("µs a record", number_up) +
      header("algorithms", number_down) + "</tr></thead>\n<tbody>\n";
  double most = task.live_game.rmse;
  for (const EvaluatorEntry& entry : task.entries) {
    if (played(entry) && entry.rmse > most) most = entry.rmse;
  }
  for (const EvaluatorEntry& entry : task.entries) {
    if (played(entry)) text += entry_row(entry, task, most, scale);
  }
  return text + "</tbody>\n<tbody class=reference>\n" +
         entry_row(task.live_game, task, most, scale) + "</tbody></table></div>\n";
}

// A square of the map of biases.
std::string bias_cell(const AlgorithmErrors& errors, const std::string& who, double most) {
  if (errors.status != EntryStatus::played) {
    return "<td class=none data-v=\"\" title=\"" +
           html(to_string(errors.status) + ": " + errors.reason) + "\">–</td>";
  }
  const double bias = errors.bias.value;
  const bool sure = errors.bias.low > 0 || errors.bias.high < 0;
  const std::string about = who + ": bias " + with_half_width(errors.bias, 4) + ", RMSE " +
                            decimals(errors.rmse, 4) + ", coverage " +
                            decimals(errors.coverage, 2) + ", interactions " +
                            decimals(errors.interactions, 2);
  return fmt::format(
      "<td class=\"heat{}{}\" style=\"--a:{:.2f}\" data-v=\"{}\" title=\"{}\">{}</td>",
      bias > 0 ? " over" : "", sure ? " sure" : "", 0.75 * std::fabs(bias) / most,
      numeric::to_decimal(bias), html(about), decimals(bias, 3));
}

std::string biases_of_task(const EvaluatorTaskBoard& task) {
  std::string text =
      "<p>Bias of each evaluator for each algorithm: red is too high, blue too low, bold when its "
      "95% "
      "interval does not have zero.</p>\n" +
      fmt::format("<div class=scroll><table class=sortable id=\"biases_{}\"><thead><tr>",
                  html(task.task.name)) +
      header("evaluator");
  double most = 1e-6;
  for (const EvaluatorEntry& entry : task.entries) {
    for (const AlgorithmErrors& errors : entry.algorithms) {
      if (errors.status == EntryStatus::played) {
        most = std::max(most, std::fabs(errors.bias.value));
      }
    }
  }
  for (const TrueValue& truth : task.truths) {
    text += fmt::format("<th scope=col class=slanted title=\"{}\"><span>{}</span></th>",
                        html(truth.text), html(truth.label));
  }
  text += "</tr></thead>\n<tbody>\n";
  for (const EvaluatorEntry& entry : task.entries) {
    if (!played(entry)) continue;
    text += "<tr>" + name_cell(entry.label, title_of(entry));
    for (std::size_t a = 0; a < entry.algorithms.size(); ++a) {
      text += bias_cell(entry.algorithms[a], entry.label + ", " + task.truths[a].label, most);
    }
    text += "</tr>\n";
  }
  text +=
      "</tbody>\n<tbody class=reference>\n<tr>" + name_cell("true value", "mean of the replicates");
  for (const TrueValue& truth : task.truths) {
    text += "<td class=number title=\"" + html(with_half_width(truth.value, 4)) + "\">" +
            (truth.unavailable.empty() ? decimals(truth.value.value, 3) : no_number) + "</td>";
  }
  return text + "</tr>\n</tbody></table></div>\n";
}

// Those that have no place here, by reason.
std::string absent(const EvaluatorTaskBoard& task) {
  std::map<std::string, std::string> names_by_reason;
  for (const EvaluatorEntry& entry : task.entries) {
    if (played(entry)) continue;
    auto& names = names_by_reason[to_string(entry.status) + ": " + entry.reason];
    names += (names.empty() ? "" : ", ") + entry.label;
  }
  std::string items;
  for (const auto& [reason, names] : names_by_reason) {
    items += "<li>" + html(names) + " – " + html(reason) + "</li>";
  }
  return items.empty() ? "" : "<ul class=facts>" + items + "</ul>\n";
}

std::string task_section(const EvaluatorTaskBoard& task) {
  std::string text =
      fmt::format("<h2 id=\"{0}\">{1} <code>{0}</code></h2>\n<p>{2}</p>\n", html(task.task.name),
                  html(task.task.title), html(task.task.about));
  text += "<p class=facts>" +
          facts_text(task, "<code>" + html(task.task.dataset.text) + "</code>") + ".</p>\n";
  if (!task.unavailable.empty()) {
    return text + "<p class=note>Not here: " + html(task.unavailable) + "</p>\n";
  }
  return text + evaluators_of_task(task) + biases_of_task(task) + absent(task);
}

std::string methods_section() {
  std::string text =
      "<h2 id=method>How it is done</h2>\n<ul>\n"
      "<li><b>The game.</b> In each replicate a environment is drawn; a uniform policy writes a "
      "log of T "
      "records in it; every evaluator reads that log and says what each algorithm would earn in T "
      "interactions. All evaluators and algorithms meet the same logs.</li>\n"
      "<li><b>The truth</b> of a replicate is the mean of many games of T steps that the algorithm "
      "plays live in the same environment, on other visitors, counting the expected rewards of its "
      "actions. “One live game” is what a single live test would say: no evaluator need be better "
      "than that.</li>\n"
      "<li><b>Who takes part.</b> Every registered evaluator that can be used on a log, with its "
      "default parameters, unless it is too dear; and those that the task declares. A name's title "
      "tells its parameters.</li>\n"
      "<li><b>Intervals</b> are 95%, Student's t over the replicates.</li>\n</ul>\n<h2 "
      "id=columns>The columns</h2>\n<ul>\n";
  for (const Explanation& column : column_explanations()) {
    text += "<li><b>" + html(column.name) + "</b>: " + html(column.meaning) + "</li>\n";
  }
  return text + "</ul>\n";
}

std::string evaluators_section() {
  std::string text =
      "<h2 id=evaluators>The evaluators</h2>\n<div class=scroll><table class=sortable "
      "id=described><thead><tr>" +
      header("evaluator") + header("what it is") + header("right for") + header("source") +
      "</tr></thead>\n<tbody>\n";
  for (const EvaluatorDescription* evaluator : evaluators_table()) {
    text += fmt::format(
        "<tr><th scope=row>{}</th><td class=text>{}</td><td class=text>{}</td><td "
        "class=text>{}</td></tr>\n",
        html(evaluator->name), html(evaluator->summary), html(evaluator->applicability),
        html(evaluator->source));
  }
  return text + "</tbody></table></div>\n";
}

}  // namespace

std::string evaluator_page(const EvaluatorBoard& board, bool first_page) {
  std::string contents = first_page ? "<a href=\"index.html\">The algorithms' page</a> " : "";
  contents += "<a href=\"#overall\">Overall</a>";
  for (const EvaluatorTaskBoard& task : board.tasks) {
    contents += fmt::format(" <a href=\"#{0}\">{0}</a>", html(task.task.name));
  }
  contents +=
      " <a href=\"#method\">How it is done</a> <a href=\"#columns\">The columns</a> <a "
      "href=\"#evaluators\">The evaluators</a>";
  std::string page = page_head(
      "Leaderboard of evaluators",
      fmt::format(
          "Who tells best, from a log alone, what a bandit algorithm is worth? {} evaluators "
          "on {} tasks, profile {}: the truth is known, because the environments are simulated. "
          "Click on a column's name to sort.",
          board.overall.size(), board.tasks.size(), to_string(board.profile)),
      contents);
  page += overall_section(board);
  for (const EvaluatorTaskBoard& task : board.tasks) page += task_section(task);
  return page + methods_section() + evaluators_section() + page_foot();
}

}  // namespace replaybench
