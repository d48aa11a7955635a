#include <algorithm>
#include <fstream>

#include "suite/report/study_report.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/studies.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"

using namespace replaybench;

namespace {

// RFC 4648, written apart from the code under test.
std::string decoded(const std::string& text) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  REQUIRE(text.size() % 4 == 0);
  std::string bits;
  for (const char c : text) {
    if (c == '=') break;
    const auto value = digits.find(c);
    REQUIRE(value != std::string::npos);
    for (int bit = 5; bit >= 0; --bit) bits += static_cast<char>('0' + (value >> bit & 1));
  }
  std::string bytes;
  for (std::size_t i = 0; i + 8 <= bits.size(); i += 8) {
    bytes += static_cast<char>(std::stoi(bits.substr(i, 8), nullptr, 2));
  }
  return bytes;
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
  Verdict verdict;
  verdict.claim.id = verdict.claim.where = verdict.claim.statement = text;
  verdict.claim.printed_text = verdict.claim.corrected = verdict.claim.argument = text;
  verdict.claim.reason = verdict.claim.note = text;
  verdict.message = text;
  made.verdicts = {verdict};
  return made;
}

}  // namespace

TEST_CASE("page: nothing that a study says can become markup") {
  const std::string hostile = "<script>\"&'</td>";
  const std::string page = html_page({report(hostile)});
  CHECK(page.find(hostile) == std::string::npos);
  CHECK(page.find("<script") == std::string::npos);
  CHECK(page.find("\"&'") == std::string::npos);
  CHECK(page.find("&lt;script&gt;&quot;&amp;'&lt;/td&gt;") != std::string::npos);
  // Every text is on the page: two names, title (twice), question, warning, three tables, figure
  // and its reason, and nine of the claim.
  std::size_t times = 0;
  for (auto at = page.find("&lt;script"); at != std::string::npos;
       at = page.find("&lt;script", at + 1))
    ++times;
  CHECK(times == 2 + 2 + 1 + 1 + 3 + 2 + 9);
}

TEST_CASE("page: figures are embedded byte by byte") {
  const StudyFolder folder;
  for (const std::size_t size : {1, 2, 3, 4, 255, 256, 1000}) {
    INFO(size);
    std::string bytes;
    for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>(i * 7 + size);
    folder.write("figure.svg", bytes);
    StudyReport study;
    study.name = "s";
    study.figures.push_back({"figure", folder.study() / "figure.svg", {}, "title", {}});
    const std::string page = html_page({study});
    const std::string start = "data:image/svg+xml;base64,";
    const auto from = page.find(start) + start.size();
    CHECK(decoded(page.substr(from, page.find('"', from) - from)) == bytes);
  }
}

TEST_CASE("page: an empty list of studies, and counts of claims") {
  CHECK(html_page({}).find("0 of 0 claims") != std::string::npos);
  StudyReport study = report("x");
  study.verdicts.push_back(study.verdicts[0]);
  study.verdicts[1].as_expected = true;
  const std::string page = html_page({study});
  CHECK(page.find("1 of 2 claims") != std::string::npos);
  CHECK(page.find("incomplete") != std::string::npos);
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
                {"made_up", "standard", "nowhere"}) == "");

  const auto claim = [](const std::string& id, const std::string& rest) {
    return "[[claim]]\nid='" + id + "'\nwhere='b'\nstatement='c'\nexpected='reproduces'\n" + rest;
  };
  folder.write("claims.toml", claim("a", "table='squares'\nholds='all(y == K*K)'\n") +
                                  claim("b", "table='none'\nholds='all(y > 0)'\n"));
  const StudyReport with = write_study(plan, store, results, false);
  REQUIRE(with.verdicts.size() == 2);
  CHECK(with.verdicts[0].kind == VerdictKind::reproduces);
  CHECK(with.verdicts[1].kind == VerdictKind::skipped);
  CHECK(std::filesystem::exists(results / "tables" / "made_up" / "claims.csv"));
}

TEST_CASE("report: at smoke claims are read and not judged, and the page says why") {
  const StudyFolder folder(study_head +
                           "[[grid]]\nname = 'g'\nsweep = ['K = 1..4']\ncolumns = ['y = K * K']\n"
                           "[[table]]\nname = 'squares'\nfrom = 'g'\n");
  folder.write("claims.toml",
               "[[claim]]\nid='a'\nwhere='b'\nstatement='c'\nexpected='reproduces'\n"
               "table='squares'\nholds='all(y == K*K)'\n");
  const auto results = folder.root() / "results";
  const auto report = [&](Profile profile) {
    const Plan plan = folder.plan(profile);
    const Store store(folder.root() / "store");
    store.save(plan.cells[0].canonical, grid_table(*plan.cells[0].grid).to_csv());
    return write_study(plan, store, results, false);
  };
  const auto claims = results / "tables" / "made_up" / "claims.csv";
  const std::string why = "verdicts mean nothing at this size";
  const StudyReport judged = report(Profile::standard);
  CHECK(judged.verdicts.size() == 1);
  CHECK(judged.unjudged == 0);
  CHECK(std::filesystem::exists(claims));
  CHECK(html_page({judged}).find(why) == std::string::npos);
  CHECK(html_page({judged}).find("1 of 1 claims") != std::string::npos);
  const StudyReport smoke = report(Profile::smoke);
  CHECK(smoke.verdicts.empty());
  CHECK(smoke.unjudged == 1);
  CHECK_FALSE(std::filesystem::exists(claims));  // the verdicts on the tables that were there
  CHECK(missing(html_page({smoke}), {"1 claims are not judged", why}) == "");
  CHECK(html_page({smoke}).find("0 of 0 claims") == std::string::npos);
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
  const std::string page = html_page({report});
  CHECK(missing(page, {"bad: not drawn, gnuplot failed", "no_such_function", "the good one",
                       "data:image/svg+xml"}) == "");
  CHECK(missing(read_file(folder.root() / "results" / "tables" / "made_up" / "provenance.json"),
                {"not_drawn", "no_such_function"}) == "");
}
