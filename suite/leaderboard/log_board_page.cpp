// The page of a leaderboard of one log.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "suite/leaderboard/log_board.hpp"
#include "suite/leaderboard/page_values.hpp"
#include "suite/leaderboard/plots.hpp"
#include "suite/page/template.hpp"

namespace replaybench {

namespace {

using nlohmann::json;

// From the lowest end of an interval to the highest, the mean logged reward among them.
BarScale bar_scale_of(const LogBoard& board) {
  double low = board.log_value.value, high = low;
  for (const LogEntry& entry : board.entries) {
    if (entry.rank == 0) continue;
    const Evaluation& of = *entry.evaluation;
    for (const double value : {of.estimate, of.interval.low, of.interval.high}) {
      if (std::isnan(value)) continue;
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
  if (!(low < high)) return {low - 0.5, low + 0.5};
  return {low, high};
}

json log_row_values(const LogEntry& entry, const LogBoard& board, const BarScale& scale) {
  const Evaluation& of = *entry.evaluation;
  const statistics::IntervalEstimate score{of.estimate, of.interval.low, of.interval.high};
  const statistics::IntervalEstimate& behind = entry.behind.estimate;
  const double yards[] = {board.log_value.value};
  return {{"name", entry.algorithm},
          {"summary", entry.component.description->summary},
          {"leads", entry.may_be_best},
          {"leads_text", entry.may_be_best ? "yes" : "no"},
          {"rank", count_number(entry.rank)},
          {"score", number(of.estimate, 4)},
          {"bar", interval_bar(score, scale, yards)},
          {"behind", number(behind.value,
                            std::isnan(behind.low) || entry.rank == 1
                                ? decimals(behind.value, 4)
                                : fmt::format("{:.4f} [{}, {}]", behind.value,
                                              decimals(behind.low, 4), decimals(behind.high, 4)))},
          {"accepted", number(of.accepted, 0)},
          {"choose_ns", time_number(entry.cost.choose_ns)},
          {"update_ns", time_number(entry.cost.update_ns)},
          {"bytes", entry.cost.state_bytes ? count_number(*entry.cost.state_bytes)
                                           : number(std::nan(""), no_number)}};
}

}  // namespace

std::string log_board_page(const LogBoard& board, const LogBoardOrigin& origin, OptionStyle style) {
  const BarScale scale = bar_scale_of(board);
  auto rows = json::array(), absent = json::array(), explanations = json::array(),
       warnings = json::array();
  for (const LogEntry& entry : board.entries) {
    if (entry.rank > 0) rows.push_back(log_row_values(entry, board, scale));
  }
  for (const Absentee& of : unranked_by_reason(board)) {
    absent.push_back({{"names", of.text}, {"reason", in_style(of.reason, style)}});
  }
  for (const auto& [word, sentence] : explanations_of(board)) {
    std::string title = word;
    title[0] = static_cast<char>(title[0] - 'a' + 'A');
    explanations.push_back({{"word", title}, {"sentence", in_style(sentence, style)}});
  }
  for (const std::string& sentence : warnings_of(board)) {
    warnings.push_back(in_style(sentence, style));
  }
  std::string answer = in_style(answer_of(board), style);
  if (answer[0] >= 'a' && answer[0] <= 'z' && answer.starts_with("take ")) answer[0] = 'T';
  json values = {{"log", board.log},
                 {"records", thousands(static_cast<double>(board.records))},
                 {"actions", thousands(static_cast<double>(board.actions))},
                 {"features", features_text(board.dimension)},
                 {"answer", answer},
                 {"explanations", explanations},
                 {"warnings", warnings},
                 {"has_rows", !rows.empty()},
                 {"ranked", rows.size()},
                 {"evaluator", board.evaluator},
                 {"because", in_style(board.because, style)},
                 {"log_value", decimals(board.log_value.value, 4)},
                 {"rows", rows},
                 {"has_absent", !absent.empty()},
                 {"absent", absent},
                 {"tuner", board.tuner},
                 {"tuning_records", thousands(static_cast<double>(board.tuning_records))},
                 {"settings", board.settings},
                 {"level", fmt::format("{:.4g}%", 100 * board.level)},
                 {"command", origin.command},
                 {"version", origin.version},
                 {"seed", std::to_string(board.seed)},
                 {"digest", origin.log_digest}};
  values.update(bar_axis(scale));
  return html_document("Replaybench: leaderboard of " + board.log,
                       leaderboard_templates().render("log_board.html", values), true);
}

}  // namespace replaybench
