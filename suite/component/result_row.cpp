#include "suite/component/result_row.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

namespace replaybench {

namespace {

// All roles but `count` and `diagnostic`, whose columns have names of their own.
constexpr std::pair<Role, std::string_view> named_roles[] = {
    {Role::estimate, "estimate"},     {Role::standard_error, "standard_error"},
    {Role::interval_low, "low"},      {Role::interval_high, "high"},
    {Role::accepted, "accepted"},     {Role::records, "records"},
    {Role::acceptance, "acceptance"}, {Role::reward_sum, "reward_sum"},
    {Role::expected, "expected"},     {Role::truth, "truth"}};

double value_at(std::optional<std::size_t> place, const ResultRow& row) {
  return place ? row.values.at(*place) : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

std::string_view name_of(Role role) {
  for (const auto& [known, name] : named_roles) {
    if (known == role) return name;
  }
  return {};
}

RowColumn RowSchema::append(std::string_view name, Role role) {
  if (find(name)) {
    throw std::logic_error("a row has two columns \"" + std::string(name) + "\"");
  }
  if (names_.empty() && role != Role::estimate) {
    throw std::logic_error("the first column of a row is \"" + std::string(name) +
                           "\", not the estimate");
  }
  names_.emplace_back(name);
  roles_.push_back(role);
  return {names_.size() - 1, name};
}

RowColumn RowSchema::add(Role role) {
  const std::string_view name = name_of(role);
  if (name.empty()) throw std::logic_error("a column that is a count or a diagnostic needs a name");
  return append(name, role);
}

RowColumn RowSchema::add(const char* name, Role role) {
  const bool reserved = std::any_of(std::begin(named_roles), std::end(named_roles),
                                    [&](const auto& named) { return named.second == name; });
  if (reserved || !name_of(role).empty()) {
    throw std::logic_error("the column \"" + std::string(name) +
                           "\" has a role that gives it its name, or the name of one");
  }
  return append(name, role);
}

ResultRow RowSchema::row(std::uint64_t step, std::initializer_list<RowColumn::Value> values) const {
  return filled(ResultRow(step), values);
}

ResultRow RowSchema::row(std::uint64_t step, const ResultRow& first,
                         std::initializer_list<RowColumn::Value> values) const {
  ResultRow row(step);
  row.values = first.values;
  return filled(std::move(row), values);
}

ResultRow RowSchema::filled(ResultRow row, std::initializer_list<RowColumn::Value> values) const {
  const std::size_t begin = row.values.size();
  row.values.resize(std::max(size(), begin));
  std::vector<bool> given(row.values.size());
  std::fill_n(given.begin(), begin, true);
  for (const auto& [column, value] : values) {
    const std::size_t place = column.place();
    if (place >= size() || names_[place] != column.name_) {
      throw std::logic_error("a row is given \"" + std::string(column.name_) +
                             "\", a column of another schema");
    }
    if (given[place]) throw std::logic_error("a row is given \"" + names_[place] + "\" twice");
    given[place] = true;
    row.values[place] = value;
  }
  if (begin > size()) throw std::logic_error("a row begins with more numbers than it has columns");
  const auto missing = std::find(given.begin(), given.end(), false);
  if (missing != given.end()) {
    throw std::logic_error("a row is not given \"" +
                           names_[static_cast<std::size_t>(missing - given.begin())] + "\"");
  }
  return row;
}

std::optional<std::size_t> RowSchema::find(Role role) const {
  const auto found = std::find(roles_.begin(), roles_.end(), role);
  if (found == roles_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - roles_.begin());
}

std::optional<std::size_t> RowSchema::find(std::string_view name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found == names_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names_.begin());
}

double value_of(const RowSchema& schema, const ResultRow& row, Role role) {
  return value_at(schema.find(role), row);
}

double value_of(const RowSchema& schema, const ResultRow& row, std::string_view name) {
  return value_at(schema.find(name), row);
}

}  // namespace replaybench
