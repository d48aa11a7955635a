#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <stdexcept>

#include "suite/claim/verdict.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"

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

// A claim about a number of the table that is taken as exact.
Claim claim_that(const std::string& estimate, const std::string& test,
                 const std::string& rest = "") {
  return one(head("reproduces") + "table = 'errors'\nestimate = \"" + estimate +
             "\"\nexact = 'as in the table'\n" + rest + "test = {" + test + "}\n");
}
// One about an estimate with its error.
Claim sampled_claim(const std::string& test, const std::string& rest = "") {
  return one(head("reproduces") + "table = 'errors'\nselect = \"K == 10\"\n" + rest +
             "estimate = \"at(method, 'bred', error)\"\n"
             "standard_error = \"at(method, 'bred', error_se)\"\n"
             "repetitions = 'first(replicates)'\ntest = {" +
             test + "}\n");
}
Claim erratum(const std::string& printed_fails, const std::string& corrected_holds) {
  return one(head("erratum") + "table = 'errors'\ncorrected = 'right'\nargument = 'why'\n" +
             "estimate = 'max(error)'\nexact = 'as in the table'\nprinted_fails = {" +
             printed_fails + "}\ncorrected_holds = {" + corrected_holds + "}\n");
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

std::string refusal(const std::string& text) {
  try {
    one(text);
  } catch (const SpecErrors& errors) {
    return errors.what();
  }
  return {};
}

TEST_CASE("claims: a measured number has its error and repetitions in the table") {
  const std::string claim = head("reproduces") + "table = 'errors'\n";
  const Claim measured = one(
      claim +
      "measured = \"at(method, 'bred', error)\"\nminus_measured = 'value(error)'\ngreater = 0\n");
  const DeclaredTest& test = measured.tests.at(0);
  CHECK(test.number.estimate->text() == "at(method, 'bred', error)");
  CHECK(test.number.standard_error->text() == "at(method, 'bred', error_se)");
  CHECK(test.repetitions->text() == "at(method, 'bred', error_n)");
  CHECK(test.number.minus->text() == "value(error)");
  CHECK(test.number.minus_error->text() == "value(error_se)");
  CHECK(one(claim + "measured = 'value(error)'\nrepetitions = 12\nless = 1\n")
            .tests[0]
            .repetitions->text() == "12");
  CHECK(refusal(claim + "measured = '1'\nless = 1\n").find("\"measured\" reads no column") !=
        std::string::npos);
  CHECK(refusal(claim + "measured = 'error'\nstandard_error = '1'\nless = 1\n")
            .find("has its error from the table") != std::string::npos);
}

TEST_CASE("claims: a test of its own measured number has its own repetitions") {
  const Claim claim = one(head("reproduces") +
                          "table = 'errors'\nmeasured = 'value(error)'\ntest = [{less = 1}, "
                          "{measured = 'value(bias)', less = 1}]\n");
  CHECK(claim.tests.at(0).repetitions->text() == "value(error_n)");
  CHECK(claim.tests.at(1).repetitions->text() == "value(bias_n)");
}

TEST_CASE("claims: a requirement of the claim itself, and tests over cases") {
  const std::string claim = head("reproduces") + "table = 'errors'\nmeasured = 'value(error)'\n";
  CHECK(one(claim + "label = 'l'\nequals = 1\nmargin = 0.1\nbecause = 'b'\n").tests.at(0).words() ==
        "equal to 1 within 0.1");
  CHECK(refusal(claim + "less = 1\ntest = {less = 2}\n").find("has a requirement of its own") !=
        std::string::npos);
  const Claim cases = one(claim +
                          "[claim.test]\nselect = 'K == $K'\nless = '$most'\ncases = [{K = 10, "
                          "most = 1}, {K = 20, most = 2}]\n");
  CHECK(cases.tests.at(1).select->text() == "K == 20");
  CHECK(cases.tests.at(1).words() == "less than 2");
}

TEST_CASE("claim: a right one reproduces, a wrong one does not") {
  const Verdict right = judge_in_results(sampled_claim("less = 'printed'", "printed = 0.2\n"));
  CHECK(right.kind == VerdictKind::reproduces);
  CHECK(right.as_expected);
  CHECK(right.value == 0.1);
  CHECK(right.standard_error == 0.01);
  CHECK(right.repetitions == 100);
  CHECK(right.message.empty());

  const Verdict wrong = judge_in_results(sampled_claim("greater = 'printed'", "printed = 0.14\n"));
  CHECK(wrong.kind == VerdictKind::does_not_reproduce);
  CHECK_FALSE(wrong.as_expected);
  CHECK(wrong.value == 0.1);
  CHECK(wrong.message ==
        "0.100 ± 0.010, interval [0.066, 0.134] at 99.9 % from 100 repetitions; asked: greater "
        "than printed: no");
  CHECK(wrong.explanation == "0.100 ± 0.010 here, 0.14 in the thesis: 4.0 standard errors apart. " +
                                 wrong.message + ".");
  CHECK(reproduced_number(wrong) == "0.100 ± 0.010");
  CHECK(printed_number(wrong.claim) == "0.14");
  CHECK(interval_sentence(wrong) == "[0.066, 0.134], 100 repetitions");
}

TEST_CASE("claim: what reproduces has a printed number or a direction") {
  CHECK(summary_of({}).reproduced_sentence().empty());
  const Verdict number = judge_in_results(sampled_claim("less = 'printed'", "printed = 0.2\n"));
  const Verdict direction = judge_in_results(sampled_claim("less = 0.2"));
  const Verdict otherwise = judge_in_results(sampled_claim("greater = 0.2"));
  CHECK(summary_of({number, direction, direction, otherwise}).reproduced_sentence() ==
        "Of 3 that reproduce 1 has a printed number and 2 a direction, a rate or a bound within a "
        "margin that we chose.");
}

TEST_CASE("claim: an erratum needs both halves") {
  const auto verdict = [](const char* fails, const char* holds) {
    return judge_in_results(erratum(fails, holds));
  };
  const char* yes = "greater = 0.4";
  const char* no = "greater = 0.6";
  CHECK(verdict(yes, yes).kind == VerdictKind::erratum);
  CHECK(verdict(yes, yes).as_expected);
  for (const Verdict& refuted : {verdict(yes, no), verdict(no, yes), verdict(no, no)}) {
    CHECK(refuted.kind == VerdictKind::not_confirmed);
    CHECK_FALSE(refuted.as_expected);
  }
  CHECK(verdict(yes, no).message == "0.5 (as in the table); asked: greater than 0.6: no");
  CHECK(verdict(yes, yes).explanation.empty());
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
  const Verdict verdict = skipped_verdict(claim_that("max(error)", "less = 1"), "no file");
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

TEST_CASE("claim: what is not computed is neither right nor wrong, and no error") {
  const Verdict verdict = not_computed_verdict(claim_that("max(error)", "less = 1"), "no cells");
  CHECK(name_of(verdict.kind) == "not computed");
  CHECK(verdict.as_expected);
  CHECK_FALSE(verdict.is_judged());
  CHECK(verdict.evidence() == Evidence::none);
  CHECK(verdict.explanation == "It is not computed yet: no cells.");
  const std::string text = verdict_table({verdict});
  CHECK(text.find("not computed  -\n") != std::string::npos);
  CHECK(text.ends_with("\nstudy/c: no cells\n"));
  CHECK(not_computed_verdict(one(head("untestable") + "reason = 'r'\n"), "no cells").kind ==
        VerdictKind::untestable);
}

TEST_CASE("claim: what is the same as another names it") {
  const TemporaryFolder folder;
  for (const char* study : {"one/study", "one/near", "two/far"}) {
    folder.write(std::string(study) + "/experiment.toml", "");
  }
  const auto same_as = [&](const std::string& other) {
    auto claims = parse_claims(head("reproduces") +
                                   "table = 'errors'\nestimate = 'max(error)'\nexact = 'e'\n"
                                   "test = {less = 1}\nsame_as = '" +
                                   other + "'\n" + "[[claim]]\nid = 'first'\nwhere = 'here'\n" +
                                   "statement = 's'\nexpected = 'untestable'\nreason = 'r'\n",
                               (folder.path() / "one/study/claims.toml").string(), "study");
    check_same_as(claims);
  };
  CHECK_NOTHROW(same_as("study/first"));
  CHECK_NOTHROW(same_as("near/first"));  // whose claims are not read here
  CHECK_NOTHROW(same_as("far/first"));
  CHECK_THROWS_WITH(same_as("study/c"),
                    Catch::Contains("claim \"c\": \"same_as\" is the claim itself"));
  CHECK_THROWS_WITH(same_as("another/first"),
                    Catch::Contains("\"same_as\" is \"another/first\", and there is no study "
                                    "\"another\" beside this one"));
  CHECK_THROWS_WITH(
      same_as("study/frist"),
      Catch::Contains("claims.toml:1:1: claim \"c\": \"same_as\" is \"study/frist\"") &&
          Catch::Contains("no claim \"frist\" (did you mean \"first\"?)"));
}

TEST_CASE("claim: several claims of one error are one erratum") {
  const auto erratum_of = [](const std::string& id, const std::string& same_as) {
    Verdict verdict;
    verdict.kind = VerdictKind::erratum;
    verdict.claim.study = "s";
    verdict.claim.id = id;
    verdict.claim.same_as = same_as;
    return verdict;
  };
  CHECK(summary_of({}).errata_sentence().empty());
  CHECK(summary_of({erratum_of("a", "")}).errata_sentence() == "1 claim has the verdict erratum.");
  CHECK(summary_of({erratum_of("a", ""), erratum_of("b", "s/a"), erratum_of("c", "")})
            .errata_sentence() ==
        "3 claims have the verdict erratum, and show 2 different errors: several claims may test "
        "one.");
  // The claim that the others name need not be there: its study may not have been run.
  CHECK(summary_of({erratum_of("b", "s/a"), erratum_of("c", "s/a")}).errata_sentence() ==
        "2 claims have the verdict erratum, and show 1 error: several claims may test one.");
}

TEST_CASE("claim: nothing holds vacuously") {
  const auto message = [](const Claim& claim) {
    const Verdict verdict = judge_in_results(claim);
    CHECK(verdict.kind == VerdictKind::error);
    CHECK_FALSE(verdict.as_expected);
    return verdict.message;
  };
  const auto of_table = [](const std::string& table) {
    return one(head("reproduces") + "table = '" + table +
               "'\nestimate = 'max(error)'\nexact = 'e'\ntest = {less = 1}\n");
  };
  CHECK(message(claim_that("max(error)", "less = 1", "select = 'K > 99'\n")) ==
        "select keeps none of the 4 rows of table \"errors\"");
  CHECK(message(claim_that("max(where(K > 99, error))", "less = 1")) ==
        "in \"estimate\": max: the column has no rows (at character 1)");
  CHECK(message(of_table("nothing")) == "table \"nothing\" has no rows");
  CHECK(message(of_table("absent")) == "no table \"absent\"");
  // A value that is not a number proves nothing.
  CHECK(message(claim_that("mean(lost)", "less = 1")) == "the estimate is not a finite number");
  CHECK(message(claim_that("max(error)", "less = 'mean(lost)'")) ==
        "a bound is not a finite number");
}

TEST_CASE("claim: what cannot be evaluated is an error, with its part") {
  const auto message = [](const std::string& estimate, const std::string& test,
                          const std::string& rest = "") {
    const Verdict verdict = judge_in_results(claim_that(estimate, test, rest));
    CHECK(verdict.kind == VerdictKind::error);
    CHECK_FALSE(verdict.as_expected);
    return verdict.message;
  };
  CHECK(message("max(eror)", "less = 1") ==
        "in \"estimate\": there is no column or variable \"eror\" (did you mean \"error\"?) (at "
        "character 5)");
  CHECK(message("error", "less = 1").starts_with("in \"estimate\": the expression gives a "));
  CHECK(message("max(error)", "less = 1", "select = 'K'\n")
            .starts_with("in \"select\": the expression gives"));
  CHECK(message("max(error)", "less = 'printed'")
            .starts_with("in \"the bound\": there is no column or variable"));
}

TEST_CASE("claim: everything wrong in a file is reported at once") {
  const std::string text = R"toml([[claim]]
id = "a"
where = "theorem 1"
statement = "s"
expected = "reproduces"
table = "t"
estimate = "max(x"
exact = "e"
test = {less = "maen(x)"}
confidence = 1.5
reason = "none"
[[claim]]
id = "a"
where = 3
expected = "eratum"
tables = "t"
[[claim]]
id = "c"
where = "theorem 2"
statement = "s"
expected = "erratum"
table = "t"
exact = "e"
estimate = "1 + 1"
test = {less = 1}
printed_fails = {less = 2}
[[claim]]
id = "d"
where = "theorem 3"
statement = "s"
expected = "untestable"
estimate = "max(x)"
)toml";
  CHECK(
      problems(text) ==
      Texts{"f:7:18: in \"estimate\": the expression ends; expected ',' or ')'",
            "f:9:17: in \"less\": there is no function \"maen\" (did you mean \"mean\"?)",
            "f:10:14: \"confidence\" is the number 1.5; expected a number in (0, 1)",
            "f:11:10: \"reason\" does not go with expected = \"reproduces\"",
            "f:12:1: missing key \"statement\": a text",
            "f:13:6: there is a claim \"a\" already, in line 2",
            "f:14:9: \"where\" is the integer 3; expected a text",
            "f:15:12: \"expected\" is \"eratum\"; expected one of \"reproduces\", \"reproduces "
            "on a stand-in\", \"does not reproduce\", \"not on a stand-in\", \"depends on "
            "the reading\", \"erratum\", \"undecided\", \"untestable\", \"finding\", "
            "\"calibration\" (did you mean \"erratum\"?)",
            "f:16:1: unknown key \"tables\" (did you mean \"table\"?)",
            "f:17:1: missing key \"argument\": a text", "f:17:1: missing key \"corrected\": a text",
            "f:17:1: \"corrected_holds\" is missing: a test, or several",
            "f:25:8: \"test\" does not go with expected = \"erratum\"",
            "f:26:17: the estimate of \"printed_fails\" reads no column and no formula, so it says "
            "nothing about the reproduction",
            "f:27:1: missing key \"reason\": a text",
            "f:32:12: \"estimate\" does not go with expected = \"untestable\""});
  CHECK(problems("[[claims]]\nid = 'a'\n") ==
        Texts{"f:1:3: unknown key \"claims\" (did you mean \"claim\"?)"});
  CHECK(problems("[[claim]\n").size() == 1);
  CHECK(problems("").empty());
}

TEST_CASE("claim: constants that would decide without data are refused, with their place") {
  const auto exact = [](const std::string& test) {
    return problems(head("reproduces") +
                    "table = 'errors'\nestimate = 'max(error)'\nexact = 'e'\ntest = {" + test +
                    "}\n");
  };
  CHECK(exact("equals = 1, margin = inf, because = 'b'") ==
        Texts{"f:9:30: \"margin\" is inf; allowed: a finite number from 0"});
  CHECK(exact("equals = 1, margin = nan, because = 'b'") ==
        Texts{"f:9:30: \"margin\" is nan; allowed: a finite number from 0"});
  CHECK(exact("equals = 1, margin = -1, because = 'b'") ==
        Texts{"f:9:30: \"margin\" is -1; allowed: a finite number from 0"});
  CHECK(exact("greater = '-inf'").size() == 1);
  CHECK(exact("greater = -inf") == Texts{"f:9:19: \"greater\" is -inf; allowed: a finite number"});
  CHECK(exact("less = inf").size() == 1);
  CHECK(exact("between = [0, inf], because = 'b'").size() == 1);
  CHECK(exact("greater = 0.3").empty());
  const auto sampled = [](const std::string& error, const std::string& repetitions,
                          const std::string& rest = "") {
    return problems(head("reproduces") +
                    "table = 'errors'\nestimate = 'max(error)'\nstandard_error = " + error +
                    "\nrepetitions = " + repetitions + "\n" + rest + "test = {less = 1}\n");
  };
  CHECK(sampled("0.1", "100").empty());
  CHECK(sampled("0", "100")
            .at(0)
            .ends_with("the standard error is the constant 0; a number that is computed and not "
                       "sampled says why in "
                       "\"exact\""));
  CHECK(sampled("inf", "100").size() == 1);
  CHECK(sampled("0.1", "inf")
            .at(0)
            .ends_with("\"repetitions\" is inf; allowed: a finite number above 0"));
  CHECK(sampled("0.1", "'inf'").size() == 1);
  CHECK(sampled("0.1", "0").size() == 1);
  CHECK(sampled("0", "100", "minus = 'min(error)'\nminus_error = 0.1\n").empty());
  CHECK(sampled("0", "100", "minus = 'min(error)'\nminus_error = 0\n").size() == 1);
  // A fault that only the table shows is rejected when the claim is tested.
  CHECK(judge_in_results(claim_that("max(error)",
                                    "equals = 0, margin = '1 / min(error - error)', because = 'b'"))
            .message == "the margin is not a finite number");
  CHECK(judge_in_results(
            one(head("reproduces") +
                "table = 'errors'\nestimate = 'max(error)'\nstandard_error = 'max(error_se)'\n"
                "repetitions = 'max(replicates) / min(error - error)'\ntest = {less = 1}\n"))
            .message == "the number of repetitions is not finite");
}

TEST_CASE("claim: full may decide what standard leaves undecided") {
  const auto text = [](const std::string& expected, const std::string& at_full,
                       const std::string& rest = "") {
    return head(expected) + "expected_at_full = '" + at_full + "'\ntable = 'errors'\n" + rest +
           "estimate = 'mean(error)'\nstandard_error = 'first(error_se)'\n"
           "repetitions = 'first(replicates)'\ntest = {less = 0.5}\n";
  };
  const Claim claim = one(text("undecided", "reproduces on a stand-in", "stand_in = 'made up'\n"));
  const Verdict at_standard = judge_in_results(at_profile(claim, Profile::standard));
  CHECK(at_standard.kind == VerdictKind::reproduces);
  CHECK_FALSE(at_standard.as_expected);
  const Verdict at_full = judge_in_results(at_profile(claim, Profile::full));
  CHECK(at_full.kind == VerdictKind::stand_in);
  CHECK(at_full.as_expected);
  const Claim decided = sampled_claim("less = 0.5");
  CHECK(at_profile(decided, Profile::full).expected == decided.expected);

  CHECK(problems(text("undecided", "reproduces on a stand-in")) ==
        Texts{"f:1:1: missing key \"stand_in\": a text"});
  CHECK(problems(text("reproduces", "finding")) ==
        Texts{"f:6:20: \"expected_at_full\" does not go with expected = \"reproduces\""});
  CHECK(problems(text("undecided", "undecided")) ==
        Texts{"f:6:20: \"expected_at_full\" is \"undecided\"; expected one of \"reproduces\", "
              "\"reproduces on a stand-in\", \"does not reproduce\", \"not on a stand-in\", "
              "\"finding\", \"calibration\""});
}

TEST_CASE("claim: estimates must depend on the results") {
  const auto constant = [](const std::string& estimate, const std::string& rest = "") {
    return problems(head("reproduces") + "table = 't'\nestimate = '" + estimate +
                    "'\nexact = 'e'\ntest = {less = 1}\n" + rest)
        .size();
  };
  CHECK(constant("1 - 2") == 1);
  CHECK(constant("1 - printed", "printed = 0.5\n") == 1);
  CHECK(constant("max(x) - printed", "printed = 0.5\n") == 0);
  CHECK(constant("max(printed)") == 0);  // a column of this name
  const Functions theory{{"bound", 1, [](std::span<const double> x) { return 1 / x[0]; }}};
  const auto claims = parse_claims(
      head("reproduces") +
          "table = 'errors'\nestimate = 'bound(10)'\nexact = 'e'\ntest = {less = 0.2}\n",
      "f", "study", theory);
  CHECK(judge_in_results(claims[0]).kind == VerdictKind::reproduces);
}

TEST_CASE("claim: files") {
  const TemporaryFolder folder;
  const auto file =
      folder.write("my_study/claims.toml", head("untestable") + "reason = 'r'\nnote = 'n'\n");
  const auto claims = read_claims(file);
  REQUIRE(claims.size() == 1);
  CHECK(claims[0].study == "my_study");
  CHECK(claims[0].note == "n");
  CHECK(claims[0].place.line == 1);
  CHECK_THROWS_AS(read_claims(folder.path() / "claims.toml"), FileError);
}

std::vector<Verdict> three_verdicts() {
  Claim reproduced = sampled_claim("less = 'printed'", "printed = 0.5\n");
  Claim wrong = claim_that("max(error) / 3", "less = 0.1", "printed_text = '1,6 ‰'\n");
  wrong.id = "longer-id";
  wrong.where = "p. 8, \"Tab. 2\"";
  Claim untestable = one(head("untestable") + "reason = \"private,\\n\\\"data\\\"\"\n");
  return {judge_in_results(reproduced), judge_in_results(wrong), judge_in_results(untestable)};
}

TEST_CASE("claim: verdicts as a lined-up text") {
  CHECK(verdict_table(three_verdicts()) ==
        "study  id         where           thesis  ours           verdict             as expected\n"
        "-----  ---------  --------------  ------  -------------  ------------------  -----------\n"
        "study  c          figure 1        0.5     0.100 ± 0.010  reproduces          yes\n"
        "study  longer-id  p. 8, \"Tab. 2\"  1,6 ‰   0.166667       does not reproduce  NO\n"
        "study  c          figure 1                               untestable          yes\n"
        "\n"
        "study/longer-id: 0.166667 (as in the table); asked: less than 0.1: no\n");
  CHECK(verdict_table({}).starts_with("study  id"));

  // Two digits of the standard error, also if rounding carries, and for hopeless numbers.
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
  CHECK(value[0] == 0.1);
  CHECK(std::isnan(value[2]));
  CHECK(std::get<NumberColumn>(back.column("printed"))[0] == 0.5);
  CHECK(Expression::parse("count(as_expected == 'no') == 1").holds(back));
  CHECK(verdicts_as_table({}).rows() == 0);
}

}  // namespace
}  // namespace replaybench
