#include "suite/report/number_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <regex>
#include <vector>

#include "suite/text/replace_all.hpp"

namespace replaybench {

namespace {

std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

bool is_name(std::string_view text) {
  const auto is_part = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '@';
  };
  return !text.empty() && std::all_of(text.begin(), text.end(), is_part);
}

// Without the quotes of a text.
std::string plain(std::string_view text) {
  const bool quoted = text.size() >= 2 && (text.front() == '\'' || text.front() == '"');
  return std::string(quoted ? text.substr(1, text.size() - 2) : text);
}

// Calls `visit` with the place of each character outside of brackets and quotes.
template <typename Visit>
void for_each_outer(std::string_view text, Visit&& visit) {
  int depth = 0;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '(') {
      ++depth;
    } else if (c == ')') {
      --depth;
    } else if (depth == 0) {
      visit(i);
    }
  }
}

std::vector<std::string_view> arguments_of(std::string_view text) {
  std::vector<std::string_view> arguments;
  std::size_t begin = 0;
  for_each_outer(text, [&](std::size_t i) {
    if (text[i] != ',') return;
    arguments.push_back(trimmed(text.substr(begin, i - begin)));
    begin = i + 1;
  });
  arguments.push_back(trimmed(text.substr(begin)));
  return arguments;
}

// The place of the operator that is applied last, among `operators`; nothing if there is none.
std::optional<std::size_t> last_operator(std::string_view text, std::string_view operators) {
  std::optional<std::size_t> at;
  for_each_outer(text, [&](std::size_t i) {
    if (operators.find(text[i]) == std::string_view::npos) return;
    const auto before = text.substr(0, i).find_last_not_of(' ');
    if (before == std::string_view::npos) return;  // a sign
    const char c = text[before];
    const bool is_exponent = (c == 'e' || c == 'E') && before + 1 == i && before > 0 &&
                             std::isdigit(static_cast<unsigned char>(text[before - 1]));
    if (std::string_view("+-*/^,(=<>").find(c) == std::string_view::npos && !is_exponent) at = i;
  });
  return at;
}

// An expression as a part of a longer one: in brackets if it is a sum or a product.
std::string operand_words(std::string_view text) {
  const bool is_whole = !last_operator(text, "+-") && !last_operator(text, "*/");
  return is_whole ? expression_words(text) : "(" + expression_words(text) + ")";
}

// Calls of one argument and how they are read.
const std::map<std::string_view, std::string_view>& readings() {
  static const std::map<std::string_view, std::string_view> words{
      {"value", ""},           {"column", ""},        {"variable", ""},
      {"mean", "mean "},       {"min", "the least "}, {"max", "the largest "},
      {"first", "the first "}, {"last", "the last "}, {"sum", "sum of "},
      {"abs", "size of "},     {"sqrt", "root of "},  {"log", "log of "}};
  return words;
}

// A call, or nothing if it has no words.
std::optional<std::string> call_words(std::string_view name, std::string_view inside) {
  const auto arguments = arguments_of(inside);
  if (arguments.size() == 1) {
    if (name == "count" && is_name(inside)) return "number of rows";
    if (name == "count") return "number of rows with " + condition_words(inside);
    const auto found = readings().find(name);
    if (found == readings().end()) return std::nullopt;
    const std::string argument = plain(inside);
    return std::string(found->second) +
           (found->second.empty() ? expression_words(argument) : operand_words(argument));
  }
  if (name == "at" && arguments.size() == 3) {
    const bool is_text = arguments[1].starts_with('\'') || arguments[1].starts_with('"');
    return operand_words(arguments[2]) +
           (is_text ? " of " + plain(arguments[1])
                    : fmt::format(" at {} = {}", arguments[0], arguments[1]));
  }
  if (arguments.size() != 2) return std::nullopt;
  const auto [first, second] = std::pair(arguments[0], arguments[1]);
  if (name == "argmin" || name == "argmax") {
    return expression_words(first) + (name == "argmin" ? " of the least " : " of the largest ") +
           expression_words(second);
  }
  if (name == "slope") {
    return "slope of " + expression_words(second) + " against " + expression_words(first);
  }
  if (name == "where") return expression_words(second) + " where " + condition_words(first);
  return std::nullopt;
}

// A bound or a margin; NaN if it is none, or depends on the results.
double bound_of(const std::optional<Expression>& bound, const Claim& claim) {
  Variables variables;
  if (claim.printed) variables["printed"] = *claim.printed;
  try {
    return bound ? bound->scalar(Table(), variables) : std::nan("");
  } catch (const ExpressionError&) {
    return std::nan("");
  }
}

// True for the bound of a test, and for the numbers of a narrow interval that it asks for.
bool is_asked_for(double value, const DeclaredTest& test, const Claim& claim) {
  const double near = 1e-9 * std::max(1.0, std::fabs(value));
  double low = bound_of(test.bound, claim);
  double high = low;
  if (test.kind == RequirementKind::between) {
    high = bound_of(test.second, claim);
  } else if (test.second) {
    const double margin = bound_of(test.second, claim);
    low -= margin;
    high += margin;
  }
  return low - near < value && value < high + near && high - low < std::fabs(value);
}

}  // namespace

std::string condition_words(std::string_view text) {
  std::string words(text);
  for (const auto& [sign, word] : {std::pair("==", "="), std::pair("!=", "≠"), std::pair("<=", "≤"),
                                   std::pair(">=", "≥"), std::pair("'", "")}) {
    replace_all(words, sign, word);
  }
  return words;
}

std::string expression_words(std::string_view written) {
  const std::string_view text = trimmed(written);
  if (is_name(text)) {
    std::string name(text);
    std::replace(name.begin(), name.end(), '_', ' ');
    return name;
  }
  bool is_condition = false;
  for_each_outer(text, [&](std::size_t i) {
    is_condition = is_condition || std::string_view("=<>!").find(text[i]) != std::string_view::npos;
  });
  if (is_condition) return condition_words(text);
  for (const char* operators : {"+-", "*/"}) {
    const auto at = last_operator(text, operators);
    if (!at) continue;
    const char sign = text[*at];
    const char* word = sign == '+'   ? "plus"
                       : sign == '-' ? "minus"
                       : sign == '*' ? "times"
                                     : "over";
    return expression_words(text.substr(0, *at)) + " " + word + " " +
           expression_words(text.substr(*at + 1));
  }
  if (text.starts_with('-')) return "minus " + expression_words(text.substr(1));
  const auto open = text.find('(');
  if (open == std::string_view::npos || open == 0 || !text.ends_with(')')) return std::string(text);
  const std::string_view name = text.substr(0, open);
  if (!is_name(name)) return std::string(text);
  return call_words(name, text.substr(open + 1, text.size() - open - 2))
      .value_or(std::string(text));
}

std::string number_name(const DeclaredTest& test, std::size_t rows) {
  const EstimateSpec& number = test.number;
  std::string name = expression_words(number.estimate->text());
  if (number.minus) name = name + " minus " + expression_words(number.minus->text());
  if (number.divided_by) {
    name = "ratio of " + name + " to " + expression_words(number.divided_by->text());
  }
  if (number.slope_on) {
    name = "slope of " + name + " against " + expression_words(number.slope_on->text());
  }
  if (number.proportion) name = "share: " + name;
  if (test.select) name += " (" + condition_words(test.select->text()) + ")";
  if (rows > 1) name += fmt::format(", the least clear of {} rows", rows);
  return name;
}

std::string number_name(const Verdict& verdict) {
  if (!verdict.value || verdict.claim.tests.empty()) return {};
  return number_name(verdict.claim.tests.front(),
                     verdict.tests.empty() ? 1 : verdict.tests.front().result.numbers.size());
}

std::string judged_sentence(const JudgedTest& test) {
  return number_name(test.test, test.result.numbers.size()) +
         (test.test.label.empty() ? ": " : ", ") + test_sentence(test);
}

std::string number_in_percent(const Verdict& verdict) {
  const Claim& claim = verdict.claim;
  if (!verdict.value || claim.tests.empty()) return {};
  const auto is_asked = [&](double value) {
    return is_asked_for(value, claim.tests.front(), claim);
  };
  const auto text = [](double value, std::optional<double> error) {
    return (error ? number_with_error(value, error) : fmt::format("{:.3g}", value)) + " %";
  };
  static const std::regex percentage(R"(([-+]?\d+(?:\.\d+)?) ?%)");
  const std::string& printed = claim.printed_text.empty() ? claim.statement : claim.printed_text;
  for (std::sregex_iterator found(printed.begin(), printed.end(), percentage), end; found != end;
       ++found) {
    const double share = std::stod((*found)[1].str()) / 100;
    const double value = *verdict.value;
    const auto error = verdict.standard_error;
    if (is_asked(share)) return text(100 * value, error ? std::optional(100 * *error) : error);
    if (share > -1 && is_asked(std::log1p(share))) {
      return text(100 * std::expm1(value),
                  error ? std::optional(100 * std::exp(value) * *error) : error);
    }
  }
  return {};
}

}  // namespace replaybench
