#include "suite/report/number_words.hpp"

#include <cmath>

#include "suite/testing/catch.hpp"

using namespace replaybench;

namespace {

JudgedTest judged(const std::string& estimate,
                  const Requirement& requirement = Requirement::less_than(1)) {
  DeclaredTest test;
  test.number.estimate = Expression::parse(estimate);
  test.bound = Expression::parse("1");
  test.kind = RequirementKind::less;
  return {test, {Answer::yes, {{{0.5, 0.1, 20}, requirement, {}}}}};
}

Verdict verdict_of(const std::string& printed, double value, const Requirement& requirement) {
  Verdict verdict;
  verdict.claim.printed_text = printed;
  verdict.value = value;
  verdict.tests = {judged("x", requirement)};
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
  JudgedTest test = judged("error");
  CHECK(number_name(test) == "error");
  test.test.select = Expression::parse("K == 10");
  CHECK(number_name(test) == "error (K = 10)");
  test.test.number.minus = Expression::parse("other");
  CHECK(number_name(test) == "error minus other (K = 10)");
  test.test.number.minus.reset();
  test.test.number.divided_by = Expression::parse("other");
  CHECK(number_name(test) == "ratio of error to other (K = 10)");
  test.test.number.divided_by.reset();
  test.test.number.slope_on = Expression::parse("log(T)");
  test.result.numbers.push_back(test.result.numbers.front());
  CHECK(number_name(test) == "slope of error against log of T (K = 10), the least clear of 2 rows");
  test = judged("error");
  const std::string number = "0.50 ± 0.10, interval [";
  CHECK(judged_sentence(test).starts_with("error: " + number));
  test.test.label = "K = 20";
  CHECK(judged_sentence(test).starts_with("error, K = 20: " + number));
}

TEST_CASE("number words: a cited percentage has our number in percent beside it") {
  // replay_ese/dip-depth: a logarithm of a ratio, and the share that it means.
  CHECK(number_in_percent(verdict_of("17.3 %", 0.15650410950842758,
                                     Requirement::equals(std::log1p(0.173), 0.005))) == "16.9 %");
  CHECK(number_in_percent(verdict_of("17.3 %", 0.1565, Requirement::equals(0.173, 0.02))) ==
        "15.7 %");
  CHECK(number_in_percent(verdict_of("2.4 %, below 1.5%", 0.0123, Requirement::less_than(0.015))) ==
        "1.23 %");
  CHECK(number_in_percent(verdict_of("-2 %", -0.0123, Requirement::greater_than(-0.02))) ==
        "-1.23 %");
  Verdict sampled = verdict_of("80 %", 0.6661, Requirement::greater_than(0.8));
  sampled.standard_error = 0.0063;
  CHECK(number_in_percent(sampled) == "66.61 ± 0.63 %");
  // The statement has it if the number does not.
  sampled.claim.statement = "80 % are right";
  sampled.claim.printed_text.clear();
  CHECK(number_in_percent(sampled) == "66.61 ± 0.63 %");
  // The test asks for something else; there is no percentage; nothing was judged.
  CHECK(number_in_percent(verdict_of("21 %", 1.18, Requirement::greater_than(1))).empty());
  CHECK(number_in_percent(verdict_of("0.8", 0.8, Requirement::equals(0.8, 0.1))).empty());
  CHECK(number_in_percent(verdict_of("100 %", 0.8, Requirement::between(-3, 3))).empty());
  CHECK(number_in_percent(Verdict()).empty());
}
