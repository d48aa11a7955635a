#include "suite/claim/declared_tests.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "suite/numeric/decimal.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {

namespace {

struct NamedRequirement {
  std::string_view key;
  RequirementKind kind;
};
constexpr NamedRequirement requirement_keys[] = {{"greater", RequirementKind::greater},
                                                 {"less", RequirementKind::less},
                                                 {"between", RequirementKind::between},
                                                 {"equals", RequirementKind::equals},
                                                 {"differs", RequirementKind::differs}};

// The numbers of an expression, one per row; one value stands for all rows.
std::vector<double> numbers_of(const char* key, const std::optional<Expression>& expression,
                               const Table& table, const Variables& variables, double otherwise) {
  if (!expression) return std::vector<double>(table.rows(), otherwise);
  try {
    Column column = expression->evaluate(table, variables);
    auto* numbers = std::get_if<NumberColumn>(&column);
    if (numbers == nullptr) throw DataError("it gives texts");
    if (numbers->size() != table.rows()) {
      throw DataError("it gives " + std::to_string(numbers->size()) + " numbers for " +
                      std::to_string(table.rows()) + " rows");
    }
    return std::move(*numbers);
  } catch (const std::exception& error) {
    throw DataError(std::string("in \"") + key + "\": " + error.what());
  }
}

double scalar_of(const char* key, const std::optional<Expression>& expression, const Table& table,
                 const Variables& variables, double otherwise) {
  if (!expression) return otherwise;
  try {
    return expression->scalar(table, variables);
  } catch (const std::exception& error) {
    throw DataError(std::string("in \"") + key + "\": " + error.what());
  }
}

Requirement requirement_of(RequirementKind kind, double bound, double second) {
  switch (kind) {
    case RequirementKind::greater:
      return Requirement::greater_than(bound);
    case RequirementKind::less:
      return Requirement::less_than(bound);
    case RequirementKind::between:
      return Requirement::between(bound, second);
    case RequirementKind::equals:
      return Requirement::equals(bound, second);
    case RequirementKind::differs:
      return Requirement::differs_from(bound, second);
  }
  throw std::logic_error("no such requirement");
}

// The parts of an estimate before they become one number.
struct Parts {
  double value, error, minus, minus_error, divisor, divisor_error, repetitions;
};

// `get(key, expression, otherwise)` evaluates: one number, or one per row.
template <class Get>
auto parts_of(const DeclaredTest& test, Get get) {
  const EstimateSpec& number = test.number;
  struct {
    decltype(get("", number.estimate, 0.0)) value, error, minus, minus_error, divisor,
        divisor_error, repetitions;
  } parts{get("estimate", number.estimate, 0.0),
          get("standard_error", number.standard_error, 0.0),
          get("minus", number.minus, 0.0),
          get("minus_error", number.minus_error, 0.0),
          get("divided_by", number.divided_by, 1.0),
          get("divided_by_error", number.divided_by_error, 0.0),
          get("repetitions", test.is_exact() ? std::nullopt : test.repetitions,
              std::numeric_limits<double>::infinity())};
  return parts;
}

Measurement estimate_of(const DeclaredTest& test, const Parts& parts) {
  const auto sampled = [&](double value, double error) {
    Measurement estimate;
    estimate.value = value;
    estimate.standard_error = error;
    estimate.repetitions = parts.repetitions;
    return estimate;
  };
  Measurement estimate = sampled(parts.value, parts.error);
  estimate.is_proportion = test.number.proportion;
  if (test.number.minus) {
    estimate = difference_of(estimate, sampled(parts.minus, parts.minus_error));
  }
  if (test.number.divided_by) {
    estimate = quotient_of(estimate, sampled(parts.divisor, parts.divisor_error));
  }
  return estimate;
}

void move(Measurement& estimate, const Requirement& requirement, double shift) {
  if (shift == 0) return;
  double step = std::max(requirement.margin(), 5 * estimate.standard_error);
  if (step == 0 && estimate.is_proportion) step = 5 / std::sqrt(estimate.repetitions);
  if (step == 0) step = estimate.value != 0 ? std::fabs(estimate.value) : 1;
  estimate.value += shift * step;
  if (estimate.is_proportion) estimate.value = std::clamp(estimate.value, 0.0, 1.0);
}

}  // namespace

std::string DeclaredTest::words() const {
  const std::string first = bound ? bound->text() : "?";
  const std::string other = second ? second->text() : "0";
  switch (kind) {
    case RequirementKind::greater:
      return "greater than " + first;
    case RequirementKind::less:
      return "less than " + first;
    case RequirementKind::between:
      return "between " + first + " and " + other;
    case RequirementKind::equals:
      return "equal to " + first + " within " + other;
    case RequirementKind::differs:
      return "different from " + first + (second ? " by more than " + other : std::string());
  }
  throw std::logic_error("no such requirement");
}

std::optional<Expression> ExpressionReader::parse(TomlReader& reader, std::string_view key,
                                                  const std::string& text) const {
  try {
    return Expression::parse(text, *functions_);
  } catch (const ExpressionError& error) {
    reader.problem(reader.place_in_text(key, error.offset()),
                   "in \"" + std::string(key) + "\": " + error.message());
    return std::nullopt;
  }
}

std::optional<Expression> ExpressionReader::optional(TomlReader& reader,
                                                     std::string_view key) const {
  if (!reader.has(key)) return std::nullopt;
  return required(reader, key);
}

std::optional<Expression> ExpressionReader::required(TomlReader& reader,
                                                     std::string_view key) const {
  const std::size_t before = reader.problem_count();
  const std::string text = reader.required_scalar_text(key);
  if (reader.problem_count() > before) return std::nullopt;
  return parse(reader, key, text);
}

// The value of an expression that reads no table and no formula; nothing for others, which are checked when they are
// evaluated, and for one that cannot be evaluated.
std::optional<double> constant(const std::optional<Expression>& expression) {
  if (!expression || !expression->names().empty() || expression->calls_external()) {
    return std::nullopt;
  }
  try {
    return expression->scalar(Table());
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

// A constant must be a finite number not below `least`; the repetitions above it.
void check_constant(TomlReader& reader, std::string_view key,
                    const std::optional<Expression>& expression,
                    double least = -std::numeric_limits<double>::infinity(), bool or_equal = true) {
  const auto value = constant(expression);
  if (!value || (std::isfinite(*value) && (or_equal ? *value >= least : *value > least))) return;
  std::string allowed = "a finite number";
  if (std::isfinite(least))
    allowed += (or_equal ? " from " : " above ") + numeric::to_decimal(least);
  reader.problem(key, '"' + std::string(key) + "\" is " + numeric::to_decimal(*value) +
                          "; allowed: " + allowed);
}

// True if all errors that the number has are the constant 0: it would count as known without any.
bool has_no_error(const EstimateSpec& number) {
  for (const auto* error :
       {&number.standard_error, &number.minus_error, &number.divided_by_error}) {
    if (*error && constant(*error) != 0.0) return false;
  }
  return number.standard_error.has_value();
}

// True if there is a number of its own.
bool has_estimate(TomlReader& reader) {
  const bool plain = reader.has("estimate");
  const bool measured = reader.has("measured");
  return reader.has("mean_of") || plain || measured;
}

// The mean of a column of independent values: its error and its repetitions are the column's.
void read_mean_of(TomlReader& reader, const ExpressionReader& expressions, DeclaredTest& test) {
  for (const char* key : {"estimate", "measured", "standard_error", "repetitions", "slope_on",
                          "proportion", "exact"}) {
    if (reader.has(key)) {
      reader.problem(key, '"' + std::string(key) + "\" does not go with \"mean_of\"");
    }
  }
  const auto column = expressions.optional(reader, "mean_of");
  if (!column) return;
  const auto of_column = [&](const std::string& function) {
    return expressions.parse(reader, "mean_of", function + '(' + column->text() + ')');
  };
  test.number.estimate = of_column("mean");
  test.number.standard_error = of_column("standard_error");
  test.repetitions = of_column("count");
}

void read_repetitions(TomlReader& reader, const ExpressionReader& expressions, DeclaredTest& test) {
  auto repetitions = expressions.optional(reader, "repetitions");
  if (!repetitions) return;
  check_constant(reader, "repetitions", repetitions, 0, false);
  test.repetitions = std::move(repetitions);
  test.has_measured_repetitions = false;
}

// End of the last name that an expression reads, and the name; 0 and an empty one if it reads none.
std::pair<std::size_t, std::string> last_name(const Expression& expression) {
  std::pair<std::size_t, std::string> last;
  for (const std::string& name : expression.names()) {
    const std::size_t at = expression.text().rfind(name);
    if (at != std::string::npos) last = std::max(last, {at + name.size(), name});
  }
  return last;
}

// Without `repetitions`: the replicates of the last column of the estimate, of the row or the fewest of all rows.
void read_usual_repetitions(TomlReader& reader, const ExpressionReader& expressions,
                            DeclaredTest& test) {
  const EstimateSpec& number = test.number;
  if (test.repetitions || !number.estimate || !number.standard_error) return;
  const std::string column = last_name(*number.estimate).second;
  if (column.empty()) return;
  const std::string replicates = "column('" + column + "_n')";
  const bool by_row = test.each || number.slope_on;
  test.repetitions =
      expressions.parse(reader, "estimate", by_row ? replicates : "min(" + replicates + ')');
}

// A mean of a table: its standard error is in the column with "_se" behind the name of its own.
void read_measured(TomlReader& reader, const ExpressionReader& expressions, const std::string& key,
                   std::optional<Expression>& estimate, std::optional<Expression>& error) {
  if (estimate || error) {
    reader.problem(key, '"' + key + "\" has its error from the table; remove the other keys of it");
  }
  estimate = expressions.optional(reader, key);
  if (!estimate) return;
  if (estimate->names().empty()) {
    reader.problem(key, '"' + key + "\" reads no column");
    return;
  }
  error = estimate->selection_of("_se", Expression::Part::spread);
  if (error) return;
  const bool is_first = key == "measured";
  const std::string plain = is_first ? "estimate" : key.substr(0, key.rfind('_'));
  const std::string plain_error = is_first ? "standard_error" : plain + "_error";
  reader.problem(key,
                 "the error of \"" + estimate->text() + "\" is not in the table; \"" + key +
                     "\" selects from one column (value, at, where, first, last), perhaps times, "
                     "over, plus or minus constants; otherwise write \"" +
                     plain + "\" and \"" + plain_error + "\"" +
                     (is_first ? " with \"repetitions\", or \"mean_of\" of a table with "
                                 "replicates = true"
                               : ""));
  error = estimate;  // one message is enough
}

void read_all_measured(TomlReader& reader, const ExpressionReader& expressions,
                       DeclaredTest& test) {
  EstimateSpec& number = test.number;
  if (reader.has("measured")) {
    read_measured(reader, expressions, "measured", number.estimate, number.standard_error);
    const bool is_open = !test.repetitions || test.has_measured_repetitions;
    if (is_open && number.estimate) {
      test.has_measured_repetitions = true;
      const auto count = number.estimate->selection_of("_n", Expression::Part::count);
      test.repetitions = count ? count : number.estimate;
    }
  }
  if (reader.has("minus_measured"))
    read_measured(reader, expressions, "minus_measured", number.minus, number.minus_error);
  if (reader.has("divided_by_measured")) {
    read_measured(reader, expressions, "divided_by_measured", number.divided_by,
                  number.divided_by_error);
  }
}

void read_number(TomlReader& reader, const ExpressionReader& expressions, DeclaredTest& test) {
  EstimateSpec& number = test.number;
  number = {};
  number.is_written = has_estimate(reader);
  number.estimate = expressions.optional(reader, "estimate");
  number.standard_error = expressions.optional(reader, "standard_error");
  number.minus = expressions.optional(reader, "minus");
  number.minus_error = expressions.optional(reader, "minus_error");
  number.divided_by = expressions.optional(reader, "divided_by");
  number.divided_by_error = expressions.optional(reader, "divided_by_error");
  number.slope_on = expressions.optional(reader, "slope_on");
  number.proportion = reader.optional_boolean("proportion", false);
  number.exact = reader.optional_text("exact");
  check_constant(reader, "standard_error", number.standard_error, 0);
  check_constant(reader, "minus_error", number.minus_error, 0);
  check_constant(reader, "divided_by_error", number.divided_by_error, 0);
  read_repetitions(reader, expressions, test);
  read_all_measured(reader, expressions, test);
  if (reader.has("mean_of")) read_mean_of(reader, expressions, test);
}

bool has_requirement(TomlReader& reader) {
  return std::any_of(std::begin(requirement_keys), std::end(requirement_keys),
                     [&](const NamedRequirement& known) { return reader.has(known.key); });
}

DeclaredTest read_declared_test(TomlReader reader, const ExpressionReader& expressions,
                                const DeclaredTest& inherited) {
  DeclaredTest test = inherited;
  const auto complain = [&](std::string_view key, const std::string& message) {
    reader.problem(key, message);
  };
  test.label = reader.optional_text("label");
  test.table = reader.optional_text("table", inherited.table);
  // A selection is of one table: another table has its own.
  if (reader.has("table")) test.select.reset();
  if (auto select = expressions.optional(reader, "select")) test.select = std::move(select);
  constexpr std::string_view number_keys[] = {
      "standard_error",      "minus",    "minus_error", "divided_by",     "divided_by_error",
      "divided_by_measured", "slope_on", "proportion",  "minus_measured", "exact"};
  if (has_estimate(reader)) {
    read_number(reader, expressions, test);
    if (!test.number.standard_error && !test.number.proportion && test.number.exact.empty()) {
      test.number.exact = inherited.number.exact;
    }
  } else {
    for (const std::string_view key : number_keys) {
      if (reader.has(key))
        complain(key, '"' + std::string(key) + "\" needs an \"estimate\" beside it");
    }
    read_repetitions(reader, expressions, test);
  }
  const EstimateSpec& number = test.number;
  if (reader.has("each")) test.each = expressions.optional(reader, "each");
  read_usual_repetitions(reader, expressions, test);
  test.confidence = reader.optional_number("confidence", inherited.confidence);
  if (!reader.expect(test.confidence > 0 && test.confidence < 1, "confidence",
                     "a number in (0, 1)")) {
    test.confidence = 0.999;
  }
  const NamedRequirement* found = nullptr;
  for (const NamedRequirement& known : requirement_keys) {
    if (!reader.has(known.key)) continue;
    if (found != nullptr) {
      complain(known.key, "a test has one requirement, and \"" + std::string(found->key) +
                              "\" is there already");
      continue;
    }
    found = &known;
    test.kind = known.kind;
    if (known.kind != RequirementKind::between) {
      test.bound = expressions.required(reader, known.key);
      check_constant(reader, known.key, test.bound);
      continue;
    }
    const auto ends = reader.required_scalar_texts(known.key);
    if (ends.size() != 2) {
      complain(known.key, "\"between\" needs two ends");
      continue;
    }
    test.bound = expressions.parse(reader, known.key, ends[0]);
    test.second = expressions.parse(reader, known.key, ends[1]);
    check_constant(reader, known.key, test.bound);
    check_constant(reader, known.key, test.second);
    const auto low = constant(test.bound);
    const auto high = constant(test.second);
    if (low && high && *low > *high) complain(known.key, "the lower bound is above the upper one");
  }
  if (found == nullptr) {
    reader.problem(
        reader.place(),
        "a test needs one of \"greater\", \"less\", \"between\", \"equals\", \"differs\"");
  }
  const bool has_margin = reader.has("margin");
  if (test.kind == RequirementKind::equals || test.kind == RequirementKind::differs) {
    test.second = expressions.optional(reader, "margin");
    check_constant(reader, "margin", test.second, 0);
    if (test.kind == RequirementKind::equals && !has_margin) {
      complain("equals",
               "\"equals\" needs a \"margin\": that no difference is seen is no evidence");
    }
  } else if (has_margin) {
    complain("margin", "\"margin\" goes with \"equals\" and \"differs\"");
  }
  test.because = reader.optional_text("because");
  if ((test.kind == RequirementKind::equals || test.kind == RequirementKind::between) &&
      test.because.empty()) {
    reader.problem(reader.place(), "a margin needs its reason: \"because\"");
  }
  if (!number.is_written) {
    reader.problem(reader.place(),
                   "there is no \"estimate\", neither of the test nor of its claim");
  } else if (!number.estimate) {
    // Its mistakes have already been reported.
  } else if (test.is_exact()) {
    if (number.standard_error || number.minus_error || number.divided_by_error ||
        number.proportion) {
      reader.problem(reader.place(), "a number that is exact has no error");
    }
  } else if (!number.standard_error && !number.proportion) {
    reader.problem(
        reader.place(),
        "an estimate needs its \"standard_error\", or \"proportion = true\"; a number that "
        "is computed and not sampled says why in \"exact\"");
  } else if (has_no_error(number)) {
    reader.problem(reader.place(),
                   "the standard error is the constant 0; a number that is computed and not "
                   "sampled says why in "
                   "\"exact\"");
  } else if (!test.repetitions) {
    reader.problem(reader.place(), "an estimate needs its \"repetitions\"");
  } else if (number.minus && !number.minus_error) {
    reader.problem(reader.place(), "\"minus\" needs its \"minus_error\"");
  } else if (number.divided_by && !number.divided_by_error) {
    reader.problem(reader.place(), "\"divided_by\" needs its \"divided_by_error\"");
  }
  if (number.proportion &&
      (number.standard_error || number.minus || number.divided_by || number.slope_on)) {
    reader.problem(reader.place(),
                   "a proportion has its exact interval: no error, difference, ratio or slope");
  }
  if (number.slope_on && test.each) {
    reader.problem(reader.place(), "a slope is one number: \"each\" does not go with \"slope_on\"");
  }
  reader.finish();
  return test;
}

const TestedNumber& TestResult::deciding() const {
  return *std::min_element(numbers.begin(), numbers.end(),
                           [](const TestedNumber& a, const TestedNumber& b) {
                             if (a.decision.answer != b.decision.answer) {
                               return a.decision.answer < b.decision.answer;
                             }
                             return a.decision.spare < b.decision.spare;
                           });
}

TestResult run_test(const DeclaredTest& test, const Table& table, const Variables& variables,
                    EstimateChange change) {
  TestResult result;
  const auto judge = [&](Measurement estimate, double bound, double second, double confidence) {
    const Requirement requirement = requirement_of(test.kind, bound, second);
    if (!test.is_exact() && !std::isfinite(estimate.repetitions)) {
      throw DataError("the number of repetitions is not finite");
    }
    move(estimate, requirement, change.shift);
    result.numbers.push_back({estimate, requirement, decide(requirement, estimate, confidence)});
  };
  const auto column = [&](const char* key, const std::optional<Expression>& expression,
                          double otherwise) {
    return numbers_of(key, expression, table, variables, otherwise);
  };
  const auto scalar = [&](const char* key, const std::optional<Expression>& expression,
                          double otherwise) {
    return scalar_of(key, expression, table, variables, otherwise);
  };
  try {
    if (test.each || test.number.slope_on) {
      const auto parts = parts_of(test, column);
      const auto at = [&](std::size_t row) {
        return estimate_of(
            test, {parts.value[row], parts.error[row], parts.minus[row], parts.minus_error[row],
                   parts.divisor[row], parts.divisor_error[row], parts.repetitions[row]});
      };
      if (test.number.slope_on) {
        std::vector<Measurement> y;
        for (std::size_t row = 0; row < table.rows(); ++row) y.push_back(at(row));
        judge(slope_of(column("slope_on", test.number.slope_on, 0), y),
              scalar("the bound", test.bound, 0), scalar("the second bound", test.second, 0),
              test.confidence);
      } else {
        const auto bound = column("the bound", test.bound, 0);
        const auto second = column("the second bound", test.second, 0);
        const auto rows = test.each->matching_rows(table, variables);
        if (rows.empty()) throw DataError("\"each\" keeps no row");
        for (const std::size_t row : rows) {
          judge(at(row), bound[row], second[row], confidence_of_each(test.confidence, rows.size()));
        }
      }
    } else {
      const auto parts = parts_of(test, scalar);
      judge(estimate_of(test, {parts.value, parts.error, parts.minus, parts.minus_error,
                               parts.divisor, parts.divisor_error, parts.repetitions}),
            scalar("the bound", test.bound, 0), scalar("the second bound", test.second, 0),
            test.confidence);
    }
  } catch (const std::invalid_argument& error) {
    throw DataError(error.what());
  }
  result.answer = Answer::yes;
  for (const TestedNumber& number : result.numbers) {
    result.answer = std::min(result.answer, number.decision.answer);
  }
  return result;
}

}  // namespace replaybench
