#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "suite/evaluate/shown_value.hpp"
#include "suite/evaluationpage/page_parts.hpp"
#include "suite/page/template.hpp"

namespace replaybench::evaluationpage {

std::string forest(const std::vector<PlotRow>& rows, const Axis& axis, const Estimated& reference,
                   bool is_difference, const char* what) {
  std::vector<std::vector<Cell>> cells;
  for (const PlotRow& row : rows) {
    cells.push_back(
        {{row.is_strong ? "<b>" + row.name + "</b>" : row.name},
         {forest_strip(row.strip, axis, reference.value, reference.low, reference.high)},
         {row.is_heading ? "" : shown(row.numbers, is_difference), true},
         {row.is_heading ? "" : shown_range(row.numbers, is_difference), true}});
  }
  return html_table(
      "forest",
      {{"<span class=\"hidden\">row</span>"},
       {"<span class=\"hidden\">picture</span>"},
       {what, true},
       {"interval", true}},
      cells,
      "<tfoot><tr><td></td><td>" + forest_axis(axis) + "</td><td></td><td></td></tr></tfoot>");
}

ForestRow strip_of(Series series, const Estimated& of, const std::string& title) {
  return {series, of.value, of.low, of.high, title};
}

namespace {

std::string title_of(const PairResult& pair) { return pair.policy + ", " + pair.evaluator; }

void add_figure(Json& figures, Json figure) {
  if (!figure.is_null()) figures.push_back(std::move(figure));
}

// Rows of one policy, or of one difference, by evaluator: below a heading if there are several.
void add_rows(std::vector<PlotRow>& rows, const std::string& heading, std::vector<PlotRow> own) {
  if (own.empty()) return;
  if (own.size() == 1) {
    own.front().name = "<span class=\"group\">" + heading + "</span>";
    own.front().is_strong = false;
  } else {
    rows.push_back({"<span class=\"group\">" + heading + "</span>", {}, {}, false, true});
  }
  for (PlotRow& row : own) rows.push_back(std::move(row));
}

}  // namespace

Json estimate_figures(const PageResult& result) {
  Json figures = Json::array();
  const PartResult& whole = result.whole;
  std::vector<double> reach = {whole.log_mean.value, whole.log_mean.low, whole.log_mean.high};
  std::vector<PlotRow> rows = {{key(0) + " the logging policy",
                                strip_of(0, whole.log_mean, "mean logged reward"), whole.log_mean}};
  std::vector<double> lifts = {0};
  std::vector<PlotRow> lift_rows;
  for (const std::string& policy : result.policies) {
    std::vector<PlotRow> own, own_lifts;
    Series series = 1;
    for (const PairResult& pair : whole.pairs) {
      if (pair.policy != policy) continue;
      series = pair.series;
      const bool first = result.answers(pair);
      reach.push_back(pair.estimate.value);
      if (first) reach.insert(reach.end(), {pair.estimate.low, pair.estimate.high});
      own.push_back({html_escaped(pair.evaluator),
                     strip_of(pair.series, pair.estimate, title_of(pair)), pair.estimate, first});
      if (!pair.lift.has_interval()) continue;
      lifts.push_back(pair.lift.value);
      if (first) lifts.insert(lifts.end(), {pair.lift.low, pair.lift.high});
      own_lifts.push_back({html_escaped(pair.evaluator),
                           strip_of(pair.series, pair.lift, title_of(pair)), pair.lift, first});
    }
    const std::string heading = key(series) + " " + html_escaped(policy);
    add_rows(rows, heading, std::move(own));
    add_rows(lift_rows, heading, std::move(own_lifts));
  }
  add_figure(
      figures,
      figure("f-estimates", "Estimates and the mean logged reward",
             "Mean reward of an interaction. Bars are 95% intervals; the dashed line and its "
             "shade are the mean logged reward with its interval. A bar with an arrow leaves "
             "the picture.",
             forest(rows, Axis::of(reach), whole.log_mean, false, "estimate"), ""));
  if (!lift_rows.empty()) {
    add_figure(
        figures,
        figure("f-lift", "Estimates minus the mean logged reward",
               "Paired by record, so this interval may exclude 0 although the interval of the "
               "estimate holds the mean logged reward. Right of the line the policy is better "
               "than the logging policy.",
               forest(lift_rows, Axis::of(lifts), {0, nan, nan}, true, "difference"), ""));
  }
  std::vector<PlotRow> pairs;
  std::vector<double> ends = {0};
  std::vector<std::string> names;
  const auto name_of = [](const Json& difference) {
    return text_at(difference, "/first") + " \u2212 " + text_at(difference, "/second");
  };
  for (const Json* difference : whole.differences) {
    const std::string name = name_of(*difference);
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  for (const std::string& name : names) {
    std::vector<PlotRow> own;
    for (const Json* difference : whole.differences) {
      if (name_of(*difference) != name) continue;
      const Estimated of{number_at(*difference, "/value"), number_at(*difference, "/low"),
                         number_at(*difference, "/high")};
      const std::string evaluator = text_at(*difference, "/evaluator");
      ends.insert(ends.end(), {of.value, of.low, of.high});
      const auto pair = std::find_if(
          whole.pairs.begin(), whole.pairs.end(),
          [&](const PairResult& one) { return text_at(*one.json, "/evaluator") == evaluator; });
      own.push_back({html_escaped(pair == whole.pairs.end() ? evaluator : pair->evaluator),
                     strip_of(0, of, name), of});
    }
    add_rows(pairs, html_escaped(name), std::move(own));
  }
  if (!pairs.empty() && pairs.size() <= 40) {
    add_figure(figures,
               figure("f-differences", "Differences between the policies",
                      "The first policy minus the second, paired by record, with 95% intervals.",
                      forest(pairs, Axis::of(ends), {0, nan, nan}, true, "difference"), ""));
  }
  return figures;
}

namespace {

Json reward_figure(const PageResult& result) {
  const Json& stretches = result.json->at("profile").at("stretches");
  if (stretches.size() < 2) return nullptr;
  const double n = number_at(*result.json, "/records");
  Line line{.series = 0,
            .label = "rewards",
            .x = middles(stretches),
            .y = column(stretches, "mean_reward"),
            .low = column(stretches, "low"),
            .high = column(stretches, "high"),
            .dots = true};
  std::vector<double> reach = line.y;
  reach.insert(reach.end(), line.low.begin(), line.low.end());
  reach.insert(reach.end(), line.high.begin(), line.high.end());
  const auto [least, most] = std::minmax_element(line.y.begin(), line.y.end());
  return figure(
      "f-rewards", "Mean reward along the log",
      fmt::format("{} stretches of equal size, with 95% intervals.", stretches.size()),
      line_chart({line}, Axis(0, n), Axis::of(reach), "record",
                 fmt::format("Mean reward between {:.3g} and {:.3g} along the log", *least, *most)),
      numbers_table(stretches, {"first", "records", "from_time", "mean_reward", "low", "high"}));
}

// The share of one action along the log, in the height of a row.
std::string spark(const Json& stretches, std::size_t action, double most) {
  std::string path;
  for (std::size_t s = 0; s < stretches.size(); ++s) {
    const double share = stretches[s].at("shares")[action].get<double>();
    path +=
        fmt::format("{}{:.1f} {:.1f}", s == 0 ? "M" : "L",
                    1000 * (static_cast<double>(s) + 0.5) / static_cast<double>(stretches.size()),
                    26 - 24 * share / most);
  }
  return "<svg class=\"spark\" height=\"28\" viewBox=\"0 0 1000 28\" preserveAspectRatio=\"none\" "
         "aria-hidden=\"true\"><path class=\"l spark\" d=\"" +
         path + "\"/></svg>";
}

Json action_figure(const PageResult& result) {
  const Json& profile = result.json->at("profile");
  const Json& shown_actions = profile.at("shown_actions");
  if (shown_actions.empty()) return nullptr;
  const Json& table = result.json->at("action_table");
  double most = 0;
  for (const Json& stretch : profile.at("stretches")) {
    for (const Json& share : stretch.at("shares")) most = std::fmax(most, share.get<double>());
  }
  const bool has_propensities = !profile.at("propensities").empty();
  std::vector<Cell> head = {{"action"},
                            {"records", true},
                            {"share", true},
                            {"share along the log"},
                            {"mean reward", true}};
  if (has_propensities) head.push_back({"mean propensity", true});
  std::vector<std::vector<Cell>> rows;
  for (std::size_t a = 0; a < shown_actions.size(); ++a) {
    const std::string name = shown_actions[a].get<std::string>();
    const auto found = std::find_if(table.begin(), table.end(), [&](const Json& row) {
      return text_at(row, "/action") == name;
    });
    if (found == table.end()) continue;
    rows.push_back(
        {{html_escaped(name)},
         {shown_integer(static_cast<std::uint64_t>(number_at(*found, "/records"))), true},
         {shown_percent(number_at(*found, "/share")), true},
         {spark(profile.at("stretches"), a, most)},
         {shown_number(number_at(*found, "/mean_reward")), true}});
    if (has_propensities) {
      rows.back().push_back({shown_number(number_at(*found, "/mean_propensity")), true});
    }
  }
  const std::size_t others = table.size() - rows.size();
  return figure(
      "f-actions", "Actions and their shares along the log",
      fmt::format("The most frequent actions first; the lines share one scale, from 0 to {}.{}",
                  shown_percent(most),
                  others > 0 ? fmt::format(" {} more actions are not shown.", others) : ""),
      "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"Actions\">" +
          html_table("actions", head, rows) + "</div>",
      "");
}

// Bars of the records in bins; every `step`-th lower end is a label.
std::string record_bars(const Json& bins, std::size_t step, const std::string& about) {
  std::vector<Bar> bars;
  for (std::size_t i = 0; i < bins.size(); ++i) {
    const double from = number_at(bins[i], "/from"), to = number_at(bins[i], "/to");
    const double records = number_at(bins[i], "/records");
    bars.push_back({i % step == 0 ? fmt::format("{:.2g}", from) : std::string(),
                    fmt::format("{:.3g} to {:.3g}: {:.0f} records", from, to, records), records,
                    0});
  }
  return bar_chart(bars, 0, about);
}

Json propensity_figure(const PageResult& result) {
  const Json& bins = result.json->at("profile").at("propensities");
  if (bins.empty()) return nullptr;
  return figure(
      "f-propensities", "Propensities of the logged actions",
      "Records by propensity, four bars per power of ten; the label is the lower end of its "
      "bar. Small propensities make large weights.",
      record_bars(bins, std::max<std::size_t>(1, (bins.size() + 5) / 6),
                  fmt::format("Propensities from {:.2g} to {:.2g}",
                              number_at(bins.front(), "/from"), number_at(bins.back(), "/to"))),
      numbers_table(bins, {"from", "to", "records"}));
}

Json dose_figure(const PageResult& result) {
  const Json& bins = result.json->at("profile").at("doses");
  if (bins.empty()) return nullptr;
  return figure(
      "f-doses", "Doses in the log", "Records by dose; the label is the lower end of its bar.",
      record_bars(bins, 4,
                  fmt::format("Doses from {:.3g} to {:.3g}", number_at(bins.front(), "/from"),
                              number_at(bins.back(), "/to"))),
      numbers_table(bins, {"from", "to", "records", "mean_reward"}));
}

}  // namespace

Json log_figures(const PageResult& result) {
  Json figures = Json::array();
  add_figure(figures, reward_figure(result));
  add_figure(figures, action_figure(result));
  add_figure(figures, propensity_figure(result));
  add_figure(figures, dose_figure(result));
  return figures;
}

Json segment_figures(const PageResult& result) {
  Json figures = Json::array();
  if (result.segments.empty()) return figures;
  bool lifts = true;
  std::vector<const PartResult*> parts;
  for (const PartResult& segment : result.segments) parts.push_back(&segment);
  parts.push_back(&result.whole);
  for (const PairResult* pair : result.headline()) lifts = lifts && pair->lift.has_interval();
  for (const PairResult* first : result.headline()) {
    std::vector<PlotRow> rows;
    std::vector<double> reach = {lifts ? 0 : result.whole.log_mean.value};
    for (const PartResult* part : parts) {
      for (const PairResult& pair : part->pairs) {
        if (pair.policy != first->policy || !result.answers(pair)) continue;
        const Estimated& of = lifts ? pair.lift : pair.estimate;
        reach.push_back(of.value);
        if (part->records >= 100) reach.insert(reach.end(), {of.low, of.high});
        rows.push_back({html_escaped(part->name) +
                            fmt::format(" <span class=\"soft\">{}</span>",
                                        shown_integer(static_cast<std::uint64_t>(part->records))),
                        strip_of(first->series, of, part->name), of, part == &result.whole});
      }
    }
    const Estimated reference = lifts ? Estimated{0, nan, nan} : result.whole.log_mean;
    add_figure(
        figures,
        figure("f-segments-" + std::to_string(figures.size() + 1),
               fmt::format("{} by segment, under {}", first->policy, first->evaluator),
               lifts ? "Estimate minus the mean logged reward of the segment, paired, with 95% "
                       "intervals; records beside the names."
                     : "Estimates with 95% intervals, records beside the names; the dashed line "
                       "is the mean logged reward of the whole log.",
               forest(rows, Axis::of(reach), reference, lifts, lifts ? "difference" : "estimate"),
               ""));
  }
  return figures;
}

}  // namespace replaybench::evaluationpage
