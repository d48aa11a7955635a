#include "suite/report/study_report.hpp"

#include <filesystem>

#include "suite/claim/verdict.hpp"
#include "suite/report/claim_values.hpp"
#include "suite/report/pages.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/testing/studies.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"

using namespace replaybench;

TEST_CASE("report: writes tables, verdicts and provenance, also without its data or claims") {
  const std::string experiment =
      study_head +
      "[[grid]]\nname = 'g'\nsweep = ['K = 1..4']\ncolumns = ['y = K * K']\n"
      "[[simulation]]\nname = 'play'\ndatasets = ['log{path=\"/nowhere.csv\"}']\n"
      "algorithms = ['ucb']\nevaluators = ['replay']\n"
      "[[table]]\nname = 'squares'\nfrom = 'g'\n[[table]]\nname = 'none'\nfrom = 'play'\n";
  const StudyFolder folder(experiment);
  const Plan plan = folder.plan(Profile::standard);
  const Store store(folder.root() / "store");
  for (const Cell& cell : plan.cells) {
    if (cell.grid) save_cell(store, cell, grid_table(*cell.grid).to_csv());
  }
  const auto results = folder.root() / "results";
  const StudyReport without = write_study(plan, store, results, false);
  CHECK(without.verdicts.empty());
  CHECK(without.digest.empty());  // a table is not there
  CHECK(without.warnings.empty());
  CHECK(read_file(results / "tables" / "made_up" / "squares.csv") == "K,y\n1,1\n2,4\n3,9\n4,16\n");
  CHECK_FALSE(std::filesystem::exists(results / "tables" / "made_up" / "claims.csv"));
  CHECK(missing(read_file(results / "tables" / "made_up" / "provenance.json"),
                {"made_up", "standard", "\"master_seed\": \"pilot\"", "nowhere"}) == "");
  CHECK(read_file(results / "tables" / "made_up" / "figure_numbers.gp")
            .rfind("profile = 'standard'\n", 0) == 0);

  const auto claim = [](const std::string& id, const std::string& rest) {
    return "[[claim]]\nid='" + id + "'\nwhere='b'\nstatement='c'\nexpected='reproduces'\n" + rest;
  };
  folder.write(
      "claims.toml",
      claim("a", "table='squares'\nestimate='max(abs(y - K*K))'\nexact='e'\ntest={less=1e-9}\n") +
          claim("b", "table='none'\nestimate='min(estimate)'\nexact='e'\ntest={greater=0}\n"));
  const StudyReport with = write_study(plan, store, results, false);
  REQUIRE(with.verdicts.size() == 2);
  CHECK(with.verdicts[0].kind == VerdictKind::reproduces);
  CHECK(with.verdicts[1].kind == VerdictKind::skipped);
  CHECK(std::filesystem::exists(results / "tables" / "made_up" / "claims.csv"));
  // The study's own files are beside its tables; the page shows the table, and links to both.
  CHECK(with.sources == std::vector<std::string>{"experiment.toml", "claims.toml"});
  CHECK(read_file(results / "tables" / "made_up" / "experiment.toml") == experiment);
  const std::string page = body_of(study_page(without, nullptr, nullptr, "index.html"));
  CHECK(missing(page, {"../tables/made_up/squares.csv", "../tables/made_up/experiment.toml",
                       "<td class=number data-v=\"16\">16</td>"}) == "");
  CHECK(page.find("claims.toml") == std::string::npos);
  CHECK(page.find("reproduces") == std::string::npos);
}

TEST_CASE("report: a profile's claims are judged by what they expect of it") {
  const StudyFolder folder(study_head +
                           "[[grid]]\nname = 'g'\nsweep = ['K = 1..4']\ncolumns = ['y = K']\n"
                           "[[table]]\nname = 'line'\nfrom = 'g'\n");
  folder.write("claims.toml",
               "[[claim]]\nid='a'\nwhere='b'\nstatement='c'\nexpected='undecided'\n"
               "expected_at_full='finding'\ntable='line'\nestimate='max(y)'\nexact='e'\n"
               "test={less=5}\n");
  const Store store(folder.root() / "store");
  const auto verdict_at = [&](Profile profile) {
    const Plan plan = folder.plan(profile);
    for (const Cell& cell : plan.cells) save_cell(store, cell, grid_table(*cell.grid).to_csv());
    return judge_study(plan, store).verdicts.at(0);
  };
  CHECK_FALSE(verdict_at(Profile::standard).as_expected);
  CHECK(verdict_at(Profile::full).as_expected);
  CHECK(verdict_at(Profile::full).kind == VerdictKind::finding);
}

TEST_CASE(
    "report: what an earlier report wrote and this one has not is removed, a user's files stay") {
  const std::string grids =
      "[[grid]]\nname = 'g'\nsweep = ['K = 1..4']\ncolumns = ['y = K * K']\n"
      "[[grid]]\nname = 'h'\nsweep = ['K = 1..4']\ncolumns = ['y = K']\n";
  const std::string lines = "[[table]]\nname = 'lines'\nfrom = 'h'\n";
  const StudyFolder folder(study_head + grids + "[[table]]\nname = 'squares'\nfrom = 'g'\n" +
                           lines);
  folder.write("claims.toml",
               "[[claim]]\nid='a'\nwhere='b'\nstatement='c'\nexpected='reproduces'\n"
               "table='lines'\nestimate='max(y)'\nexact='e'\ntest={less=99}\n");
  const Store store(folder.root() / "store");
  const Plan plan = folder.plan(Profile::standard);
  for (const Cell& cell : plan.cells) save_cell(store, cell, grid_table(*cell.grid).to_csv());
  const auto results = folder.root() / "results";
  const auto tables = results / "tables" / "made_up";
  write_file(tables / "notes.csv", "mine\n");
  const auto names = [&] {
    std::string all;
    for (const char* name :
         {"claims.csv", "claims.toml", "lines.csv", "notes.csv", "squares.csv"}) {
      if (std::filesystem::exists(tables / name)) all += std::string(name) + " ";
    }
    return all;
  };
  write_study(plan, store, results, false);
  CHECK(names() == "claims.csv claims.toml lines.csv notes.csv squares.csv ");

  std::filesystem::remove(store.cell_file(Store::key_of(plan.cells[0].canonical)));
  CHECK(write_study(plan, store, results, false).tables.blocked.contains("squares"));
  CHECK(names() == "claims.csv claims.toml lines.csv notes.csv ");

  // The study no longer has claims, nor this table; a file of that name is the user's from then on.
  std::filesystem::remove(folder.study() / "claims.toml");
  folder.write("experiment.toml", study_head + grids + "[[table]]\nname = 'others'\nfrom = 'h'\n");
  write_study(folder.plan(Profile::standard), store, results, false);
  CHECK(names() == "notes.csv ");
  write_file(tables / "lines.csv", "mine\n");
  write_file(tables / "claims.csv", "mine\n");
  write_study(folder.plan(Profile::standard), store, results, false);
  CHECK(names() == "claims.csv lines.csv notes.csv ");

  // A record that someone has edited leads to no other folder.
  write_file(results / "keep.csv", "mine\n");
  for (const char* record :
       {"{\"files\":[\"../../keep.csv\",7,\"..\",\"notes.csv/\"]}", "{\"files\":1}", "[]", "{"}) {
    write_file(tables / "provenance.json", record);
    write_study(folder.plan(Profile::standard), store, results, false);
  }
  CHECK(names() == "claims.csv lines.csv notes.csv ");
  CHECK(std::filesystem::exists(results / "keep.csv"));
}

TEST_CASE("report: a figure that this report did not draw is removed") {
  const StudyFolder folder(study_head +
                           "[[grid]]\nname = 'g'\nsweep = ['K = 1..4']\ncolumns = ['y = K']\n"
                           "[[table]]\nname = 'lines'\nfrom = 'g'\n");
  folder.write("f.gp", "# tables: lines\nplot table('lines') using 'K':'y'\n");
  const Store store(folder.root() / "store");
  const Plan plan = folder.plan(Profile::standard);
  for (const Cell& cell : plan.cells) store.save(cell.canonical, grid_table(*cell.grid).to_csv());
  const auto results = folder.root() / "results";
  const auto figures = results / "figures" / "made_up";
  const auto is_drawn = [&](const std::string& name) {
    return std::filesystem::exists(figures / (name + ".svg")) &&
           std::filesystem::exists(figures / (name + ".png"));
  };
  write_study(plan, store, results);
  write_file(figures / "mine.svg", "mine\n");
  REQUIRE(is_drawn("f"));

  std::filesystem::rename(folder.study() / "f.gp", folder.study() / "g.gp");
  write_study(plan, store, results);
  CHECK_FALSE(std::filesystem::exists(figures / "f.svg"));
  CHECK_FALSE(std::filesystem::exists(figures / "f.png"));
  CHECK_FALSE(std::filesystem::exists(figures / ".f.seal"));
  REQUIRE(is_drawn("g"));

  std::filesystem::remove(store.cell_file(Store::key_of(plan.cells[0].canonical)));
  CHECK(write_study(plan, store, results).figures.at(0).skipped == "table \"lines\" is not there");
  CHECK_FALSE(std::filesystem::exists(figures / "g.svg"));
  CHECK(std::filesystem::exists(figures / "mine.svg"));
}

TEST_CASE("report: claims on tables that lack cells are not computed, and no error") {
  const StudyFolder folder(study_head +
                           "[[grid]]\nname = 'g'\nsweep = ['K = 1..4']\ncolumns = ['y = K * K']\n"
                           "[[grid]]\nname = 'h'\nsweep = ['K = 1..4']\ncolumns = ['y = K']\n"
                           "[[table]]\nname = 'squares'\nfrom = 'g'\n"
                           "[[table]]\nname = 'lines'\nfrom = 'h'\n");
  const auto claim = [](const std::string& id, const std::string& table, const std::string& y) {
    return "[[claim]]\nid='" + id + "'\nwhere='b'\nstatement='c'\nexpected='reproduces'\ntable='" +
           table + "'\nestimate='max(" + y + ")'\nexact='e'\ntest={less=99}\n";
  };
  const std::string partly = claim("partly", "squares", "y");
  folder.write("claims.toml",
               claim("there", "squares", "y") + claim("missing", "lines", "y") +
                   claim("wrong", "squares", "value(y)") + partly.substr(0, partly.rfind("test=")) +
                   "[[claim.test]]\nless=99\n" + "[[claim.test]]\ntable='lines'\nless=99\n");
  const Plan plan = folder.plan(Profile::standard);
  const Store store(folder.root() / "store");
  const auto results = folder.root() / "results";
  const auto kinds = [&] {
    std::vector<std::string> names;
    for (const Verdict& verdict : judge_study(plan, store).verdicts) {
      names.emplace_back(name_of(verdict.kind));
    }
    return names;
  };
  const std::string no = "not computed";
  CHECK(kinds() == std::vector<std::string>{no, no, no, no});
  for (const Cell& cell : plan.cells) {
    if (cell.task == "g") save_cell(store, cell, grid_table(*cell.grid).to_csv());
  }
  CHECK(kinds() == std::vector<std::string>{"reproduces", no, "error", no});
  const StudyReport report = judge_study(plan, store);
  CHECK(report.verdicts[1].message ==
        "table \"lines\": 1 of 1 cells are missing; run the study first");
  const std::string index = body_of(index_page({report}));
  CHECK(missing(index, {"2 not computed yet", "<b>1 of 2 judged claims</b>",
                        "replaybench run made_up --profile standard"}) == "");
  for (const Cell& cell : plan.cells) save_cell(store, cell, grid_table(*cell.grid).to_csv());
  CHECK(kinds() == std::vector<std::string>{"reproduces", "reproduces", "error", "reproduces"});
}

TEST_CASE("report: claims about tables that the study has not are refused at every profile") {
  const StudyFolder folder(study_head +
                           "[[grid]]\nname = 'g'\nsweep = ['K = 1..4']\ncolumns = ['y = K * K']\n"
                           "[[table]]\nname = 'squares'\nfrom = 'g'\n");
  const std::string head = "where='b'\nstatement='c'\n";
  folder.write("claims.toml",
               "[[claim]]\nid='a'\n" + head +
                   "expected='reproduces'\ntable='square'\nestimate='max(y)'\nexact='e'\n"
                   "[[claim.test]]\nless=99\n[[claim.test]]\nless=98\n"
                   "[[claim.test]]\ntable='cubes'\nless=99\n"
                   "[[claim]]\nid='b'\n" +
                   head + "expected='untestable'\nreason='r'\n[[claim]]\nid='c'\n" + head +
                   "expected='untestable'\nreason='r'\ntable='lines'\n");
  const Store store(folder.root() / "store");
  for (const Profile profile : {Profile::smoke, Profile::standard}) {
    const std::string message =
        message_of<SpecErrors>([&] { judge_study(folder.plan(profile), store); });
    CHECK(missing(message,
                  {"claims.toml:1:1: claim \"a\": the study has no table \"square\" (did you "
                   "mean \"squares\"?)",
                   "no table \"cubes\"; known: squares", "claim \"c\": the study has no table"}) ==
          "");
    CHECK(std::count(message.begin(), message.end(), '\n') == 2);
  }
}

TEST_CASE("report: claims about columns that their table has not are refused with the plan") {
  const StudyFolder folder(
      study_head +
      "[grid.squares]\nsweep = ['K = 1..4']\ncolumns = ['y = K * K']\n[table]\nsquares = {}\n");
  folder.write(
      "claims.toml",
      "[defaults.claim]\nwhere = 'b'\nstatement = 'c'\nexpected = 'reproduces'\ntable = 'squares'\n"
      "exact = 'e'\nprinted = 16\n[claim.a]\nselect = 'k > 1'\nestimate = 'max(y)'\nequals = "
      "'printed'\nmargin = 0\nbecause = 'd'\n[claim.b]\nestimate = 'max(z)'\nless = 1\n");
  const std::string message = message_of<SpecErrors>([&] { check_claims(folder.plan()); });
  CHECK(missing(message,
                {"claims.toml:8:1: claim \"a\": table \"squares\" has no column \"k\"",
                 "claims.toml:14:1: claim \"b\": table \"squares\" has no column \"z\""}) == "");
  CHECK(std::count(message.begin(), message.end(), '\n') == 1);
}

TEST_CASE("report: another file of a folder has neither the folder's claims nor its pages") {
  const StudyFolder folder(study_head +
                           "[[grid]]\nname = 'g'\nsweep = ['K = 1..4']\ncolumns = ['y = K * K']\n"
                           "[[table]]\nname = 'squares'\nfrom = 'g'\n");
  const std::string variant = study_head +
                              "[[grid]]\nname = 'g'\nsweep = ['K = 1..4']\ncolumns = ['y = K']\n"
                              "[[table]]\nname = 'varied'\nfrom = 'g'\n";
  folder.write("variant.toml", variant);
  folder.write("README.md", "# Made up\n");
  folder.write("curve.gp", "no gnuplot at all\n");
  folder.write("claims.toml",
               "[[claim]]\nid='a'\nwhere='b'\nstatement='c'\nexpected='reproduces'\n"
               "table='squares'\nestimate='max(y)'\nexact='e'\ntest={less=99}\n");
  const auto file = folder.study() / "variant.toml";
  const Plan plan =
      make_plan(std::make_shared<const ExperimentSpec>(read_experiment(file, Profile::standard)),
                Profile::standard);
  CHECK(plan.spec->file == file);
  const Store store(folder.root() / "store");
  for (const Cell& cell : plan.cells) save_cell(store, cell, grid_table(*cell.grid).to_csv());
  const auto results = folder.root() / "results";
  const StudyReport report = write_study(plan, store, results, true);
  CHECK(report.verdicts.empty());
  CHECK(report.figures.empty());
  CHECK(report.sources == std::vector<std::string>{"experiment.toml"});
  CHECK(read_file(results / "tables" / "variant" / "experiment.toml") == variant);
}

TEST_CASE("report: at smoke claims are read and not judged, and the page says why") {
  const StudyFolder folder(study_head +
                           "[[grid]]\nname = 'g'\nsweep = ['K = 1..4']\ncolumns = ['y = K * K']\n"
                           "[[table]]\nname = 'squares'\nfrom = 'g'\n");
  folder.write("claims.toml",
               "[[claim]]\nid='a'\nwhere='b'\nstatement='c'\nexpected='reproduces'\n"
               "table='squares'\nestimate='max(abs(y - K*K))'\nexact='e'\ntest={less=1e-9}\n");
  const auto results = folder.root() / "results";
  const auto report = [&](Profile profile) {
    const Plan plan = folder.plan(profile);
    const Store store(folder.root() / "store");
    save_cell(store, plan.cells[0], grid_table(*plan.cells[0].grid).to_csv());
    return write_study(plan, store, results, false);
  };
  const std::string why = "verdicts mean nothing at this size";
  const StudyReport judged = report(Profile::standard);
  REQUIRE(judged.verdicts.size() == 1);
  CHECK(judged.verdicts[0].kind == VerdictKind::reproduces);
  CHECK(index_page({judged}).find("No verdicts.") == std::string::npos);
  const StudyReport smoke = report(Profile::smoke);
  REQUIRE(smoke.verdicts.size() == 1);
  CHECK(smoke.verdicts[0].kind == VerdictKind::unjudged);
  CHECK(smoke.verdicts[0].message.find(why) != std::string::npos);
  CHECK_FALSE(smoke.verdicts[0].value);
  CHECK(index_page({smoke}).find("No verdicts.") != std::string::npos);
  // The verdicts on the tables that were there before are gone.
  CHECK(read_file(results / "tables" / "made_up" / "claims.csv").find("not judged") !=
        std::string::npos);
  folder.write("claims.toml", "[[claim]]\nid='a'\n");
  CHECK_THROWS_AS(report(Profile::smoke), SpecErrors);  // mistakes are found at any size
}

TEST_CASE("report: a figure that cannot be drawn is marked, on the page and in the provenance") {
  const StudyFolder folder(study_head +
                           "[[grid]]\nname = 'g'\nsweep = ['K = 1..4']\ncolumns = ['y = K * K']\n"
                           "[[table]]\nname = 'squares'\nfrom = 'g'\n");
  folder.write("bad.gp", "# title: the bad one\n# tables: squares\nplot no_such_function(x)\n");
  folder.write("good.gp",
               "# title: the good one\n# tables: squares\nplot table('squares') using 1:2\n");
  const Plan plan = folder.plan();
  const Store store(folder.root() / "store");
  save_cell(store, plan.cells[0], grid_table(*plan.cells[0].grid).to_csv());
  const StudyReport report = write_study(plan, store, folder.root() / "results");
  const std::string page = study_page(report, nullptr, nullptr, "i");
  CHECK(missing(page, {"the bad one: not drawn. gnuplot failed", "no_such_function", "the good one",
                       "figures/made_up/good.svg"}) == "");
  CHECK(missing(read_file(folder.root() / "results" / "tables" / "made_up" / "provenance.json"),
                {"not_drawn", "no_such_function"}) == "");
}
