#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>

#include "suite/plan/experiment_digest.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/studies.hpp"
#include "suite/text/errors.hpp"

using namespace replaybench;
using Texts = std::vector<std::string>;

namespace {

// A grid with this sweep, on line 6.
std::string with_sweep(const std::string& sweep) {
  return study_head + "[[grid]]\nname = 'g'\nsweep = [" + sweep +
         "]\ncolumns = ['one = 1']\n[[table]]\nname = 'g'\nfrom = 'g'\n";
}
SweepAxis axis_of(const std::string& text) {
  return spec_of(with_sweep("'" + text + "'")).grids[0].sweep.at(0);
}

// A simulation with some lines replaced or added.
std::string simulation(const std::string& extra = {}, const std::string& algorithms = "['ucb']",
                       const std::string& table = "name = 'play'\nfrom = 'play'\n") {
  return study_head +
         "[[simulation]]\nname = 'play'\nsweep = ['T = 5 10', 'kind = a b']\ndatasets = "
         "['bernoulli_arms']\n" +
         "algorithms = " + algorithms + "\nevaluators = ['replay']\n" + extra + "[[table]]\n" +
         table;
}

}  // namespace

TEST_CASE("experiment: every form of a sweep") {
  CHECK(axis_of("K = 2 10 20").values == Texts{"2", "10", "20"});
  CHECK(axis_of("K = 2, 10,20").values == Texts{"2", "10", "20"});
  CHECK(axis_of("K = 0.1 1e-3 -2").values == Texts{"0.1", "1e-3", "-2"});
  CHECK(axis_of("K = 3..6").values == Texts{"3", "4", "5", "6"});
  CHECK(axis_of("K = 7..7").values == Texts{"7"});
  CHECK(axis_of("K = -1..1").values == Texts{"-1", "0", "1"});
  CHECK(axis_of("K = 10..50 by 20").values == Texts{"10", "30", "50"});
  CHECK(axis_of("K = 10..49 by 20").values == Texts{"10", "30"});
  // 0.3 is no sum of three doubles 0.1; the last value must be there all the same.
  CHECK(axis_of("p = 0..0.3 by 0.1").values.size() == 4);
  CHECK(axis_of("T = log 1..1000 by 4").values == Texts{"1", "10", "100", "1000"});
  // Whole numbers at equal ratios, equal neighbours once: 1, 1.32, 1.73, 2.28, 3 rounded.
  CHECK(axis_of("T = log 1..3 by 5").values == Texts{"1", "2", "3"});
  CHECK(axis_of("T = 1..1000000").values.size() == 1000000);
  const SweepAxis words = axis_of("reading = c x");
  CHECK(words.values == Texts{"c", "x"});
  CHECK_FALSE(words.numeric);
  CHECK(axis_of("K = 1 2").numeric);
  CHECK_FALSE(axis_of("K = 1 two").numeric);
}

TEST_CASE("experiment: sizes by profile stand in one table") {
  const std::string text = study_head + R"([profiles]
play = { replicates = [2, 30, 400], block = [1, 10, 100], sweep = [["T = 5"], ["T = 5 6"], ["T = 7"]] }
curve.sweep = [["x = 1"], ["x = 1..3"], ["x = 1..9"]]
[simulation.play]
seed = 9
datasets = ["bernoulli_arms"]
algorithms = ["ucb"]
evaluators = ["replay"]
horizon = "T"
[grid.curve]
columns = ["y = 2 * x"]
[table]
play = {}
curve = {}
)";
  const ExperimentSpec spec = spec_of(text, Profile::standard);
  CHECK(spec.simulations.at(0).seed == 9u);
  CHECK(spec.simulations.at(0).replicates == 30);
  CHECK(spec.simulations.at(0).block == 10);
  CHECK(spec.simulations.at(0).sweep.at(0).values == Texts{"5", "6"});
  CHECK(spec.grids.at(0).sweep.at(0).values.size() == 3);
  CHECK(spec_of(text, Profile::full).simulations.at(0).replicates == 400);
  CHECK(missing(problems_of(study_head + R"([profiles]
play = { replicates = [0, 2, 3], keep = ["rows", "rows", "rows"], block = [1, 2], horizon = ["1", "1", "1"] }
plya.block = [1, 2, 3]
grid = 3
[simulation.play]
seed = -1
datasets = ["bernoulli_arms"]
algorithms = ["ucb"]
evaluators = ["replay"]
horizon = "5"
[grid.grid]
columns = ["y = 2"]
[table.play]
)"),
                {"5:24: \"replicates.smoke\" is the integer 0; expected a whole number from 1",
                 "5:41: \"keep\" is a table",
                 "5:75: \"block\" is a list of 2 values; expected a list of three values: of "
                 "smoke, standard and full",
                 "5:93: \"horizon\" is there twice: block \"play\" has it too",
                 "6:1: unknown key \"plya\" (did you mean \"play\"?)",
                 "7:8: \"grid\" is the integer 3; expected a table of keys by profile",
                 "9:8: \"seed\" is the integer -1; expected a whole number from 0"}) == "");
}

TEST_CASE("experiment: a logarithmic sweep is rounded from the exact positions") {
  const auto values = axis_of("T = log 100..1e6 by 61").values;
  REQUIRE(values.size() == 61);
  for (std::size_t i = 0; i < 61; ++i) {
    const double exact = 100 * std::pow(1e4, static_cast<double>(i) / 60);
    // Within half a unit, and a little for the roundoff of exp and log.
    CHECK(std::fabs(std::stod(values[i]) - exact) <= 0.5 + 1e-6);
  }
}

TEST_CASE("experiment: sweeps that are refused, with their place") {
  for (const char* sweep : {"T = 5..1",
                            "T = 1..1000000000",
                            "T = 1..1e300",
                            "T = 0..1e6",
                            "T = 1..2 by 0",
                            "T = 1..2 by -1",
                            "T = 1..2 by 1e-300",
                            "T = 1..2 by",
                            "T = 1..2 to 3",
                            "T = 1..2 by x",
                            "T = -inf..inf",
                            "T = nan..nan",
                            "T = 1..",
                            "T = ..",
                            "T = log 1..10",
                            "T = log 1..10 by 1",
                            "T = log 1..10 by 2.5",
                            "T = log 0..10 by 3",
                            "T = log 1..10 by 1e9",
                            "T = log 1..10 by 1e300",
                            "T = log 1..inf by 5"}) {
    INFO(sweep);
    CHECK(missing(problems_of(with_sweep("'" + std::string(sweep) + "'")),
                  {"6:9: \"" + std::string(sweep) + "\": not a range of 1 to 1000000 values"}) ==
          "");
  }
  const auto refused = [](const std::string& sweep) { return problems_of(with_sweep(sweep)); };
  CHECK(missing(refused("''"), {"no name or no values"}) == "");
  CHECK(missing(refused("'T'"), {"no name or no values"}) == "");
  CHECK(missing(refused("'T ='"), {"no name or no values"}) == "");
  CHECK(missing(refused("'2T = 1'"), {"no name or no values"}) == "");
  CHECK(missing(refused("'T = log'"), {"no range after log"}) == "");
  for (const char* sweep : {"'T = log 0.001..1 by 4'", "'T = log 1..2.5 by 4'"}) {
    CHECK(missing(refused(sweep), {"the ends of a log range are whole numbers"}) == "");
  }
  CHECK(missing(refused("'T = log 1 2'"), {"no range after log"}) == "");
  CHECK(missing(refused("'T = 5 .. 10'"), {"a range among values"}) == "");
  CHECK(missing(refused("'T = 5 6..10'"), {"a range among values"}) == "");
  CHECK(missing(refused("'T = 5 6 5'"), {"the value 5 is there twice"}) == "");
  CHECK(missing(refused("'T = 1 1.0 01'"), {"the value 1.0 is there twice"}) == "");
  CHECK(missing(refused("'T = 0 -0'"), {"the value -0 is there twice"}) == "");
  CHECK(missing(refused("'T = 1..10 by inf'"), {"not a range of 1 to 1000000 values"}) == "");
  CHECK(missing(refused("'T = 1e16..1.0000000000000006e16 by 1'"),
                {"the step is too small to change 1e+16"}) == "");
  CHECK(missing(refused("'T = 1', 'T = 2'"), {"\"T\" is there twice"}) == "");
  for (const char* name : {"dataset", "algorithm", "evaluator", "horizon", "step", "replicate"}) {
    CHECK(missing(refused("'" + std::string(name) + " = 1'"), {"is a column of every result"}) ==
          "");
  }
}

TEST_CASE("experiment: a refused sweep variable is known all the same") {
  const std::string problems =
      problems_of(study_head +
                  "[[grid]]\nname = 'g'\nsweep = ['T = 5..1']\ncolumns = ['y = T']\n"
                  "[[table]]\nname = 'g'\nfrom = 'g'\n");
  CHECK(std::count(problems.begin(), problems.end(), '\n') == 1);
}

TEST_CASE("experiment: values by profile") {
  const std::string text = simulation(
      "horizon = { smoke = '5', standard = 'T', full = '10 * T' }\n"
      "replicates = { smoke = 3, standard = 100, full = 10000 }\nblock = 50\nkeep = 'rows'\n");
  const auto smoke = spec_of(text, Profile::smoke).simulations[0];
  CHECK(smoke.horizon == "5");
  CHECK(smoke.replicates == 3);
  const auto full = spec_of(text, Profile::full).simulations[0];
  CHECK(full.horizon == "10 * T");
  CHECK(full.replicates == 10000);
  CHECK(full.block == 50);
  CHECK(full.keep_rows);
  const auto plain = spec_of(simulation(), Profile::standard).simulations[0];
  CHECK(plain.replicates == 1);
  CHECK(plain.block == 1000);
  CHECK_FALSE(plain.keep_rows);
  CHECK(plain.horizon == "0");
  CHECK(plain.logging.text == "uniform_random");
  CHECK(spec_of(simulation("keep = 'rows'\n")).simulations[0].block == 100);
  CHECK(missing(problems_of(simulation("replicates = { full = 3 }\n")), {"10:14: ", "smoke"}) ==
        "");
}

TEST_CASE("experiment: labels") {
  const auto labelled =
      spec_of(simulation("", "['UCB = ucb{alpha=1}', 'ucb{alpha=2}', 'a=ucb', 'ucb']"));
  const auto& algorithms = labelled.simulations[0].algorithms;
  REQUIRE(algorithms.size() == 4);
  CHECK(algorithms[0].label == "UCB");
  CHECK(algorithms[0].text == "ucb{alpha=1}");
  CHECK(algorithms[1].label == "ucb{alpha=2}");
  CHECK(algorithms[1].text == "ucb{alpha=2}");
  CHECK(algorithms[2].label == "a");
  CHECK(algorithms[3].label == "ucb");
  CHECK(algorithms[0].place.line == 8);
  CHECK(missing(problems_of(simulation("", "['x = ucb', 'x = ucb{alpha=2}']")),
                {"8:14: the label \"x\" is there twice"}) == "");
  CHECK(missing(problems_of(simulation("", "[]")), {"8:14: \"algorithms\" is empty"}) == "");
}

TEST_CASE(
    "experiment: wrong types, unknown keys and names are reported with their places, all at once") {
  const std::string problems = problems_of(
      "title = 1\nquestion = 'q'\nseed = -1\nsed = 2\n"
      "[[simulation]]\nname = 'a b'\ndatasets = 'bernoulli_arms'\nalgorithms = ['ucb']\nevaluators "
      "= ['replay']\n"
      "replicates = 0\nblock = -3\nkeep = 'all'\nonly = 'K >'\nhorizon = 'T'\n"
      "[[grid]]\nname = 'a b'\ncolumns = ['K', 'y = 1', 'y = 2', 'z = zeta', 'w = y + z']\n"
      "[[table]]\nname = ''\nfrom = 'nothing'\ndifference = { axis = 'horizon', minuend = 1, "
      "subtrahend = 'b' }\n"
      "[[table]]\nname = 'claims'\nfrom = 'a b'\n");
  for (const char* expected :
       {"1:9: \"title\"", "3:8: \"seed\" is the integer -1",
        "4:1: unknown key \"sed\" (did you mean \"seed\"?)", "6:8: \"a b\" is not a name",
        "7:12: \"datasets\" is the text", "10:14: \"replicates\" is the integer 0",
        "11:9: \"block\" is the integer -3",
        "12:8: ", "13:12: ", "14:11: in \"T\": there is no sweep variable or column \"T\"",
        "16:8: \"a b\" is there twice", "17:11: \"K\" is not of the form name = expression",
        "17:11: \"y\" is there twice",
        "17:11: in \"zeta\": there is no sweep variable or column \"zeta\"",
        "19:8: \"\" is not a name",
        "20:8: ", "21:23: ", "21:44: ", "23:8: \"claims\" is the file of the verdicts"}) {
    CHECK(missing(problems, {expected}) == "");
  }
}

TEST_CASE("experiment: a list has components by the names of [components]") {
  const std::string components =
      "[components]\nUCB = 'ucb{alpha=1}'\n"
      "A = {smoke = 'ucb{alpha=2}', standard = 'ucb', full = 'ucb'}\n";
  const auto spec = spec_of(simulation("", "['UCB', 'A', 'ucb']") + components);
  const auto& algorithms = spec.simulations[0].algorithms;
  REQUIRE(algorithms.size() == 3);
  CHECK(algorithms[0].label == "UCB");
  CHECK(algorithms[0].text == "ucb{alpha=1}");
  CHECK(algorithms[1].text == "ucb{alpha=2}");
  CHECK(algorithms[2].label == "ucb");
  CHECK(experiment_digest(spec) == experiment_digest(spec_of(simulation(
                                       "", "['UCB = ucb{alpha=1}', 'A = ucb{alpha=2}', 'ucb']"))));
  CHECK(missing(problems_of(simulation("", "['UCB', 'UCB = ucb']") + components),
                {"the label \"UCB\" is there twice"}) == "");
  CHECK(missing(problems_of(simulation("", "['A']") + "[components]\nA = 3\n"),
                {"\"A\" is the integer 3"}) == "");
}

TEST_CASE("experiment: of a list of conditions one must hold") {
  const auto spec = spec_of(simulation("only = ['T == 5', \"T == 10 and kind == 'b'\"]\n"));
  REQUIRE(spec.simulations[0].only);
  CHECK(spec.simulations[0].only->text() == "(T == 5) or (T == 10 and kind == 'b')");
  CHECK(missing(problems_of(simulation("only = ['T == 5', 'T = 10']\n")), {"10:19: "}) == "");
  CHECK(missing(problems_of(simulation("only = ['T == 5', 'L == 10']\n")),
                {"there is no sweep variable or column \"L\""}) == "");
}

TEST_CASE("experiment: a value of the wrong type is one problem") {
  for (const char* line : {"horizon = 5\n", "replicates = '20'\n"}) {
    INFO(line);
    const std::string problems = problems_of(simulation(line));
    CHECK(std::count(problems.begin(), problems.end(), '\n') == 1);
    CHECK(missing(problems, {"expected a"}) == "");
  }
}

TEST_CASE("experiment: a lookup is a column by the texts of another") {
  const std::string table = "name = 'x'\nfrom = 'play'\n";
  const auto lookup = [&](const std::string& lines) {
    return simulation("", "['ucb']", table + "[[table.lookup]]\n" + lines);
  };
  const auto spec = spec_of(
      lookup("column = 'printed'\nby = 'kind'\nvalues = { a = -1.5, \"it's\" = 2 }\n"
             "[[table.lookup]]\ncolumn = 'C'\nby = 'kind'\notherwise = 0\nvalues = { b = 7 }\n"));
  const auto& columns = spec.tables[0].derive;
  REQUIRE(columns.size() == 2);
  Table rows;
  rows.add_column("kind", TextColumn{"a", "b", "it's"});
  const auto printed = std::get<NumberColumn>(columns[0].expression.evaluate(rows));
  CHECK(columns[0].name == "printed");
  CHECK(printed[0] == -1.5);
  CHECK(std::isnan(printed[1]));
  CHECK(printed[2] == 2);
  CHECK(std::get<NumberColumn>(columns[1].expression.evaluate(rows)) == NumberColumn{0, 7, 0});
  CHECK(missing(problems_of(lookup("column = 'a b'\nby = 'kind'\nvalues = { a = 'x' }\n")),
                {"\"a b\" is not a name", "\"a\" is the text"}) == "");
  CHECK(missing(problems_of(lookup("column = 'c'\nby = 'algorithm'\nvalues = { uct = 1 }\n")),
                {"there is no algorithm \"uct\" (did you mean \"ucb\"?)"}) == "");
  CHECK(missing(problems_of(lookup("by = 'kind'\nvalue = { a = 1 }\n")),
                {"missing key \"column\"", "missing key \"values\"", "unknown key \"value\""}) ==
        "");
}

TEST_CASE("experiment: a table of replicates or differences needs rows") {
  const std::string table = "name = 'x'\nfrom = 'play'\nreplicates = true\n";
  CHECK(missing(problems_of(simulation("", "['ucb']", table)), {"does not keep rows"}) == "");
  const std::string rows = "horizon = 'T'\nkeep = 'rows'\n";
  CHECK(problems_of(simulation(rows, "['ucb']", table)).empty());
  CHECK(missing(problems_of(
                    simulation(rows, "['ucb']", table + "difference = { axis = 'algorithm' }\n")),
                {"\"replicates\" does not go with \"difference\""}) == "");
  CHECK(missing(problems_of(study_head), {"at least one [[table]]"}) == "");
}

TEST_CASE("experiment: the study's name is its folder's, whatever path names the file") {
  const StudyFolder folder(simulation());
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder.study());
  const auto spec = read_experiment("experiment.toml", Profile::smoke);
  std::filesystem::create_directories("below/further");
  std::filesystem::create_directory_symlink("below/further", "link");
  std::filesystem::current_path("below");
  for (const char* file : {"../experiment.toml", "./../experiment.toml", "..//experiment.toml",
                           "further/../../experiment.toml", "../link/../../experiment.toml"}) {
    CAPTURE(file);
    const auto same = read_experiment(file, Profile::smoke);
    CHECK(same.name == "made_up");
    CHECK(std::filesystem::equivalent(same.folder, folder.study()));
  }
  std::filesystem::current_path(before);
  CHECK(spec.name == "made_up");
  CHECK(std::filesystem::equivalent(spec.folder, folder.study()));
  CHECK_THROWS_AS(read_experiment(folder.root() / "none.toml", Profile::smoke), FileError);
  CHECK_THROWS_AS(read_experiment(folder.root(), Profile::smoke), FileError);
}

TEST_CASE("experiment: studies are found in chapters and beside them, each name once") {
  const StudyFolder folder(simulation());
  const auto root = folder.root();
  CHECK(find_studies(root) == StudyFiles{{"made_up", folder.study() / "experiment.toml"}});
  CHECK(find_studies(root / "nowhere").empty());
  const auto add = [&](const std::string& study) {
    std::filesystem::create_directories(root / study);
    std::ofstream(root / study / "experiment.toml") << simulation();
  };
  add("made_up/below");  // belongs to made_up
  add("5_bred/jitter");
  add("3_replay/bounds");
  CHECK(find_studies(root) == StudyFiles{{"bounds", root / "3_replay/bounds/experiment.toml"},
                                         {"jitter", root / "5_bred/jitter/experiment.toml"},
                                         {"made_up", root / "made_up/experiment.toml"}});
  CHECK(study_names(find_studies(root)) == Texts{"bounds", "jitter", "made_up"});
  add("4_front_page/jitter");
  CHECK_THROWS_WITH(find_studies(root), "two studies have the name \"jitter\", " +
                                            (root / "4_front_page/jitter").string() + " and " +
                                            (root / "5_bred/jitter").string() +
                                            "; rename one of the folders");
}

TEST_CASE("experiment: names that studies had before lead to studies") {
  const std::filesystem::path experiments =
      std::filesystem::path(__FILE__).parent_path().parent_path().parent_path() / "experiments";
  const StudyFiles studies = find_studies(experiments);
  for (const auto& [old, name] : renamed_studies(experiments)) {
    INFO(old);
    CHECK(studies.contains(name));
    CHECK_FALSE(studies.contains(old));
  }
  const StudyFolder folder;
  CHECK(renamed_studies(folder.root()).empty());
  std::ofstream(folder.root() / "renamed.toml") << "old = 'new'\n";
  CHECK(renamed_studies(folder.root()) == std::map<std::string, std::string>{{"old", "new"}});
  std::ofstream(folder.root() / "renamed.toml") << "old = 3\n";
  CHECK_THROWS_WITH(renamed_studies(folder.root()),
                    Catch::Contains("renamed.toml:1:7: \"old\" is the integer 3"));
}

TEST_CASE("experiment: names whose files would take the place of others are refused") {
  const StudyFolder folder;
  const auto problem = [&](const std::string& file) {
    std::filesystem::create_directories((folder.root() / file).parent_path());
    std::ofstream(folder.root() / file) << simulation();
    try {
      read_experiment(folder.root() / file, Profile::smoke);
    } catch (const SpecErrors& errors) {
      return errors.problems().at(0).message;
    }
    return std::string("none");
  };
  CHECK(problem("index/experiment.toml") ==
        "\"index\" cannot be the name of a study; rename the study's folder");
  CHECK(problem("index.toml") ==
        "\"index\" cannot be the name of a study; rename the study's file");
  CHECK(problem("indexes/experiment.toml") == "none");
}

// A larger profile must not compute less. A horizon of 0 is the whole file, longer than any other.
TEST_CASE("experiment: no profile of the repository's studies has less than the one below it") {
  const std::filesystem::path experiments =
      std::filesystem::path(__FILE__).parent_path().parent_path().parent_path() / "experiments";
  const auto number = [](const std::string& text) -> std::optional<double> {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (end == text.c_str() || *end != '\0') return std::nullopt;
    return value;
  };
  const auto length = [&](const SimulationSpec& task) {
    auto steps = number(task.horizon);
    if (steps == 0.0) steps = std::numeric_limits<double>::infinity();
    return steps;
  };
  const auto largest = [&](const SimulationSpec& task, const std::string& variable) {
    double most = -std::numeric_limits<double>::infinity();
    for (const SweepAxis& axis : task.sweep) {
      if (axis.name != variable) continue;
      for (const std::string& value : axis.values) most = std::max(most, number(value).value_or(0));
    }
    return most;
  };
  const Profile profiles[] = {Profile::smoke, Profile::standard, Profile::full};
  std::size_t compared = 0;
  for (const auto& [study, file] : find_studies(experiments)) {
    std::vector<ExperimentSpec> specs;
    for (const Profile profile : profiles) specs.push_back(read_experiment(file, profile));
    for (std::size_t above = 1; above < 3; ++above) {
      REQUIRE(specs[above].simulations.size() == specs[above - 1].simulations.size());
      for (std::size_t i = 0; i < specs[above].simulations.size(); ++i) {
        const SimulationSpec& less = specs[above - 1].simulations[i];
        const SimulationSpec& more = specs[above].simulations[i];
        INFO(study << ", " << more.name << ", " << to_string(profiles[above]));
        CHECK(more.replicates >= less.replicates);
        if (more.tuning) CHECK(more.tuning->selection >= less.tuning->selection);
        if (length(less) && length(more)) CHECK(*length(more) >= *length(less));
        for (const char* size : {"T", "n", "scale", "records"}) {
          CHECK(largest(more, size) >= largest(less, size));
        }
        ++compared;
      }
    }
  }
  CHECK(compared > 600);
}

TEST_CASE("experiment: axes joined by a semicolon move together") {
  const ExperimentSpec spec = spec_of(with_sweep("'a = 1 2; b = 10 20', 'c = 1..2; d = x y'"));
  std::string rows;
  for (const auto& row : combinations(spec.grids[0].sweep, std::nullopt)) {
    for (const auto& [name, value] : row) rows += name + value + ' ';
  }
  CHECK(rows == "a1 b10 c1 dx a1 b10 c2 dy a2 b20 c1 dx a2 b20 c2 dy ");
  CHECK(missing(problems_of(with_sweep("'a = 1 2; b = 1'")),
                {"6:9: \"a = 1 2; b = 1\": a has 2 values and b 1; axes that move together"}) ==
        "");
}

TEST_CASE("experiment: a table takes its rows from the source of its name") {
  const std::string grid = study_head + "[grid.g]\ncolumns = ['one = 1']\n[table]\n";
  CHECK(spec_of(grid + "g = {}\nh.from = 'g'\n").tables.at(0).from == "g");
  CHECK(missing(problems_of(grid + "h = {}\n"), {"7:5: missing key \"from\""}) == "");
}

TEST_CASE("experiment: substitution takes whole names and leaves unknown ones") {
  const std::vector<std::pair<std::string, std::string>> variables{
      {"K", "10"}, {"K2", "x"}, {"T", "$K"}};
  CHECK(substitute("f{a=$K, b=$K2, c=$K_}", variables) == "f{a=10, b=x, c=$K_}");
  CHECK(substitute("$K$K", variables) == "1010");
  CHECK(substitute("$T", variables) == "$K");  // once, not again
  CHECK(substitute("a $ b $", variables) == "a $ b $");
  CHECK(substitute("", variables).empty());
  CHECK(substitute("$K.5", variables) == "10.5");
}
