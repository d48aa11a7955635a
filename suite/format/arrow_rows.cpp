#include "suite/format/arrow_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "suite/format/arrow_column.hpp"
#include "suite/format/table_rows.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench {

namespace {

// A struct of the interface that is released once.
template <class Struct>
class Released {
 public:
  Released() = default;
  Released(const Released&) = delete;
  Released& operator=(const Released&) = delete;
  ~Released() { release(); }
  void release() {
    if (value.release != nullptr) value.release(&value);
    value = {};
  }
  Struct value{};
};

// The stream, and its schema as columns.
class ArrowSource {
 public:
  ArrowSource(arrow::Stream& stream, const std::string& name) : name_(name) {
    if (stream.release == nullptr) fail("the stream was read already: it can be read once");
    stream_.value = stream;
    stream.release = nullptr;
    Released<arrow::Schema> schema;
    check(stream_.value.get_schema(&stream_.value, &schema.value));
    const arrow::Schema& table = schema.value;
    if (table.release == nullptr || table.format == nullptr ||
        std::strcmp(table.format, "+s") != 0) {
      fail(fmt::format("the stream has values of the type {}; expected a table",
                       quoted_text(table.format == nullptr ? "" : table.format)));
    }
    if (table.n_children < 0 || (table.n_children > 0 && table.children == nullptr)) {
      fail("the schema has no columns where it says so");
    }
    for (const arrow::Schema* column :
         std::span(table.children, static_cast<std::size_t>(table.n_children))) {
      if (column == nullptr) fail("the schema has no column where it says so");
      columns.emplace_back(*column, name_);
    }
  }

  // False at the end.
  bool next_chunk() {
    chunk_.release();
    check(stream_.value.get_next(&stream_.value, &chunk_.value));
    arrow::Array& table = chunk_.value;
    if (table.release == nullptr) return false;
    if (table.length < 0 || table.offset < 0 || table.offset > (std::int64_t{1} << 62) ||
        table.length > (std::int64_t{1} << 62)) {
      fail(fmt::format("a chunk has length {} and offset {}", table.length, table.offset));
    }
    if (table.n_children != static_cast<std::int64_t>(columns.size()) ||
        (table.n_children > 0 && table.children == nullptr)) {
      fail(fmt::format("a chunk has {} columns, the schema {}", table.n_children, columns.size()));
    }
    if (table.null_count > 0 &&
        (table.n_buffers < 1 || table.buffers == nullptr || table.buffers[0] == nullptr)) {
      fail("a chunk has rows without values and does not say which");
    }
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (table.children[i] == nullptr) fail("a chunk lacks a column");
      columns[i].take(*table.children[i], table.offset + table.length);
    }
    return true;
  }
  std::int64_t rows() const { return chunk_.value.length; }
  std::int64_t first() const { return chunk_.value.offset; }
  bool is_null(std::int64_t at) const {
    const arrow::Array& table = chunk_.value;
    if (table.null_count == 0 || table.n_buffers < 1 || table.buffers == nullptr ||
        table.buffers[0] == nullptr)
      return false;
    return (static_cast<const unsigned char*>(table.buffers[0])[at / 8] >> (at % 8) & 1) == 0;
  }

  std::vector<ArrowColumn> columns;

 private:
  [[noreturn]] void fail(const std::string& what) const { throw DataError(name_ + ": " + what); }
  void check(int outcome) {
    if (outcome == 0) return;
    const char* const text = stream_.value.get_last_error == nullptr
                                 ? nullptr
                                 : stream_.value.get_last_error(&stream_.value);
    fail(fmt::format("the stream cannot be read: {}",
                     text == nullptr ? std::strerror(outcome) : text));
  }

  std::string name_;
  Released<arrow::Stream> stream_;
  Released<arrow::Array> chunk_;  // released before the stream
};

std::vector<std::string> names_of_columns(const ArrowSource& source) {
  std::vector<std::string> names;
  for (const ArrowColumn& column : source.columns) names.push_back(column.name());
  return names;
}

std::vector<char> numbers_among(const ArrowSource& source) {
  std::vector<char> numbers;
  for (const ArrowColumn& column : source.columns) numbers.push_back(column.is_number() ? 1 : 0);
  return numbers;
}

class ArrowRows final : public TableRows {
 public:
  ArrowRows(std::unique_ptr<ArrowSource> source, const std::string& name)
      : TableRows(name, names_of_columns(*source), numbers_among(*source)),
        source_(std::move(source)) {}

  void use(std::span<const ColumnUse> uses) override {
    TableRows::use(uses);
    for (std::size_t i = 0; i < uses.size(); ++i) {
      const ArrowColumn& column = source_->columns[i];
      if (uses[i] == ColumnUse::unused || column.unknown().empty()) continue;
      throw DataError(fmt::format(
          "{}: column {} has the Arrow type {}, which cannot be read; allowed: numbers, texts, "
          "dates, "
          "timestamps, and lists and dictionaries of them: convert the column, or leave it out",
          this->name(), quoted_text(column.name()), quoted_text(column.unknown())));
    }
  }

  bool next() override {
    while (row_ == rows_) {
      if (ended_ || !source_->next_chunk()) {
        ended_ = true;
        return false;
      }
      row_ = 0;
      rows_ = source_->rows();
    }
    const std::int64_t at = source_->first() + row_;
    const bool no_row = source_->is_null(at);
    for (std::size_t i = 0; i < source_->columns.size(); ++i) {
      ArrowColumn& column = source_->columns[i];
      if (!is_used(i) || !column.unknown().empty()) continue;
      const bool none = no_row || column.is_null(at);
      if (!column.is_number()) {
        set_text(i, none ? std::string_view() : column.text(at));
        continue;
      }
      const double value = none ? absent_number() : column.number(at);
      set_number(i, std::isnan(value) ? absent_number() : value);
      // Beyond this a double is not every whole number, and an identifier needs all its digits.
      if (!none && needs_text(i) && std::abs(value) >= exact_below) set_text(i, column.text(at));
    }
    ++row_;
    ++line_;
    return true;
  }

 private:
  static constexpr double exact_below = 9007199254740992;  // 2^53

  std::unique_ptr<ArrowSource> source_;
  std::int64_t row_ = 0, rows_ = 0;  // of the chunk
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<LogRows> arrow_rows(arrow::Stream& stream, std::string name) {
  auto source = std::make_unique<ArrowSource>(stream, name);
  return std::make_unique<ArrowRows>(std::move(source), name);
}

}  // namespace replaybench
