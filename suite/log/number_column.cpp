#include "suite/log/number_column.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cfloat>
#include <cmath>
#include <cstring>
#include <vector>

namespace replaybench::prepared {

namespace {

constexpr std::size_t most_listed = 256;
constexpr std::size_t word = sizeof(std::uint64_t);

/// The bits of the different values, as long as there are not too many.
class Listed {
 public:
  /// The place of the value in the order of arrival; `most_listed` when there is no room for it.
  std::size_t place_of(std::uint64_t bits) {
    std::size_t slot = (bits * 0x9E3779B97F4A7C15u) >> 54;
    while (places_[slot] != 0) {
      if (values_[places_[slot] - 1u] == bits) return places_[slot] - 1u;
      slot = (slot + 1) % places_.size();
    }
    if (values_.size() == most_listed) return most_listed;
    values_.push_back(bits);
    places_[slot] = static_cast<std::uint16_t>(values_.size());
    return values_.size() - 1;
  }
  const std::vector<std::uint64_t>& values() const { return values_; }

 private:
  std::vector<std::uint64_t> values_;
  std::array<std::uint16_t, 1024> places_{};
};

std::uint64_t bits_of(double value) { return std::bit_cast<std::uint64_t>(value); }

bool is_single(double value) {
  if (!(std::fabs(value) <= FLT_MAX)) return false;
  return bits_of(static_cast<double>(static_cast<float>(value))) == bits_of(value);
}

struct Analysis {
  bool binary = true;
  bool single = true;
  bool few = true;
  Listed listed;
};

Analysis analyse(const NumberColumn& column) {
  Analysis found;
  std::uint64_t last = ~bits_of(column[0]);
  for (std::size_t i = 0; i < column.size; ++i) {
    const std::uint64_t bits = bits_of(column[i]);
    if (bits == last) continue;
    last = bits;
    found.binary = found.binary && (bits == 0 || bits == bits_of(1.0));
    found.single = found.single && is_single(column[i]);
    found.few = found.few && found.listed.place_of(bits) < most_listed;
    if (!found.binary && !found.single && !found.few) break;
  }
  return found;
}

/// Collects small pieces, so that each costs no call.
class Packed {
 public:
  explicit Packed(const std::function<void(const void*, std::size_t)>& append) : append_(append) {
    buffer_.reserve(room);
  }
  template <class T>
  void add(T value) {
    if (buffer_.size() + sizeof(T) > room) flush();
    const std::size_t at = buffer_.size();
    buffer_.resize(at + sizeof(T));
    std::memcpy(buffer_.data() + at, &value, sizeof(T));
  }
  void finish() {
    while ((bytes_ + buffer_.size()) % word != 0) add(char{0});
    flush();
  }

 private:
  static constexpr std::size_t room = 1 << 15;
  void flush() {
    append_(buffer_.data(), buffer_.size());
    bytes_ += buffer_.size();
    buffer_.clear();
  }

  const std::function<void(const void*, std::size_t)>& append_;
  std::vector<char> buffer_;
  std::size_t bytes_ = 0;
};

void write_listed(const NumberColumn& column, Listed& listed, Packed& out) {
  std::vector<std::uint64_t> sorted = listed.values();
  std::sort(sorted.begin(), sorted.end());
  out.add(std::uint64_t{sorted.size()});
  std::vector<std::uint8_t> place(sorted.size());
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    out.add(sorted[i]);
    place[listed.place_of(sorted[i])] = static_cast<std::uint8_t>(i);
  }
  for (std::size_t i = 0; i < column.size; ++i) {
    out.add(place[listed.place_of(bits_of(column[i]))]);
  }
}

void write_bits(const NumberColumn& column, Packed& out) {
  std::uint8_t byte = 0;
  for (std::size_t i = 0; i < column.size; ++i) {
    if (column[i] != 0) byte |= static_cast<std::uint8_t>(1u << i % 8);
    if (i % 8 == 7 || i + 1 == column.size) {
      out.add(byte);
      byte = 0;
    }
  }
}

template <class T>
T element(std::string_view bytes, std::size_t i) {
  T value;
  std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
  return value;
}

template <class T>
bool read_plain(std::string_view bytes, std::size_t size, double* out, std::size_t stride) {
  if (bytes.size() / sizeof(T) < size) return false;
  for (std::size_t i = 0; i < size; ++i) {
    out[i * stride] = static_cast<double>(element<T>(bytes, i));
  }
  return true;
}

bool read_listed(std::string_view bytes, std::size_t size, double* out, std::size_t stride) {
  if (bytes.size() < word) return false;
  const auto count = element<std::uint64_t>(bytes, 0);
  if (count == 0 || count > most_listed || bytes.size() / word - 1 < count) return false;
  const std::string_view values = bytes.substr(word);
  const std::string_view places = values.substr(count * word);
  if (places.size() < size) return false;
  for (std::size_t i = 0; i < size; ++i) {
    const auto place = static_cast<std::uint8_t>(places[i]);
    if (place >= count) return false;
    out[i * stride] = element<double>(values, place);
  }
  return true;
}

}  // namespace

NumberKind write_numbers(const NumberColumn& column,
                         const std::function<void(const void*, std::size_t)>& append) {
  Analysis found = analyse(column);
  Packed out(append);
  NumberKind kind = NumberKind::full;
  if (found.few && found.listed.values().size() == 1) {
    kind = NumberKind::constant;
    out.add(column[0]);
  } else if (found.binary) {
    kind = NumberKind::bits;
    write_bits(column, out);
  } else if (found.few && column.size >= 3 * found.listed.values().size()) {
    kind = NumberKind::listed;
    write_listed(column, found.listed, out);
  } else if (found.single) {
    kind = NumberKind::single;
    for (std::size_t i = 0; i < column.size; ++i) out.add(static_cast<float>(column[i]));
  } else {
    for (std::size_t i = 0; i < column.size; ++i) out.add(column[i]);
  }
  out.finish();
  return kind;
}

bool read_numbers(NumberKind kind, std::string_view bytes, std::size_t size, double* out,
                  std::size_t stride) {
  switch (kind) {
    case NumberKind::constant:
      if (bytes.size() < word) return false;
      for (std::size_t i = 0; i < size; ++i) out[i * stride] = element<double>(bytes, 0);
      return true;
    case NumberKind::bits:
      if (bytes.size() < (size + 7) / 8) return false;
      for (std::size_t i = 0; i < size; ++i) {
        out[i * stride] = static_cast<std::uint8_t>(bytes[i / 8]) >> i % 8 & 1;
      }
      return true;
    case NumberKind::listed:
      return read_listed(bytes, size, out, stride);
    case NumberKind::single:
      return read_plain<float>(bytes, size, out, stride);
    case NumberKind::full:
      return read_plain<double>(bytes, size, out, stride);
    case NumberKind::count:
      break;
  }
  return false;
}

}  // namespace replaybench::prepared
