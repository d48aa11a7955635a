#include "suite/log/slate_table.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>

#include "suite/log/kind_table.hpp"
#include "suite/log/row_values.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench {

namespace {

// Roles of the fields of a line.
class SlateHeader {
 public:
  SlateHeader(const LogRows& rows, const TableOptions& options) {
    std::vector<std::string_view> known{"slate", "slot", "reward", "action"};
    known.insert(known.end(), slate_column_names.begin(), slate_column_names.end());
    const TableRoles roles(rows, options, std::move(known), "slates");
    const auto required =
        rows.header().require({roles.name("slate"), roles.name("slot"), roles.name("reward")});
    slate = required[0];
    slot = required[1];
    reward = required[2];
    action = roles.find("action");
    for (const SlateColumn column : slate_column_names.values()) {
      numbers[static_cast<std::size_t>(column)] = roles.find(slate_column_names[column]);
    }
  }

  std::size_t slate = 0, slot = 0, reward = 0;
  std::optional<std::size_t> action;
  std::array<std::optional<std::size_t>, slate_column_count> numbers;

  bool is_used(std::size_t i) const {
    return i == slate || i == slot || i == reward || i == action ||
           std::find(numbers.begin(), numbers.end(), std::optional(i)) != numbers.end();
  }
};

// A line as it was read: the values of the optional columns stand in the log under its number.
struct Line {
  std::uint32_t slate;
  std::uint32_t slot;
  std::uint32_t action;
  std::size_t line;
};

// Largest distance of values with few decimals from the numbers that were rounded: half a unit of
// the last decimal. Values of at most one decimal are treated as exact.
double rounding_error(std::span<const double> values) {
  constexpr int fewest = 2, most = 5;
  double unit = 10;
  for (int decimals = fewest - 1; decimals <= most; ++decimals, unit *= 10) {
    const bool has_all = std::all_of(values.begin(), values.end(), [unit](double value) {
      return std::fabs(value * unit - std::round(value * unit)) <= 1e-9 * unit * value;
    });
    if (has_all) return decimals < fewest ? 0 : 0.5 / unit;
  }
  return 0;
}

class SlateReading {
 public:
  SlateReading(LogRows& rows, const TableOptions& options)
      : rows_(rows), header_(rows, options), labels_(rows.header(), options) {
    const auto is_used = [&](std::size_t i) { return header_.is_used(i) || labels_.uses(i); };
    result_.report.ignored_columns = unused_columns(rows, is_used);
    rows_.use(uses_of(rows, is_used, ColumnUse::text));
  }

  TableLog read() && {
    while (rows_.next()) read_line();
    if (lines_.empty()) throw DataError(rows_.name() + ": the file has a header and no data line");
    order_lines();
    check_slates();
    log_.distinct_actions = actions_.tokens().size();
    ReadReport& report = result_.report;
    report.name = rows_.name();
    report.lines = lines_.size();
    report.records = log_.size();
    report.warnings = rows_.warnings();
    label_slates(labels_.clusters, "cluster");
    label_slates(labels_.segments, "segment");
    std::move(labels_).finish(report);
    result_.log = log_of_slates(std::move(log_));
    return std::move(result_);
  }

 private:
  [[noreturn]] void refuse(std::size_t line, const std::string& what) const {
    refuse_line(rows_, line, what);
  }

  void read_line() {
    if (rows_.is_bad()) refuse(rows_.line(), rows_.problem());
    Line line{name_in(slates_, header_.slate), slot(), 0, rows_.line()};
    if (header_.action) line.action = name_in(actions_, *header_.action);
    log_.rewards.push_back(finite_number(rows_, header_.reward));
    for (std::size_t c = 0; c < slate_column_count; ++c) {
      if (!header_.numbers[c]) continue;
      const double value = finite_number(rows_, *header_.numbers[c]);
      check_range(static_cast<SlateColumn>(c), *header_.numbers[c], value);
      log_.columns[c].push_back(value);
    }
    lines_.push_back(line);
    labels_.read(rows_);
  }

  std::uint32_t name_in(ActionDictionary& names, std::size_t column) {
    const std::string text = rows_.text(column);
    if (text.empty()) refuse(rows_.line(), column_label(rows_.header(), column) + " is empty");
    return names.index(text);
  }

  std::uint32_t slot() const {
    const double value = finite_number(rows_, header_.slot);
    if (value >= 1 && value <= max_slots && value == std::floor(value)) {
      return static_cast<std::uint32_t>(value);
    }
    refuse(rows_.line(), seen_value(rows_, header_.slot) + " is not a whole number from 1 to " +
                             std::to_string(max_slots));
  }

  void check_range(SlateColumn column, std::size_t field, double value) const {
    if (column == SlateColumn::q || column == SlateColumn::q_pi) return;
    const bool of_logger = column == SlateColumn::p_slot || column == SlateColumn::p_prefix;
    if (value <= 1 && (of_logger ? value > 0 : value >= 0)) return;
    refuse(rows_.line(),
           seen_value(rows_, field) + (of_logger ? " is not in (0, 1]" : " is not in [0, 1]"));
  }

  // Slate by slate, and by slots within them.
  void order_lines() {
    std::vector<std::size_t> order(lines_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      if (lines_[a].slate != lines_[b].slate) return lines_[a].slate < lines_[b].slate;
      if (lines_[a].slot != lines_[b].slot) return lines_[a].slot < lines_[b].slot;
      return a < b;
    });
    reorder(lines_, order);
    reorder(log_.rewards, order);
    for (auto& column : log_.columns) {
      if (!column.empty()) reorder(column, order);
    }
    for (auto* labels : {&labels_.clusters, &labels_.segments}) {
      if (!labels->empty()) reorder(*labels, order);
    }
  }
  template <class Value>
  static void reorder(std::vector<Value>& values, const std::vector<std::size_t>& order) {
    std::vector<Value> ordered;
    ordered.reserve(values.size());
    for (const std::size_t i : order) ordered.push_back(values[i]);
    values = std::move(ordered);
  }

  void check_slates() {
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (i > 0 && lines_[i].slate != lines_[i - 1].slate) log_.first.push_back(i);
      const std::size_t wanted = i - log_.first.back() + 1;
      if (lines_[i].slot == wanted) continue;
      refuse(lines_[i].line,
             in_slate(i) + (lines_[i].slot < wanted
                                ? " has slot " + std::to_string(lines_[i].slot) + " twice"
                                : " has no slot " + std::to_string(wanted)));
    }
    log_.first.push_back(lines_.size());
    measure_rounding();
    for (std::size_t slate = 0; slate < log_.size(); ++slate) {
      check_actions(slate);
      for (std::size_t i = log_.first[slate]; i < log_.first[slate + 1]; ++i) {
        check_probabilities(i, i == log_.first[slate]);
      }
    }
  }
  // The labels of lines become those of slates.
  void label_slates(std::vector<std::uint32_t>& labels, const char* what) const {
    if (labels.empty()) return;
    for (std::size_t slate = 0; slate < log_.size(); ++slate) {
      for (std::size_t i = log_.first[slate]; i < log_.first[slate + 1]; ++i) {
        if (labels[i] == labels[log_.first[slate]]) continue;
        refuse(lines_[i].line, in_slate(i) + " has lines of more than one " + what);
      }
      labels[slate] = labels[log_.first[slate]];
    }
    labels.resize(log_.size());
  }
  std::string in_slate(std::size_t i) const {
    return "slate " + quoted_text(slates_.tokens()[lines_[i].slate]);
  }

  void check_actions(std::size_t slate) {
    if (!header_.action) return;
    std::vector<std::size_t> shown(log_.first[slate + 1] - log_.first[slate]);
    std::iota(shown.begin(), shown.end(), log_.first[slate]);
    std::sort(shown.begin(), shown.end(), [&](std::size_t a, std::size_t b) {
      return lines_[a].action != lines_[b].action ? lines_[a].action < lines_[b].action : a < b;
    });
    for (std::size_t j = 1; j < shown.size(); ++j) {
      if (lines_[shown[j]].action != lines_[shown[j - 1]].action) continue;
      refuse(lines_[shown[j]].line, in_slate(shown[j]) + " shows action " +
                                        quoted_text(actions_.tokens()[lines_[shown[j]].action]) +
                                        " twice");
    }
  }

  double rounding_of(SlateColumn column) const {
    return rounding_[static_cast<std::size_t>(column)];
  }
  void measure_rounding() {
    for (std::size_t c = 0; c < slate_column_count; ++c)
      rounding_[c] = rounding_error(log_.columns[c]);
  }

  // The first column is to be at most the second, in line i and line j.
  void require_at_most(SlateColumn small, std::size_t i, SlateColumn large, std::size_t j,
                       const char* why) const {
    const double tolerance = std::max(1e-6, rounding_of(small) + rounding_of(large));
    if (!log_.has(small) || !log_.has(large)) return;
    const double a = log_.columns[static_cast<std::size_t>(small)][i];
    const double b = log_.columns[static_cast<std::size_t>(large)][j];
    if (a <= b + tolerance) return;
    refuse(lines_[i].line, in_slate(i) + ": " + std::string(slate_column_names[small]) + " is " +
                               std::to_string(a) + ", " + std::string(slate_column_names[large]) +
                               (i == j ? "" : " of the slot before") + " " + std::to_string(b) +
                               ": " + why);
  }
  void check_probabilities(std::size_t i, bool is_first) const {
    using enum SlateColumn;
    constexpr const char* prefix = "more actions cannot be likelier than fewer";
    for (const auto& [of_prefix, of_slot] :
         {std::pair(p_prefix, p_slot), std::pair(pi_prefix, pi_slot)}) {
      require_at_most(of_prefix, i, of_slot, i, prefix);
      if (!is_first) require_at_most(of_prefix, i, of_prefix, i - 1, prefix);
    }
    require_at_most(pi_slot, i, pi_shown, i, "an action of a slot is one of the slate");
  }

  LogRows& rows_;
  SlateHeader header_;
  ActionDictionary slates_, actions_;
  std::vector<Line> lines_;
  LineLabels labels_;
  SlateLog log_;
  TableLog result_;
  std::array<double, slate_column_count> rounding_{};
};

}  // namespace

TableLog read_slate_table(LogRows& rows, const TableOptions& options) {
  return SlateReading(rows, options).read();
}

}  // namespace replaybench
