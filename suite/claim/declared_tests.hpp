#pragma once
// A declared test: what a claim asks of a number of a result table, as claims.toml writes it.
//
//   test = {greater = 0}                                       # of the claim's own estimate
//
//   [[claim.test]]
//   label = "K = 20"
//   estimate = "at(K, 20, error)"                  # the number
//   standard_error = "at(K, 20, error_se)"         # and its error
//   repetitions = "at(K, 20, n)"                   # independent ones, behind that error
//   measured = "at(K, 20, error)"                  # in place of the three: a selection from a column, perhaps
//                                                  # times, over, plus or minus constants; error and
//                                                  # repetitions are selected from error_se and error_n
//   mean_of = "error"                              # in place of the three: the mean of a column of
//                                                  # independent values
//   minus = "..."  minus_error = "..."             # optional: the estimate is a difference,
//   divided_by = "..."  divided_by_error = "..."   # or a ratio, of independent estimates;
//   minus_measured, divided_by_measured = "..."    # each with its error in the column ..._se
//   slope_on = "log(T)"                            # optional: the slope of the estimates, one per
//                                                  # row, against this
//   each = "method != 'replay'"                    # optional: a test for each of these rows
//   equals = 0.25
//   margin = 0.005
//   because = "the last printed digit"
//
// The requirement is one of
//
//   greater = b   less = b   between = [a, b]   equals = b with margin   differs = b (with margin)
//
// where bounds and margins are numbers or expressions. `because` argues for the margin: `equals` and
// `between` need it. A number that is computed and not sampled has `exact = "..."` (why it is exact)
// instead of its error; a share of independent trials has `proportion = true` and `repetitions`.
// Keys that a test does not write come from its claim: `table`, `select`, `confidence`,
// `repetitions` and, if it has no `estimate` of its own, everything about the estimate. A test of
// `each` row has the claim's confidence for all rows together (Bonferroni).

#include <optional>
#include <string>
#include <vector>

#include "suite/claim/decision.hpp"
#include "suite/table/expression.hpp"
#include "suite/table/table.hpp"
#include "suite/text/toml_reader.hpp"

namespace replaybench {

/// Place of an estimate in a table.
struct EstimateSpec {
  bool is_written = false;  ///< whether there is an estimate, be it one that cannot be read
  std::optional<Expression> estimate;
  std::optional<Expression> standard_error;
  std::optional<Expression> minus, minus_error;
  std::optional<Expression> divided_by, divided_by_error;
  std::optional<Expression> slope_on;
  bool proportion = false;
  std::string exact;  ///< why the number has no error; empty for one that is sampled
};

enum class RequirementKind { greater, less, between, equals, differs };

struct DeclaredTest {
  std::string label;
  std::string table;
  std::optional<Expression> select;
  EstimateSpec number;
  std::optional<Expression> repetitions;
  bool has_measured_repetitions = false;  ///< from `measured`: another `measured` has its own
  std::optional<Expression> each;
  RequirementKind kind = RequirementKind::greater;
  std::optional<Expression> bound;   ///< the lower one of `between`
  std::optional<Expression> second;  ///< the margin, or the upper bound of `between`
  std::string because;
  double confidence = 0.999;

  bool is_exact() const { return !number.exact.empty(); }
  /// "greater than 0", "equal to 0.25 within 0.005", "between 1 and 2", as it is written.
  std::string words() const;
};

/// Reads expressions of a claims file; a mistake becomes a problem of the reader.
class ExpressionReader {
 public:
  explicit ExpressionReader(const Functions& functions) : functions_(&functions) {}

  /// The expression of a text, or of a number; nothing if the key is missing or wrong.
  std::optional<Expression> optional(TomlReader& reader, std::string_view key) const;
  /// Like the function above, but a missing key is a problem.
  std::optional<Expression> required(TomlReader& reader, std::string_view key) const;
  std::optional<Expression> parse(TomlReader& reader, std::string_view key,
                                  const std::string& text) const;

 private:
  const Functions* functions_;
};

/// The keys about a number (estimate, standard_error, ...) of a claim or a test; `test` gets
/// `repetitions` too.
void read_number(TomlReader& reader, const ExpressionReader& expressions, DeclaredTest& test);

/// True if a table has a requirement: "greater", "less", "between", "equals" or "differs".
bool has_requirement(TomlReader& reader);

/// Reads one test. `inherited` has what it does not write itself. Problems go into the reader.
DeclaredTest read_declared_test(TomlReader reader, const ExpressionReader& expressions,
                                const DeclaredTest& inherited);

/// One number that was judged.
struct TestedNumber {
  Measurement estimate;
  Requirement requirement;
  Decision decision;
};

struct TestResult {
  Answer answer = Answer::undecided;
  std::vector<TestedNumber> numbers;  ///< one, or one per row of `each`

  /// The number that decides: the least spare one among those with the worst answer.
  const TestedNumber& deciding() const;
};

/// A change of every estimate before its test.
struct EstimateChange {
  /// Moves it by this many times the larger of its requirement's margin and five standard errors; for
  /// checks that a test can fail. Of an exact number without a margin: by this share of the number (of 1
  /// if it is 0).
  double shift = 0;
};

/// Judges a test against the rows of a table (after `select`). Throws ExpressionError and DataError
/// for what is missing, not finite, or no number: such a claim never holds.
TestResult run_test(const DeclaredTest& test, const Table& table, const Variables& variables,
                    EstimateChange change = {});

}  // namespace replaybench
