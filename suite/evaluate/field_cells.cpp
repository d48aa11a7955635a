// Values of fields as a reader sees them: digits by their errors, and the words around them.

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "suite/evaluate/evaluation_fields.hpp"
#include "suite/evaluate/shown_value.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench {

namespace {

std::string shown_number_of(const Field& field, double value, const FieldSource& source) {
  const double error = field.error ? field.error(source) : nan;
  switch (field.unit) {
    case FieldUnit::reward:
      return field.error ? shown_value(value, error) : shown_number(value);
    case FieldUnit::difference:
      return shown_difference(value, error);
    case FieldUnit::relative:
      return shown_difference(100 * value, 100 * error) + "%";
    case FieldUnit::share:
      return shown_percent(value);
    case FieldUnit::level:
      return fmt::format("{:.4g}%", 100 * value);
    default:
      return shown_number(value);
  }
}

std::string shown(const Field& field, const FieldValue& value, const FieldSource& source) {
  if (const auto* number = std::get_if<double>(&value)) {
    return shown_number_of(field, *number, source);
  }
  if (const auto* whole = std::get_if<std::uint64_t>(&value)) return shown_integer(*whole);
  const auto& text = std::get<std::string>(value);
  return field.unit == FieldUnit::name ? quoted_text(text) : text;
}

std::string in_form(std::string_view form, const std::string& text) {
  const std::size_t at = form.find("{}");
  if (at == std::string_view::npos) return std::string(form);
  return std::string(form.substr(0, at)) + text + std::string(form.substr(at + 2));
}

// The part of a cell that this field is.
std::string part_of_cell(const Field& field, const FieldPlace& place, const FieldValue& value,
                         const FieldSource& source) {
  const std::size_t bar = place.form.find('|');
  const bool has_other = bar != std::string_view::npos;
  const std::string_view form = place.form.substr(0, bar);
  const std::string_view other = has_other ? place.form.substr(bar + 1) : std::string_view();
  if (const bool* flag = std::get_if<bool>(&value)) return std::string(*flag ? form : other);
  if (!is_missing(field, value)) return in_form(form, shown(field, value, source));
  return has_other ? std::string(other) : in_form(form, "-");
}

bool is_text(FieldUnit unit) { return unit == FieldUnit::name || unit == FieldUnit::text; }

}  // namespace

std::vector<FieldCell> cells_of(std::span<const Field> fields, const FieldSource& source,
                                FieldPlace Field::*place) {
  std::vector<FieldCell> cells;
  for (const Field& field : fields) {
    const FieldPlace& here = field.*place;
    if (here.title.empty()) continue;
    const FieldValue value = value_of(field, source);
    const auto cell = std::find_if(cells.begin(), cells.end(),
                                   [&](const FieldCell& one) { return one.title == here.title; });
    const std::string part = part_of_cell(field, here, value, source);
    if (cell == cells.end()) {
      cells.push_back({.title = here.title,
                       .text = part,
                       .applies = !std::holds_alternative<std::monostate>(value),
                       .is_withheld = field.is_withheld && !source.withheld.empty(),
                       .is_evidence = field.is_evidence,
                       .is_number = !is_text(field.unit)});
    } else {
      cell->text += part;
    }
  }
  for (FieldCell& cell : cells) {
    if (cell.is_withheld) cell.text = "-";
  }
  return cells;
}

}  // namespace replaybench
