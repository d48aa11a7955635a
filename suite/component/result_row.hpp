#pragma once
// The rows of an evaluator: each column has a name and a role, and a handle by which a row is
// filled and read. An evaluator declares its columns once,
//
//   const struct : RowSchema {
//     RowColumn estimate = add(Role::estimate);
//     RowColumn accepted = add(Role::accepted);
//     RowColumn gain = add("gain");
//   } result{};
//
// and makes its rows of them, in any order:
//
//   rows.push_back(result.row(step, {result.estimate(x), result.accepted(n), result.gain(g)}));
//
// A value that is forgotten or given twice, or that belongs to another schema, is a
// std::logic_error at the first row.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace replaybench {

/// Meaning of a column, for readers of results who do not know the evaluator. Every role except
/// `count` and `diagnostic` occurs at most once in a schema and gives the column its name.
enum class Role {
  estimate,        ///< "estimate": of the value of the evaluated algorithm; always the first column
  standard_error,  ///< "standard_error": of the estimate
  interval_low,    ///< "low": the evaluator's own interval of the estimate
  interval_high,   ///< "high"
  accepted,        ///< "accepted": interactions that the algorithm learned from or was judged by
  records,         ///< "records": records, or steps, that were offered
  acceptance,      ///< "acceptance": accepted, as a share of what uniform logging gives
  reward_sum,  ///< "reward_sum": of the accepted records; a number of successes for rewards 0, 1
  expected,    ///< "expected": the estimate without the noise of the rewards
  truth,       ///< "truth": what the estimate is of, if it is known
  count,       ///< a number of things
  diagnostic,  ///< any other number
};

/// The name of the column that has this role; empty for `count` and `diagnostic`.
std::string_view name_of(Role role);

struct ColumnInfo {
  std::string name;
  Role role = Role::diagnostic;
};

/// A column of a schema: its handle. `column(x)` is the value x in this column.
class RowColumn {
 public:
  struct Value {
    const RowColumn& column;
    double value;
  };
  Value operator()(double value) const { return {*this, value}; }
  Value operator()(std::integral auto count) const { return {*this, static_cast<double>(count)}; }
  std::size_t place() const { return place_; }

 private:
  friend class RowSchema;
  RowColumn(std::size_t place, std::string_view name) : place_(place), name_(name) {}

  std::size_t place_;
  std::string_view name_;
};

/// One row of results: a step (a number of interactions or of accepted records) and one number a
/// column. Made by a RowSchema.
struct ResultRow {
  std::uint64_t step = 0;
  std::vector<double> values;

  ResultRow() = default;
  /// The number of a column of the schema that made this row, or of one that this extends. Throws
  /// std::out_of_range beyond the row.
  double operator[](const RowColumn& column) const { return values.at(column.place()); }
  double& operator[](const RowColumn& column) { return values.at(column.place()); }

 private:
  friend class RowSchema;
  explicit ResultRow(std::uint64_t at) : step(at) {}
};

/// The columns of an evaluator's rows, in order. A schema is extended by inheritance (a struct
/// with further handles), or by `add`.
class RowSchema {
 public:
  RowSchema() = default;

  /// Adds a column with a role that names it. Throws std::logic_error for `count` and `diagnostic`,
  /// for a role or a name that is there already, and when the first column is not the estimate.
  RowColumn add(Role role);
  /// Adds a column of one's own name, which must outlive the handle (a literal). `role` is
  /// `diagnostic` or `count`; throws std::logic_error otherwise, and as above.
  RowColumn add(const char* name, Role role = Role::diagnostic);

  /// A row. Each column must be given exactly once; throws std::logic_error that names the column
  /// otherwise. O(columns).
  ResultRow row(std::uint64_t step, std::initializer_list<RowColumn::Value> values) const;
  /// A row that begins with the numbers of `first`, a row of the schema that this one extends.
  ResultRow row(std::uint64_t step, const ResultRow& first,
                std::initializer_list<RowColumn::Value> values) const;

  std::size_t size() const { return names_.size(); }
  /// The names, in order.
  const std::vector<std::string>& names() const { return names_; }
  /// Name and role of a column. Throws std::out_of_range.
  ColumnInfo operator[](std::size_t place) const { return {names_.at(place), roles_.at(place)}; }
  /// The place of a column; nothing when there is none. For `count` and `diagnostic`, which several
  /// columns can have, the first. O(columns).
  std::optional<std::size_t> find(Role role) const;
  std::optional<std::size_t> find(std::string_view name) const;

 private:
  ResultRow filled(ResultRow row, std::initializer_list<RowColumn::Value> values) const;
  RowColumn append(std::string_view name, Role role);

  std::vector<std::string> names_;
  std::vector<Role> roles_;
};

/// The number of `row` with this role or name; NaN when its schema has none. O(columns).
double value_of(const RowSchema& schema, const ResultRow& row, Role role);
double value_of(const RowSchema& schema, const ResultRow& row, std::string_view name);

}  // namespace replaybench
