#include "suite/leaderboard/plots.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "suite/leaderboard/numbers.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/page/html_text.hpp"

namespace replaybench {

namespace {

constexpr double bar_width = 140;
constexpr double bar_height = 18;
constexpr double margin = 5;

double place(double value, const BarScale& scale) {
  const double share = (value - scale.low) / (scale.high - scale.low);
  return margin + std::clamp(share, 0.0, 1.0) * (bar_width - 2 * margin);
}

double log10_of(double value) { return numeric::log(value) / numeric::log(10); }

// One dot of the cost plot.
struct Dot {
  std::string name;
  double nanoseconds = 0;  // geometric mean over tasks
  double share = 0;
  bool front = false;  // no other is at least as good in both
};

std::vector<Dot> dots_of(const Board& board) {
  std::vector<Dot> dots;
  for (const OverallEntry& overall : board.overall) {
    double logs = 0;
    double count = 0;
    for (const TaskBoard& task : board.tasks) {
      for (const Entry& entry : task.entries) {
        const double time = entry.cost.choose_ns + entry.cost.update_ns;
        if (entry.algorithm != overall.algorithm || !task.ranked || !(time > 0)) continue;
        logs += numeric::log(time);
        ++count;
      }
    }
    if (count > 0 && overall.everywhere && std::isfinite(overall.mean_share)) {
      dots.push_back(
          {overall.algorithm->name, numeric::exp(logs / count), overall.mean_share, false});
    }
  }
  for (Dot& dot : dots) {
    dot.front = std::none_of(dots.begin(), dots.end(), [&](const Dot& other) {
      return other.share >= dot.share && other.nanoseconds <= dot.nanoseconds &&
             (other.share > dot.share || other.nanoseconds < dot.nanoseconds);
    });
  }
  return dots;
}

// A text on the plot; 11 pixels high, about 6.2 a letter.
struct Label {
  double x = 0;
  double y = 0;
  std::string text;

  bool overlaps(const Label& other) const {
    constexpr double letter = 6.2;
    constexpr double line = 12;
    const auto right = [](const Label& label) {
      return label.x + letter * static_cast<double>(label.text.size());
    };
    return x < right(other) && other.x < right(*this) && std::fabs(y - other.y) < line;
  }
};

// The label moved up until it covers none of the others.
Label clear_of(const std::vector<Label>& others, Label label) {
  while (std::any_of(others.begin(), others.end(),
                     [&](const Label& other) { return label.overlaps(other); })) {
    label.y -= 2;
  }
  return label;
}

// The frame, the grid and the scales of the cost plot.
class CostScale {
 public:
  explicit CostScale(const std::vector<Dot>& dots) {
    double slowest = 0;
    double fastest = std::numeric_limits<double>::infinity();
    for (const Dot& dot : dots) {
      slowest = std::max(slowest, dot.nanoseconds);
      fastest = std::min(fastest, dot.nanoseconds);
      lowest_ = std::min(lowest_, dot.share);
    }
    first_decade_ = static_cast<int>(std::floor(log10_of(fastest)));
    last_decade_ = std::max(first_decade_ + 1, static_cast<int>(std::ceil(log10_of(slowest))));
    lowest_ = std::floor(lowest_ * 5) / 5;
  }

  double x(double nanoseconds) const {
    return left + (log10_of(nanoseconds) - first_decade_) / (last_decade_ - first_decade_) *
                      (width - left - right);
  }
  double y(double share) const {
    return height - bottom - (share - lowest_) / (1 - lowest_) * (height - top - bottom);
  }

  std::string frame() const {
    std::string svg;
    for (int decade = first_decade_; decade <= last_decade_; ++decade) {
      const double at = x(numeric::pow(10, decade));
      const std::string label = decade < 3   ? fmt::format("{:g} ns", numeric::pow(10, decade))
                                : decade < 6 ? fmt::format("{:g} µs", numeric::pow(10, decade - 3))
                                             : fmt::format("{:g} ms", numeric::pow(10, decade - 6));
      svg += fmt::format("<path class=frame d=\"M{0:.1f} {1}V{2}\"/>", at, top, height - bottom);
      svg += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=middle>{}</text>", at,
                         height - bottom + 16, label);
    }
    const int steps = static_cast<int>(std::lround((1 - lowest_) * 5));
    for (int step = 0; step <= steps; ++step) {
      const double share = 1 - 0.2 * (steps - step);
      svg += fmt::format("<path class=frame d=\"M{} {:.1f}H{}\"/>", left, y(share), width - right);
      svg += fmt::format("<text x=\"{}\" y=\"{:.1f}\" text-anchor=end>{}</text>", left - 6,
                         y(share) + 4, decimals(share, 1));
    }
    svg += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=middle>CPU time of a step</text>",
                       (left + width - right) / 2, height - 4);
    return svg + fmt::format("<text x=\"{}\" y=\"14\">share of what can be had</text>", left);
  }

  static constexpr double width = 720;
  static constexpr double height = 360;

 private:
  static constexpr double left = 42;
  static constexpr double right = 120;
  static constexpr double top = 22;
  static constexpr double bottom = 42;
  int first_decade_ = 0;
  int last_decade_ = 1;
  double lowest_ = 0;
};

}  // namespace

BarScale BarScale::of(const TaskBoard& task) {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  const auto include = [&](double value) {
    if (std::isnan(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  };
  for (const Entry& entry : task.entries) {
    if (entry.status != EntryStatus::played) continue;
    include(entry.score.value);
    include(entry.score.low);
    include(entry.score.high);
  }
  if (task.references) include(task.references->best.value);
  if (!(low < high)) return {low - 0.5, low + 0.5};
  return {low, high};
}

std::string bar_axis(const BarScale& scale) {
  return fmt::format(
      "<svg width=\"{0}\" height=\"14\" role=img aria-label=\"scale from {1} to {2}\">"
      "<text x=\"{3}\" y=\"11\">{1}</text><text x=\"{4}\" y=\"11\" "
      "text-anchor=end>{2}</text></svg>",
      bar_width, decimals(scale.low, 3), decimals(scale.high, 3), margin, bar_width - margin);
}

std::string interval_bar(const statistics::IntervalEstimate& interval, const BarScale& scale,
                         std::span<const double> yards) {
  if (std::isnan(interval.value)) return "";
  constexpr double middle = bar_height / 2;
  std::string svg =
      fmt::format("<svg width=\"{}\" height=\"{}\" aria-hidden=true>", bar_width, bar_height);
  for (const double yard : yards) {
    if (!(yard >= scale.low && yard <= scale.high)) continue;
    svg += fmt::format("<path class=yard d=\"M{:.1f} 0V{}\"/>", place(yard, scale), bar_height);
  }
  if (!std::isnan(interval.low)) {
    svg += fmt::format("<path class=bar d=\"M{:.1f} {}H{:.1f}\"/>", place(interval.low, scale),
                       middle, place(interval.high, scale));
  }
  return svg + fmt::format("<circle class=dot cx=\"{:.1f}\" cy=\"{}\" r=\"2.8\"/></svg>",
                           place(interval.value, scale), middle);
}

std::string interval_bar(const statistics::IntervalEstimate& interval, const TaskBoard& task,
                         const BarScale& scale) {
  if (!task.references) return interval_bar(interval, scale, {});
  const double yards[] = {task.references->best.value, task.references->uniform.value};
  return interval_bar(interval, scale, yards);
}

std::string length_bar(double value, double most) {
  if (std::isnan(value) || !(most > 0)) return "";
  constexpr double length = 90;
  return fmt::format(
      "<svg width=\"{}\" height=\"10\" aria-hidden=true><path class=length "
      "d=\"M0 5H{:.1f}\"/></svg>",
      length, length * value / most);
}

std::string cost_plot(const Board& board) {
  const std::vector<Dot> dots = dots_of(board);
  if (dots.size() < 2) return "";
  const CostScale scale(dots);
  std::string svg = fmt::format(
      "<svg viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=img aria-label=\"share "
      "against CPU time of a step\">",
      CostScale::width, CostScale::height);
  svg += scale.frame();
  std::vector<const Dot*> order;
  order.reserve(dots.size());
  for (const Dot& dot : dots) order.push_back(&dot);
  std::sort(order.begin(), order.end(), [](const Dot* a, const Dot* b) {
    return a->share != b->share ? a->share < b->share : a->name < b->name;
  });
  std::vector<Label> labels;
  for (const Dot* dot : order) {
    const double x = scale.x(dot->nanoseconds);
    const double y = scale.y(dot->share);
    svg += fmt::format(
        "<circle class=dot cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\" opacity=\"{}\"><title>{}: share "
        "{:.3f}, {} ns</title></circle>",
        x, y, dot->front ? 4.5 : 3.5, dot->front ? 1 : 0.45, html_escaped(dot->name), dot->share,
        nanoseconds_text(dot->nanoseconds));
    if (!dot->front) continue;
    labels.push_back(clear_of(labels, {x + 8, y + 4, dot->name}));
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", labels.back().x,
                       labels.back().y, html_escaped(dot->name));
  }
  return "<figure><div class=scroll>" + svg +
         "</svg></div><figcaption>Quality against cost, for the algorithms that played every "
         "ranked "
         "task. "
         "Up and left is better; those named are beaten by no other in "
         "both.</figcaption></figure>\n";
}

}  // namespace replaybench
