#include "suite/numeric/exact_product_sum.hpp"

#include <bit>
#include <cmath>

#include "suite/numeric/exact_chunks.hpp"

namespace replaybench::numeric {

namespace {

constexpr int lowest = -2148;
constexpr std::uint64_t low_bits = 0xffffffff;

// mantissa * 2^(place - 1074)
struct Magnitude {
  std::uint64_t mantissa;
  std::uint64_t place;

  explicit Magnitude(double number) {
    const auto bits = std::bit_cast<std::uint64_t>(number);
    const std::uint64_t exponent = bits >> 52 & 0x7ff;
    mantissa = bits & ((std::uint64_t{1} << 52) - 1);
    if (exponent > 0) mantissa |= std::uint64_t{1} << 52;
    place = exponent > 0 ? exponent - 1 : 0;
  }
};

}  // namespace

void ExactProductSum::add(double a, double b) {
  if (!std::isfinite(a) || !std::isfinite(b)) {
    special_ += a * b;
    return;
  }
  if (a == 0 || b == 0) return;
  const Magnitude first(a), second(b);
  const WideBits product = static_cast<WideBits>(first.mantissa) * second.mantissa;
  const std::uint64_t place = first.place + second.place;
  // The product has 106 bits and is shifted by up to 31: it is added in two halves, which overlap in one chunk.
  const WideBits low = (product & ~std::uint64_t{0}) << place % 32;
  const WideBits high = product >> 64 << place % 32;
  const std::uint64_t pieces[] = {
      static_cast<std::uint64_t>(low) & low_bits, static_cast<std::uint64_t>(low) >> 32,
      static_cast<std::uint64_t>(low >> 64) + (static_cast<std::uint64_t>(high) & low_bits),
      static_cast<std::uint64_t>(high) >> 32, static_cast<std::uint64_t>(high >> 64)};
  const std::int64_t sign = std::signbit(a) != std::signbit(b) ? -1 : 1;
  std::int64_t* const chunk = chunks_.data() + place / 32;
  for (std::size_t i = 0; i < 5; ++i) chunk[i] += sign * static_cast<std::int64_t>(pieces[i]);
  if (++additions_ == chunks::max_additions) {
    chunks::carry(chunks_);
    additions_ = 0;
  }
}

void ExactProductSum::merge(const ExactProductSum& other) {
  auto added = other.chunks_;
  chunks::carry(added);
  chunks::carry(chunks_);
  for (std::size_t i = 0; i < chunk_count; ++i) chunks_[i] += added[i];
  additions_ = 1;
  special_ += other.special_;
}

Wide ExactProductSum::value() const { return chunks::wide_value(chunks_, special_, lowest); }

void ExactProductSum::write(std::string& out) const { chunks::write(chunks_, special_, out); }

ExactProductSum ExactProductSum::read(std::string_view& bytes) {
  ExactProductSum sum;
  chunks::read(bytes, sum.chunks_, sum.special_);
  return sum;
}

}  // namespace replaybench::numeric
