#include "suite/format/arrow_column.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "suite/format/value_meaning.hpp"
#include "suite/log/text_list.hpp"
#include "suite/numeric/decimal.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench {

namespace {

constexpr std::int64_t largest_length = std::numeric_limits<std::int64_t>::max();

template <class Number>
bool read_all(std::string_view text, Number& value) {
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  return read.ec == std::errc{} && read.ptr == text.data() + text.size();
}

}  // namespace

ArrowColumn::ArrowColumn(const arrow::Schema& schema, std::string place)
    : name_(schema.name == nullptr ? "" : schema.name), place_(std::move(place)) {
  if (schema.format == nullptr) fail("has no type");
  read_format(schema.format);
  if (schema.dictionary != nullptr) {
    if (!is_whole() || kind_ == Kind::boolean) {
      fail("has a dictionary without whole numbers as indices");
    }
    const arrow::Schema& values = *schema.dictionary;
    if (values.dictionary != nullptr || (values.format != nullptr && values.format[0] == '+')) {
      unknown_ = "dictionary of dictionaries, lists or structs";
      return;
    }
    dictionary_ = std::make_unique<ArrowColumn>(values, place_);
    unknown_ = dictionary_->unknown();
    number_ = dictionary_->is_number();
  } else if (kind_ == Kind::list || kind_ == Kind::large_list || kind_ == Kind::fixed_list) {
    if (schema.n_children != 1 || schema.children == nullptr || schema.children[0] == nullptr) {
      fail("is a list without one type of elements");
    }
    const char* const format = schema.children[0]->format;
    if (format != nullptr && format[0] == '+') {
      unknown_ = "list of lists or structs";
      return;
    }
    elements_ = std::make_unique<ArrowColumn>(*schema.children[0], place_);
    unknown_ = elements_->unknown();
  }
}

void ArrowColumn::fail(const std::string& what) const {
  throw DataError(fmt::format("{}: column {} {}", place_, quoted_text(name_), what));
}

void ArrowColumn::read_format(std::string_view format) {
  constexpr std::array<std::pair<std::string_view, Kind>, 22> plain{
      {{"n", Kind::none},       {"b", Kind::boolean},     {"c", Kind::int8},
       {"C", Kind::uint8},      {"s", Kind::int16},       {"S", Kind::uint16},
       {"i", Kind::int32},      {"I", Kind::uint32},      {"l", Kind::int64},
       {"L", Kind::uint64},     {"e", Kind::half},        {"f", Kind::single},
       {"g", Kind::real},       {"u", Kind::text},        {"z", Kind::text},
       {"U", Kind::large_text}, {"Z", Kind::large_text},  {"vu", Kind::view},
       {"vz", Kind::view},      {"tdD", Kind::date_days}, {"tdm", Kind::date_milliseconds},
       {"+l", Kind::list}}};
  for (const auto& [text, kind] : plain) {
    if (text != format) continue;
    kind_ = kind;
    number_ = kind <= Kind::real;
    return;
  }
  if (format == "+L") {
    kind_ = Kind::large_list;
  } else if (format.starts_with("+w:") && read_all(format.substr(3), width_) && width_ >= 0) {
    kind_ = Kind::fixed_list;
  } else if (format.size() >= 4 && format.starts_with("ts") && format[3] == ':') {
    const std::string_view units = "smun";
    const std::size_t unit = units.find(format[2]);
    if (unit == units.npos) fail("has the unknown type " + quoted_text(format));
    for (std::size_t i = 0; i < unit; ++i) per_second_ *= 1000;
    kind_ = Kind::timestamp;
  } else if (format.starts_with("d:")) {
    std::string_view rest = format.substr(2);
    const std::size_t comma = rest.find(','), next = rest.find(',', comma + 1);
    const bool of_128_bits =
        comma != rest.npos && (next == rest.npos || rest.substr(next) == ",128");
    if (of_128_bits && read_all(rest.substr(comma + 1, next - comma - 1), scale_) &&
        std::abs(scale_) <= 76) {
      kind_ = Kind::decimal;
      number_ = true;
    } else {
      unknown_ = format;
    }
  } else {
    unknown_ = format;
  }
}

void ArrowColumn::take(const arrow::Array& array, std::int64_t length) {
  array_ = &array;
  length_ = length;
  if (!unknown_.empty()) return;
  if (array.length < 0 || array.offset < 0 || array.offset > largest_length - array.length - 1) {
    fail(fmt::format("has length {} and offset {}", array.length, array.offset));
  }
  if (array.length < length)
    fail(fmt::format("has {} values in a chunk of {} rows", array.length, length));
  if (kind_ == Kind::none) return;
  const bool view = kind_ == Kind::view;
  const std::int64_t buffers = kind_ == Kind::fixed_list                          ? 1
                               : kind_ == Kind::text || kind_ == Kind::large_text ? 3
                                                                                  : 2;
  if (view ? array.n_buffers < 3 : array.n_buffers != buffers) {
    fail(fmt::format("has {} buffers; its type has {}{}", array.n_buffers, view ? 3 : buffers,
                     view ? " or more" : ""));
  }
  if (array.buffers == nullptr) fail("has no buffers");
  if (array.null_count > 0 && array.buffers[0] == nullptr) fail("has nulls and does not say where");
  if (length > 0 && buffers > 1 && array.buffers[1] == nullptr) fail("has no values");
  if (kind_ == Kind::text && length > 0) end_of_texts_ = value<std::int32_t>(1, array.length);
  if (kind_ == Kind::large_text && length > 0) end_of_texts_ = value<std::int64_t>(1, array.length);
  if (dictionary_) {
    if (array.dictionary == nullptr) fail("has no dictionary");
    if (array.dictionary->length < 0) fail("has a dictionary of a negative length");
    dictionary_->take(*array.dictionary, array.dictionary->length);
  } else if (elements_) {
    if (array.n_children != 1 || array.children == nullptr || array.children[0] == nullptr) {
      fail("is a list without elements");
    }
    const arrow::Array& elements = *array.children[0];
    if (elements.length < 0) fail("is a list with elements of a negative length");
    elements_->take(elements, elements.length);
  }
}

bool ArrowColumn::is_null(std::int64_t i) const {
  if (kind_ == Kind::none) return true;
  if (array_->null_count != 0 && array_->buffers[0] != nullptr) {
    const std::int64_t at = array_->offset + i;
    const auto* const bits = static_cast<const unsigned char*>(array_->buffers[0]);
    if ((bits[at / 8] >> (at % 8) & 1) == 0) return true;
  }
  return dictionary_ && dictionary_->is_null(index(i));
}

template <class T>
T ArrowColumn::value(std::size_t buffer, std::int64_t i) const {
  T value;
  std::memcpy(&value,
              static_cast<const char*>(array_->buffers[buffer]) +
                  static_cast<std::size_t>(array_->offset + i) * sizeof(T),
              sizeof(T));
  return value;
}

// Unsigned values of 64 bits are returned with the same bits.
std::int64_t ArrowColumn::whole(std::int64_t i) const {
  switch (kind_) {
    case Kind::boolean: {
      const std::int64_t at = array_->offset + i;
      return static_cast<const unsigned char*>(array_->buffers[1])[at / 8] >> (at % 8) & 1;
    }
    case Kind::int8:
      return value<std::int8_t>(1, i);
    case Kind::uint8:
      return value<std::uint8_t>(1, i);
    case Kind::int16:
      return value<std::int16_t>(1, i);
    case Kind::uint16:
      return value<std::uint16_t>(1, i);
    case Kind::int32:
      return value<std::int32_t>(1, i);
    case Kind::uint32:
      return value<std::uint32_t>(1, i);
    default:
      return value<std::int64_t>(1, i);
  }
}

std::int64_t ArrowColumn::index(std::int64_t i) const {
  const std::int64_t index = whole(i);
  if (index >= 0 && index < dictionary_->length_) return index;
  fail(fmt::format("has the index {} in a dictionary of {} values", index, dictionary_->length_));
}

double ArrowColumn::number(std::int64_t i) const {
  if (dictionary_) return dictionary_->number(index(i));
  switch (kind_) {
    case Kind::real:
      return value<double>(1, i);
    case Kind::single:
      return static_cast<double>(value<float>(1, i));
    case Kind::half:
      return parquet::half_number(value<std::uint16_t>(1, i));
    case Kind::uint64:
      return static_cast<double>(value<std::uint64_t>(1, i));
    case Kind::decimal:
      return decimal(i);
    default:
      return static_cast<double>(whole(i));
  }
}

double ArrowColumn::decimal(std::int64_t i) const {
  std::array<char, 16> bytes;
  std::memcpy(bytes.data(),
              static_cast<const char*>(array_->buffers[1]) +
                  static_cast<std::size_t>(array_->offset + i) * bytes.size(),
              bytes.size());
  std::reverse(bytes.begin(), bytes.end());
  return parquet::decimal_number({bytes.data(), bytes.size()}, scale_);
}

// Range of element i of texts or lists in the buffer of its elements.
std::pair<std::int64_t, std::int64_t> ArrowColumn::span(std::int64_t i) const {
  std::int64_t begin = 0, end = 0;
  if (kind_ == Kind::fixed_list) {
    const std::int64_t at = array_->offset + i;
    if (width_ > 0 && at >= largest_length / width_ - 1) fail("has an offset that is too large");
    begin = at * width_;
    end = begin + width_;
  } else if (kind_ == Kind::large_text || kind_ == Kind::large_list) {
    begin = value<std::int64_t>(1, i);
    end = value<std::int64_t>(1, i + 1);
  } else {
    begin = value<std::int32_t>(1, i);
    end = value<std::int32_t>(1, i + 1);
  }
  const std::int64_t all = elements_ ? elements_->length_ : end_of_texts_;
  if (begin < 0 || end < begin || end > all) {
    fail(fmt::format("has an element from {} to {} of {} {}", begin, end, all,
                     elements_ ? "values" : "bytes"));
  }
  return {begin, end};
}

std::string_view ArrowColumn::text_between(std::int64_t i) const {
  const auto [begin, end] = span(i);
  if (begin == end) return {};
  if (array_->buffers[2] == nullptr) fail("has no texts");
  return {static_cast<const char*>(array_->buffers[2]) + begin,
          static_cast<std::size_t>(end - begin)};
}

// 16 bytes: the length, and 12 bytes of text; or 4 bytes of text, the number of the buffer, and where the
// text begins in it. The last buffer has the sizes of those with texts.
std::string_view ArrowColumn::text_of_view(std::int64_t i) const {
  const char* const view = static_cast<const char*>(array_->buffers[1]) +
                           static_cast<std::size_t>(array_->offset + i) * 16;
  std::int32_t length = 0, buffer = 0, begin = 0;
  std::memcpy(&length, view, 4);
  if (length < 0) fail("has a text of a negative length");
  if (length <= 12) return {view + 4, static_cast<std::size_t>(length)};
  std::memcpy(&buffer, view + 8, 4);
  std::memcpy(&begin, view + 12, 4);
  const std::int64_t texts = array_->n_buffers - 3;
  const void* const sizes = array_->buffers[array_->n_buffers - 1];
  if (buffer < 0 || buffer >= texts || sizes == nullptr || array_->buffers[2 + buffer] == nullptr) {
    fail(fmt::format("has a text in buffer {} of {}", buffer, texts));
  }
  std::int64_t size = 0;
  std::memcpy(&size, static_cast<const char*>(sizes) + 8 * static_cast<std::ptrdiff_t>(buffer), 8);
  if (begin < 0 || std::int64_t{begin} + length > size) {
    fail(fmt::format("has a text of {} bytes from {} in a buffer of {}", length, begin, size));
  }
  return {static_cast<const char*>(array_->buffers[2 + buffer]) + begin,
          static_cast<std::size_t>(length)};
}

std::string_view ArrowColumn::text(std::int64_t i) {
  if (dictionary_) return dictionary_->text(index(i));
  switch (kind_) {
    case Kind::text:
    case Kind::large_text:
      return text_between(i);
    case Kind::view:
      return text_of_view(i);
    case Kind::date_days:
      return made_ = parquet::date_text(value<std::int32_t>(1, i));
    case Kind::date_milliseconds:
      made_ = parquet::timestamp_text(value<std::int64_t>(1, i), 1'000);
      return made_ = made_.substr(0, made_.find(' '));
    case Kind::timestamp:
      return made_ = parquet::timestamp_text(value<std::int64_t>(1, i), per_second_);
    case Kind::list:
    case Kind::large_list:
    case Kind::fixed_list: {
      made_.clear();
      const auto [begin, end] = span(i);
      for (std::int64_t k = begin; k < end; ++k) {
        add_to_list(made_, elements_->is_null(k) ? std::string_view() : elements_->text(k));
      }
      return made_;
    }
    case Kind::uint64:
      return made_ = std::to_string(value<std::uint64_t>(1, i));
    default:
      if (is_whole()) return made_ = std::to_string(whole(i));
      return made_ = numeric::to_decimal(number(i));
  }
}

}  // namespace replaybench
