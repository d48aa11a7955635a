#include "suite/format/parquet.hpp"

#include <algorithm>
#include <charconv>

#include "suite/format/parquet_column.hpp"
#include "suite/format/table_rows.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench {

namespace {

using parquet::ColumnReader;
using parquet::Footer;

constexpr std::size_t piece_rows = 1024;

Footer footer_of(const FileBytes& file, const std::string& name) {
  try {
    return parquet::read_footer(file.bytes());
  } catch (const DataError& error) {
    throw DataError(name + ": " + error.what());
  }
}

class ParquetRows final : public TableRows {
 public:
  ParquetRows(FileBytes file, const std::string& name, Footer footer)
      : TableRows(name, names_of(footer), kinds_of(footer)),
        file_(std::move(file)),
        footer_(std::move(footer)),
        cells_text_(footer_.columns.size()) {}

  bool next() override {
    if (row_ == footer_.rows) return false;
    if (!opened_) open();
    if (in_piece_ == piece_) read_piece();
    for (const auto& [column, values] : numbers_only_) numbers_[column] = values[in_piece_];
    for (const Used& used : others_) set_cell(used);
    ++in_piece_;
    line_ = ++row_;
    return true;
  }
  double size_ratio() const override {
    return row_ == 0 ? 0 : static_cast<double>(footer_.rows) / static_cast<double>(row_);
  }

 private:
  struct Used {
    std::size_t column;
    ColumnReader* reader;
  };
  struct Numbers {
    std::size_t column;
    const double* values;
  };

  static std::vector<std::string> names_of(const Footer& footer) {
    std::vector<std::string> names;
    for (const auto& column : footer.columns) names.push_back(column.name);
    return names;
  }
  static std::vector<char> kinds_of(const Footer& footer) {
    std::vector<char> kinds;
    for (const auto& column : footer.columns) kinds.push_back(column.type != parquet::Type::bytes);
    return kinds;
  }

  void open() {
    opened_ = true;
    for (std::size_t i = 0; i < footer_.columns.size(); ++i) {
      if (!is_used(i)) continue;
      const parquet::Column& column = footer_.columns[i];
      if (!column.unsupported.empty()) {
        throw DataError(name_ + ": column " + quoted_text(column.name) + " " + column.unsupported);
      }
      readers_.push_back(std::make_unique<ColumnReader>(file_.bytes(), column));
      used_.push_back({i, readers_.back().get()});
    }
  }

  void read_piece() {
    while (group_left_ == 0) next_group();
    piece_ = static_cast<std::size_t>(std::min<std::uint64_t>(group_left_, piece_rows));
    group_left_ -= piece_;
    in_piece_ = 0;
    for (const Used& used : used_) {
      try {
        used.reader->read(piece_);
      } catch (const DataError& error) {
        throw DataError(name_ + ": column " + quoted_text(footer_.columns[used.column].name) +
                        ", row group " + std::to_string(group_) + ", rows from " +
                        std::to_string(row_ + 1) + ": " + error.what());
      }
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
    const parquet::RowGroup& group = footer_.groups[group_++];
    group_left_ = group.rows;
    for (const Used& used : used_) used.reader->begin(group.chunks[used.column]);
  }

  void set_cell(const Used& used) {
    const std::size_t i = in_piece_;
    const ColumnReader& reader = *used.reader;
    if (reader.is_text()) {
      set_text(used.column, reader.texts()[i]);
      return;
    }
    const double number = reader.numbers()[i];
    if (!reader.is_whole() || std::bit_cast<std::uint64_t>(number) == absent_bits) {
      set_number(used.column, number);
      return;
    }
    numbers_[used.column] = number;
    set_text(used.column, whole_text(used, reader.integers()[i]));
  }
  std::string_view whole_text(const Used& used, std::int64_t value) {
    if (used.reader->is_truth()) return value != 0 ? "true" : "false";
    constexpr std::size_t longest = 24;
    std::string& text = cells_text_[used.column];
    text.resize(longest);
    const auto end =
        used.reader->is_unsigned()
            ? std::to_chars(text.data(), text.data() + longest, static_cast<std::uint64_t>(value))
            : std::to_chars(text.data(), text.data() + longest, value);
    text.resize(static_cast<std::size_t>(end.ptr - text.data()));
    return text;
  }

  FileBytes file_;
  Footer footer_;
  std::vector<std::unique_ptr<ColumnReader>> readers_;
  std::vector<Used> used_, others_;
  std::vector<Numbers> numbers_only_;
  std::vector<std::string> cells_text_;
  bool opened_ = false;
  std::uint64_t row_ = 0, group_left_ = 0;
  std::size_t group_ = 0, piece_ = 0, in_piece_ = 0;
};

}  // namespace

std::unique_ptr<LogRows> parquet_rows(FileBytes file, const std::string& name) {
  Footer footer = footer_of(file, name);
  return std::make_unique<ParquetRows>(std::move(file), name, std::move(footer));
}

}  // namespace replaybench
