#include "suite/stream/stream.hpp"

#include <cmath>
#include <string>

#include "suite/numeric/elementary.hpp"
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
  const double radius = std::sqrt(-2 * numeric::log(1 - uniform()));
  double sine;
  double cosine;
  numeric::sincos_pi(2 * uniform(), sine, cosine);
  spare_normal_ = radius * sine;
  has_normal_ = true;
  return radius * cosine;
}

}  // namespace replaybench
