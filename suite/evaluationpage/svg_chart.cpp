#include "suite/evaluationpage/svg_chart.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "suite/evaluate/shown_value.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/page/template.hpp"
#include "suite/text/text_table.hpp"

namespace replaybench::evaluationpage {

namespace {

constexpr double plot_height = 220;  // pixels
constexpr double strip_height = 30;

std::string series_class(Series series) {
  return series == 0 ? "ref" : "s" + std::to_string(series);
}

std::string percent_text(double percent) { return fmt::format("{:.2f}%", percent); }

// The first power of ten that is not above a positive value.
double decade_below(double value) {
  const double power = std::floor(numeric::log(value) / numeric::log(10) + 1e-9);
  return numeric::pow(10, power);
}

double step_of(double width) {
  const double decade = decade_below(width / 4);
  for (const double factor : {1.0, 2.0, 5.0}) {
    // The next step is at most 2.5 times as long: more than three intervals remain.
    if (width / (decade * factor) <= 7.5) return decade * factor;
  }
  return 10 * decade;
}

}  // namespace

std::string axis_number(double value) {
  if (std::fabs(value) < 1e-12) return "0";
  std::string text = fmt::format("{:.6g}", value);
  if (std::floor(value) == value && std::fabs(value) >= 1e4 && std::fabs(value) < 1e15) {
    text = shown_integer(static_cast<std::uint64_t>(std::fabs(value)));
    if (value < 0) text = "-" + text;
  }
  if (text.front() == '-') text.replace(0, 1, "\u2212");
  return text;
}

Axis Axis::of(const std::vector<double>& values, bool zero) {
  double low = zero ? 0 : nan, high = zero ? 0 : nan;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    low = std::fmin(low, value);
    high = std::fmax(high, value);
  }
  if (std::isnan(low)) return {0, 1};
  if (!(high > low))
    return {low - std::fmax(std::fabs(low), 1) * 0.1, high + std::fmax(std::fabs(high), 1) * 0.1};
  const double room = 0.06 * (high - low);
  return {zero && low == 0 ? 0 : low - room, high + room};
}

std::vector<double> Axis::ticks() const {
  const double step = step_of(high_ - low_);
  std::vector<double> ticks;
  for (double k = std::ceil(low_ / step); k * step <= high_; ++k) ticks.push_back(k * step);
  return ticks;
}

std::string marker(Series series, const std::string& x, double y, const std::string& title) {
  static const char* const shapes[] = {"M0 -6L6 0L0 6L-6 0z", "", "M-5 -5h10v10h-10z",
                                       "M0 -6L6 5h-12z", "M0 -7L7 0L0 7L-7 0z"};
  const std::string name =
      title.empty() ? std::string() : fmt::format("<title>{}</title>", html_escaped(title));
  if (series == 1) {
    return fmt::format("<circle class=\"m s1\" cx=\"{}\" cy=\"{:.1f}\" r=\"5.5\">{}</circle>", x, y,
                       name);
  }
  return fmt::format(
      "<svg class=\"o\" x=\"{}\" y=\"{:.1f}\" width=\"1\" height=\"1\"><path class=\"m {}\" "
      "d=\"{}\">{}</path></svg>",
      x, y, series_class(series), shapes[series], name);
}

std::string key(Series series) {
  return "<svg class=\"key\" width=\"16\" height=\"16\" aria-hidden=\"true\">" +
         marker(series, "8", 8, "") + "</svg>";
}

std::string forest_strip(const ForestRow& row, const Axis& axis, double reference, double low,
                         double high) {
  std::string svg =
      fmt::format("<svg class=\"strip\" height=\"{:.0f}\" aria-hidden=\"true\">", strip_height);
  const auto clamped = [&](double value) { return std::clamp(axis.percent(value), 0.0, 100.0); };
  if (std::isfinite(low) && std::isfinite(high)) {
    svg += fmt::format("<rect class=\"band\" x=\"{}\" width=\"{}\" y=\"0\" height=\"{:.0f}\"/>",
                       percent_text(clamped(low)), percent_text(clamped(high) - clamped(low)),
                       strip_height);
  }
  if (std::isfinite(reference)) {
    const std::string x = percent_text(clamped(reference));
    svg += fmt::format("<line class=\"l ref\" x1=\"{0}\" x2=\"{0}\" y1=\"0\" y2=\"{1:.0f}\"/>", x,
                       strip_height);
  }
  const std::string name = series_class(row.series);
  if (std::isfinite(row.low) && std::isfinite(row.high)) {
    svg += fmt::format("<line class=\"ci {}\" x1=\"{}\" x2=\"{}\" y1=\"15\" y2=\"15\"/>", name,
                       percent_text(clamped(row.low)), percent_text(clamped(row.high)));
    for (const double end : {row.low, row.high}) {
      const std::string x = percent_text(clamped(end));
      if (axis.holds(end)) {
        svg += fmt::format("<line class=\"ci {0}\" x1=\"{1}\" x2=\"{1}\" y1=\"11\" y2=\"19\"/>",
                           name, x);
      } else {
        svg += fmt::format(
            "<svg class=\"o\" x=\"{}\" y=\"15\" width=\"1\" height=\"1\"><path class=\"head {}\" "
            "d=\"{}\"/></svg>",
            x, name, end > row.low ? "M-1 -5L7 0L-1 5z" : "M1 -5L-7 0L1 5z");
      }
    }
  }
  if (std::isfinite(row.value)) {
    svg += marker(row.series, percent_text(clamped(row.value)), strip_height / 2, row.title);
  }
  return svg + "</svg>";
}

std::string error_strip(double expected, double worst, const Axis& axis, double reference) {
  std::string svg =
      fmt::format("<svg class=\"strip\" height=\"{:.0f}\" aria-hidden=\"true\">", strip_height);
  const auto place = [&](double value) {
    return percent_text(std::clamp(axis.percent(value), 0.0, 100.0));
  };
  if (std::isfinite(reference)) {
    svg += fmt::format("<line class=\"l ref\" x1=\"{0}\" x2=\"{0}\" y1=\"0\" y2=\"{1:.0f}\"/>",
                       place(reference), strip_height);
  }
  svg += fmt::format("<line class=\"ci ref\" x1=\"{}\" x2=\"{}\" y1=\"15\" y2=\"15\"/>",
                     place(expected), place(worst));
  if (!axis.holds(worst)) {
    svg +=
        "<svg class=\"o\" x=\"100%\" y=\"15\" width=\"1\" height=\"1\"><path class=\"head ref\" "
        "d=\"M-1 -5L7 0L-1 5z\"/></svg>";
  } else {
    svg += marker(2, place(worst), strip_height / 2, "on the worst kind of twin");
  }
  if (axis.holds(expected)) svg += marker(1, place(expected), strip_height / 2, "expected error");
  return svg + "</svg>";
}

std::string forest_axis(const Axis& axis) {
  std::string svg =
      "<svg class=\"strip\" height=\"22\" aria-hidden=\"true\"><line class=\"frame\" x1=\"0\" "
      "x2=\"100%\" y1=\"1\" y2=\"1\"/>";
  for (const double tick : axis.ticks()) {
    svg += fmt::format(
        "<line class=\"frame\" x1=\"{0}\" x2=\"{0}\" y1=\"1\" y2=\"5\"/><text x=\"{0}\" y=\"18\" "
        "text-anchor=\"middle\">{1}</text>",
        percent_text(axis.percent(tick)), axis_number(tick));
  }
  return svg + "</svg>";
}

namespace {

// Height in pixels from the top of a plot.
double height_of(const Axis& up, double value) {
  return plot_height * (1 - up.percent(value) / 100);
}

// Points of a polyline in a view of 1000 x plot_height; pieces between values that are not finite.
std::string path_of(const std::vector<double>& x, const std::vector<double>& y, const Axis& across,
                    const Axis& up) {
  std::string path;
  bool begun = false;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!std::isfinite(y[i])) {
      begun = false;
      continue;
    }
    path += fmt::format("{}{:.1f} {:.1f}", begun ? "L" : "M", 10 * across.percent(x[i]),
                        height_of(up, y[i]));
    begun = true;
  }
  return path;
}

// Outline of a band: its upper edge, then its lower one backwards.
std::string band_of(const Line& line, const Axis& across, const Axis& up) {
  std::string there, back;
  for (std::size_t i = 0; i < line.x.size(); ++i) {
    if (!std::isfinite(line.low[i]) || !std::isfinite(line.high[i])) continue;
    const double x = 10 * across.percent(line.x[i]);
    there +=
        fmt::format("{}{:.1f} {:.1f}", there.empty() ? "M" : "L", x, height_of(up, line.high[i]));
    back.insert(0, fmt::format("L{:.1f} {:.1f}", x, height_of(up, line.low[i])));
  }
  return there.empty() ? there : there + back + "z";
}

// Heights of labels that keep 15 pixels between each other and end within the plot.
std::vector<double> apart(std::vector<double> heights) {
  constexpr double between = 15;
  std::vector<std::size_t> order(heights.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return heights[a] < heights[b]; });
  double last = -1e9;
  for (const std::size_t i : order) {
    heights[i] = std::fmax(heights[i], last + between);
    last = heights[i];
  }
  double lowest = plot_height - 6;
  for (std::size_t i = order.size(); i-- > 0;) {
    heights[order[i]] = std::fmin(heights[order[i]], lowest);
    lowest = heights[order[i]] - between;
  }
  return heights;
}

double last_finite(const std::vector<double>& values) {
  for (std::size_t i = values.size(); i-- > 0;) {
    if (std::isfinite(values[i])) return values[i];
  }
  return nan;
}

// A label that fits beside a plot: whole characters of UTF-8.
std::string shortened(const std::string& label) {
  constexpr std::size_t most = 18;
  if (character_count(label) <= most) return label;
  std::size_t bytes = 0;
  for (std::size_t characters = 0; bytes < label.size(); ++bytes) {
    const bool begins = (static_cast<unsigned char>(label[bytes]) & 0xC0) != 0x80;
    if (begins && characters++ == most - 1) break;
  }
  return label.substr(0, bytes) + "\u2026";
}

std::string end_labels(const std::vector<Line>& lines, const Axis& up) {
  std::vector<double> heights;
  for (const Line& line : lines) {
    const double last = last_finite(line.y);
    heights.push_back(std::isfinite(last) ? std::clamp(height_of(up, last), 6.0, plot_height)
                                          : -1e6);
  }
  heights = apart(heights);
  std::string svg =
      fmt::format("<svg class=\"ends\" height=\"{:.0f}\" aria-hidden=\"true\">", plot_height);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (heights[i] < 0) continue;
    svg += fmt::format("<text class=\"t {}\" x=\"6\" y=\"{:.1f}\">{}</text>",
                       series_class(lines[i].series), heights[i] + 4,
                       html_escaped(shortened(lines[i].label)));
  }
  return svg + "</svg>";
}

}  // namespace

std::string line_chart(const std::vector<Line>& lines, const Axis& across, const Axis& up,
                       const std::string& across_label, const std::string& about) {
  std::string left =
      fmt::format("<svg class=\"scale\" height=\"{:.0f}\" aria-hidden=\"true\">", plot_height);
  std::string plot = fmt::format(
      "<svg class=\"area\" height=\"{0:.0f}\" role=\"img\" aria-label=\"{1}\"><title>{1}</title>",
      plot_height, html_escaped(about));
  for (const double tick : up.ticks()) {
    const double y = height_of(up, tick);
    left += fmt::format("<text x=\"100%\" dx=\"-6\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>",
                        y + 4, axis_number(tick));
    plot +=
        fmt::format("<line class=\"grid\" x1=\"0\" x2=\"100%\" y1=\"{0:.1f}\" y2=\"{0:.1f}\"/>", y);
  }
  plot += fmt::format(
      "<svg width=\"100%\" height=\"{0:.0f}\" viewBox=\"0 0 1000 {0:.0f}\" "
      "preserveAspectRatio=\"none\">",
      plot_height);
  for (const Line& line : lines) {
    const std::string name = series_class(line.series);
    if (!line.low.empty()) {
      plot += fmt::format("<path class=\"a {}\" d=\"{}\"/>", name, band_of(line, across, up));
    }
    plot +=
        fmt::format("<path class=\"l {}\" d=\"{}\"/>", name, path_of(line.x, line.y, across, up));
  }
  plot += "</svg>";
  for (const Line& line : lines) {
    if (!line.dots) continue;
    for (std::size_t i = 0; i < line.x.size(); ++i) {
      if (!std::isfinite(line.y[i])) continue;
      plot += marker(line.series, percent_text(across.percent(line.x[i])), height_of(up, line.y[i]),
                     fmt::format("{}: {:.5g}", line.label, line.y[i]));
    }
  }
  plot += fmt::format(
      "<line class=\"frame\" x1=\"0\" x2=\"100%\" y1=\"{0:.0f}\" y2=\"{0:.0f}\"/></svg>",
      plot_height);
  std::size_t longest = 0;
  for (const Line& line : lines)
    longest = std::max(longest, character_count(shortened(line.label)));
  return fmt::format("<div class=\"plot\" style=\"--Longest:{}\">", longest) + left + "</svg>" +
         plot + end_labels(lines, up) + "<span></span>" + forest_axis(across) +
         "<span></span><span></span><span class=\"axis\">" + html_escaped(across_label) +
         "</span></div>";
}

std::string bar_chart(const std::vector<Bar>& bars, Series series, const std::string& about) {
  double most_above = 0, most_below = 0;
  for (const Bar& bar : bars) {
    most_above = std::fmax(most_above, bar.above);
    most_below = std::fmax(most_below, bar.below);
  }
  const double height = most_below > 0 ? 200 : 130;
  const double unit = height / std::fmax(most_above + most_below, 1e-300);
  const double base = most_above * unit + 6;
  const double width = 100 / static_cast<double>(std::max<std::size_t>(bars.size(), 1));
  std::string svg = fmt::format(
      "<svg class=\"area\" height=\"{0:.0f}\" role=\"img\" aria-label=\"{1}\"><title>{1}</title>",
      height + 32, html_escaped(about));
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const std::string x = percent_text(width * (static_cast<double>(i) + 0.08));
    const std::string w = percent_text(width * 0.84);
    const auto rect = [&](double top, double tall, const char* kind) {
      svg += fmt::format(
          "<rect class=\"bar {}{}\" x=\"{}\" width=\"{}\" y=\"{:.1f}\" "
          "height=\"{:.1f}\"><title>{}</title></rect>",
          series_class(series), kind, x, w, top, tall, html_escaped(bars[i].title));
    };
    if (bars[i].above > 0) rect(base - bars[i].above * unit, bars[i].above * unit, "");
    if (bars[i].below > 0) rect(base, bars[i].below * unit, " below");
    if (!bars[i].label.empty()) {
      svg += fmt::format("<text x=\"{}\" y=\"{:.0f}\" text-anchor=\"middle\">{}</text>",
                         percent_text(width * (static_cast<double>(i) + 0.5)), height + 26,
                         html_escaped(bars[i].label));
    }
  }
  svg += fmt::format(
      "<line class=\"frame\" x1=\"0\" x2=\"100%\" y1=\"{0:.1f}\" y2=\"{0:.1f}\"/></svg>", base);
  return svg;
}

}  // namespace replaybench::evaluationpage
