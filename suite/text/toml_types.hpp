#pragma once
// Inside of toml_reader.cpp: what each type of value accepts, how messages name it, and its
// stand-in after a problem.

#include <toml++/toml.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "suite/numeric/decimal.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench::toml_types {

inline std::string in_quotes(std::string_view text) { return quoted_text(text, 80); }

/// The value seen, for messages.
inline std::string describe(const toml::node& node) {
  if (const auto* text = node.as_string()) return "the text " + quoted_text(text->get(), 80);
  if (const auto* integer = node.as_integer()) {
    return "the integer " + std::to_string(integer->get());
  }
  if (const auto* number = node.as_floating_point()) {
    return "the number " + numeric::to_decimal(number->get());
  }
  if (const auto* boolean = node.as_boolean()) return boolean->get() ? "true" : "false";
  if (const auto* array = node.as_array()) {
    return "a list of " + std::to_string(array->size()) + " values";
  }
  return node.is_table() ? "a table" : "a date or time";
}

/// A text that may be printed: of the control characters a TOML file can spell only the line ends and
/// the tab are allowed.
inline std::optional<std::string> plain_text(const toml::node& node) {
  const auto* text = node.as_string();
  if (text == nullptr) return std::nullopt;
  for (const char c : text->get()) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte < 0x20 && c != '\n' && c != '\r' && c != '\t') || byte == 0x7f) return std::nullopt;
  }
  return text->get();
}

/// A value spelt as in TOML, texts without their quotes.
struct Spelling {
  std::string text;
};

template <class T>
struct Type;

template <>
struct Type<std::string> {
  static constexpr std::string_view name = "a text";
  static constexpr std::string_view list = "a list of texts";
  static std::string fallback() { return {}; }
  static std::optional<std::string> from(const toml::node& node) { return plain_text(node); }
};

template <>
struct Type<double> {
  static constexpr std::string_view name = "a number";
  static double fallback() { return std::numeric_limits<double>::quiet_NaN(); }
  static std::optional<double> from(const toml::node& node) {
    if (const auto* integer = node.as_integer()) return static_cast<double>(integer->get());
    const auto* number = node.as_floating_point();
    return number == nullptr ? std::nullopt : std::optional(number->get());
  }
};

template <>
struct Type<std::int64_t> {
  static constexpr std::string_view name = "an integer";
  static std::int64_t fallback() { return 0; }
  static std::optional<std::int64_t> from(const toml::node& node) {
    const auto* integer = node.as_integer();
    return integer == nullptr ? std::nullopt : std::optional(integer->get());
  }
};

template <>
struct Type<bool> {
  static constexpr std::string_view name = "true or false";
  static bool fallback() { return false; }
  static std::optional<bool> from(const toml::node& node) {
    const auto* boolean = node.as_boolean();
    return boolean == nullptr ? std::nullopt : std::optional(boolean->get());
  }
};

template <>
struct Type<Spelling> {
  static constexpr std::string_view name = "a text, number or boolean";
  static constexpr std::string_view list = "a list of texts, numbers or booleans";
  static Spelling fallback() { return {}; }
  static std::optional<Spelling> from(const toml::node& node) {
    if (node.is_string()) {
      auto text = plain_text(node);
      return text ? std::optional(Spelling{std::move(*text)}) : std::nullopt;
    }
    if (const auto* integer = node.as_integer()) return Spelling{std::to_string(integer->get())};
    if (const auto* number = node.as_floating_point()) {
      return Spelling{numeric::to_decimal(number->get())};
    }
    if (const auto* boolean = node.as_boolean()) return Spelling{boolean->get() ? "true" : "false"};
    return std::nullopt;
  }
};

/// Description of a value of type T, for the message on `value`, which is none.
template <class T>
std::string expected_instead_of(const toml::node& value) {
  const std::string expected(Type<T>::name);
  const bool takes_texts = Type<T>::name.starts_with("a text");
  return takes_texts && value.is_string() ? expected + " without control characters" : expected;
}

}  // namespace replaybench::toml_types
