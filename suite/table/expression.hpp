#pragma once
// A small language of expressions over the columns of a table, for claims, row filters and figures.
//
//   numbers      1  0.5  2e-3  pi  nan  inf
//   texts        'replay'  "it's"
//   columns      regret  ndcg@5  log.size  (letters, digits, _ . @)
//                column('K = 10')          (any name)
//   variables    value  z
//                variable('z')             (where the table has a column z too)
//   arithmetic   + - * / ^ and unary minus; ^ binds tightest and to the right: -2^2 is -4
//   comparisons  == != < <= > >=           (texts only == and !=; they do not chain)
//   logic        not, and, or              (from tight to loose; looser than comparisons)
//
//   row by row   abs sqrt exp log log1p floor round normal_cdf normal_quantile is_nan,
//                min2(a, b), max2(a, b), if(condition, a, b), and the external functions
//   filter       where(condition, column)  the rows for which the condition is true
//   aggregation  (from a column to one value)
//                all any count sum mean min max first last
//                value(column)             of the only row
//                argmin(key, column)       the key at the column's first minimum
//                argmax(key, column)       the key at the column's first maximum
//                at(key, k, column)        the column's value in the only row whose key is k
//                slope(x, y)               of the least-squares line
//                standard_error(column)    of the mean of independent values: the sample deviation
//                                          over the root of their number
//   by group     group_mean(key, condition, column)
//                                          for each row: the mean of the column over the rows that
//                                          have its key and fulfil the condition
//
// One value broadcasts against columns; columns of different lengths (after a where) do not mix.
// count(condition) counts true rows, count(column) all rows; in arithmetic true is 1 and false 0,
// but a number is not a condition. There is no short cut: both branches of `if` are evaluated.
//
// A claim must not hold by accident. So every aggregation but count refuses a column without rows
// (also any: else `not any(...)` would hold), and a comparison with NaN is *unknown*: neither it
// nor its negation holds. Unknown follows Kleene's logic (false and unknown is false, true or
// unknown is true), a filter drops it, `if` and count give NaN for it. NaN goes through arithmetic,
// sum, mean, min, max, slope, standard_error (which needs two rows) and the column of group_mean;
// argmin, argmax and the key of group_mean refuse it. group_mean also refuses a row for whose key
// the condition never holds.

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suite/table/table.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {

/// A mistake in an expression, and its place: the 0-based byte offset in the text.
class ExpressionError : public Error {
 public:
  /// what() is "message (at character OFFSET+1)".
  ExpressionError(std::size_t offset, const std::string& message);
  std::size_t offset() const { return offset_; }
  const std::string& message() const { return message_; }

 private:
  std::size_t offset_;
  std::string message_;
};

/// A function of `arity` numbers that expressions can call; applied row by row in row order. What
/// it throws becomes an ExpressionError at the call.
struct ExternalFunction {
  std::string name;
  std::size_t arity = 0;
  std::function<double(std::span<const double>)> evaluate;
};

using Functions = std::vector<ExternalFunction>;
using Variables = std::map<std::string, double>;

namespace expression {
struct Node;
}

/// A parsed expression. Immutable and cheap to copy; evaluation may run in several threads if the
/// external functions may. Cost: a few passes over the columns for every operator, O(rows *
/// operators).
class Expression {
 public:
  /// Throws ExpressionError for a syntax error, an unknown function (with the nearest known one) or
  /// a wrong number of arguments; std::logic_error if a name in `functions` is taken or not
  /// callable.
  static Expression parse(std::string_view text, const Functions& functions = {});

  /// One number or text a row; one value broadcasts to the table's rows, a condition gives 1 (true)
  /// and 0 (false or unknown), a `where` its own number of rows. Throws ExpressionError, for an
  /// unknown name with the nearest known one.
  Column evaluate(const Table& table, const Variables& variables = {}) const;
  /// The one number of an expression that gives one (a column is an error, even of one row).
  double scalar(const Table& table, const Variables& variables = {}) const;
  /// True if the one condition is true; false when unknown. Numbers and columns are errors.
  bool holds(const Table& table, const Variables& variables = {}) const;
  /// The indices of the rows for which a condition, one a row, is true; ascending.
  std::vector<std::size_t> matching_rows(const Table& table, const Variables& variables = {}) const;

  /// Columns and variables it reads, in the order of their first use.
  std::vector<std::string> names() const;
  /// True if it calls an external function.
  bool calls_external() const;
  /// The same selection of the column m + `suffix`, if this one selects from a column m: m itself,
  /// where(condition, S), value(S), first(S), last(S), at(key, k, S), or a selection S times, over, plus or minus
  /// an expression that reads no column (of the sign: -S too). `part` says what becomes of the latter. Nothing for
  /// any other expression, whose error is not a number of the table. Its text() is this one's with the suffix.
  enum class Part {
    spread,  ///< absolute factors stay, summands go: a standard error
    count    ///< both go: a number of repetitions
  };
  std::optional<Expression> selection_of(std::string_view suffix, Part part) const;
  const std::string& text() const { return text_; }

 private:
  Expression(std::string text, std::shared_ptr<const expression::Node> root);

  std::string text_;
  std::shared_ptr<const expression::Node> root_;
};

}  // namespace replaybench
