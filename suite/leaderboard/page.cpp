#include <fmt/format.h>

#include <map>

#include "suite/leaderboard/numbers.hpp"
#include "suite/leaderboard/page_cells.hpp"
#include "suite/leaderboard/plots.hpp"
#include "suite/leaderboard/publish.hpp"
#include "suite/numeric/decimal.hpp"
#include "suite/page/page_assets.hpp"

namespace replaybench {

namespace {

const Entry* entry_of(const TaskBoard& task, const AlgorithmDescription* algorithm) {
  for (const Entry& entry : task.entries) {
    if (entry.algorithm == algorithm) return &entry;
  }
  return nullptr;
}

std::size_t played_on(const TaskBoard& task) {
  std::size_t played = 0;
  for (const Entry& entry : task.entries) played += entry.status == EntryStatus::played;
  return played;
}

std::string name_cell(const AlgorithmDescription& algorithm) {
  return fmt::format("<th scope=row title=\"{}\">{}</th>", html(algorithm.summary),
                     html(algorithm.name));
}

// A square of the heat map: the rank of an algorithm on a task.
std::string heat_cell(const TaskBoard& task, const AlgorithmDescription* algorithm) {
  const Entry* entry = entry_of(task, algorithm);
  if (!entry || entry->status != EntryStatus::played) {
    const std::string why = entry ? to_string(entry->status) + ": " + entry->reason : "";
    return "<td class=none data-v=\"\" title=\"" + html(why) + "\">–</td>";
  }
  const double count = static_cast<double>(played_on(task));
  const double worse = count > 1 ? (entry->rank - 1) / (count - 1) : 0;
  std::string about = task.task.title + ": " + with_half_width(entry->score, 4) + ", rank " +
                      rank_text(entry->rank) + " of " + fmt::format("{:.0f}", count) + ", ranks " +
                      rank_range(*entry);
  if (!tuned_text(*entry).empty()) about += ", " + tuned_text(*entry);
  return fmt::format("<td class=\"heat{}\" style=\"--a:{:.2f}\" data-v=\"{}\" title=\"{}\">{}</td>",
                     entry->best_rank == 1 ? " top" : "", 0.6 * (1 - worse),
                     numeric::to_decimal(entry->rank), html(about), rank_text(entry->rank));
}

std::string overall_section(const Board& board) {
  std::string text = "<h2 id=overall>Overall</h2>\n";
  const std::size_t ranked = ranked_tasks(board);
  if (ranked == 0) {
    return text +
           "<p class=note>On none of the tasks do any two algorithms differ: nothing is ranked. "
           "(A longer profile has more replicates.)</p>\n";
  }
  text += fmt::format(
      "<p>Mean rank over the {} tasks on which algorithms can be told apart. A strong colour is a "
      "good rank; a framed one differs from no better algorithm by the tests, so it may be the "
      "best. Share: 0 is a uniform choice, 1 the best policy.</p>\n",
      ranked);
  text += "<div class=scroll><table class=sortable id=ranks><thead><tr>" + header("algorithm") +
          header("mean rank", number_up) + header("", "data-fixed") + header("share", number_down) +
          header("tasks", number_down);
  for (const TaskBoard& task : board.tasks) {
    if (!task.ranked) continue;
    text += fmt::format("<th scope=col class=slanted title=\"{}\"><span>{}</span></th>",
                        html(task.task.title), html(task.task.name));
  }
  text += "</tr></thead>\n<tbody>\n";
  double most = 1;
  for (const OverallEntry& entry : board.overall) {
    if (entry.mean_rank > most) most = entry.mean_rank;
  }
  for (const OverallEntry& entry : board.overall) {
    text += "<tr>" + name_cell(*entry.algorithm) +
            number_cell(entry.mean_rank, decimals(entry.mean_rank, 2)) + "<td>" +
            length_bar(entry.mean_rank, most) + "</td>" +
            number_cell(entry.mean_share, decimals(entry.mean_share, 3)) +
            number_cell(static_cast<double>(entry.ranked_tasks),
                        fmt::format("{}/{}", entry.ranked_tasks, ranked));
    for (const TaskBoard& task : board.tasks) {
      if (task.ranked) text += heat_cell(task, entry.algorithm);
    }
    text += "</tr>\n";
  }
  text += "</tbody></table></div>\n";
  return text +
         "<p class=facts>Algorithms that could not play every ranked task stand below the others: "
         "their means are over other tasks.</p>\n" +
         cost_plot(board);
}

std::string facts(const TaskBoard& task) {
  std::string text = fmt::format("<code>{}</code>, evaluator <code>{}</code>",
                                 html(task.task.dataset.text), html(task.task.evaluator.text));
  if (task.actions > 0) {
    text += fmt::format("; {} actions, {} {}", task.actions, task.dimension,
                        task.dimension == 1 ? "feature" : "features with the constant");
  }
  if (task.task.horizon > 0) {
    text += "; horizon " + thousands(static_cast<double>(task.task.horizon));
  }
  if (task.is_file) {
    text += fmt::format("; {} records cut into {} stretches, {} reported and {} to select",
                        thousands(static_cast<double>(task.records)),
                        task.task.replicates + task.task.selection, task.task.replicates,
                        task.task.selection);
  } else {
    text += fmt::format("; {} replicates, tuned on {} others", task.task.replicates,
                        task.task.selection);
  }
  return "<p class=facts>" + text + ". Mean reward is " + score_text(task) + ".</p>\n";
}

// A row of what could have been had: not ranked, not sorted.
std::string reference_row(const std::string& name, const std::string& title,
                          const statistics::IntervalEstimate& interval, const TaskBoard& task,
                          const BarScale& scale, std::size_t columns_after) {
  if (std::isnan(interval.value)) return "";
  std::string row = fmt::format(
      "<tr><th scope=row title=\"{}\">{}</th><td class=number>–</td><td class=number>–</td>"
      "<td class=number>{}</td><td>{}</td>",
      html(title), html(name), value_with_interval(interval, 4),
      interval_bar(interval, task, scale));
  for (std::size_t i = 0; i < columns_after; ++i) row += "<td></td>";
  return row + "</tr>\n";
}

std::string not_different_cell(const Entry& entry, const TaskBoard& task) {
  const std::size_t count = entry.indistinguishable.size();
  std::string names;
  for (const auto& name : entry.indistinguishable) names += (names.empty() ? "" : ", ") + name;
  std::string text = "–";
  if (count + 1 == played_on(task)) {
    text = "all others";
  } else if (count > 0) {
    text = fmt::format("<details><summary>{}</summary>{}</details>", count, html(names));
  }
  return fmt::format("<td data-v=\"{}\">{}</td>", count, text);
}

std::string entry_row(const Entry& entry, const TaskBoard& task, const BarScale& scale) {
  const double nan = std::nan("");
  const bool ranked = task.ranked;
  std::string row =
      "<tr>" + name_cell(*entry.algorithm) +
      number_cell(ranked ? entry.rank : nan, ranked ? rank_text(entry.rank) : no_number) +
      number_cell(ranked ? static_cast<double>(entry.best_rank) : nan,
                  ranked ? rank_range(entry) : no_number) +
      number_cell(entry.score.value, value_with_interval(entry.score, 4)) + "<td>" +
      interval_bar(entry.score, task, scale) + "</td>";
  if (task.references) {
    row += number_cell(entry.regret.value, value_with_interval(entry.regret, 1)) +
           number_cell(entry.share, decimals(entry.share, 3));
  } else {
    row += number_cell(entry.accepted, decimals(entry.accepted, 1));
  }
  return row + "<td>" + html(tuned_text(entry)) + "</td>" + not_different_cell(entry, task) +
         number_cell(entry.cost.choose_ns, nanoseconds_text(entry.cost.choose_ns)) +
         number_cell(entry.cost.update_ns, nanoseconds_text(entry.cost.update_ns)) +
         number_cell(static_cast<double>(entry.cost.state_bytes),
                     thousands(static_cast<double>(entry.cost.state_bytes))) +
         "</tr>\n";
}

// Those that did not play, by reason; and candidates that failed.
std::string absent(const TaskBoard& task) {
  std::map<std::string, std::string> names_by_reason;
  std::string items;
  for (const Entry& entry : task.entries) {
    if (entry.status != EntryStatus::played) {
      auto& names = names_by_reason[to_string(entry.status) + ": " + entry.reason];
      names += (names.empty() ? "" : ", ") + entry.algorithm->name;
    } else if (!entry.note.empty()) {
      items += "<li>" + html(entry.algorithm->name) + " failed with " + html(entry.note) + "</li>";
    }
  }
  for (const auto& [reason, names] : names_by_reason) {
    items += "<li>" + html(names) + " – " + html(reason) + "</li>";
  }
  return items.empty() ? "" : "<ul class=facts>" + items + "</ul>\n";
}

std::string task_section(const TaskBoard& task) {
  std::string text =
      fmt::format("<h2 id=\"{0}\">{1} <code>{0}</code></h2>\n<p>{2}</p>\n", html(task.task.name),
                  html(task.task.title), html(task.task.about));
  text += facts(task);
  if (!task.unavailable.empty()) {
    return text + "<p class=note>Not here: " + html(task.unavailable) + "</p>\n";
  }
  for (const auto& warning : task.warnings) {
    text += "<p class=facts>Warning: " + html(warning) + ".</p>\n";
  }
  if (!task.ranked) {
    text += "<p class=note><b>Not ranked</b>: " + html(task.why_not_ranked) + ".</p>\n";
  }
  const BarScale scale = BarScale::of(task);
  text += fmt::format("<div class=scroll><table class=sortable id=\"table_{}\"><thead><tr>",
                      html(task.task.name)) +
          header("algorithm") + header("rank", number_up) + header("rank range", number_up) +
          header("mean reward", number_down) + header(bar_axis(scale), "data-fixed");
  if (task.references) {
    text += header("regret", number_up) + header("share", number_down);
  } else {
    text += header("records used", number_down);
  }
  text += header("tuned") + header("indistinguishable from") + header("choose ns", number_up) +
          header("update ns", number_up) + header("bytes", number_up) + "</tr></thead>\n<tbody>\n";
  for (const Entry& entry : task.entries) {
    if (entry.status == EntryStatus::played) text += entry_row(entry, task, scale);
  }
  text += "</tbody>\n";
  if (task.references) {
    constexpr std::size_t after = 7;
    text += "<tbody class=reference>\n" +
            reference_row("best policy",
                          "at each step the action with the highest expected reward, "
                          "given the features and the model: an oracle",
                          task.references->best, task, scale, after) +
            reference_row("best fixed action", "the best single action in hindsight: an oracle",
                          task.references->best_fixed, task, scale, after) +
            reference_row("uniform choice", "expected reward of a uniform choice",
                          task.references->uniform, task, scale, after) +
            "</tbody>";
  }
  return text + "</table></div>\n" + absent(task);
}

std::string methods_section(const Board& board) {
  return "<h2 id=method>How it is done</h2>\n<ul>\n"
         "<li><b>Tuning.</b> Each algorithm has one tuned parameter at most, with the candidates "
         "of "
         "its own description (below). All candidates play the replicates that select; the best "
         "mean "
         "is taken, and only that one plays the replicates that are reported: other environments, "
         "or "
         "other "
         "stretches of a log. So nothing reported has helped to choose.</li>\n"
         "<li><b>Replicates.</b> Of a simulator: independent environments, the same for all "
         "algorithms "
         "(common random numbers). Of a file: stretches of it, one after the other; a file that "
         "were "
         "replayed whole would be one replicate, whatever the number of games.</li>\n"
         "<li><b>Intervals</b> are 95%, Student's t over the replicates.</li>\n"
         "<li><b>Regret</b> is against the best policy of the environment: at each step the action "
         "with "
         "the "
         "highest expected reward given what the features tell. It is summed over the horizon and "
         "paired by replicate. A log has no such truth, so no regret.</li>\n"
         "<li><b>Ranks.</b> On each task every pair is compared by a two-sided paired t-test over "
         "the "
         "replicates; Holm's adjustment over all pairs of the task keeps the probability of a "
         "single "
         "false difference at 5%. “Rank range” is what these tests allow; “indistinguishable "
         "from” are the algorithms from which one does not differ. A task where no two differ "
         "is not ranked, and does not count in the mean rank.</li>\n"
         "<li><b>Times</b> are CPU nanoseconds of one call on this machine, after at most 2,000 "
         "steps "
         "of learning; <b>bytes</b> are those of the state then, the same everywhere.</li>\n" +
         (board.oracles.empty()
              ? std::string()
              : "<li><b>Not ranked</b>, because they know the simulator's truth: " +
                    html(fmt::format("{}", fmt::join(board.oracles, ", "))) + ".</li>\n") +
         (board.trained_offline.empty()
              ? std::string()
              : "<li><b>Not ranked</b>, because they are trained from a log before they play: " +
                    html(fmt::format("{}", fmt::join(board.trained_offline, ", "))) + ".</li>\n") +
         "</ul>\n";
}

std::string algorithms_section(const Board& board) {
  std::string text =
      "<h2 id=algorithms>The algorithms</h2>\n<div class=scroll><table class=sortable "
      "id=described><thead><tr>" +
      header("algorithm") + header("what it is") + header("tuned") + header("source") +
      "</tr></thead>\n<tbody>\n";
  std::map<std::string, const AlgorithmDescription*> by_name;
  for (const OverallEntry& entry : board.overall) by_name[entry.algorithm->name] = entry.algorithm;
  for (const auto& [name, algorithm] : by_name) {
    std::string tuned = "–";
    if (const ParameterInfo* parameter = tuned_parameter(*algorithm)) {
      tuned = parameter->name + ":";
      for (const double value : parameter->candidates) tuned += " " + numeric::to_decimal(value);
    }
    text += fmt::format("<tr>{}<td>{}</td><td>{}</td><td>{}</td></tr>\n", name_cell(*algorithm),
                        html(algorithm->summary), html(tuned), html(algorithm->source));
  }
  return text + "</tbody></table></div>\n";
}

}  // namespace

std::string leaderboard_page(const Board& board, bool second_page) {
  std::string contents = second_page ? "<a href=\"evaluators.html\">The evaluators' page</a> " : "";
  contents += "<a href=\"#overall\">Overall</a>";
  for (const TaskBoard& task : board.tasks) {
    contents += fmt::format(" <a href=\"#{0}\">{0}</a>", html(task.task.name));
  }
  contents += " <a href=\"#method\">How it is done</a> <a href=\"#algorithms\">The algorithms</a>";
  std::string page = page_head(
      "Leaderboard",
      fmt::format("{} algorithms on {} tasks, profile {}. Each was tuned on replicates apart from "
                  "those shown here, and all met the same random numbers. Click on a column's name "
                  "to sort.",
                  algorithms_of(board), board.tasks.size(), to_string(board.profile)),
      contents);
  page += overall_section(board);
  for (const TaskBoard& task : board.tasks) page += task_section(task);
  page += methods_section(board) + algorithms_section(board);
  return page + page_foot();
}

}  // namespace replaybench
