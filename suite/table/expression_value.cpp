#include "suite/table/expression_value.hpp"

namespace replaybench::expression {

Value Value::column(Kind kind, NumberColumn numbers) {
  Value value;
  value.kind_ = kind;
  value.stride_ = 1;
  value.numbers_ = std::make_shared<const NumberColumn>(std::move(numbers));
  return value;
}

Value Value::column(TextColumn texts) {
  Value value;
  value.kind_ = Kind::text;
  value.stride_ = 1;
  value.texts_ = std::make_shared<const TextColumn>(std::move(texts));
  return value;
}

Value Value::borrowed(const Column& column) {
  Value value;
  value.stride_ = 1;
  if (const auto* numbers = std::get_if<NumberColumn>(&column)) {
    value.numbers_ = {std::shared_ptr<const NumberColumn>(), numbers};
  } else {
    value.kind_ = Kind::text;
    value.texts_ = {std::shared_ptr<const TextColumn>(), &std::get<TextColumn>(column)};
  }
  return value;
}

Value Value::one(Kind kind, double number) {
  Value value = column(kind, {number});
  value.stride_ = 0;
  return value;
}

Value Value::one(std::string text) {
  Value value = column({std::move(text)});
  value.stride_ = 0;
  return value;
}

Value Value::in_row(std::size_t row) const {
  return is_text() ? one(text(row)) : one(kind_, number(row));
}

std::string Value::describe() const {
  const std::string name = is_text() ? "text" : kind_ == Kind::condition ? "condition" : "number";
  return is_column() ? "a column of " + std::to_string(size()) + ' ' + name + 's' : "a " + name;
}

void Arguments::fail(const std::string& message) const {
  throw ExpressionError(offset_, std::string(name_) + ": " + message);
}

void Arguments::fail_at(std::size_t i, const std::string& message) const {
  throw ExpressionError(offsets_[i], std::string(name_) + ": " + message);
}

const Value& Arguments::number(std::size_t i) const {
  if (values_[i].is_text()) fail_at(i, values_[i].describe() + "; expected numbers");
  return values_[i];
}

const Value& Arguments::condition(std::size_t i) const {
  if (values_[i].kind() != Kind::condition) {
    fail_at(i, values_[i].describe() + "; expected a condition, such as a comparison");
  }
  return values_[i];
}

const Value& Arguments::column(std::size_t i) const {
  if (!values_[i].is_column()) fail_at(i, values_[i].describe() + "; expected a column");
  return values_[i];
}

const Value& Arguments::number_column(std::size_t i) const {
  number(i);
  return column(i);
}

bool Arguments::broadcast(std::size_t& rows) const {
  const Value* first = nullptr;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    if (!values_[i].is_column()) continue;
    if (first == nullptr) {
      first = &values_[i];
    } else if (values_[i].size() != first->size()) {
      fail(first->describe() + " does not match " + values_[i].describe());
    }
  }
  if (first != nullptr) rows = first->size();
  return first != nullptr;
}

void Arguments::check_not_empty(std::size_t i) const {
  if (values_[i].size() == 0) fail("the column has no rows");
}

void Arguments::check_same_length(std::size_t i, std::size_t j) const {
  if (values_[i].size() != values_[j].size()) {
    fail(values_[i].describe() + " does not match " + values_[j].describe());
  }
}

}  // namespace replaybench::expression
