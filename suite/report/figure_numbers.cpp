#include "suite/report/figure_numbers.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "suite/text/single_quoted.hpp"

namespace replaybench {

namespace {

// The source of a table: a simulation or a grid.
struct Source {
  const std::vector<SweepAxis>* sweep = nullptr;
  std::uint64_t replicates = 0;  // 0: a grid
  std::uint64_t last_horizon = 0;
};

// A function of gnuplot as a chain of cases; of anything else it is a call of a function that there
// is not, whose name gnuplot reports.
std::string cases(const std::string& signature,
                  const std::vector<std::pair<std::string, std::string>>& entries,
                  const std::string& otherwise) {
  std::string text = signature + " = ";
  for (const auto& [condition, value] : entries) text += condition + " ? " + value + " : ";
  return text + otherwise + "\n";
}

}  // namespace

std::string figure_numbers(const Plan& plan) {
  std::map<std::string, Source> sources;
  for (const SimulationSpec& simulation : plan.spec->simulations) {
    sources[simulation.name] = {&simulation.sweep, simulation.replicates, 0};
  }
  for (const GridSpec& grid : plan.spec->grids) sources[grid.name] = {&grid.sweep, 0, 0};
  for (const Cell& cell : plan.cells) {
    if (!cell.simulation) continue;
    Source& source = sources.at(cell.task);
    source.last_horizon = std::max(source.last_horizon, cell.simulation->horizon);
  }
  std::vector<std::pair<std::string, std::string>> replicates, values, horizons;
  for (const TableSpec& table : plan.spec->tables) {
    const auto found = sources.find(table.from);
    if (found == sources.end()) continue;
    const std::string is_table = "table eq " + gnuplot_quoted(table.name);
    if (found->second.replicates > 0) {
      replicates.emplace_back(is_table, std::to_string(found->second.replicates));
      horizons.emplace_back(is_table, std::to_string(found->second.last_horizon));
    }
    for (const SweepAxis& axis : *found->second.sweep) {
      std::string joined;
      for (const std::string& value : axis.values) joined += (joined.empty() ? "" : " ") + value;
      values.emplace_back(is_table + " && name eq " + gnuplot_quoted(axis.name),
                          gnuplot_quoted(joined));
    }
  }
  return "profile = " + gnuplot_quoted(to_string(plan.profile)) + "\n" +
         cases("replicates(table)", replicates, "no_simulation_behind_this_table(table)") +
         cases("last_horizon(table)", horizons, "no_simulation_behind_this_table(table)") +
         cases("values(table, name)", values, "no_sweep_variable_of_this_name(name)");
}

}  // namespace replaybench
