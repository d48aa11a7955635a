// The built-in functions and operators of the expression language.

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "suite/numeric/decimal.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/numeric/moments.hpp"
#include "suite/table/expression_value.hpp"

namespace replaybench::expression {

namespace {

using A = Arguments;

template <double (*f)(double)>
Value unary(const A& a) {
  const Value& x = a.number(0);
  return a.map(Kind::number, [&](std::size_t row) { return f(x.number(row)); });
}

template <double (*f)(double, double)>
Value binary(const A& a) {
  const Value& x = a.number(0);
  const Value& y = a.number(1);
  return a.map(Kind::number, [&](std::size_t row) { return f(x.number(row), y.number(row)); });
}

double negate(double x) { return -x; }
double absolute(double x) { return std::fabs(x); }
double square_root(double x) { return std::sqrt(x); }
double floor(double x) { return std::floor(x); }
double round(double x) { return std::round(x); }  // halves away from zero; exact
double add(double x, double y) { return x + y; }
double subtract(double x, double y) { return x - y; }
double multiply(double x, double y) { return x * y; }
double divide(double x, double y) { return x / y; }
double minimum(double x, double y) { return std::isnan(x) || x < y ? x : y; }
double maximum(double x, double y) { return std::isnan(x) || x > y ? x : y; }

// The quantile's limits at 0 and 1; NaN outside.
double normal_quantile(double p) {
  if (p > 0 && p < 1) return numeric::normal_quantile(p);
  if (p == 0) return -std::numeric_limits<double>::infinity();
  if (p == 1) return std::numeric_limits<double>::infinity();
  return std::numeric_limits<double>::quiet_NaN();
}

Value is_nan(const A& a) {
  const Value& x = a.number(0);
  return a.map(Kind::condition, [&](std::size_t row) { return std::isnan(x.number(row)) ? 1 : 0; });
}

template <class Compare>
Value compare_numbers(const A& a) {
  const Value& x = a.number(0);
  const Value& y = a.number(1);
  return a.map(Kind::condition, [&](std::size_t row) {
    const double left = x.number(row);
    const double right = y.number(row);
    return std::isnan(left) || std::isnan(right) ? unknown : Compare{}(left, right);
  });
}

template <class Compare>
Value compare_equality(const A& a) {
  if (!a[0].is_text() && !a[1].is_text()) return compare_numbers<Compare>(a);
  if (!a[0].is_text() || !a[1].is_text()) {
    a.fail("cannot compare " + a[0].describe() + " with " + a[1].describe());
  }
  return a.map(Kind::condition,
               [&](std::size_t row) { return Compare{}(a[0].text(row), a[1].text(row)); });
}

template <class Compare>
Value compare_order(const A& a) {
  if (a[0].is_text() || a[1].is_text()) a.fail("texts have no order here; only == and !=");
  return compare_numbers<Compare>(a);
}

// Kleene's three values, unknown being NaN.
Value logical_not(const A& a) {
  const Value& x = a.condition(0);
  return a.map(Kind::condition, [&](std::size_t row) { return 1 - x.number(row); });
}

// and: `decides` is 0; or: `decides` is 1.
template <int decides>
double connect(double x, double y) {
  if (x == decides || y == decides) return decides;
  return std::isnan(x) || std::isnan(y) ? unknown : 1 - decides;
}

template <int decides>
Value logical(const A& a) {
  const Value& x = a.condition(0);
  const Value& y = a.condition(1);
  return a.map(Kind::condition,
               [&](std::size_t row) { return connect<decides>(x.number(row), y.number(row)); });
}

Value choose(const A& a) {
  const Value& condition = a.condition(0);
  const Value& yes = a[1];
  const Value& no = a[2];
  if (yes.is_text() != no.is_text()) {
    a.fail("one branch is " + yes.describe() + ", the other " + no.describe());
  }
  if (!yes.is_text()) {
    const bool conditions = yes.kind() == Kind::condition && no.kind() == Kind::condition;
    return a.map(conditions ? Kind::condition : Kind::number, [&](std::size_t row) {
      const double truth = condition.number(row);
      if (std::isnan(truth)) return unknown;
      return truth == 1 ? yes.number(row) : no.number(row);
    });
  }
  std::size_t rows = 1;
  const bool column = a.broadcast(rows);
  TextColumn texts;
  for (std::size_t row = 0; row < rows; ++row) {
    const double truth = condition.number(row);
    if (std::isnan(truth)) a.fail_at(0, "NaN in row " + std::to_string(row + 1));
    texts.push_back(truth == 1 ? yes.text(row) : no.text(row));
  }
  return column ? Value::column(std::move(texts)) : Value::one(std::move(texts[0]));
}

Value where(const A& a) {
  const Value& condition = a.condition(0);
  a.column(0);
  std::size_t rows = 0;
  a.broadcast(rows);
  NumberColumn numbers;
  TextColumn texts;
  for (std::size_t row = 0; row < rows; ++row) {
    if (condition.number(row) != 1) continue;
    if (a[1].is_text()) {
      texts.push_back(a[1].text(row));
    } else {
      numbers.push_back(a[1].number(row));
    }
  }
  return a[1].is_text() ? Value::column(std::move(texts))
                        : Value::column(a[1].kind(), std::move(numbers));
}

template <int decides>
Value quantify(const A& a) {
  const Value& condition = a.condition(0);
  a.column(0);
  a.check_not_empty(0);
  double result = 1 - decides;
  for (const double truth : condition.numbers()) result = connect<decides>(result, truth);
  return Value::one(Kind::condition, result);
}

double total(const NumberColumn& numbers) {
  numeric::Sum sum;
  double plain = 0;
  for (const double number : numbers) {
    sum.add(number);
    plain += number;
  }
  // The compensation of an infinite sum is NaN.
  return std::isfinite(plain) ? sum.value() : plain;
}

double average(const NumberColumn& numbers) {
  return total(numbers) / static_cast<double>(numbers.size());
}

Value count(const A& a) {
  const Value& x = a.column(0);
  return Value::one(Kind::number, x.kind() == Kind::condition ? total(x.numbers())
                                                              : static_cast<double>(x.size()));
}

template <double (*f)(const NumberColumn&)>
Value aggregate(const A& a) {
  const Value& x = a.number_column(0);
  a.check_not_empty(0);
  return Value::one(Kind::number, f(x.numbers()));
}

// Standard error of the mean of independent values.
Value standard_error(const A& a) {
  const Value& x = a.number_column(0);
  if (x.size() < 2) {
    a.fail("the column has " + std::to_string(x.size()) + " rows; expected two or more");
  }
  numeric::Moments moments;
  for (const double number : x.numbers()) moments.add(number);
  return Value::one(Kind::number, moments.standard_error());
}

template <double (*f)(double, double)>
double fold(const NumberColumn& numbers) {
  double result = numbers[0];
  for (const double number : numbers) result = f(result, number);
  return result;
}

template <class Better>
Value argument_of(const A& a) {
  a.column(0);
  const Value& x = a.number_column(1);
  a.check_same_length(0, 1);
  a.check_not_empty(1);
  std::size_t best = 0;
  for (std::size_t row = 0; row < x.size(); ++row) {
    if (std::isnan(x.number(row))) a.fail_at(1, "NaN in row " + std::to_string(row + 1));
    if (Better{}(x.number(row), x.number(best))) best = row;
  }
  return a[0].in_row(best);
}

Value first(const A& a) {
  a.column(0);
  a.check_not_empty(0);
  return a[0].in_row(0);
}

Value last(const A& a) {
  a.column(0);
  a.check_not_empty(0);
  return a[0].in_row(a[0].size() - 1);
}

Value only_value(const A& a) {
  const Value& x = a.column(0);
  if (x.size() != 1) a.fail("the column has " + std::to_string(x.size()) + " rows; expected one");
  return x.in_row(0);
}

Value at(const A& a) {
  const Value& keys = a.column(0);
  const Value& key = a[1];
  const Value& x = a.column(2);
  a.check_same_length(0, 2);
  if (key.is_column()) a.fail_at(1, key.describe() + "; expected one key");
  if (key.is_text() != keys.is_text()) {
    a.fail_at(1, key.describe() + " as the key in " + keys.describe());
  }
  std::size_t found = 0;
  std::size_t matches = 0;
  for (std::size_t row = 0; row < keys.size(); ++row) {
    const bool match =
        keys.is_text() ? keys.text(row) == key.text(0) : keys.number(row) == key.number(0);
    if (match && ++matches == 1) found = row;
  }
  if (matches != 1) {
    const std::string sought =
        key.is_text() ? '\'' + key.text(0) + '\'' : numeric::to_decimal(key.number(0));
    a.fail_at(1, std::to_string(matches) + " rows have the key " + sought + "; expected one");
  }
  return x.in_row(found);
}

// The key of a row as a map orders it.
struct Key {
  double number = 0;
  std::string text;

  auto operator<=>(const Key&) const = default;
};

Key key_of(const A& a, const Value& keys, std::size_t row) {
  if (keys.is_text()) return {0, keys.text(row)};
  if (std::isnan(keys.number(row))) a.fail_at(0, "NaN in row " + std::to_string(row + 1));
  return {keys.number(row), {}};
}

Value group_mean(const A& a) {
  const Value& keys = a.column(0);
  const Value& condition = a.condition(1);
  const Value& x = a.number_column(2);
  a.check_same_length(0, 1);
  a.check_same_length(0, 2);
  std::map<Key, NumberColumn> groups;
  for (std::size_t row = 0; row < x.size(); ++row) {
    if (condition.number(row) == 1) groups[key_of(a, keys, row)].push_back(x.number(row));
  }
  std::map<Key, double> means;
  for (const auto& [key, numbers] : groups) means[key] = average(numbers);
  NumberColumn result;
  for (std::size_t row = 0; row < x.size(); ++row) {
    const auto found = means.find(key_of(a, keys, row));
    if (found == means.end()) {
      a.fail("the condition holds in no row with the key of row " + std::to_string(row + 1));
    }
    result.push_back(found->second);
  }
  return Value::column(Kind::number, std::move(result));
}

Value slope(const A& a) {
  const NumberColumn& x = a.number_column(0).numbers();
  const NumberColumn& y = a.number_column(1).numbers();
  a.check_same_length(0, 1);
  a.check_not_empty(0);
  const double mean_x = average(x);
  const double mean_y = average(y);
  numeric::Sum xx;
  numeric::Sum xy;
  for (std::size_t row = 0; row < x.size(); ++row) {
    xx.add((x[row] - mean_x) * (x[row] - mean_x));
    xy.add((x[row] - mean_x) * (y[row] - mean_y));
  }
  // Equal x may differ from their rounded mean, so the sum of squares alone does not say.
  if (std::all_of(x.begin(), x.end(), [&](double value) { return value == x[0]; })) {
    a.fail_at(0, "needs two different values");
  }
  return Value::one(Kind::number, xy.value() / xx.value());
}

constexpr std::array operator_table{
    Builtin{"negate", 1, unary<negate>},
    Builtin{"+", 2, binary<add>},
    Builtin{"-", 2, binary<subtract>},
    Builtin{"*", 2, binary<multiply>},
    Builtin{"/", 2, binary<divide>},
    Builtin{"^", 2, binary<numeric::pow>},
    Builtin{"==", 2, compare_equality<std::equal_to<>>},
    Builtin{"!=", 2, compare_equality<std::not_equal_to<>>},
    Builtin{"<", 2, compare_order<std::less<>>},
    Builtin{"<=", 2, compare_order<std::less_equal<>>},
    Builtin{">", 2, compare_order<std::greater<>>},
    Builtin{">=", 2, compare_order<std::greater_equal<>>},
    Builtin{"not", 1, logical_not},
    Builtin{"and", 2, logical<0>},
    Builtin{"or", 2, logical<1>},
};

constexpr std::array row_table{
    Builtin{"abs", 1, unary<absolute>},
    Builtin{"sqrt", 1, unary<square_root>},
    Builtin{"exp", 1, unary<numeric::exp>},
    Builtin{"log", 1, unary<numeric::log>},
    Builtin{"log1p", 1, unary<numeric::log1p>},
    Builtin{"floor", 1, unary<floor>},
    Builtin{"round", 1, unary<round>},
    Builtin{"min2", 2, binary<minimum>},
    Builtin{"max2", 2, binary<maximum>},
    Builtin{"if", 3, choose},
    Builtin{"normal_cdf", 1, unary<numeric::normal_cdf>},
    Builtin{"normal_quantile", 1, unary<normal_quantile>},
    Builtin{"is_nan", 1, is_nan},
};

constexpr std::array column_table{
    Builtin{"where", 2, where},
    Builtin{"all", 1, quantify<0>},
    Builtin{"any", 1, quantify<1>},
    Builtin{"count", 1, count},
    Builtin{"sum", 1, aggregate<total>},
    Builtin{"mean", 1, aggregate<average>},
    Builtin{"standard_error", 1, standard_error},
    Builtin{"group_mean", 3, group_mean},
    Builtin{"min", 1, aggregate<fold<minimum>>},
    Builtin{"max", 1, aggregate<fold<maximum>>},
    Builtin{"argmin", 2, argument_of<std::less<>>},
    Builtin{"argmax", 2, argument_of<std::greater<>>},
    Builtin{"first", 1, first},
    Builtin{"last", 1, last},
    Builtin{"at", 3, at},
    Builtin{"value", 1, only_value},
    Builtin{"slope", 2, slope},
};

const Builtin* find(std::span<const Builtin> table, std::string_view name) {
  const auto found = std::find_if(table.begin(), table.end(),
                                  [&](const Builtin& builtin) { return builtin.name == name; });
  return found == table.end() ? nullptr : &*found;
}

}  // namespace

std::span<const Builtin> operators() { return operator_table; }
std::span<const Builtin> row_functions() { return row_table; }
std::span<const Builtin> column_functions() { return column_table; }

const Builtin* find_operator(std::string_view name) { return find(operator_table, name); }

const Builtin* find_function(std::string_view name) {
  const Builtin* row = find(row_table, name);
  return row != nullptr ? row : find(column_table, name);
}

}  // namespace replaybench::expression
