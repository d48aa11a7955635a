#include "suite/claim/citation.hpp"

#include "suite/claim/claim.hpp"
#include "suite/plan/experiment.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {
namespace {

namespace fs = std::filesystem;
using Texts = std::vector<std::string>;

const std::string outline_text = R"toml(
other_works = ["Li et al. 2011"]
part = [{name="introduction", title="i", page=1}]
chapter = [{number="5", title="c", page=119}]
section = [
  {number="5.2", title="s", page=123},
  {number="5.8", title="s", page=167},
  {number="5.8.2", title="s", page=171},
]
appendix = [{number="A", title="a", page=221}, {number="A.1", title="a", page=222}]
figure = [{number="5.6", section="5.8.2", title="f"}, {number="A.1", section="A.1", title="f"}]
table = [{number="5.1", section="5", title="t"}]
theorem = [{number="2", section="5.2", title="t"}, {number="14", section="5.8", title="t"}]
lemma = [{number="1", section="5.2", title="l"}]
algorithm = [{number="12", section="5.2", title="a"}]
equation = [{number="5.1", section="5.2", title="e"}]
heading = [{section="5.2", title="h"}]
[work]
author = "a"
year = 2014
)toml";

// "offset message" of each problem.
Texts problems(const std::string& where) {
  static const Outline outline = Outline::parse(outline_text, "thesis.toml");
  Texts texts;
  for (const auto& problem : outline.problems(where)) {
    texts.push_back(std::to_string(problem.offset) + ' ' + problem.message);
  }
  return texts;
}

Texts outline_problems(const std::string& text) {
  Texts texts;
  try {
    Outline::parse(text, "o");
  } catch (const SpecErrors& errors) {
    for (const auto& problem : errors.problems()) texts.push_back(problem.text());
  }
  return texts;
}

TEST_CASE("citation: the chapter and page of a place") {
  const Outline outline = Outline::parse(outline_text, "thesis.toml");
  const auto located = [&](const char* where) {
    const auto location = outline.locate(where);
    return location
               ? location->chapter + ' ' + location->chapter_title + ' ' +
                     std::to_string(location->chapter_page) + ' ' + std::to_string(location->page)
               : std::string("nowhere");
  };
  CHECK(located("section 5.8.2, p. 171") == "5 c 119 171");
  CHECK(located("figure 5.6a, caption; theorem 2") == "5 c 119 171");
  CHECK(located("theorem 2; section 5.8.2, p. 171") == "5 c 119 123");
  CHECK(located("equation (5.1)") == "5 c 119 123");
  CHECK(located("table 5.1 (first row)") == "5 c 119 119");
  CHECK(located("figure A.1") == "A a 221 222");
  CHECK(located("appendix A") == "A a 221 221");
  CHECK(located("introduction, p. 1") == "introduction i 1 1");
  for (const char* where : {"design", "our design", "Li et al. 2011, table 1", "figure 9.9", ""}) {
    CHECK(located(where) == "nowhere");
  }
}

TEST_CASE("citation: every form of a place") {
  for (const char* where :
       {"design",
        "our design",
        "section 5.8.2, p. 171",
        "appendix A",
        "appendix A, p. 221",
        "appendix A.1, p. 222",
        "chapter 5, p. 119",
        "introduction, p. 1",
        "figure 5.6",
        "figure 5.6a",
        "figure 5.6d, caption",
        "figure A.1, caption",
        "table 5.1",
        "theorem 14",
        "lemma 1",
        "algorithm 12",
        "equation (5.1)",
        "equation (5.1) (its left side)",
        "Li et al. 2011, section 4.5",
        "Li et al. 2011, figure 3a",
        "Li et al. 2011, example 3",
        "theorem 2; figure 5.6b, caption (the thin line, p = 0.1); section 5.2, p. 123 (open)"}) {
    CAPTURE(where);
    CHECK(problems(where).empty());
  }
}

TEST_CASE("citation: what is not known, with the nearest that is") {
  CHECK(problems("figure 5.7") == Texts{"0 there is no figure \"5.7\" (did you mean \"5.6\"?)"});
  CHECK(problems("figure 5.6e") == Texts{"0 there is no figure \"5.6e\" (did you mean \"5.6\"?)"});
  CHECK(problems("section 5.8.3, p. 177") ==
        Texts{"0 there is no section \"5.8.3\" (did you mean \"5.8.2\"?)"});
  CHECK(problems("theorem 15") == Texts{"0 there is no theorem \"15\" (did you mean \"14\"?)"});
  CHECK(problems("theorem 1234") == Texts{"0 there is no theorem \"1234\"; known: 2 to 14"});
  CHECK(problems("corollary 1") == Texts{"0 there is no corollary \"1\"; none is known"});
  CHECK(problems("Figure 5.6") ==
        Texts{"0 \"Figure 5.6\" begins with no kind of place (did you mean \"figure\"?)"});
  const Texts unknown = problems("p. 171");
  REQUIRE(unknown.size() == 1);
  CHECK(
      unknown[0].starts_with("0 \"p. 171\" begins with no kind of place; expected one of "
                             "\"chapter\", \"section\", "));
  CHECK(unknown[0].ends_with("\"introduction\" or \"Li et al. 2011\""));
  CHECK(problems("Li et al. 2011, theorme 2") ==
        Texts{"0 \"Li et al. 2011, theorme 2\": in another work \"theorme\" is no kind of place "
              "(did you mean \"theorem\"?)"});
  CHECK(problems("Li et al. 2010, theorem 2").size() == 1);
}

TEST_CASE("citation: a page that is not the place's, and other wrong forms") {
  CHECK(problems("section 5.2, p. 124") ==
        Texts{"0 \"section 5.2, p. 124\" is no form of this place; expected \"section 5.2, p. "
              "123\""});
  for (const char* where : {"section 5.2",
                            "section 5.2 p. 123",
                            "section 5.2, p.123",
                            "section 5.2,p. 123",
                            "section  5.2, p. 123",
                            "section 5.2, p. 123 ",
                            " section 5.2, p. 123",
                            "section 5.2, p. 0",
                            "appendix A, p. 222",
                            "appendix A, caption",
                            "chapter 5",
                            "chapter 5, p. 5",
                            "introduction",
                            "introduction, p. 2",
                            "introduction 1",
                            "figure 5.6, p. 3",
                            "figure 5.6 a",
                            "figure 5.6, captions",
                            "figure",
                            "figure ",
                            "table 5.1a",
                            "theorem 2, p. 5",
                            "equation 5.1",
                            "equation (5.1",
                            "equation 5.1)",
                            "part 1",
                            "theorem 2 ()",
                            "theorem 2 (a) (b)",
                            "theorem 2 (a",
                            "theorem 2 a)",
                            "theorem 2(a)",
                            "theorem 2 ((a))",
                            "Li et al. 2011",
                            "Li et al. 2011, section",
                            "Li et al. 2011, section 4.",
                            "Li et al. 2011, section 4..5",
                            "Li et al. 2011, section 4.5, p. 3",
                            "",
                            "design 2"}) {
    CAPTURE(where);
    CHECK(problems(where).size() == 1);
  }
}

TEST_CASE("citation: all problems at once, each with its place") {
  const Texts found = problems("theorem 2; figur 5.6; section 5.2, p. 123; design;lemma 1; ");
  REQUIRE(found.size() == 4);
  CHECK(found[0].starts_with("11 \"figur 5.6\""));
  CHECK(found[1] == "43 \"design\" is the whole of a \"where\" or no part of it");
  CHECK(found[2] == "49 places are separated by \"; \"");
  CHECK(found[3].starts_with("59 \"\" begins with no kind of place"));
}

TEST_CASE("citation: an outline is checked itself") {
  CHECK(outline_problems("") == Texts{});
  CHECK(outline_problems("section = [{number='1.1', title='t', page=0}]\n"
                         "figure = [{number='1', section='1.2', title='t'},\n"
                         "  {number='1', section='1.1'}]\nfigures = []\n") ==
        Texts{"o:1:43: \"page\" is the integer 0; expected a page, from 1 on",
              "o:2:32: there is no section 1.2", "o:3:3: missing key \"title\": a text",
              "o:3:11: figure 1 is there already",
              "o:4:1: unknown key \"figures\" (did you mean \"figure\"?)"});
}

std::string claim_with(const std::string& where) {
  return "[[claim]]\nid = 'a'\nwhere = '" + where +
         "'\nstatement = 's'\nexpected = 'untestable'\nreason = 'r'\n";
}

TEST_CASE("citation: claims are checked beside an outline only") {
  const TemporaryFolder folder;
  const fs::path file =
      folder.write("studies/mine/claims.toml", claim_with("figure 5.6; figure 5.9"));
  CHECK(read_claims(file).at(0).where == "figure 5.6; figure 5.9");
  folder.write("studies/thesis.toml", outline_text);
  try {
    read_claims(file);
    FAIL("the claim is accepted");
  } catch (const SpecErrors& errors) {
    CHECK(std::string(errors.what()) ==
          file.string() +
              ":3:22: in \"where\": there is no figure \"5.9\" (did you mean \"5.6\"?)");
  }
  const std::string expected = ":3:22: in \"where\": there is no figure \"5.9\"";
  const fs::path in_chapter =
      folder.write("studies/5_bred/mine/claims.toml", claim_with("figure 5.6; figure 5.9"));
  CHECK_THROWS_WITH(read_claims(in_chapter), Catch::Contains(in_chapter.string() + expected));
  // One reading finds what is wrong in all claims.
  const Outline outline = Outline::parse(outline_text, "thesis.toml");
  try {
    parse_claims(claim_with("theorem 3") + claim_with("page 3"), "f", "study", {}, &outline);
    FAIL("the claims are accepted");
  } catch (const SpecErrors& errors) {
    CHECK(errors.problems().size() == 3);  // and the id that comes twice
  }
}

TEST_CASE("citation: the repository's claims name places of the thesis") {
  const fs::path experiments =
      fs::path(__FILE__).parent_path().parent_path().parent_path() / "experiments";
  REQUIRE(Outline::beside(experiments / "any" / "claims.toml"));
  std::size_t claims = 0;
  for (const auto& [study, experiment] : find_studies(experiments)) {
    const fs::path file = experiment.parent_path() / "claims.toml";
    if (!fs::exists(file)) continue;
    INFO(file.string());
    CHECK_NOTHROW(claims += read_claims(file, theory_functions()).size());
  }
  CHECK(claims > 500);
}

}  // namespace
}  // namespace replaybench
