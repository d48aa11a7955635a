#include "suite/table/table.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "suite/numeric/decimal.hpp"
#include "suite/text/csv_field.hpp"
#include "suite/text/csv_reader.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"
#include "suite/text/text_source.hpp"

namespace replaybench {

namespace {

std::size_t length(const Column& column) {
  return std::visit([](const auto& values) { return values.size(); }, column);
}

// The cells of a column as they are read: numbers as long as all are, and the texts beside in case
// one is not.
class CellsRead {
 public:
  void add(std::string_view cell, bool quoted) {
    texts_ += cell;
    ends_.push_back(texts_.size());
    if (!numeric_) return;
    const auto number = quoted ? std::nullopt : numeric::parse_decimal(cell);
    numeric_ = number.has_value();
    if (number) numbers_.push_back(*number);
  }

  Column column() && {
    if (numeric_) return std::move(numbers_);
    TextColumn texts;
    texts.reserve(ends_.size());
    std::size_t begin = 0;
    for (const std::size_t end : ends_) {
      texts.push_back(texts_.substr(begin, end - begin));
      begin = end;
    }
    return texts;
  }

 private:
  NumberColumn numbers_;
  bool numeric_ = true;
  std::string texts_;              // of all cells, one behind the other
  std::vector<std::size_t> ends_;  // of each in texts_
};

// The records of a table's text. Beyond what makes any CSV unreadable, a carriage return outside
// quotes must be part of a line end.
class Records {
 public:
  Records(std::string_view text, const std::string& source)
      // One block holds the text and leaves room to see its end.
      : reader_(text_in_memory(text, source), text.size() + 1, NulBytes::kept),
        lone_return_at_end_(text.ends_with('\r')) {}

  const CsvReader& operator*() const { return reader_; }

  bool next() {
    if (!reader_.next()) {
      if (lone_return_at_end_) fail(reader_.last_line(), lone_return);
      return false;
    }
    if (!reader_.defect().what.empty()) {
      fail(reader_.defect().line, std::string(reader_.defect().what));
    }
    const auto fields = reader_.fields();
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (fields[i].find('\r') != std::string_view::npos && !reader_.quoted(i)) {
        fail(reader_.line(), lone_return);
      }
    }
    return true;
  }

  [[noreturn]] void fail(std::size_t line, const std::string& message) const {
    throw DataError(reader_.name() + ':' + std::to_string(line) + ": " + message);
  }

 private:
  static constexpr const char* lone_return = "a carriage return without a line feed outside quotes";

  CsvReader reader_;
  bool lone_return_at_end_;
};

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
    csv += csv_field(names_[i]);
  }
  csv += '\n';
  for (std::size_t row = 0; row < rows(); ++row) {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (i > 0) csv += ',';
      if (const auto* numbers = std::get_if<NumberColumn>(&columns_[i])) {
        csv += numeric::to_decimal((*numbers)[row]);
      } else {
        const std::string& text = std::get<TextColumn>(columns_[i])[row];
        // Quotes keep a text that looks like a number a text, and a lone empty cell apart from an
        // empty line.
        const bool in_quotes = numeric::parse_decimal(text) || (lone && text.empty());
        csv += in_quotes ? quoted_csv_field(text) : csv_field(text);
      }
    }
    csv += '\n';
  }
  return csv;
}

Table Table::from_csv(std::string_view text, const std::string& source) {
  Records records(text, source);
  const CsvReader& record = *records;
  if (!records.next()) records.fail(1, "the text is empty; expected a line of column names");
  const std::vector<std::string> names(record.fields().begin(), record.fields().end());
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty()) records.fail(1, "column " + std::to_string(i + 1) + " has no name");
    if (std::find(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i), names[i]) !=
        names.begin() + static_cast<std::ptrdiff_t>(i)) {
      records.fail(1, "two columns have the name \"" + names[i] + '"');
    }
  }
  std::vector<CellsRead> columns(names.size());
  while (records.next()) {
    const auto cells = record.fields();
    if (cells.size() != names.size()) {
      records.fail(record.line(), std::to_string(cells.size()) + " cells; the header has " +
                                      std::to_string(names.size()) + " columns");
    }
    for (std::size_t i = 0; i < cells.size(); ++i) columns[i].add(cells[i], record.quoted(i));
  }
  Table table;
  for (std::size_t i = 0; i < names.size(); ++i) {
    table.add_column(names[i], std::move(columns[i]).column());
  }
  return table;
}

Table Table::read_csv(const std::filesystem::path& path) {
  return from_csv(read_file(path), path.string());
}

}  // namespace replaybench
