#include "suite/run/compute.hpp"

#include <cmath>
#include <map>
#include <stdexcept>

#include "suite/component/replicate_streams.hpp"
#include "suite/numeric/moments.hpp"
#include "suite/plan/column_name.hpp"

namespace replaybench {

ReplicateStreams streams_of(const SimulationCell& cell, std::uint64_t replicate) {
  return streams_of_replicate({.seed = cell.seed,
                               .dataset = cell.dataset_identity,
                               .logging = cell.logging.identity(),
                               .algorithm = cell.algorithm.description->name},
                              replicate);
}

Trial trial_of(const SimulationCell& cell, std::uint64_t replicate) {
  const auto maker = [](const Component<AlgorithmDescription>& component) {
    return [&component](const Problem& problem) { return make_agent(component, problem); };
  };
  return Trial(*cell.dataset, maker(cell.algorithm), maker(cell.logging), cell.horizon,
               streams_of(cell, replicate), {replicate, cell.parts})
      .name_algorithm(cell.algorithm);
}

namespace {

// All rows of all replicates, each extended with the errors against the truth.
template <class Sink>
void for_each_row(const SimulationCell& cell, SharedLogs* logs, Sink&& sink) {
  const std::size_t numbers = cell.evaluator->schema().size();
  std::vector<ResultRow> rows;
  for (std::uint64_t i = 0; i < cell.replicates; ++i) {
    const std::uint64_t replicate = cell.first_replicate + i;
    Trial trial = trial_of(cell, replicate);
    if (logs) trial.share_logs(*logs);
    rows.clear();
    try {
      cell.evaluator->evaluate(trial, rows);
    } catch (const NotApplicable&) {
      if (!cell.where_applicable) throw;
      rows.clear();
    }
    for (ResultRow& row : rows) {
      if (row.values.size() != numbers) {
        throw std::logic_error("the evaluator gives a row of " + std::to_string(row.values.size()) +
                               " numbers; it has " + std::to_string(numbers) + " columns");
      }
      if (cell.truth) {
        const double error = value_of(cell.evaluator->schema(), row, Role::estimate) - *cell.truth;
        row.values.push_back(error);
        row.values.push_back(error * error);
      }
      sink(replicate, row);
    }
  }
}

std::string rows_csv(const SimulationCell& cell, SharedLogs* logs) {
  const auto& names = cell.columns->names();
  std::vector<NumberColumn> columns(names.size() + 2);
  for_each_row(cell, logs, [&](std::uint64_t replicate, const ResultRow& row) {
    columns[0].push_back(static_cast<double>(replicate));
    columns[1].push_back(static_cast<double>(row.step));
    for (std::size_t i = 0; i < names.size(); ++i) columns[i + 2].push_back(row.values[i]);
  });
  Table table;
  table.add_column(column_name::replicate, std::move(columns[0]));
  table.add_column(column_name::step, std::move(columns[1]));
  for (std::size_t i = 0; i < names.size(); ++i)
    table.add_column(names[i], std::move(columns[i + 2]));
  return table.to_csv();
}

std::string moments_csv(const SimulationCell& cell, SharedLogs* logs) {
  const auto& names = cell.columns->names();
  std::map<std::uint64_t, std::vector<numeric::Moments>> by_step;
  for_each_row(cell, logs, [&](std::uint64_t, const ResultRow& row) {
    auto& moments = by_step[row.step];
    moments.resize(names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (!std::isnan(row.values[i])) moments[i].add(row.values[i]);
    }
  });
  NumberColumn step;
  NumberColumn count;
  NumberColumn mean;
  NumberColumn m2;
  TextColumn metric;
  for (const auto& [at, moments] : by_step) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      step.push_back(static_cast<double>(at));
      metric.push_back(names[i]);
      count.push_back(static_cast<double>(moments[i].count));
      mean.push_back(moments[i].mean);
      m2.push_back(moments[i].m2);
    }
  }
  Table table;
  table.add_column(column_name::step, std::move(step));
  table.add_column(column_name::metric, std::move(metric));
  table.add_column(column_name::count, std::move(count));
  table.add_column(column_name::mean, std::move(mean));
  table.add_column(column_name::m2, std::move(m2));
  return table.to_csv();
}

}  // namespace

std::string log_group(const SimulationCell& cell) {
  return cell.dataset_identity + '\n' + cell.logging.identity() + '\n' + std::to_string(cell.seed) +
         '\n' + std::to_string(cell.horizon);
}

std::string compute(const Cell& cell, SharedLogs* logs, bool more_readers) {
  if (cell.grid) return grid_table(*cell.grid).to_csv();
  const SimulationCell& simulation = *cell.simulation;
  if (logs) {
    logs->open(log_group(simulation) + '\n' + std::to_string(simulation.first_replicate),
               more_readers);
  }
  return simulation.keep_rows ? rows_csv(simulation, logs) : moments_csv(simulation, logs);
}

}  // namespace replaybench
