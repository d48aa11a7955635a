#include "suite/prepared/number_column.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cfloat>
#include <cmath>
#include <cstring>
#include <optional>
#include <vector>

namespace replaybench::prepared {

namespace {

constexpr std::size_t max_listed = 256;
constexpr std::size_t word = sizeof(std::uint64_t);

/// The bits of the different values, as long as there are not too many.
class Listed {
 public:
  /// The place of the value in the order of arrival; `max_listed` when there is
  /// no room for it.
  std::size_t place_of(std::uint64_t bits) {
    std::size_t slot = (bits * 0x9E3779B97F4A7C15u) >> 54;
    while (places_[slot] != 0) {
      if (values_[places_[slot] - 1u] == bits) return places_[slot] - 1u;
      slot = (slot + 1) % places_.size();
    }
    if (values_.size() == max_listed) return max_listed;
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
  bool single = true;
  bool few = true;
  Listed listed;
};

Analysis analyse(const NumberPieces& pieces) {
  Analysis found;
  std::optional<std::uint64_t> last;
  pieces([&](const NumberColumn& piece) {
    for (std::size_t i = 0; i < piece.size; ++i) {
      const std::uint64_t bits = bits_of(piece[i]);
      if (bits == last) continue;
      last = bits;
      found.single = found.single && is_single(piece[i]);
      found.few = found.few && found.listed.place_of(bits) < max_listed;
      if (!found.single && !found.few) return false;
    }
    return true;
  });
  return found;
}

// visit(number) for all of them.
template <class Visit>
void each_number(const NumberPieces& pieces, const Visit& visit) {
  pieces([&](const NumberColumn& piece) {
    for (std::size_t i = 0; i < piece.size; ++i) visit(piece[i]);
    return true;
  });
}

// Without padding.
std::size_t bytes_of_bits(std::size_t size) { return 2 * word + (size + 7) / 8; }
std::size_t bytes_of_list(std::size_t values, std::size_t size) {
  return word * (1 + values) + size;
}
std::size_t whole_words(std::size_t bytes) { return (bytes + word - 1) / word * word; }

NumberKind shortest(const Analysis& found, std::size_t size) {
  const std::size_t values = found.listed.values().size();
  NumberKind kind = NumberKind::full;
  std::size_t least = size * sizeof(double);
  const auto take_if_not_longer = [&](NumberKind other, std::size_t bytes) {
    if (whole_words(bytes) > least) return;
    kind = other;
    least = whole_words(bytes);
  };
  if (found.single) take_if_not_longer(NumberKind::single, size * sizeof(float));
  if (found.few) take_if_not_longer(NumberKind::listed, bytes_of_list(values, size));
  if (found.few && values <= 2) take_if_not_longer(NumberKind::bits, bytes_of_bits(size));
  return kind;
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

void write_listed(const NumberPieces& pieces, Listed& listed, Packed& out) {
  std::vector<std::uint64_t> sorted = listed.values();
  std::sort(sorted.begin(), sorted.end());
  out.add(std::uint64_t{sorted.size()});
  std::vector<std::uint8_t> place(sorted.size());
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    out.add(sorted[i]);
    place[listed.place_of(sorted[i])] = static_cast<std::uint8_t>(i);
  }
  each_number(pieces, [&](double number) { out.add(place[listed.place_of(bits_of(number))]); });
}

void write_bits(const NumberPieces& pieces, std::size_t size, const Listed& listed, Packed& out) {
  const std::uint64_t first = listed.values().front(), last = listed.values().back();
  const std::uint64_t low = std::min(first, last), high = std::max(first, last);
  out.add(low);
  out.add(high);
  std::uint8_t byte = 0;
  std::size_t i = 0;
  each_number(pieces, [&](double number) {
    if (bits_of(number) != low) byte |= static_cast<std::uint8_t>(1u << i % 8);
    if (++i % 8 == 0 || i == size) {
      out.add(byte);
      byte = 0;
    }
  });
}

template <class T>
T element(std::string_view bytes, std::size_t i) {
  T value;
  std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
  return value;
}

template <class T>
void read_plain(const ReadBytes& read, const NumberPlaces& to) {
  const std::string_view bytes = read(to.first * sizeof(T), to.count * sizeof(T));
  for (std::size_t i = 0; i < to.count; ++i) {
    to.out[i * to.stride] = static_cast<double>(element<T>(bytes, i));
  }
}

void read_bits(const ReadBytes& read, const NumberPlaces& to) {
  const std::string_view two = read(0, 2 * word);
  const double values[] = {element<double>(two, 0), element<double>(two, 1)};
  const std::size_t first_byte = to.first / 8;
  const std::string_view bits =
      read(2 * word + first_byte, (to.first + to.count + 7) / 8 - first_byte);
  for (std::size_t i = 0; i < to.count; ++i) {
    const std::size_t bit = to.first - 8 * first_byte + i;
    to.out[i * to.stride] = values[static_cast<std::uint8_t>(bits[bit / 8]) >> bit % 8 & 1];
  }
}

bool read_listed(const ReadBytes& read, const NumberPlaces& to) {
  const auto count = element<std::uint64_t>(read(0, word), 0);
  if (count > max_listed) return false;
  const std::string_view list = read(word, count * word);
  std::array<double, max_listed> values;
  for (std::size_t i = 0; i < count; ++i) values[i] = element<double>(list, i);
  const std::string_view places = read(word * (1 + count) + to.first, to.count);
  for (std::size_t i = 0; i < to.count; ++i) {
    const auto place = static_cast<std::uint8_t>(places[i]);
    if (place >= count) return false;
    to.out[i * to.stride] = values[place];
  }
  return true;
}

}  // namespace

NumberKind write_numbers(const NumberColumn& column,
                         const std::function<void(const void*, std::size_t)>& append) {
  const NumberPieces one = [&](const auto& visit) { visit(column); };
  return write_numbers(one, column.size, append);
}

NumberKind write_numbers(const NumberPieces& pieces, std::size_t size,
                         const std::function<void(const void*, std::size_t)>& append) {
  Analysis found = analyse(pieces);
  Packed out(append);
  const NumberKind kind = shortest(found, size);
  switch (kind) {
    case NumberKind::bits:
      write_bits(pieces, size, found.listed, out);
      break;
    case NumberKind::listed:
      write_listed(pieces, found.listed, out);
      break;
    case NumberKind::single:
      each_number(pieces, [&](double number) { out.add(static_cast<float>(number)); });
      break;
    case NumberKind::full:
    case NumberKind::count:
      each_number(pieces, [&](double number) { out.add(number); });
      break;
  }
  out.finish();
  return kind;
}

std::optional<std::size_t> number_bytes(NumberKind kind, std::string_view bytes, std::size_t size) {
  return number_bytes(kind, bytes.substr(0, word), bytes.size(), size);
}

std::optional<std::size_t> number_bytes(NumberKind kind, std::string_view first_bytes,
                                        std::uint64_t available, std::size_t size) {
  // No sum below can overflow: a bit per record is the least.
  if (available < word || size / 8 > available) return std::nullopt;
  std::size_t needed = 0;
  switch (kind) {
    case NumberKind::bits:
      needed = bytes_of_bits(size);
      break;
    case NumberKind::listed: {
      const auto values = element<std::uint64_t>(first_bytes, 0);
      if (values == 0 || values > max_listed) return std::nullopt;
      needed = bytes_of_list(values, size);
      break;
    }
    case NumberKind::single:
      needed = size * sizeof(float);
      break;
    case NumberKind::full:
      needed = size * sizeof(double);
      break;
    default:
      return std::nullopt;
  }
  needed = whole_words(needed);
  if (needed > available) return std::nullopt;
  return needed;
}

bool read_numbers(NumberKind kind, std::string_view bytes, std::size_t size,
                  const NumberPlaces& to) {
  if (to.first > size || to.count > size - to.first) return false;
  if (!number_bytes(kind, bytes, size)) return false;
  const auto read = [bytes](std::uint64_t place, std::size_t count) {
    return bytes.substr(place, count);
  };
  return read_numbers(kind, read, size, to);
}

bool read_numbers(NumberKind kind, const ReadBytes& read, std::size_t size,
                  const NumberPlaces& to) {
  if (to.first > size || to.count > size - to.first) return false;
  if (kind == NumberKind::listed) return read_listed(read, to);
  if (kind == NumberKind::bits) {
    read_bits(read, to);
  } else if (kind == NumberKind::single) {
    read_plain<float>(read, to);
  } else {
    read_plain<double>(read, to);
  }
  return true;
}

}  // namespace replaybench::prepared
