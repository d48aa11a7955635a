#include "suite/table/table.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>
#include <stdexcept>

#include "suite/numeric/decimal.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {

namespace {

std::size_t length(const Column& column) {
  return std::visit([](const auto& values) { return values.size(); }, column);
}

// `always` keeps a lone empty cell apart from an empty line.
void append_text(std::string& csv, const std::string& text, bool always) {
  if (!always && text.find_first_of(",\"\r\n") == std::string::npos) {
    csv += text;
    return;
  }
  csv += '"';
  for (const char c : text) {
    if (c == '"') csv += '"';
    csv += c;
  }
  csv += '"';
}

struct Cell {
  std::string text;
  bool quoted = false;
};

class CsvReader {
 public:
  CsvReader(std::string_view text, const std::string& source) : text_(text), source_(source) {
    if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);
  }

  bool at_end() const { return position_ == text_.size(); }
  std::size_t line() const { return line_; }

  // The cells of the next record, its line end taken.
  std::vector<Cell> record() {
    std::vector<Cell> cells;
    for (;;) {
      cells.push_back(cell());
      if (at_end()) return cells;
      const char separator = text_[position_++];
      if (separator == ',') continue;
      if (separator == '\r') ++position_;  // cell() has seen that '\n' follows
      ++line_;
      return cells;
    }
  }

  [[noreturn]] void fail(std::size_t line, const std::string& message) const {
    throw DataError(source_ + ':' + std::to_string(line) + ": " + message);
  }

 private:
  bool at_separator() const {
    const char c = text_[position_];
    if (c == '\r') {
      if (position_ + 1 < text_.size() && text_[position_ + 1] == '\n') return true;
      fail(line_, "a carriage return without a line feed outside quotes");
    }
    return c == ',' || c == '\n';
  }

  Cell cell() {
    if (!at_end() && text_[position_] == '"') return quoted_cell();
    Cell cell;
    const std::size_t begin = position_;
    while (!at_end() && !at_separator()) {
      if (text_[position_] == '"')
        fail(line_, "a quote inside a cell that does not begin with one");
      ++position_;
    }
    cell.text = text_.substr(begin, position_ - begin);
    return cell;
  }

  Cell quoted_cell() {
    Cell cell{.text = {}, .quoted = true};
    const std::size_t first_line = line_;
    for (++position_;; ++position_) {
      if (at_end()) fail(first_line, "a quote that is not closed");
      const char c = text_[position_];
      if (c == '"') {
        if (position_ + 1 == text_.size() || text_[position_ + 1] != '"') break;
        ++position_;
      }
      if (c == '\n') ++line_;
      cell.text += c;
    }
    ++position_;
    if (!at_end() && !at_separator()) fail(line_, "text after the closing quote of a cell");
    return cell;
  }

  std::string_view text_;
  const std::string& source_;
  std::size_t position_ = 0;
  std::size_t line_ = 1;
};

Column to_column(std::vector<Cell> cells) {
  NumberColumn numbers;
  numbers.reserve(cells.size());
  for (const Cell& cell : cells) {
    const auto number = cell.quoted ? std::nullopt : numeric::parse_decimal(cell.text);
    if (!number) break;
    numbers.push_back(*number);
  }
  if (numbers.size() == cells.size()) return numbers;
  TextColumn texts;
  texts.reserve(cells.size());
  for (Cell& cell : cells) texts.push_back(std::move(cell.text));
  return texts;
}

}  // namespace

void Table::add_column(std::string name, Column values) {
  if (name.empty()) throw std::logic_error("a table's column needs a name");
  if (has_column(name)) throw std::logic_error("the table has a column \"" + name + "\" already");
  if (!columns_.empty() && length(values) != rows()) {
    throw std::logic_error("column \"" + name + "\" has " + std::to_string(length(values)) +
                           " values in a table of " + std::to_string(rows()) + " rows");
  }
  names_.push_back(std::move(name));
  columns_.push_back(std::move(values));
}

bool Table::has_column(std::string_view name) const {
  return std::find(names_.begin(), names_.end(), name) != names_.end();
}

const Column& Table::column(std::string_view name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found == names_.end()) {
    throw std::out_of_range("the table has no column \"" + std::string(name) + '"' +
                            suggestion(name, names_));
  }
  return columns_[static_cast<std::size_t>(found - names_.begin())];
}

std::size_t Table::rows() const { return columns_.empty() ? 0 : length(columns_.front()); }

Table Table::select(const std::vector<std::size_t>& rows) const {
  Table table;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const auto pick = [&](const auto& values) -> Column {
      std::decay_t<decltype(values)> picked;
      picked.reserve(rows.size());
      for (const std::size_t row : rows) picked.push_back(values.at(row));
      return picked;
    };
    table.add_column(names_[i], std::visit(pick, columns_[i]));
  }
  return table;
}

std::string Table::to_csv() const {
  if (columns_.empty()) throw std::logic_error("a table without columns has no CSV form");
  const bool lone = columns_.size() == 1;
  std::string csv;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (i > 0) csv += ',';
    append_text(csv, names_[i], false);
  }
  csv += '\n';
  for (std::size_t row = 0; row < rows(); ++row) {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (i > 0) csv += ',';
      if (const auto* numbers = std::get_if<NumberColumn>(&columns_[i])) {
        csv += numeric::to_decimal((*numbers)[row]);
      } else {
        const std::string& text = std::get<TextColumn>(columns_[i])[row];
        append_text(csv, text, numeric::parse_decimal(text) || (lone && text.empty()));
      }
    }
    csv += '\n';
  }
  return csv;
}

Table Table::from_csv(std::string_view text, const std::string& source) {
  CsvReader reader(text, source);
  if (reader.at_end()) reader.fail(1, "the text is empty; expected a line of column names");
  const std::vector<Cell> header = reader.record();
  for (std::size_t i = 0; i < header.size(); ++i) {
    if (header[i].text.empty()) {
      reader.fail(1, "column " + std::to_string(i + 1) + " has no name");
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (header[j].text == header[i].text) {
        reader.fail(1, "two columns have the name \"" + header[i].text + '"');
      }
    }
  }
  std::vector<std::vector<Cell>> columns(header.size());
  while (!reader.at_end()) {
    const std::size_t line = reader.line();
    std::vector<Cell> cells = reader.record();
    if (cells.size() != header.size()) {
      reader.fail(line, std::to_string(cells.size()) + " cells; the header has " +
                            std::to_string(header.size()) + " columns");
    }
    for (std::size_t i = 0; i < cells.size(); ++i) columns[i].push_back(std::move(cells[i]));
  }
  Table table;
  for (std::size_t i = 0; i < header.size(); ++i) {
    table.add_column(header[i].text, to_column(std::move(columns[i])));
  }
  return table;
}

Table Table::read_csv(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file || std::filesystem::is_directory(path)) {
    throw EnvironmentError("cannot read " + path.string());
  }
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return from_csv(text, path.string());
}

}  // namespace replaybench
