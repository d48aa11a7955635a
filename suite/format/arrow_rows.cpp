#include "suite/format/arrow_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>
#include <span>
#include <string>
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

// The columns of the rows: one per column of the stream, and behind a list of numbers those of its elements.
struct ArrowLayout {
  std::vector<std::string> names;
  std::vector<char> numeric;
  std::vector<std::size_t> place_of;  // by column of the stream
  std::vector<ListColumn> lists;
};

// Length of the first list with an element among the first rows of the chunk; 0 if they have none.
std::size_t length_of_list(const ArrowSource& source, const ArrowColumn& column) {
  constexpr std::int64_t looked_at = 1024;
  for (std::int64_t row = 0; row < std::min(looked_at, source.rows()); ++row) {
    const std::int64_t at = source.first() + row;
    if (source.is_null(at) || column.is_null(at)) continue;
    try {
      const auto [begin, end] = column.elements_of(at);
      if (end > begin) return static_cast<std::size_t>(end - begin);
    } catch (const DataError&) {
      return 0;  // said where the list is used
    }
  }
  return 0;
}

ArrowLayout layout_of(const ArrowSource& source) {
  constexpr std::size_t most = std::size_t{1} << 16;  // elements of all lists
  ArrowLayout layout;
  std::set<std::string> taken;
  for (const ArrowColumn& column : source.columns) taken.insert(column.name());
  std::size_t elements = 0;
  for (const ArrowColumn& column : source.columns) {
    layout.place_of.push_back(layout.names.size());
    layout.names.push_back(column.name());
    layout.numeric.push_back(column.is_number() ? 1 : 0);
    if (!column.is_list()) continue;
    std::size_t size = column.is_list_of_numbers() ? length_of_list(source, column) : 0;
    const std::string stem = (column.name() == "context" ? "x" : column.name()) + "_";
    if (size > most - elements) size = 0;
    for (std::size_t i = 0; i < size; ++i) {
      if (taken.contains(stem + std::to_string(i))) size = 0;
    }
    elements += size;
    layout.lists.push_back({layout.names.size() - 1, layout.names.size(), size});
    for (std::size_t i = 0; i < size; ++i) {
      layout.names.push_back(stem + std::to_string(i));
      layout.numeric.push_back(1);
      taken.insert(layout.names.back());
    }
  }
  return layout;
}

class ArrowRows final : public TableRows {
 public:
  ArrowRows(std::unique_ptr<ArrowSource> source, bool begun, ArrowLayout layout,
            const std::string& name)
      : TableRows(name, layout.names, layout.numeric),
        source_(std::move(source)),
        layout_(std::move(layout)),
        exact_(layout_.names.size()),
        rows_(begun ? source_->rows() : 0),
        ended_(!begun) {}

  std::span<const ListColumn> lists() const override { return layout_.lists; }

  void use(std::span<const ColumnUse> uses) override {
    TableRows::use(uses);
    for (std::size_t i = 0; i < source_->columns.size(); ++i) {
      const ArrowColumn& column = source_->columns[i];
      if (!is_used(layout_.place_of[i]) || column.unknown().empty()) continue;
      throw DataError(fmt::format(
          "{}: column {} has the Arrow type {}, which cannot be read; allowed: numbers, texts, "
          "dates, timestamps, and lists and dictionaries of them: convert the column, or leave it "
          "out",
          this->name(), quoted_text(column.name()), quoted_text(column.unknown())));
    }
    by_element_.clear();
    for (const ListColumn& list : layout_.lists) {
      bool used = false;
      for (std::size_t i = 0; i < list.size; ++i) used = used || is_used(list.first + i);
      by_element_.push_back(used ? 1 : 0);
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
    bad_ = false;
    std::size_t list = 0;
    for (std::size_t i = 0; i < source_->columns.size(); ++i) {
      ArrowColumn& column = source_->columns[i];
      const std::size_t number = column.is_list() ? list++ : layout_.lists.size();
      if (!column.unknown().empty()) continue;
      const std::size_t place = layout_.place_of[i];
      const bool none = no_row || column.is_null(at);
      if (is_used(place)) set_cell(place, column, at, none);
      if (number < by_element_.size() && by_element_[number] != 0) {
        set_elements(layout_.lists[number], column, at, none);
      }
    }
    ++row_;
    ++line_;
    return true;
  }

 private:
  static constexpr double exact_below = 9007199254740992;  // 2^53

  void refuse(const ArrowColumn& column, const std::string& what) {
    if (!bad_) problem_ = "column " + quoted_text(column.name()) + " " + what;
    bad_ = true;
  }

  void set_cell(std::size_t place, ArrowColumn& column, std::int64_t at, bool none) {
    if (column.is_number()) return set_value(place, column, at, none);
    set_text(place, none ? std::string_view() : column.text(at));
  }

  void set_value(std::size_t place, ArrowColumn& values, std::int64_t at, bool none) {
    const double value = none ? absent_number() : values.number(at);
    set_number(place, std::isnan(value) ? absent_number() : value);
    // Beyond this a double is not every whole number, and an identifier needs all its digits.
    if (std::isnan(value) || !needs_text(place) || std::abs(value) < exact_below) return;
    exact_[place] = values.text(at);
    set_text(place, exact_[place]);
  }

  void set_elements(const ListColumn& list, ArrowColumn& column, std::int64_t at, bool none) {
    const auto [begin, end] =
        none ? std::pair<std::int64_t, std::int64_t>{} : column.elements_of(at);
    if (begin == end) return refuse(column, "is empty");
    if (static_cast<std::size_t>(end - begin) != list.size) {
      return refuse(column, fmt::format("has a list of {}, the first one has {}; all must have the "
                                        "same length",
                                        end - begin, list.size));
    }
    for (std::size_t i = 0; i < list.size; ++i) {
      const std::int64_t element = begin + static_cast<std::int64_t>(i);
      if (!is_used(list.first + i)) continue;
      set_value(list.first + i, *column.elements(), element, column.elements()->is_null(element));
    }
  }

  std::unique_ptr<ArrowSource> source_;
  ArrowLayout layout_;
  std::vector<std::string> exact_;   // by column, the text that a double does not have
  std::vector<char> by_element_;     // by list, whether its elements are used
  std::int64_t row_ = 0, rows_ = 0;  // of the chunk
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<LogRows> arrow_rows(arrow::Stream& stream, std::string name) {
  auto source = std::make_unique<ArrowSource>(stream, name);
  bool begun = source->next_chunk();
  while (begun && source->rows() == 0) begun = source->next_chunk();
  ArrowLayout layout = layout_of(*source);
  return std::make_unique<ArrowRows>(std::move(source), begun, std::move(layout), name);
}

}  // namespace replaybench
