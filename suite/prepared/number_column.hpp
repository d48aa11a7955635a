#pragma once
// A column of doubles in as few bytes as give the same bits back.
//
//   bits      one or two values: both in increasing order of their bits (one
//   value twice), then a
//             bit per record, 1 if it has the second: record i is bit i % 8 of
//             byte i / 8
//   listed    up to 256 values: their number (64 bits), the values in
//   increasing order of their
//             bits, then a byte per record, the place of its value in the list
//   single    a float per record, where each value is one
//   full      a double per record
//
// Each is padded with zeros to a multiple of 8 bytes. No form takes less than a
// bit per record: a column in memory is at most 64 times as large as its bytes.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>

namespace replaybench::prepared {

enum class NumberKind : std::uint64_t { bits, listed, single, full, count };

/// Every `stride`-th of some doubles, `size` of them.
struct NumberColumn {
  const double* first = nullptr;
  std::size_t size = 0;
  std::size_t stride = 1;
  double operator[](std::size_t i) const { return first[i * stride]; }
};

/// Gives the bytes of the column, in the shortest of these forms (of equally
/// short ones the first), to `append` piece by piece; gives the form. Needs
/// size > 0. O(size).
NumberKind write_numbers(const NumberColumn& column,
                         const std::function<void(const void*, std::size_t)>& append);

/// Gives a column piece by piece, in order, until `visit` returns false. It is called
/// several times.
using NumberPieces =
    std::function<void(const std::function<bool(const NumberColumn& piece)>& visit)>;
/// Like the function above, for a column of `size` > 0 numbers that is not in memory.
NumberKind write_numbers(const NumberPieces& pieces, std::size_t size,
                         const std::function<void(const void*, std::size_t)>& append);

/// The length of the column of `size` > 0 numbers that begins these bytes,
/// padding included. Nothing when they are too few or begin no such column.
/// O(1).
std::optional<std::size_t> number_bytes(NumberKind kind, std::string_view bytes, std::size_t size);
/// The same from the first 8 of `available` bytes.
std::optional<std::size_t> number_bytes(NumberKind kind, std::string_view first_bytes,
                                        std::uint64_t available, std::size_t size);

/// Destination of numbers of a column: `count` of them, from number `first`, to
/// every `stride`-th place of `out`.
struct NumberPlaces {
  std::size_t first = 0;
  std::size_t count = 0;
  double* out = nullptr;
  std::size_t stride = 1;
};

/// Reads numbers of the column of `size` > 0 numbers that begins these bytes.
/// False when number_bytes has nothing, the column has fewer numbers, or a
/// record has a place beyond the list. O(count), reads nothing beyond `bytes`.
bool read_numbers(NumberKind kind, std::string_view bytes, std::size_t size,
                  const NumberPlaces& to);

/// Gives bytes of a column, from this place on; valid until the next call.
using ReadBytes = std::function<std::string_view(std::uint64_t place, std::size_t size)>;
/// Like the function above, for a column that is not in memory and has the
/// length that number_bytes says: reads the bytes of these numbers alone, and
/// the list of values.
bool read_numbers(NumberKind kind, const ReadBytes& read, std::size_t size, const NumberPlaces& to);

}  // namespace replaybench::prepared
