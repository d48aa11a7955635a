#include "suite/report/study_tables.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <unordered_map>

#include "suite/numeric/moments.hpp"
#include "suite/plan/column_name.hpp"
#include "suite/report/payload.hpp"
#include "suite/report/row_builder.hpp"
#include "suite/report/selection.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/sha256.hpp"

namespace replaybench {

namespace {

using numeric::Moments;

// Reason why some cells of a task are missing.
struct Obstacle {
  std::string skipped;
  std::string blocked;
  std::string partial;
};

std::string stale_text(const OriginCounts& origins) {
  return std::to_string(origins.other_sources) + " of them because " + origins.changed_text() +
         " changed since they were computed";
}

std::vector<CombinationRows> load_task(const Plan& plan, const Store& store,
                                       const std::string& task, Obstacle& obstacle,
                                       OriginCounts& origins) {
  std::vector<CombinationRows> combinations;
  std::size_t missing = 0;
  std::size_t damaged_files = 0;
  std::size_t available = 0;
  std::size_t unavailable = 0;
  std::string failure;
  OriginCounts of_task;
  std::string damaged;
  for (const Cell& cell : plan.cells) {
    if (cell.task != task) continue;
    if (!cell.unavailable.empty()) {
      ++unavailable;
      obstacle.skipped = cell.unavailable;
      continue;
    }
    ++available;
    if (combinations.empty() || combinations.back().first->combination != cell.combination) {
      combinations.emplace_back(cell);
    }
    const StoredCell found = load_cell(store, cell);
    of_task.add(found.origin);
    origins.add(found.origin);
    if (found.payload) {
      try {
        combinations.back().payloads.push_back(payload_table(cell, *found.payload));
        continue;
      } catch (const DataError& error) {
        damaged = store.cell_file(Store::key_of(cell.canonical)).string() + ": " + error.what();
      }
    } else if (const auto reason = store.failure(cell.canonical)) {
      failure = *reason;
    }
    ++missing;
    if (found.damaged) ++damaged_files;
  }
  if (available > 0 && unavailable > 0) {
    obstacle.partial = std::to_string(unavailable) + " of " +
                       std::to_string(available + unavailable) +
                       " cells cannot run here, their rows are missing: " + obstacle.skipped;
  }
  if (available > 0) obstacle.skipped.clear();
  if (missing > 0) {
    obstacle.blocked = std::to_string(missing) + " of " + std::to_string(available) +
                       (missing == damaged_files ? " cells are damaged" : " cells are missing");
    if (damaged_files > 0 && damaged_files < missing) {
      obstacle.blocked += ", " + std::to_string(damaged_files) + " of them damaged";
    }
    if (of_task.other_sources > 0) obstacle.blocked += ", " + stale_text(of_task);
    if (!damaged.empty()) {
      obstacle.blocked += "; remove this file and run the study again: " + damaged;
    } else {
      obstacle.blocked += !failure.empty()           ? "; one failed: " + failure
                          : missing == damaged_files ? "; run the study again"
                                                     : "; run the study first";
    }
  }
  return combinations;
}

using MomentsByStep = std::map<std::uint64_t, std::map<std::string, Moments>>;

// Merged over the combination's cells, in the order of replicates.
MomentsByStep merged_moments(const CombinationRows& combination) {
  MomentsByStep merged;
  for (const Table& payload : combination.payloads) {
    if (payload.rows() == 0) continue;  // a checkpoint that was never reached; CSV loses the types
    if (combination.first->simulation->keep_rows) {
      for (const auto& metric : combination.metrics) {
        for (std::size_t row = 0; row < payload.rows(); ++row) {
          auto& moments =
              merged[static_cast<std::uint64_t>(numbers(payload, column_name::step)[row])][metric];
          const double value = numbers(payload, metric)[row];
          if (!std::isnan(value)) moments.add(value);
        }
      }
    } else {
      const auto& metric = std::get<TextColumn>(payload.column(column_name::metric));
      for (std::size_t row = 0; row < payload.rows(); ++row) {
        const Moments part{static_cast<std::uint64_t>(numbers(payload, column_name::count)[row]),
                           numbers(payload, column_name::mean)[row],
                           numbers(payload, column_name::m2)[row]};
        merged[static_cast<std::uint64_t>(numbers(payload, column_name::step)[row])][metric[row]]
            .merge(part);
      }
    }
  }
  return merged;
}

void add_moments(RowBuilder& rows, const std::string& metric, const Moments& moments) {
  rows.number(metric, moments.count ? moments.mean : std::numeric_limits<double>::quiet_NaN());
  rows.number(metric + "_sd", moments.standard_deviation());
  rows.number(metric + "_se", moments.standard_error());
  rows.number(metric + "_n", static_cast<double>(moments.count));
}

// A row for each step.
void add_aggregated(const CombinationRows& combination, RowBuilder& rows) {
  for (const auto& [step, by_metric] : merged_moments(combination)) {
    rows.axes(combination.axes);
    rows.number(column_name::step, static_cast<double>(step));
    for (const auto& metric : combination.metrics) {
      add_moments(rows, metric, by_metric.at(metric));
    }
    rows.end_row();
  }
}

Table replicate_rows(const std::vector<CombinationRows>& combinations, RowBuilder rows) {
  for (const auto& combination : combinations) {
    for (const Table& payload : combination.payloads) {
      for (std::size_t row = 0; row < payload.rows(); ++row) {
        rows.axes(combination.axes);
        for (const auto& name : payload.names()) rows.number(name, numbers(payload, name)[row]);
        rows.end_row();
      }
    }
  }
  return std::move(rows).table();
}

// The values of every metric by (replicate, step).
using RowsByReplicate = std::map<std::pair<double, double>, std::vector<double>>;

RowsByReplicate rows_by_replicate(const CombinationRows& combination,
                                  const std::vector<std::string>& names) {
  RowsByReplicate rows;
  for (const Table& payload : combination.payloads) {
    for (std::size_t row = 0; row < payload.rows(); ++row) {
      auto& values = rows[{numbers(payload, column_name::replicate)[row],
                           numbers(payload, column_name::step)[row]}];
      for (const auto& name : names) values.push_back(numbers(payload, name)[row]);
    }
  }
  return rows;
}

// The numbers that both have, in the order of the first.
std::vector<std::string> common_metrics(const CombinationRows& a, const CombinationRows& b) {
  std::vector<std::string> common = a.metrics;
  std::erase_if(common, [&](const std::string& name) {
    return std::find(b.metrics.begin(), b.metrics.end(), name) == b.metrics.end();
  });
  return common;
}

// The axes of a difference's row: those that both sides share, and the candidate of each where it
// was selected.
std::vector<AxisValue> shared_axes(const CombinationRows& minuend,
                                   const CombinationRows& subtrahend,
                                   const DifferenceSpec& difference, const TableSpec& table) {
  std::vector<AxisValue> axes;
  for (const AxisValue& axis : minuend.axes) {
    if (axis.name == difference.axis) {
      if (difference.every_pair()) {
        axes.push_back({column_name::minuend, axis.value, false});
        axes.push_back({column_name::subtrahend, axis_value(subtrahend.axes, axis.name), false});
      }
      continue;
    }
    if (axis.name == column_name::candidate && table.select) {
      const auto names = selected_columns(table);
      axes.push_back({names[0], axis.value, axis.numeric});
      axes.push_back({names[1], axis_value(subtrahend.axes, column_name::candidate), axis.numeric});
    } else {
      axes.push_back(axis);
    }
  }
  return axes;
}

// Combinations with equal keys may be subtracted.
std::string key_of(const CombinationRows& combination, const DifferenceSpec& difference,
                   const TableSpec& table) {
  std::string text;
  for (const auto& axis : combination.axes) {
    if (axis.name == difference.axis || (axis.name == column_name::candidate && table.select))
      continue;
    text += axis.name + "=" + axis.value + "\n";
  }
  return text;
}

// One row for each replicate and step that both have.
CombinationRows subtracted(const CombinationRows& minuend, const CombinationRows& subtrahend,
                           const DifferenceSpec& difference, const TableSpec& table) {
  const auto names = common_metrics(minuend, subtrahend);
  const auto right = rows_by_replicate(subtrahend, names);
  NumberColumn replicates;
  NumberColumn steps;
  std::vector<NumberColumn> columns(names.size());
  for (const auto& [place, values] : rows_by_replicate(minuend, names)) {
    const auto other = right.find(place);
    if (other == right.end()) continue;
    replicates.push_back(place.first);
    steps.push_back(place.second);
    for (std::size_t i = 0; i < names.size(); ++i) {
      columns[i].push_back(values[i] - other->second[i]);
    }
  }
  CombinationRows pair(*minuend.first);
  pair.axes = shared_axes(minuend, subtrahend, difference, table);
  pair.metrics = names;
  Table& rows = pair.payloads.emplace_back();
  rows.add_column(column_name::replicate, std::move(replicates));
  rows.add_column(column_name::step, std::move(steps));
  for (std::size_t i = 0; i < names.size(); ++i) {
    rows.add_column(names[i], std::move(columns[i]));
  }
  return pair;
}

// Calls `use` with the differences of every pair of combinations that differ in the axis of the
// difference alone. One pair is in memory at a time.
template <class Use>
void for_each_difference(const std::vector<CombinationRows>& combinations,
                         const DifferenceSpec& difference, const TableSpec& table, Use use) {
  std::unordered_map<std::string, std::vector<std::size_t>> by_key;
  std::vector<const std::vector<std::size_t>*> alike;  // those with the key of a combination
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < combinations.size(); ++i) {
    auto& same = by_key[key_of(combinations[i], difference, table)];
    same.push_back(i);
    alike.push_back(&same);  // stays where it is when others are added
    labels.push_back(axis_value(combinations[i].axes, difference.axis));
  }
  for (std::size_t i = 0; i < combinations.size(); ++i) {
    for (const std::size_t j : *alike[i]) {
      const bool wanted = difference.every_pair() ? i < j && labels[i] != labels[j]
                                                  : labels[i] == difference.minuend &&
                                                        labels[j] == difference.subtrahend;
      if (wanted) use(subtracted(combinations[i], combinations[j], difference, table));
    }
  }
}

Table differences(const std::vector<CombinationRows>& combinations, const TableSpec& table,
                  RowBuilder rows) {
  const auto add = [&](const CombinationRows& pair) { add_aggregated(pair, rows); };
  if (table.then) {
    std::vector<CombinationRows> firsts;
    for_each_difference(combinations, *table.difference, table,
                        [&](CombinationRows pair) { firsts.push_back(std::move(pair)); });
    for_each_difference(firsts, *table.then, table, add);
  } else {
    for_each_difference(combinations, *table.difference, table, add);
  }
  return std::move(rows).table();
}

Table finish(Table table, const TableSpec& spec) {
  for (const auto& column : spec.derive) add_computed_column(table, column);
  if (spec.only) table = table.select(spec.only->matching_rows(table));
  if (spec.columns.empty()) return table;
  Table kept;
  for (const auto& name : spec.columns) kept.add_column(name, table.column(name));
  return kept;
}

Table build(const Plan& plan, const TableSpec& spec, const std::vector<CombinationRows>& loaded) {
  if (loaded.size() == 1 && loaded.front().first->grid) {
    return finish(loaded.front().payloads.front(), spec);
  }
  std::vector<CombinationRows> of_tuning;
  for (const SimulationSpec& task : plan.spec->simulations) {
    if (task.name != spec.from || !task.tuning) continue;
    of_tuning = spec.select ? selected(loaded, *spec.select, task.replicates)
                            : reported(loaded, task.replicates);
  }
  const std::vector<CombinationRows>& combinations = of_tuning.empty() ? loaded : of_tuning;
  RowBuilder rows(result_columns(plan, spec));
  if (spec.difference) return finish(differences(combinations, spec, std::move(rows)), spec);
  if (spec.replicates) return finish(replicate_rows(combinations, std::move(rows)), spec);
  for (const auto& combination : combinations) add_aggregated(combination, rows);
  return finish(std::move(rows).table(), spec);
}

}  // namespace

StudyTables build_tables(const Plan& plan, const Store& store) {
  const auto& specs = plan.spec->tables;
  StudyTables study;
  std::vector<std::optional<Table>> built(specs.size());
  std::set<std::string> done;
  // Task by task: a cell is read once, and one task is in memory at a time.
  for (const TableSpec& first : specs) {
    if (!done.insert(first.from).second) continue;
    Obstacle obstacle;
    const auto combinations = load_task(plan, store, first.from, obstacle, study.origins);
    for (std::size_t i = 0; i < specs.size(); ++i) {
      const TableSpec& spec = specs[i];
      if (spec.from != first.from) continue;
      if (!obstacle.skipped.empty()) {
        study.skipped[spec.name] = obstacle.skipped;
      } else if (!obstacle.blocked.empty()) {
        study.blocked[spec.name] = obstacle.blocked;
      } else {
        try {
          built[i] = build(plan, spec, combinations);
          if (!obstacle.partial.empty()) study.partial[spec.name] = obstacle.partial;
        } catch (const ExpressionError& error) {
          throw SpecErrors("table \"" + spec.name + "\": " + error.what(), spec.place);
        } catch (const std::out_of_range& error) {
          throw SpecErrors("table \"" + spec.name + "\": " + error.what(), spec.place);
        }
      }
    }
  }
  for (std::size_t i = 0; i < specs.size(); ++i) {
    if (built[i]) study.tables.emplace_back(specs[i].name, *std::move(built[i]));
  }
  return study;
}

std::string digest(const std::vector<std::pair<std::string, Table>>& tables) {
  std::string text;
  for (const auto& [name, table] : tables) text += name + " " + sha256_hex(table.to_csv()) + "\n";
  return sha256_hex(text);
}

}  // namespace replaybench
