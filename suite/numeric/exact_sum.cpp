#include "suite/numeric/exact_sum.hpp"

#include <bit>
#include <cmath>

#include "suite/numeric/exact_chunks.hpp"

namespace replaybench::numeric {

namespace {

constexpr std::uint64_t low_bits = 0xffffffff;
constexpr int lowest = -1074;

}  // namespace

void ExactSum::add(double term) {
  const auto bits = std::bit_cast<std::uint64_t>(term);
  const std::uint64_t exponent = bits >> 52 & 0x7ff;
  if (exponent == 0x7ff) {
    special_ += term;
    return;
  }
  std::uint64_t mantissa = bits & ((std::uint64_t{1} << 52) - 1);
  if (exponent > 0) mantissa |= std::uint64_t{1} << 52;
  const std::uint64_t place = exponent > 0 ? exponent - 1 : 0;  // of the lowest bit, from 2^-1074
  const std::size_t chunk = place / 32;
  const std::uint64_t shift = place % 32;
  const std::uint64_t low = (mantissa & low_bits) << shift;
  const std::uint64_t high = (mantissa >> 32) << shift;
  const auto first = static_cast<std::int64_t>(low & low_bits);
  const auto second = static_cast<std::int64_t>((low >> 32) + (high & low_bits));
  const auto third = static_cast<std::int64_t>(high >> 32);
  const std::int64_t sign = bits >> 63 ? -1 : 1;
  chunks_[chunk] += sign * first;
  chunks_[chunk + 1] += sign * second;
  chunks_[chunk + 2] += sign * third;
  if (++additions_ == chunks::max_additions) {
    chunks::carry(chunks_);
    additions_ = 0;
  }
}

void ExactSum::merge(const ExactSum& other) {
  auto added = other.chunks_;
  chunks::carry(added);
  chunks::carry(chunks_);
  for (std::size_t i = 0; i < chunk_count; ++i) chunks_[i] += added[i];
  additions_ = 1;
  special_ += other.special_;
}

double ExactSum::value() const {
  if (special_ != 0) return special_;  // also NaN
  auto chunks = chunks_;
  const bool negative = chunks::take_sign(chunks);
  std::size_t top = chunk_count;
  while (top > 0 && chunks[top - 1] == 0) --top;
  if (top == 0) return 0;
  // 64 bits from the highest that is 1, the lowest of them 1 also if anything below it is: they
  // round to 53 as the whole does.
  const auto chunk = [&](std::size_t from_top) {
    return top > from_top ? static_cast<std::uint64_t>(chunks[top - 1 - from_top]) : 0;
  };
  const int width = static_cast<int>(std::bit_width(chunk(0)));
  std::uint64_t window = chunk(0) << 32 | chunk(1);
  const int free = 32 - width;
  window = free > 0 ? window << free | chunk(2) >> (32 - free) : window;
  bool more = (chunk(2) & (low_bits >> free)) != 0;
  for (std::size_t i = 3; i < top; ++i) more |= chunk(i) != 0;
  if (more) window |= 1;
  const int exponent = static_cast<int>(top - 1) * 32 + width - 64 + lowest;
  const double magnitude = std::ldexp(static_cast<double>(window), exponent);
  return negative ? -magnitude : magnitude;
}

Wide ExactSum::wide_value() const { return chunks::wide_value(chunks_, special_, lowest); }

void ExactSum::write(std::string& out) const { chunks::write(chunks_, special_, out); }

ExactSum ExactSum::read(std::string_view& bytes) {
  ExactSum sum;
  chunks::read(bytes, sum.chunks_, sum.special_);
  return sum;
}

}  // namespace replaybench::numeric
