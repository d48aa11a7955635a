#pragma once
// Inside of expression.hpp: values, and the table of built-in functions and operators.

#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suite/table/expression.hpp"
#include "suite/table/table.hpp"

namespace replaybench::expression {

inline constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

enum class Kind { number, condition, text };

/// A column, or one value that broadcasts. Conditions are numbers 1, 0 and NaN for unknown. Shares
/// its data, with a table's column too, which then must outlive it.
class Value {
 public:
  static Value column(Kind kind, NumberColumn numbers);
  static Value column(TextColumn texts);
  static Value borrowed(const Column& column);
  static Value one(Kind kind, double number);
  static Value one(std::string text);

  Kind kind() const { return kind_; }
  bool is_text() const { return kind_ == Kind::text; }
  bool is_column() const { return stride_ == 1; }
  /// Rows of a column; 1 for one value.
  std::size_t size() const { return is_text() ? texts_->size() : numbers_->size(); }
  double number(std::size_t row) const { return (*numbers_)[row * stride_]; }
  const std::string& text(std::size_t row) const { return (*texts_)[row * stride_]; }
  const NumberColumn& numbers() const { return *numbers_; }
  const TextColumn& texts() const { return *texts_; }
  /// The value in one row, as one value.
  Value in_row(std::size_t row) const;
  /// "a number", "a column of texts", ...
  std::string describe() const;

 private:
  Kind kind_ = Kind::number;
  std::size_t stride_ = 0;
  std::shared_ptr<const NumberColumn> numbers_;
  std::shared_ptr<const TextColumn> texts_;
};

/// The arguments of a call, with what messages about them need.
class Arguments {
 public:
  Arguments(std::string_view name, std::size_t offset, std::span<const Value> values,
            std::span<const std::size_t> offsets)
      : name_(name), offset_(offset), values_(values), offsets_(offsets) {}

  std::size_t count() const { return values_.size(); }
  const Value& operator[](std::size_t i) const { return values_[i]; }

  /// Throws at the i-th argument, or at the call.
  [[noreturn]] void fail_at(std::size_t i, const std::string& message) const;
  [[noreturn]] void fail(const std::string& message) const;

  const Value& number(std::size_t i) const;     ///< numbers or conditions
  const Value& condition(std::size_t i) const;  ///< conditions only
  const Value& column(std::size_t i) const;     ///< a column of any kind
  const Value& number_column(std::size_t i) const;
  /// True if an argument is a column, and the columns' common length (1 without a column). Throws if they
  /// differ.
  bool broadcast(std::size_t& rows) const;
  void check_not_empty(std::size_t i) const;
  void check_same_length(std::size_t i, std::size_t j) const;

  /// f(row) for every row, of this kind.
  template <class F>
  Value map(Kind kind, F f) const {
    std::size_t rows = 1;
    const bool column = broadcast(rows);
    NumberColumn result(rows);
    for (std::size_t row = 0; row < rows; ++row) result[row] = f(row);
    return column ? Value::column(kind, std::move(result)) : Value::one(kind, result[0]);
  }

 private:
  std::string_view name_;
  std::size_t offset_;
  std::span<const Value> values_;
  std::span<const std::size_t> offsets_;
};

/// Operators have the name they are written with; unary minus is "negate".
struct Builtin {
  std::string_view name;
  std::size_t arity;
  Value (*apply)(const Arguments&);
};

std::span<const Builtin> operators();
std::span<const Builtin> row_functions();
std::span<const Builtin> column_functions();  ///< the filter and the aggregations
/// Null if there is none of this name.
const Builtin* find_operator(std::string_view name);
const Builtin* find_function(std::string_view name);

struct Node {
  enum class Type { literal, name, column, variable, builtin, external };

  Type type = Type::literal;
  std::size_t offset = 0;
  std::size_t depth = 1;
  Value literal;
  std::string name;
  const Builtin* builtin = nullptr;
  std::shared_ptr<const ExternalFunction> external;
  std::vector<std::shared_ptr<const Node>> arguments;
};

/// Throws ExpressionError.
std::shared_ptr<const Node> parse_expression(std::string_view text, const Functions& functions);

}  // namespace replaybench::expression
