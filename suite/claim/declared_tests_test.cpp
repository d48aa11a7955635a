#include "suite/claim/declared_tests.hpp"

#include <cmath>

#include "suite/claim/verdict.hpp"
#include "suite/statistics/student_t.hpp"
#include "suite/testing/catch.hpp"

namespace replaybench {
namespace {

using Texts = std::vector<std::string>;

Table results() {
  Table table;
  table.add_column("method", TextColumn{"replay", "bred", "red"});
  table.add_column("T", NumberColumn{100, 1000, 10000});
  table.add_column("error", NumberColumn{0.40, 0.10, 0.12});
  table.add_column("se", NumberColumn{0.010, 0.005, 0.005});
  table.add_column("n", NumberColumn{100, 100, 50});
  table.add_column("hits", NumberColumn{1, 0.95, 0.5});
  return table;
}

std::string claim_text(const std::string& rest, const std::string& expected = "reproduces") {
  return "[[claim]]\nid = 'c'\nwhere = 'figure 1'\nstatement = 's'\nexpected = '" + expected +
         "'\ntable = 'errors'\n" + rest;
}

Verdict judged(const std::string& rest, const std::string& expected = "reproduces",
               EstimateChange change = {}) {
  const Table table = results();
  const auto source = [&](const std::string& name) -> const Table& {
    if (name != "errors") throw DataError("no table " + name);
    return table;
  };
  return judge(parse_claims(claim_text(rest, expected), "f", "study").at(0), source, change);
}

Texts problems(const std::string& rest, const std::string& expected = "reproduces") {
  Texts texts;
  try {
    parse_claims(claim_text(rest, expected), "f", "study");
  } catch (const SpecErrors& errors) {
    for (const auto& problem : errors.problems()) texts.push_back(problem.text());
  }
  return texts;
}

const TestedNumber& number_of(const Verdict& verdict) {
  return verdict.tests.at(0).result.deciding();
}

const std::string bred =
    "estimate = \"at(method, 'bred', error)\"\nstandard_error = \"at(method, 'bred', se)\"\n"
    "repetitions = \"at(method, 'bred', n)\"\n";

}  // namespace

TEST_CASE("declared tests: the claim's own estimate") {
  const double t = statistics::student_t_quantile(0.9995, 99);
  const Verdict verdict = judged(bred + "test = {less = 0.12}\n");
  CHECK(verdict.kind == VerdictKind::reproduces);
  CHECK(verdict.as_expected);
  CHECK(verdict.value == 0.1);
  CHECK(verdict.standard_error == 0.005);
  CHECK(verdict.repetitions == 100);
  CHECK(verdict.evidence() == Evidence::sampled);
  CHECK(number_of(verdict).decision.interval.high == Approx(0.1 + t * 0.005));
  CHECK(judged(bred + "test = {less = 0.11}\n").kind == VerdictKind::undecided);
  CHECK(judged(bred + "test = {less = 0.08}\n").kind == VerdictKind::does_not_reproduce);
  CHECK(judged(bred + "printed = 0.12\ntest = {less = 'printed'}\n").kind ==
        VerdictKind::reproduces);
  CHECK(judged(bred + "test = {equals = 0.1, margin = 0.02, because = 'b'}\n").as_expected);
  CHECK(judged(bred + "test = {equals = 0.1, margin = 0.01, because = 'b'}\n").kind ==
        VerdictKind::undecided);
  CHECK(judged(bred + "test = {between = [0.05, '0.3 / 2'], because = 'b'}\n").as_expected);
  CHECK(judged(bred + "test = {differs = 0.2, margin = 0.05}\n").as_expected);
  CHECK(judged(bred + "test = {differs = 0.2}\n").as_expected);
}

TEST_CASE("declared tests: differences, ratios, slopes, proportions and exact numbers") {
  const Verdict difference =
      judged(bred +
             "minus = \"at(method, 'red', error)\"\nminus_error = \"at(method, 'red', se)\"\n"
             "test = {less = 0}\n");
  CHECK(number_of(difference).estimate.value == Approx(-0.02));
  CHECK(number_of(difference).estimate.standard_error == Approx(0.005 * std::sqrt(2.0)));
  CHECK(difference.kind == VerdictKind::undecided);
  const Verdict ratio = judged(
      "estimate = \"at(method, 'replay', error)\"\nstandard_error = \"at(method, 'replay', se)\"\n"
      "repetitions = '100'\ndivided_by = \"at(method, 'bred', error)\"\n"
      "divided_by_error = \"at(method, 'bred', se)\"\ntest = {greater = 3}\n");
  CHECK(ratio.as_expected);
  CHECK(number_of(ratio).estimate.value == Approx(4));
  CHECK(number_of(ratio).decision.interval.high - 4 > 4 - number_of(ratio).decision.interval.low);
  const Verdict slope = judged(
      "estimate = 'error'\nstandard_error = 'se'\nrepetitions = 'n'\nslope_on = 'log(T)'\n"
      "test = {less = -0.04}\n");
  CHECK(number_of(slope).estimate.value == Approx(-0.28 / std::log(100.0)));
  CHECK(number_of(slope).estimate.repetitions == 50);
  const std::string share = "proportion = true\nrepetitions = '20'\n";
  CHECK(judged("estimate = 'max(hits)'\n" + share + "test = {greater = 0.6}\n").as_expected);
  CHECK(judged("estimate = 'max(hits)'\n" + share + "test = {greater = 0.8}\n").kind ==
        VerdictKind::undecided);
  const Verdict exact = judged(
      "estimate = 'max(T) / min(T)'\nexact = 'a ratio of horizons'\ntest = {equals = 100, "
      "margin = 0, because = 'b'}\n");
  CHECK(exact.as_expected);
  CHECK(exact.evidence() == Evidence::computed);
  CHECK_FALSE(exact.standard_error);
  CHECK(exact.chance_of_error() == 0);
}

TEST_CASE("declared tests: repetitions of the last column, and the claim's reason for no error") {
  Table table = results();
  table.add_column("error_n", NumberColumn{80, 60, 40});
  const auto first_of = [&](const std::string& rest) {
    const Claim claim = parse_claims(claim_text(rest), "f", "study").at(0);
    const auto source = [&](const std::string&) -> const Table& { return table; };
    return judge(claim, source).tests.at(0).result.numbers;
  };
  const std::string errors = "standard_error = 'se'\nlabel = 'l'\n";
  const auto rows =
      first_of("estimate = 'T * error'\neach = \"method == 'bred'\"\n" + errors + "less = 1e9\n");
  CHECK(rows.at(0).estimate.repetitions == 60);
  const auto one = first_of(
      "estimate = \"at(method, 'bred', error)\"\nstandard_error = \"at(method, 'bred', se)\"\n"
      "test = {less = 1}\n");
  CHECK(one.at(0).estimate.repetitions == 40);
  const Claim exact =
      parse_claims(claim_text("exact = 'a formula'\n[[claim.test]]\nestimate = 'max(T)'\n"
                              "greater = 0\n[[claim.test]]\nestimate = 'max(error)'\n"
                              "standard_error = 'max(se)'\nless = 1\n"),
                   "f", "study")
          .at(0);
  CHECK(exact.tests.at(0).number.exact == "a formula");
  CHECK_FALSE(exact.tests.at(1).is_exact());
}

TEST_CASE("declared tests: each row, with the confidence for all of them together") {
  const std::string each =
      "estimate = 'error'\nstandard_error = 'se'\nrepetitions = 'n'\n"
      "minus = \"at(method, 'bred', error)\"\nminus_error = \"at(method, 'bred', se)\"\n";
  const Verdict replay = judged(each + "each = \"method == 'replay'\"\ntest = {greater = 0}\n");
  CHECK(replay.as_expected);
  CHECK(replay.tests[0].result.numbers.size() == 1);
  const Verdict all = judged(each + "each = \"method != 'bred'\"\ntest = {greater = 0}\n");
  CHECK(all.kind == VerdictKind::undecided);
  REQUIRE(all.tests[0].result.numbers.size() == 2);
  CHECK(number_of(all).estimate.value == Approx(0.02));  // the one that is in doubt
  const auto& interval = all.tests[0].result.numbers[0].decision.interval;
  CHECK((interval.high - interval.low) / 2 ==
        Approx(std::hypot(0.01, 0.005) * statistics::student_t_quantile(0.99975, 99)));
  CHECK(judged(each + "each = \"method == 'none'\"\ntest = {greater = 0}\n").kind ==
        VerdictKind::error);
}

TEST_CASE("declared tests: of rows with the same answer the one with the least to spare decides") {
  // The three rows lie 10, 80 and 76 standard errors below 0.5.
  const Verdict all = judged(
      "estimate = 'error'\nstandard_error = 'se'\nrepetitions = 'n'\neach = 'T > 0'\n"
      "test = {less = 0.5}\n");
  CHECK(all.as_expected);
  REQUIRE(all.tests[0].result.numbers.size() == 3);
  CHECK(number_of(all).estimate.value == 0.40);
  CHECK(all.value == 0.40);
}

TEST_CASE("declared tests: another table has its own selection") {
  Table other;
  other.add_column("error", NumberColumn{0.3, 0.9});
  const Table table = results();
  const auto source = [&](const std::string& name) -> const Table& {
    return name == "errors" ? table : other;
  };
  const auto judged_largest = [&](const std::string& test) {
    const std::string rest =
        "select = \"method == 'bred'\"\nestimate = 'max(error)'\nexact = 'a maximum'\n"
        "[[claim.test]]\nequals = 0.1\nmargin = 0\nbecause = 'b'\n[[claim.test]]\n" +
        test + "margin = 0\nbecause = 'b'\n";
    return judge(parse_claims(claim_text(rest), "f", "study").at(0), source);
  };
  CHECK(judged_largest("table = 'others'\nequals = 0.9\n").as_expected);
  CHECK(judged_largest("table = 'others'\nselect = 'error < 0.5'\nequals = 0.3\n").as_expected);
  CHECK(judged_largest("equals = 0.1\n").as_expected);
}

TEST_CASE("declared tests: several must all hold, and fewer than ten repetitions decide nothing") {
  const std::string two = bred +
                          "[[claim.test]]\nless = 0.2\n[[claim.test]]\nlabel = 'replay'\n"
                          "estimate = \"at(method, 'replay', error)\"\n"
                          "standard_error = \"at(method, 'replay', se)\"\n";
  CHECK(judged(two + "greater = 0.3\n").as_expected);
  const Verdict refuted = judged(two + "greater = 0.5\n");
  CHECK(refuted.kind == VerdictKind::does_not_reproduce);
  CHECK(refuted.message ==
        "replay: 0.400 ± 0.010, interval [0.366, 0.434] at 99.9 % from 100 repetitions; asked: "
        "greater than 0.5: no");
  CHECK(judged(bred + "[[claim.test]]\nless = 0.5\nrepetitions = 9\n").kind ==
        VerdictKind::undecided);
}

TEST_CASE("declared tests: readings of which some come out") {
  const auto kind = [](const char* first, const char* second) {
    return judged(
               bred + "readings = ['one', 'other']\ntest = [{" + first + "}, {" + second + "}]\n",
               "depends on the reading")
        .kind;
  };
  CHECK(kind("less = 0.2", "greater = 0.2") == VerdictKind::reading);
  CHECK(kind("greater = 0.2", "less = 0.2") == VerdictKind::reading);
  CHECK(kind("less = 0.2", "less = 0.3") == VerdictKind::reproduces);
  CHECK(kind("greater = 0.2", "greater = 0.3") == VerdictKind::does_not_reproduce);
  CHECK(kind("greater = 0.2", "less = 0.11") == VerdictKind::undecided);
}

TEST_CASE("declared tests: what is expected names the verdict") {
  const std::string holds = bred + "test = {less = 0.2}\n";
  const std::string fails = bred + "test = {greater = 0.2}\n";
  const std::string open = bred + "test = {less = 0.11}\n";
  const std::string stand_in = "stand_in = 'drawn'\n";
  CHECK(judged(stand_in + holds, "reproduces on a stand-in").kind == VerdictKind::stand_in);
  CHECK(judged(stand_in + fails, "reproduces on a stand-in").kind == VerdictKind::not_on_stand_in);
  CHECK(judged(stand_in + fails, "not on a stand-in").as_expected);
  CHECK(judged(stand_in + holds, "not on a stand-in").kind == VerdictKind::stand_in);
  CHECK(judged(fails, "does not reproduce").as_expected);
  CHECK_FALSE(judged(holds, "does not reproduce").as_expected);
  CHECK_FALSE(judged(open, "does not reproduce").as_expected);
  CHECK(judged(open, "undecided").as_expected);
  CHECK(judged(holds, "finding").kind == VerdictKind::finding);
  CHECK(judged(fails, "finding").kind == VerdictKind::not_confirmed);
  CHECK(judged(holds, "calibration").kind == VerdictKind::calibration);
  const std::string erratum = bred + "corrected = 'c'\nargument = 'a'\n";
  CHECK(judged(erratum + "printed_fails = {less = 0.2}\ncorrected_holds = {greater = 0.05}\n",
               "erratum")
            .as_expected);
  CHECK(judged(erratum + "printed_fails = {less = 0.2}\ncorrected_holds = {greater = 0.2}\n",
               "erratum")
            .kind == VerdictKind::not_confirmed);
  CHECK(judged(erratum + "printed_fails = {less = 0.11}\ncorrected_holds = {greater = 0.05}\n",
               "erratum")
            .kind == VerdictKind::undecided);
}

TEST_CASE("declared tests: mistakes in the file") {
  const auto one = [](const std::string& rest, const std::string& part,
                      const std::string& expected = "reproduces") {
    const Texts found = problems(rest, expected);
    INFO(rest << (found.empty() ? "no problem" : found[0]));
    return found.size() == 1 && found[0].find(part) != std::string::npos;
  };
  CHECK(one(bred, "\"test\" is missing"));
  CHECK(one(bred + "test = [{less = 1}, {less = 2}]\n", "\"readings\" is missing",
            "depends on the reading"));
  CHECK(one(bred + "readings = ['one', 'other']\ntest = {less = 1}\n", "it has one test",
            "depends on the reading"));
  CHECK(one(bred + "test = {equals = 1}\n", "needs a \"margin\"") == false);  // and a reason
  CHECK(problems(bred + "test = {equals = 1}\n").size() == 2);
  CHECK(one(bred + "test = {between = [0.4, 0.2], because = 'b'}\n", "the lower bound is above"));
  CHECK(one(bred + "test = {equals = 1, margin = 0.1}\n", "\"because\""));
  CHECK(one(bred + "test = {between = [1, 2, 3], because = 'b'}\n", "two ends"));
  CHECK(one(bred + "test = {less = 1, greater = 0}\n", "is there already"));
  CHECK(one(bred + "test = {les = 1}\n", "needs one of") == false);  // and an unknown key
  CHECK(one(bred + "test = {less = 1, margin = 2}\n", "goes with"));
  CHECK(one("estimate = 'max(error)'\ntest = {less = 1}\n", "\"standard_error\""));
  CHECK(judged("estimate = 'max(error)'\nstandard_error = 'max(se)'\ntest = {less = 1}\n")
            .message.find("error_n") != std::string::npos);
  CHECK(one("estimate = 'replay_bound(1, 2, 3)'\nstandard_error = '1'\ntest = {less = 1}\n", ""));
  CHECK(one(bred + "minus = 'min(error)'\ntest = {less = 1}\n", "\"minus_error\""));
  CHECK(one(bred + "divided_by = 'min(error)'\ntest = {less = 1}\n", "\"divided_by_error\""));
  CHECK(one(bred + "test = []\n", "has no test"));
  CHECK(one("estimate = 'max(error)'\nexact = 'e'\nstandard_error = '1'\ntest = {less = 1}\n",
            "no error"));
  CHECK(one("estimate = '1 + 1'\nexact = 'e'\ntest = {less = 3}\n", "reads no column"));
  CHECK(one(bred + "[[claim.test]]\nless = 1\nminus = '2'\n", "needs an \"estimate\""));
  CHECK(one("test = {less = 1}\n", "there is no \"estimate\""));
  CHECK(one(bred + "test = {less = 'max('}\n", "in \"less\""));
  CHECK(one(bred + "test = {less = 1}\n", "missing key \"stand_in\"", "reproduces on a stand-in"));
  CHECK(one(bred + "test = {less = 1}\nsame_as = 'ab'\n", "STUDY/ID of another claim"));
  CHECK(one("mean_of = 'error'\nstandard_error = 'se'\ntest = {less = 1}\n",
            "\"standard_error\" does not go with \"mean_of\""));
  CHECK(one("mean_of = 'max('\ntest = {less = 1}\n", "in \"mean_of\""));
}

TEST_CASE("declared tests: the mean of a column has its error and its repetitions") {
  std::string rows = "error\n";
  for (int i = 0; i < 12; ++i) rows += std::to_string(i % 3) + "\n";
  const Table table = Table::from_csv(rows, "rows");
  const auto source = [&](const std::string&) -> const Table& { return table; };
  const auto verdict_of = [&](const std::string& number) {
    const std::string text =
        "[[claim]]\nid = 'a'\nwhere = 'w'\nstatement = 's'\nexpected = 'finding'\ntable = 't'\n" +
        number;
    return judge(parse_claims(text, "claims.toml", "study").at(0), source);
  };
  const std::string less = "less = 9\n";
  const auto of_mean = verdict_of("[[claim.test]]\nmean_of = 'error'\n" + less);
  const auto by_hand = verdict_of(
      "[[claim.test]]\nestimate = 'mean(error)'\nrepetitions = 'count(error)'\nstandard_error = "
      "'sqrt((mean(error^2) - mean(error)^2) / (count(error) - 1))'\n" +
      less);
  REQUIRE(of_mean.kind == VerdictKind::finding);
  CHECK(of_mean.value == 1);
  REQUIRE(of_mean.standard_error);
  CHECK(*of_mean.standard_error == Approx(*by_hand.standard_error).epsilon(1e-12));
  CHECK(of_mean.repetitions == by_hand.repetitions);
  CHECK(verdict_of("mean_of = 'error'\ntest = {less = -0.5}\n").kind == VerdictKind::not_confirmed);
  // Nine rows are too few, however clear.
  CHECK(verdict_of("mean_of = 'where(error < 2, error)'\ntest = {less = 9}\n").kind ==
        VerdictKind::undecided);
}

TEST_CASE("declared tests: a measured number with constants has its column's repetitions") {
  Table table;
  table.add_column("T", NumberColumn{1600});
  table.add_column("estimate", NumberColumn{0.25});
  table.add_column("estimate_se", NumberColumn{0.001});
  table.add_column("estimate_n", NumberColumn{200});
  const auto measured = [&](const std::string& text) {
    const Claim claim =
        parse_claims(claim_text("measured = \"" + text + "\"\nless = 9\n"), "f", "study").at(0);
    return judge(claim, [&](const std::string&) -> const Table& { return table; });
  };
  struct Known {
    const char* text;
    double value, error;
  };
  for (const Known& known : std::vector<Known>{{"value(estimate)", 0.25, 0.001},
                                               {"2 * value(estimate)", 0.5, 0.002},
                                               {"value(estimate) / 4", 0.0625, 0.00025},
                                               {"value(estimate / 4)", 0.0625, 0.00025},
                                               {"-value(estimate)", -0.25, 0.001},
                                               {"1 - value(estimate)", 0.75, 0.001},
                                               {"value(estimate) - 0.25", 0, 0.001},
                                               {"3 - value(estimate) * -2", 3.5, 0.002},
                                               {"at(T, 1600, estimate) * sqrt(4)", 0.5, 0.002}}) {
    INFO(known.text);
    const Measurement number = number_of(measured(known.text)).estimate;
    CHECK(number.value == known.value);
    CHECK(number.standard_error == known.error);
    CHECK(number.repetitions == 200);
  }
  for (const char* text :
       {"value(estimate)^2", "sqrt(value(estimate))", "value(T) * value(estimate)",
        "value(estimate) * value(estimate)", "value(estimate) + value(T)", "1 / value(estimate)",
        "max(estimate)", "mean(estimate)", "abs(value(estimate))"}) {
    INFO(text);
    const Texts found = problems("measured = \"" + std::string(text) + "\"\nless = 9\n");
    REQUIRE(found.size() == 1);
    CHECK_THAT(found[0],
               Catch::Contains("the error of \"" + std::string(text) + "\" is not in the table") &&
                   Catch::Contains("write \"estimate\" and \"standard_error\" with "
                                   "\"repetitions\", or \"mean_of\""));
  }
  const Texts minus =
      problems("measured = 'value(estimate)'\nminus_measured = 'value(estimate)^2'\nless = 9\n");
  REQUIRE(minus.size() == 1);
  CHECK_THAT(minus[0], Catch::EndsWith("otherwise write \"minus\" and \"minus_error\""));
}

TEST_CASE("declared tests: a shift of the estimate changes the verdict") {
  const std::string test = bred + "test = {equals = 0.1, margin = 0.03, because = 'b'}\n";
  CHECK(judged(test).as_expected);
  // By a margin the estimate is on the boundary; by two it is outside.
  CHECK_FALSE(judged(test, "reproduces", {1}).as_expected);
  CHECK(judged(test, "reproduces", {-2}).kind == VerdictKind::does_not_reproduce);
  const Table table = results();
  const auto source = [&](const std::string&) -> const Table& { return table; };
  CHECK(sensitivity_of(judged(test), source) == Sensitivity::to_margin);
  CHECK(sensitivity_of(judged(bred + "test = {less = 0.12}\n"), source) == Sensitivity::to_margin);
  CHECK(sensitivity_of(judged(bred + "test = {less = 10}\n"), source) == Sensitivity::to_more);
}

TEST_CASE("declared tests: how far an estimate is shifted") {
  const auto shifted = [](const std::string& rest, double times) {
    return number_of(judged(rest, "reproduces", {times})).estimate.value;
  };
  // By its margin or by five standard errors, 0.025, whichever is more.
  CHECK(shifted(bred + "test = {equals = 0.1, margin = 0.2, because = 'b'}\n", 1) == Approx(0.3));
  CHECK(shifted(bred + "test = {equals = 0.1, margin = 0.01, because = 'b'}\n", -1) ==
        Approx(0.075));
  CHECK(shifted(bred + "test = {between = [0, 0.4], because = 'b'}\n", 1) == Approx(0.3));
  // A share of trials stays one.
  const std::string share = "estimate = 'max(hits)'\nproportion = true\nrepetitions = '100'\n";
  CHECK(shifted(share + "test = {greater = 0.6}\n", 1) == 1);
  CHECK(shifted(share + "test = {greater = 0.6}\n", -1) == Approx(0.5));
  CHECK(shifted(share + "test = {greater = 0.6}\n", -3) == 0);
}

TEST_CASE("declared tests: the summary of verdicts") {
  const VerdictSummary summary =
      summary_of({judged(bred + "test = {less = 0.2}\n"), judged(bred + "test = {less = 0.11}\n"),
                  judged("estimate = 'max(T)'\nexact = 'e'\ntest = {less = 1e9}\n")});
  CHECK(summary.claims == 3);
  CHECK(summary.unexpected == 1);
  CHECK(summary.kinds.at("reproduces") == 2);
  CHECK(summary.kinds.at("undecided") == 1);
  CHECK(summary.sampled == 2);
  CHECK(summary.computed == 1);
  CHECK(summary.expected_errors == Approx(0.001));
}

}  // namespace replaybench
