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

}  // namespace

TEST_CASE("pages: nothing that a study says can become markup") {
  const std::string hostile = "<script>\"&'</td><!-- links -->";
  const StudyReport study = report(hostile);
  for (const std::string& page :
       {index_page({study}), claims_page({study}), study_page(study, &study, &study, "i")}) {
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
  CHECK(in_order(body, {"Verdicts by chapter", ">Chapter 3<", ">Chapter 5<", "Our own experiments",
                        "replaybench run z_early --profile standard", "id=failures",
                        "4 here, 3 in the thesis.", "id=errata", "href=\"errata.html\"",
                        "id=studies", "early study", "late study"}));
  // Of some studies there is no page of errata.
  CHECK(body.find("the right form") == std::string::npos);
  CHECK(in_order(body_of(index_page({early, late}, false)), {"id=errata", "the right form"}));
  CHECK(body.find("claims.html#claims?chapter=5&amp;verdict=erratum\"") != std::string::npos);
  CHECK(body.find("<tr role=row") == std::string::npos);
  const std::string claims = body_of(claims_page({early, late}));
  CHECK(in_order(
      claims, {"5 claims in 2 studies", "id=\"z_5Fearly--early\"", "id=\"a_5Flate--early-of-late\"",
               "id=\"a_5Flate--late-1\"", "id=\"z_5Fearly--own\""}));
  // Choices of the filter, with what they find.
  for (const char* option :
       {"does not reproduce (1)", "erratum (1)", "finding (1)", "reproduces (2)", "Chapter 3 (2)",
        "Chapter 5 (2)", "Our own experiments (1)"}) {
    CHECK(claims.find(option) != std::string::npos);
  }
  for (const std::string& page_body : {body, claims}) {
    CHECK(page_body.find("untestable") == std::string::npos);
  }
}

TEST_CASE(
    "pages: the index has a line per study, in chapters that are folded where there are many") {
  std::vector<StudyReport> many;
  for (int i = 0; i < 13; ++i) {
    many.push_back({});
    many.back().name = "s" + std::to_string(i);
    many.back().verdicts = {
        located(verdict_of("c", "figure 3.1", VerdictKind::reproduces), "3", 69)};
  }
  const std::string folded = body_of(index_page(many));
  CHECK(times(folded, "<li><a href=\"studies/") == 13);
  CHECK(folded.find("<details class=chapter id=\"chapter-3\"><summary>") != std::string::npos);
  CHECK(folded.find("13 studies</span>") != std::string::npos);
  many.pop_back();
  CHECK(body_of(index_page(many)).find("id=\"chapter-3\" open>") != std::string::npos);
}

TEST_CASE("pages: published results are called so") {
  StudyReport study;
  study.name = "s";
  CHECK(body_of(index_page({study})).find("published results") == std::string::npos);
  study.published = "4 cells, 0.07 core-minutes, a machine";
  CHECK(body_of(index_page({study})).find("These are the published results") != std::string::npos);
  CHECK(body_of(study_page(study, nullptr, nullptr, "i"))
            .find("Published results: 4 cells, 0.07 core-minutes, a machine.") !=
        std::string::npos);
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
      in_order(body, {"2 errors of", "href=\"#erratum-1\"", "href=\"#erratum-2\"",
                      "1. statement of early", "figure 3.1", "2. statement of late", "section 5.2",
                      "the right form", "as printed", "as proved", "the same error", "two/again"}));
  CHECK(body.find("statement of right") == std::string::npos);
  CHECK(body.find("statement of again") == std::string::npos);
  CHECK(body_of(errata_page({})).find("none in these results") != std::string::npos);
  // A long statement is cut in the heading, and whole below it.
  StudyReport wordy = one;
  wordy.verdicts.resize(1);
  wordy.verdicts[0].claim.statement = std::string(50, 'a') + " " + std::string(50, 'b');
  const std::string cut = body_of(errata_page({wordy}));
  CHECK(times(cut, std::string(50, 'a') + " ...") == 2);
  CHECK(times(cut, wordy.verdicts[0].claim.statement) == 1);
  // What was not judged has no number of errors.
  for (Verdict& verdict : wordy.verdicts) verdict.kind = VerdictKind::unjudged;
  wordy.profile = Profile::smoke;
  const std::string unjudged = body_of(errata_page({wordy}));
  CHECK(unjudged.find("None of these results was judged: smoke checks") != std::string::npos);
  CHECK(unjudged.find("0 errors") == std::string::npos);

  // Both pages count errors, and say how many claims show them.
  const std::string sentence = "3 claims have the verdict erratum, and show 2 different errors";
  CHECK(body.find(sentence) != std::string::npos);
  const std::string index = body_of(index_page({one, two}));
  CHECK(times(index, sentence) == 1);  // beside the list of errata, and nowhere else
  CHECK(index.find("Errata of the thesis (2)") != std::string::npos);
  CHECK(body_of(claims_page({one, two})).find("erratum (3)") != std::string::npos);  // of claims

  // An error stays on the page when the claim that the others name was not run.
  StudyReport three = two;
  three.name = "three";
  three.verdicts[0].claim.id = "third";
  CHECK(in_order(
      body_of(errata_page({two, three})),
      {"1 error of", "1. statement of again", "two/again", "the same error", "three/third"}));
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
  CHECK(has("claims.html", "statement of a"));
  CHECK(has("studies/smoke.html", "not judged"));
  CHECK(has("studies/smoke.html", "No verdicts."));
  // A page of somebody else stays as it is.
  write_file(results / "index.html", "mine");
  refresh_home(results);
  CHECK(read_file(results / "index.html") == "mine");
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
