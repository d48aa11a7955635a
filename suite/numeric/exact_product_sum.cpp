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
  bool finite() const { return place < 0x7fe; }
};

}  // namespace

void ExactProductSum::add(double a, double b) {
  const Magnitude first(a), second(b);
  if (!first.finite() || !second.finite()) {
    special_ += a * b;
    return;
  }
  const WideBits product = static_cast<WideBits>(first.mantissa) * second.mantissa;
  if (product == 0) return;
  const std::uint64_t place = first.place + second.place;
  // The product has 106 bits and is shifted by up to 31: three words. Their halves are added one by one (CMakeLists.txt).
  const WideBits low = (product & ~std::uint64_t{0}) << place % 32;
  const WideBits high = product >> 64 << place % 32;
  const auto word0 = static_cast<std::uint64_t>(low);
  const std::uint64_t word1 =
      static_cast<std::uint64_t>(low >> 64) | static_cast<std::uint64_t>(high);
  const auto word2 = static_cast<std::uint64_t>(high >> 64);
  std::int64_t* const chunk = chunks_.data() + place / 32;
  const std::uint64_t minus = std::signbit(a) != std::signbit(b) ? ~std::uint64_t{0} : 0;
  const auto add_piece = [&](std::size_t i, std::uint64_t piece) {
    chunk[i] += static_cast<std::int64_t>((piece ^ minus) - minus);
  };
  add_piece(0, word0 & low_bits);
  add_piece(1, word0 >> 32);
  add_piece(2, word1 & low_bits);
  add_piece(3, word1 >> 32);
  add_piece(4, word2);
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
