#include "suite/report/selection.hpp"

#include <cmath>
#include <map>

#include "suite/numeric/moments.hpp"
#include "suite/plan/column_name.hpp"

namespace replaybench {

namespace {

// The rows of a payload whose replicate fulfils a condition. Without rows CSV loses the types of
// columns, so nothing may be read from it.
template <class Condition>
Table rows_of(const Table& payload, Condition condition) {
  std::vector<std::size_t> rows;
  if (payload.rows() > 0) {
    const NumberColumn& replicate = numbers(payload, column_name::replicate);
    for (std::size_t row = 0; row < replicate.size(); ++row) {
      if (condition(replicate[row])) rows.push_back(row);
    }
  }
  return payload.select(rows);
}

CombinationRows with_first(const CombinationRows& combination, double count) {
  CombinationRows kept(*combination.first);
  kept.axes = combination.axes;
  for (const Table& payload : combination.payloads) {
    Table rows = rows_of(payload, [&](double replicate) { return replicate < count; });
    if (rows.rows() > 0) kept.payloads.push_back(std::move(rows));
  }
  return kept;
}

// The mean over replicates of the evaluator's first number at the last step; NaN if there is none.
template <class Condition>
double mean_at_end(const CombinationRows& combination, Condition condition) {
  const std::string metric = combination.first->simulation->columns->names().front();
  std::map<double, double> last;  // of each replicate
  for (const Table& payload : combination.payloads) {
    const Table rows = rows_of(payload, condition);
    if (rows.rows() == 0) continue;
    for (std::size_t row = 0; row < rows.rows(); ++row) {
      last[numbers(rows, column_name::replicate)[row]] = numbers(rows, metric)[row];
    }
  }
  numeric::Moments moments;
  for (const auto& [replicate, value] : last) {
    if (!std::isnan(value)) moments.add(value);
  }
  return moments.count > 0 ? moments.mean : std::nan("");
}

// Combinations of one key differ in their candidates only.
std::string group_of(const CombinationRows& combination) {
  std::string key;
  for (const AxisValue& axis : combination.axes) {
    if (axis.name != column_name::candidate) key += axis.name + "=" + axis.value + "\n";
  }
  return key;
}

template <class Condition>
const CombinationRows& best(const std::vector<const CombinationRows*>& group, Condition condition) {
  const CombinationRows* best = group.front();
  double highest = mean_at_end(*best, condition);
  for (std::size_t i = 1; i < group.size(); ++i) {
    const double mean = mean_at_end(*group[i], condition);
    if (mean > highest || (std::isnan(highest) && !std::isnan(mean))) {
      best = group[i];
      highest = mean;
    }
  }
  return *best;
}

void add_label(CombinationRows& combination, const std::string& selection) {
  auto axis = combination.axes.begin();
  while (axis != combination.axes.end() && axis->name != column_name::candidate) ++axis;
  if (axis != combination.axes.end()) ++axis;
  combination.axes.insert(axis, {column_name::selection, selection, false});
}

}  // namespace

const NumberColumn& numbers(const Table& table, const std::string& name) {
  return std::get<NumberColumn>(table.column(name));
}

std::string axis_value(const std::vector<AxisValue>& axes, const std::string& name) {
  for (const auto& axis : axes) {
    if (axis.name == name) return axis.value;
  }
  return {};
}

std::vector<CombinationRows> reported(const std::vector<CombinationRows>& combinations,
                                      std::uint64_t count) {
  std::vector<CombinationRows> kept;
  for (const auto& combination : combinations) {
    kept.push_back(with_first(combination, static_cast<double>(count)));
  }
  return kept;
}

std::vector<CombinationRows> selected(const std::vector<CombinationRows>& combinations,
                                      Selection selection, std::uint64_t count) {
  const auto first_of_selection = static_cast<double>(count);
  std::vector<std::vector<const CombinationRows*>> groups;
  std::map<std::string, std::size_t> group_at;
  for (const auto& combination : combinations) {
    const auto [place, added] = group_at.try_emplace(group_of(combination), groups.size());
    if (added) groups.emplace_back();
    groups[place->second].push_back(&combination);
  }
  std::vector<CombinationRows> kept;
  const auto keep = [&](const CombinationRows& chosen, const char* label) {
    kept.push_back(with_first(chosen, first_of_selection));
    add_label(kept.back(), label);
  };
  for (const auto& group : groups) {
    if (selection != Selection::separate) {
      keep(best(group, [&](double replicate) { return replicate < first_of_selection; }),
           "printed");
    }
    if (selection != Selection::printed) {
      keep(best(group, [&](double replicate) { return replicate >= first_of_selection; }),
           "separate");
    }
  }
  return kept;
}

}  // namespace replaybench
