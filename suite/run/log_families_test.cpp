#include "suite/run/log_families.hpp"

#include <numeric>

#include "suite/testing/catch.hpp"
#include "suite/testing/studies.hpp"

using namespace replaybench;

TEST_CASE("log families: the same replicates of the same log, in whatever task") {
  // Two algorithms, two horizons, two blocks of replicates; another task with one of the horizons.
  const std::string task =
      "datasets = ['bernoulli_arms']\nevaluators = ['replay']\nreplicates = 4\nblock = 2\n";
  const Plan plan = plan_of(
      study_head + "[[simulation]]\nname = 'a'\nsweep = ['T = 5 6']\nhorizon = 'T'\n" +
      "algorithms = ['ucb', 'moss']\n" + task +
      "[[simulation]]\nname = 'b'\nhorizon = '6'\nalgorithms = ['uniform_random']\n" + task +
      "[[grid]]\nname = 'g'\nsweep = ['x = 1 2']\ncolumns = ['y = x']\n"
      "[[table]]\nname = 'x'\nfrom = 'a'\n[[table]]\nname = 'y'\nfrom = 'b'\n"
      "[[table]]\nname = 'z'\nfrom = 'g'\n");
  std::vector<std::size_t> cells(plan.cells.size());
  std::iota(cells.begin(), cells.end(), std::size_t{0});
  const auto families = log_families(plan, cells);
  REQUIRE(families.size() == plan.cells.size());
  std::size_t pairs = 0;
  for (std::size_t a = 0; a < cells.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const auto& one = plan.cells[a].simulation;
      const auto& other = plan.cells[b].simulation;
      const bool same = one && other && one->horizon == other->horizon &&
                        one->first_replicate == other->first_replicate;
      CHECK((families[a] == families[b]) == same);
      pairs += same;
    }
  }
  CHECK(pairs == 2 * (1 + 3));  // two of horizon 5, three of horizon 6, in two blocks
  // Families of some of the cells are numbered from 0.
  CHECK(log_families(plan, std::vector<std::size_t>{cells.back()}) == std::vector<std::size_t>{0});
}
