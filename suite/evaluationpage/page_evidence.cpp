#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "suite/evaluate/shown_value.hpp"
#include "suite/evaluationpage/page_parts.hpp"
#include "suite/page/template.hpp"

namespace replaybench::evaluationpage {

namespace {

const Json* details_of(const PairResult& pair) {
  return pair.json->contains("details") ? &pair.json->at("details") : nullptr;
}

// Above the share of the records, below their share of the weights.
Json weight_figure(const PairResult& pair, std::size_t number) {
  const Json* const details = details_of(pair);
  if (!details || details->at("weights").empty()) return nullptr;
  const Json& bins = details->at("weights");
  const std::size_t step = std::max<std::size_t>(1, (bins.size() + 7) / 8);
  std::vector<Bar> bars;
  for (std::size_t i = 0; i < bins.size(); ++i) {
    const double records = number_at(bins[i], "/records_share");
    const double weight = number_at(bins[i], "/weight_share");
    bars.push_back(
        {i % step == 0 ? fmt::format("{:.3g}", number_at(bins[i], "/from")) : std::string(),
         fmt::format("weights from {:.3g} to {:.3g}: {} of the records, {} of the weight",
                     number_at(bins[i], "/from"), number_at(bins[i], "/to"), shown_percent(records),
                     shown_percent(weight)),
         records, weight});
  }
  const std::string effective =
      shown_number(number_at(*pair.json, "/weights/effective_sample_size"));
  const std::string about =
      fmt::format("The weights leave an effective sample size of {} of {} records", effective,
                  shown_integer(static_cast<std::uint64_t>(number_at(*pair.json, "/records"))));
  return figure("f-weights-" + std::to_string(number), "Weights of " + pair.policy,
                about +
                    ". A bar per doubling of the weight, labelled by its lower end: above the line "
                    "the share of the "
                    "records, below it their share of the sum of all weights.",
                bar_chart(bars, pair.series, about),
                numbers_table(bins, {"from", "to", "records", "records_share", "weight_share"}));
}

Json term_figure(const PairResult& pair, std::size_t number) {
  const Json* const details = details_of(pair);
  if (!details || details->at("largest_terms").empty()) return nullptr;
  const Json& terms = details->at("largest_terms");
  std::vector<Bar> bars;
  double sum = 0;
  for (const Json& term : terms) {
    const double share = number_at(term, "/share");
    sum += share;
    bars.push_back({fmt::format("{}", bars.size() + 1),
                    fmt::format("weight {:.4g}, reward {:.4g}: {}", number_at(term, "/weight"),
                                number_at(term, "/reward"), shown_percent(share)),
                    share, 0});
  }
  const std::string about = fmt::format("The {} largest terms are {} of the sum of all",
                                        terms.size(), shown_percent(sum));
  return figure(
      "f-terms-" + std::to_string(number), "Largest terms of " + pair.policy,
      about + ". A term is the weight of a record times its reward; each bar is its share.",
      bar_chart(bars, pair.series, about), numbers_table(terms, {"weight", "reward", "share"}));
}

Json use_figure(const PageResult& result) {
  std::vector<Line> lines;
  bool is_partial = false;
  std::string numbers;
  std::vector<double> reach;
  for (const PairResult* pair : result.headline()) {
    const Json* const details = details_of(*pair);
    if (!details || details->at("use").size() < 2) continue;
    const Json& use = details->at("use");
    Line line{.series = pair->series,
              .label = pair->policy,
              .x = middles(use),
              .y = {},
              .low = {},
              .high = {}};
    for (const Json& stretch : use) {
      line.y.push_back(number_at(stretch, "/used") / number_at(stretch, "/records"));
      is_partial = is_partial || line.y.back() < 1;
    }
    reach.insert(reach.end(), line.y.begin(), line.y.end());
    numbers += "<h3>" + html_escaped(pair->policy) + "</h3>" +
               numbers_table(use, {"first", "records", "used", "weight_share"});
    lines.push_back(std::move(line));
  }
  if (!is_partial) return nullptr;
  return figure(
      "f-use", "Share of the records that the estimate uses, along the log",
      "A record is used if its weight is not 0: if the policy takes, or could take, the logged "
      "action.",
      line_chart(lines, Axis(0, number_at(*result.json, "/records")), Axis::of(reach, true),
                 "record", "Share of used records along the log"),
      numbers);
}

Json calibration_figure(const PageResult& result) {
  Json rows = result.json->at("profile").at("calibration");
  if (rows.empty()) return nullptr;
  constexpr std::size_t most_rows = 12;
  const std::size_t all = rows.size();
  std::stable_sort(rows.begin(), rows.end(), [](const Json& a, const Json& b) {
    return std::fabs(number_at(a, "/z")) > std::fabs(number_at(b, "/z"));
  });
  if (rows.size() > most_rows) rows.erase(rows.begin() + most_rows, rows.end());
  std::vector<double> reach = {1};
  const auto interval = [](const Json& row) {
    const double inverse = number_at(row, "/inverse"), z = number_at(row, "/z");
    const double half = z == 0 ? 0 : 1.96 * std::fabs((inverse - 1) / z);
    return Estimated{inverse, inverse - half, inverse + half};
  };
  for (const Json& row : rows) {
    const Estimated of = interval(row);
    reach.insert(reach.end(), {of.value, of.low, of.high});
  }
  const Axis axis = Axis::of(reach);
  std::vector<std::vector<Cell>> cells;
  for (const Json& row : rows) {
    const Estimated of = interval(row);
    const std::string name = text_at(row, "/action");
    cells.push_back({{html_escaped(name)},
                     {forest_strip({0, of.value, of.low, of.high, name}, axis, 1, nan, nan)},
                     {shown(of), true},
                     {shown({number_at(row, "/z"), nan, nan, 1}, true), true}});
  }
  return figure(
      "f-calibration", "Calibration of the propensities by action",
      fmt::format(
          "The sum of 1/propensity over the records of an action, divided by the records that "
          "offered it: 1 in expectation. {} Of {} actions about {:.0f} miss 1 by more than 1.96 "
          "standard errors by chance.",
          all > most_rows ? fmt::format("The {} furthest from 1.", most_rows)
                          : "The furthest first.",
          all, 0.05 * static_cast<double>(all)),
      html_table(
          "forest",
          {{"action"}, {"<span class=\"hidden\">picture</span>"}, {"ratio", true}, {"z", true}},
          cells,
          "<tfoot><tr><td></td><td>" + forest_axis(axis) + "</td><td></td><td></td></tr></tfoot>"),
      numbers_table(result.json->at("profile").at("calibration"),
                    {"action", "records", "inverse", "z"}));
}

}  // namespace

Json evidence_figures(const PageResult& result) {
  Json figures = Json::array();
  const auto add = [&](Json figure) {
    if (!figure.is_null()) figures.push_back(std::move(figure));
  };
  std::size_t number = 0;
  for (const PairResult* pair : result.headline()) {
    ++number;
    add(weight_figure(*pair, number));
    add(term_figure(*pair, number));
  }
  add(use_figure(result));
  add(calibration_figure(result));
  return figures;
}

namespace {

Json running_figure(const PageResult& result) {
  const double n = number_at(*result.json, "/records");
  std::vector<Line> lines;
  std::vector<double> reach = {result.whole.log_mean.value};
  std::string numbers, about;
  for (const PairResult* pair : result.headline()) {
    const Json* const details = details_of(*pair);
    if (!details || details->at("running").size() < 2) continue;
    const Json& running = details->at("running");
    lines.push_back({.series = pair->series,
                     .label = pair->policy,
                     .x = column(running, "records"),
                     .y = column(running, "estimate"),
                     .low = column(running, "low"),
                     .high = column(running, "high")});
    const Line& line = lines.back();
    reach.insert(reach.end(), line.y.begin() + static_cast<std::ptrdiff_t>(line.y.size() / 8),
                 line.y.end());
    reach.insert(reach.end(), {line.low.back(), line.high.back()});
    numbers += "<h3>" + html_escaped(pair->policy) + "</h3>" +
               numbers_table(running, {"records", "estimate", "low", "high"});
    about += (about.empty() ? "" : "; ") + pair->policy + " ends at " + shown(pair->estimate);
  }
  if (lines.empty()) return nullptr;
  lines.push_back({.series = 0,
                   .label = "log's mean",
                   .x = {0, n},
                   .y = {result.whole.log_mean.value, result.whole.log_mean.value},
                   .low = {},
                   .high = {}});
  return figure(
      "f-running", "The estimate from the first records of the log",
      "From a twentieth of the log on. The shade holds at all points together with probability "
      "95% (an asymptotic confidence sequence), so it is wider than the interval at the end; it "
      "is cut at the edge of the picture.",
      line_chart(lines, Axis(0, n), Axis::of(reach), "records", about), numbers);
}

// Rows of checkpoints as a curve; empty if the evaluator gives none.
Line checkpoints_of(const PairResult& pair) {
  Line line{.series = pair.series,
            .label = pair.policy,
            .x = {},
            .y = {},
            .low = {},
            .high = {},
            .dots = true};
  if (!pair.json->contains("rows") || !pair.json->at("rows").is_array()) return line;
  const Json& rows = pair.json->at("rows");
  if (rows.size() < 2 || !rows.front().contains("estimate")) return line;
  line.x = column(rows, "step");
  line.y = column(rows, "estimate");
  return line;
}

Json curve_figure(const PageResult& result) {
  std::vector<Line> lines;
  std::vector<double> reach = {result.whole.log_mean.value};
  std::string numbers;
  double last = 1;
  for (const PairResult* pair : result.headline()) {
    const Json* const details = details_of(*pair);
    if (!details || details->at("learning_curve").empty()) continue;
    const Json& curve = details->at("learning_curve");
    Line line{.series = pair->series,
              .label = pair->policy,
              .x = {},
              .y = column(curve, "mean_reward"),
              .low = column(curve, "low"),
              .high = column(curve, "high"),
              .dots = true};
    for (const Json& point : curve) {
      line.x.push_back((number_at(point, "/first") + number_at(point, "/last")) / 2);
    }
    last = std::fmax(last, number_at(curve.back(), "/last"));
    for (const auto* values : {&line.y, &line.low, &line.high}) {
      reach.insert(reach.end(), values->begin(), values->end());
    }
    numbers += "<h3>" + html_escaped(pair->policy) + "</h3>" +
               numbers_table(curve, {"first", "last", "mean_reward", "low", "high"});
    lines.push_back(std::move(line));
  }
  if (lines.empty()) return nullptr;
  lines.push_back({.series = 0,
                   .label = "log's mean",
                   .x = {0, last},
                   .y = {result.whole.log_mean.value, result.whole.log_mean.value},
                   .low = {},
                   .high = {}});
  return figure(
      "f-curve", "Reward of the accepted interactions, in their order",
      "The mean reward of the accepted records in stretches of equal size, with 95% intervals. A "
      "learning algorithm rises from left to right; a fixed policy stays level.",
      line_chart(lines, Axis(0, last), Axis::of(reach), "interaction",
                 "Mean reward along the accepted interactions"),
      numbers);
}

Json checkpoint_figure(const PageResult& result) {
  std::vector<Line> lines;
  std::vector<double> reach = {result.whole.log_mean.value};
  double last = 1;
  std::string numbers;
  for (const PairResult* pair : result.headline()) {
    Line line = checkpoints_of(*pair);
    if (line.x.empty()) continue;
    last = std::fmax(last, line.x.back());
    reach.insert(reach.end(), line.y.begin(), line.y.end());
    numbers += "<h3>" + html_escaped(pair->policy) + "</h3>" +
               numbers_table(pair->json->at("rows"), {"step", "estimate"});
    lines.push_back(std::move(line));
  }
  if (lines.empty()) return nullptr;
  return figure("f-checkpoints", "Estimates at the checkpoints of the evaluator",
                "The estimate of the mean reward up to each checkpoint.",
                line_chart(lines, Axis(0, last), Axis::of(reach), "interaction",
                           "Estimates at the checkpoints"),
                numbers);
}

}  // namespace

Json time_figures(const PageResult& result) {
  Json figures = Json::array();
  for (Json figure : {running_figure(result), curve_figure(result), checkpoint_figure(result)}) {
    if (!figure.is_null()) figures.push_back(std::move(figure));
  }
  return figures;
}

}  // namespace replaybench::evaluationpage
