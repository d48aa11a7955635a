#include "suite/format/parquet.hpp"

#include <algorithm>
#include <charconv>
#include <set>

#include "suite/format/parquet_column.hpp"
#include "suite/format/parquet_list.hpp"
#include "suite/format/table_rows.hpp"
#include "suite/format/value_meaning.hpp"
#include "suite/log/text_list.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench {

namespace {

using parquet::Column;
using parquet::ColumnReader;
using parquet::Footer;
using parquet::ListReader;

constexpr std::size_t piece_rows = 1024;

// The file, and the columns that it makes: one per leaf, and behind a list those of its elements.
struct ParquetTable {
  ReadableFile file;
  Footer footer;
  std::vector<std::string> names = {};
  std::vector<char> numeric = {};
  std::vector<std::size_t> places = {};  // of each leaf, among the columns
  std::vector<ListColumn> lists = {};
  std::vector<std::string> warnings = {};
};

class ParquetOpening {
 public:
  ParquetOpening(ReadableFile file, const std::string& name)
      : name_(name), table_{.file = std::move(file), .footer = {}} {}

  ParquetTable open() && {
    try {
      table_.footer = parquet::read_footer(table_.file);
    } catch (const DataError& error) {
      throw DataError(name_ + ": " + error.what());
    }
    for (const Column& column : table_.footer.columns) taken_.insert(column.name);
    for (std::size_t leaf = 0; leaf < table_.footer.columns.size(); ++leaf) {
      const Column& column = table_.footer.columns[leaf];
      const bool list = column.shape == Column::Shape::list;
      table_.places.push_back(table_.names.size());
      table_.names.push_back(column.name);
      table_.numeric.push_back(!list && !column.is_text());
      if (list) add_list(leaf);
    }
    return std::move(table_);
  }

 private:
  static constexpr std::size_t max_elements = std::size_t{1} << 16;    // of all lists
  static constexpr std::size_t max_name_bytes = std::size_t{1} << 24;  // of all their names

  void add_list(std::size_t leaf) {
    const Column& column = table_.footer.columns[leaf];
    std::size_t size = 0;
    try {
      if (!column.is_text()) size = length_of(leaf);
    } catch (const DataError& error) {  // an error of the file only where the list is used
      warn(column, error.what());
    }
    // As obp's context has it, also in an npz file.
    const std::string stem = (column.name == "context" ? "x" : column.name) + "_";
    if (size > 0 && stem.size() + 5 > (max_name_bytes - name_bytes_) / size) {
      warn(column, "their names have more than " + std::to_string(max_name_bytes) + " bytes");
      size = 0;
    }
    for (std::size_t i = 0; i < size; ++i) {
      if (!taken_.contains(stem + std::to_string(i))) continue;
      warn(column, "column " + quoted_text(stem + std::to_string(i)) + " is there already");
      size = 0;
    }
    if (size > max_elements - elements_) {
      warn(column,
           "all lists together have more than " + std::to_string(max_elements) + " elements");
      size = 0;
    }
    elements_ += size;
    name_bytes_ += size * (stem.size() + 5);
    table_.lists.push_back({table_.names.size() - 1, table_.names.size(), size});
    for (std::size_t i = 0; i < size; ++i) {
      table_.names.push_back(stem + std::to_string(i));
      table_.numeric.push_back(1);
      taken_.insert(table_.names.back());
    }
  }
  void warn(const Column& column, const std::string& why) {
    table_.warnings.push_back("the elements of the list " + quoted_text(column.name) +
                              " are no columns: " + why);
  }

  // Length of the first list with an element; 0 if the first rows have none.
  std::size_t length_of(std::size_t leaf) const {
    const Column& column = table_.footer.columns[leaf];
    if (!column.unsupported.empty()) return 0;
    ListReader reader(table_.file, column);
    std::uint64_t row = 0;
    for (const parquet::RowGroup& group : table_.footer.groups) {
      reader.begin(group.chunks[leaf]);
      for (std::uint64_t i = 0; i < group.rows; ++i) {
        if (row++ == piece_rows) return 0;
        try {
          reader.next();
        } catch (const DataError& error) {
          throw DataError(name_ + ": column " + quoted_text(column.name) + ", row " +
                          std::to_string(row) + ": " + error.what());
        }
        if (reader.size() > 0) return reader.size();
      }
    }
    return 0;
  }

  const std::string& name_;
  ParquetTable table_;
  std::set<std::string> taken_;
  std::size_t elements_ = 0;
  std::size_t name_bytes_ = 0;
};

class ParquetRows final : public TableRows {
 public:
  ParquetRows(const std::string& name, ParquetTable table)
      : TableRows(name, table.names, table.numeric),
        table_(std::move(table)),
        footer_(table_.footer),
        cells_text_(table_.names.size()) {}

  std::span<const ListColumn> lists() const override { return table_.lists; }
  std::vector<std::string> warnings() const override { return table_.warnings; }

  bool next() override {
    if (row_ == footer_.rows) {
      finish_lists();
      return false;
    }
    if (!opened_) open();
    if (in_piece_ == piece_) read_piece();
    for (const auto& [column, values] : numbers_only_) numbers_[column] = values[in_piece_];
    for (const Used& used : others_) set_cell(used);
    ++in_piece_;
    line_ = ++row_;
    bad_ = false;
    for (UsedList& used : lists_) read_list(used);
    return true;
  }
  double size_ratio() const override {
    return row_ == 0 ? 0 : static_cast<double>(footer_.rows) / static_cast<double>(row_);
  }

 private:
  struct Used {
    std::size_t leaf, column;
    ColumnReader* reader;
  };
  struct Numbers {
    std::size_t column;
    const double* values;
  };
  struct UsedList {
    std::size_t leaf;
    ListColumn columns;
    bool as_text = false, by_element = false;
    std::unique_ptr<ListReader> reader;
    std::string text = {};
  };

  void open() {
    opened_ = true;
    std::size_t next_list = 0;
    for (std::size_t leaf = 0; leaf < footer_.columns.size(); ++leaf) {
      const Column& column = footer_.columns[leaf];
      const std::size_t place = table_.places[leaf];
      const bool list = column.shape == Column::Shape::list;
      const ListColumn columns = list ? table_.lists[next_list++] : ListColumn{};
      bool by_element = false;
      for (std::size_t i = 0; i < columns.size; ++i) by_element |= is_used(columns.first + i);
      if (!is_used(place) && !by_element) continue;
      if (!column.unsupported.empty()) {
        throw DataError(name_ + ": column " + quoted_text(column.name) + " " + column.unsupported);
      }
      if (list) {
        lists_.push_back({leaf, columns, is_used(place), by_element,
                          std::make_unique<ListReader>(table_.file, column)});
        continue;
      }
      readers_.push_back(std::make_unique<ColumnReader>(table_.file, column));
      used_.push_back({leaf, place, readers_.back().get()});
    }
  }

  // Says which column an error is about, and from which row on.
  template <class Reading>
  void read_of(std::size_t leaf, const char* rows, std::uint64_t row, const Reading& reading) {
    try {
      reading();
    } catch (const DataError& error) {
      throw DataError(name_ + ": column " + quoted_text(footer_.columns[leaf].name) +
                      ", row group " + std::to_string(group_) + ", " + rows + " " +
                      std::to_string(row) + ": " + error.what());
    }
  }

  void read_piece() {
    while (group_left_ == 0) next_group();
    piece_ = static_cast<std::size_t>(std::min<std::uint64_t>(group_left_, piece_rows));
    group_left_ -= piece_;
    in_piece_ = 0;
    for (const Used& used : used_) {
      read_of(used.leaf, "rows from", row_ + 1, [&] { used.reader->read(piece_); });
    }
    others_.clear();
    numbers_only_.clear();
    for (const Used& used : used_) {
      if (used.reader->is_text() || needs_text(used.column)) {
        others_.push_back(used);
      } else {
        numbers_only_.push_back({used.column, used.reader->numbers().data()});
      }
    }
  }

  // The rows of all groups are the file's (read_footer), so there is one.
  void next_group() {
    finish_lists();
    const parquet::RowGroup& group = footer_.groups[group_++];
    group_left_ = group.rows;
    for (const Used& used : used_) used.reader->begin(group.chunks[used.leaf]);
    for (const UsedList& used : lists_) used.reader->begin(group.chunks[used.leaf]);
  }
  void finish_lists() {
    if (group_ == 0) return;
    for (const UsedList& used : lists_) {
      read_of(used.leaf, "row", row_, [&] { used.reader->finish(); });
    }
  }

  void set_cell(const Used& used) {
    const std::size_t i = in_piece_;
    const ColumnReader& reader = *used.reader;
    if (reader.is_text()) {
      set_text(used.column, reader.texts()[i]);
    } else if (!reader.is_whole() || is_absent(reader.numbers()[i])) {
      set_number(used.column, reader.numbers()[i]);
    } else {
      set_whole(used.column, reader, reader.numbers()[i], reader.integers()[i]);
    }
  }
  static bool is_absent(double number) {
    return std::bit_cast<std::uint64_t>(number) == absent_bits;
  }
  void set_whole(std::size_t column, const ColumnReader& reader, double number,
                 std::int64_t integer) {
    numbers_[column] = number;
    cells_text_[column].clear();
    add_whole(cells_text_[column], reader, integer);
    set_text(column, cells_text_[column]);
  }
  static void add_whole(std::string& text, const ColumnReader& reader, std::int64_t value) {
    if (reader.is_truth()) {
      text += value != 0 ? "true" : "false";
      return;
    }
    const parquet::Meaning meaning = reader.meaning();
    if (meaning != parquet::Meaning::plain) {
      text += parquet::time_text(value, meaning);
      return;
    }
    char digits[24];
    const auto end = reader.is_unsigned() ? std::to_chars(digits, digits + sizeof digits,
                                                          static_cast<std::uint64_t>(value))
                                          : std::to_chars(digits, digits + sizeof digits, value);
    text.append(digits, end.ptr);
  }

  void read_list(UsedList& used) {
    read_of(used.leaf, "row", row_, [&] { used.reader->next(); });
    if (used.as_text) set_list_text(used);
    const std::string defect = used.by_element ? set_elements(used) : std::string();
    if (defect.empty() || bad_) return;
    bad_ = true;
    problem_ = "column " + quoted_text(footer_.columns[used.leaf].name) + " " + defect;
  }

  // An absent element is an empty text.
  void set_list_text(UsedList& used) {
    const ListReader& list = *used.reader;
    const bool texts = list.values().is_text();
    used.text.clear();
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (texts) {
        add_to_list(used.text, list.text(i));
      } else if (list.values().is_whole() && list.has(i)) {
        std::string whole;
        add_whole(whole, list.values(), list.integer(i));
        add_to_list(used.text, whole);
      } else {
        add_to_list(used.text, text_of_number(list.number(i)));
      }
    }
    set_text(used.columns.column, used.text);
  }

  std::string set_elements(const UsedList& used) {
    const ListReader& list = *used.reader;
    if (list.size() == 0) return "is empty";
    if (list.size() != used.columns.size) {
      return "has a list of " + std::to_string(list.size()) + ", the first one has " +
             std::to_string(used.columns.size) + "; all must have the same length";
    }
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::size_t column = used.columns.first + i;
      if (!is_used(column)) continue;
      if (list.values().is_whole() && list.has(i) && needs_text(column)) {
        set_whole(column, list.values(), list.number(i), list.integer(i));
      } else {
        set_number(column, list.number(i));
      }
    }
    return {};
  }

  ParquetTable table_;
  const Footer& footer_;
  std::vector<std::unique_ptr<ColumnReader>> readers_;
  std::vector<Used> used_, others_;
  std::vector<UsedList> lists_;
  std::vector<Numbers> numbers_only_;
  std::vector<std::string> cells_text_;
  bool opened_ = false;
  std::uint64_t row_ = 0, group_left_ = 0;
  std::size_t group_ = 0, piece_ = 0, in_piece_ = 0;
};

}  // namespace

std::unique_ptr<LogRows> parquet_rows(ReadableFile file, const std::string& name) {
  return std::make_unique<ParquetRows>(name, ParquetOpening(std::move(file), name).open());
}

}  // namespace replaybench
