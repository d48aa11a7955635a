#include "suite/format/json_lines.hpp"

#include <simdjson.h>

#include <algorithm>
#include <unordered_map>

#include "suite/format/json_parser.hpp"
#include "suite/format/table_rows.hpp"
#include "suite/log/text_list.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench {

namespace {

namespace dom = simdjson::dom;
using Element = dom::element_type;

constexpr std::size_t max_object_depth = 32;
constexpr std::size_t max_name_bytes = std::size_t{1} << 24;  // of all columns

bool is_numeral(Element type) {
  return type == Element::INT64 || type == Element::UINT64 || type == Element::DOUBLE ||
         type == Element::BOOL;
}

// Text of a string, a number, true or false.
std::string text_of(const dom::element& value) {
  switch (value.type()) {
    case Element::STRING:
      return std::string(value.get_string().value_unsafe());
    case Element::INT64:
      return std::to_string(value.get_int64().value_unsafe());
    case Element::UINT64:
      return std::to_string(value.get_uint64().value_unsafe());
    case Element::BOOL:
      return value.get_bool().value_unsafe() ? "true" : "false";
    case Element::DOUBLE:
      return text_of_number(value.get_double().value_unsafe());
    default:
      return {};
  }
}

double number_of(const dom::element& value) {
  switch (value.type()) {
    case Element::INT64:
      return static_cast<double>(value.get_int64().value_unsafe());
    case Element::UINT64:
      return static_cast<double>(value.get_uint64().value_unsafe());
    case Element::BOOL:
      return value.get_bool().value_unsafe() ? 1 : 0;
    case Element::DOUBLE:
      return value.get_double().value_unsafe();
    default:
      return absent_number();
  }
}

std::string stem_of_elements(const std::string& list) {
  return (list == "context" ? "x" : list) + "_";
}

// Calls visit(path, value) for each value of an object that is no object; of a list also for the list.
template <class Visit>
void walk(const dom::element& value, std::string& path, const Visit& visit) {
  const std::size_t length = path.size();
  if (dom::object object; value.get(object) == simdjson::SUCCESS) {
    for (const auto [key, member] : object) {
      if (length > 0) path += '.';
      path += key;
      walk(member, path, visit);
      path.resize(length);
    }
    return;
  }
  visit(path, value);
  dom::array array;
  if (value.get(array) != simdjson::SUCCESS) return;
  std::string element = stem_of_elements(path);
  const std::size_t stem = element.size();
  std::size_t i = 0;
  for (const dom::element member : array) {
    element += std::to_string(i++);
    walk(member, element, visit);
    element.resize(stem);
  }
}

// Empty, or why the line is no object.
std::string parse_object(JsonParser& parser, std::string_view line, dom::element& object) {
  std::string problem = parser.parse(line, object);
  if (problem.empty() && !object.is_object()) problem = "the line is no JSON object";
  return problem;
}

struct JsonTable {
  std::string text = {};
  struct Line {
    std::size_t number, begin, length;
  };
  std::vector<Line> lines = {};
  std::vector<std::string> names = {};
  std::vector<char> numeric = {};
  std::vector<char> has_list = {};  // by column
  std::vector<ListColumn> lists = {};

  std::string_view line(std::size_t i) const {
    return std::string_view(text).substr(lines[i].begin, lines[i].length);
  }
};

// The columns by name; the next one is looked at first, as lines mostly name them in one order.
class ColumnsByName {
 public:
  static constexpr std::size_t none = ~std::size_t{0};

  void begin_line() { next_ = 0; }
  std::size_t find(const std::string& path, const std::vector<std::string>& names) {
    if (next_ < names.size() && names[next_] == path) return next_++;
    const auto found = places_.find(path);
    if (found == places_.end()) return none;
    next_ = found->second + 1;
    return found->second;
  }
  void add(const std::string& path) { places_.emplace(path, places_.size()); }
  std::size_t place_of(const std::string& path) const {
    const auto found = places_.find(path);
    return found == places_.end() ? none : found->second;
  }

 private:
  std::unordered_map<std::string, std::size_t> places_;
  std::size_t next_ = 0;
};

std::string all_text(TextSource& source) {
  std::string text;
  text.reserve(source.size_hint());
  std::string block(std::size_t{1} << 18, '\0');
  while (const std::size_t got = source.read(block.data(), block.size())) {
    text.append(block, 0, got);
  }
  return text;
}

void find_lines(JsonTable& table) {
  const std::string_view text = table.text;
  std::size_t begin = text.starts_with("\xef\xbb\xbf") ? 3 : 0;
  for (std::size_t number = 1; begin < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    if (line.find_first_not_of(" \t\r") != line.npos) {
      table.lines.push_back({number, begin, line.size()});
    }
    begin = end + 1;
  }
}

void find_columns(JsonTable& table, ColumnsByName& columns, const std::string& name) {
  JsonParser parser(name, max_object_depth);
  bool has_object = false;
  std::size_t name_bytes = 0;
  std::string path, first_problem;
  for (std::size_t i = 0; i < table.lines.size(); ++i) {
    dom::element object;
    const std::string problem = parse_object(parser, table.line(i), object);
    if (!problem.empty()) {
      if (first_problem.empty()) {
        first_problem = ":" + std::to_string(table.lines[i].number) + ": " + problem;
      }
      continue;
    }
    has_object = true;
    columns.begin_line();
    walk(object, path, [&](const std::string& of, const dom::element& value) {
      std::size_t column = columns.find(of, table.names);
      if (column == ColumnsByName::none) {
        if (table.names.size() == max_json_columns) {
          throw DataError(name + ":" + std::to_string(table.lines[i].number) +
                          ": the lines have more than " + std::to_string(max_json_columns) +
                          " different paths; the one too many is " + quoted_text(of));
        }
        name_bytes += of.size();
        if (name_bytes > max_name_bytes) {
          throw DataError(name + ":" + std::to_string(table.lines[i].number) +
                          ": the paths of all lines together have more than " +
                          std::to_string(max_name_bytes) + " bytes");
        }
        column = table.names.size();
        columns.add(of);
        table.names.push_back(of);
        table.numeric.push_back(1);
        table.has_list.push_back(0);
      }
      if (value.is_array()) table.has_list[column] = 1;
      if (!value.is_null() && !is_numeral(value.type())) table.numeric[column] = 0;
    });
  }
  if (!has_object) {
    throw DataError(name + ": no line is a JSON object" +
                    (first_problem.empty() ? "" : "\n" + name + first_problem));
  }
}

// Puts the elements of a list of numbers behind it; those of a list of texts are no columns.
void arrange_lists(JsonTable& table, ColumnsByName& columns) {
  const std::size_t size = table.names.size();
  std::vector<std::vector<std::size_t>> elements(size);
  std::vector<char> is_element(size, 0), of_numbers(size, 0);
  for (std::size_t list = 0; list < size; ++list) {
    if (table.has_list[list] == 0) continue;
    const std::string stem = stem_of_elements(table.names[list]);
    bool nested = false, numbers = true;
    auto& own = elements[list];
    for (;;) {
      const std::size_t next = columns.place_of(stem + std::to_string(own.size()));
      if (next == ColumnsByName::none) break;
      own.push_back(next);
      nested = nested || table.has_list[next] != 0;
      numbers = numbers && table.numeric[next] != 0;
    }
    if (nested) own.clear();
    of_numbers[list] = numbers ? 1 : 0;
    for (const std::size_t element : own) is_element[element] = 1;
  }
  JsonTable arranged;
  ColumnsByName places;
  const auto add = [&](std::size_t column) {
    places.add(table.names[column]);
    arranged.names.push_back(table.names[column]);
    arranged.numeric.push_back(table.numeric[column]);
    arranged.has_list.push_back(table.has_list[column]);
  };
  for (std::size_t column = 0; column < size; ++column) {
    if (is_element[column] != 0) continue;
    add(column);
    if (table.has_list[column] == 0) continue;
    const std::size_t shown = of_numbers[column] != 0 ? elements[column].size() : 0;
    const std::size_t first = arranged.names.size();
    arranged.lists.push_back({first - 1, first, shown});
    for (std::size_t i = 0; i < shown; ++i) add(elements[column][i]);
  }
  table.names = std::move(arranged.names);
  table.numeric = std::move(arranged.numeric);
  table.has_list = std::move(arranged.has_list);
  table.lists = std::move(arranged.lists);
  columns = std::move(places);
}

class JsonRows final : public TableRows {
 public:
  JsonRows(const std::string& name, JsonTable table, ColumnsByName columns)
      : TableRows(name, table.names, table.numeric),
        table_(std::move(table)),
        columns_(std::move(columns)),
        parser_(name, max_object_depth),
        texts_(table_.names.size()),
        row_of_(table_.names.size(), 0) {}

  std::span<const ListColumn> lists() const override { return table_.lists; }
  bool is_list(std::size_t column) const override { return table_.has_list[column] != 0; }
  bool next() override {
    if (row_ == table_.lines.size()) return false;
    line_ = table_.lines[row_].number;
    dom::element object;
    problem_ = parse_object(parser_, table_.line(row_), object);
    ++row_;
    if (problem_.empty()) {
      columns_.begin_line();
      walk(object, path_, [&](const std::string& path, const dom::element& value) {
        take(columns_.find(path, table_.names), value);
      });
      for (std::size_t column = 0; column < row_of_.size(); ++column) {
        if (row_of_[column] != row_) set_absent(column);
      }
    }
    bad_ = !problem_.empty();
    return true;
  }
  double size_ratio() const override {
    return row_ == 0 ? 0 : static_cast<double>(table_.lines.size()) / static_cast<double>(row_);
  }

 private:
  void set_absent(std::size_t column) {
    if (is_number(column)) {
      set_number(column, absent_number());
    } else {
      set_text(column, {});
    }
  }

  void take(std::size_t column, const dom::element& value) {
    if (column == ColumnsByName::none) return;  // an element of a list of texts
    if (row_of_[column] == row_) {
      problem_ = "the line has " + quoted_text(table_.names[column]) + " twice";
      return;
    }
    row_of_[column] = row_;
    if (!is_used(column)) return;
    if (value.is_null()) {
      set_absent(column);
      return;
    }
    if (is_number(column)) {
      numbers_[column] = number_of(value);
      if (!needs_text(column)) return;
    }
    texts_[column].clear();
    if (dom::array array; value.get(array) == simdjson::SUCCESS) {
      add_list(column, array);
    } else if (is_list(column)) {
      problem_ = "column " + quoted_text(table_.names[column]) + " is no list, as on other lines";
    } else {
      texts_[column] = text_of(value);
    }
    set_text(column, texts_[column]);
  }

  void add_list(std::size_t column, const dom::array& array) {
    std::string& text = texts_[column];
    std::size_t i = 0;
    for (const dom::element member : array) {
      const std::string element = text_of(member);
      if (member.is_object() || member.is_array()) {
        problem_ = "column " + quoted_text(table_.names[column]) + " has an element " +
                   std::to_string(i) + " that is no text or number";
        return;
      }
      add_to_list(text, element);
      ++i;
    }
  }

  JsonTable table_;
  ColumnsByName columns_;
  JsonParser parser_;
  std::vector<std::string> texts_;
  std::vector<std::size_t> row_of_;  // by column, the last row that has it, from 1
  std::string path_;
  std::size_t row_ = 0;
};

}  // namespace

std::unique_ptr<LogRows> json_lines_rows(std::unique_ptr<TextSource> source) {
  const std::string name = source->name();
  JsonTable table;
  table.text = all_text(*source);
  find_lines(table);
  ColumnsByName columns;
  find_columns(table, columns, name);
  arrange_lists(table, columns);
  return std::make_unique<JsonRows>(name, std::move(table), std::move(columns));
}

}  // namespace replaybench
