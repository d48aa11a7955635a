#include "suite/leaderboard/plots.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "suite/leaderboard/numbers.hpp"
#include "suite/numeric/elementary.hpp"

namespace replaybench {

namespace {

constexpr double bar_width = 140;
constexpr double bar_height = 18;
constexpr double margin = 5;

double place(double value, const BarScale& scale) {
  const double share = (value - scale.low) / (scale.high - scale.low);
  return margin + std::clamp(share, 0.0, 1.0) * (bar_width - 2 * margin);
}

// A length of a drawing, to a tenth of a pixel.
std::string pixels(double length) { return fmt::format("{:.1f}", length); }

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

// A rectangle of the plot, in pixels.
struct Box {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;

  bool overlaps(const Box& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
};

// A text on the plot, from its left end on its base line; 11 pixels high, about 6.4 a letter.
struct Label {
  double x = 0;
  double y = 0;
  Box box;
};

// Place of a dot's name: the nearest of some places around it at which it covers no dot, no
// other name and no edge; if there is none, above everything at its right.
Label place_label(const std::string& text, double x, double y, const std::vector<Box>& taken,
                  const Box& frame) {
  constexpr double letter = 6.4;
  const double length = letter * static_cast<double>(text.size());
  const auto at = [&](double left, double base) {
    return Label{left, base, {left - 1, base - 10, left + length + 1, base + 3}};
  };
  const auto is_free = [&](const Label& label) {
    const Box& box = label.box;
    return box.left >= frame.left && box.right <= frame.right && box.top >= frame.top &&
           box.bottom <= frame.bottom &&
           std::none_of(taken.begin(), taken.end(),
                        [&](const Box& other) { return box.overlaps(other); });
  };
  for (double away = 0; away < frame.bottom - frame.top; away += 6) {
    for (const double up : {-away, away}) {
      for (const double side : {x + 8, x - 8 - length, x - length / 2}) {
        const Label label = at(side, y + 4 + up);
        if (is_free(label)) return label;
      }
    }
  }
  return at(x + 8, frame.top + 10);
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

  nlohmann::json values() const {
    auto times = nlohmann::json::array();
    for (int decade = first_decade_; decade <= last_decade_; ++decade) {
      times.push_back(
          {{"x", pixels(x(numeric::pow(10, decade)))},
           {"label", decade < 3   ? fmt::format("{:g} ns", numeric::pow(10, decade))
                     : decade < 6 ? fmt::format("{:g} µs", numeric::pow(10, decade - 3))
                                  : fmt::format("{:g} ms", numeric::pow(10, decade - 6))}});
    }
    auto shares = nlohmann::json::array();
    const int steps = static_cast<int>(std::lround((1 - lowest_) * 5));
    for (int step = 0; step <= steps; ++step) {
      const double share = 1 - 0.2 * (steps - step);
      shares.push_back({{"y", pixels(y(share))},
                        {"text_y", pixels(y(share) + 4)},
                        {"label", decimals(share, 1)}});
    }
    return {{"width", pixels(width)},
            {"height", pixels(height)},
            {"left", pixels(left)},
            {"right", pixels(width - right)},
            {"top", pixels(top)},
            {"bottom", pixels(height - bottom)},
            {"middle", pixels((left + width - right) / 2)},
            {"title_y", pixels(height - 4)},
            {"text_x", pixels(left - 6)},
            {"text_y", pixels(height - bottom + 16)},
            {"times", times},
            {"shares", shares}};
  }

  Box frame() const { return {left, top - 8, width, height - bottom}; }

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

nlohmann::json bar_axis(const BarScale& scale) {
  return {{"width", pixels(bar_width)},
          {"left", pixels(margin)},
          {"right", pixels(bar_width - margin)},
          {"low", decimals(scale.low, 3)},
          {"high", decimals(scale.high, 3)}};
}

nlohmann::json interval_bar(const statistics::IntervalEstimate& interval, const BarScale& scale,
                            std::span<const double> yards) {
  if (std::isnan(interval.value)) return nullptr;
  nlohmann::json values{{"width", pixels(bar_width)},
                        {"height", pixels(bar_height)},
                        {"middle", pixels(bar_height / 2)},
                        {"yards", nlohmann::json::array()},
                        {"range", nullptr},
                        {"value", pixels(place(interval.value, scale))}};
  for (const double yard : yards) {
    if (yard >= scale.low && yard <= scale.high) {
      values["yards"].push_back(pixels(place(yard, scale)));
    }
  }
  if (!std::isnan(interval.low)) {
    values["range"] = {{"low", pixels(place(interval.low, scale))},
                       {"high", pixels(place(interval.high, scale))}};
  }
  return values;
}

nlohmann::json interval_bar(const statistics::IntervalEstimate& interval, const TaskBoard& task,
                            const BarScale& scale) {
  if (!task.references) return interval_bar(interval, scale, {});
  const double yards[] = {task.references->best.value, task.references->uniform.value};
  return interval_bar(interval, scale, yards);
}

nlohmann::json length_bar(double value, double most) {
  if (std::isnan(value) || !(most > 0)) return nullptr;
  constexpr double length = 90;
  return pixels(length * value / most);
}

nlohmann::json cost_plot(const Board& board) {
  const std::vector<Dot> dots = dots_of(board);
  if (dots.size() < 2) return nullptr;
  const CostScale scale(dots);
  std::vector<const Dot*> order;
  order.reserve(dots.size());
  for (const Dot& dot : dots) order.push_back(&dot);
  std::sort(order.begin(), order.end(), [](const Dot* a, const Dot* b) {
    return a->share != b->share ? a->share < b->share : a->name < b->name;
  });
  std::vector<Box> taken;
  for (const Dot& dot : dots) {
    const double x = scale.x(dot.nanoseconds);
    const double y = scale.y(dot.share);
    taken.push_back({x - 5, y - 5, x + 5, y + 5});
  }
  auto drawn = nlohmann::json::array();
  for (const Dot* dot : order) {
    const double x = scale.x(dot->nanoseconds);
    const double y = scale.y(dot->share);
    nlohmann::json values{{"x", pixels(x)},
                          {"y", pixels(y)},
                          {"radius", dot->front ? "4.5" : "3.5"},
                          {"opacity", dot->front ? "1" : "0.45"},
                          {"name", dot->name},
                          {"share", decimals(dot->share, 3)},
                          {"nanoseconds", nanoseconds_text(dot->nanoseconds)},
                          {"label", nullptr},
                          {"leader", nullptr}};
    if (dot->front) {
      const Label label = place_label(dot->name, x, y, taken, scale.frame());
      taken.push_back(label.box);
      values["label"] = {{"x", pixels(label.x)}, {"y", pixels(label.y)}};
      if (std::fabs(label.y - 4 - y) > 8) {  // a line from the dot to its name
        values["leader"] = {{"to_x", pixels(std::clamp(x, label.box.left, label.box.right))},
                            {"to_y", pixels(label.y < y ? label.box.bottom : label.box.top)}};
      }
    }
    drawn.push_back(std::move(values));
  }
  nlohmann::json values = scale.values();
  values["dots"] = std::move(drawn);
  return values;
}

}  // namespace replaybench
