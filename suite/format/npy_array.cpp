#include "suite/format/npy_array.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

#include "suite/text/errors.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench {

namespace {

template <class Number>
Number load(const char* from) {
  Number value;
  std::memcpy(&value, from, sizeof value);
  return value;
}
template <class Number>
double load_number(const char* from) {
  return static_cast<double>(load<Number>(from));
}
double load_bool(const char* from) { return *from == 0 ? 0.0 : 1.0; }

struct NpyType {
  std::string_view name;  // without the mark of the byte order
  std::uint64_t bytes;
  double (*load)(const char*);
};
constexpr NpyType npy_types[] = {
    {"f8", 8, load_number<double>},
    {"f4", 4, load_number<float>},
    {"i8", 8, load_number<std::int64_t>},
    {"i4", 4, load_number<std::int32_t>},
    {"i2", 2, load_number<std::int16_t>},
    {"i1", 1, load_number<std::int8_t>},
    {"u8", 8, load_number<std::uint64_t>},
    {"u4", 4, load_number<std::uint32_t>},
    {"u2", 2, load_number<std::uint16_t>},
    {"u1", 1, load_number<std::uint8_t>},
    {"b1", 1, load_bool},
};

// Value that follows 'key': in the header, which is the text of a Python dictionary.
std::optional<std::string_view> value_of(std::string_view header, std::string_view key) {
  const std::string quoted = "'" + std::string(key) + "':";
  const std::size_t found = header.find(quoted);
  if (found == header.npos) return std::nullopt;
  std::string_view rest = header.substr(found + quoted.size());
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  return rest;
}

}  // namespace

NpyArray::NpyArray(std::string_view bytes, const std::string& place) {
  const auto fail = [&](const std::string& what) -> void { throw DataError(place + ": " + what); };
  constexpr std::string_view magic("\x93NUMPY", 6);
  if (!bytes.starts_with(magic) || bytes.size() < 10) fail("it is no npy array");
  const int version = bytes[6];
  if (version < 1 || version > 3)
    fail("version " + std::to_string(version) + " of npy is not read");
  const std::size_t width = version == 1 ? 2 : 4;
  if (bytes.size() < 8 + width) fail("it is cut in its header");
  std::uint32_t length = 0;
  std::memcpy(&length, bytes.data() + 8, width);
  if (length > bytes.size() - 8 - width) fail("it is cut in its header");
  read_header(bytes.substr(8 + width, length), place);
  set_type(place);
  const std::string_view content = bytes.substr(8 + width + length);
  data_ = content.data();
  if (kind_ != Kind::number) return;
  std::uint64_t expected = item_;
  for (const std::uint64_t size : shape_) {
    if (size != 0 && expected > std::numeric_limits<std::uint64_t>::max() / size) {
      fail("its shape overflows 64 bits");
    }
    expected *= size;
  }
  if (content.size() != expected) {
    fail("it has " + std::to_string(content.size()) + " bytes of numbers where its shape says " +
         std::to_string(expected));
  }
  // Rows are the first dimension, columns the only other one that is not 1.
  if (!shape_.empty()) rows_ = shape_[0];
  for (std::size_t i = 1; i < shape_.size(); ++i) columns_ *= shape_[i];
  std::size_t wide = 0;
  for (std::size_t i = 1; i < shape_.size(); ++i) wide += shape_[i] != 1;
  if (wide > 1) {
    kind_ = Kind::other;
    return;
  }
  row_step_ = fortran_ ? item_ : item_ * columns_;
  column_step_ = fortran_ ? item_ * rows_ : item_;
}

std::string NpyArray::exact_text(std::uint64_t row, std::uint64_t column) const {
  const char* const from = place(row, column);
  if (type_.ends_with("i8")) return std::to_string(load<std::int64_t>(from));
  if (type_.ends_with("u8")) return std::to_string(load<std::uint64_t>(from));
  return {};
}

void NpyArray::read_header(std::string_view header, const std::string& place) {
  const auto broken = [&](const char* key) -> DataError {
    return DataError(place + ": its header has no usable '" + key +
                     "': " + quoted_text(header, 120));
  };
  const auto descr = value_of(header, "descr");
  if (!descr) throw broken("descr");
  if (descr->starts_with('\'')) {
    const std::size_t end = descr->find('\'', 1);
    if (end == descr->npos) throw broken("descr");
    type_ = descr->substr(1, end - 1);
  } else {
    type_ = "a structure";
  }
  const auto order = value_of(header, "fortran_order");
  if (!order || (!order->starts_with("True") && !order->starts_with("False"))) {
    throw broken("fortran_order");
  }
  fortran_ = order->starts_with("True");
  const auto shape = value_of(header, "shape");
  if (!shape || !shape->starts_with('(')) throw broken("shape");
  const char* at = shape->data() + 1;
  const char* const end = shape->data() + shape->size();
  constexpr std::size_t max_dimensions = 32;  // NumPy's
  while (at != end && *at != ')') {
    std::uint64_t size = 0;
    const auto [next, error] = std::from_chars(at, end, size);
    if (error != std::errc{} || shape_.size() == max_dimensions) throw broken("shape");
    shape_.push_back(size);
    at = next;
    while (at != end && (*at == ',' || *at == ' ')) ++at;
  }
  if (at == end) throw broken("shape");
}

void NpyArray::set_type(const std::string& place) {
  if (type_.find('O') != type_.npos) {
    kind_ = Kind::pickled;
    return;
  }
  if (type_.size() < 2) return;
  const std::string_view name = std::string_view(type_).substr(1);
  for (const NpyType& known : npy_types) {
    if (known.name != name) continue;
    if (type_[0] == '>' && known.bytes > 1) {
      throw DataError(place + ": its numbers are big-endian (" + type_ +
                      "), which is not read; convert it with numpy.ndarray.astype");
    }
    kind_ = Kind::number;
    item_ = known.bytes;
    load_ = known.load;
  }
}

}  // namespace replaybench
