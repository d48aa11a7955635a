#include "suite/log/row_values.hpp"

#include <cmath>

#include "suite/text/errors.hpp"
#include "suite/text/field_number.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench {

void refuse_line(const LogRows& rows, std::size_t line, const std::string& what) {
  throw DataError(rows.name() + ":" + std::to_string(line) + ": " + what);
}

void refuse_row(const LogRows& rows, const std::string& what) {
  refuse_line(rows, rows.line(), what);
}

std::string seen_value(const LogRows& rows, std::size_t column) {
  return column_label(rows.header(), column) + ": " + quoted_text(rows.text(column));
}

double finite_number(const LogRows& rows, std::size_t column) {
  double value = std::nan("");
  if (rows.is_number(column)) {
    value = rows.number(column);
  } else if (!parse_field_number(rows.fields()[column], value)) {
    value = std::nan("");
  }
  if (std::isfinite(value)) return value;
  refuse_row(rows, seen_value(rows, column) + " " + number_problem(rows.text(column)));
}

std::vector<std::string> unused_columns(const LogRows& rows,
                                        const std::function<bool(std::size_t)>& is_used) {
  std::vector<std::string> names;
  const auto lists = rows.lists();
  auto list = lists.begin();  // the first one that does not end before column i
  for (std::size_t i = 0; i < rows.header().size(); ++i) {
    while (list != lists.end() && i >= list->first + list->size) ++list;
    const bool of_list = list != lists.end() && list->has(i);
    if (!is_used(i) && !of_list) names.push_back(rows.header().names()[i]);
  }
  return names;
}

std::vector<ColumnUse> uses_of(const LogRows& rows, const std::function<bool(std::size_t)>& is_used,
                               ColumnUse use) {
  std::vector<ColumnUse> uses;
  for (std::size_t i = 0; i < rows.header().size(); ++i) {
    uses.push_back(is_used(i) ? use : ColumnUse::unused);
  }
  return uses;
}

}  // namespace replaybench
