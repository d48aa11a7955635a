// `replaybench data info FILE`: the columns of a log in any format, before anything is said of their use.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "suite/cli/data_commands.hpp"
#include "suite/cli/terminal.hpp"
#include "suite/evaluate/shown_value.hpp"
#include "suite/format/log_format.hpp"
#include "suite/log/log_columns.hpp"
#include "suite/log/text_list.hpp"
#include "suite/logs/joined_rows.hpp"
#include "suite/logs/log_parts.hpp"
#include "suite/numeric/decimal.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/letter_case.hpp"
#include "suite/text/printable_text.hpp"

namespace replaybench::cli {

namespace {

constexpr std::size_t max_distinct = 1000;  // kept of a column
constexpr std::size_t max_examples = 4;
constexpr std::size_t max_example = 24;  // characters

// Values of one column.
class ColumnSummary {
 public:
  void add(const std::string& text) {
    if (text.empty()) {
      ++missing_;
      return;
    }
    ++values_;
    if (distinct_.size() <= max_distinct && distinct_.insert(text).second &&
        examples_.size() < max_examples) {
      examples_.push_back(text);
    }
    const std::optional<double> number = numeric::parse_decimal(text);
    if (!number) {
      ++texts_;
      return;
    }
    least_ = std::fmin(least_, *number);
    most_ = std::fmax(most_, *number);
  }

  TextRow row(const std::string& name, const std::string& use) const {
    const bool many = distinct_.size() > max_distinct;
    return {
        printable_text(name),
        shown_integer(values_),
        shown_integer(missing_),
        (many ? "over " : "") + shown_integer(many ? max_distinct : distinct_.size()),
        texts_ == 0 && values_ > 0 ? fmt::format("{:.6g} to {:.6g}", least_, most_) : examples(),
        use};
  }

 private:
  std::string examples() const {
    std::string text;
    for (const std::string& example : examples_) {
      const std::string shown = printable_text(example);
      text += (text.empty() ? "" : ", ") +
              (shown.size() > max_example ? shown.substr(0, max_example) + "..." : shown);
    }
    return text + (distinct_.size() > examples_.size() ? ", ..." : "");
  }

  std::uint64_t values_ = 0, missing_ = 0, texts_ = 0;
  double least_ = nan, most_ = nan;
  std::set<std::string> distinct_;
  std::vector<std::string> examples_;
};

// The use of a column of this name without options.
std::string use_of(const std::string& name) {
  for (const std::string& role : role_names()) {
    if (same_any_case(role, name)) return role;
  }
  return fits_pattern(name, "x_*") ? "feature" : "none by default";
}

// The use of a column, which for a list of numbers may be that of its elements.
std::string use_of(const LogRows& rows, std::size_t column) {
  const std::vector<std::string>& names = rows.header().names();
  for (const ListColumn& list : rows.lists()) {
    if (list.column != column || list.size == 0 || !fits_pattern(names[list.first], "x_*"))
      continue;
    return list.size == 1 ? "feature " + names[list.first]
                          : fmt::format("features {} to {}", names[list.first],
                                        names[list.first + list.size - 1]);
  }
  return use_of(names[column]);
}

// "[a, b]"
std::string shown_list(const std::string& list) {
  std::vector<std::string_view> elements;
  split_list(list, elements);
  return fmt::format("[{}]", fmt::join(elements, ", "));
}

// Lists are shown whole: their elements are not columns to look at, and a row may have another number of them.
std::vector<ColumnUse> uses_of(const LogRows& rows) {
  std::vector<ColumnUse> uses(rows.header().size(), ColumnUse::text);
  for (const ListColumn& list : rows.lists()) {
    for (std::size_t i = 0; i < list.size; ++i) uses[list.first + i] = ColumnUse::unused;
  }
  return uses;
}

}  // namespace

void show_columns(const std::filesystem::path& path) {
  std::vector<LogPart> parts = log_parts({path.string()});
  const auto open = [](const std::string& file) { return open_log_rows(file); };
  const bool single = parts.size() == 1 && parts[0].partition.empty();
  const std::unique_ptr<LogRows> rows =
      single ? open(parts[0].path) : joined_rows(std::move(parts), open);
  const std::vector<std::string> names = rows->header().names();
  std::vector<ColumnSummary> columns(names.size());
  const std::vector<ColumnUse> uses = uses_of(*rows);
  rows->use(uses);
  std::uint64_t records = 0, bad = 0;
  while (rows->next()) {
    if (rows->is_bad()) {
      ++bad;
      continue;
    }
    ++records;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (uses[c] == ColumnUse::text) {
        columns[c].add(rows->is_list(c) ? shown_list(rows->text(c))
                                        : std::string(rows->fields()[c]));
      }
    }
  }
  if (records == 0) {
    throw DataError(path.string() + ": no row can be read; it is no log");
  }
  fmt::print("log      {} ({} rows{})\n\n", path.string(), shown_integer(records),
             bad > 0 ? fmt::format(", {} malformed", shown_integer(bad)) : "");
  std::vector<TextRow> table{{"column", "values", "missing", "distinct", "values or range", "use"}};
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (uses[c] == ColumnUse::text) table.push_back(columns[c].row(names[c], use_of(*rows, c)));
  }
  using enum Alignment;
  fmt::print("{}", table_on_terminal(table, {left, right, right, right, left, left}));
  fmt::print("\n{}\n",
             wrapped("",
                     "use: how a column is read without options; --columns names another column "
                     "of a role, --features other features (replaybench help evaluate)",
                     0));
}

}  // namespace replaybench::cli
