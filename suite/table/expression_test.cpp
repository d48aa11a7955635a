#include "suite/table/expression.hpp"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "suite/numeric/nan.hpp"
#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"

namespace replaybench {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

Table sample() {
  Table table;
  table.add_column("method", TextColumn{"replay", "bred", "replay", "bred"});
  table.add_column("K", NumberColumn{10, 10, 20, 20});
  table.add_column("error", NumberColumn{0.4, 0.1, 0.5, 0.3});
  table.add_column("ndcg@5", NumberColumn{1, 2, 3, nan});
  table.add_column("mean", NumberColumn{7, 7, 7, 7});
  table.add_column("with space", NumberColumn{1, 0, 0, 0});
  return table;
}

Table empty() {
  Table table;
  table.add_column("x", NumberColumn{});
  table.add_column("y", NumberColumn{});
  return table;
}

double scalar(std::string_view text, const Variables& variables = {}) {
  return Expression::parse(text).scalar(sample(), variables);
}
bool holds(std::string_view text, const Variables& variables = {}) {
  return Expression::parse(text).holds(sample(), variables);
}
NumberColumn numbers(std::string_view text) {
  return std::get<NumberColumn>(Expression::parse(text).evaluate(sample()));
}
TextColumn texts(std::string_view text) {
  return std::get<TextColumn>(Expression::parse(text).evaluate(sample()));
}

// "OFFSET message" of the error that parsing or evaluating gives.
std::string error(std::string_view text, const Table& table = sample(),
                  const Functions& functions = {}) {
  try {
    Expression::parse(text, functions).evaluate(table);
  } catch (const ExpressionError& e) {
    return std::to_string(e.offset()) + ' ' + e.message();
  }
  return "no error";
}
bool begins(const std::string& text, std::string_view start) { return text.starts_with(start); }

TEST_CASE("expression: precedence and literals") {
  CHECK(scalar("1 + 2 * 3") == 7);
  CHECK(scalar("(1 + 2) * 3") == 9);
  CHECK(scalar("8 - 4 - 2") == 2);
  CHECK(scalar("8 / 4 / 2") == 1);
  CHECK(scalar("-2^2") == -4);
  CHECK(scalar("2^3^2") == 512);
  CHECK(scalar("2^-1") == 0.5);
  CHECK(scalar("2 * -3") == -6);
  CHECK(scalar("--3") == 3);
  CHECK(scalar(".5 + 1.5e1 + 2E-1") == .5 + 15 + 0.2);
  CHECK(scalar("pi") == 3.14159265358979323846);
  CHECK(std::isnan(scalar("nan")));
  CHECK(scalar("-inf") == -inf);
  CHECK(scalar(" \t\n1\r ") == 1);
  CHECK(holds("1 + 1 == 2 and not 1 > 2 or 1 > 2"));
  CHECK(holds("not 1 == 2"));                // not (1 == 2)
  CHECK(holds("1 < 2 or 1 < 2 and 2 < 1"));  // and binds tighter
  CHECK_FALSE(holds("(1 < 2 or 1 < 2) and 2 < 1"));
  CHECK(holds("\"it's\" != 'its'"));
}

TEST_CASE("expression: rows keep their order, single values broadcast") {
  CHECK(numbers("error * K") == NumberColumn{0.4 * 10, 0.1 * 10, 0.5 * 20, 0.3 * 20});
  CHECK(numbers("K - mean(K)") == NumberColumn{-5, -5, 5, 5});
  CHECK(numbers("1 - error") == NumberColumn{1 - 0.4, 1 - 0.1, 1 - 0.5, 1 - 0.3});
  CHECK(numbers("3") == NumberColumn{3, 3, 3, 3});
  CHECK(texts("'a'") == TextColumn{"a", "a", "a", "a"});
  CHECK(texts("method")[1] == "bred");
  CHECK(texts("if(K == 10, method, 'none')") == TextColumn{"replay", "bred", "none", "none"});
  CHECK(numbers("if(method == 'bred', error, -1)") == NumberColumn{-1, 0.1, -1, 0.3});
  CHECK(numbers("method != 'bred'") == NumberColumn{1, 0, 1, 0});
  CHECK(numbers("(error < 0.35) + 1") == NumberColumn{1, 2, 1, 2});
  CHECK(numbers("where(method == 'bred', K)") == NumberColumn{10, 20});
  // The paired difference between methods, row for row in the table's order.
  CHECK(numbers("where(method == 'replay', error) - where(method == 'bred', error)") ==
        NumberColumn{0.4 - 0.1, 0.5 - 0.3});
  CHECK(numbers("mean") == NumberColumn{7, 7, 7, 7});  // a column may have a function's name
  CHECK(numbers("column('with space')") == NumberColumn{1, 0, 0, 0});
  CHECK(scalar("value(1 + where(method == 'bred' and K == 20, error))") == 1.3);
  CHECK(Expression::parse("K == 20 and method == 'bred'").matching_rows(sample()) ==
        std::vector<std::size_t>{3});
  CHECK(Expression::parse("K > 99").matching_rows(sample()).empty());
}

TEST_CASE("expression: row functions against <cmath> and Boost") {
  // SLEEF is within 1.0 ULP and glibc within about as much: 4 epsilon.
  const auto close = [](double x, double y) {
    return std::fabs(x - y) <= 4 * 2.3e-16 * std::fabs(y);
  };
  CHECK(close(scalar("exp(1.5)"), std::exp(1.5)));
  CHECK(close(scalar("log(10)"), std::log(10)));
  CHECK(close(scalar("log1p(1e-9)"), std::log1p(1e-9)));
  CHECK(close(scalar("10 ^ 0.3"), std::pow(10, 0.3)));
  CHECK(scalar("sqrt(2)") == std::sqrt(2));
  CHECK(scalar("abs(-2) + floor(-0.5) + round(2.5) + round(-2.5)") == 2 - 1 + 3 - 3);
  CHECK(scalar("min2(1, 2) + 10 * max2(1, 2)") == 21);
  CHECK(std::isnan(scalar("min2(nan, 2)")));
  CHECK(std::isnan(scalar("max2(2, nan)")));
  const boost::math::normal normal;
  CHECK(scalar("normal_quantile(0.9995)") == Approx(quantile(normal, 0.9995)).epsilon(1e-13));
  CHECK(scalar("normal_cdf(-1.3)") == Approx(cdf(normal, -1.3)).epsilon(1e-13));
  CHECK(scalar("normal_quantile(0)") == -inf);
  CHECK(scalar("normal_quantile(1)") == inf);
  CHECK(std::isnan(scalar("normal_quantile(1.5)")));
  CHECK(scalar("1 / 0") == inf);
  CHECK(numbers("is_nan(ndcg@5)") == NumberColumn{0, 0, 0, 1});
}

TEST_CASE("expression: aggregations") {
  CHECK(scalar("sum(K)") == 60);
  CHECK(scalar("mean(K)") == 15);
  CHECK(scalar("min(error)") == 0.1);
  CHECK(scalar("max(error)") == 0.5);
  CHECK(scalar("count(K)") == 4);
  CHECK(scalar("count(method)") == 4);
  CHECK(scalar("count(error > 0.35)") == 2);
  CHECK(scalar("count(where(K > 99, error))") == 0);
  CHECK(scalar("mean(method == 'bred')") == 0.5);
  CHECK(scalar("first(error) + 10 * last(error)") == 0.4 + 10 * 0.3);
  CHECK(holds("argmin(method, error) == 'bred' and argmax(method, error) == 'replay'"));
  CHECK(scalar("argmin(error, K)") == 0.4);  // the first of two rows with K = 10
  CHECK(scalar("argmax(error, K)") == 0.5);
  CHECK(scalar("at(error, 0.3, K)") == 20);
  CHECK(holds("at(error, 0.5, method) == 'replay'"));
  CHECK(scalar("at(where(K == 20, method), 'bred', where(K == 20, error))") == 0.3);
  CHECK(holds("all(error < 1) and any(error > 0.45) and not any(error > 0.5)"));
  CHECK_FALSE(holds("all(error < 0.5)"));

  Table tricky;  // plain summation gives 0, and 2 is the sum
  tricky.add_column("x", NumberColumn{1, 1e100, 1, -1e100});
  CHECK(Expression::parse("sum(x)").scalar(tricky) == 2);
  Table infinite;
  infinite.add_column("x", NumberColumn{1, inf});
  CHECK(Expression::parse("sum(x)").scalar(infinite) == inf);
}

TEST_CASE("expression: the standard error is the sample deviation over the root of the number") {
  // The values are 10, 10, 20, 20: their squared distances from 15 sum to 100; 100 / 3 / 4.
  CHECK(scalar("standard_error(K)") == Approx(std::sqrt(100.0 / 12)).epsilon(1e-15));
  CHECK(scalar("standard_error(K - K)") == 0);
  CHECK(scalar("standard_error(where(K == 20, error) - where(K == 10, error))") ==
        Approx(scalar("sqrt((mean((where(K == 20, error) - where(K == 10, error))^2) - "
                      "mean(where(K == 20, error) - where(K == 10, error))^2) / 1)"))
            .epsilon(1e-12));
  CHECK(std::isnan(scalar("standard_error(ndcg@5)")));
  CHECK(error("standard_error(where(error == 0.3, K))") ==
        "0 standard_error: the column has 1 rows; expected two or more");
  CHECK(error("standard_error(where(K > 99, K))") ==
        "0 standard_error: the column has 0 rows; expected two or more");
  CHECK(error("standard_error(1)") != "");
  CHECK(error("standard_error(method)") != "");
}

TEST_CASE("expression: the mean of a group stands in each of its rows") {
  Table table;
  table.add_column("T", NumberColumn{1, 2, 1, 2, 1});
  table.add_column("who", TextColumn{"a", "a", "b", "b", "a"});
  table.add_column("x", NumberColumn{1, 20, 300, 4000, 5});
  const auto column = [&](const char* text) {
    return std::get<NumberColumn>(Expression::parse(text).evaluate(table));
  };
  CHECK(column("group_mean(T, who == 'a', x)") == NumberColumn{3, 20, 3, 20, 3});
  CHECK(column("group_mean(who, T > 0, x)") ==
        NumberColumn{26.0 / 3, 26.0 / 3, 2150, 2150, 26.0 / 3});
  CHECK(column("x - group_mean(T, who == 'b', x)") == NumberColumn{-299, -3980, 0, 0, -295});
  CHECK(error("group_mean(T, x > 100 and T == 1, x)", table) ==
        "0 group_mean: the condition holds in no row with the key of row 2");
  CHECK(error("group_mean(T / 0 - T / 0, x > 0, x)", table) == "17 group_mean: NaN in row 1");
  CHECK(error("group_mean(T, x, x)", table) != "");
  CHECK(error("group_mean(T, x > 0, where(x > 4, x))", table) != "");
  CHECK(error("group_mean(1, x > 0, x)", table) != "");
}

TEST_CASE("expression: slope is the least-squares line's") {
  // Normal equations by hand for (1,2) (2,3) (4,9): n Sxy - Sx Sy = 3*44 - 7*14 = 34, n Sxx - Sx^2
  // = 63 - 49 = 14.
  Table table;
  table.add_column("x", NumberColumn{1, 2, 4});
  table.add_column("y", NumberColumn{2, 3, 9});
  table.add_column("same", NumberColumn{0.1, 0.1, 0.1});
  CHECK(Expression::parse("slope(x, y)").scalar(table) == Approx(34.0 / 14).epsilon(1e-15));
  CHECK(Expression::parse("slope(log(x), log(3 * x^-0.5))").scalar(table) ==
        Approx(-0.5).epsilon(1e-14));
  CHECK(error("slope(same, y)", table) == "6 slope: needs two different values");
}

TEST_CASE("expression: nothing holds vacuously") {
  const Table table = empty();
  for (const char* name :
       {"all(x < 1)", "any(x < 1)", "not any(x < 1)", "all(where(x < 1, y < 1))"}) {
    CHECK_THROWS_AS(Expression::parse(name).holds(table), ExpressionError);
  }
  for (const char* name :
       {"sum(x)", "mean(x)", "min(x)", "max(x)", "first(x)", "last(x)", "value(x)", "argmin(x, y)",
        "argmax(x, y)", "slope(x, y)", "at(x, 1, y)"}) {
    CHECK_THROWS_AS(Expression::parse(name).scalar(table), ExpressionError);
  }
  CHECK(error("all(where(K > 99, error < 1))") == "0 all: the column has no rows");
  CHECK(Expression::parse("count(x)").scalar(table) == 0);
  CHECK(std::get<NumberColumn>(Expression::parse("x + 1").evaluate(table)).empty());
  CHECK(std::get<NumberColumn>(Expression::parse("1").evaluate(table)).empty());
}

TEST_CASE("expression: neither a comparison with NaN nor its negation holds") {
  const Variables v{{"v", nan}};
  for (const char* text :
       {"v < 1", "v >= 1", "v == v", "v != 1", "not v < 1", "not (v == 1)", "not all(error < v)",
        "not any(error < v)", "all(error < v)", "v < 1 or v >= 1", "v < 1 and 1 < 2",
        "count(error < v) == 0", "sum(error) * v == 0", "if(v < 1, 1, 1) == 1"}) {
    INFO(text);
    CHECK_FALSE(holds(text, v));
  }
  CHECK(holds("v < 1 or 1 < 2", v));         // true whatever v is
  CHECK(holds("not (v < 1 and 2 < 1)", v));  // likewise
  CHECK(holds("is_nan(v)", v));
  CHECK(holds("any(ndcg@5 > 2)"));        // one row has it, whatever the NaN is
  CHECK_FALSE(holds("all(ndcg@5 > 0)"));  // NaN in the last row
  CHECK(holds("all(where(not is_nan(ndcg@5), ndcg@5) > 0)"));
  CHECK(numbers("ndcg@5 > 1") == NumberColumn{0, 1, 1, 0});
  CHECK(numbers("where(ndcg@5 > 1, K)") == NumberColumn{10, 20});
  CHECK(std::isnan(scalar("min(ndcg@5)")));
  CHECK(std::isnan(scalar("max(ndcg@5)")));
  CHECK(std::isnan(scalar("mean(ndcg@5)")));
  CHECK(error("argmin(K, ndcg@5)") == "10 argmin: NaN in row 4");
  CHECK(error("argmax(method, ndcg@5)") == "15 argmax: NaN in row 4");
  CHECK(error("if(ndcg@5 > 1, method, 'x')") == "10 if: NaN in row 4");
  CHECK(error("ndcg@5 == nan") == "7 nothing compares with nan; use is_nan(...)");
}

TEST_CASE("expression: variables") {
  CHECK(scalar("value * 2", {{"value", 3}}) == 6);
  CHECK(holds("abs(value - printed) < z * standard_error",
              {{"value", 1}, {"printed", 1.2}, {"z", 3.29}, {"standard_error", 0.1}}));
  // A name that is both is refused rather than guessed.
  const auto ambiguous = [](const char* text) {
    return Expression::parse(text).evaluate(sample(), {{"K", 5}});
  };
  CHECK_THROWS_AS(ambiguous("K"), ExpressionError);
  CHECK(std::get<NumberColumn>(ambiguous("column('K')")) == NumberColumn{10, 10, 20, 20});
  CHECK(std::get<NumberColumn>(ambiguous("variable('K')")) == NumberColumn{5, 5, 5, 5});
  CHECK(Expression::parse("b + a * b + column('x y') > all(c)").names() ==
        std::vector<std::string>{"b", "a", "x y", "c"});
  CHECK(Expression::parse("1 + pi").names().empty());
}

TEST_CASE("expression: external functions, row by row in order") {
  std::vector<double> seen;
  const Functions functions{{"mix", 2,
                             [&](std::span<const double> x) {
                               seen.push_back(x[0]);
                               return 100 * x[0] + x[1];
                             }},
                            {"seven", 0, [](std::span<const double>) { return 7.0; }},
                            {"picky", 1, [](std::span<const double> x) {
                               if (x[0] > 0.45) throw std::domain_error("too large");
                               return x[0];
                             }}};
  const auto mixed = Expression::parse("mix(K, error)", functions).evaluate(sample());
  CHECK(std::get<NumberColumn>(mixed) ==
        NumberColumn{1000 + 0.4, 1000 + 0.1, 2000 + 0.5, 2000 + 0.3});
  CHECK(seen == std::vector<double>{10, 10, 20, 20});
  CHECK(Expression::parse("mix(2, 1) + seven()", functions).scalar(sample()) == 208);
  CHECK(Expression::parse("seven()", functions).calls_external());
  CHECK_FALSE(Expression::parse("K", functions).calls_external());
  CHECK(error("1 + picky(error)", sample(), functions) == "4 picky: too large (row 3)");
  CHECK(error("picky(method)", sample(), functions) ==
        "6 picky: a column of 4 texts; expected numbers");
  CHECK(error("mix(1)", sample(), functions) == "0 mix() takes 2 arguments, not 1");
  CHECK(error("mux(1, 2)", sample(), functions) ==
        "0 there is no function \"mux\" (did you mean \"max\"?)");
  const auto one = [](std::span<const double>) { return 1.0; };
  CHECK_THROWS_AS(Expression::parse("1", {{"mean", 1, one}}), std::logic_error);
  CHECK_THROWS_AS(Expression::parse("1", {{"f", 1, one}, {"f", 2, one}}), std::logic_error);
  CHECK_THROWS_AS(Expression::parse("1", {{"f", 1, nullptr}}), std::logic_error);
  CHECK_THROWS_AS(Expression::parse("1", {{"f g", 1, one}}), std::logic_error);
  // The expression keeps its functions.
  const Expression kept = [] {
    return Expression::parse("f(2)", {{"f", 1, [](std::span<const double> x) { return x[0]; }}});
  }();
  CHECK(kept.scalar(sample()) == 2);
}

TEST_CASE("expression: syntax errors say where and what") {
  CHECK(error("") == "0 the expression is empty");
  CHECK(error("1 +") == "3 the expression ends; expected a number, text, name, call or '('");
  CHECK(error("1 2") == "2 unexpected \"2\"; expected an operator or the end");
  CHECK(error("(1") == "2 the expression ends; expected ')'");
  CHECK(error("1)") == "1 unexpected \")\"; expected an operator or the end");
  CHECK(error("mean(K") == "6 the expression ends; expected ',' or ')'");
  CHECK(error("mean(K,)") == "7 unexpected \")\"; expected a number, text, name, call or '('");
  CHECK(error("K = 1") == "2 '=' is no operator; comparison is '=='");
  CHECK(error("K && K") == "2 logical operators are written 'and', 'or', 'not'");
  CHECK(error("1 < 2 < 3") == "6 comparisons do not chain; join two with 'and'");
  CHECK(error("1 + 'abc") == "4 a quote that is not closed");
  CHECK(error("1 + 2x") == "4 \"2x\" is not a number");
  CHECK(error("1.2.3") == "0 \"1.2.3\" is not a number");
  CHECK(error("K # 1") == "2 unexpected character '#'");
  CHECK(error("and") == "0 unexpected \"and\"; expected a number, text, name, call or '('");
  CHECK(error("mean(K, 1)") == "0 mean() takes 1 argument, not 2");
  CHECK(error("1 + maen(K)") == "4 there is no function \"maen\" (did you mean \"mean\"?)");
  CHECK(begins(error("negate(1)"), "0 there is no function \"negate\""));
  CHECK(error("column(K)") == "7 unexpected \"K\"; expected a name in quotes");
  CHECK(error(std::string(200, '(') + '1' + std::string(200, ')')) == "100 nested too deep");
  CHECK(begins(error(std::string(100000, '-') + '1'), "99 nested too deep"));
  std::string longest = "1";
  for (int i = 0; i < 5000; ++i) longest += "+1";
  CHECK(error(longest).ends_with("too many operators"));
  CHECK(std::string(ExpressionError(3, "wrong").what()) == "wrong (at character 4)");
}

TEST_CASE("expression: evaluation errors say where and what") {
  CHECK(error("1 + eror") == "4 there is no column or variable \"eror\" (did you mean \"error\"?)");
  CHECK(begins(error("column('eror')"), "0 there is no column \"eror\""));
  CHECK(
      begins(error("1 + zzzzzz"), "4 there is no column or variable \"zzzzzz\"; known: method, K"));
  CHECK(error("method + 1") == "0 +: a column of 4 texts; expected numbers");
  CHECK(error("method == 1") == "7 ==: cannot compare a column of 4 texts with a number");
  CHECK(error("method < 'x'") == "7 <: texts have no order here; only == and !=");
  CHECK(error("not K") ==
        "4 not: a column of 4 numbers; expected a condition, such as a comparison");
  CHECK(begins(error("all(K)"), "4 all: a column of 4 numbers; expected a condition"));
  CHECK(error("mean(1)") == "5 mean: a number; expected a column");
  CHECK(error("all(1 < 2)") == "6 all: a condition; expected a column");
  CHECK(error("K + where(K == 10, K)") ==
        "2 +: a column of 4 numbers does not match a column of 2 numbers");
  CHECK(error("value(K)") == "0 value: the column has 4 rows; expected one");
  CHECK(error("at(K, 10, error)") == "6 at: 2 rows have the key 10; expected one");
  CHECK(error("at(method, 'x', K)") == "11 at: 0 rows have the key 'x'; expected one");
  CHECK(error("at(method, 1, K)") == "11 at: a number as the key in a column of 4 texts");
  CHECK(error("if(K == 10, 'a', 1)") == "0 if: one branch is a text, the other a number");
  CHECK(error("where(1 < 2, K)") == "8 where: a condition; expected a column");
  CHECK_THROWS_AS(scalar("K"), ExpressionError);
  CHECK_THROWS_AS(scalar("1 < 2"), ExpressionError);
  CHECK_THROWS_AS(scalar("'a'"), ExpressionError);
  CHECK_THROWS_AS(holds("1"), ExpressionError);
  CHECK_THROWS_AS(holds("K < 3"), ExpressionError);
  CHECK_THROWS_AS(Expression::parse("1 < 2").matching_rows(sample()), ExpressionError);
}

TEST_CASE("expression: the same selection of another column") {
  Table table;
  table.add_column("K", NumberColumn{1, 2, 3});
  table.add_column("m", NumberColumn{5, 6, 7});
  table.add_column("m_se", NumberColumn{0.5, 0.25, 0.125});
  table.add_column("a b", NumberColumn{1, 1, 1});
  table.add_column("a b_se", NumberColumn{2, 2, 2});
  const auto selection = [](const std::string& text, Expression::Part part) {
    return Expression::parse(text).selection_of("_se", part);
  };
  const auto scalar = [&](const std::string& text, Expression::Part part) {
    return selection(text, part)->scalar(table);
  };
  using enum Expression::Part;
  CHECK(scalar("at(K, 2, m)", spread) == 0.25);
  CHECK(scalar("first(m)", spread) == 0.5);
  CHECK(scalar("last(m)", spread) == 0.125);
  CHECK(scalar("value(where(m == 6, m))", spread) == 0.25);  // the condition is of m itself
  CHECK(scalar("1 - last(m) * -4", spread) == 0.5);
  CHECK(scalar("1 - last(m) * -4", count) == 0.125);
  CHECK(scalar("first(column('a b'))", spread) == 2);
  CHECK(scalar("variable('z') - first(m)", spread) == 0.5);
  CHECK(selection("value(where(m == 6, m))", spread)->text() == "value(where(m == 6, m_se))");
  CHECK(selection("first(column('a b'))", spread)->text() == "first(column('a b_se'))");
  CHECK(std::get<NumberColumn>(selection("m / -2", spread)->evaluate(table)) ==
        NumberColumn{0.25, 0.125, 0.0625});
  for (const char* text : {"m ^ 2", "sqrt(m)", "m * K", "m - m", "2 / m", "max(m)", "mean(m)",
                           "m > 1", "not m > 1", "if(1 < 2, m, m)", "variable('z')", "3"}) {
    INFO(text);
    CHECK_FALSE(selection(text, spread));
    CHECK_FALSE(selection(text, count));
  }
}

TEST_CASE("expression: 100,000 rows") {
  Table table;
  NumberColumn x;
  TextColumn name;
  double expected = 0;
  Draws draws(derive_key(2, "live", "expression"), 0);
  for (int i = 0; i < 100000; ++i) {
    x.push_back(draws.uniform());
    name.push_back(i % 2 == 0 ? "even" : "odd");
    if (i % 2 == 0 && x.back() > 0.5) expected += x.back() * x.back();
  }
  table.add_column("x", x);
  table.add_column("name", name);
  const Expression sum = Expression::parse("sum(where(name == 'even' and x > 0.5, x * x))");
  // 50,000 terms of at most 1: plain summation is within 25,000 * 25,000 * eps / 2 < 1e-7 of exact.
  CHECK(sum.scalar(table) == Approx(expected).margin(1e-7));
}

}  // namespace
}  // namespace replaybench
