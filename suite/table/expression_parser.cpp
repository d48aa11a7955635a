#include <algorithm>
#include <array>
#include <numbers>

#include "suite/numeric/decimal.hpp"
#include "suite/table/expression_value.hpp"
#include "suite/text/errors.hpp"

namespace replaybench::expression {

namespace {

using NodePointer = std::shared_ptr<const Node>;

// Keeps recursion, here and in evaluation, far from the stack's end.
constexpr std::size_t deepest_nesting = 100;
constexpr std::size_t deepest_tree = 1000;

constexpr std::array<std::string_view, 6> comparisons{"==", "!=", "<=", ">=", "<", ">"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_name_character(char c) { return is_letter(c) || is_digit(c) || c == '.' || c == '@'; }
// Anything that is printed in messages as it stands.
bool is_plain(char c) { return c > ' ' && c < 127; }

struct Token {
  enum class Type { number, text, name, symbol, end };
  Type type = Type::end;
  std::size_t offset = 0;
  std::string text;
  double number = 0;
};

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  std::vector<Token> tokens() {
    std::vector<Token> tokens;
    do {
      while (position_ < text_.size() && is_space(text_[position_])) ++position_;
      tokens.push_back(next());
    } while (tokens.back().type != Token::Type::end);
    return tokens;
  }

 private:
  static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
  char peek(std::size_t ahead = 0) const {
    return position_ + ahead < text_.size() ? text_[position_ + ahead] : '\0';
  }

  Token token(Token::Type type, std::size_t begin) const {
    return {type, begin, std::string(text_.substr(begin, position_ - begin)), 0};
  }

  Token next() {
    const std::size_t begin = position_;
    if (position_ == text_.size()) return token(Token::Type::end, begin);
    const char c = peek();
    if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return number();
    if (c == '\'' || c == '"') return quoted(c);
    if (is_letter(c)) {
      while (is_name_character(peek())) ++position_;
      return token(Token::Type::name, begin);
    }
    for (const std::string_view symbol : comparisons) {
      if (text_.substr(position_).starts_with(symbol)) {
        position_ += symbol.size();
        return token(Token::Type::symbol, begin);
      }
    }
    if (std::string_view("+-*/^(),").find(c) != std::string_view::npos) {
      ++position_;
      return token(Token::Type::symbol, begin);
    }
    if (c == '=') throw ExpressionError(begin, "'=' is no operator; comparison is '=='");
    if (c == '&' || c == '|' || c == '!') {
      throw ExpressionError(begin, "logical operators are written 'and', 'or', 'not'");
    }
    throw ExpressionError(begin, is_plain(c) ? std::string("unexpected character '") + c + "'"
                                             : std::string("unexpected character"));
  }

  Token number() {
    const std::size_t begin = position_;
    while (is_digit(peek())) ++position_;
    if (peek() == '.') ++position_;
    while (is_digit(peek())) ++position_;
    if (peek() == 'e' || peek() == 'E') {
      ++position_;
      if (peek() == '+' || peek() == '-') ++position_;
    }
    while (is_name_character(peek())) ++position_;  // "2x" is one wrong number
    Token result = token(Token::Type::number, begin);
    const auto value = numeric::parse_decimal(result.text);
    if (!value) throw ExpressionError(begin, "\"" + result.text + "\" is not a number");
    result.number = *value;
    return result;
  }

  Token quoted(char quote) {
    const std::size_t begin = position_++;
    const std::size_t end = text_.find(quote, position_);
    if (end == std::string_view::npos) throw ExpressionError(begin, "a quote that is not closed");
    Token result{Token::Type::text, begin, std::string(text_.substr(position_, end - position_)),
                 0};
    position_ = end + 1;
    return result;
  }

  std::string_view text_;
  std::size_t position_ = 0;
};

class Parser {
 public:
  Parser(std::string_view text, const Functions& functions)
      : tokens_(Lexer(text).tokens()), functions_(functions) {}

  NodePointer parse() {
    if (current().type == Token::Type::end) throw ExpressionError(0, "the expression is empty");
    NodePointer root = disjunction();
    if (current().type != Token::Type::end) fail_unexpected("an operator or the end");
    return root;
  }

 private:
  // Counts the nesting while it lives.
  class Level {
   public:
    explicit Level(Parser& parser) : parser_(parser) {
      if (++parser_.level_ > deepest_nesting) {
        throw ExpressionError(parser_.current().offset, "nested too deep");
      }
    }
    ~Level() { --parser_.level_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    Parser& parser_;
  };

  const Token& current() const { return tokens_[position_]; }
  bool is_symbol(std::string_view symbol) const {
    return current().type == Token::Type::symbol && current().text == symbol;
  }
  bool is_word(std::string_view word) const {
    return current().type == Token::Type::name && current().text == word;
  }
  bool is_comparison() const {
    return current().type == Token::Type::symbol &&
           std::find(comparisons.begin(), comparisons.end(), current().text) != comparisons.end();
  }

  [[noreturn]] void fail_unexpected(const std::string& expected) const {
    const std::string seen = current().type == Token::Type::end
                                 ? std::string("the expression ends")
                                 : "unexpected \"" + current().text + '"';
    throw ExpressionError(current().offset, seen + "; expected " + expected);
  }
  void expect(std::string_view symbol) {
    if (!is_symbol(symbol)) fail_unexpected('\'' + std::string(symbol) + '\'');
    ++position_;
  }

  NodePointer make(Node node) const {
    for (const NodePointer& argument : node.arguments) {
      node.depth = std::max(node.depth, argument->depth + 1);
    }
    if (node.depth > deepest_tree) throw ExpressionError(node.offset, "too many operators");
    return std::make_shared<const Node>(std::move(node));
  }
  NodePointer make_operator(std::string_view name, std::size_t offset,
                            std::vector<NodePointer> arguments) const {
    Node node;
    node.type = Node::Type::builtin;
    node.offset = offset;
    node.builtin = find_operator(name);
    node.arguments = std::move(arguments);
    return make(std::move(node));
  }
  NodePointer make_literal(Value value, std::size_t offset) const {
    Node node;
    node.offset = offset;
    node.literal = std::move(value);
    return make(std::move(node));
  }

  NodePointer disjunction() {
    const Level level(*this);
    NodePointer left = conjunction();
    while (is_word("or")) {
      const std::size_t offset = tokens_[position_++].offset;
      NodePointer right = conjunction();
      left = make_operator("or", offset, {left, right});
    }
    return left;
  }

  NodePointer conjunction() {
    NodePointer left = negation();
    while (is_word("and")) {
      const std::size_t offset = tokens_[position_++].offset;
      NodePointer right = negation();
      left = make_operator("and", offset, {left, right});
    }
    return left;
  }

  NodePointer negation() {
    if (!is_word("not")) return comparison();
    const Level level(*this);
    const std::size_t offset = tokens_[position_++].offset;
    NodePointer operand = negation();
    return make_operator("not", offset, {operand});
  }

  static bool is_nan_literal(const Node& node) {
    return node.type == Node::Type::literal && !node.literal.is_text() &&
           std::isnan(node.literal.number(0));
  }

  NodePointer comparison() {
    NodePointer left = sum();
    if (!is_comparison()) return left;
    const Token symbol = tokens_[position_++];
    NodePointer right = sum();
    if (is_nan_literal(*left) || is_nan_literal(*right)) {
      throw ExpressionError(symbol.offset, "nothing compares with nan; use is_nan(...)");
    }
    if (is_comparison()) {
      throw ExpressionError(current().offset, "comparisons do not chain; join two with 'and'");
    }
    return make_operator(symbol.text, symbol.offset, {left, right});
  }

  NodePointer sum() {
    NodePointer left = product();
    while (is_symbol("+") || is_symbol("-")) {
      const Token symbol = tokens_[position_++];
      NodePointer right = product();
      left = make_operator(symbol.text, symbol.offset, {left, right});
    }
    return left;
  }

  NodePointer product() {
    NodePointer left = unary();
    while (is_symbol("*") || is_symbol("/")) {
      const Token symbol = tokens_[position_++];
      NodePointer right = unary();
      left = make_operator(symbol.text, symbol.offset, {left, right});
    }
    return left;
  }

  NodePointer unary() {
    if (!is_symbol("-")) return power();
    const Level level(*this);
    const std::size_t offset = tokens_[position_++].offset;
    NodePointer operand = unary();
    return make_operator("negate", offset, {operand});
  }

  NodePointer power() {
    NodePointer base = primary();
    if (!is_symbol("^")) return base;
    const Level level(*this);
    const std::size_t offset = tokens_[position_++].offset;
    NodePointer exponent = unary();
    return make_operator("^", offset, {base, exponent});
  }

  NodePointer primary() {
    const Token token = current();
    switch (token.type) {
      case Token::Type::number:
        ++position_;
        return make_literal(Value::one(Kind::number, token.number), token.offset);
      case Token::Type::text:
        ++position_;
        return make_literal(Value::one(token.text), token.offset);
      case Token::Type::name:
        if (token.text == "and" || token.text == "or" || token.text == "not") break;
        ++position_;
        return is_symbol("(") ? call(token) : named(token);
      case Token::Type::symbol:
        if (token.text == "(") {
          ++position_;
          NodePointer inner = disjunction();
          expect(")");
          return inner;
        }
        break;
      case Token::Type::end:
        break;
    }
    fail_unexpected("a number, text, name, call or '('");
  }

  NodePointer named(const Token& token) const {
    const auto constant = [&](double value) {
      return make_literal(Value::one(Kind::number, value), token.offset);
    };
    if (token.text == "pi") return constant(std::numbers::pi);
    if (token.text == "nan") return constant(std::numeric_limits<double>::quiet_NaN());
    if (token.text == "inf") return constant(std::numeric_limits<double>::infinity());
    Node node;
    node.type = Node::Type::name;
    node.offset = token.offset;
    node.name = token.text;
    return make(std::move(node));
  }

  // column('any name') and variable('any name')
  NodePointer named_in_quotes(const Token& function) {
    if (current().type != Token::Type::text) fail_unexpected("a name in quotes");
    Node node;
    node.type = function.text == "column" ? Node::Type::column : Node::Type::variable;
    node.offset = function.offset;
    node.name = tokens_[position_++].text;
    expect(")");
    return make(std::move(node));
  }

  NodePointer call(const Token& function) {
    expect("(");
    if (function.text == "column" || function.text == "variable") return named_in_quotes(function);
    Node node;
    node.offset = function.offset;
    node.name = function.text;
    std::size_t arity = 0;
    const auto external =
        std::find_if(functions_.begin(), functions_.end(),
                     [&](const ExternalFunction& f) { return f.name == function.text; });
    if (external != functions_.end()) {
      node.type = Node::Type::external;
      node.external = std::make_shared<const ExternalFunction>(*external);
      arity = external->arity;
    } else if (const Builtin* builtin = find_function(function.text)) {
      node.type = Node::Type::builtin;
      node.builtin = builtin;
      arity = builtin->arity;
    } else {
      throw ExpressionError(function.offset, "there is no function \"" + function.text + '"' +
                                                 suggestion(function.text, known_functions()));
    }
    if (!is_symbol(")")) {
      node.arguments.push_back(disjunction());
      while (is_symbol(",")) {
        ++position_;
        node.arguments.push_back(disjunction());
      }
    }
    if (!is_symbol(")")) fail_unexpected("',' or ')'");
    ++position_;
    if (node.arguments.size() != arity) {
      throw ExpressionError(function.offset, function.text + "() takes " + std::to_string(arity) +
                                                 " argument" + (arity == 1 ? "" : "s") + ", not " +
                                                 std::to_string(node.arguments.size()));
    }
    return make(std::move(node));
  }

  std::vector<std::string> known_functions() const {
    std::vector<std::string> names{"column", "variable"};
    for (const auto& builtins : {row_functions(), column_functions()}) {
      for (const Builtin& builtin : builtins) names.emplace_back(builtin.name);
    }
    for (const ExternalFunction& function : functions_) names.push_back(function.name);
    std::sort(names.begin(), names.end());
    return names;
  }

  std::vector<Token> tokens_;
  std::size_t position_ = 0;
  std::size_t level_ = 0;
  const Functions& functions_;
};

void check(const Functions& functions) {
  for (auto function = functions.begin(); function != functions.end(); ++function) {
    const std::string& name = function->name;
    const bool is_name = !name.empty() && is_letter(name.front()) &&
                         std::all_of(name.begin(), name.end(), is_name_character);
    const bool taken = find_function(name) != nullptr || find_operator(name) != nullptr ||
                       name == "column" || name == "variable" ||
                       std::any_of(functions.begin(), function,
                                   [&](const ExternalFunction& f) { return f.name == name; });
    if (!is_name || taken || !function->evaluate) {
      throw std::logic_error("external function \"" + name +
                             "\": its name is taken or not a name, or it has no body");
    }
  }
}

}  // namespace

NodePointer parse_expression(std::string_view text, const Functions& functions) {
  check(functions);
  return Parser(text, functions).parse();
}

}  // namespace replaybench::expression
