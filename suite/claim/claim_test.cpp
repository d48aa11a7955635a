#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <stdexcept>

#include "suite/claim/verdict.hpp"
#include "suite/testing/catch.hpp"

namespace replaybench {
namespace {

using Texts = std::vector<std::string>;

Table results() {
  Table table;
  table.add_column("method", TextColumn{"replay", "bred", "replay", "bred"});
  table.add_column("K", NumberColumn{10, 10, 20, 20});
  table.add_column("error", NumberColumn{0.40, 0.10, 0.50, 0.30});
  table.add_column("error_se", NumberColumn{0.01, 0.01, 0.01, 0.01});
  table.add_column("replicates", NumberColumn{100, 100, 100, 100});
  table.add_column("lost", NumberColumn(4, std::numeric_limits<double>::quiet_NaN()));
  return table;
}

Verdict judge_in_results(const Claim& claim) {
  const Table table = results();
  Table nothing;
  nothing.add_column("error", NumberColumn{});
  return judge(claim, [&](const std::string& name) -> const Table& {
    if (name == "nothing") return nothing;
    if (name != "errors") throw std::out_of_range("no table \"" + name + '"');
    return table;
  });
}

std::string head(const std::string& expected) {
  return "[[claim]]\nid = 'c'\nwhere = 'figure 1'\nstatement = 's'\nexpected = '" + expected +
         "'\n";
}

Claim one(const std::string& text) { return parse_claims(text, "claims.toml", "study").at(0); }

Claim claim_that(const std::string& holds, const std::string& rest = "") {
  return one(head("reproduces") + "table = 'errors'\nholds = \"" + holds + "\"\n" + rest);
}
Claim erratum(const std::string& printed_fails, const std::string& corrected_holds) {
  return one(head("erratum") + "table = 'errors'\ncorrected = 'right'\nargument = 'why'\n" +
             "printed_fails = \"" + printed_fails + "\"\ncorrected_holds = \"" + corrected_holds +
             "\"\n");
}

Texts problems(const std::string& text) {
  Texts texts;
  try {
    parse_claims(text, "f", "study");
  } catch (const SpecErrors& errors) {
    for (const auto& problem : errors.problems()) texts.push_back(problem.text());
  }
  return texts;
}

VerdictKind kind(const std::string& holds, const std::string& rest = "") {
  return judge_in_results(claim_that(holds, rest)).kind;
}

TEST_CASE("claim: a right one reproduces, a wrong one differs") {
  const Verdict right = judge_in_results(claim_that(
      "value + z * standard_error < printed",
      "select = \"K == 10\"\nvalue = \"at(method, 'bred', error)\"\nprinted = 0.2\n"
      "standard_error = \"at(method, 'bred', error_se)\"\nrepetitions = 'first(replicates)'\n"));
  CHECK(right.kind == VerdictKind::reproduces);
  CHECK(right.as_expected);
  CHECK(right.value == 0.1);
  CHECK(right.standard_error == 0.01);
  CHECK(right.repetitions == 100);
  CHECK(right.message.empty());

  // 0.1 + 3.29 * 0.01 = 0.1329 is not below 0.13.
  const Verdict wrong = judge_in_results(
      claim_that("value + z * standard_error < printed",
                 "select = \"K == 10\"\nvalue = \"at(method, 'bred', error)\"\nprinted = 0.13\n"
                 "standard_error = \"at(method, 'bred', error_se)\"\n"));
  CHECK(wrong.kind == VerdictKind::does_not_reproduce);
  CHECK_FALSE(wrong.as_expected);
  CHECK(wrong.value == 0.1);
  CHECK(wrong.message == "does not hold: value + z * standard_error < printed");
  CHECK(wrong.explanation ==
        "0.100 ± 0.010 here, 0.13 in the thesis: 3.0 standard errors apart. The claim's condition "
        "does not hold.");
  CHECK(reproduced_number(wrong) == "0.100 ± 0.010");
  CHECK(printed_number(wrong.claim) == "0.13");

  CHECK(kind("all(where(method == 'bred', error) < where(method == 'replay', error))") ==
        VerdictKind::reproduces);
  CHECK(kind("all(where(method == 'replay', error) < where(method == 'bred', error))") ==
        VerdictKind::does_not_reproduce);
}

TEST_CASE("claim: z is the two-sided normal quantile") {
  const boost::math::normal normal;
  const auto z = [&](const std::string& confidence, double expected) {
    const Verdict verdict =
        judge_in_results(claim_that("value > min(error)", "value = 'z'\n" + confidence));
    CHECK(*verdict.value == Approx(expected).epsilon(1e-12));
  };
  z("", quantile(normal, 0.9995));
  z("confidence = 0.95\n", quantile(normal, 0.975));
  z("confidence = 0.999999\n", -quantile(normal, (1 - 0.999999) / 2));
}

TEST_CASE("claim: an erratum needs both halves") {
  const auto verdict = [](const char* fails, const char* holds) {
    return judge_in_results(erratum(fails, holds));
  };
  const char* yes = "max(error) > 0.4";
  const char* no = "max(error) > 0.6";
  CHECK(verdict(yes, yes).kind == VerdictKind::erratum);
  CHECK(verdict(yes, yes).as_expected);
  for (const Verdict& refuted : {verdict(yes, no), verdict(no, yes), verdict(no, no)}) {
    CHECK(refuted.kind == VerdictKind::not_confirmed);
    CHECK_FALSE(refuted.as_expected);
  }
  CHECK(verdict(no, no).message ==
        "the printed form is not excluded: max(error) > 0.6; the corrected form does not hold: "
        "max(error) > 0.6");
  CHECK(verdict(no, no).explanation ==
        "The results do not exclude the printed form. The corrected form does not hold on these "
        "results.");
  CHECK(verdict(yes, yes).explanation.empty());
  CHECK(verdict(yes, no).message == "the corrected form does not hold: max(error) > 0.6");
  // A NaN in our numbers excludes nothing, not even by a negation.
  CHECK(verdict("not all(lost < 1)", yes).kind == VerdictKind::not_confirmed);
  CHECK(verdict("first(lost) != 0.4", yes).kind == VerdictKind::not_confirmed);
}

TEST_CASE("claim: untestable ones ask for no table") {
  const Claim claim = one(head("untestable") + "reason = 'private data'\nprinted_text = '1.6 %'\n");
  const Verdict verdict = judge(claim, [](const std::string&) -> const Table& {
    throw std::logic_error("asked for a table");
  });
  CHECK(verdict.kind == VerdictKind::untestable);
  CHECK(verdict.as_expected);
  CHECK(verdict.message == "private data");
  CHECK(verdict.claim.study == "study");
}

TEST_CASE("claim: skipped is neither right nor wrong") {
  const Verdict verdict = skipped_verdict(claim_that("max(error) < 1"), "no file");
  CHECK(verdict.kind == VerdictKind::skipped);
  CHECK(verdict.as_expected);
  const std::string text = verdict_table({verdict});
  CHECK(text.find("skipped  -\n") != std::string::npos);
  CHECK(text.ends_with("\nstudy/c: no file\n"));
  CHECK(std::get<TextColumn>(verdicts_as_table({verdict}).column("as_expected")) ==
        TextColumn{"-"});
  CHECK(skipped_verdict(one(head("untestable") + "reason = 'r'\n"), "no file").kind ==
        VerdictKind::untestable);
}

TEST_CASE("claim: nothing holds vacuously") {
  const auto message = [](const Claim& claim) {
    const Verdict verdict = judge_in_results(claim);
    CHECK(verdict.kind == VerdictKind::error);
    CHECK_FALSE(verdict.as_expected);
    return verdict.message;
  };
  CHECK(message(claim_that("all(error < 1)", "select = 'K > 99'\n")) ==
        "select keeps none of the 4 rows of table \"errors\"");
  CHECK(message(claim_that("all(where(K > 99, error) < 1)")) ==
        "in \"holds\": all: the column has no rows (at character 1)");
  CHECK(message(claim_that("not any(where(K > 99, error) < 1)")) ==
        "in \"holds\": any: the column has no rows (at character 5)");
  CHECK(message(one(head("reproduces") + "table = 'nothing'\nholds = 'count(error) == 0'\n")) ==
        "table \"nothing\" has no rows");
  CHECK(message(one(head("reproduces") + "table = 'absent'\nholds = 'max(x) < 1'\n")) ==
        "no table \"absent\"");
  CHECK(kind("all(lost < 1)") == VerdictKind::does_not_reproduce);
  CHECK(kind("not any(lost > 1)") == VerdictKind::does_not_reproduce);
  CHECK(kind("abs(value) < 1", "value = 'mean(lost)'\n") == VerdictKind::does_not_reproduce);
}

TEST_CASE("claim: what cannot be evaluated is an error, with its part") {
  const auto message = [](const std::string& holds, const std::string& rest = "") {
    const Verdict verdict = judge_in_results(claim_that(holds, rest));
    CHECK(verdict.kind == VerdictKind::error);
    CHECK_FALSE(verdict.as_expected);
    return verdict.message;
  };
  CHECK(message("max(eror) < 1") ==
        "in \"holds\": there is no column or variable \"eror\" (did you mean \"error\"?) (at "
        "character 5)");
  CHECK(message("max(error)").starts_with("in \"holds\": the expression gives a number"));
  CHECK(message("error < 1").starts_with("in \"holds\": the expression gives a column of 4"));
  CHECK(message("value < 1", "value = 'error'\n")
            .starts_with("in \"value\": the expression gives a "));
  CHECK(message("max(error) < 1", "select = 'K'\n")
            .starts_with("in \"select\": the expression gives"));
  CHECK(
      message("max(error) < printed").starts_with("in \"holds\": there is no column or variable"));
}

TEST_CASE("claim: everything wrong in a file is reported at once") {
  const std::string text = R"toml([[claim]]
id = "a"
where = "theorem 1"
statement = "s"
expected = "reproduces"
table = "t"
holds = "all(x < 1"
value = "maen(x)"
confidence = 1.5
reason = "none"
[[claim]]
id = "a"
where = 3
expected = "eratum"
tabel = "t"
[[claim]]
id = "c"
where = "theorem 2"
statement = "s"
expected = "erratum"
table = "t"
holds = "x < 1"
printed_fails = "1 < 2"
[[claim]]
id = "d"
where = "theorem 3"
statement = "s"
expected = "untestable"
value = "max(x)"
)toml";
  CHECK(problems(text) ==
        Texts{"f:7:19: in \"holds\": the expression ends; expected ',' or ')'",
              "f:8:10: in \"value\": there is no function \"maen\" (did you mean \"mean\"?)",
              "f:9:14: \"confidence\" is the number 1.5; expected a number in (0, 1)",
              "f:10:10: \"reason\" does not go with expected = \"reproduces\"",
              "f:11:1: missing key \"statement\": a text",
              "f:12:6: there is a claim \"a\" already, in line 2",
              "f:13:9: \"where\" is the integer 3; expected a text",
              "f:14:12: \"expected\" is \"eratum\"; expected one of \"reproduces\", \"reproduces "
              "on a stand-in\", \"does not reproduce\", \"erratum\", \"undecided\", "
              "\"untestable\", \"finding\", \"calibration\" (did you mean \"erratum\"?)",
              "f:15:1: unknown key \"tabel\" (did you mean \"table\"?)",
              "f:16:1: missing key \"argument\": a text",
              "f:16:1: missing key \"corrected\": a text",
              "f:16:1: missing key \"corrected_holds\": a text, number or boolean",
              "f:22:9: \"holds\" does not go with expected = \"erratum\"",
              "f:23:17: \"printed_fails\" reads no column and no formula, so it says nothing about "
              "the reproduction",
              "f:24:1: missing key \"reason\": a text",
              "f:29:9: \"value\" does not go with expected = \"untestable\""});
  CHECK(problems("[[claims]]\nid = 'a'\n") ==
        Texts{"f:1:3: unknown key \"claims\" (did you mean \"claim\"?)"});
  CHECK(problems("[[claim]\n").size() == 1);
  CHECK(problems("").empty());
}

TEST_CASE("claim: conditions must depend on the results") {
  const auto constant = [](const std::string& holds, const std::string& rest = "") {
    return problems(head("reproduces") + "table = 't'\nholds = '" + holds + "'\n" + rest).size();
  };
  CHECK(constant("1 < 2") == 1);
  CHECK(constant("z > 3") == 1);
  CHECK(constant("printed < 1", "printed = 0.5\n") == 1);
  CHECK(constant("value < 1", "value = '1 - printed'\nprinted = 0.5\n") == 1);
  CHECK(constant("value < 1", "value = 'max(x)'\n") == 0);
  CHECK(constant("max(x) < printed", "printed = 0.5\n") == 0);
  CHECK(constant("max(value) < 1") == 0);  // a column of this name
  const Functions theory{{"bound", 1, [](std::span<const double> x) { return 1 / x[0]; }}};
  const auto claims = parse_claims(
      head("reproduces") + "table = 'errors'\nvalue = 'bound(10)'\nholds = 'value == 0.1'\n", "f",
      "study", theory);
  CHECK(judge_in_results(claims[0]).kind == VerdictKind::reproduces);
}

TEST_CASE("claim: files") {
  const auto folder = std::filesystem::temp_directory_path() / "replaybench_claim_test_study";
  std::filesystem::create_directory(folder);
  std::ofstream(folder / "claims.toml") << head("untestable") << "reason = 'r'\nnote = 'n'\n";
  const auto claims = read_claims(folder / "claims.toml");
  REQUIRE(claims.size() == 1);
  CHECK(claims[0].study == "replaybench_claim_test_study");
  CHECK(claims[0].note == "n");
  CHECK(claims[0].place.line == 1);
  std::filesystem::remove_all(folder);
  CHECK_THROWS_AS(read_claims(folder / "claims.toml"), EnvironmentError);
}

std::vector<Verdict> three_verdicts() {
  Claim reproduced = claim_that("value < printed",
                                "value = 'first(error) + 0.0123456'\nprinted = 0.5\n"
                                "standard_error = 'first(error_se)'\n");
  Claim wrong =
      claim_that("max(error) < 0.1", "value = 'max(error) / 3'\nprinted_text = '1,6 ‰'\n");
  wrong.id = "longer-id";
  wrong.where = "p. 8, \"Tab. 2\"";
  Claim untestable = one(head("untestable") + "reason = \"private,\\n\\\"data\\\"\"\n");
  return {judge_in_results(reproduced), judge_in_results(wrong), judge_in_results(untestable)};
}

TEST_CASE("claim: verdicts as a lined-up text") {
  CHECK(verdict_table(three_verdicts()) ==
        "study  id         where           thesis  ours           verdict             as expected\n"
        "-----  ---------  --------------  ------  -------------  ------------------  -----------\n"
        "study  c          figure 1        0.5     0.412 ± 0.010  reproduces          yes\n"
        "study  longer-id  p. 8, \"Tab. 2\"  1,6 ‰   0.166667       does not reproduce  NO\n"
        "study  c          figure 1                               untestable          yes\n"
        "\n"
        "study/longer-id: does not hold: max(error) < 0.1\n");
  CHECK(verdict_table({}).starts_with("study  id"));

  // Two digits of the standard error, also where rounding carries, and for hopeless numbers.
  const auto shown = [](double value, double error) {
    Verdict verdict = three_verdicts()[0];
    verdict.value = value;
    verdict.standard_error = error;
    const std::string text = verdict_table({verdict});
    const std::size_t begin = text.find("0.5     ") + 8;
    return text.substr(begin, text.find("  reproduces") - begin);
  };
  CHECK(shown(1.23456, 0.0996) == "1.23 ± 0.10");
  CHECK(shown(1.23456, 0.0994) == "1.235 ± 0.099");
  CHECK(shown(123456, 321) == "123456 ± 321");
  CHECK(shown(std::nan(""), 0.1).starts_with("nan ± 0.1"));
  CHECK(shown(0.25, 0).starts_with("0.25 ± 0"));
  CHECK(shown(1e300, 1e299).starts_with("1e+300 ± 1e+299"));
}

TEST_CASE("claim: verdicts as a table that survives CSV") {
  const Table table = verdicts_as_table(three_verdicts());
  const std::string csv = table.to_csv();
  const Table back = Table::from_csv(csv, "t");
  CHECK(back.to_csv() == csv);
  CHECK(std::get<TextColumn>(back.column("verdict")) ==
        TextColumn{"reproduces", "does not reproduce", "untestable"});
  CHECK(std::get<TextColumn>(back.column("as_expected")) == TextColumn{"yes", "no", "yes"});
  const auto& value = std::get<NumberColumn>(back.column("value"));
  CHECK(value[0] == 0.4 + 0.0123456);
  CHECK(std::isnan(value[2]));
  CHECK(std::get<NumberColumn>(back.column("printed"))[0] == 0.5);
  CHECK(Expression::parse("count(as_expected == 'no') == 1").holds(back));
  CHECK(verdicts_as_table({}).rows() == 0);
}

}  // namespace
}  // namespace replaybench
