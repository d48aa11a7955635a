#pragma once
// A column of the Arrow C data interface: its type, and its values where they are.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "suite/format/arrow_abi.hpp"

namespace replaybench {

class ArrowColumn {
 public:
  /// Throws DataError, which begins with `place`, for a schema that contradicts itself. A type that cannot
  /// be read is none: see unknown().
  ArrowColumn(const arrow::Schema& schema, std::string place);

  const std::string& name() const { return name_; }
  bool is_number() const { return number_; }
  /// The format string of a type that cannot be read; empty if it can.
  const std::string& unknown() const { return unknown_; }

  /// Takes a chunk whose elements 0 to `length` - 1 will be read; it must live as long. Throws DataError
  /// for a chunk that is not of this type or too short. O(1).
  void take(const arrow::Array& array, std::int64_t length);
  bool is_null(std::int64_t i) const;
  /// Needs is_number(), and that element i is not null. Throws DataError for an index outside a dictionary.
  double number(std::int64_t i) const;
  bool is_list() const { return elements_ != nullptr; }
  bool is_list_of_numbers() const { return elements_ && elements_->is_number(); }
  /// Values of a list; null for other columns.
  ArrowColumn* elements() { return elements_.get(); }
  /// Range in elements() of a list that is not null. Throws DataError for a place outside them.
  std::pair<std::int64_t, std::int64_t> elements_of(std::int64_t i) const { return span(i); }
  /// Reason why the last text() is not a list: an element that is empty; otherwise empty.
  const std::string& defect() const { return defect_; }
  /// The text of element i, which is not null; it lives as long as the chunk and until the next call.
  /// Of a whole number all digits. Throws DataError as number(), and for offsets that decrease.
  std::string_view text(std::int64_t i);

 private:
  enum class Kind {
    none,
    boolean,
    int8,
    uint8,
    int16,
    uint16,
    int32,
    uint32,
    int64,
    uint64,
    half,
    single,
    real,
    decimal,
    text,
    large_text,
    view,
    date_days,
    date_milliseconds,
    timestamp,
    list,
    large_list,
    fixed_list
  };

  [[noreturn]] void fail(const std::string& what) const;
  void read_format(std::string_view format);
  bool is_whole() const { return kind_ >= Kind::boolean && kind_ <= Kind::uint64; }
  template <class T>
  T value(std::size_t buffer, std::int64_t i) const;
  std::int64_t whole(std::int64_t i) const;
  std::int64_t index(std::int64_t i) const;
  std::pair<std::int64_t, std::int64_t> span(std::int64_t i) const;
  std::string_view text_between(std::int64_t i) const;
  std::string_view text_of_view(std::int64_t i) const;
  double decimal(std::int64_t i) const;

  std::string name_, place_, unknown_;
  Kind kind_ = Kind::none;
  bool number_ = false;
  int scale_ = 0;                            // of a decimal
  std::int64_t per_second_ = 1;              // of a timestamp
  std::int64_t width_ = 0;                   // of a list of fixed length
  std::unique_ptr<ArrowColumn> dictionary_;  // its values
  std::unique_ptr<ArrowColumn> elements_;    // of a list

  const arrow::Array* array_ = nullptr;
  std::int64_t length_ = 0;
  std::string defect_;
  std::string made_;  // the text that no buffer has
};

}  // namespace replaybench
