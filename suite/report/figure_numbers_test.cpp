#include "suite/report/figure_numbers.hpp"

#include <cstdlib>

#include "suite/testing/catch.hpp"
#include "suite/testing/studies.hpp"
#include "suite/text/files.hpp"

using namespace replaybench;

namespace {

const std::string study = study_head +
                          "[[simulation]]\nname = \"runs\"\nsweep = [\"T = 5 20\"]\n"
                          "datasets = [\"bernoulli_arms\"]\nalgorithms = [\"uniform_random\"]\n"
                          "evaluators = [\"replay\"]\nhorizon = \"10*T\"\n"
                          "replicates = { smoke = 3, standard = 1200, full = 9 }\n"
                          "[[grid]]\nname = \"g\"\nsweep = [\"x = 1 2\"]\ncolumns = [\"y = x\"]\n"
                          "[[table]]\nname = \"short\"\nfrom = \"runs\"\nonly = \"T == 5\"\n"
                          "[[table]]\nname = \"formula\"\nfrom = \"g\"\n";

// Output of gnuplot for expressions, after the definitions.
std::string printed(Profile profile, const std::string& expressions) {
  const StudyFolder folder(study);
  const auto script = folder.root() / "script.gp";
  const auto output = folder.root() / "output";
  write_file(script, figure_numbers(folder.plan(profile)) + "print " + expressions + "\n");
  const std::string command = "gnuplot " + script.string() + " >" + output.string() + " 2>&1";
  if (std::system(command.c_str()) == -1) return "no process";
  return read_file(output);
}

}  // namespace

TEST_CASE("figure numbers: the profile's own replicates, values and horizons, by table") {
  const std::string all =
      "profile, replicates('short'), last_horizon('short'), values('short', 'T'), "
      "values('formula', 'x')";
  CHECK(printed(Profile::smoke, all) == "smoke 3 200 5 20 1 2\n");
  CHECK(printed(Profile::standard, all) == "standard 1200 200 5 20 1 2\n");
}

TEST_CASE("figure numbers: a name that there is not is an error, not an empty label") {
  CHECK(missing(printed(Profile::smoke, "replicates('long')"),
                {"undefined function: no_simulation_behind_this_table"}) == "");
  CHECK(missing(printed(Profile::smoke, "replicates('formula')"),
                {"undefined function: no_simulation_behind_this_table"}) == "");
  CHECK(missing(printed(Profile::smoke, "values('short', 'K')"),
                {"undefined function: no_sweep_variable_of_this_name"}) == "");
}
