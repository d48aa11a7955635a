#include "suite/report/pages.hpp"

#include <algorithm>
#include <fstream>
#include <regex>

#include "suite/claim/verdict.hpp"
#include "suite/page/home.hpp"
#include "suite/report/claim_values.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/testing/studies.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"

using namespace replaybench;

namespace {

Verdict verdict_of(const std::string& id, const std::string& where, VerdictKind kind) {
  Verdict verdict;
  verdict.claim.id = id;
  verdict.claim.where = where;
  verdict.claim.statement = "statement of " + id;
  verdict.kind = kind;
  verdict.as_expected = kind != VerdictKind::does_not_reproduce && kind != VerdictKind::error;
  return verdict;
}

Verdict located(Verdict verdict, const std::string& chapter, std::size_t page) {
  verdict.claim.location = Location{chapter, "title " + chapter, page, page};
  return verdict;
}

StudyReport report(const std::string& text) {
  StudyReport made;
  made.name = text;
  made.title = text;
  made.question = text;
  made.warnings = {text};
  made.tables.skipped["skipped"] = text;
  made.tables.partial["partial"] = text;
  made.tables.blocked["blocked"] = text;
  made.figures.push_back({text, {}, {}, text, text});
  Verdict verdict = verdict_of(text, text, VerdictKind::does_not_reproduce);
  verdict.claim.statement = text;
  verdict.claim.printed_text = verdict.claim.corrected = verdict.claim.argument = text;
  verdict.claim.reason = verdict.claim.note = text;
  verdict.message = verdict.explanation = text;
  made.verdicts = {verdict};
  return made;
}

std::size_t times(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

// The parts of `wanted` in the order in which they come in the page; "missing" if one does not.
bool in_order(const std::string& page, const std::vector<std::string>& wanted) {
  std::size_t at = 0;
  for (const std::string& part : wanted) {
    at = page.find(part, at);
    if (at == std::string::npos) return false;
  }
  return true;
}

// The page without its script and style.
std::string body_of(const std::string& page) {
  const auto from = page.find("</head>");
  return page.substr(from, page.find("<script>") - from);
}

}  // namespace

TEST_CASE("pages: nothing that a study says can become markup") {
  const std::string hostile = "<script>\"&'</td><!-- links -->";
  const StudyReport study = report(hostile);
  for (const std::string& page : {index_page({study}), study_page(study, &study, &study, "i")}) {
    const std::string body = body_of(page);
    CHECK(body.find(hostile) == std::string::npos);
    CHECK(body.find("<script") == std::string::npos);
    CHECK(body.find("\"&'") == std::string::npos);
    CHECK(body.find("&lt;script&gt;&quot;&amp;'&lt;/td&gt;&lt;!-- links --&gt;") !=
          std::string::npos);
  }
  // All of the claim is on the study's page: statement, place, id (and its link's label), printed
  // number, correction, argument, reason, note, explanation.
  StudyReport claim_only = study;
  claim_only.name = claim_only.title = claim_only.question = "";
  claim_only.warnings.clear();
  claim_only.tables = {};
  claim_only.figures.clear();
  CHECK(times(body_of(study_page(claim_only, nullptr, nullptr, "i")), "&lt;script") == 10);
}

TEST_CASE("pages: a verdict has a sign, words and a key of its own") {
  std::vector<std::string> keys;
  for (const ShownVerdict& verdict : shown_verdicts()) {
    CHECK_FALSE(verdict.sign.empty());
    CHECK(std::find(keys.begin(), keys.end(), verdict.words) == keys.end());
    keys.emplace_back(verdict.words);
  }
  const auto key = [](VerdictKind kind, const char* where) {
    return std::string(shown(verdict_of("a", where, kind)).key);
  };
  CHECK(key(VerdictKind::reproduces, "figure 3.1") == "reproduces");
  CHECK(key(VerdictKind::finding, "our design") == "finding");
  CHECK(key(VerdictKind::does_not_reproduce, "design") == "not-reproduced");
  CHECK(key(VerdictKind::erratum, "theorem 8") == "erratum");
  CHECK(key(VerdictKind::not_confirmed, "theorem 8") == "unconfirmed");
  CHECK(key(VerdictKind::unjudged, "figure 3.1") == "unjudged");
  CHECK(key(VerdictKind::untestable, "figure 3.1") == "untestable");
  CHECK(key(VerdictKind::skipped, "figure 3.1") == "skipped");
  CHECK(key(VerdictKind::not_computed, "figure 3.1") == "not-computed");
}

TEST_CASE(
    "pages: the index counts verdicts by chapter, lists errata and failures, in the thesis's "
    "order") {
  StudyReport late;
  late.name = "a_late";
  late.title = "late study";
  late.verdicts = {
      located(verdict_of("late-1", "section 5.2", VerdictKind::erratum), "5", 119),
      located(verdict_of("late-2", "section 5.2", VerdictKind::reproduces), "5", 119),
      located(verdict_of("early-of-late", "figure 3.1", VerdictKind::does_not_reproduce), "3", 69)};
  late.verdicts[0].claim.corrected = "the right form";
  late.verdicts[2].explanation = "4 here, 3 in the thesis. The claim's condition does not hold.";
  StudyReport early;
  early.name = "z_early";
  early.title = "early study";
  early.verdicts = {located(verdict_of("early", "section 3.1", VerdictKind::reproduces), "3", 69),
                    verdict_of("own", "our design", VerdictKind::finding)};
  early.tables.blocked["missing"] = "not run";
  const std::string page = index_page({early, late});
  const std::string body = body_of(page);
  CHECK(body.find("2 studies, 5 claims") != std::string::npos);
  CHECK(body.find("<b>1 of 5 judged claims</b>") != std::string::npos);
  CHECK(in_order(
      body, {"Verdicts by chapter", ">Chapter 3<", ">Chapter 5<", "Our own experiments",
             "replaybench run z_early --profile standard", "id=failures",
             "4 here, 3 in the thesis.", "id=errata", "the right form", "id=studies", "early study",
             "late study", "id=claims", "id=\"z_5Fearly--early\"", "id=\"a_5Flate--early-of-late\"",
             "id=\"a_5Flate--late-1\"", "id=\"z_5Fearly--own\""}));
  // Choices of the filter, with what they find.
  for (const char* option :
       {"does not reproduce (1)", "erratum (1)", "finding (1)", "reproduces (2)", "Chapter 3 (2)",
        "Chapter 5 (2)", "Our own experiments (1)"}) {
    CHECK(body.find(option) != std::string::npos);
  }
  CHECK(body.find("untestable") == std::string::npos);
}

TEST_CASE("pages: the errata, each with its evidence, one error once") {
  StudyReport one;
  one.name = "one";
  one.verdicts = {located(verdict_of("late", "section 5.2", VerdictKind::erratum), "5", 119),
                  located(verdict_of("early", "figure 3.1", VerdictKind::erratum), "3", 69),
                  located(verdict_of("right", "figure 3.2", VerdictKind::reproduces), "3", 70)};
  for (Verdict& verdict : one.verdicts) verdict.claim.study = "one";
  one.verdicts[0].claim.corrected = "the right form";
  one.verdicts[0].claim.readings = {"as printed", "as proved"};
  StudyReport two = one;
  two.name = "two";
  two.verdicts = {located(verdict_of("again", "section 5.3", VerdictKind::erratum), "5", 120)};
  two.verdicts[0].claim.same_as = "one/late";
  const std::string body = body_of(errata_page({one, two}));
  CHECK(
      in_order(body, {"2 errors of", "1. figure 3.1", "2. section 5.2", "statement of late",
                      "the right form", "as printed", "as proved", "the same error", "two/again"}));
  CHECK(body.find("statement of right") == std::string::npos);
  CHECK(body.find("statement of again") == std::string::npos);
  CHECK(body_of(errata_page({})).find("none in these results") != std::string::npos);

  // Both pages count errors, and say how many claims show them.
  const std::string sentence = "3 claims have the verdict erratum, and show 2 different errors";
  CHECK(body.find(sentence) != std::string::npos);
  const std::string index = body_of(index_page({one, two}));
  CHECK(times(index, sentence) == 1);  // beside the list of errata, and nowhere else
  CHECK(index.find("Errata of the thesis (2)") != std::string::npos);
  CHECK(index.find("erratum (3)") != std::string::npos);  // the filter counts claims

  // An error stays on the page when the claim that the others name was not run.
  StudyReport three = two;
  three.name = "three";
  three.verdicts[0].claim.id = "third";
  CHECK(in_order(body_of(errata_page({two, three})),
                 {"1 error of", "1. section 5.3", "two/again", "the same error", "three/third"}));
}

TEST_CASE("pages: an index without studies, without claims, and at smoke") {
  CHECK(body_of(index_page({})).find("id=claims") == std::string::npos);
  StudyReport study = report("x");
  study.profile = Profile::smoke;
  study.verdicts[0].kind = VerdictKind::unjudged;
  const std::string smoke = body_of(index_page({study}));
  CHECK(smoke.find("No verdicts.") != std::string::npos);
  CHECK(smoke.find("not judged") != std::string::npos);
  CHECK(smoke.find("does not reproduce") == std::string::npos);
  CHECK(smoke.find("judged claims") == std::string::npos);
  CHECK(body_of(study_page(study, nullptr, nullptr, "i")).find("No verdicts.") !=
        std::string::npos);
  study.verdicts.clear();
  CHECK(body_of(index_page({study})).find("All claims") == std::string::npos);
}

TEST_CASE("pages: a claim stands beside its figure: by its number, else by its table") {
  StudyReport study;
  study.name = "s";
  const auto figure = [](const std::string& name, const std::vector<std::string>& tables) {
    Figure made;
    made.name = name;
    made.svg = "figures/s/" + name + ".svg";
    made.png = "figures/s/" + name + ".png";
    made.title = "caption " + name;
    made.tables = tables;
    return made;
  };
  study.figures = {figure("figure_5_1", {"one"}), figure("figure_5_10", {"ten"}),
                   figure("figure_b_1", {"b"})};
  const auto add = [&](const std::string& id, const std::string& where, const std::string& table) {
    study.verdicts.push_back(verdict_of(id, where, VerdictKind::reproduces));
    study.verdicts.back().claim.table = table;
  };
  add("by-number", "figure 5.10b, caption", "one");
  add("by-table", "section 5.2, p. 123", "b");
  add("nowhere", "figure 5.100", "none");
  add("appendix", "figure B.1", "");
  add("first", "figure 5.1a; figure 5.10", "ten");
  const std::string body = body_of(study_page(study, nullptr, nullptr, "index.html"));
  CHECK(in_order(body, {"caption figure_5_1 ", "id=\"claim-first\"", "caption figure_5_10 ",
                        "id=\"claim-by-number\"", "caption figure_b_1 ", "id=\"claim-by-table\"",
                        "id=\"claim-appendix\"", "Other claims", "id=\"claim-nowhere\""}));
  CHECK(body.find("src=\"../figures/s/figure_5_1.svg\"") != std::string::npos);
  CHECK(body.find("base64") == std::string::npos);
}

TEST_CASE("pages: names of places in a page are safe and different") {
  CHECK(anchor("theorem-8.b") == "theorem-8.b");
  CHECK(anchor("a b") == "a_20b");
  CHECK(anchor("a_20b") == "a_5F20b");
  CHECK(anchor("\"é") == "_22_C3_A9");
}

TEST_CASE("pages: written for all, for some and for one study; the home page follows") {
  const StudyFolder folder;
  const auto results = folder.root() / "results";
  StudyReport one = report("one");
  StudyReport two = report("two");
  const auto has = [&](const char* file, const std::string& text) {
    return read_file(results / file).find(text) != std::string::npos;
  };
  // One study, without claims: its page is the one to open, and the short home page leads to it.
  one.verdicts.clear();
  CHECK(write_pages({one}, results, false) == results / "studies" / "one.html");
  CHECK(has("index.html", "studies/one.html"));
  CHECK(has("index.html", "replaybench report all"));
  CHECK_FALSE(has("index.html", "leaderboard/index.html"));
  CHECK_FALSE(has("studies/one.html", "id=claims"));
  CHECK_FALSE(has("studies/one.html", "not judged"));
  CHECK(has("studies/one.html", "../index.html"));
  // A leaderboard that comes later is found.
  write_file(results / "leaderboard" / "index.html", "a board");
  refresh_home(results);
  CHECK(has("index.html", "leaderboard/index.html"));
  // Some studies have a page of their own; the index stays.
  CHECK(write_pages({one, two}, results, false) == results / "selection.html");
  CHECK(has("index.html", "replaybench report all"));
  CHECK(has("index.html", "studies/two.html"));
  CHECK(has("selection.html", "leaderboard/index.html"));
  CHECK(has("studies/two.html", "../selection.html"));
  CHECK(has("studies/two.html", "one.html"));
  // All studies take the home page's place, with the leaderboard's link.
  CHECK(write_pages({two, one}, results, true) == results / "index.html");
  CHECK(std::filesystem::exists(results / "errata.html"));
  CHECK_FALSE(has("index.html", "replaybench report all"));
  CHECK(has("index.html", "leaderboard/index.html"));
  CHECK(has("studies/two.html", "../index.html"));
  // Claims that a profile does not judge are on the pages, in their chapter, without a verdict.
  StudyReport smoke = report("smoke");
  smoke.profile = Profile::smoke;
  smoke.verdicts = {located(verdict_of("a", "figure 3.1", VerdictKind::unjudged), "3", 69)};
  write_pages({smoke}, results, true);
  CHECK(has("index.html", ">Chapter 3<"));
  CHECK(has("index.html", "statement of a"));
  CHECK(has("studies/smoke.html", "not judged"));
  CHECK(has("studies/smoke.html", "No verdicts."));
  // A page of somebody else stays as it is.
  write_file(results / "index.html", "mine");
  refresh_home(results);
  CHECK(read_file(results / "index.html") == "mine");
}

TEST_CASE("report: writes tables, verdicts and provenance, also without its data or claims") {
  const std::string experiment =
      study_head +
      "[[grid]]\nname = 'g'\nsweep = ['K = 1..4']\ncolumns = ['y = K * K']\n"
      "[[simulation]]\nname = 'play'\ndatasets = ['csv_log{path=\"/nowhere.csv\"}']\n"
      "algorithms = ['ucb']\nevaluators = ['replay']\n"
      "[[table]]\nname = 'squares'\nfrom = 'g'\n[[table]]\nname = 'none'\nfrom = 'play'\n";
  const StudyFolder folder(experiment);
  const Plan plan = folder.plan(Profile::standard);
  const Store store(folder.root() / "store");
  for (const Cell& cell : plan.cells) {
    if (cell.grid) store.save(cell.canonical, grid_table(*cell.grid).to_csv());
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
          claim("b", "table='none'\nestimate='min(y)'\nexact='e'\ntest={greater=0}\n"));
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
  for (const Cell& cell : plan.cells) store.save(cell.canonical, grid_table(*cell.grid).to_csv());
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
  folder.write("claims.toml", claim("there", "squares", "y") + claim("missing", "lines", "y") +
                                  claim("wrong", "squares", "no_such_column") +
                                  partly.substr(0, partly.rfind("test=")) +
                                  "[[claim.test]]\nless=99\n" +
                                  "[[claim.test]]\ntable='lines'\nless=99\n");
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
    if (cell.task == "g") store.save(cell.canonical, grid_table(*cell.grid).to_csv());
  }
  CHECK(kinds() == std::vector<std::string>{"reproduces", no, "error", no});
  const StudyReport report = judge_study(plan, store);
  CHECK(report.verdicts[1].message ==
        "table \"lines\": 1 of 1 cells are missing; run the study first");
  const std::string index = body_of(index_page({report}));
  CHECK(missing(index, {"not computed yet (2)", "<b>1 of 2 judged claims</b>",
                        "replaybench run made_up --profile standard"}) == "");
  for (const Cell& cell : plan.cells) store.save(cell.canonical, grid_table(*cell.grid).to_csv());
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
    const std::string told =
        message_of<SpecErrors>([&] { judge_study(folder.plan(profile), store); });
    CHECK(missing(told, {"claims.toml:1:1: claim \"a\": the study has no table \"square\" (did you "
                         "mean \"squares\"?)",
                         "no table \"cubes\"; known: squares",
                         "claim \"c\": the study has no table"}) == "");
    CHECK(std::count(told.begin(), told.end(), '\n') == 2);
  }
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
  for (const Cell& cell : plan.cells) store.save(cell.canonical, grid_table(*cell.grid).to_csv());
  const auto results = folder.root() / "results";
  const StudyReport report = write_study(plan, store, results, true);
  CHECK(report.verdicts.empty());
  CHECK(report.figures.empty());
  CHECK(report.sources == std::vector<std::string>{"experiment.toml"});
  CHECK(read_file(results / "tables" / "variant" / "experiment.toml") == variant);
}

TEST_CASE("pages: a long table is cut, and says so") {
  StudyReport study;
  study.name = "s";
  Table table;
  table.add_column("row", NumberColumn(1000, 0.5));
  study.tables.tables.emplace_back("long", table);
  const std::string body = body_of(study_page(study, nullptr, nullptr, "i"));
  CHECK(body.find("the first 40 of 1000 rows") != std::string::npos);
  CHECK(times(body, "<td class=number") == 40);
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
    store.save(plan.cells[0].canonical, grid_table(*plan.cells[0].grid).to_csv());
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
  store.save(plan.cells[0].canonical, grid_table(*plan.cells[0].grid).to_csv());
  const StudyReport report = write_study(plan, store, folder.root() / "results");
  const std::string page = study_page(report, nullptr, nullptr, "i");
  CHECK(missing(page, {"the bad one: not drawn. gnuplot failed", "no_such_function", "the good one",
                       "figures/made_up/good.svg"}) == "");
  CHECK(missing(read_file(folder.root() / "results" / "tables" / "made_up" / "provenance.json"),
                {"not_drawn", "no_such_function"}) == "");
}
