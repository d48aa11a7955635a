#include "suite/report/number_words.hpp"

#include <cmath>

#include "suite/testing/catch.hpp"

using namespace replaybench;

namespace {

DeclaredTest declared(const std::string& estimate) {
  DeclaredTest test;
  test.number.estimate = Expression::parse(estimate);
  test.kind = RequirementKind::less;
  test.bound = Expression::parse("1");
  return test;
}

Verdict verdict_of(const std::string& printed, double value, RequirementKind kind,
                   const std::string& bound, const std::string& second = "") {
  Verdict verdict;
  verdict.claim.printed_text = printed;
  verdict.claim.printed = 0.173;
  verdict.value = value;
  DeclaredTest test = declared("x");
  test.kind = kind;
  test.bound = Expression::parse(bound);
  if (!second.empty()) test.second = Expression::parse(second);
  verdict.claim.tests = {test};
  return verdict;
}

}  // namespace

TEST_CASE("number words: an expression is read aloud") {
  CHECK(expression_words("log_ratio") == "log ratio");
  CHECK(expression_words("value(score)") == "score");
  CHECK(expression_words("column('K = 10')") == "K = 10");
  CHECK(expression_words("at(method, 'T-BRED, twice', bias_2)") == "bias 2 of T-BRED, twice");
  CHECK(expression_words("at(K, 20, error)") == "error at K = 20");
  CHECK(expression_words("-min(log_ratio)") == "minus the least log ratio");
  CHECK(expression_words("a - b - c / d") == "a minus b minus c over d");
  CHECK(expression_words("max(abs(a - b)) * 2e-3") == "the largest size of (a minus b) times 2e-3");
  CHECK(expression_words("slope(log(T), log(error))") == "slope of log of error against log of T");
  CHECK(expression_words("argmax(c, score)") == "c of the largest score");
  CHECK(expression_words("mean(where(K >= 10 and m != 'x', y))") ==
        "mean y where K ≥ 10 and m ≠ x");
  CHECK(expression_words("count(peaks == 2) / count(peaks)") ==
        "number of rows with peaks = 2 over number of rows");
  // What has no words stays as it is.
  CHECK(expression_words("x^2 + 1") == "x^2 plus 1");
  CHECK(expression_words("if(a < b, a, b)") == "if(a < b, a, b)");
  CHECK(expression_words("(a + b) / c") == "(a + b) over c");
}

TEST_CASE("number words: the name of a number has its difference, ratio, slope and rows") {
  DeclaredTest test = declared("error");
  CHECK(number_name(test) == "error");
  test.select = Expression::parse("K == 10");
  CHECK(number_name(test) == "error (K = 10)");
  test.number.minus = Expression::parse("other");
  CHECK(number_name(test) == "error minus other (K = 10)");
  test.number.minus.reset();
  test.number.divided_by = Expression::parse("other");
  CHECK(number_name(test) == "ratio of error to other (K = 10)");
  test.number.divided_by.reset();
  test.number.slope_on = Expression::parse("log(T)");
  CHECK(number_name(test, 2) ==
        "slope of error against log of T (K = 10), the least clear of 2 rows");

  JudgedTest judged{declared("error"),
                    {Answer::yes, {{{0.5, 0.1, 20}, Requirement::less_than(1), {}}}}};
  const std::string number = "0.50 ± 0.10, interval [";
  CHECK(judged_sentence(judged).starts_with("error: " + number));
  judged.test.label = "K = 20";
  CHECK(judged_sentence(judged).starts_with("error, K = 20: " + number));

  // A published verdict has a number without tests of these tables.
  CHECK(number_name(verdict_of("", 1, RequirementKind::less, "2")) == "x");
  CHECK(number_name(Verdict()).empty());
}

TEST_CASE("number words: a cited percentage has our number in percent beside it") {
  using enum RequirementKind;
  // replay_ese/dip-depth: a logarithm of a ratio, and the share that it means.
  CHECK(number_in_percent(verdict_of("17.3 %", 0.15650410950842758, equals, "log1p(printed)",
                                     "0.005")) == "16.9 %");
  CHECK(number_in_percent(verdict_of("17.3 %", 0.1565, equals, "printed", "0.02")) == "15.7 %");
  CHECK(number_in_percent(verdict_of("2.4 %, below 1.5%", 0.0123, less, "0.015")) == "1.23 %");
  CHECK(number_in_percent(verdict_of("-2 %", -0.0123, greater, "-0.02")) == "-1.23 %");
  CHECK(number_in_percent(verdict_of("8 %", 0.0823, between, "0.07", "0.09")) == "8.23 %");
  Verdict sampled = verdict_of("80 %", 0.6661, greater, "0.8");
  sampled.standard_error = 0.0063;
  CHECK(number_in_percent(sampled) == "66.61 ± 0.63 %");
  // The statement has it if the number does not.
  sampled.claim.statement = "80 % are right";
  sampled.claim.printed_text.clear();
  CHECK(number_in_percent(sampled) == "66.61 ± 0.63 %");
  // The test asks for something else, or for something that depends on the results; there is no percentage.
  CHECK(number_in_percent(verdict_of("21 %", 1.18, greater, "1")).empty());
  CHECK(number_in_percent(verdict_of("21 %", 0.2, greater, "min(x)")).empty());
  CHECK(number_in_percent(verdict_of("0.8", 0.8, equals, "0.8", "0.1")).empty());
  CHECK(number_in_percent(verdict_of("100 %", 0.8, between, "-3", "3")).empty());
  CHECK(number_in_percent(Verdict()).empty());
}
