#pragma once
// Inside of toml_reader.cpp: what each type of value accepts, how messages name it, and its
// stand-in after a problem.

#include <toml++/toml.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

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
  static std::optional<std::string> from(const toml::node& node) {
    const auto* text = node.as_string();
    return text == nullptr ? std::nullopt : std::optional(text->get());
  }
};

template <>
struct Type<double> {
  static constexpr std::string_view name = "a number";
  static constexpr std::string_view list = "a list of numbers";
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
  static constexpr std::string_view list = "a list of integers";
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
    if (const auto* text = node.as_string()) return Spelling{text->get()};
    if (const auto* integer = node.as_integer()) return Spelling{std::to_string(integer->get())};
    if (const auto* number = node.as_floating_point()) {
      return Spelling{numeric::to_decimal(number->get())};
    }
    if (const auto* boolean = node.as_boolean()) return Spelling{boolean->get() ? "true" : "false"};
    return std::nullopt;
  }
};

}  // namespace replaybench::toml_types
