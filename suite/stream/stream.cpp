#include "suite/stream/stream.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "suite/numeric/elementary.hpp"
#include "suite/stream/philox_blocks.hpp"
#include "suite/text/sha256.hpp"

namespace replaybench {

namespace {

void append_field(std::string& text, std::string_view field) {
  text += std::to_string(field.size());
  text += ':';
  text += field;
}

// A counter that no step of an experiment reaches: steps count records and interactions, far below
// 2^63.
constexpr std::uint64_t replicate_address = 0x8000'0000'0000'0000u;

// Box and Muller 1958: two normals of two uniforms u, v, for each of `pairs` pairs: sqrt(-2 log(1 - u))
// times the cosine and the sine of 2 pi v. `uniforms`: u, v of each pair in turn. The same bits for
// one pair and for four or eight, which take the vector functions.
template <std::size_t pairs>
void box_muller(const std::array<double, 2 * pairs>& uniforms, double* firsts, double* seconds) {
  double logs[pairs];
  double angles[pairs];
  for (std::size_t p = 0; p < pairs; ++p) {
    logs[p] = 1 - uniforms[2 * p];
    angles[p] = 2 * uniforms[2 * p + 1];
  }
  if constexpr (pairs == 8) {
    numeric::log_of_eight(logs, logs);
    numeric::sincos_pi_of_eight(angles, seconds, firsts);
  } else if constexpr (pairs == 4) {
    numeric::log_of_four(logs, logs);
    numeric::sincos_pi_of_four(angles, seconds, firsts);
  } else {
    static_assert(pairs == 1);
    logs[0] = numeric::log(logs[0]);
    numeric::sincos_pi(angles[0], seconds[0], firsts[0]);
  }
  for (std::size_t p = 0; p < pairs; ++p) {
    const double radius = std::sqrt(-2 * logs[p]);
    firsts[p] *= radius;
    seconds[p] *= radius;
  }
}

template <std::size_t n>
std::array<std::uint64_t, n / 2> bits_of_words(const std::array<std::uint32_t, n>& words) {
  std::array<std::uint64_t, n / 2> bits;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    bits[i] = words[2 * i] | (static_cast<std::uint64_t>(words[2 * i + 1]) << 32);
  }
  return bits;
}

}  // namespace

StreamKey derive_key(std::uint64_t seed, std::string_view purpose, std::string_view subject,
                     std::string_view owner) {
  std::string text;
  append_field(text, std::to_string(seed));
  append_field(text, purpose);
  append_field(text, subject);
  append_field(text, owner);
  const auto digest = sha256(text);
  std::uint64_t key = 0;
  for (int i = 0; i < 8; ++i) key |= static_cast<std::uint64_t>(digest[i]) << (8 * i);
  return {key};
}

StreamKey replicate_key(StreamKey key, std::uint64_t replicate) {
  const auto words = philox_block(key.value, replicate_address, replicate);
  return {words[0] | (static_cast<std::uint64_t>(words[1]) << 32)};
}

double Draws::normal() {
  if (has_normal_) {
    has_normal_ = false;
    return spare_normal_;
  }
  const double first = uniform();
  const double second = uniform();
  double normal;
  box_muller<1>({first, second}, &normal, &spare_normal_);
  has_normal_ = true;
  return normal;
}

template <std::size_t n>
std::array<std::uint64_t, n> Draws::after_spare(std::array<std::uint64_t, n> fresh) {
  if (left_ == 0) return fresh;
  std::rotate(fresh.begin(), fresh.end() - 1, fresh.end());
  std::swap(fresh[0], spare_bits_);
  return fresh;
}

std::array<std::uint64_t, 8> Draws::eight_bits() {
  std::array<std::uint32_t, 16> words;
  philox_blocks<4>(key_, step_, block_, words.data());
  block_ += 4;
  return after_spare(bits_of_words(words));
}

std::array<std::uint64_t, 16> Draws::sixteen_bits() {
  std::array<std::uint32_t, 32> words;
  philox_blocks<8>(key_, step_, block_, words.data());
  block_ += 8;
  return after_spare(bits_of_words(words));
}

void Draws::four_pairs(const std::array<std::uint64_t, 8>& bits, double* firsts, double* seconds) {
  std::array<double, 8> uniforms;
  for (std::size_t i = 0; i < 8; ++i) uniforms[i] = unit_interval(bits[i]);
  box_muller<4>(uniforms, firsts, seconds);
}

void Draws::eight_pairs(const std::array<std::uint64_t, 16>& bits, double* firsts,
                        double* seconds) {
  std::array<double, 16> uniforms;
  for (std::size_t i = 0; i < 16; ++i) uniforms[i] = unit_interval(bits[i]);
  box_muller<8>(uniforms, firsts, seconds);
}

void Draws::normals(std::span<double> out) {
  std::size_t done = 0;
  if (has_normal_ && !out.empty()) out[done++] = normal();
  while (out.size() - done >= 15) {
    const std::size_t count = std::min<std::size_t>(16, out.size() - done);
    double firsts[8];
    double seconds[8];
    eight_pairs(sixteen_bits(), firsts, seconds);
    for (std::size_t i = 0; i + 1 < count; i += 2) {
      out[done++] = firsts[i / 2];
      out[done++] = seconds[i / 2];
    }
    if (count == 15) {
      out[done++] = firsts[7];
      spare_normal_ = seconds[7];
      has_normal_ = true;
    }
  }
  while (out.size() - done >= 3) {
    const std::size_t count = std::min<std::size_t>(8, out.size() - done);
    std::array<std::uint64_t, 8> random{};
    if (count >= 7) {
      random = eight_bits();
    } else {
      for (std::size_t i = 0; i < (count + 1) / 2 * 2; ++i) random[i] = bits();
    }
    double firsts[4];
    double seconds[4];
    four_pairs(random, firsts, seconds);
    for (std::size_t i = 0; i < count; ++i) {
      out[done++] = i % 2 == 0 ? firsts[i / 2] : seconds[i / 2];
    }
    has_normal_ = count % 2 == 1;
    if (has_normal_) spare_normal_ = seconds[count / 2];
  }
  while (done < out.size()) out[done++] = normal();
}

}  // namespace replaybench
