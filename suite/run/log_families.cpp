#include "suite/run/log_families.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>

#include "suite/run/compute.hpp"

namespace replaybench {

std::vector<std::size_t> log_families(const Plan& plan, std::span<const std::size_t> cells) {
  std::map<std::tuple<std::string_view, std::size_t>, std::string> groups;  // by task, combination
  std::map<std::tuple<std::string_view, std::uint64_t, std::uint64_t>, std::size_t> families;
  std::vector<std::size_t> numbers;
  std::size_t count = 0;
  for (const std::size_t place : cells) {
    const Cell& cell = plan.cells[place];
    std::size_t number = count;
    if (cell.simulation) {
      const SimulationCell& simulation = *cell.simulation;
      std::string& group = groups[{cell.task, cell.combination}];
      if (group.empty()) group = log_group(simulation);
      number =
          families.try_emplace({group, simulation.first_replicate, simulation.replicates}, number)
              .first->second;
    }
    if (number == count) ++count;
    numbers.push_back(number);
  }
  return numbers;
}

}  // namespace replaybench
