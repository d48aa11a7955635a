#include "suite/numeric/exact_chunks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

namespace replaybench::numeric::chunks {

namespace {

constexpr std::int64_t base = std::int64_t{1} << 32;
constexpr double infinity = std::numeric_limits<double>::infinity();

// In the first byte, beside the sign of a finite number.
constexpr unsigned char negative_bit = 1, plus_infinity = 2, minus_infinity = 4, not_a_number = 6;

std::size_t top_of(std::span<const std::int64_t> chunks) {
  std::size_t top = chunks.size();
  while (top > 0 && chunks[top - 1] == 0) --top;
  return top;
}

unsigned char take_byte(std::string_view& bytes) {
  if (bytes.empty()) throw std::invalid_argument("an exact sum ends too soon");
  const auto byte = static_cast<unsigned char>(bytes.front());
  bytes.remove_prefix(1);
  return byte;
}

}  // namespace

void carry(std::span<std::int64_t> chunks) {
  for (std::size_t i = 0; i + 1 < chunks.size(); ++i) {
    const std::int64_t rest = chunks[i] & (base - 1);
    chunks[i + 1] += (chunks[i] - rest) / base;
    chunks[i] = rest;
  }
}

bool take_sign(std::span<std::int64_t> chunks) {
  carry(chunks);
  if (chunks.back() >= 0) return false;
  for (std::int64_t& chunk : chunks) chunk = -chunk;
  carry(chunks);
  return true;
}

Wide wide_value(std::span<const std::int64_t> chunks, double special, int lowest) {
  if (special != 0) return special;  // also NaN
  std::vector<std::int64_t> positive(chunks.begin(), chunks.end());
  const bool negative = take_sign(positive);
  const std::size_t top = top_of(positive);
  Wide value = 0;
  for (std::size_t i = top > 5 ? top - 5 : 0; i < top; ++i) {
    value += static_cast<Wide>(positive[i]) * wide_power_of_two(32 * static_cast<int>(i) + lowest);
  }
  return negative ? -value : value;
}

void write(std::span<const std::int64_t> chunks, double special, std::string& out) {
  if (special != 0) {
    out += static_cast<char>(std::isnan(special) ? not_a_number
                             : special > 0       ? plus_infinity
                                                 : minus_infinity);
    return;
  }
  std::vector<std::int64_t> positive(chunks.begin(), chunks.end());
  const bool negative = take_sign(positive);
  const std::size_t top = top_of(positive);
  std::size_t first = 0;
  while (first < top && positive[first] == 0) ++first;
  out += static_cast<char>(negative ? negative_bit : 0);
  out += static_cast<char>(first);
  out += static_cast<char>(top - first);
  for (std::size_t i = first; i < top; ++i) {
    for (int shift = 0; shift < 32; shift += 8) out += static_cast<char>(positive[i] >> shift);
  }
}

void read(std::string_view& bytes, std::span<std::int64_t> chunks, double& special) {
  std::fill(chunks.begin(), chunks.end(), 0);
  special = 0;
  const unsigned char kind = take_byte(bytes);
  if (kind == plus_infinity) special = infinity;
  if (kind == minus_infinity) special = -infinity;
  if (kind == not_a_number) special = std::numeric_limits<double>::quiet_NaN();
  if (special != 0) return;
  const std::size_t first = take_byte(bytes), count = take_byte(bytes);
  if (kind > negative_bit || first + count > chunks.size()) {
    throw std::invalid_argument("not the bytes of an exact sum");
  }
  for (std::size_t i = first; i < first + count; ++i) {
    for (int shift = 0; shift < 32; shift += 8) {
      chunks[i] |= static_cast<std::int64_t>(take_byte(bytes)) << shift;
    }
  }
  if (kind == negative_bit) {
    for (std::int64_t& chunk : chunks) chunk = -chunk;
  }
}

}  // namespace replaybench::numeric::chunks
