#include "suite/table/expression.hpp"

#include <algorithm>

#include "suite/table/expression_value.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {

namespace expression {

namespace {

struct Scope {
  const Table& table;
  const Variables& variables;
};

Value look_up(const Node& node, const Scope& scope) {
  const bool may_be_column = node.type != Node::Type::variable;
  const bool may_be_variable = node.type != Node::Type::column;
  const auto variable = scope.variables.find(node.name);
  const bool is_column = may_be_column && scope.table.has_column(node.name);
  const bool is_variable = may_be_variable && variable != scope.variables.end();
  const std::string quoted = '"' + node.name + '"';
  if (is_column && is_variable) {
    throw ExpressionError(node.offset, quoted + " is both a column and a variable; write column('" +
                                           node.name + "') or variable('" + node.name + "')");
  }
  if (is_column) return Value::borrowed(scope.table.column(node.name));
  if (is_variable) return Value::one(Kind::number, variable->second);
  std::vector<std::string> known;
  if (may_be_column) known = scope.table.names();
  if (may_be_variable) {
    for (const auto& [name, value] : scope.variables) known.push_back(name);
  }
  const std::string kind = !may_be_variable ? "column "
                           : !may_be_column ? "variable "
                                            : "column or variable ";
  throw ExpressionError(node.offset, "there is no " + kind + quoted + suggestion(node.name, known));
}

Value call_external(const ExternalFunction& function, const Arguments& arguments) {
  for (std::size_t i = 0; i < arguments.count(); ++i) arguments.number(i);
  std::vector<double> numbers(arguments.count());
  return arguments.map(Kind::number, [&](std::size_t row) {
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = arguments[i].number(row);
    try {
      return function.evaluate(numbers);
    } catch (const std::exception& error) {
      arguments.fail(std::string(error.what()) + " (row " + std::to_string(row + 1) + ')');
    }
  });
}

Value evaluate_node(const Node& node, const Scope& scope) {
  switch (node.type) {
    case Node::Type::literal:
      return node.literal;
    case Node::Type::name:
    case Node::Type::column:
    case Node::Type::variable:
      return look_up(node, scope);
    case Node::Type::builtin:
    case Node::Type::external:
      break;
  }
  std::vector<Value> values;
  std::vector<std::size_t> offsets;
  for (const auto& argument : node.arguments) {
    values.push_back(evaluate_node(*argument, scope));
    offsets.push_back(argument->offset);
  }
  const bool is_external = node.type == Node::Type::external;
  const Arguments arguments(is_external ? std::string_view(node.name) : node.builtin->name,
                            node.offset, values, offsets);
  return is_external ? call_external(*node.external, arguments) : node.builtin->apply(arguments);
}

void collect_names(const Node& node, std::vector<std::string>& names) {
  const bool is_name = node.type == Node::Type::name || node.type == Node::Type::column ||
                       node.type == Node::Type::variable;
  if (is_name && std::find(names.begin(), names.end(), node.name) == names.end()) {
    names.push_back(node.name);
  }
  for (const auto& argument : node.arguments) collect_names(*argument, names);
}

bool has_external(const Node& node) {
  return node.type == Node::Type::external ||
         std::any_of(node.arguments.begin(), node.arguments.end(),
                     [](const auto& argument) { return has_external(*argument); });
}

bool reads_column(const Node& node) {
  return node.type == Node::Type::name || node.type == Node::Type::column ||
         std::any_of(node.arguments.begin(), node.arguments.end(),
                     [](const auto& argument) { return reads_column(*argument); });
}

// Rewrites an expression as Expression::selection_of says.
class Selection {
 public:
  using NodePointer = std::shared_ptr<const Node>;

  Selection(std::string_view suffix, Expression::Part part) : suffix_(suffix), part_(part) {}

  // Null for an expression of another form.
  NodePointer of(const Node& node) {
    if (node.type == Node::Type::name || node.type == Node::Type::column) {
      column_ = &node;
      Node other = node;
      other.name += suffix_;
      return made(std::move(other));
    }
    if (node.type != Node::Type::builtin) return nullptr;
    const std::string_view name = node.builtin->name;
    for (const auto& [function, argument] : selecting) {
      if (name == function) return with(node, argument, of(*node.arguments[argument]));
    }
    if (name == "negate") return of(*node.arguments[0]);
    return name == "+" || name == "-" || name == "*" || name == "/" ? scaled(node) : nullptr;
  }

  // The selected column; of() has found one.
  const Node& column() const { return *column_; }

 private:
  static constexpr std::pair<std::string_view, std::size_t> selecting[] = {
      {"where", 1}, {"value", 0}, {"first", 0}, {"last", 0}, {"at", 2}};

  static NodePointer made(Node node) { return std::make_shared<const Node>(std::move(node)); }

  static NodePointer with(Node node, std::size_t argument, NodePointer other) {
    if (!other) return nullptr;
    node.arguments[argument] = std::move(other);
    return made(std::move(node));
  }

  NodePointer scaled(const Node& node) {
    const std::string_view name = node.builtin->name;
    const std::size_t at = reads_column(*node.arguments[0]) ? 0 : 1;
    const Node& constant = *node.arguments[1 - at];
    if (reads_column(constant) || (name == "/" && at == 1)) return nullptr;
    NodePointer selected = of(*node.arguments[at]);
    const bool is_factor = name == "*" || name == "/";
    if (!selected || !is_factor || part_ == Expression::Part::count) return selected;
    Node factor;
    factor.type = Node::Type::builtin;
    factor.offset = constant.offset;
    factor.builtin = find_function("abs");
    factor.arguments = {node.arguments[1 - at]};
    return with(*with(node, at, std::move(selected)), 1 - at, made(std::move(factor)));
  }

  std::string_view suffix_;
  Expression::Part part_;
  const Node* column_ = nullptr;
};

}  // namespace

}  // namespace expression

using expression::Kind;
using expression::Value;

ExpressionError::ExpressionError(std::size_t offset, const std::string& message)
    : Error(ErrorKind::spec, message + " (at character " + std::to_string(offset + 1) + ')'),
      offset_(offset),
      message_(message) {}

Expression::Expression(std::string text, std::shared_ptr<const expression::Node> root)
    : text_(std::move(text)), root_(std::move(root)) {}

Expression Expression::parse(std::string_view text, const Functions& functions) {
  return {std::string(text), expression::parse_expression(text, functions)};
}

Column Expression::evaluate(const Table& table, const Variables& variables) const {
  const Value value = expression::evaluate_node(*root_, {table, variables});
  if (value.is_text()) {
    return value.is_column() ? value.texts() : TextColumn(table.rows(), value.text(0));
  }
  NumberColumn numbers =
      value.is_column() ? value.numbers() : NumberColumn(table.rows(), value.number(0));
  if (value.kind() == Kind::condition) {
    for (double& truth : numbers) truth = truth == 1 ? 1 : 0;
  }
  return numbers;
}

double Expression::scalar(const Table& table, const Variables& variables) const {
  const Value value = expression::evaluate_node(*root_, {table, variables});
  if (value.kind() != Kind::number || value.is_column()) {
    throw ExpressionError(root_->offset, "the expression gives " + value.describe() +
                                             "; expected a number (one value, for example by "
                                             "value(...), mean(...) or at(...))");
  }
  return value.number(0);
}

bool Expression::holds(const Table& table, const Variables& variables) const {
  const Value value = expression::evaluate_node(*root_, {table, variables});
  if (value.kind() != Kind::condition || value.is_column()) {
    throw ExpressionError(root_->offset, "the expression gives " + value.describe() +
                                             "; expected a condition (one, for example by all(...) "
                                             "of a comparison)");
  }
  return value.number(0) == 1;
}

std::vector<std::size_t> Expression::matching_rows(const Table& table,
                                                   const Variables& variables) const {
  const Value value = expression::evaluate_node(*root_, {table, variables});
  if (value.kind() != Kind::condition || !value.is_column() || value.size() != table.rows()) {
    throw ExpressionError(root_->offset, "the expression gives " + value.describe() +
                                             "; expected a condition for every row");
  }
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < value.size(); ++row) {
    if (value.number(row) == 1) rows.push_back(row);
  }
  return rows;
}

std::vector<std::string> Expression::names() const {
  std::vector<std::string> names;
  expression::collect_names(*root_, names);
  return names;
}

bool Expression::calls_external() const { return expression::has_external(*root_); }

std::optional<Expression> Expression::selection_of(std::string_view suffix, Part part) const {
  expression::Selection selection(suffix, part);
  auto root = selection.of(*root_);
  if (!root) return std::nullopt;
  const expression::Node& column = selection.column();
  std::string text = text_;
  text.insert(text.find(column.name, column.offset) + column.name.size(), suffix);
  return Expression(std::move(text), std::move(root));
}

}  // namespace replaybench
