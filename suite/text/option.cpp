#include "suite/text/option.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "suite/text/printable_text.hpp"
#include "suite/text/quoted_text.hpp"
#include "suite/text/single_quoted.hpp"

namespace replaybench {

namespace {

constexpr char mark_begin = '\x01', mark_value = '\x02', mark_end = '\x03';
constexpr std::string_view digits = "0123456789";
constexpr std::string_view name_characters = "abcdefghijklmnopqrstuvwxyz_0123456789";

// Options whose value maps names, and what stands between a name and its value.
constexpr struct {
  std::string_view option;
  char between;
} mapped_options[] = {{"columns", '='}, {"hashed", ':'}};

std::vector<std::string_view> entries_of(std::string_view list) {
  std::vector<std::string_view> entries;
  for (std::size_t end = 0; end != std::string_view::npos;) {
    end = list.find(',');
    entries.push_back(list.substr(0, end));
    if (end != std::string_view::npos) list.remove_prefix(end + 1);
  }
  return entries;
}

std::string quoted(std::string_view text) { return quoted_text(text, text.size()); }

// Numbers and the words true and false stand as they are, texts in quotes.
std::string literal(std::string_view value, OptionStyle style) {
  if (value == "true") return style == OptionStyle::python ? "True" : "true";
  if (value == "false") return style == OptionStyle::python ? "False" : "false";
  const bool number = value.find_first_of(digits) != std::string_view::npos &&
                      value.find_first_not_of("0123456789.") == std::string_view::npos;
  return number ? std::string(value) : quoted(value);
}

std::string mapping(std::string_view value, char between, OptionStyle style) {
  const bool python = style == OptionStyle::python;
  std::vector<std::string_view> entries = entries_of(value);
  const bool several = std::all_of(entries.begin(), entries.end(), [&](std::string_view entry) {
    return entry.find(between) != std::string_view::npos;
  });
  if (!several) entries = {value};  // a name with a comma
  std::string written;
  for (const std::string_view entry : entries) {
    written += written.empty() ? "" : ", ";
    const std::size_t at = entry.rfind(between);
    if (python && at != std::string_view::npos) {
      written += quoted(entry.substr(0, at)) + ": " + literal(entry.substr(at + 1), style);
    } else {
      written += quoted(entry);
    }
  }
  return python ? '{' + written + '}' : '[' + written + ']';
}

// A word of a shell. One of signs alone is quoted even where a shell would take it, as it reads better.
std::string shell_word(std::string_view value) {
  if (value == "\t") return "tab";
  constexpr std::string_view letters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  const bool has_letter = value.find_first_of(letters) != std::string_view::npos;
  const bool safe = std::all_of(value.begin(), value.end(), [&](char c) {
    return letters.find(c) != std::string_view::npos ||
           std::string_view("_-.,:=/+@%").find(c) != std::string_view::npos;
  });
  if (has_letter && safe) return std::string(value);
  return shell_quoted(printable_text(value));
}

std::string flag(std::string_view name, const std::optional<std::string_view>& value) {
  std::string text = value == "false" ? "--no-" : "--";
  text += name;
  std::replace(text.begin(), text.end(), '_', '-');
  if (!value || value == "true" || value == "false") return text;
  return text + ' ' + shell_word(*value);
}

// `between` is that of a mapping, otherwise 0.
std::string assignment(std::string_view name, const std::optional<std::string_view>& value,
                       char between, OptionStyle style) {
  std::string text(name);
  if (!value) return text;
  text += '=';
  if (style == OptionStyle::plain) return text + printable_text(*value);
  return text + (between == 0 ? literal(*value, style) : mapping(*value, between, style));
}

std::string written(std::string_view name, const std::optional<std::string_view>& value,
                    OptionStyle style, std::span<const OptionName> names) {
  char between = 0;
  for (const auto& known : mapped_options) {
    if (known.option == name) between = known.between;
  }
  for (const OptionName& other : names) {
    if (other.option != name) continue;
    name = other.written;
    break;
  }
  return style == OptionStyle::command_line ? flag(name, value)
                                            : assignment(name, value, between, style);
}

}  // namespace

std::string option(std::string_view name, std::string_view value) {
  std::string mark(1, mark_begin);
  mark += name;
  if (!value.empty()) mark += mark_value;
  for (const char c : value) {
    if (c == mark_begin || c == mark_value || c == mark_end) {
      append_escaped(mark, c);
    } else {
      mark += c;
    }
  }
  return mark + mark_end;
}

std::string in_style(std::string_view message, OptionStyle style,
                     std::span<const OptionName> names) {
  std::string text;
  while (!message.empty()) {
    const std::size_t begin = std::min(message.find(mark_begin), message.size());
    text += message.substr(0, begin);
    message.remove_prefix(begin);
    if (message.empty()) break;
    // The inside of a mark: up to its end, which comes before another beginning.
    const std::string_view inside = message.substr(1, message.find_first_of("\x01\x03", 1) - 1);
    const std::size_t at = std::min(inside.find(mark_value), inside.size());
    const bool whole = message.size() > inside.size() + 1 && message[inside.size() + 1] == mark_end;
    const bool named =
        at > 0 && inside.substr(0, at).find_first_not_of(name_characters) == std::string_view::npos;
    if (!whole || !named) {
      text += message.substr(0, 1);
      message.remove_prefix(1);
      continue;
    }
    const auto value = at < inside.size() ? std::optional(inside.substr(at + 1)) : std::nullopt;
    text += written(inside.substr(0, at), value, style, names);
    message.remove_prefix(inside.size() + 2);
  }
  return text;
}

std::pair<std::size_t, std::size_t> mark_around(std::string_view message, std::size_t at) {
  const std::size_t begin = at == 0 ? std::string_view::npos : message.rfind(mark_begin, at - 1);
  if (begin == std::string_view::npos) return {at, at};
  const std::size_t end = message.find(mark_end, begin);
  if (end == std::string_view::npos || end < at) return {at, at};
  return {begin, end + 1};
}

}  // namespace replaybench
