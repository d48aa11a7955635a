#include "suite/plan/sweep_syntax.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "suite/numeric/decimal.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/plan/column_name.hpp"

namespace replaybench {

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::string with_parameter(const std::string& text, const std::string& parameter) {
  const std::string trimmed_text = trimmed(text);
  if (trimmed_text.empty() || trimmed_text.back() != '}')
    return trimmed_text + '{' + parameter + '}';
  const std::string inside = trimmed_text.substr(0, trimmed_text.size() - 1);
  const bool empty = trimmed(inside).back() == '{';
  return inside + (empty ? "" : ", ") + parameter + '}';
}

bool is_identifier(const std::string& text) {
  return !text.empty() && !(text[0] >= '0' && text[0] <= '9') &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '_';
         });
}

LabelledComponent labelled(const std::string& text, const SourcePlace& place) {
  const auto equals = text.find('=');
  if (equals < text.find('{')) {
    return {trimmed(text.substr(0, equals)), trimmed(text.substr(equals + 1)), place};
  }
  return {text, text, place};
}

LabelledComponent with_alternatives(const std::string& text, const SourcePlace& place) {
  static constexpr std::string_view separator = " else ";
  std::vector<std::string> parts{""};
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') quoted = !quoted;
    if (!quoted) depth += (text[i] == '{') - (text[i] == '}');
    if (!quoted && depth == 0 && std::string_view(text).substr(i).starts_with(separator)) {
      parts.emplace_back();
      i += separator.size() - 1;
    } else {
      parts.back() += text[i];
    }
  }
  LabelledComponent first = labelled(trimmed(parts[0]), place);
  for (std::size_t i = 1; i < parts.size(); ++i) {
    first.otherwise.push_back(labelled(trimmed(parts[i]), place));
  }
  return first;
}

namespace {

constexpr double max_values = 1e6;  // of one sweep variable

std::vector<std::string> words(const std::string& text) {
  std::vector<std::string> parts;
  std::string word;
  for (const char c : text + ' ') {
    if (c != ' ' && c != ',' && c != '\t') {
      word += c;
    } else if (!word.empty()) {
      parts.push_back(std::move(word));
      word.clear();
    }
  }
  return parts;
}

struct Range {
  double from = 0;
  double to = 0;
  std::optional<double> by;
};

// "from..to" or "from..to by number", both ends finite; nothing if it is not of this form.
std::optional<Range> parse_range(const std::vector<std::string>& parts) {
  const auto dots = parts.front().find("..");
  const auto from = numeric::parse_decimal(parts.front().substr(0, dots));
  const auto to = numeric::parse_decimal(parts.front().substr(dots + 2));
  if (!from || !to || !std::isfinite(*from) || !std::isfinite(*to) || *from > *to)
    return std::nullopt;
  Range range{*from, *to, std::nullopt};
  if (parts.size() == 1) return range;
  if (parts.size() != 3 || parts[1] != "by") return std::nullopt;
  range.by = numeric::parse_decimal(parts[2]);
  if (!range.by || !std::isfinite(*range.by)) return std::nullopt;
  return range;
}

// The values of a range; none if it is malformed or too long.
std::vector<std::string> linear_range(const std::vector<std::string>& parts) {
  const auto range = parse_range(parts);
  if (!range) return {};
  const double by = range->by.value_or(1);
  if (!(by > 0) || !((range->to - range->from) / by < max_values)) return {};
  const auto steps = static_cast<int>(std::floor((range->to - range->from) / by + 1e-9));
  std::vector<std::string> values;
  for (int i = 0; i <= steps; ++i) values.push_back(numeric::to_decimal(range->from + i * by));
  return values;
}

// Equal numbers are one value, however they are written.
std::string value_key(const std::string& value, bool numeric) {
  return numeric ? numeric::to_decimal(*numeric::parse_decimal(value) + 0.0) : value;
}

// True if both ends are whole numbers, as the values of a logarithmic range are.
bool has_whole_ends(const std::vector<std::string>& parts) {
  const auto range = parse_range(parts);
  return !range || (range->from == std::floor(range->from) && range->to == std::floor(range->to));
}

// Whole numbers at equal ratios, equal neighbours once.
std::vector<std::string> logarithmic_range(const std::vector<std::string>& parts) {
  const auto range = parse_range(parts);
  if (!range || !range->by || !(range->from > 0)) return {};
  const double count = *range->by;
  if (!(count >= 2 && count <= max_values && count == std::floor(count))) return {};
  const double start = numeric::log(range->from);
  const double length = numeric::log(range->to) - start;
  std::vector<std::string> values;
  double last = -1;
  for (int i = 0; i < static_cast<int>(count); ++i) {
    const double share = i / (count - 1);
    const double value = std::floor(numeric::exp(start + share * length) + 0.5);
    if (value != last) values.push_back(numeric::to_decimal(value));
    last = value;
  }
  return values;
}

// "K = 2 10 20", "T = 1..1000", "T = 10..500 by 10", "T = log 100..1e6 by 61", "reading = c x"
void read_axis(TomlReader& table, const std::string& text, std::vector<SweepAxis>& sweep) {
  const auto equals = text.find('=');
  SweepAxis axis;
  axis.name = trimmed(text.substr(0, equals));
  auto parts = words(equals == std::string::npos ? "" : text.substr(equals + 1));
  const auto refuse = [&](const std::string& why) {
    table.problem("sweep",
                  "\"" + text + "\": " + why +
                      "; expected name = value ..., name = from..to [by step] or "
                      "name = log from..to by count; axes that move together are joined by \";\"");
    sweep.push_back({axis.name, {}, true});  // known all the same: its uses are not wrong too
  };
  if (!is_identifier(axis.name) || parts.empty()) return refuse("no name or no values");
  static const std::set<std::string> reserved{column_name::dataset,   column_name::algorithm,
                                              column_name::evaluator, column_name::horizon,
                                              column_name::step,      column_name::replicate};
  if (reserved.contains(axis.name)) {
    return refuse("\"" + axis.name + "\" is a column of every result");
  }
  static const std::set<std::string> of_tables{
      column_name::candidate,         column_name::selection,
      column_name::minuend_candidate, column_name::subtrahend_candidate,
      column_name::minuend,           column_name::subtrahend};
  if (of_tables.contains(axis.name)) {
    return refuse("\"" + axis.name + "\" is a column of tables");
  }
  for (const auto& other : sweep) {
    if (other.name == axis.name) return refuse("\"" + axis.name + "\" is there twice");
  }
  const bool logarithmic = parts.front() == "log";
  if (logarithmic) parts.erase(parts.begin());
  const bool range = !parts.empty() && parts.front().find("..") != std::string::npos;
  if (range) {
    if (logarithmic && !has_whole_ends(parts))
      return refuse("the ends of a log range are whole numbers, as its values are");
    axis.values = logarithmic ? logarithmic_range(parts) : linear_range(parts);
    if (axis.values.empty()) return refuse("not a range of 1 to 1000000 values");
    const auto equal = std::adjacent_find(axis.values.begin(), axis.values.end());
    if (equal != axis.values.end()) return refuse("the step is too small to change " + *equal);
  } else {
    if (logarithmic) return refuse("no range after log");
    axis.values = std::move(parts);
    axis.numeric = std::all_of(axis.values.begin(), axis.values.end(), [](const auto& value) {
      return numeric::parse_decimal(value).has_value();
    });
    std::set<std::string> seen;
    for (const auto& value : axis.values) {
      if (!seen.insert(value_key(value, axis.numeric)).second)
        return refuse("the value " + value + " is there twice");
      if (value.find("..") != std::string::npos) return refuse("a range among values");
    }
  }
  sweep.push_back(std::move(axis));
}

}  // namespace

std::vector<SweepAxis> read_sweep(TomlReader& table, Profile profile) {
  std::vector<SweepAxis> sweep;
  for (const auto& text : table.texts_for_profile("sweep", profile, std::vector<std::string>{})) {
    std::size_t begin = 0;
    for (bool first = true; begin <= text.size(); first = false) {
      const std::size_t end = std::min(text.find(';', begin), text.size());
      read_axis(table, text.substr(begin, end - begin), sweep);
      begin = end + 1;
      if (first) continue;
      const SweepAxis& before = sweep[sweep.size() - 2];
      SweepAxis& axis = sweep.back();
      axis.with_previous = true;
      if (axis.values.size() != before.values.size() && !axis.values.empty() &&
          !before.values.empty()) {
        table.problem("sweep", "\"" + text + "\": " + before.name + " has " +
                                   std::to_string(before.values.size()) + " values and " +
                                   axis.name + " " + std::to_string(axis.values.size()) +
                                   "; axes that move together have as many");
      }
    }
  }
  return sweep;
}

}  // namespace replaybench
